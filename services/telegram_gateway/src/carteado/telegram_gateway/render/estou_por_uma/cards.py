"""The cards of Estou-por-uma, as people read them: always with the sign of the suit, and where a card stands alone with its name."""

from carteado.words import Words

SUITS = (1, 2, 3, 4)
"""Clubs, diamonds, hearts, spades: the order of a hand."""

SIGNS = {
    1: "\N{BLACK CLUB SUIT}",
    2: "\N{BLACK DIAMOND SUIT}",
    3: "\N{BLACK HEART SUIT}",
    4: "\N{BLACK SPADE SUIT}",
}
SUIT_NAMES = {1: "clubs", 2: "diamonds", 3: "hearts", 4: "spades"}
RANKS = {1: "A", 11: "J", 12: "Q", 13: "K"}
RANK_NAMES = {1: "ace", 11: "jack", 12: "queen", 13: "king"}


def rank(card: int) -> int:
    """Its number, ace = 1 to king = 13; the wire counts 13 cards for each suit."""
    return (card - 1) % 13 + 1


def suit(card: int) -> int:
    """Its suit, 1 for clubs to 4 for spades."""
    return (card - 1) // 13 + 1


def rank_sign(number: int) -> str:
    """A rank in a character or two."""
    return RANKS.get(number, str(number))


def short(card: int) -> str:
    """It on a button, or among others."""
    return f"{rank_sign(rank(card))}{SIGNS[suit(card)]}"


def suit_text(number: int, words: Words) -> str:
    """A suit, by sign and by name."""
    return f"{SIGNS[number]} {words(SUIT_NAMES[number])}"


def name(card: int, words: Words) -> str:
    """What people call it, such as 7 de copas."""
    number = rank(card)
    called = words(RANK_NAMES[number]) if number in RANK_NAMES else str(number)
    return words("card", rank=called, suit=words(SUIT_NAMES[suit(card)]))


def text(card: int, words: Words) -> str:
    """What people call it, before the sign by which it is found at a glance."""
    return f"{name(card, words)} {SIGNS[suit(card)]}"
