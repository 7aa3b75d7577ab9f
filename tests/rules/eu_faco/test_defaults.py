"""What is done for a seat whose time is over."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carteado.rules import eu_faco
from carteado.rules.eu_faco import Bid, Options, Play
from carteado.rules.eu_faco.cards import DECK, Card, medal, rank
from carteado.rules.eu_faco.rules import weakest
from carteado.rules.game import Awaiting
from tests.rules.eu_faco.table import about_to_deal, card, cards, dealt, law, opened, steps


@pytest.mark.parametrize(
    ("prior", "default"), [([], 0), ([0], 0), ([2, 0], 1), ([1, 0], 0), ([1, 1], 1), ([2, 2], 0)]
)
def test_ef_r35_the_default_promise_is_the_smallest_legal_number(
    prior: list[int], default: int
) -> None:
    table = about_to_deal(2, range(3), dealer=2)
    table.deal()
    table.bid(*prior)
    assert eu_faco.default_action(table.state) == Bid(default)


def test_ef_r35_by_option_the_default_promise_of_one_card_respects_its_lock() -> None:
    table = about_to_deal(1, range(3), dealer=2, options=Options(lock_in_one_card=True))
    table.deal()
    table.bid(1, 0)
    assert eu_faco.default_action(table.state) == Bid(1)


@pytest.mark.parametrize(
    ("hand", "default"),
    [
        ("9B 3D 10P", "3D"),
        ("3D 3B 4B", "3B"),
        ("1B 10D 9O", "9O"),
        ("1B 10D", "10D"),
        ("1D 1O 1P", "1P"),
        ("1D 2D", "2D"),
    ],
)
def test_ef_r35_the_default_card_is_the_lowest_number_1s_last_then_the_lower_suit(
    hand: str, default: str
) -> None:
    assert weakest(cards(hand)) == card(default)


@law
@given(hand=st.lists(st.sampled_from(DECK), min_size=1, max_size=10, unique=True))
def test_ef_r35_no_card_of_the_hand_is_weaker_than_the_default(hand: list[Card]) -> None:
    def order(one: Card) -> tuple[bool, int, int]:
        return rank(one) == 1, rank(one), medal(one)

    assert weakest(hand) == min(hand, key=order)


def test_ef_r35_the_default_card_is_played_from_the_hand_of_the_seat_to_act() -> None:
    table = dealt({0: "9B 3D", 1: "2B 4B"}, dealer=1)
    table.bid(0, 0)
    assert eu_faco.default_action(table.state) == Play(card("3D"))
    table.play("9B")
    assert eu_faco.default_action(table.state) == Play(card("2B"))


@pytest.mark.parametrize("seed", range(8))
def test_g_6_the_default_is_always_legal(seed: int) -> None:
    match = opened(seed, 2 + seed % 7)
    for _ in steps(match, seed):
        if match.game.awaiting(match.state) is Awaiting.SEAT:
            seat = match.game.to_act(match.state)
            assert seat is not None
            assert match.game.default_action(match.state) in match.game.legal_actions(
                match.state, seat
            )
