"""What the store promises."""

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from carteado.telegram_gateway.adapters import sqlite
from carteado.telegram_gateway.adapters.sqlite import SqliteStore
from carteado.telegram_gateway.incoming import Chat, User
from carteado.telegram_gateway.places import Place
from carteado.telegram_gateway.store import Hosted, HostedState, Kept, Store

ANA = User(7, "Ana", "pt-br")
GROUP = Chat(-5, "group", "Mesa da sexta")
OLD, NEW = -5, -1005


class Calendar:
    """The date, moved by hand."""

    def __init__(self) -> None:
        self.now = datetime(2026, 1, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        self.now += timedelta(microseconds=1)
        return self.now


@pytest.fixture
def url(tmp_path: Path) -> str:
    url = f"sqlite:///{tmp_path}/folder/gateway.sqlite"
    sqlite.migrate(url)
    return url


@pytest.fixture
def calendar() -> Calendar:
    return Calendar()


@pytest.fixture
async def store(url: str, calendar: Calendar) -> AsyncIterator[Store]:
    async with SqliteStore(url, calendar) as one:
        yield one


def update(number: int) -> dict[str, int]:
    return {"update_id": number}


def ids(kept: list[Kept]) -> list[int]:
    return [one.update_id for one in kept]


async def test_updates_wait_in_their_order_until_they_are_done(store: Store) -> None:
    assert ids(await store.keep([update(3), update(4)])) == [3, 4]
    await store.keep([update(2)])
    assert ids(await store.waiting()) == [3, 4, 2]
    await store.done(4)
    assert await store.waiting() == [Kept(3, update(3)), Kept(2, update(2))]


async def test_an_update_that_comes_again_is_not_kept_again_even_once_it_is_done(
    store: Store,
) -> None:
    await store.keep([update(1), update(2)])
    await store.done(1)
    assert ids(await store.keep([update(1), update(2), update(3)])) == [3]
    assert ids(await store.waiting()) == [2, 3]


async def test_the_next_offset_follows_the_newest_update_and_starts_anew_after_a_quiet_day(
    store: Store, calendar: Calendar
) -> None:
    assert await store.next_offset() == 0
    await store.keep([update(10), update(9)])
    assert await store.next_offset() == 11
    calendar.now += timedelta(hours=25)
    assert await store.next_offset() == 0
    await store.keep([update(4)])
    assert await store.next_offset() == 5


async def test_only_what_is_done_for_a_day_is_thrown_away(store: Store, calendar: Calendar) -> None:
    await store.keep([update(1), update(2)])
    await store.done(1)
    calendar.now += timedelta(hours=23)
    await store.keep([update(3)])
    assert ids(await store.keep([update(1)])) == []
    calendar.now += timedelta(hours=2)
    await store.keep([update(4)])
    assert ids(await store.keep([update(1)])) == [1]
    assert ids(await store.waiting()) == [2, 3, 4, 1]


async def test_what_was_kept_is_there_after_a_restart(url: str) -> None:
    async with SqliteStore(url) as store:
        await store.keep([update(1)])
        met = await store.meet(ANA)
        await store.host(Hosted("t1", "K7F3QX", -5))
        await store.posted(Place(-5), "board", 12)
    async with SqliteStore(url) as store:
        assert ids(await store.waiting()) == [1]
        assert await store.person(met.key) == met
        assert await store.live() == [Hosted("t1", "K7F3QX", -5)]
        assert await store.message(-5, "board") == 12


async def test_a_person_keeps_the_key_whatever_the_name(store: Store) -> None:
    met = await store.meet(ANA)
    assert (met.name, met.language, met.private_open) == ("Ana", "pt-br", False)
    again = await store.meet(User(7, "Ana Maria", "en"))
    assert (again.key, again.name, again.language) == (met.key, "Ana Maria", "en")
    assert await store.person(met.key) == again
    assert await store.person("nobody") is None


async def test_keys_are_long_and_no_two_are_the_same(store: Store) -> None:
    keys = {(await store.meet(User(number, "Ana"))).key for number in range(200)}
    assert len(keys) == 200
    assert all(len(key) == 10 and key.isalnum() and key == key.lower() for key in keys)


async def test_meeting_a_person_does_not_close_the_private_chat(store: Store) -> None:
    await store.meet(ANA)
    await store.set_private(7, is_open=True)
    assert (await store.meet(ANA)).private_open
    await store.set_private(7, is_open=False)
    assert not (await store.meet(ANA)).private_open


async def test_a_group_keeps_its_key_and_is_reachable_again_once_it_is_heard_of(
    store: Store,
) -> None:
    assert await store.group(-5) is None
    entered = await store.enter(GROUP)
    await store.set_reachable(-5, is_reachable=False)
    group = await store.group(-5)
    assert group is not None
    assert not group.reachable
    again = await store.enter(Chat(-5, "group", "Outra"))
    assert (again.key, again.title, again.reachable) == (entered.key, "Outra", True)


async def test_a_table_is_found_by_id_and_by_code_in_any_case_and_hosted_once(store: Store) -> None:
    hosted = Hosted("t1", "K7F3QX", -5, 9)
    await store.host(hosted)
    await store.host(Hosted("t1", "K7F3QX", -8))
    assert await store.hosted_by("t1") == await store.hosted_by("k7f3qx") == hosted
    assert await store.hosted_by("t2") is None


async def test_what_was_seen_of_a_table_never_goes_back(store: Store) -> None:
    await store.host(Hosted("t1", "A", -5))
    for version in (3, 2):
        await store.saw("t1", version)
    assert await store.live() == [Hosted("t1", "A", -5, version=3)]


async def test_a_table_that_is_over_is_still_the_latest_of_its_topic(store: Store) -> None:
    for name, thread_id in (("t1", None), ("t2", None), ("t3", 9)):
        await store.host(Hosted(name, name.upper(), -5, thread_id))
    await store.end("t2")
    assert [hosted.table_id for hosted in await store.live()] == ["t1", "t3"]
    assert await store.latest(Place(-5)) == Hosted("t2", "T2", -5, state=HostedState.OVER)
    assert await store.latest(Place(-5, 9)) == Hosted("t3", "T3", -5, 9)
    assert await store.latest(Place(-6)) is None


async def test_a_slot_has_one_message_in_each_chat(store: Store) -> None:
    await store.posted(Place(-5, 9), "board", 1)
    await store.posted(Place(-5, 9), "board", 2)
    await store.posted(Place(-6), "board", 3)
    assert await store.message(-5, "board") == 2
    await store.forget(-5, "board")
    assert await store.message(-5, "board") is None
    assert await store.message(-6, "board") == 3


@pytest.mark.parametrize("new_is_entered_first", [False, True])
async def test_a_group_moves_once_with_all_that_belongs_to_it_however_often_it_is_told(
    store: Store, *, new_is_entered_first: bool
) -> None:
    key = (await store.enter(GROUP)).key
    await store.host(Hosted("t1", "A", OLD, 9))
    await store.posted(Place(OLD, 9), "board", 12)
    if new_is_entered_first:
        await store.enter(Chat(NEW, "supergroup", "Mesa da sexta"))
    for _ in range(2):
        await store.migrate(OLD, NEW)
        group = await store.enter(Chat(NEW, "supergroup", "Mesa da sexta"))
        assert (group.chat_id, group.key) == (NEW, key)
    assert await store.hosted_by("t1") == Hosted("t1", "A", NEW, 9)
    assert await store.latest(Place(NEW, 9)) == await store.latest(Place(OLD, 9))
    assert await store.message(OLD, "board") is None
    assert await store.message(NEW, "board") is None


async def test_what_comes_late_from_the_old_group_belongs_to_the_new_one(store: Store) -> None:
    key = (await store.enter(GROUP)).key
    await store.migrate(OLD, NEW)
    await store.posted(Place(NEW), "board", 1)
    assert (await store.enter(GROUP)).key == key
    await store.migrate(OLD, NEW)
    await store.host(Hosted("t1", "A", OLD))
    group = await store.group(OLD)
    assert group is not None
    assert (group.chat_id, group.key) == (NEW, key)
    assert await store.hosted_by("a") == Hosted("t1", "A", NEW)
    assert await store.message(NEW, "board") == 1


async def test_a_group_that_was_never_entered_may_move_too(store: Store) -> None:
    await store.migrate(OLD, NEW)
    assert (await store.enter(GROUP)).chat_id == NEW


async def test_two_stores_over_one_file_keep_each_update_once(url: str) -> None:
    async with SqliteStore(url) as left, SqliteStore(url) as right:
        for number in range(25):
            both = await asyncio.gather(left.keep([update(number)]), right.keep([update(number)]))
            assert sorted(len(fresh) for fresh in both) == [0, 1]
        mine, theirs = await asyncio.gather(left.meet(ANA), right.meet(ANA))
        assert mine == theirs
        assert ids(await right.waiting()) == list(range(25))


KEEPER = """
import asyncio, sys
from carteado.telegram_gateway.adapters.sqlite import SqliteStore

async def main() -> None:
    async with SqliteStore(sys.argv[1]) as store:
        number = 0
        while True:
            batch = [{"update_id": number + at, "filling": "x" * 2000} for at in range(100)]
            print(number, flush=True)
            await store.keep(batch)
            print(f"kept {number}", flush=True)
            number += 100

asyncio.run(main())
"""


def killed_while_it_keeps(url: str, lines: int) -> int:
    """Lets a process keep batches until it said so many lines, and kills it; answers with the first number of the last batch it acknowledged."""
    command = [sys.executable, "-c", KEEPER, url]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        said = [process.stdout.readline().strip() for _ in range(lines)]
        process.kill()
        said += process.stdout.read().split("\n")
    return max(int(line.split()[1]) for line in said if line.startswith("kept"))


@pytest.mark.parametrize("lines", [4, 9])
async def test_a_process_killed_while_it_keeps_leaves_whole_batches_and_none_that_it_owes(
    url: str, lines: int
) -> None:
    acknowledged = await asyncio.to_thread(killed_while_it_keeps, url, lines)
    async with SqliteStore(url) as store:
        kept = ids(await store.waiting())
        assert len(kept) % 100 == 0
        assert set(range(acknowledged + 100)) <= set(kept)
