"""What each observer may see."""

from random import Random

import pytest

from carteado.rules import sevn
from carteado.rules.game import Awaiting
from carteado.rules.sevn import Options
from carteado.rules.sevn.events import CardDrawn, QueuedAction, Score
from carteado.rules.sevn.state import NOBODY, Decision, Phase, Standing
from carteado.rules.sevn.view import CurrentAction, SeatView
from tests.rules.sevn.table import Table, card, cards, conserved, dealt, everything, opened, steps


def test_g_21_before_the_first_deal_everything_is_zero_or_empty() -> None:
    seen = Table(3).view(0)
    nothing = SeatView(0, Standing.NONE, (), (), False, Score(0, 0, 0, 0, 0, 0, 0, 0), 0)
    assert seen == sevn.TableView(
        round_number=0,
        starter=None,
        seats=(nothing,) * 3,
        turn=None,
        decision=Decision.NONE,
        card=0,
        options=(),
        queue=(),
        deck=0,
        discards=(),
        target=250,
        current=None,
    )


def test_g_21_before_the_first_deal_nobody_has_started_or_must_act() -> None:
    state = Table(3).state
    assert state.phase is Phase.AWAITING_DEAL
    assert (state.starter, state.turn, state.to_act) == (NOBODY, NOBODY, NOBODY)
    assert (state.decision, state.effect) == (Decision.NONE, None)


def test_sv_r35_everything_but_the_order_of_the_deck_is_seen_by_everybody() -> None:
    table = dealt(
        {0: "5 12", 1: "9", 2: "4"},
        turn=2,
        bust={1: "9"},
        extras={0: "x2", 2: "heavy"},
        second=[2],
        totals=[10, 20, 30],
        options=Options(target=100),
    )
    table.state.discards = cards("7 8")
    table.state.starter = 1
    seen = table.view(None)
    assert seen == sevn.TableView(
        round_number=1,
        starter=1,
        seats=(
            SeatView(
                total=10,
                standing=Standing.ACTIVE,
                row=tuple(cards("5 12")),
                extras=tuple(cards("x2")),
                second_chance=False,
                score=Score(17, 34, 0, 0, 0, 0, 0, 34),
                bust_card=0,
            ),
            SeatView(
                total=20,
                standing=Standing.BUST,
                row=tuple(cards("9")),
                extras=(),
                second_chance=False,
                score=Score(9, 9, 0, 0, 0, 0, 0, 0),
                bust_card=card("9"),
            ),
            SeatView(
                total=30,
                standing=Standing.ACTIVE,
                row=tuple(cards("4")),
                extras=tuple(cards("heavy")),
                second_chance=True,
                score=Score(4, 4, 0, 0, 0, 0, 0, 4),
                bust_card=0,
            ),
        ),
        turn=2,
        decision=Decision.TURN,
        card=0,
        options=(),
        queue=(),
        deck=len(table.state.deck),
        discards=tuple(cards("7 8")),
        target=100,
        current=None,
    )
    assert [table.view(observer) for observer in range(3)] == [seen] * 3


def test_sv_1_every_event_is_public() -> None:
    event = CardDrawn(1, card("13"))
    assert [sevn.seen(event, observer) for observer in (None, 0, 1)] == [event] * 3


def test_sv_r49_an_action_being_aimed_is_in_progress_without_a_target() -> None:
    table = dealt({0: "5", 1: "9", 2: "4"})
    table.draw("three 1 2 3")
    seen = table.view()
    assert (seen.decision, seen.card) == (Decision.TARGET, card("three"))
    assert seen.current == CurrentAction(QueuedAction(card("three"), 0), None, 3, ())
    assert table.state.effect is not None
    assert table.state.effect.target == NOBODY
    freeze = dealt({0: "5", 1: "9", 2: "4"})
    freeze.draw("freeze")
    assert freeze.view().current == CurrentAction(QueuedAction(card("freeze"), 0), None, 0, ())


def test_sv_r8_the_turn_stays_that_of_the_seat_whose_turn_it_is_while_others_decide() -> None:
    table = dealt({0: "5", 1: "9", 2: "4"})
    table.draw("storm 1 freeze 2")
    seen = table.view()
    assert (seen.turn, table.state.to_act, seen.decision) == (0, 1, Decision.TARGET)


