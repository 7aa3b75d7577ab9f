"""Tables that are followed over connections that fail."""

import asyncio
import time
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

import grpc
import pytest

from carteado.api.tables.v1 import tables_pb2
from carteado.client import Client, NotAllowed, NotFound, Unavailable

if TYPE_CHECKING:
    from tests.client.conftest import Fault, Script, Silence

LOST = grpc.StatusCode.UNAVAILABLE
HEARTBEAT = tables_pb2.WatchTableResponse()


def change(version: int, *, over: bool = False) -> tables_pb2.WatchTableResponse:
    return tables_pb2.WatchTableResponse(version=version, table=table(version, over=over))


def table(version: int, *, over: bool = False) -> tables_pb2.Table:
    state = tables_pb2.TABLE_STATE_FINISHED if over else tables_pb2.TABLE_STATE_PLAYING
    return tables_pb2.Table(id="t1", version=version, state=state)


async def versions(tables: AsyncIterator[tables_pb2.Table]) -> list[int]:
    return [each.version async for each in tables]


async def test_a_watch_ends_with_the_table(
    script: "Script", client: Client, silence: "type[Silence]"
) -> None:
    script.then("WatchTable", [change(1), HEARTBEAT, change(2), change(3, over=True), silence()])
    assert await versions(client.watch("t1", "demo/ana")) == [1, 2, 3]
    (call,) = script.calls["WatchTable"]
    assert (call.table, call.player_id, call.after_version) == ("t1", "demo/ana", 0)


async def test_a_cut_stream_is_resumed_after_the_last_version_delivered(
    script: "Script", client: Client, fault: "type[Fault]"
) -> None:
    script.then(
        "WatchTable",
        [change(1), change(2), fault(LOST)],
        [fault(LOST)],
        [change(3), fault(grpc.StatusCode.CANCELLED)],
        [change(4), change(5, over=True)],
    )
    assert await versions(client.watch("t1")) == [1, 2, 3, 4, 5]
    assert [call.after_version for call in script.calls["WatchTable"]] == [0, 2, 2, 3]


async def test_versions_that_were_delivered_are_not_delivered_again(
    script: "Script", client: Client, fault: "type[Fault]"
) -> None:
    script.then(
        "WatchTable",
        [change(1), change(2), change(2), change(1), fault(LOST)],
        [change(1), change(2), change(3), change(3), change(4, over=True)],
    )
    assert await versions(client.watch("t1")) == [1, 2, 3, 4]


async def test_a_whole_table_stands_for_a_backlog_that_is_gone(
    script: "Script", client: Client, fault: "type[Fault]"
) -> None:
    script.then("WatchTable", [change(1), fault(LOST)], [change(40), change(41, over=True)])
    assert await versions(client.watch("t1")) == [1, 40, 41]


async def test_a_gap_within_a_stream_is_healed_from_the_last_version_delivered(
    script: "Script", client: Client
) -> None:
    ahead = tables_pb2.WatchTableResponse(version=6)
    script.then(
        "WatchTable",
        [change(1), change(2), change(5), change(6)],
        [change(3), change(4), change(5), ahead, change(7)],
        [change(6), change(7, over=True)],
    )
    assert await versions(client.watch("t1")) == [1, 2, 3, 4, 5, 6, 7]
    assert [call.after_version for call in script.calls["WatchTable"]] == [0, 2, 5]


async def test_a_caller_may_resume_from_a_version_of_its_own(
    script: "Script", client: Client
) -> None:
    script.then("WatchTable", [change(8), change(9, over=True)])
    assert await versions(client.watch("t1", after_version=7)) == [8, 9]
    assert script.calls["WatchTable"][0].after_version == 7


async def test_a_silent_stream_is_broken(
    script: "Script", client: Client, silence: "type[Silence]"
) -> None:
    script.then("WatchTable", [change(1), silence()], [change(2, over=True)])
    started = time.monotonic()
    assert await versions(client.watch("t1", silence=0.3)) == [1, 2]
    assert time.monotonic() - started < 3


async def test_a_slow_stream_with_signs_of_life_is_not_broken(
    script: "Script", client: Client, silence: "type[Silence]"
) -> None:
    slow = [part for _ in range(5) for part in (silence(0.15), HEARTBEAT)]
    script.then("WatchTable", [change(1), *slow, change(2, over=True)])
    assert await versions(client.watch("t1", silence=0.4)) == [1, 2]
    assert len(script.calls["WatchTable"]) == 1


