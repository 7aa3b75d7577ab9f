"""The match, over the wire and against the real engine: starting, acting, leaving, the result, the record, another match."""

import asyncio
from typing import TYPE_CHECKING, Any

import grpc
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from google.protobuf.duration_pb2 import Duration

from carteado.api.engine.v1 import engine_pb2, engine_pb2_grpc
from carteado.api.game.v1 import game_pb2
from carteado.api.tables.v1 import tables_pb2
from carteado.runtime.canonical import canonical_form

if TYPE_CHECKING:
    from tests.tables.conftest import Guest, House, Refused

NORMAL = engine_pb2.LEVEL_NORMAL


def bid(tricks: int) -> game_pb2.Action:
    return game_pb2.Action(bid=game_pb2.Bid(tricks=tricks))


async def test_a_match_is_played_to_its_end(app: "Guest") -> None:
    table = await app.dealt("ana", "bia", "caio")
    over = await app.play_out(table.id)
    assert over.state == tables_pb2.TABLE_STATE_FINISHED
    assert over.view.phase == game_pb2.PHASE_FINISHED
    assert over.placements == over.view.placements
    assert [place.seat for place in over.placements] == [0, 1, 2]


async def test_a_match_starts_with_its_anchor_and_the_table_deals_by_itself(app: "Guest") -> None:
    table = await app.seated("ana", "bia")
    started = await app.start(table.id, "bia")
    assert started.state == tables_pb2.TABLE_STATE_PLAYING
    assert started.view.phase == game_pb2.PHASE_AWAITING_DEAL
    assert started.view.anchor == table.anchor
    assert started.version == table.version + 1
    dealt = await app.until(table.id, lambda seen: seen.view.ply == 1)
    assert dealt.version == started.version + 1
    assert dealt.view.phase == game_pb2.PHASE_AWAITING_SEAT


async def test_a_match_needs_enough_seats_and_somebody_seated(
    app: "Guest", refused: "Refused"
) -> None:
    table = await app.create()
    answers = [
        (app.start(table.id, "ana"), ("FAILED_PRECONDITION", "TOO_FEW_SEATS")),
        (app.start(table.id, "bia"), ("PERMISSION_DENIED", "NOT_SEATED")),
        (app.act(table.id, "ana", 0, bid(0)), ("FAILED_PRECONDITION", "MATCH_NOT_STARTED")),
        (app.record(table.id), ("FAILED_PRECONDITION", "MATCH_NOT_STARTED")),
        (app.rematch(table.id, "ana"), ("FAILED_PRECONDITION", "MATCH_NOT_OVER")),
    ]
    for call, expected in answers:
        assert (await refused(call))[:2] == expected


async def test_the_lobby_is_over_once_the_match_has_started(
    app: "Guest", refused: "Refused"
) -> None:
    table = await app.dealt("ana", "bia")
    calls = [
        app.start(table.id),
        app.update(table.id, "ana", max_seats=3),
        app.rivals(table.id, "ana", [NORMAL]),
        app.join(table.id, "caio"),
    ]
    for call in calls:
        assert (await refused(call))[:2] == ("FAILED_PRECONDITION", "MATCH_STARTED")


async def test_everybody_sees_the_own_cards_and_the_public_none(app: "Guest") -> None:
    table = await app.dealt("ana", "bia")
    public = await app.get(table.id)
    assert not public.view.observer.HasField("seat")
    assert not public.view.legal
    for number, name in enumerate(("ana", "bia")):
        own = await app.get(table.id, name)
        assert own.view.observer.seat == number
    assert (await app.get(table.id, "stranger")).view == public.view


async def test_what_the_seats_add_goes_into_the_first_deal(app: "Guest") -> None:
    table = await app.seated("ana", "bia")
    await app.join(table.id, "bia", entropy=b"luck")
    await app.start(table.id)
    await app.play_out(table.id)
    moves = (await app.record(table.id)).record.moves
    deals = [list(move.action.deal.entropy) for move in moves if move.action.HasField("deal")]
    assert deals[0] == [b"", b"luck"]
    assert not any(deals[1:])


async def test_a_move_answers_with_the_table_and_its_events(app: "Guest") -> None:
    table = await app.dealt("ana", "bia")
    answer = await app.play_on(table.id)
    assert not answer.repeated_call
    assert answer.table.version == table.version + 1
    assert answer.table.view.ply == 2
    assert [event.ply for event in answer.table.view.events] == [2]
    assert not (await app.get(table.id)).view.events


