"""Following a table: where it stands, or exactly what was missed, then every change once and in order."""

import asyncio
from collections.abc import AsyncIterator
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import grpc
import grpc.aio
import pytest

from carteado.api.engine.v1 import engine_pb2
from carteado.api.tables.v1 import tables_pb2, tables_pb2_grpc
from carteado.tables import watching
from carteado.tables.desk import Update
from carteado.tables.hub import BACKLOG, Hub

if TYPE_CHECKING:
    from tests.tables.conftest import Guest, House, Refused

Stream = AsyncIterator[tables_pb2.WatchTableResponse]

SMALL_WINDOW = [("grpc.http2.bdp_probe", 0), ("grpc.http2.lookahead_bytes", 1024)]
"""For a caller that lets little arrive before it reads."""


async def whole(stream: Stream) -> list[tables_pb2.WatchTableResponse]:
    """Everything that a stream has to its end, without signs of life."""
    return [response async for response in stream if response.HasField("table")]


async def some(stream: Stream, count: int) -> list[tables_pb2.WatchTableResponse]:
    """The next changes of a stream, without signs of life."""
    found: list[tables_pb2.WatchTableResponse] = []
    while len(found) < count:
        response = await anext(stream)
        if response.HasField("table"):
            found.append(response)
    return found


async def test_a_watcher_sees_the_table_first_and_then_every_change_once_to_the_end(
    app: "Guest",
) -> None:
    table = await app.seated("ana", "bia")
    watched = asyncio.create_task(whole(app.watch(table.id, "ana")))
    await app.start(table.id)
    over = await app.play_out(table.id)
    seen = await asyncio.wait_for(watched, 10)
    assert [one.version for one in seen] == list(range(seen[0].version, over.version + 1))
    assert [one.table.version for one in seen] == [one.version for one in seen]
    assert seen[-1].table.state == tables_pb2.TABLE_STATE_FINISHED
    for one in seen[1:]:
        assert {event.ply for event in one.table.view.events} <= {one.table.view.ply}


@pytest.mark.parametrize("name", ["ana", "bia", ""])
async def test_whoever_comes_back_gets_what_was_missed_as_if_never_away(
    app: "Guest", name: str
) -> None:
    table = await app.seated("ana", "bia", "caio")
    live = asyncio.create_task(whole(app.watch(table.id, name)))
    await app.start(table.id)
    for _ in range(5):
        await app.play_on(table.id)
    await app.leave(table.id, "bia")
    over = await app.play_out(table.id)
    seen = await asyncio.wait_for(live, 10)
    for after in (1, 2, 4, 9, over.version - 1):
        again = await whole(app.watch(table.id, name, after))
        assert again[0].version == after + 1
        missed = [one for one in seen if one.version > max(after, seen[0].version)]
        assert again[-len(missed) :] == missed


async def test_a_watcher_up_to_date_gets_a_sign_of_life_at_once_and_again(app: "Guest") -> None:
    table = await app.create()
    stream = app.watch(table.id, after=table.version)
    for _ in range(3):
        sign = await asyncio.wait_for(anext(stream), 2)
        assert sign.version == table.version
        assert not sign.HasField("table")
    await app.join(table.id, "bia")
    async for change in stream:
        if change.HasField("table"):
            break
    assert change.version == table.version + 1


async def test_a_version_to_come_or_too_far_behind_gets_the_whole_table(
    app: "Guest", monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watching, "KEPT", 3)
    table = await app.seated("ana", "bia", "caio", "davi", "eva", "fabio")
    for after in (table.version + 5, 1_000_000_000, 1):
        first = await anext(app.watch(table.id, after=after))
        assert first.table == table
    [missed] = await some(app.watch(table.id, after=table.version - 3), 1)
    assert missed.version == table.version - 2


async def test_a_watch_of_a_table_that_is_over_ends_at_once(app: "Guest") -> None:
    table = await app.create()
    closed = await app.leave(table.id, "ana")
    [only] = await whole(app.watch(table.id))
    assert only.table.state == tables_pb2.TABLE_STATE_CLOSED
    current = [one async for one in app.watch(table.id, after=closed.version)]
    assert [(one.version, one.HasField("table")) for one in current] == [(closed.version, False)]


