"""The 40 cards of Eu Faço!: numbers 1 to 10 on four medals (EF-1, EF-2).

A card is its number on the wire: 10 * medal + rank. Cards stay plain integers, so that hands and decks are lists of small numbers.
"""

from typing import Final

Card = int

BRONZE: Final = 0
SILVER: Final = 1
GOLD: Final = 2
DIAMOND: Final = 3
"""Medals, weakest to strongest (EF-2)."""

HIDDEN: Final = 0
"""Stands for a card that the observer may not see."""

DECK: Final = tuple(range(1, 41))
"""Every card once, in ascending order (EF-1)."""


def card(rank: int, medal: int) -> Card:
    """The card with a number, 1 to 10, on a medal, 0 to 3."""
    return 10 * medal + rank


def rank(card_: Card) -> int:
    """The number of a card, 1 to 10."""
    return (card_ - 1) % 10 + 1


def medal(card_: Card) -> int:
    """The medal of a card, 0 (bronze) to 3 (diamond)."""
    return (card_ - 1) // 10


def is_manilha(card_: Card) -> bool:
    """The 1 of each medal wears the metal frame (EF-3)."""
    return rank(card_) == 1


def _strength(card_: Card) -> int:
    return 11 + medal(card_) if is_manilha(card_) else rank(card_)


STRENGTH: Final = (0, *(_strength(card_) for card_ in DECK))
"""What decides a trick, by card: the number, medals being decoration; only the 1s, above all others, differ by medal (EF-28, EF-31)."""
