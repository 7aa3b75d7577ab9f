"""What holds of every game at a table, over the wire and against the real engine; and what only one game brings to a table."""

import asyncio
from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Any

import grpc.aio
import pytest
from google.protobuf.duration_pb2 import Duration

from carteado.api.engine.v1 import engine_pb2, engine_pb2_grpc
from carteado.api.estou_por_uma.v1 import estou_por_uma_pb2
from carteado.api.game.v1 import game_pb2
from carteado.api.tables.v1 import tables_pb2
from carteado.tables.changes import Author, Moved
from tests.short_matches import OPTIONS, at_whim, by_default, each_game
from tests.tables.conftest import is_over

if TYPE_CHECKING:
    from tests.tables.conftest import Guest, House, Refused

NORMAL = engine_pb2.LEVEL_NORMAL
THREE = ("ana", "bia", "caio")
HURRIED = {"turn_time": Duration(seconds=60)}
CATCH = game_pb2.Options(
    estou_por_uma=estou_por_uma_pb2.Options(
        hand_size=5, enforcement=estou_por_uma_pb2.ENFORCEMENT_CATCH
    )
)
"""Whoever forgets to call has to be caught."""


def at_whim_of_seed(view: game_pb2.View) -> game_pb2.Action:
    return at_whim(view, Random(f"tables/{view.ply}"))


async def check_record(house: "House", engine: str, table: tables_pb2.Table) -> None:
    """The record of a match that is over replays to the places that the rules gave."""
    record = (await house.app.record(table.id)).record
    assert len(record.moves) == table.view.ply
    token = house.settings.engine_token.get_secret_value()
    async with grpc.aio.insecure_channel(engine) as channel:
        replay = await engine_pb2_grpc.EngineServiceStub(channel).Replay(
            engine_pb2.ReplayRequest(record=record),
            metadata=(("authorization", f"Bearer {token}"),),
        )
    assert (replay.HasField("divergence"), replay.reason) == (False, "")
    assert list(replay.placements) == list(record.placements) == list(table.view.placements)


@each_game
@pytest.mark.parametrize("rivals", [1, 3, 7])
async def test_training_against_house_rivals_goes_to_its_end(
    game: str, rivals: int, house: "House", engine: str
) -> None:
    app = house.app
    table = await app.create(options=OPTIONS[game], purpose=tables_pb2.PURPOSE_TRAINING)
    await app.rivals(table.id, "ana", [NORMAL] * rivals)
    await app.start(table.id)
    over = await app.play_out(table.id, by_default)
    assert over.state == tables_pb2.TABLE_STATE_FINISHED
    assert [place.seat for place in over.placements] == list(range(rivals + 1))
    assert [seat.missed for seat in over.seats] == [0] * (rivals + 1)
    await check_record(house, engine, over)


@each_game
@pytest.mark.parametrize("choose", [by_default, at_whim_of_seed], ids=["default", "legal"])
async def test_a_table_is_played_to_its_end_by_people(
    game: str, choose: Any, house: "House", engine: str
) -> None:
    table = await house.app.dealt(*THREE, options=OPTIONS[game])
    assert table.view.WhichOneof("table") == game
    over = await house.app.play_out(table.id, choose)
    assert over.state == tables_pb2.TABLE_STATE_FINISHED
    assert over.placements == over.view.placements
    assert min(place.place for place in over.placements) == 1
    await check_record(house, engine, over)


def newer(than: tables_pb2.Table) -> Callable[[tables_pb2.Table], bool]:
    return lambda seen: seen.version > than.version


