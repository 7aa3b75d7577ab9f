"""Replicas that tell each other of changes, over NATS or not at all: who watches at one hears what another wrote."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest
from google.protobuf.duration_pb2 import Duration
from pydantic import SecretStr
from structlog.testing import capture_logs

from carteado.tables import croupier
from carteado.tables.adapters import bus_at
from carteado.tables.adapters.nats import NatsBus
from carteado.tables.bus import Bus, Notice
from tests import nats
from tests.nats import Nats
from tests.tables.test_watching import some, whole

if TYPE_CHECKING:
    from tests.tables.conftest import House

NEVER = 3600.0
"""A sign of life so late that only the bus can have brought what is seen."""

Pair = tuple["House", "House"]
OpenPair = Callable[..., contextlib.AbstractAsyncContextManager[Pair]]


@pytest.fixture
def server() -> Iterator[Nats]:
    with nats.running() as one:
        yield one


async def until(is_so: Callable[[], bool]) -> None:
    """Once it is as wished."""
    for _ in range(2_000):
        if is_so():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it never was")


async def connected(*buses: Bus, is_so: bool = True) -> None:
    """Once all of these have a server, or none has."""
    ours = [bus for bus in buses if isinstance(bus, NatsBus)]
    await until(lambda: all((bus._client is not None) is is_so for bus in ours))


@pytest.fixture
def open_pair(open_house: Any, url: str, server: Nats) -> OpenPair:
    """Two replicas over one store, and one NATS."""

    @contextlib.asynccontextmanager
    async def open_both(**changes: Any) -> AsyncIterator[Pair]:
        own = {"database": url, "bus": SecretStr(server.url()), "watch_heartbeat_seconds": NEVER}
        async with open_house(**own | changes) as left, open_house(**own | changes) as right:
            await connected(left.room.relay._bus, right.room.relay._bus)
            yield left, right

    return open_both


async def collected(heard: list[Notice], count: int) -> list[Notice]:
    await until(lambda: len(heard) >= count)
    return heard


@contextlib.asynccontextmanager
async def a_pair_of_buses(url: str) -> AsyncIterator[tuple[Bus, Bus]]:
    async with bus_at(url) as left, bus_at(url) as right:
        await connected(left, right)
        yield left, right


async def test_a_notice_reaches_every_replica_but_the_one_that_gave_it(server: Nats) -> None:
    async with a_pair_of_buses(server.url()) as (left, right):
        heard: dict[str, list[Notice]] = {"left": [], "right": []}
        left.listen(heard["left"].append)
        right.listen(heard["right"].append)
        left.publish(Notice("t1", 7))
        left.publish(Notice("t2", 8))
        seen = await collected(heard["right"], 2)
        assert sorted((one.table_id, one.version) for one in seen) == [("t1", 7), ("t2", 8)]
        assert heard["left"] == []


async def test_a_notice_holds_a_table_and_a_version_and_nothing_else(server: Nats) -> None:
    async with bus_at(server.url()) as bus:
        await connected(bus)
        assert isinstance(bus, NatsBus)
        heard = []
        async with a_pair_of_buses(server.url()) as (_, other):
            assert isinstance(other, NatsBus)
            assert other._client is not None
            messages = await other._client.subscribe(">")
            await other._client.flush()
            bus.publish(Notice("t1", 7))
            message = await messages.next_msg(timeout=5)
            heard.append((message.subject, message.data, message.headers))
        assert heard == [("carteado.tables.changed.t1", b"7", None)]


@pytest.mark.parametrize("data", [b"", b"x", b"0", b"-1", b"9" * 20, b"9" * 5000, b"\xff"])
async def test_what_is_no_notice_is_not_heard(server: Nats, data: bytes) -> None:
    async with a_pair_of_buses(server.url()) as (left, right):
        heard: list[Notice] = []
        right.listen(heard.append)
        assert isinstance(left, NatsBus)
        assert left._client is not None
        await left._client.publish("carteado.tables.changed.t1", data)
        await left._client.publish("carteado.tables.changed.t1", b"3")
        assert await collected(heard, 1) == [Notice("t1", 3)]


async def test_a_bus_waits_for_a_server_that_is_not_there_and_connects_again_to_one_that_was(
    server: Nats,
) -> None:
    server.kill()
    async with bus_at(server.url()) as left, bus_at(server.url()) as right:
        heard: list[Notice] = []
        right.listen(heard.append)
        left.publish(Notice("t1", 1))
        for version in (2, 3):
            server.start()
            await connected(left, right)
            left.publish(Notice("t1", version))
            await collected(heard, version - 1)
            server.kill()
            await connected(left, right, is_so=False)
        assert heard == [Notice("t1", 2), Notice("t1", 3)]


@pytest.mark.parametrize(
    ("credentials", "options"),
    [
        ("s3cret", ["--auth", "s3cret"]),
        ("carteado:s3cret", ["--user", "carteado", "--pass", "s3cret"]),
    ],
)
async def test_a_bus_shows_its_credentials_and_never_logs_them(
    credentials: str, options: list[str]
) -> None:
    with nats.running(*options) as guarded, capture_logs() as logs:
        async with bus_at(guarded.url(credentials)) as bus:
            await connected(bus)
        async with bus_at(guarded.url(f"{credentials}-wrong")) as bus:
            await until(lambda: any(line["event"] == "bus_awaited" for line in logs))
            assert isinstance(bus, NatsBus)
            assert bus._client is None
    assert "s3cret" not in str(logs)


@pytest.mark.parametrize("url", ["redis://localhost", "localhost:4222", "nats://a,b"])
async def test_an_address_of_another_kind_of_bus_is_refused_and_not_repeated(url: str) -> None:
    with pytest.raises(ValueError, match="the bus is at nats://host:port") as refused:
        async with bus_at(url):
            pass
    assert url not in str(refused.value)


async def test_whoever_watches_at_one_replica_hears_at_once_what_another_wrote(
    open_pair: OpenPair,
) -> None:
    async with open_pair() as (left, right):
        table = await left.app.seated("ana", "bia")
        here = asyncio.create_task(whole(left.app.watch(table.id, "bia")))
        there = asyncio.create_task(whole(right.app.watch(table.id, "bia")))
        await left.app.until(table.id, lambda _: True)
        await right.app.until(table.id, lambda _: True)
        await left.app.start(table.id)
        over = await left.app.play_out(table.id)
        seen = await asyncio.wait_for(there, 10)
        assert [one.version for one in seen] == list(range(seen[0].version, over.version + 1))
        assert await asyncio.wait_for(here, 10) == seen


async def test_players_of_two_replicas_see_the_same_match(open_pair: OpenPair) -> None:
    async with open_pair() as (left, right):
        table = await left.app.seated("ana", "bia", "caio")
        streams = [
            asyncio.create_task(whole(house.app.watch(table.id, name, table.version)))
            for house in (left, right)
            for name in ("ana", "")
        ]
        await left.app.start(table.id)
        for number in range(12):
            await (left, right)[number % 2].app.play_on(table.id)
        await right.app.leave(table.id, "bia")
        over = await right.app.play_out(table.id)
        seen = [await asyncio.wait_for(stream, 10) for stream in streams]
        assert seen[0] == seen[2]
        assert seen[1] == seen[3]
        assert [one.version for one in seen[0]] == list(range(table.version + 1, over.version + 1))


async def test_a_replica_that_dies_between_commit_and_notice_leaves_nobody_silent_for_longer_than_a_sign_of_life(
    open_pair: OpenPair, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_pair(watch_heartbeat_seconds=0.3) as (left, right):
        monkeypatch.setattr(left.room.relay._bus, "publish", lambda _: None)
        table = await left.app.seated("ana", "bia")
        stream = right.app.watch(table.id, "bia", table.version)
        await anext(stream)
        await left.app.start(table.id)
        await left.app.play_on(table.id)
        seen = await asyncio.wait_for(some(stream, 3), 5)
        assert [one.version for one in seen] == [3, 4, 5]


async def test_a_notice_that_was_lost_is_made_good_by_the_next(
    open_pair: OpenPair, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_pair() as (left, right):
        table = await left.app.dealt("ana", "bia")
        stream = right.app.watch(table.id, "bia", table.version)
        await anext(stream)
        with monkeypatch.context() as patch:
            patch.setattr(left.room.relay._bus, "publish", lambda _: None)
            await left.app.play_on(table.id)
        await left.app.play_on(table.id)
        seen = await asyncio.wait_for(some(stream, 2), 5)
        assert [one.version for one in seen] == [table.version + 1, table.version + 2]


async def test_moves_land_without_nats_and_each_version_is_seen_once_when_it_is_killed_and_back(
    open_pair: OpenPair, server: Nats
) -> None:
    async with open_pair(watch_heartbeat_seconds=0.3) as (left, right):
        table = await left.app.dealt("ana", "bia")
        stream = asyncio.create_task(whole(right.app.watch(table.id, "ana", table.version)))
        await left.app.play_on(table.id)
        server.kill()
        await connected(left.room.relay._bus, right.room.relay._bus, is_so=False)
        await left.app.play_on(table.id)
        await right.app.play_on(table.id)
        server.start()
        await connected(left.room.relay._bus, right.room.relay._bus)
        over = await left.app.play_out(table.id)
        seen = await asyncio.wait_for(stream, 10)
        assert [one.version for one in seen] == list(range(table.version + 1, over.version + 1))


async def test_changes_that_cannot_be_played_again_are_found_with_the_next_sign_of_life(
    open_pair: OpenPair, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_pair(watch_heartbeat_seconds=0.5) as (left, right):
        table = await left.app.dealt("ana", "bia")
        stream = right.app.watch(table.id, "bia", table.version)
        await anext(stream)

        async def failing(*_: object) -> None:
            raise OSError("no engine")

        monkeypatch.setattr(right.room.desk.matches, "move", failing)
        await left.app.play_on(table.id)
        [seen] = await asyncio.wait_for(some(stream, 1), 5)
        assert seen.version == table.version + 1
        assert not right.room.relay._tasks


async def test_a_replica_where_nobody_watches_reads_nothing_for_a_notice(
    open_pair: OpenPair,
) -> None:
    async with open_pair() as (left, right):
        table = await left.app.create()
        right.room.relay.hear(Notice(table.id, table.version))
        assert not right.room.relay._tasks
        assert right.room.hub.last(table.id) is None


async def test_a_clock_that_another_replica_set_is_not_slept_past(
    open_pair: OpenPair, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(croupier, "SECOND_LOOK", 0.05)
    async with open_pair() as (left, right):
        await asyncio.sleep(0.1)
        monkeypatch.setattr(left.room.croupier, "wake", lambda _: None)
        table = await right.app.dealt("ana", "bia", turn_time=Duration(seconds=5))
        monkeypatch.setattr(right.room.croupier, "wake", lambda _: None)
        monkeypatch.undo()
        name, view = await right.app.turn(table.id)
        right.clock.pass_by(-3600)
        left.clock.pass_by(4.5)
        await right.app.act(table.id, name, view.ply, view.legal[0])
        await asyncio.wait_for(
            left.app.until(table.id, lambda seen: seen.view.ply > view.ply + 1), 5
        )
