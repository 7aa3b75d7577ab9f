"""The 120 cards."""

from collections import Counter

import pytest

from carteado.rules.sevn import CardCount, Composition, Options, checked
from carteado.rules.sevn.cards import (
    BALLASTS,
    FACES,
    NUMBERS,
    VALUES,
    WORTH,
    deck_of,
    is_ballast,
    is_number,
    number,
)
from carteado.rules.sevn.options import full_deck
from tests.rules.sevn.table import NAMES, card, cards

TABLE = {
    Composition.TWO_OF_EACH: (1, 2, 1, 2, (2, 2, 2, 2, 2)),
    Composition.ACTIONS_33322_BONUS_2: (1, 1, 1, 2, (3, 3, 3, 2, 2)),
    Composition.ACTIONS_33322_BALLAST_2: (1, 2, 1, 1, (3, 3, 3, 2, 2)),
    Composition.BALLAST_3: (1, 3, 1, 1, (2, 2, 2, 2, 2)),
    Composition.BONUS_3: (1, 1, 1, 3, (2, 2, 2, 2, 2)),
    Composition.TWO_ZEROS: (2, 1, 1, 1, (3, 3, 3, 3, 3)),
}
"""Zeros, each ballast, each modifier, each bonus, and the actions: the table of SV-R1."""


def copies(composition: Composition) -> Counter[str]:
    deck = full_deck(checked(Options(composition=composition), 2))
    return Counter(NAMES[one - 1] for one in deck)


def test_the_numbers_of_the_faces_are_those_of_the_wire() -> None:
    assert list(FACES) == list(range(1, 32))
    named = {"0": 1, "13": 14, "-2": 15, "-6": 17, "x2": 18, "+2": 19, "+10": 23, "feather": 24}
    named |= {"heavy": 25, "straight": 26, "freeze": 27, "second": 28, "three": 29, "storm": 31}
    assert {name: card(name) for name in named} == named


@pytest.mark.parametrize("composition", list(Composition))
def test_sv_9_there_are_thirteen_13s_twelve_12s_and_so_on(composition: Composition) -> None:
    assert [copies(composition)[str(one)] for one in range(1, 14)] == list(range(1, 14))


@pytest.mark.parametrize("composition", list(Composition))
def test_sv_20_a_deck_has_120_cards_of_17_distinct_values(composition: Composition) -> None:
    deck = full_deck(checked(Options(composition=composition), 2))
    assert len(deck) == 120
    assert set(deck) == set(FACES)
    assert set(VALUES) == set(NUMBERS) | set(BALLASTS)
    assert len(VALUES) == 17


@pytest.mark.parametrize("composition", list(Composition))
def test_sv_r1_each_composition_is_a_row_of_table_3_2(composition: Composition) -> None:
    zeros, ballast, modifier, bonus, actions = TABLE[composition]
    count = copies(composition)
    assert count["0"] == zeros
    assert [count[name] for name in ("-2", "-4", "-6")] == [ballast] * 3
    modifiers = ("x2", "+2", "+4", "+6", "+8", "+10")
    assert [count[name] for name in modifiers] == [modifier] * 6
    assert [count[name] for name in ("feather", "heavy", "straight")] == [bonus] * 3
    named = ("freeze", "second", "three", "crossroads", "storm")
    assert tuple(count[name] for name in named) == actions


def test_sv_r1_the_default_has_two_of_each_ballast_bonus_and_action() -> None:
    assert full_deck(checked(Options(), 2)) == full_deck(
        checked(Options(composition=Composition.TWO_OF_EACH), 2)
    )
    assert list(Composition) == list(range(6))


def test_sv_21_sv_22_numbers_count_0_to_13_and_ballasts_are_negative() -> None:
    assert [WORTH[one] for one in NUMBERS] == list(range(14))
    assert [WORTH[one] for one in BALLASTS] == [-2, -4, -6]
    assert [number(value) for value in range(14)] == list(NUMBERS)


def test_every_face_is_a_number_a_ballast_or_neither() -> None:
    assert [one for one in range(33) if is_number(one)] == list(range(1, 15))
    assert [one for one in range(33) if is_ballast(one)] == [15, 16, 17]


def test_g_3_before_a_shuffle_the_cards_stand_in_ascending_order_equal_faces_together() -> None:
    assert deck_of([(31, 1), (1, 2), (15, 1)]) == [1, 1, 15, 31]
    for composition in Composition:
        deck = full_deck(checked(Options(composition=composition), 2))
        assert deck == sorted(deck)


def test_g_33_a_deck_of_ones_own_is_played_with_as_it_is() -> None:
    counts = [CardCount(card(str(one)), one) for one in range(13, 0, -1)]
    counts += [CardCount(card("storm"), 20), CardCount(card("0"), 1)]
    counts += [
        CardCount(one, copies) for one, copies in zip(cards("-2 -4 -6"), (2, 3, 3), strict=True)
    ]
    deck = full_deck(checked(Options(deck=tuple(counts)), 2))
    count = Counter(deck)
    assert deck == sorted(deck)
    assert (count[card("storm")], count[card("-4")], count[card("freeze")]) == (20, 3, 0)
    assert len(deck) == 120