async def test_a_service_hears_of_what_another_one_wrote(open_house: Any) -> None:
    async with open_house() as left, open_house() as right:
        table = await left.app.seated("ana", "bia")
        stream = right.app.watch(table.id, "bia")
        await anext(stream)
        await left.app.start(table.id)
        await left.app.play_on(table.id)
        seen = await asyncio.wait_for(some(stream, 3), 5)
        assert [one.version for one in seen] == [3, 4, 5]


async def test_nothing_is_missed_between_reading_and_listening(app: "Guest") -> None:
    table = await app.create()
    streams = []
    for number in range(1, 8):
        streams.append(asyncio.create_task(some(app.watch(table.id, after=number), 8 - number)))
        await app.join(table.id, f"p{number}")
    for number, stream in enumerate(streams, start=1):
        seen = await asyncio.wait_for(stream, 5)
        assert [one.version for one in seen] == list(range(number + 1, 9))


async def test_a_slow_watcher_gets_one_whole_table_instead_of_a_backlog(house: "House") -> None:
    table = await house.app.create()
    sights = house.room.watching.follow(table.id, "", 0)
    await anext(sights)
    for number in range(BACKLOG + 5):
        levels = [engine_pb2.LEVEL_NORMAL] * (1 + number % 2)
        await house.app.rivals(table.id, "ana", levels)
    sight = await anext(sights)
    assert sight.scene is not None
    assert sight.table.version == table.version + BACKLOG + 5
    await house.app.rivals(table.id, "ana", [])
    assert (await anext(sights)).table.version == table.version + BACKLOG + 6


async def test_a_caller_that_does_not_read_for_a_while_gets_one_whole_table_and_then_every_change(
    house: "House",
) -> None:
    table = await house.app.create()
    channel = grpc.aio.insecure_channel(f"127.0.0.1:{house.port}", options=SMALL_WINDOW)
    slow = type(house.app)(tables_pb2_grpc.TablesServiceStub(channel), "app")
    stream = slow.watch(table.id)
    await anext(stream)
    changes = 0
    while not any(watch.is_behind for watch in house.room.hub._watches[table.id]):
        changes += 1
        await house.app.rivals(table.id, "ana", [engine_pb2.LEVEL_NORMAL] * (1 + changes % 2))
        assert changes < 5_000
    last = table.version + changes
    seen = await some(stream, 1)
    while seen[-1].version < last:
        seen += await some(stream, 1)
    steps = [after.version - before.version for before, after in pairwise(seen)]
    assert sorted(steps)[:-1] == [1] * (len(steps) - 1)
    assert max(steps) > BACKLOG
    await house.app.rivals(table.id, "ana", [])
    assert [one.version for one in await some(stream, 1)] == [last + 1]
    await channel.close()


async def test_a_change_told_late_or_twice_is_seen_once(house: "House") -> None:
    table = await house.app.create()
    sights = house.room.watching.follow(table.id, "", 0)
    first = await anext(sights)
    await house.app.join(table.id, "bia")
    second = await anext(sights)
    assert first.scene is not None
    house.room.hub.publish(Update(first.table, first.scene))
    house.room.hub.publish(Update(second.table, first.scene))
    await house.app.join(table.id, "caio")
    assert (await anext(sights)).table.version == second.table.version + 1


async def test_those_who_watch_are_sent_away_when_the_service_stops(
    house: "House", refused: "Refused"
) -> None:
    table = await house.app.create()
    stream = house.app.watch(table.id)
    await anext(stream)
    house.room.hub.stop()
    assert (await refused(anext(stream)))[:2] == ("UNAVAILABLE", "TABLES_STOPPING")


async def test_nobody_is_told_after_hanging_up(house: "House") -> None:
    hub = Hub()
    with hub.watch("t") as watch:
        assert await watch.next(0.01) is None
    assert not hub._watches
    table = await house.app.create()
    call = house.app.stub.WatchTable(
        tables_pb2.WatchTableRequest(table=table.id), metadata=house.app.metadata
    )
    await call.read()
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call.read()
    for _ in range(50):
        if not house.room.hub._watches:
            break
        await asyncio.sleep(0.02)
    assert not house.room.hub._watches
    assert await call.code() is grpc.StatusCode.CANCELLED
