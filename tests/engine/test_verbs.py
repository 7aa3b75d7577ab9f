"""What each method of the engine does when it is asked rightly."""

from hashlib import sha256
from typing import Any

import pytest

from carteado.api.engine.v1 import engine_pb2 as pb
from carteado.api.eu_faco.v1 import eu_faco_pb2
from carteado.api.game.v1 import game_pb2
from tests.engine.engines import (
    SECRET,
    Engine,
    bid,
    eu_faco,
    everybody,
    move_of,
    opening,
    play,
)

THREE_ROUNDS: dict[str, Any] = {"fixed_rounds": [3, 1, 2]}


async def bidden(engine: Engine, **options: Any) -> Any:
    """A first round of three cards whose promises are all spoken."""
    step = await engine.dealt(**(options or THREE_ROUNDS))
    for _ in range(4):
        step = await engine.act(step)
    return step


async def played(engine: Engine, step: Any) -> list[Any]:
    """Every step to the end of the match, each seat doing the first thing that it may."""
    steps = [step]
    while steps[-1].views[-1].phase != game_pb2.PHASE_FINISHED:
        steps.append(await engine.act(steps[-1]))
    return steps


async def test_the_catalog_lists_each_game_with_its_defaults_written_out(engine: Engine) -> None:
    games = {game.game: game for game in (await engine.ask(pb.ListGamesRequest())).games}
    listed = [
        (game_pb2.Game.Name(one.game), list(one.rulesets), one.min_seats, one.max_seats)
        for one in games.values()
    ]
    assert listed == [
        ("GAME_EU_FACO", ["eu_faco/1"], 2, 8),
        ("GAME_ESTOU_POR_UMA", ["estou_por_uma/1"], 2, 12),
        ("GAME_SEVN", ["sevn/1"], 2, 12),
    ]
    assert games[game_pb2.GAME_EU_FACO].defaults == eu_faco(lives=3)
    shedding = games[game_pb2.GAME_ESTOU_POR_UMA].defaults.estou_por_uma
    assert (shedding.hand_size, shedding.limit, len(shedding.effects)) == (8, 100, 5)
    pressing = games[game_pb2.GAME_SEVN].defaults.sevn
    assert (pressing.target, pressing.sevn_bonus) == (250, 17)


async def test_a_match_opens_before_its_first_deal_with_a_view_for_each_observer(
    engine: Engine,
) -> None:
    step = await engine.open(5)
    assert step.ply == 0
    assert [view.observer for view in step.views] == everybody(5)
    for view in step.views:
        assert view.phase == game_pb2.PHASE_AWAITING_DEAL
        assert view.game == game_pb2.GAME_EU_FACO
        assert view.ruleset == "eu_faco/1"
        assert not view.HasField("to_act")
        assert not view.legal
        assert not view.events
        assert view.options == eu_faco(lives=3)
        assert view.eu_faco.round == 0
        assert not view.eu_faco.HasField("dealer")


@pytest.mark.parametrize("seats", range(2, 9))
async def test_a_match_may_have_two_to_eight_seats(engine: Engine, seats: int) -> None:
    step = await engine.dealt(seats)
    assert [len(view.eu_faco.hand) for view in step.views] == [1] * seats + [0]


async def test_options_come_back_as_they_were_chosen(engine: Engine) -> None:
    chosen = eu_faco(
        lives=7,
        ceiling_policy=eu_faco_pb2.CEILING_POLICY_INITIAL,
        cancel_mode=eu_faco_pb2.CANCEL_MODE_PAIRS,
        lock_in_one_card=True,
        same_round_rank=eu_faco_pb2.SAME_ROUND_RANK_DEFICIT,
    )
    request = pb.OpenRequest(options=chosen, seats=3, observers=[game_pb2.Observer()])
    assert (await engine.ask(request)).step.views[0].options == chosen


async def test_a_match_of_fixed_rounds_has_no_lives(engine: Engine) -> None:
    step = await engine.open(4, fixed_rounds=[1, 2, 3, 4, 5])
    assert step.views[0].options == eu_faco(fixed_rounds=[1, 2, 3, 4, 5])
    assert [seat.lives for seat in step.views[0].eu_faco.seats] == [0] * 4


async def test_the_anchor_is_the_last_link_of_the_chain_of_the_secret_given(
    engine: Engine,
) -> None:
    anchor = SECRET
    for _ in range(1024):
        anchor = sha256(b"carteado/chain/1" + anchor).digest()
    assert {view.anchor for view in (await engine.open()).views} == {anchor}


async def test_the_same_secret_deals_the_same_cards(engine: Engine) -> None:
    first, second = await engine.dealt(), await engine.dealt()
    assert first.views == second.views
    assert first.state != second.state


