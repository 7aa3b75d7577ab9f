"""Rounds of one card: everybody sees all cards but the own."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carteado.rules.eu_faco import Bid
from carteado.rules.eu_faco.cards import DECK, HIDDEN
from carteado.rules.eu_faco.events import BidPlaced, CardPlayed, RoundScored, TrickEnded
from carteado.rules.game import Awaiting
from tests.rules.eu_faco.table import (
    about_to_deal,
    card,
    dealt,
    ended,
    law,
    name_of,
    played,
    promised,
    scored,
)


def test_ef_36_you_see_the_cards_of_the_others_and_not_your_own() -> None:
    table = dealt({0: "9O", 1: "4P", 2: "3B"}, dealer=2)
    for seat in range(3):
        seen = table.view(seat)
        faces = [card("9O"), card("4P"), card("3B")]
        faces[seat] = HIDDEN
        assert [one.forehead for one in seen.seats] == faces
        assert seen.hand == (HIDDEN,)
        assert seen.forehead


@law
@given(hand=st.permutations(DECK), observer=st.integers(0, 4), other=st.sampled_from(DECK))
def test_ef_36_nothing_shown_to_a_seat_depends_on_its_own_card(
    hand: list[int], observer: int, other: int
) -> None:
    table = dealt({seat: name_of(hand[seat]) for seat in range(5)}, dealer=0)
    shown = table.view(observer)
    table.state.hands[observer] = [other]
    assert table.view(observer) == shown


def test_ef_36_promises_are_made_in_the_dark_before_any_card_is_played() -> None:
    table = dealt({0: "9O", 1: "4P", 2: "3B"}, dealer=2)
    table.bid(1, 1)
    assert table.view(2).trick == ()
    assert table.view(2).hand == (HIDDEN,)


def test_ef_37_one_promises_1_or_0() -> None:
    table = dealt({0: "9O", 1: "4P", 2: "3B"}, dealer=2)
    for seat in range(3):
        assert table.legal(seat) == [Bid(0), Bid(1)]
        table.bid(0)


def test_ef_r18_after_the_last_promise_all_cards_are_played_in_order_from_the_leader() -> None:
    table = dealt({0: "9O", 1: "4P", 2: "3B"}, dealer=0)
    assert [type(event) for event in table.bid(0, 0)] == [BidPlaced, BidPlaced]
    events = table.bid(1)
    kinds = [BidPlaced, CardPlayed, CardPlayed, CardPlayed, TrickEnded, RoundScored]
    assert [type(event) for event in events] == kinds
    assert played(events) == [(1, "4P"), (2, "3B"), (0, "9O")]
    assert ended(events).winner == 0
    assert table.awaiting() is Awaiting.DEAL


def test_ef_r18_a_round_of_one_card_may_cangar_too() -> None:
    table = dealt({0: "7B", 1: "7P"}, dealer=1)
    events = table.bid(0, 1)
    assert ended(events).winner is None
    assert [one.lives for one in scored(events).values()] == [3, 2]


def test_ef_r18_in_longer_rounds_even_the_forced_last_card_is_played_by_its_seat() -> None:
    table = dealt({0: "9O 2B", 1: "4P 3B"}, dealer=1)
    table.bid(0, 0)
    table.play("9O 4P")
    for name in ("2B", "3B"):
        assert table.awaiting() is Awaiting.SEAT
        assert len(table.legal(table.state.to_act)) == 1
        table.play(name)
    assert table.awaiting() is Awaiting.DEAL


def test_ef_r37_everybody_sees_the_promises_of_a_forehead_round_as_they_are_spoken() -> None:
    table = dealt({0: "9O", 1: "4P", 2: "3B"}, dealer=2, seats=4)
    assert promised(table.bid(1)) == [0]
    for observer in (None, 0, 1, 2, 3):
        assert [seat.bid for seat in table.view(observer).seats] == [1, None, None, None]


@pytest.mark.parametrize("observer", [None, 3])
def test_ef_r17_watchers_see_no_forehead_card_until_it_is_played(observer: int | None) -> None:
    table = dealt({0: "9O", 1: "4P", 2: "3B"}, dealer=2, seats=4)
    seen = table.view(observer)
    assert {seat.forehead for seat in seen.seats} == {HIDDEN}
    assert seen.hand == ()
    table.bid(0, 0, 0)
    shown = [one.card for one in table.view(observer).tricks[-1].cards]
    assert shown == [card("9O"), card("4P"), card("3B")]


def test_ef_10_a_round_of_two_cards_is_not_on_the_forehead() -> None:
    table = dealt({0: "9O 8O", 1: "4P 2P"}, dealer=1)
    seen = table.view(0)
    assert not seen.forehead
    assert {seat.forehead for seat in seen.seats} == {HIDDEN}
    assert seen.hand == (card("8O"), card("9O"))


def test_ef_10_the_second_bottom_of_the_wave_is_on_the_forehead_too() -> None:
    table = about_to_deal(2, range(3), dealer=0)
    table.state.rising = False
    table.state.hand_size = 2
    table.deal({0: "9O", 1: "4P", 2: "3B"})
    assert table.view(1).forehead
    assert table.view(1).hand == (HIDDEN,)
    assert [seat.forehead for seat in table.view(1).seats] == [card("9O"), HIDDEN, card("3B")]