@each_game
async def test_a_match_whose_people_come_back_and_do_nothing_ends_by_the_clock(
    game: str, house: "House", engine: str
) -> None:
    table = await house.app.dealt("ana", "bia", options=OPTIONS[game], **HURRIED)
    app, over = house.app, table
    while not is_over(over):
        house.clock.pass_by(61)
        await house.room.croupier.sweep()
        over = await app.until(table.id, newer(over))
        for seat in over.seats:
            if seat.missed and not is_over(over):
                over = (await app.join(table.id, seat.player.name)).table
    assert not over.HasField("deadline")
    log = await house.room.desk.store.log(table.id, over.version)
    made = [entry.change for entry in log if isinstance(entry.change, Moved)]
    assert {move.author for move in made if move.seat is not None} == {Author.CLOCK}
    await check_record(house, engine, over)


@each_game
async def test_a_rival_plays_on_for_whoever_leaves_in_the_middle(
    game: str, house: "House", engine: str
) -> None:
    app = house.app
    table = await app.dealt(*THREE, options=OPTIONS[game], **HURRIED)
    await app.play_on(table.id, by_default)
    name, view = await app.turn(table.id)
    seat = view.observer.seat
    left = await app.leave(table.id, name)
    assert left.seats[seat].left
    assert left.seats[seat].controller == tables_pb2.CONTROLLER_RIVAL
    assert not left.HasField("deadline")
    await app.until(table.id, lambda seen: seen.view.ply > view.ply)
    assert not (await app.get(table.id, name)).view.observer.HasField("seat")
    over = await app.play_out(table.id, by_default)
    assert over.placements[seat].place == 3
    assert over.seats[seat].missed == 0
    await check_record(house, engine, over)


@each_game
async def test_a_match_of_any_game_goes_on_after_a_restart(game: str, open_house: Any) -> None:
    async with open_house() as house:
        table = await house.app.dealt("ana", "bia", options=OPTIONS[game])
        for _ in range(5):
            await house.app.play_on(table.id, by_default)
        name, view = await house.app.turn(table.id)
    async with open_house() as house:
        assert (await house.app.get(table.id, name)).view == view
        over = await house.app.play_out(table.id, by_default)
        assert over.state == tables_pb2.TABLE_STATE_FINISHED


@each_game
async def test_a_rematch_plays_the_same_game_with_the_same_options(game: str, app: "Guest") -> None:
    table = await app.dealt("ana", "bia", options=OPTIONS[game])
    await app.play_out(table.id, by_default)
    following = await app.rematch(table.id, "bia")
    assert following.options == table.options
    assert following.options.WhichOneof("game") == game


# Estou-por-uma: a word out of turn (EPU-R27, G-30)


def forgets(view: game_pb2.View) -> game_pb2.Action:
    """The default, but never a call."""
    chosen = game_pb2.Action()
    chosen.CopyFrom(view.default_action)
    chosen.play.estou_por_uma_call = False
    return chosen if chosen in view.legal else view.default_action


async def somebody_owes_a_call(app: "Guest", **more: Any) -> tuple[tables_pb2.Table, int]:
    """A table, and the seat that has just put down its last card but one without a word; it is another seat's turn."""
    table = await app.dealt(*THREE, options=CATCH, **more)
    while True:
        shown = await app.until(table.id, _goes_on)
        owing = [seat for seat, each in enumerate(shown.view.estou_por_uma.seats) if each.catchable]
        if owing and owing != [shown.view.to_act]:
            return shown, owing[0]
        await app.play_on(table.id, forgets)


def _goes_on(table: tables_pb2.Table) -> bool:
    return table.view.phase == game_pb2.PHASE_AWAITING_SEAT


def declares(accused: int | None = None) -> game_pb2.Action:
    return game_pb2.Action(declare=game_pb2.Declare(accused=accused))


