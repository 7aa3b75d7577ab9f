"""The 52 faces of Estou-por-uma, in as many copies as there are packs (EPU-R1, EPU-R3).

A card is its number on the wire: 13 * (suit - 1) + rank, ace = 1, jack = 11, queen = 12, king = 13. Two cards of one face are equal in everything
(EPU-R21), so hands and piles are plain lists of these numbers.
"""

from typing import Final

Card = int
Suit = int

CLUBS: Final = 1
DIAMONDS: Final = 2
HEARTS: Final = 3
SPADES: Final = 4
"""Suits: paus, ouros, copas, espadas."""

SUITS: Final = (CLUBS, DIAMONDS, HEARTS, SPADES)
"""Every suit, ascending."""

RANKS: Final = range(1, 14)
"""Ace to king, ascending."""

JACK: Final = 11
"""The lowest court card."""

NO_CARD: Final = 0
"""In the place of a card: none, or one that the observer may not see."""

NO_SUIT: Final = 0
"""In the place of a suit: none."""

PACK: Final = tuple(range(1, 53))
"""Every face once, ascending."""

RANK: Final = (0, *((card_ - 1) % 13 + 1 for card_ in PACK))
"""The rank of each card (EPU-R9)."""

SUIT: Final = (NO_SUIT, *((card_ - 1) // 13 + 1 for card_ in PACK))
"""The printed suit of each card."""


def card(rank: int, suit: Suit) -> Card:
    """The card of a rank, 1 to 13, and a suit, 1 to 4."""
    return 13 * (suit - 1) + rank


def deck(packs: int) -> list[Card]:
    """So many packs in ascending order, equal faces together, as every shuffle takes them."""
    return [card_ for card_ in PACK for _ in range(packs)]
