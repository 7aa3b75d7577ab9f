"""Records played again: what holds, where one that does not hold differs first, and what of it is shown."""

from random import Random
from typing import Any

import grpc
import grpc.aio
import pytest

from carteado.api.engine.v1 import engine_pb2 as pb
from carteado.api.game.v1 import game_pb2
from tests.engine.engines import Engine, answer_of, bid, eu_faco, everybody, move_of, play
from tests.engine.wire_matches import Played, advance

INVALID = grpc.StatusCode.INVALID_ARGUMENT
FAILED = grpc.StatusCode.FAILED_PRECONDITION


@pytest.fixture
async def match(engine: Engine) -> Played:
    """A match of three rounds for three seats, played to its end."""
    rng = Random("replay")
    played = Played(eu_faco(fixed_rounds=[2, 1, 3]), 3, rng.randbytes(32))
    request = pb.OpenRequest(
        options=played.options, seats=3, secret=played.secret, observers=everybody(3)
    )
    played.steps.append((await engine.ask(request)).step)
    while played.view.phase != game_pb2.PHASE_FINISHED:
        await advance(engine, played, rng)
    return played


async def replayed(engine: Engine, record: game_pb2.Record, **more: Any) -> Any:
    return await engine.ask(pb.ReplayRequest(record=record, **more))


async def verdict(engine: Engine, record: game_pb2.Record) -> tuple[int | None, str]:
    answer = await replayed(engine, record)
    return (answer.divergence if answer.HasField("divergence") else None), answer.reason


async def test_a_record_that_holds_gives_the_places(engine: Engine, match: Played) -> None:
    answer = await replayed(engine, match.record())
    assert not answer.HasField("divergence")
    assert answer.reason == ""
    assert answer.placements == match.view.placements
    assert not answer.views


async def test_defaults_may_be_left_out_of_a_record(engine: Engine, match: Played) -> None:
    record = match.record()
    record.ruleset = ""
    assert await verdict(engine, record) == (None, "")


async def test_every_step_of_a_finished_match_can_be_shown(engine: Engine, match: Played) -> None:
    for after, step in enumerate(match.steps):
        answer = await replayed(engine, match.record(), observers=everybody(3), after_moves=after)
        assert list(answer.views) == list(step.views)


async def test_the_events_shown_are_those_of_the_last_move(engine: Engine, match: Played) -> None:
    answer = await replayed(engine, match.record(), observers=[game_pb2.Observer()])
    assert list(answer.views[0].events) == list(match.view.events)
    first = await replayed(engine, match.record(), observers=[game_pb2.Observer()], after_moves=0)
    assert not first.views[0].events


async def test_a_move_that_the_rules_contradict_is_the_divergence(
    engine: Engine, match: Played
) -> None:
    for at, move in enumerate(match.moves):
        record = match.record()
        if move.action.HasField("bid"):
            record.moves[at].action.CopyFrom(bid(11))
            assert await verdict(engine, record) == (at, "BID_RANGE")
        elif move.action.HasField("play"):
            record.moves[at].seat = (move.seat + 1) % 3
            assert await verdict(engine, record) == (at, "NOT_YOUR_TURN")
            record.moves[at].CopyFrom(move)
            record.moves[at].action.CopyFrom(play(0))
            assert await verdict(engine, record) == (at, "CARD_NOT_IN_HAND")
        else:
            record.moves.insert(at + 1, move)
            assert await verdict(engine, record) == (at + 1, "WRONG_PHASE")


async def test_a_verb_of_another_game_diverges(engine: Engine, match: Played) -> None:
    record = match.record()
    record.moves[1].action.CopyFrom(game_pb2.Action(draw=game_pb2.Draw()))
    assert await verdict(engine, record) == (1, "WRONG_PHASE")


async def test_moves_after_the_end_diverge(engine: Engine, match: Played) -> None:
    record = match.record()
    record.moves.append(record.moves[-1])
    assert await verdict(engine, record) == (len(match.moves), "ROUND_OVER")


async def test_other_secrets_or_places_are_found(engine: Engine, match: Played) -> None:
    count = len(match.moves)
    record = match.record()
    record.secrets[1] = b"x" * 32
    assert await verdict(engine, record) == (count, "SECRET_MISMATCH")
    for secrets in (match.secrets[:-1], [*match.secrets, b"x" * 32], [], match.secrets[::-1]):
        record = match.record()
        del record.secrets[:]
        record.secrets.extend(secrets)
        assert await verdict(engine, record) == (count, "SECRET_MISMATCH")
    record = match.record()
    record.anchor = bytes(32)
    assert await verdict(engine, record) == (count, "SECRET_MISMATCH")
    for field in ("place", "score", "tie_break", "seat"):
        record = match.record()
        setattr(record.placements[0], field, getattr(record.placements[0], field) + 1)
        assert await verdict(engine, record) == (count, "RESULT_MISMATCH")
    record = match.record()
    del record.placements[:]
    assert await verdict(engine, record) == (count, "RESULT_MISMATCH")