def test_sv_r5_nobodys_turn_is_shown_while_what_the_deal_queued_is_not_done() -> None:
    table = Table(3, starter=1)
    table.deal("freeze 4 6")
    seen = table.view()
    assert (seen.turn, seen.starter, table.state.to_act) == (None, 1, 1)
    table.choose(1)
    assert table.view().turn == 2


def test_g_21_between_rounds_the_round_that_is_over_stands_with_its_points_counted() -> None:
    table = dealt(
        {0: "5", 1: "9", 2: "4"}, bust={2: "4"}, second=[0], extras={1: "+2"}, totals=[1, 2, 3]
    )
    table.stop()
    table.stop()
    assert table.awaiting() is Awaiting.DEAL
    seen = table.view()
    assert (seen.round_number, seen.starter, seen.turn) == (1, 0, None)
    assert (seen.decision, seen.card, seen.current) == (Decision.NONE, 0, None)
    assert [seat.total for seat in seen.seats] == [6, 13, 3]
    assert [seat.score.points for seat in seen.seats] == [5, 11, 0]
    assert [seat.standing for seat in seen.seats] == [
        Standing.SAFE,
        Standing.SAFE,
        Standing.BUST,
    ]
    assert [seat.row for seat in seen.seats] == [(card("5"),), (card("9"),), (card("4"),)]
    assert (seen.seats[0].second_chance, seen.seats[2].bust_card) == (True, card("4"))
    assert seen.discards == ()


def test_g_21_when_the_match_is_over_its_last_round_stands() -> None:
    table = dealt({0: "5", 1: "9"}, safe=[1], totals=[245, 0])
    table.stop()
    assert table.awaiting() is Awaiting.NOTHING
    assert [seat.total for seat in table.view().seats] == [250, 9]
    assert [seat.row for seat in table.view().seats] == [(card("5"),), (card("9"),)]


def test_g_10_only_the_seat_to_act_has_legal_actions_and_a_default() -> None:
    match = opened(4, 3, Options(target=80))
    for _ in steps(match, 4):
        acting = match.game.to_act(match.state)
        for observer in (None, 0, 1, 2):
            seen = match.view(observer)
            mine = acting is not None and observer == acting
            assert bool(seen.legal) == mine
            assert (seen.default is not None) == mine
            assert seen.to_act == acting
            assert seen.seats_out == ()


@pytest.mark.parametrize("seed", range(4))
def test_sv_r35_the_order_of_the_deck_changes_nothing_in_any_view(seed: int) -> None:
    seats = 2 + 3 * seed
    rng = Random(seed)
    match = opened(seed, seats, Options(target=80))
    for _ in steps(match, seed):
        real = match.state
        for observer in (None, rng.randrange(seats)):
            before = match.view(observer)
            match.state = real.copy()
            rng.shuffle(match.state.deck)
            assert match.view(observer) == before
            match.state = real


@pytest.mark.parametrize("seed", range(6))
def test_a_copy_goes_its_own_way(seed: int) -> None:
    match = opened(seed, 2 + 2 * seed, Options(target=60, storm_starts_next=seed % 2 == 0))
    before, old = everything(match.state), match.state.copy()
    for _ in steps(match, seed):
        assert everything(old) == before
        before, old = everything(match.state), match.state.copy()
        assert everything(old) == before


@pytest.mark.parametrize("seed", range(12))
def test_the_invariants_of_the_rules_hold_after_every_move(seed: int) -> None:
    options = Options(
        target=80,
        composition=sevn.Composition(seed % 6),
        duplicate_ballast_busts=seed % 2 == 0,
        storm_starts_next=seed % 3 == 0,
        reshuffle_each_round=seed % 4 == 0,
    )
    match = opened(seed, 2 + seed % 11, options)
    totals = [0] * match.seats
    for _ in steps(match, seed):
        state = match.state
        conserved(state)
        assert all(len(set(row)) == len(row) <= 7 for row in state.rows)
        assert sum(len(row) == 7 for row in state.rows) <= 1
        assert all(new >= old for new, old in zip(state.totals, totals, strict=True))
        totals = list(state.totals)
        if state.decision is Decision.TURN:
            assert (state.queue, state.effect, state.to_act) == ([], None, state.turn)
        elif state.decision is not Decision.NONE:
            assert len(match.game.legal_actions(state, state.to_act)) >= 2
