"""What the engine refuses, in which words, and that nothing has changed after it."""

from dataclasses import dataclass
from typing import Any

import grpc
import grpc.aio
import pytest
from google.protobuf.message import Message
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc

from carteado.api.engine.v1 import engine_pb2 as pb
from carteado.api.game.v1 import game_pb2
from carteado.api.sevn.v1 import sevn_pb2
from carteado.records.translate.games import TRANSLATIONS
from tests.engine.engines import (
    BEARER,
    SERVICE,
    Answer,
    Engine,
    answer_of,
    bid,
    eu_faco,
    everybody,
    move_of,
    opening,
    play,
)

INVALID = grpc.StatusCode.INVALID_ARGUMENT
FAILED = grpc.StatusCode.FAILED_PRECONDITION
UNIMPLEMENTED = grpc.StatusCode.UNIMPLEMENTED
PASS: dict[str, Any] = {"pass": game_pb2.Pass()}
ANY_CARD: Any = 1
METHODS = [method.name for method in pb.DESCRIPTOR.services_by_name["EngineService"].methods]
HUGE = 2**32 - 1


@dataclass
class Match:
    """A match that must stand as it was, whatever is refused."""

    engine: Engine
    step: Any

    @property
    def state(self) -> bytes:
        state: bytes = self.step.state
        return state

    @property
    def acting(self) -> int:
        seat: int = self.step.views[-1].to_act
        return seat

    async def refuses(self, request: Message) -> tuple[grpc.StatusCode, str]:
        """Asks, and proves that the same state still shows and does the same."""
        answer = await self.engine.refused(request)
        shown = await self.engine.ask(pb.ObserveRequest(state=self.state, observers=everybody(4)))
        for view, expected in zip(shown.views, self.step.views, strict=True):
            view.events.extend(expected.events)
            assert view == expected
        await self.engine.act(self.step)
        return answer.code, answer.reason

    def bid(self, seat: int, tricks: int) -> pb.BidRequest:
        return pb.BidRequest(state=self.state, seat=seat, bid=game_pb2.Bid(tricks=tricks))

    def play(self, seat: int, card: Any) -> pb.PlayRequest:
        return pb.PlayRequest(state=self.state, seat=seat, play=game_pb2.Play(eu_faco=card))


@pytest.fixture
async def bidding(engine: Engine) -> Match:
    """The first of four speaks, with three cards in each hand."""
    return Match(engine, await engine.dealt(fixed_rounds=[3, 1]))


@pytest.fixture
async def playing(engine: Engine, bidding: Match) -> Match:
    """All have promised nothing, and the first of four leads."""
    step = bidding.step
    for _ in range(4):
        step = await engine.act(step, bid(0))
    return Match(engine, step)


@pytest.fixture
async def undealt(engine: Engine) -> Match:
    return Match(engine, await engine.open(fixed_rounds=[3, 1]))


@pytest.fixture
async def finished(engine: Engine) -> Match:
    step = await engine.dealt(fixed_rounds=[1])
    for _ in range(4):
        step = await engine.act(step, bid(0))
    assert step.views[-1].phase == game_pb2.PHASE_FINISHED
    return Match(engine, step)


async def code_and_reason(engine: Engine, request: Message) -> tuple[grpc.StatusCode, str]:
    answer = await engine.refused(request)
    assert (await engine.open()).ply == 0  # the engine itself still stands
    return answer.code, answer.reason


# Opening


@pytest.mark.parametrize("seats", [0, 1, 9, 12, 1000, HUGE])
async def test_a_table_of_another_size_is_refused(engine: Engine, seats: int) -> None:
    request = pb.OpenRequest(options=eu_faco(), seats=seats)
    assert await code_and_reason(engine, request) == (INVALID, "PLAYER_COUNT")


