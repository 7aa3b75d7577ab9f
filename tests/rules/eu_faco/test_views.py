"""What each observer may see."""

from random import Random

import pytest

from carteado.rules.eu_faco import Options, Play
from carteado.rules.eu_faco.cards import DECK, HIDDEN
from carteado.rules.eu_faco.events import CardPlayed
from carteado.rules.game import Awaiting
from tests.rules.eu_faco.table import Table, card, cards, dealt, opened, steps

HANDS = {0: "2B 3B", 1: "4B 5B", 2: "9B 8B"}


def three() -> Table:
    """Seats 0, 1 and 2 of four play a round of two cards; seat 3 is out."""
    return dealt(HANDS, dealer=2, seats=4)


def test_ef_r16_a_seat_sees_its_own_hand_and_how_many_cards_the_others_hold() -> None:
    table = three()
    for seat, hand in HANDS.items():
        assert table.view(seat).hand == tuple(sorted(cards(hand)))
    assert [seat.cards_left for seat in table.view(0).seats] == [2, 2, 2, 0]


def test_ef_r16_all_promises_cards_played_tricks_lives_and_the_dealer_are_public() -> None:
    table = three()
    table.bid(1, 0, 2)
    table.play("2B 4B 9B 8B")
    for observer in (None, 0, 1, 2, 3):
        seen = table.view(observer)
        assert [seat.bid for seat in seen.seats] == [1, 0, 2, None]
        assert [seat.taken for seat in seen.seats] == [0, 0, 1, 0]
        assert [seat.lives for seat in seen.seats] == [3, 3, 3, 0]
        assert (seen.dealer, seen.leader) == (2, 2)
        assert [one.card for one in seen.tricks[0].cards] == cards("2B 4B 9B")
        assert seen.trick == (CardPlayed(2, card("8B"), cancelled=False),)


def test_ef_r16_the_undealt_cards_and_the_hands_of_others_are_seen_by_nobody() -> None:
    table = three()
    table.bid(1, 0, 2)
    table.play("2B")
    for observer in (None, 0, 1, 2, 3):
        own = set(cards(HANDS[observer])) if observer in HANDS else set()
        assert shown(table, observer) <= own | {card("2B"), HIDDEN}


def shown(table: Table, observer: int | None) -> set[int]:
    """Every card in a view."""
    seen = table.view(observer)
    return {
        *seen.hand,
        *(seat.forehead for seat in seen.seats),
        *(one.card for one in seen.trick),
        *(one.card for trick in seen.tricks for one in trick.cards),
    }


def test_ef_r17_a_spectator_and_a_seat_that_is_out_see_the_same_and_no_hand() -> None:
    table = three()
    table.bid(1, 0, 2)
    table.play("2B 4B")
    assert table.view(3) == table.view(None)
    assert table.view(3).hand == ()


def test_ef_r17_a_seat_that_went_out_watches_from_then_on() -> None:
    table = dealt(HANDS, dealer=2, lives={0: 1})
    table.bid(1, 0, 2)
    table.play("2B 4B 9B 8B 3B 5B")
    table.deal({1: "4B 5B 6B", 2: "7B 8B 9B"})
    assert table.view(0) == table.view(None)
    assert table.view(0).hand == ()


def test_ef_13_the_lit_seat_is_in_every_view() -> None:
    table = dealt({0: "9B 3B", 1: "9P 5B", 2: "4B 8B"}, dealer=2)
    table.bid(0, 0, 0)
    lit = []
    for name in ("9B", "9P"):
        table.play(name)
        lit.append({table.view(observer).lit for observer in (None, 0, 1, 2)})
    assert lit == [{0}, {None}]
    assert [one.cancelled for one in table.view(0).trick] == [True, True]


def test_ef_r26_between_tricks_nothing_is_lit() -> None:
    table = dealt({0: "9B 3B", 1: "7P 5B"}, dealer=1)
    table.bid(0, 0)
    table.play("9B 7P")
    assert table.view(0).lit is None
    assert table.view(0).trick == ()


def test_ef_21_g_24_the_locked_promise_is_public_while_its_seat_must_speak() -> None:
    table = three()
    table.bid(1)
    assert {table.view(observer).locked_bid for observer in (None, 0, 1, 2, 3)} == {None}
    table.bid(0)
    assert {table.view(observer).locked_bid for observer in (None, 0, 1, 2, 3)} == {1}
    table.bid(2)
    assert {table.view(observer).locked_bid for observer in (None, 0, 1, 2, 3)} == {None}