async def test_without_a_secret_each_match_has_a_chain_of_its_own(engine: Engine) -> None:
    request = opening(4, secret=b"")
    opened = [(await engine.ask(request)).step.views[0].anchor for _ in range(8)]
    assert len(set(opened)) == 8


async def test_the_ruleset_may_be_named(engine: Engine) -> None:
    request = opening(4)
    request.ruleset = "eu_faco/1"
    assert (await engine.ask(request)).step.views[0].ruleset == "eu_faco/1"


async def test_what_the_seats_add_changes_the_cards(engine: Engine) -> None:
    step = await engine.open(4)
    hands = set()
    for entropy in ([], [b""] * 4, [b"x", b"", b"", b""], [b"", b"x", b"", b""], [b"y" * 64] * 4):
        request = pb.DealRequest(
            state=step.state, deal=game_pb2.Deal(entropy=entropy), observers=everybody(4)
        )
        views = (await engine.ask(request)).step.views
        hands.add(tuple(seat.forehead for view in views for seat in view.eu_faco.seats))
    assert len(hands) == 4  # none at all counts as an empty entry for each


async def test_every_step_counts_one_ply_and_tells_it(engine: Engine) -> None:
    steps = await played(engine, await engine.open(3, fixed_rounds=[2, 1]))
    assert [step.ply for step in steps] == list(range(len(steps)))
    for step in steps:
        assert {view.ply for view in step.views} == {step.ply}
        assert {event.ply for view in step.views for event in view.events} <= {step.ply}


async def test_a_promise_is_public_at_once(engine: Engine) -> None:
    step = await engine.dealt(**THREE_ROUNDS)
    seat = step.views[-1].to_act
    request = pb.BidRequest(
        state=step.state, seat=seat, bid=game_pb2.Bid(tricks=2), observers=everybody(4)
    )
    for view in (await engine.ask(request)).step.views:
        assert view.eu_faco.seats[seat].bid == 2
        assert view.events[0].eu_faco.bid_placed == eu_faco_pb2.BidPlaced(seat=seat, tricks=2)
        assert view.to_act == (seat + 1) % 4


async def test_a_card_goes_to_the_table(engine: Engine) -> None:
    step = await bidden(engine)
    seat = step.views[-1].to_act
    card = step.views[seat].eu_faco.hand[1]
    request = pb.PlayRequest(
        state=step.state, seat=seat, play=game_pb2.Play(eu_faco=card), observers=everybody(4)
    )
    for view in (await engine.ask(request)).step.views:
        shown = eu_faco_pb2.PlayedCard(seat=seat, card=card)
        assert list(view.eu_faco.trick) == [shown]
        assert view.events[0].eu_faco.card_played == shown
        assert view.eu_faco.lit == seat


async def test_a_verb_and_apply_do_the_same(engine: Engine) -> None:
    step = await engine.dealt(**THREE_ROUNDS)
    seat = step.views[-1].to_act
    request = pb.BidRequest(
        state=step.state, seat=seat, bid=game_pb2.Bid(tricks=0), observers=everybody(4)
    )
    applied = await engine.act(step, bid(0))
    assert (await engine.ask(request)).step.views == applied.views


async def test_the_legal_list_and_the_default_belong_to_the_seat_to_act_alone(
    engine: Engine,
) -> None:
    for step in await played(engine, await engine.dealt(**THREE_ROUNDS)):
        for view in step.views:
            acting = view.HasField("to_act") and view.observer.HasField("seat")
            acting = acting and view.to_act == view.observer.seat
            assert bool(view.legal) == acting
            assert view.HasField("default_action") == acting
            assert not acting or view.default_action in view.legal


async def test_apply_does_all_its_moves_and_tells_all_their_events(engine: Engine) -> None:
    step = await engine.open(**THREE_ROUNDS)
    moves, events, one = [], [], step
    for _ in range(9):
        moves.append(move_of(one))
        one = await engine.act(one)
        events += one.views[-1].events
    request = pb.ApplyRequest(state=step.state, moves=moves, observers=everybody(4))
    applied = (await engine.ask(request)).step
    assert applied.ply == 9
    assert list(applied.views[-1].events) == events
    for view, expected in zip(applied.views, one.views, strict=True):
        del view.events[:], expected.events[:]
        assert view == expected


async def test_apply_without_moves_changes_nothing(engine: Engine) -> None:
    step = await engine.dealt()
    request = pb.ApplyRequest(state=step.state, observers=everybody(4))
    applied = (await engine.ask(request)).step
    shown = await engine.ask(pb.ObserveRequest(state=step.state, observers=everybody(4)))
    assert applied.views == shown.views


