"""The faces of SEVN: 17 distinct values, modifiers, bonuses and actions (SV-20).

A card is its number on the wire; copies of a face are equal. Cards stay plain integers, so that rows and decks are lists of small numbers.
"""

from collections.abc import Iterable
from typing import Final

Card = int

NO_CARD: Final = 0
"""In the place of a card: none."""

NUMBERS: Final = range(1, 15)
"""The numbers 0 to 13 (SV-21)."""

BALLASTS: Final = range(15, 18)
"""Lastro: -2, -4 and -6 (SV-22)."""

VALUES: Final = range(1, 18)
"""The 17 distinct values: numbers and ballasts (SV-20)."""

TIMES_2: Final = 18
PLUS_2: Final = 19
PLUS_10: Final = 23
"""Modifiers: x2, and +2, +4, ... +10 (SV-33)."""

FEATHERWEIGHT: Final = 24
HEAVYWEIGHT: Final = 25
STRAIGHT: Final = 26
"""Bonuses (SV-29)."""

EXTRAS: Final = range(TIMES_2, STRAIGHT + 1)
"""Modifiers and bonuses: held beside the row."""

FREEZE: Final = 27
SECOND_CHANCE: Final = 28
DRAW_THREE: Final = 29
CROSSROADS: Final = 30
STORM: Final = 31
"""Actions (SV-23)."""

FACES: Final = range(1, 32)
"""Every face, in the order of the wire."""

DECK_SIZE: Final = 120
"""Cards of every deck (SV-20)."""

WORTH: Final = (0, *range(14), -2, -4, -6)
"""What a value counts in the sum, by card."""

ADDS: Final = {card: 2 * (card - TIMES_2) for card in range(PLUS_2, PLUS_10 + 1)}
"""What a modifier adds, by card."""


def number(value: int) -> Card:
    """The card with a number, 0 to 13."""
    return value + 1


def is_number(card: Card) -> bool:
    """One of 0 to 13."""
    return card in NUMBERS


def is_ballast(card: Card) -> bool:
    """One of -2, -4 and -6."""
    return card in BALLASTS


def deck_of(counts: Iterable[tuple[Card, int]]) -> list[Card]:
    """A deck with so many copies of each face, in ascending order, equal faces together."""
    return sorted(card for card, copies in counts for _ in range(copies))
