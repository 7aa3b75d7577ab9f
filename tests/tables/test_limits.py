"""Too many calls of one hold nobody else up."""

import asyncio
from typing import TYPE_CHECKING, Any

import grpc
import grpc.aio
import pytest
from google.rpc import error_details_pb2
from grpc_status import rpc_status

from carteado.api.tables.v1 import tables_pb2

if TYPE_CHECKING:
    from tests.tables.conftest import Guest, OpenHouse


def looking(guest: "Guest", table: str, name: str = "") -> Any:
    player_id = guest.player(name).id if name else ""
    request = tables_pb2.GetTableRequest(table=table, player_id=player_id)
    return guest.call("GetTable", request)


async def flooded(call: Any, times: int) -> list[grpc.aio.AioRpcError]:
    """The refusals among so many calls at once."""
    answers = await asyncio.gather(*(call() for _ in range(times)), return_exceptions=True)
    errors = [one for one in answers if isinstance(one, grpc.aio.AioRpcError)]
    assert all(error.code() is grpc.StatusCode.RESOURCE_EXHAUSTED for error in errors)
    return errors


async def test_a_flood_of_one_player_is_refused_and_hurts_no_other(
    open_house: "OpenHouse",
) -> None:
    async with open_house(player_calls_a_second=1, player_calls_at_once=20) as house:
        table = await house.app.create("ana")
        refused = await flooded(lambda: looking(house.app, table.id, "ana"), 200)
        assert len(refused) > 150
        for name in ("bia", "caio"):
            await house.app.join(table.id, name)
        await looking(house.bot, table.id, "ana")


async def test_a_refused_call_says_when_to_try_again(open_house: "OpenHouse") -> None:
    async with open_house(player_calls_a_second=2, player_calls_at_once=3) as house:
        table = await house.app.create("ana")
        error = (await flooded(lambda: looking(house.app, table.id, "ana"), 20))[0]
        info, retry = error_details_pb2.ErrorInfo(), error_details_pb2.RetryInfo()
        details = rpc_status.from_call(error).details
        assert details[0].Unpack(info)
        assert details[1].Unpack(retry)
        assert info.reason == "RATE_LIMITED"
        wait = retry.retry_delay.ToTimedelta().total_seconds()
        assert 0 < wait <= 1
        await asyncio.sleep(wait)
        await looking(house.app, table.id, "ana")


async def test_a_flood_of_one_application_hurts_no_other(open_house: "OpenHouse") -> None:
    async with open_house(application_calls_a_second=1, application_calls_at_once=30) as house:
        table = await house.app.create("ana")
        assert await flooded(lambda: looking(house.app, table.id), 100)
        await house.bot.join(table.id, "bia")


async def test_somebody_elses_player_is_not_charged(open_house: "OpenHouse") -> None:
    async with open_house(player_calls_a_second=1, player_calls_at_once=10) as house:
        table = await house.app.create("ana")
        foreign = tables_pb2.GetTableRequest(table=table.id, player_id="app/ana")
        for _ in range(50):
            with pytest.raises(grpc.aio.AioRpcError) as caught:
                await house.bot.call("GetTable", foreign)
            assert caught.value.code() is grpc.StatusCode.PERMISSION_DENIED
        await looking(house.app, table.id, "ana")