async def test_a_watch_outlives_a_restart_of_the_server(
    script: "Script", client: Client, silence: "type[Silence]"
) -> None:
    script.then("WatchTable", [change(1), silence()], [change(2), change(3, over=True)])
    seen = []
    async for each in client.watch("t1"):
        seen.append(each.version)
        if each.version == 1:
            await script.stop()
            await asyncio.sleep(0.3)
            await script.start()
    assert seen == [1, 2, 3]


async def test_a_watch_goes_on_within_two_seconds_however_long_the_server_was_away(
    script: "Script", client: Client, silence: "type[Silence]"
) -> None:
    script.then("WatchTable", [change(1), silence()], [change(2, over=True)])
    watch = client.watch("t1")
    await anext(watch)
    await script.stop()
    following = asyncio.ensure_future(anext(watch))
    await asyncio.sleep(3)
    await script.start()
    assert (await asyncio.wait_for(following, 2)).version == 2


async def test_a_stream_that_ends_in_order_before_the_table_is_resumed(
    script: "Script", client: Client
) -> None:
    script.then("WatchTable", [change(1)], [change(2, over=True)])
    script.then("GetTable", tables_pb2.GetTableResponse(table=table(2, over=True)))
    assert await versions(client.watch("t1")) == [1, 2]


async def test_nothing_follows_a_table_that_was_over_before(
    script: "Script", client: Client
) -> None:
    script.then("WatchTable", [])
    script.then("GetTable", tables_pb2.GetTableResponse(table=table(9, over=True)))
    assert await versions(client.watch("t1", after_version=9)) == []


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        (grpc.StatusCode.NOT_FOUND, NotFound),
        (grpc.StatusCode.UNAUTHENTICATED, NotAllowed),
        (grpc.StatusCode.PERMISSION_DENIED, NotAllowed),
    ],
)
async def test_what_no_repetition_mends_is_raised_at_once(
    script: "Script",
    client: Client,
    fault: "type[Fault]",
    code: grpc.StatusCode,
    kind: type[Exception],
) -> None:
    script.then("WatchTable", [fault(code, "WHY")])
    with pytest.raises(kind, match="WHY"):
        await versions(client.watch("t1"))
    assert len(script.calls["WatchTable"]) == 1


async def test_a_watch_gives_up_when_nothing_comes_for_as_long_as_its_patience(
    script: "Script", fault: "type[Fault]"
) -> None:
    script.then("WatchTable", [change(1), fault(LOST)])
    for _ in range(50):
        script.then("WatchTable", [fault(LOST, "AWAY")])
    async with Client(f"127.0.0.1:{script.port}", "t", patience=0.5) as hasty:
        with pytest.raises(Unavailable, match="AWAY"):
            await versions(hasty.watch("t1"))


async def test_a_watch_gives_up_on_a_server_that_stays_silent(
    script: "Script", silence: "type[Silence]"
) -> None:
    for _ in range(50):
        script.then("WatchTable", [silence()])
    async with Client(f"127.0.0.1:{script.port}", "t", patience=0.5) as hasty:
        with pytest.raises(Unavailable, match="STREAM_BROKEN"):
            await versions(hasty.watch("t1", silence=0.1))


async def test_each_message_renews_the_patience(script: "Script", fault: "type[Fault]") -> None:
    for version in range(1, 13):
        script.then("WatchTable", [change(version), fault(LOST)])
    script.then("WatchTable", [change(13, over=True)])
    async with Client(f"127.0.0.1:{script.port}", "t", patience=0.5) as hasty:
        started = time.monotonic()
        assert await versions(hasty.watch("t1")) == list(range(1, 14))
    assert time.monotonic() - started > 0.5


async def test_a_watch_that_is_left_leaves_no_stream_open(
    script: "Script", client: Client, silence: "type[Silence]"
) -> None:
    script.then("WatchTable", [change(1), silence()])
    watch = client.watch("t1")
    assert (await anext(watch)).version == 1
    assert not script.all_closed.is_set()
    await watch.aclose()
    await asyncio.wait_for(script.all_closed.wait(), 3)