@pytest.mark.parametrize(
    "options",
    [
        {"lives": 1},
        {"lives": 4},
        {"lives": HUGE},
        {"fixed_rounds": [0]},
        {"fixed_rounds": [1, 10]},
        {"fixed_rounds": [HUGE]},
    ],
)
async def test_options_out_of_range_are_refused(engine: Engine, options: Any) -> None:
    assert await code_and_reason(engine, opening(4, **options)) == (INVALID, "OPTION_RANGE")


async def test_lives_contradict_fixed_rounds(engine: Engine) -> None:
    request = opening(4, lives=3, fixed_rounds=[1])
    assert await code_and_reason(engine, request) == (INVALID, "OPTIONS_CONTRADICT")


async def test_more_fixed_rounds_than_the_contract_allows_are_named(engine: Engine) -> None:
    answer = await engine.refused(opening(4, fixed_rounds=[1] * 21))
    assert (answer.code, answer.reason) == (INVALID, "FIELD_INVALID")
    assert answer.fields == ["options.eu_faco.fixed_rounds"]
    assert (await engine.open(fixed_rounds=[1] * 20)).ply == 0


@pytest.mark.parametrize("field", ["ceiling_policy", "cancel_mode", "same_round_rank"])
async def test_values_that_an_option_does_not_have_are_refused(engine: Engine, field: str) -> None:
    wrong: dict[str, Any] = {field: 7}
    answer = await engine.refused(opening(4, **wrong))
    assert (answer.code, answer.reason) == (INVALID, "FIELD_INVALID")
    assert answer.fields == [f"options.eu_faco.{field}"]


