"""The cards of Eu Faço!, as the wire numbers them: 10 times the medal, and the rank from 1 to 10."""

from carteado.words import Words

MANILHA = 1
MEDALS = ("medal_bronze", "medal_silver", "medal_gold", "medal_diamond")
MEDAL_STYLES = ("dark_orange3", "grey74", "yellow", "bright_cyan")
LIFE = "♥"
LIT = "★ "
CANCELLED = "✗ "


def rank(card: int) -> int:
    """The number on a card, 1 to 10."""
    return (card - 1) % 10 + 1


def medal(card: int) -> int:
    """Its suit, 0 for bronze to 3 for diamond."""
    return (card - 1) // 10


def strength(card: int) -> int:
    """Orders cards as tricks do: ranks decide, and the ones stand above, by their suits. Equal cards cancel."""
    return 11 + medal(card) if rank(card) == MANILHA else rank(card)


def name(card: int, words: Words) -> str:
    """What people call it."""
    return words("card", rank=rank(card), medal=words(MEDALS[medal(card)]))
