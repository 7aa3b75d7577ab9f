"""The cards of Estou-por-uma in two or three columns: a letter or a number, and the sign of a suit."""

from collections.abc import Iterable

from carteado.cli.table.scene import Scene
from carteado.rules.estou_por_uma.cards import (
    CLUBS,
    DIAMONDS,
    HEARTS,
    RANK,
    SPADES,
    SUIT,
    Card,
    Suit,
)

SIGNS = {CLUBS: "♣", DIAMONDS: "♦", HEARTS: "♥", SPADES: "♠"}
LETTERS = {1: "A", 11: "J", 12: "Q", 13: "K"}
KEYS = {
    CLUBS: "key_clubs",
    DIAMONDS: "key_diamonds",
    HEARTS: "key_hearts",
    SPADES: "key_spades",
}
"""What names each suit in a line that one types: a letter first, then whole words."""


def rank(number: int) -> str:
    """A rank as it is printed."""
    return LETTERS.get(number, str(number))


def short(card: Card) -> str:
    """A card as it is printed."""
    return f"{rank(RANK[card])}{SIGNS[SUIT[card]]}"


def several(cards: Iterable[Card]) -> str:
    """Cards side by side."""
    return " ".join(map(short, cards))


def suit_named(typed: str, scene: Scene) -> Suit | None:
    """The suit that somebody names, if it is one."""
    named = (suit for suit, key in KEYS.items() if typed in scene.words(key).split())
    return next(named, None)