async def test_the_same_move_again_changes_nothing(app: "Guest", refused: "Refused") -> None:
    table = await app.dealt("ana", "bia")
    name, view = await app.turn(table.id)
    first = await app.act(table.id, name, view.ply, view.legal[0], "move")
    for request_id in ("move", "move", "other"):
        again = await app.act(table.id, name, view.ply, view.legal[0], request_id)
        assert again.repeated_call
        assert again.table.version == first.table.version
    different = app.act(table.id, name, view.ply, view.legal[1])
    assert await refused(different) == ("ABORTED", "PLY_CLOSED", {"ply": str(view.ply + 1)})
    reused = app.act(table.id, name, view.ply, view.legal[1], "move")
    assert (await refused(reused))[:2] == ("INVALID_ARGUMENT", "REQUEST_ID_REUSED")


async def test_a_ply_to_come_is_as_closed_as_one_gone(app: "Guest", refused: "Refused") -> None:
    table = await app.dealt("ana", "bia")
    name, view = await app.turn(table.id)
    for ply in (0, view.ply + 1, 1_000_000):
        call = app.act(table.id, name, ply, view.legal[0])
        assert await refused(call) == ("ABORTED", "PLY_CLOSED", {"ply": str(view.ply)})


async def test_what_the_rules_refuse_changes_nothing(app: "Guest", refused: "Refused") -> None:
    table = await app.dealt("ana", "bia")
    name, view = await app.turn(table.id)
    other = "bia" if name == "ana" else "ana"
    deal = game_pb2.Action(deal=game_pb2.Deal())
    answers = [
        await refused(app.act(table.id, other, view.ply, view.legal[0])),
        await refused(app.act(table.id, name, view.ply, bid(30))),
        await refused(app.act(table.id, name, view.ply, game_pb2.Action(draw=game_pb2.Draw()))),
        await refused(app.act(table.id, name, view.ply, deal)),
        await refused(app.act(table.id, "stranger", view.ply, view.legal[0])),
    ]
    assert answers[0][:2] == ("FAILED_PRECONDITION", "NOT_YOUR_TURN")
    assert answers[3][:2] == ("INVALID_ARGUMENT", "DEAL_BELONGS_TO_TABLE")
    assert answers[4][:2] == ("PERMISSION_DENIED", "NOT_SEATED")
    assert (await app.get(table.id, name)).view == view
    assert (await app.get(table.id)).version == table.version


async def test_of_two_services_that_race_on_one_decision_one_wins(open_house: Any) -> None:
    async with open_house() as left, open_house() as right:
        table = await left.app.dealt("ana", "bia")
        for _ in range(6):
            name, view = await left.app.turn(table.id)
            wanted = [view.legal[number % len(view.legal)] for number in range(10)]
            calls = [
                (left, right)[number % 2].app.act(table.id, name, view.ply, action)
                for number, action in enumerate(wanted)
            ]
            answers = await asyncio.gather(*calls, return_exceptions=True)
            done = [one for one in answers if isinstance(one, tables_pb2.ActResponse)]
            errors = [one for one in answers if isinstance(one, grpc.aio.AioRpcError)]
            assert sum(not one.repeated_call for one in done) == 1
            assert {error.code() for error in errors} <= {grpc.StatusCode.ABORTED}
        log = await left.room.desk.store.log(table.id, 10_000)
        assert [entry.version for entry in log] == list(range(1, len(log) + 1))


async def test_a_rival_plays_on_for_whoever_leaves_and_places_below_the_others(
    app: "Guest", refused: "Refused"
) -> None:
    table = await app.dealt("ana", "bia", "caio")
    left = await app.leave(table.id, "bia")
    assert left.seats[1].left
    assert left.seats[1].controller == tables_pb2.CONTROLLER_RIVAL
    assert not left.view.observer.HasField("seat")
    call = app.act(table.id, "bia", left.view.ply, bid(0))
    assert (await refused(call))[:2] == ("PERMISSION_DENIED", "NOT_SEATED")
    assert not (await app.get(table.id, "bia")).view.observer.HasField("seat")
    over = await app.play_out(table.id)
    assert over.placements[1].seat == 1
    assert over.placements[1].place == 3
    own = (await app.record(table.id)).record.placements
    assert sorted(place.seat for place in own) == [0, 1, 2]