async def test_a_secret_of_a_round_that_is_not_counted_is_a_mismatch(
    engine: Engine, match: Played
) -> None:
    """A record that ends in the middle of a round opens nothing of it."""
    deals = [at for at, move in enumerate(match.moves) if move.action.HasField("deal")]
    record = match.record()
    del record.placements[:]
    del record.moves[deals[1] + 1 :]
    del record.secrets[2:]
    assert await verdict(engine, record) == (len(record.moves), "SECRET_MISMATCH")


async def test_a_record_up_to_the_end_of_a_round_holds_without_places(
    engine: Engine, match: Played
) -> None:
    deals = [at for at, move in enumerate(match.moves) if move.action.HasField("deal")]
    for rounds, at in enumerate(deals):
        record = match.record()
        del record.moves[at:], record.secrets[rounds:], record.placements[:]
        answer = await replayed(engine, record)
        assert (answer.HasField("divergence"), answer.reason) == (False, "")
        assert not answer.placements


async def test_only_a_record_that_is_over_and_holds_is_shown(engine: Engine, match: Played) -> None:
    deals = [at for at, move in enumerate(match.moves) if move.action.HasField("deal")]
    part = match.record()
    del part.moves[deals[1] :], part.secrets[1:], part.placements[:]
    forged = match.record()
    forged.placements[0].score += 1
    for record in (part, forged):
        for after in (None, 0, 1):
            request = pb.ReplayRequest(
                record=record, observers=[game_pb2.Observer(seat=1)], after_moves=after
            )
            answer = await engine.refused(request)
            assert (answer.code, answer.reason) == (FAILED, "RECORD_NOT_OVER")


async def test_a_record_that_claims_places_too_early_is_not_shown(
    engine: Engine, match: Played
) -> None:
    """Whoever has the secret of one round only must not see the next by claiming that all is over."""
    deals = [at for at, move in enumerate(match.moves) if move.action.HasField("deal")]
    record = match.record()
    del record.moves[deals[1] :], record.secrets[1:]
    request = pb.ReplayRequest(record=record, observers=[game_pb2.Observer(seat=1)])
    answer = await engine.refused(request)
    assert (answer.code, answer.reason) == (FAILED, "RECORD_NOT_OVER")


async def test_more_moves_than_the_record_has_cannot_be_shown(
    engine: Engine, match: Played
) -> None:
    for after in (len(match.moves) + 1, 2**32 - 1):
        request = pb.ReplayRequest(record=match.record(), after_moves=after)
        answer = await engine.refused(request)
        assert (answer.code, answer.reason) == (INVALID, "MOVE_RANGE")


async def test_a_record_that_no_match_could_have_is_refused(engine: Engine, match: Played) -> None:
    def changed(**fields: Any) -> game_pb2.Record:
        record = match.record()
        for name, value in fields.items():
            if isinstance(value, game_pb2.Options):
                getattr(record, name).CopyFrom(value)
            else:
                setattr(record, name, value)
        return record

    faulty = [
        (changed(seats=9), "PLAYER_COUNT"),
        (changed(seats=2**32 - 1), "PLAYER_COUNT"),
        (changed(options=eu_faco(lives=4)), "OPTION_RANGE"),
        (changed(options=eu_faco(lives=3, fixed_rounds=[1])), "OPTIONS_CONTRADICT"),
        (changed(anchor=b"x" * 33), "FIELD_INVALID"),
    ]
    for record, reason in faulty:
        answer = await engine.refused(pb.ReplayRequest(record=record))
        assert (answer.code, answer.reason) == (INVALID, reason)
    record = match.record()
    record.moves[1].seat = 7
    answer = await engine.refused(pb.ReplayRequest(record=record))
    assert (answer.code, answer.reason) == (INVALID, "SEAT_RANGE")
    assert answer.metadata == {"move": "1"}
    request = pb.ReplayRequest(record=match.record(), observers=[game_pb2.Observer(seat=3)])
    assert (await engine.refused(request)).reason == "SEAT_RANGE"


async def test_a_table_of_no_seats_is_named_as_such(engine: Engine, match: Played) -> None:
    record = match.record()
    record.seats = 0
    answer = await engine.refused(pb.ReplayRequest(record=record))
    assert (answer.code, answer.reason) == (INVALID, "PLAYER_COUNT")


async def outcome(engine: Engine, record: game_pb2.Record) -> str:
    try:
        answer = await engine.ask(pb.ReplayRequest(record=record))
    except grpc.aio.AioRpcError as error:
        return answer_of(error).code.name
    return "diverges" if answer.HasField("divergence") else "holds"


@pytest.mark.parametrize("length", [0, 5, 31])
async def test_a_record_whose_anchor_has_not_32_bytes_does_not_hold(
    engine: Engine, length: int
) -> None:
    record = game_pb2.Record(options=eu_faco(), seats=3, anchor=b"a" * length)
    assert await outcome(engine, record) in ("diverges", "INVALID_ARGUMENT")


async def test_a_long_record_is_judged_at_its_first_false_move(engine: Engine) -> None:
    step = await engine.dealt(fixed_rounds=[3])
    moves = [move_of(step)] * 5_000
    record = game_pb2.Record(options=eu_faco(), seats=4, anchor=bytes(32), moves=moves)
    answer = await engine.refused(pb.ReplayRequest(record=record, after_moves=6_000))
    assert answer.reason == "MOVE_RANGE"
    assert await verdict(engine, record) == (0, "WRONG_PHASE")