async def test_observe_shows_the_same_as_the_step_without_its_events(engine: Engine) -> None:
    for step in await played(engine, await engine.dealt(**THREE_ROUNDS)):
        shown = await engine.ask(pb.ObserveRequest(state=step.state, observers=everybody(4)))
        for view, expected in zip(shown.views, step.views, strict=True):
            del expected.events[:]
            assert view == expected


async def test_views_come_in_the_order_asked_and_as_often(engine: Engine) -> None:
    step = await engine.dealt()
    wanted = [game_pb2.Observer(seat=2), game_pb2.Observer(), game_pb2.Observer(seat=2)]
    views = (await engine.ask(pb.ObserveRequest(state=step.state, observers=wanted))).views
    assert [view.observer for view in views] == wanted
    assert not (await engine.ask(pb.ObserveRequest(state=step.state))).views


async def test_advice_is_legal_and_the_same_each_time(engine: Engine) -> None:
    for level in (pb.LEVEL_UNSPECIFIED, pb.LEVEL_NORMAL):
        step = await engine.dealt(**THREE_ROUNDS)
        while step.views[-1].phase == game_pb2.PHASE_AWAITING_SEAT:
            seat = step.views[-1].to_act
            request = pb.AdviseRequest(state=step.state, seat=seat, level=level, seed=b"s" * 64)
            advice = await engine.ask(request)
            assert advice.action in step.views[seat].legal
            assert advice.reason.isupper()
            assert advice == await engine.ask(request)
            step = await engine.act(step, advice.action)


async def test_a_secret_is_opened_once_its_round_is_counted(engine: Engine) -> None:
    steps = await played(engine, await engine.open(**THREE_ROUNDS))
    opened = [
        event.round_opened
        for step in steps
        for event in step.views[-1].events
        if event.HasField("round_opened")
    ]
    assert [one.round for one in opened] == [1, 2, 3]
    known = steps[0].views[-1].anchor
    for one in opened:
        assert sha256(b"carteado/chain/1" + one.secret).digest() == known
        known = one.secret


async def test_kept_secrets_are_opened_in_no_view(engine: Engine) -> None:
    request = opening(4, **THREE_ROUNDS)
    request.keep_secrets = True
    kept = await played(engine, (await engine.ask(request)).step)
    told = await played(engine, await engine.open(**THREE_ROUNDS))
    assert len(kept) == len(told)
    for silent, open_ in zip(kept, told, strict=True):
        for view, other in zip(silent.views, open_.views, strict=True):
            assert not any(event.HasField("round_opened") for event in view.events)
            events = [event for event in other.events if not event.HasField("round_opened")]
            assert list(view.events) == events


async def test_a_match_that_is_over_tells_its_places(engine: Engine) -> None:
    last = (await played(engine, await engine.open(**THREE_ROUNDS)))[-1]
    for view in last.views:
        assert [placement.seat for placement in view.placements] == [0, 1, 2, 3]
        assert min(placement.place for placement in view.placements) == 1
        assert view.events[-1].match_ended.placements == view.placements
        assert not view.legal


async def test_a_round_of_one_card_plays_itself_after_the_last_promise(engine: Engine) -> None:
    step = await engine.dealt()
    for _ in range(3):
        step = await engine.act(step, bid(0))
        assert not step.views[-1].eu_faco.tricks
    step = await engine.act(step, bid(0))
    assert len(step.views[-1].eu_faco.tricks[0].cards) == 4
    assert step.views[-1].phase == game_pb2.PHASE_AWAITING_DEAL


async def test_an_old_state_goes_on_as_well_as_a_new_one(engine: Engine) -> None:
    step = await engine.dealt(**THREE_ROUNDS)
    first = await engine.act(step, bid(1))
    await engine.act(first)
    assert (await engine.act(step, bid(1))).views == first.views
    assert (await engine.act(step, bid(2))).views != first.views


async def test_a_card_is_played_by_its_number_on_the_wire(engine: Engine) -> None:
    step = await bidden(engine)
    seat = step.views[-1].to_act
    for card in step.views[seat].eu_faco.hand:
        assert play(card) in step.views[seat].legal


async def test_g_21_between_rounds_the_last_trick_stays_on_the_table_and_only_then(
    engine: Engine,
) -> None:
    for step in await played(engine, await engine.dealt(**THREE_ROUNDS)):
        for view in step.views:
            table = view.eu_faco
            over = [card for trick in table.tricks for card in trick.cards]
            if view.phase == game_pb2.PHASE_AWAITING_SEAT:
                assert not any(card in over for card in table.trick)
            else:
                assert list(table.trick) == list(table.tricks[-1].cards)
