"""The cards and what they are worth."""

from itertools import combinations

import pytest

from carteado.rules.eu_faco.cards import BRONZE, DECK, DIAMOND, GOLD, SILVER, is_manilha, medal
from carteado.rules.eu_faco.cards import card as card_of
from carteado.rules.eu_faco.cards import rank as rank_of
from tests.rules.eu_faco.table import card, taker


def test_ef_1_the_deck_is_forty_cards_numbered_1_to_10_in_four_suits() -> None:
    faces = {(rank_of(one), medal(one)) for one in DECK}
    assert len(DECK) == len(faces) == 40
    assert faces == {(number, suit) for number in range(1, 11) for suit in range(4)}


def test_ef_1_a_card_is_named_by_its_number_and_its_medal() -> None:
    assert [card_of(rank_of(one), medal(one)) for one in DECK] == list(DECK)


def test_ef_2_the_medals_rise_from_bronze_over_silver_and_gold_to_diamond() -> None:
    assert (BRONZE, SILVER, GOLD, DIAMOND) == (0, 1, 2, 3)
    assert [medal(card(name)) for name in ("5B", "5P", "5O", "5D")] == [0, 1, 2, 3]


def test_ef_3_the_1_of_each_suit_is_the_manilha_and_nothing_else_is() -> None:
    assert [one for one in DECK if is_manilha(one)] == [card(f"1{suit}") for suit in "BPOD"]


def test_ef_16_the_9_of_ouro_beats_the_6_of_prata() -> None:
    assert taker("9O 6P") == 0
    assert taker("6P 9O") == 1


@pytest.mark.parametrize("one", ["1B", "1P", "1O", "1D"])
@pytest.mark.parametrize("other", ["2D", "7O", "10B", "10P", "10O", "10D"])
def test_ef_28_any_1_beats_any_other_card_even_a_10(one: str, other: str) -> None:
    assert taker(f"{one} {other}") == 0
    assert taker(f"{other} {one}") == 1


@pytest.mark.parametrize(("weak", "strong"), list(combinations(["1B", "1P", "1O", "1D"], 2)))
def test_ef_31_between_two_1s_the_suit_decides(weak: str, strong: str) -> None:
    assert taker(f"{weak} {strong}") == 1
    assert taker(f"{strong} {weak}") == 0


@pytest.mark.parametrize(("low", "high"), list(combinations(range(2, 11), 2)))
def test_ef_31_elsewhere_the_number_rules_whatever_the_suits(low: int, high: int) -> None:
    assert taker(f"{low}D {high}B") == 1
    assert taker(f"{high}B {low}D") == 0


@pytest.mark.parametrize("number", range(2, 11))
@pytest.mark.parametrize("suits", ["BP", "PB", "BD", "DB", "OD", "PO"])
def test_ef_r31_two_cards_of_one_number_are_equal_whatever_suit_and_order(
    number: int, suits: str
) -> None:
    assert taker(f"{number}{suits[0]} {number}{suits[1]}") is None
