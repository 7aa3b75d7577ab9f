"""What the cards of SEVN are called: in a sentence, and in a row where there is little room."""

from collections.abc import Iterable

from carteado.rules.sevn.cards import (
    ADDS,
    CROSSROADS,
    DRAW_THREE,
    FEATHERWEIGHT,
    FREEZE,
    HEAVYWEIGHT,
    SECOND_CHANCE,
    STORM,
    STRAIGHT,
    TIMES_2,
    WORTH,
    Card,
    is_ballast,
    is_number,
)
from carteado.rules.sevn.view import SeatView
from carteado.words import Words

NAMES = {
    FEATHERWEIGHT: "card_featherweight",
    HEAVYWEIGHT: "card_heavyweight",
    STRAIGHT: "card_straight",
    FREEZE: "card_freeze",
    SECOND_CHANCE: "card_second_chance",
    DRAW_THREE: "card_draw_three",
    CROSSROADS: "card_crossroads",
    STORM: "card_storm",
}

SHORT = {
    FEATHERWEIGHT: "short_featherweight",
    HEAVYWEIGHT: "short_heavyweight",
    STRAIGHT: "short_straight",
}

BAR = " │ "
MINUS = "\N{MINUS SIGN}"


def called(card: Card, words: Words) -> str:
    """A card in a sentence."""
    if card in NAMES:
        return words(NAMES[card])
    if is_ballast(card):
        return words("card_ballast", worth=_worth(card))
    return _worth(card)


def _worth(card: Card) -> str:
    """What a value or a modifier says on it."""
    if card in ADDS:
        return f"+{ADDS[card]}"
    if card == TIMES_2:
        return "\N{MULTIPLICATION SIGN}2"
    return str(WORTH[card]) if is_number(card) else f"{MINUS}{-WORTH[card]}"


def several(cards: Iterable[Card], words: Words) -> str:
    """Values and extras side by side, as short as they can be told."""
    return " ".join(words(SHORT[card]) if card in SHORT else _worth(card) for card in cards)


def row_of(seat: SeatView, words: Words) -> str:
    """The row of a seat in ascending order, and behind a bar what lies beside it."""
    values = several(sorted(seat.row, key=lambda card: WORTH[card]), words) or "-"
    extras = several(sorted(seat.extras), words)
    if seat.second_chance:
        extras = f"{extras} {words('short_second_chance')}".strip()
    return f"{values}{BAR}{extras}" if extras else values
