"""The cards of Eu Faço!, as people read them: rank and medal, by name and by sign; the four 1s wear a crown."""

from carteado.words import Words

MANILHA = 1
CROWN = "\N{CROWN}"
MEDALS = ("medal_bronze", "medal_silver", "medal_gold", "medal_diamond")
SIGNS = (
    "\N{THIRD PLACE MEDAL}",
    "\N{SECOND PLACE MEDAL}",
    "\N{FIRST PLACE MEDAL}",
    "\N{GEM STONE}",
)


def rank(card: int) -> int:
    """The number on a card, 1 to 10; the wire counts 10 cards for each medal."""
    return (card - 1) % 10 + 1


def medal(card: int) -> int:
    """Its suit, 0 for bronze to 3 for diamond."""
    return (card - 1) // 10


def crowned(card: int) -> str:
    """Its number, with the crown of a manilha."""
    return f"{CROWN}{rank(card)}" if rank(card) == MANILHA else str(rank(card))


def name(card: int, words: Words) -> str:
    """What people call it, such as 7 de ouro."""
    return words("card", rank=rank(card), medal=words(MEDALS[medal(card)]))


def text(card: int, words: Words) -> str:
    """What people call it, between the signs by which it is found at a glance."""
    crown = f"{CROWN} " if rank(card) == MANILHA else ""
    return f"{crown}{name(card, words)} {SIGNS[medal(card)]}"


def short(card: int) -> str:
    """It on a button, where words do not fit."""
    return f"{crowned(card)}{SIGNS[medal(card)]}"
