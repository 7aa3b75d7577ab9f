"""What is done in a transaction, and what comes of it."""

import asyncio
import secrets
import threading
import traceback
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import Connection, create_engine, func, select
from structlog.testing import capture_logs

from carteado.store import Connections, StoreFailed
from tests.store.notes import MIGRATIONS, notes

WRITES = 25


@pytest.fixture
def url(tmp_path: Path) -> str:
    url = f"sqlite:///{tmp_path}/notes.sqlite"
    MIGRATIONS.migrate(url)
    return url


@pytest.fixture
async def store(url: str) -> AsyncIterator[Connections]:
    connections = Connections(url)
    yield connections
    await asyncio.to_thread(connections.close)


def add(connection: Connection, text: str = "note") -> None:
    connection.execute(notes.insert(), {"text": text, "at": 0})


def count(connection: Connection) -> int:
    return connection.execute(select(func.count()).select_from(notes)).scalar_one()


async def test_the_file_loses_nothing_that_was_acknowledged(store: Connections) -> None:
    def pragmas(connection: Connection) -> list[object]:
        names = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        return [connection.exec_driver_sql(f"PRAGMA {name}").scalar_one() for name in names]

    assert await store.write(pragmas) == ["wal", 2, 1, 10_000]
    assert await store.read(pragmas) == ["wal", 2, 1, 10_000]


async def test_work_is_written_whole_or_not_at_all_and_its_own_errors_are_its_own(
    store: Connections,
) -> None:
    def half(connection: Connection) -> None:
        add(connection)
        raise KeyError

    with pytest.raises(KeyError):
        await store.write(half)
    assert await store.read(count) == 0


async def test_a_read_sees_the_store_as_it_is_at_one_moment(store: Connections, url: str) -> None:
    def look_twice(connection: Connection) -> tuple[int, int]:
        before = count(connection)
        other = create_engine(url)
        with other.begin() as writing:
            add(writing)
        other.dispose()
        return before, count(connection)

    assert await store.read(look_twice) == (0, 0)
    assert await store.read(count) == 1


async def test_reads_do_not_wait_for_a_write(store: Connections) -> None:
    under_way, enough = threading.Event(), threading.Event()

    def slow(connection: Connection) -> None:
        add(connection)
        under_way.set()
        enough.wait()

    writing = asyncio.create_task(store.write(slow))
    await asyncio.to_thread(under_way.wait)
    assert await store.read(count) == 0
    enough.set()
    await writing
    assert await store.read(count) == 1


async def test_whoever_writes_sees_what_all_others_wrote(store: Connections, url: str) -> None:
    def one_more(connection: Connection) -> None:
        add(connection, str(count(connection)))

    other = Connections(url)
    await asyncio.gather(*(each.write(one_more) for each in (store, other) for _ in range(WRITES)))
    await asyncio.to_thread(other.close)
    texts = await store.read(
        lambda connection: connection.execute(select(notes.c.text)).scalars().all()
    )
    assert sorted(map(int, texts)) == list(range(2 * WRITES))


async def test_what_is_under_way_ends_before_the_file_is_let_go(url: str) -> None:
    connections = Connections(url)
    works = [partial(add, text=str(number)) for number in range(WRITES)]
    writes = [asyncio.create_task(connections.write(work)) for work in works]
    await asyncio.sleep(0)
    await asyncio.to_thread(connections.close)
    await asyncio.gather(*writes)
    again = Connections(url)
    assert await again.read(count) == WRITES
    await asyncio.to_thread(again.close)


async def test_a_store_that_fails_says_so_once_and_goes_on_later(store: Connections) -> None:
    await store.write(lambda one: one.exec_driver_sql("ALTER TABLE notes RENAME TO away"))
    for work in (store.write(add), store.read(count)):
        with capture_logs() as logs, pytest.raises(StoreFailed):
            await work
        assert logs == [
            {"event": "store_failed", "log_level": "error", "cause": "no such table: notes"}
        ]
    await store.write(lambda one: one.exec_driver_sql("ALTER TABLE away RENAME TO notes"))
    await store.write(add)
    assert await store.read(count) == 1


async def test_a_file_that_was_spoilt_is_a_store_that_fails(store: Connections, url: str) -> None:
    await store.write(add)
    path = Path(url.removeprefix("sqlite:///"))
    for name in (path, path.with_name(f"{path.name}-wal")):
        name.write_bytes(b"spoilt" * 2000)
    for work in (store.write(add), store.read(count)):
        with pytest.raises(StoreFailed):
            await work


async def test_nothing_that_was_to_be_written_stands_in_the_log_or_in_the_error(
    store: Connections,
) -> None:
    secret = secrets.token_hex()
    await store.write(lambda connection: add(connection, secret))
    with capture_logs() as logs, pytest.raises(StoreFailed) as caught:
        await store.write(lambda connection: add(connection, secret))
    told = "".join(traceback.format_exception(caught.value)) + str(logs)
    assert "UNIQUE constraint failed" in told
    assert secret not in told