async def test_epu_r27_a_seat_that_is_not_to_act_accuses_and_whoever_acts_decides_again(
    house: "House", refused: "Refused"
) -> None:
    app = house.app
    shown, owing = await somebody_owes_a_call(app, **HURRIED)
    ply, acting = shown.view.ply, shown.view.to_act
    [other] = {0, 1, 2} - {owing, acting}
    accuser = (await app.get(shown.id, THREE[other])).view
    assert accuser.legal == [declares(owing)]
    assert not accuser.HasField("default_action")
    own = (await app.get(shown.id, THREE[acting])).view
    house.clock.pass_by(20)
    caught = await app.act(shown.id, THREE[other], ply, declares(owing))
    assert caught.table.view.ply == ply + 1
    assert caught.table.view.to_act == acting
    assert caught.table.deadline == shown.deadline
    kinds = [event.estou_por_uma.WhichOneof("kind") for event in caught.table.view.events]
    assert kinds == ["caught", "cards_drawn"]
    late = await refused(app.act(shown.id, THREE[acting], ply, own.legal[0]))
    assert late == ("ABORTED", "PLY_CLOSED", {"ply": str(ply + 1)})
    again = (await app.get(shown.id, THREE[acting])).view
    assert list(again.legal) == [action for action in own.legal if action != declares(owing)]
    moved = await app.act(shown.id, THREE[acting], ply + 1, again.default_action)
    assert moved.table.view.ply == ply + 2


async def test_epu_r27_whoever_forgot_may_still_call_and_is_not_caught_any_more(
    app: "Guest", refused: "Refused"
) -> None:
    shown, owing = await somebody_owes_a_call(app)
    ply, acting = shown.view.ply, shown.view.to_act
    called = await app.act(shown.id, THREE[owing], ply, declares())
    seat = called.table.view.estou_por_uma.seats[owing]
    assert (seat.called, seat.catchable, seat.cards_left) == (True, False, 1)
    too_late = await refused(app.act(shown.id, THREE[acting], ply, declares(owing)))
    assert too_late[:2] == ("ABORTED", "PLY_CLOSED")
    nothing = await refused(app.act(shown.id, THREE[acting], ply + 1, declares(owing)))
    assert nothing[:2] == ("FAILED_PRECONDITION", "NOTHING_TO_CATCH")


async def test_epu_r27_of_many_who_accuse_at_once_one_has_caught_the_seat(app: "Guest") -> None:
    shown, owing = await somebody_owes_a_call(app)
    accusers = [name for seat, name in enumerate(THREE) if seat != owing] * 4
    calls = [app.act(shown.id, name, shown.view.ply, declares(owing)) for name in accusers]
    answers = await asyncio.gather(*calls, return_exceptions=True)
    done = [one for one in answers if isinstance(one, tables_pb2.ActResponse)]
    assert sum(not one.repeated_call for one in done) == 1
    seat = (await app.get(shown.id)).view.estou_por_uma.seats[owing]
    assert seat.cards_left == 1 + 7


# SEVN: the deck goes on from round to round


async def test_the_record_of_a_match_of_sevn_shows_nothing_before_its_end(
    house: "House", engine: str
) -> None:
    """SV-R3: a move shows cards of a deck that the next round is played with, so that no secret is opened before the last."""
    app = house.app
    table = await app.dealt(*THREE, options=OPTIONS["sevn"])
    while (await app.get(table.id)).view.sevn.round < 3:
        await app.play_on(table.id, by_default)
        record = (await app.record(table.id)).record
        assert (len(record.moves), len(record.secrets), len(record.placements)) == (0, 0, 0)
        assert record.anchor == table.anchor
    over = await app.play_out(table.id, by_default)
    record = (await app.record(table.id)).record
    assert len(record.secrets) == over.view.sevn.round
    await check_record(house, engine, over)


async def test_a_match_of_sevn_that_was_closed_opens_no_secret(app: "Guest") -> None:
    table = await app.dealt("ana", "bia", options=OPTIONS["sevn"])
    while (await app.get(table.id)).view.sevn.round < 2:
        await app.play_on(table.id, by_default)
    await app.close(table.id, "ana")
    record = (await app.record(table.id)).record
    assert (len(record.moves), len(record.secrets)) == (0, 0)