def test_ef_29_cards_on_the_table_keep_their_suit() -> None:
    table = dealt({0: "1D 3B", 1: "1B 5B"}, dealer=1)
    table.bid(0, 0)
    table.play("1D")
    assert table.view(1).trick[0].card == card("1D")


def test_g_21_before_the_first_deal_everything_is_zero_or_empty() -> None:
    seen = Table(3).view(0)
    assert (seen.round_number, seen.hand_size, seen.ceiling) == (0, 0, 0)
    assert (seen.dealer, seen.leader, seen.lit, seen.locked_bid) == (None, None, None, None)
    assert (seen.trick, seen.tricks, seen.hand) == ((), (), ())
    assert (seen.forehead, seen.tiebreak) == (False, False)
    assert [(seat.bid, seat.taken, seat.cards_left) for seat in seen.seats] == [(None, 0, 0)] * 3


def test_g_21_between_rounds_the_round_that_is_over_stands_with_its_lives_counted() -> None:
    table = three()
    ceiling = table.view(0).ceiling
    table.bid(1, 0, 2)
    table.play("2B 4B 9B 8B 3B 5B")
    assert table.awaiting() is Awaiting.DEAL
    seen = table.view(0)
    assert (seen.round_number, seen.hand_size, seen.ceiling) == (3, 2, ceiling)
    assert [one.card for one in seen.trick] == cards("8B 3B 5B")
    assert (seen.lit, seen.dealer) == (2, 2)
    assert len(seen.tricks) == 2
    assert [seat.bid for seat in seen.seats] == [1, 0, 2, None]
    assert [seat.taken for seat in seen.seats] == [0, 0, 2, 0]
    assert [seat.lives for seat in seen.seats] == [2, 3, 3, 0]


def test_g_21_cards_leave_the_table_with_the_next_deal() -> None:
    table = three()
    table.bid(1, 0, 2)
    table.play("2B 4B 9B 8B 3B 5B")
    table.deal()
    seen = table.view(0)
    assert (seen.trick, seen.tricks, seen.lit) == ((), (), None)
    assert [seat.bid for seat in seen.seats] == [None] * 4
    assert [seat.taken for seat in seen.seats] == [0] * 4


def test_g_21_when_the_match_is_over_its_last_round_stands() -> None:
    table = dealt({0: "9B 8B", 1: "2B 3B"}, dealer=1, lives={0: 1, 1: 3})
    table.bid(0, 0)
    table.play("9B 2B 8B 3B")
    assert table.awaiting() is Awaiting.NOTHING
    seen = table.view(None)
    assert [one.card for one in seen.trick] == cards("8B 3B")
    assert seen.lit == 0
    assert [seat.lives for seat in seen.seats] == [0, 3]


def test_g_10_only_the_seat_to_act_has_legal_actions_and_a_default() -> None:
    match = opened(4, 3)
    for _ in steps(match, 4):
        acting = match.game.to_act(match.state)
        for observer in (None, 0, 1, 2):
            seen = match.view(observer)
            mine = acting is not None and observer == acting
            assert bool(seen.legal) == mine
            assert (seen.default is not None) == mine
            assert seen.to_act == acting


def test_ef_36_the_default_and_the_legal_actions_name_no_forehead_card() -> None:
    match = opened(4, 5)
    match.deal()
    while match.game.awaiting(match.state) is Awaiting.SEAT:
        seat = match.game.to_act(match.state)
        assert seat is not None
        seen = match.view(seat)
        assert not any(isinstance(action, Play) for action in (*seen.legal, seen.default))
        match.act(seat, seen.default)


@pytest.mark.parametrize("seed", range(8))
def test_g_10_what_an_observer_may_not_see_changes_nothing_in_its_view(seed: int) -> None:
    seats = 2 + seed % 5
    rng = Random(seed)
    match = opened(seed, seats, Options(lives=5))
    for _ in steps(match, seed):
        real = match.state
        for observer in (None, *range(seats)):
            before = match.view(observer)
            match.state = real.copy()
            watching = observer is None or real.out_round[observer] > 0
            hidden = [
                seat
                for seat in real.order
                if watching or (seat == observer) == (real.hand_size == 1)
            ]
            known = {one for trick in [*real.tricks, real.trick] for one in trick.cards}
            known |= {one for seat in real.order if seat not in hidden for one in real.hands[seat]}
            unseen = [one for one in DECK if one not in known]
            rng.shuffle(unseen)
            for seat in hidden:
                match.state.hands[seat] = sorted(unseen.pop() for _ in real.hands[seat])
            assert match.view(observer) == before
            match.state = real