async def test_a_match_that_everybody_left_closes(app: "Guest", refused: "Refused") -> None:
    table = await app.dealt("ana", "bia")
    await app.leave(table.id, "ana")
    closed = await app.leave(table.id, "bia")
    assert closed.state == tables_pb2.TABLE_STATE_CLOSED
    assert closed.view.phase == game_pb2.PHASE_AWAITING_SEAT
    assert not closed.placements
    call = app.act(table.id, "bia", closed.view.ply, bid(0))
    assert (await refused(call))[0] in {"PERMISSION_DENIED", "FAILED_PRECONDITION"}
    await asyncio.sleep(0.1)
    assert (await app.get(table.id)).version == closed.version


async def test_a_record_can_be_played_again_and_is_signed(
    house: "House", app: "Guest", engine: str
) -> None:
    table = await app.dealt("ana", "bia")
    over = await app.play_out(table.id)
    answer = await app.record(table.id)
    assert answer.record.ruleset == "eu_faco/1"
    assert answer.record.options.eu_faco.lives == 3
    assert answer.record.anchor == table.anchor
    assert len(answer.record.moves) == over.view.ply
    assert [seat.player.name for seat in answer.seats] == ["ana", "bia"]
    await _check_signature(app, answer)
    token = house.settings.engine_token.get_secret_value()
    async with grpc.aio.insecure_channel(engine) as channel:
        replay = await engine_pb2_grpc.EngineServiceStub(channel).Replay(
            engine_pb2.ReplayRequest(record=answer.record),
            metadata=(("authorization", f"Bearer {token}"),),
        )
    assert replay.reason == ""
    assert not replay.HasField("divergence")
    assert list(replay.placements) == list(answer.record.placements)


async def _check_signature(app: "Guest", answer: tables_pb2.GetRecordResponse) -> None:
    request = tables_pb2.ListSigningKeysRequest()
    keys = (await app.stub.ListSigningKeys(request, metadata=app.metadata)).keys
    assert keys[0].id == answer.key_id
    assert not keys[0].HasField("retired_at")
    public = Ed25519PublicKey.from_public_bytes(keys[0].public_key)
    public.verify(answer.signature, canonical_form(answer.record))


async def test_the_record_of_a_match_that_goes_on_ends_with_the_last_round_opened(
    app: "Guest",
) -> None:
    table = await app.dealt("ana", "bia")
    early = (await app.record(table.id)).record
    assert (len(early.moves), len(early.secrets)) == (0, 0)
    opened = await app.play_on(table.id)
    while not any(event.HasField("round_opened") for event in opened.table.view.events):
        opened = await app.play_on(table.id)
    await app.play_on(table.id)
    record = (await app.record(table.id)).record
    assert len(record.moves) == opened.table.view.ply
    assert len(record.secrets) == 1
    assert not record.placements


async def test_everybody_who_asks_for_a_rematch_gets_the_same_table_in_the_old_order(
    app: "Guest", refused: "Refused"
) -> None:
    names = ("ana", "bia", "caio")
    table = await app.dealt(*names, max_seats=5, labels={"chat": "7"})
    await app.play_out(table.id)
    stranger = await refused(app.rematch(table.id, "zeca"))
    assert stranger[:2] == ("PERMISSION_DENIED", "NOT_SEATED")
    answers = await asyncio.gather(*(app.rematch(table.id, name) for name in reversed(names)))
    assert len({one.id for one in answers}) == 1
    following = await app.get(answers[0].id)
    assert following.id != table.id
    assert following.anchor != table.anchor
    assert [seat.player.name for seat in following.seats] == ["ana", "bia", "caio"]
    assert following.state == tables_pb2.TABLE_STATE_LOBBY
    assert (following.max_seats, dict(following.labels)) == (5, {"chat": "7"})
    again = await app.rematch(table.id, "ana")
    assert (again.id, again.version) == (following.id, following.version)
    late = app.act(table.id, "ana", 0, bid(0))
    assert (await refused(late))[0] == "ABORTED"


async def test_a_rematch_against_rivals_seats_them_again(app: "Guest") -> None:
    table = await app.create()
    await app.rivals(table.id, "ana", [NORMAL])
    await app.start(table.id)
    await app.play_out(table.id)
    following = await app.rematch(table.id, "ana")
    assert [seat.player.id for seat in following.seats] == ["app/ana", "house/1"]


async def test_a_ranked_match_needs_two_people(app: "Guest", refused: "Refused") -> None:
    table = await app.create(purpose=tables_pb2.PURPOSE_RANKED, turn_time=Duration(seconds=60))
    assert (await refused(app.start(table.id)))[1] == "TOO_FEW_SEATS"
    await app.join(table.id, "bia")
    await app.start(table.id)
    dealt = await app.until(table.id, lambda seen: seen.view.ply == 1)
    assert dealt.HasField("deadline")