async def test_a_game_that_this_build_does_not_have_is_unimplemented(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As an engine of an older build answers a newer contract."""
    monkeypatch.delitem(TRANSLATIONS, "sevn")
    options = game_pb2.Options(sevn=sevn_pb2.Options())
    request = pb.OpenRequest(options=options, seats=4)
    assert await code_and_reason(engine, request) == (UNIMPLEMENTED, "GAME_UNAVAILABLE")
    record = game_pb2.Record(options=options, seats=4)
    replay = pb.ReplayRequest(record=record)
    assert await code_and_reason(engine, replay) == (UNIMPLEMENTED, "GAME_UNAVAILABLE")


@pytest.mark.parametrize("ruleset", ["eu_faco/2", "sevn/2", "EU_FACO/1", "eu_faco/1 ", "\0"])
async def test_rules_that_this_build_does_not_have_are_unimplemented(
    engine: Engine, ruleset: str
) -> None:
    request = opening(4)
    request.ruleset = ruleset
    assert await code_and_reason(engine, request) == (UNIMPLEMENTED, "RULESET_UNKNOWN")


async def test_options_of_one_game_do_not_fit_the_rules_of_another(engine: Engine) -> None:
    request = pb.OpenRequest(
        options=game_pb2.Options(sevn=sevn_pb2.Options()), seats=4, ruleset="eu_faco/1"
    )
    assert await code_and_reason(engine, request) == (INVALID, "RULESET_MISMATCH")


@pytest.mark.parametrize("length", [1, 16, 31])
async def test_a_secret_has_32_bytes(engine: Engine, length: int) -> None:
    request = opening(4, secret=b"s" * length)
    assert await code_and_reason(engine, request) == (INVALID, "SECRET_LENGTH")


async def test_a_longer_secret_breaks_the_contract(engine: Engine) -> None:
    answer = await engine.refused(opening(4, secret=b"s" * 33))
    assert (answer.reason, answer.fields) == ("FIELD_INVALID", ["secret"])
    assert "s" * 33 not in answer.message


async def test_missing_parts_are_named(engine: Engine, bidding: Match) -> None:
    state = bidding.state
    faulty: list[tuple[Any, str]] = [
        (pb.OpenRequest(seats=4), "options"),
        (pb.OpenRequest(seats=4, options=game_pb2.Options()), "options.game"),
        (pb.DealRequest(), "state"),
        (pb.BidRequest(state=state, seat=1), "bid"),
        (pb.PlayRequest(state=state, seat=1), "play"),
        (pb.PlayRequest(state=state, play=game_pb2.Play()), "play.card"),
        (pb.DrawRequest(state=state), "draw"),
        (pb.PassRequest(state=state), "pass"),
        (pb.ChooseRequest(state=state), "choose"),
        (pb.ChooseRequest(state=state, choose=game_pb2.Choose()), "choose.answer"),
        (pb.DeclareRequest(state=state), "declare"),
        (pb.ObserveRequest(), "state"),
        (pb.AdviseRequest(), "state"),
        (pb.ApplyRequest(), "state"),
        (pb.ReplayRequest(), "record"),
        (pb.ReplayRequest(record=game_pb2.Record()), "record.options"),
    ]
    for request, field in faulty:
        answer = await engine.refused(request)
        assert (answer.code, answer.reason) == (INVALID, "FIELD_INVALID")
        assert answer.fields == [field]
    assert await bidding.refuses(faulty[3][0]) == (INVALID, "FIELD_INVALID")


async def test_a_move_without_an_action_or_a_verb_is_refused(bidding: Match) -> None:
    for move in (game_pb2.Move(seat=1), game_pb2.Move(seat=1, action=game_pb2.Action())):
        request = pb.ApplyRequest(state=bidding.state, moves=[move])
        assert await bidding.refuses(request) == (INVALID, "FIELD_INVALID")


# The rules refuse


async def test_only_the_seat_to_act_speaks(bidding: Match) -> None:
    for seat in range(4):
        if seat != bidding.acting:
            assert await bidding.refuses(bidding.bid(seat, 1)) == (FAILED, "NOT_YOUR_TURN")


async def test_only_the_seat_to_act_plays(playing: Match) -> None:
    for seat in range(4):
        if seat != playing.acting:
            card = playing.step.views[seat].eu_faco.hand[0]
            assert await playing.refuses(playing.play(seat, card)) == (FAILED, "NOT_YOUR_TURN")


@pytest.mark.parametrize("tricks", [4, 10, HUGE])
async def test_a_promise_beyond_the_cards_of_the_round_is_refused(
    bidding: Match, tricks: int
) -> None:
    assert await bidding.refuses(bidding.bid(bidding.acting, tricks)) == (FAILED, "BID_RANGE")


async def test_the_locked_promise_is_refused(engine: Engine, bidding: Match) -> None:
    step = bidding.step
    for _ in range(3):
        step = await engine.act(step, bid(0))
    match = Match(engine, step)
    assert step.views[-1].eu_faco.locked_bid == 3
    assert await match.refuses(match.bid(match.acting, 3)) == (FAILED, "BID_LOCKED")


async def test_a_card_that_is_not_in_the_hand_is_refused(playing: Match) -> None:
    held = playing.step.views[playing.acting].eu_faco.hand
    for card in range(41):
        if card not in held:
            request = playing.play(playing.acting, card)
            assert await playing.refuses(request) == (FAILED, "CARD_NOT_IN_HAND")


@pytest.mark.parametrize("card", [41, 255, 2**31 - 1, -1])
async def test_a_number_that_is_no_card_breaks_the_contract(playing: Match, card: int) -> None:
    assert await playing.refuses(playing.play(playing.acting, card)) == (INVALID, "FIELD_INVALID")


async def test_nobody_plays_while_promises_are_spoken_and_nobody_promises_later(
    bidding: Match, playing: Match
) -> None:
    for seat in range(4):
        card = bidding.step.views[seat].eu_faco.hand[0]
        assert await bidding.refuses(bidding.play(seat, card)) == (FAILED, "WRONG_PHASE")
        assert await playing.refuses(playing.bid(seat, 0)) == (FAILED, "WRONG_PHASE")


async def test_a_round_that_goes_on_is_not_dealt_again(bidding: Match, playing: Match) -> None:
    for match in (bidding, playing):
        assert await match.refuses(pb.DealRequest(state=match.state)) == (FAILED, "WRONG_PHASE")


async def test_nobody_acts_before_the_first_deal(undealt: Match) -> None:
    assert await undealt.refuses(undealt.bid(0, 0)) == (FAILED, "WRONG_PHASE")
    assert await undealt.refuses(undealt.play(0, 1)) == (FAILED, "WRONG_PHASE")


async def test_between_rounds_and_at_the_end_the_round_is_over(
    engine: Engine, finished: Match
) -> None:
    step = await engine.dealt()
    for _ in range(4):
        step = await engine.act(step, bid(0))
    between = Match(engine, step)
    assert await between.refuses(between.bid(0, 0)) == (FAILED, "ROUND_OVER")
    for request in (
        finished.bid(0, 0),
        finished.play(0, 1),
        pb.DealRequest(state=finished.state),
        pb.AdviseRequest(state=finished.state),
    ):
        answer = await engine.refused(request)
        assert (answer.code, answer.reason) == (FAILED, "ROUND_OVER")


async def test_the_verbs_of_other_games_refuse_a_match_of_eu_faco(
    bidding: Match, playing: Match
) -> None:
    for match in (bidding, playing):
        state = match.state
        for seat in range(4):
            for request in (
                pb.DrawRequest(state=state, seat=seat, draw=game_pb2.Draw()),
                pb.PassRequest(state=state, seat=seat, **PASS),
                pb.ChooseRequest(state=state, seat=seat, choose=game_pb2.Choose(keep=True)),
                pb.ChooseRequest(state=state, seat=seat, choose=game_pb2.Choose(seat=1)),
                pb.ChooseRequest(state=state, seat=seat, choose=game_pb2.Choose(option=0)),
                pb.DeclareRequest(state=state, seat=seat, declare=game_pb2.Declare()),
                pb.DeclareRequest(state=state, seat=seat, declare=game_pb2.Declare(accused=1)),
                pb.PlayRequest(state=state, seat=seat, play=game_pb2.Play(estou_por_uma=ANY_CARD)),
            ):
                assert await match.refuses(request) == (FAILED, "WRONG_PHASE")


async def test_a_card_of_eu_faco_names_no_suit_and_calls_nothing(playing: Match) -> None:
    card = playing.step.views[playing.acting].eu_faco.hand[0]
    with_suit = playing.play(playing.acting, card)
    with_suit.play.suit = ANY_CARD
    assert await playing.refuses(with_suit) == (FAILED, "SUIT_NOT_ALLOWED")
    with_call = playing.play(playing.acting, card)
    with_call.play.estou_por_uma_call = True
    assert await playing.refuses(with_call) == (FAILED, "DECLARATION_NOT_APPLICABLE")


# Seats out of range


@pytest.mark.parametrize("seat", [4, 8, HUGE])
async def test_a_seat_that_the_table_does_not_have_is_out_of_range_everywhere(
    bidding: Match, seat: int
) -> None:
    state, observer = bidding.state, game_pb2.Observer(seat=seat)
    watched = bidding.bid(bidding.acting, 0)
    watched.observers.append(observer)
    move = game_pb2.Move(seat=seat, action=bid(0))
    for request in (
        bidding.bid(seat, 0),
        bidding.play(seat, 1),
        pb.DrawRequest(state=state, seat=seat, draw=game_pb2.Draw()),
        pb.AdviseRequest(state=state, seat=seat),
        pb.ObserveRequest(state=state, observers=[observer]),
        pb.ApplyRequest(state=state, moves=[move]),
        pb.ApplyRequest(state=state, observers=[observer]),
        watched,
    ):
        assert await bidding.refuses(request) == (INVALID, "SEAT_RANGE")
    opened = pb.OpenRequest(options=eu_faco(), seats=4, observers=[observer])
    assert await bidding.refuses(opened) == (INVALID, "SEAT_RANGE")


async def test_a_move_needs_a_seat_and_a_deal_has_none(bidding: Match, undealt: Match) -> None:
    nobody = pb.ApplyRequest(state=bidding.state, moves=[game_pb2.Move(action=bid(0))])
    assert await bidding.refuses(nobody) == (INVALID, "SEAT_MISSING")
    deal = game_pb2.Move(seat=0, action=game_pb2.Action(deal=game_pb2.Deal()))
    by_seat = pb.ApplyRequest(state=undealt.state, moves=[deal])
    assert await undealt.refuses(by_seat) == (INVALID, "DEAL_BELONGS_TO_TABLE")


async def test_more_than_sixteen_observers_are_refused(bidding: Match) -> None:
    observers = [game_pb2.Observer()] * 17
    request = pb.ObserveRequest(state=bidding.state, observers=observers)
    assert await bidding.refuses(request) == (INVALID, "FIELD_INVALID")


# What the seats add


@pytest.mark.parametrize("count", [1, 3, 5, 12])
async def test_entropy_comes_from_every_seat_or_from_none(undealt: Match, count: int) -> None:
    deal = game_pb2.Deal(entropy=[b"x"] * count)
    request = pb.DealRequest(state=undealt.state, deal=deal)
    assert await undealt.refuses(request) == (FAILED, "ENTROPY_COUNT")


@pytest.mark.parametrize("entropy", [[b"x"] * 13, [b"x" * 65], [b"x" * 100_000]])
async def test_more_entropy_than_the_contract_allows_is_refused(
    undealt: Match, entropy: list[bytes]
) -> None:
    request = pb.DealRequest(state=undealt.state, deal=game_pb2.Deal(entropy=entropy))
    assert await undealt.refuses(request) == (INVALID, "FIELD_INVALID")


async def test_entropy_after_the_first_deal_is_too_late(engine: Engine) -> None:
    step = await engine.dealt()
    for _ in range(4):
        step = await engine.act(step, bid(0))
    match = Match(engine, step)
    request = pb.DealRequest(state=match.state, deal=game_pb2.Deal(entropy=[b"x"] * 4))
    assert await match.refuses(request) == (FAILED, "ENTROPY_TOO_LATE")


# Moves in a row


@pytest.mark.parametrize("at", [0, 1, 3])
async def test_apply_names_the_move_that_was_refused_and_does_none(
    engine: Engine, bidding: Match, at: int
) -> None:
    moves, step = [], bidding.step
    for _ in range(6):
        moves.append(move_of(step))
        step = await engine.act(step)
    wrong = [
        (game_pb2.Move(seat=moves[at].seat, action=bid(99)), FAILED, "BID_RANGE"),
        (game_pb2.Move(seat=(moves[at].seat + 1) % 4, action=bid(0)), FAILED, "NOT_YOUR_TURN"),
        (game_pb2.Move(seat=17, action=bid(0)), INVALID, "SEAT_RANGE"),
        (game_pb2.Move(action=bid(0)), INVALID, "SEAT_MISSING"),
    ]
    for move, code, reason in wrong:
        tampered = [*moves[:at], move, *moves[at + 1 :]]
        answer = await engine.refused(pb.ApplyRequest(state=bidding.state, moves=tampered))
        assert (answer.code, answer.reason) == (code, reason)
        assert answer.metadata == {"move": str(at)}
    request = pb.ApplyRequest(state=bidding.state, moves=[*moves[:at], wrong[0][0]])
    assert await bidding.refuses(request) == (FAILED, "BID_RANGE")


async def test_a_single_verb_names_no_move(engine: Engine, bidding: Match) -> None:
    assert (await engine.refused(bidding.bid(bidding.acting, 99))).metadata == {}
    assert (await engine.refused(bidding.bid(99, 0))).metadata == {}


async def test_more_moves_than_the_contract_allows_are_refused(bidding: Match) -> None:
    moves = [game_pb2.Move(seat=0, action=bid(0))] * 4097
    request = pb.ApplyRequest(state=bidding.state, moves=moves)
    assert await bidding.refuses(request) == (INVALID, "FIELD_INVALID")


async def test_the_field_at_fault_is_named_with_its_place_in_the_list(
    engine: Engine, bidding: Match
) -> None:
    moves = [move_of(bidding.step), game_pb2.Move(seat=1, action=play(77))]
    answer = await engine.refused(pb.ApplyRequest(state=bidding.state, moves=moves))
    assert answer.fields == ["moves[1].action.play.eu_faco"]


# Advice


@pytest.mark.parametrize("level", [pb.LEVEL_EASY, pb.LEVEL_HARD])
async def test_levels_that_are_not_built_are_unimplemented(
    bidding: Match, level: pb.Level.ValueType
) -> None:
    request = pb.AdviseRequest(state=bidding.state, seat=bidding.acting, level=level)
    assert await bidding.refuses(request) == (UNIMPLEMENTED, "LEVEL_UNAVAILABLE")


async def test_a_level_that_does_not_exist_and_a_long_seed_break_the_contract(
    bidding: Match,
) -> None:
    request = pb.AdviseRequest(state=bidding.state, seat=bidding.acting)
    request.level = 9  # type: ignore[assignment]
    assert await bidding.refuses(request) == (INVALID, "FIELD_INVALID")
    request = pb.AdviseRequest(state=bidding.state, seat=bidding.acting, seed=b"s" * 65)
    assert await bidding.refuses(request) == (INVALID, "FIELD_INVALID")


async def test_only_a_seat_with_something_to_decide_is_advised(
    bidding: Match, undealt: Match
) -> None:
    for seat in range(4):
        if seat != bidding.acting:
            request = pb.AdviseRequest(state=bidding.state, seat=seat)
            assert await bidding.refuses(request) == (FAILED, "NOT_YOUR_TURN")
    request = pb.AdviseRequest(state=undealt.state)
    assert await undealt.refuses(request) == (FAILED, "WRONG_PHASE")


# Text and bytes


async def test_text_of_100_kb_is_refused_and_not_repeated(engine: Engine) -> None:
    request = opening(4)
    request.ruleset = "x" * 100_000
    record = game_pb2.Record(options=eu_faco(), ruleset="x" * 100_000)
    for huge in (request, pb.ReplayRequest(record=record)):
        answer = await engine.refused(huge)
        assert (answer.code, answer.reason) == (INVALID, "FIELD_INVALID")
        assert len(answer.raw) < 1000


async def test_a_message_beyond_the_limit_of_the_server_is_refused(
    engine: Engine, bidding: Match
) -> None:
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await engine.ask(pb.ObserveRequest(state=bytes(1 << 21)))
    assert caught.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
    assert await bidding.refuses(bidding.bid(9, 0)) == (INVALID, "SEAT_RANGE")


@pytest.mark.parametrize("method", METHODS)
async def test_bytes_that_are_no_message_are_an_invalid_argument(
    engine: Engine, method: str
) -> None:
    for garbage in (b"\xff\xff\xff", b"\x0a\xff", b"\x0b"):
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await engine.raw(method, garbage)
        answer = answer_of(caught.value)
        assert answer.code is INVALID


# Who calls


async def refused_as(engine: Engine, method: str, metadata: Any) -> Answer:
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await engine.raw(method, b"", metadata)
    return answer_of(caught.value)


WRONG_CREDENTIALS = [
    ((), "CREDENTIAL_MISSING"),
    ((("authorization", ""),), "CREDENTIAL_MISSING"),
    ((("authorization", "Bearer"),), "CREDENTIAL_MISSING"),
    ((("authorization", "Bearer "),), "CREDENTIAL_MISSING"),
    ((("authorization", "Basic dGVzdHM6dGVzdHM="),), "CREDENTIAL_MISSING"),
    ((("authorization", BEARER[0][1].removeprefix("Bearer ")),), "CREDENTIAL_MISSING"),
    ((("authorization", "Bearer another"),), "CREDENTIAL_UNKNOWN"),
    ((("authorization", BEARER[0][1] + "x"),), "CREDENTIAL_UNKNOWN"),
    ((("authorization", BEARER[0][1][:-1]),), "CREDENTIAL_UNKNOWN"),
    ((("authorization", "Bearer " + "x" * 7000),), "CREDENTIAL_UNKNOWN"),
    ((("x-authorization", BEARER[0][1]),), "CREDENTIAL_MISSING"),
]


@pytest.mark.parametrize("method", METHODS)
async def test_no_method_is_open_without_a_credential(engine: Engine, method: str) -> None:
    for metadata, reason in WRONG_CREDENTIALS:
        answer = await refused_as(engine, method, metadata)
        assert (answer.code, answer.reason) == (grpc.StatusCode.UNAUTHENTICATED, reason)


@pytest.mark.parametrize("method", METHODS)
async def test_the_credential_is_asked_for_before_anything_is_read(
    engine: Engine, method: str
) -> None:
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await engine.raw(method, b"\xff\xff\xff", ())
    assert caught.value.code() is grpc.StatusCode.UNAUTHENTICATED


async def test_the_scheme_is_spelled_in_any_case(engine: Engine) -> None:
    token = BEARER[0][1].removeprefix("Bearer ")
    for scheme in ("bearer", "BEARER"):
        await engine.raw("ListGames", b"", (("authorization", f"{scheme} {token}"),))


def listing() -> Any:
    return iter([reflection_pb2.ServerReflectionRequest(list_services="")])


async def test_reflection_is_closed_without_a_credential_and_open_with_one(engine: Engine) -> None:
    stub: Any = reflection_pb2_grpc.ServerReflectionStub(engine.channel)
    for metadata, reason in WRONG_CREDENTIALS:
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            _ = [one async for one in stub.ServerReflectionInfo(listing(), metadata=metadata)]
        answer = answer_of(caught.value)
        assert (answer.code, answer.reason) == (grpc.StatusCode.UNAUTHENTICATED, reason)
    listed = [one async for one in stub.ServerReflectionInfo(listing(), metadata=BEARER)]
    names = {service.name for service in listed[0].list_services_response.service}
    assert SERVICE in names


async def test_reflection_gives_the_whole_contract(engine: Engine) -> None:
    stub: Any = reflection_pb2_grpc.ServerReflectionStub(engine.channel)
    asked = iter([reflection_pb2.ServerReflectionRequest(file_containing_symbol=SERVICE)])
    answers = [one async for one in stub.ServerReflectionInfo(asked, metadata=BEARER)]
    files = answers[0].file_descriptor_response.file_descriptor_proto
    assert pb.DESCRIPTOR.serialized_pb in files


async def test_health_needs_no_credential(engine: Engine) -> None:
    stub: Any = health_pb2_grpc.HealthStub(engine.channel)
    for service in ("", SERVICE, "liveness"):
        answer = await stub.Check(health_pb2.HealthCheckRequest(service=service))
        assert answer.status == health_pb2.HealthCheckResponse.SERVING
    async for answer in stub.Watch(health_pb2.HealthCheckRequest(service=SERVICE)):
        assert answer.status == health_pb2.HealthCheckResponse.SERVING
        break


@pytest.mark.parametrize(
    "path", [f"/{SERVICE}/Cheat", "/carteado.api.tables.v1.TablesService/Act", "/x/y", "/"]
)
async def test_methods_that_do_not_exist_are_unimplemented(engine: Engine, path: str) -> None:
    for metadata in ((), BEARER):
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await engine.channel.unary_unary(path)(b"", metadata=metadata)
        assert caught.value.code() is UNIMPLEMENTED
