"""What an impatient, careless or hostile application may send, and what a sore loser may do."""

import asyncio
import time
from typing import TYPE_CHECKING, Any

import pytest
from google.protobuf.duration_pb2 import Duration

from carteado.api.engine.v1 import engine_pb2
from carteado.api.eu_faco.v1 import eu_faco_pb2
from carteado.api.game.v1 import game_pb2
from carteado.api.tables.v1 import tables_pb2

if TYPE_CHECKING:
    from tests.tables.conftest import Guest, Refused

FIXED = game_pb2.Options(eu_faco=eu_faco_pb2.Options(fixed_rounds=[10]))


async def test_a_list_of_a_hundred_thousand_faults_holds_nobody_up(
    app: "Guest", refused: "Refused"
) -> None:
    bad: Any = [99] * 100_000
    started = time.monotonic()
    assert (await refused(app.rivals("x", "ana", bad)))[:2] == ("INVALID_ARGUMENT", "FIELD_INVALID")
    assert time.monotonic() - started < 5


async def test_a_label_whose_name_has_100_kb_is_refused_with_a_reason(
    app: "Guest", refused: "Refused"
) -> None:
    for size in (1_500, 5_000, 100_000):
        answer = await refused(app.create(labels={"k" * size: "v"}))
        assert answer[:2] == ("INVALID_ARGUMENT", "FIELD_INVALID")


@pytest.mark.parametrize(("seconds", "nanos"), [(6, -5), (6, 2_000_000_000), (7, -1_000_000_000)])
async def test_a_turn_time_that_is_not_normalised_is_refused(
    app: "Guest", refused: "Refused", seconds: int, nanos: int
) -> None:
    odd = Duration(seconds=seconds, nanos=nanos)
    wanted = ("INVALID_ARGUMENT", "FIELD_INVALID")
    assert (await refused(app.create(turn_time=odd)))[:2] == wanted
    table = await app.create()
    assert (await refused(app.update(table.id, "ana", turn_time=odd)))[:2] == wanted


async def test_a_turn_time_and_none_contradict_each_other(app: "Guest", refused: "Refused") -> None:
    table = await app.create()
    call = app.update(table.id, "ana", turn_time=Duration(seconds=60), no_turn_time=True)
    assert (await refused(call))[:2] == ("INVALID_ARGUMENT", "OPTIONS_CONTRADICT")


@pytest.mark.parametrize("method", ["StartMatch", "LeaveTable", "SetRivals"])
async def test_the_same_request_sent_many_times_at_once_is_never_refused(
    app: "Guest", method: str
) -> None:
    for number in range(5):
        table = await app.seated("ana", "bia")
        request = getattr(tables_pb2, f"{method}Request")(
            request_id=f"once-{method}-{number}", table=table.id, player_id="app/ana"
        )
        if method == "SetRivals":
            request.levels.append(engine_pb2.LEVEL_NORMAL)
        answers = await asyncio.gather(*(app.call(method, request) for _ in range(8)))
        assert {answer.table.id for answer in answers} == {table.id}


async def test_a_rematch_that_everybody_left_makes_room_for_another(app: "Guest") -> None:
    table = await app.dealt("ana", "bia")
    await app.play_out(table.id)
    given_up = await app.rematch(table.id, "bia")
    await app.leave(given_up.id, "bia")
    again = await app.rematch(table.id, "ana")
    assert again.id != given_up.id
    assert (await app.rematch(table.id, "bia")).id == again.id


async def test_rounds_too_large_for_those_seated_are_refused_at_the_start_and_played_by_fewer(
    app: "Guest", refused: "Refused"
) -> None:
    table = await app.create(options=FIXED)
    for name in ("bia", "caio", "davi"):
        await app.join(table.id, name)
    answer = await refused(app.start(table.id))
    assert answer[:2] == ("FAILED_PRECONDITION", "OPTION_RANGE")
    await app.leave(table.id, "davi")
    started = await app.start(table.id)
    assert started.state == tables_pb2.TABLE_STATE_PLAYING


async def test_joining_once_more_by_the_same_request_after_leaving_answers_without_a_seat(
    app: "Guest",
) -> None:
    table = await app.create()
    request = tables_pb2.JoinTableRequest(
        request_id="join-once", table=table.id, player=app.player("bia")
    )
    assert (await app.call("JoinTable", request)).seat == 1
    await app.leave(table.id, "bia")
    again = await app.call("JoinTable", request)
    assert not again.HasField("seat")
    assert again.table.id == table.id
