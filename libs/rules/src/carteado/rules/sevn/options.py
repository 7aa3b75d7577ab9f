"""What a table may choose before the first deal of SEVN (the table of options)."""

from dataclasses import dataclass, replace
from enum import IntEnum

from carteado.rules.game import Fault, InvalidMatch
from carteado.rules.sevn.cards import (
    BALLASTS,
    DECK_SIZE,
    FACES,
    FEATHERWEIGHT,
    FREEZE,
    HEAVYWEIGHT,
    NUMBERS,
    STRAIGHT,
    TIMES_2,
    VALUES,
    WORTH,
    Card,
    deck_of,
    number,
)

MIN_SEATS = 2
MAX_SEATS = 12
TARGET = 250
TARGETS = range(50, 1001)
SEVN_BONUS = 17
SEVN_BONUSES = range(51)


class Composition(IntEnum):
    """Which cards make up the 120 (SV-R1)."""

    TWO_OF_EACH = 0
    ACTIONS_33322_BONUS_2 = 1
    ACTIONS_33322_BALLAST_2 = 2
    BALLAST_3 = 3
    BONUS_3 = 4
    TWO_ZEROS = 5


@dataclass(frozen=True, slots=True)
class CardCount:
    """How many copies of a face a deck has."""

    card: Card
    copies: int


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a match.

    Attributes:
        composition: Which cards are in the deck.
        target: Points that win, 50 to 1000; None stands for 250 (SV-R33).
        sevn_bonus: Points for seven distinct values, 0 to 50; None stands for 17 (SV-8).
        duplicate_ballast_busts: Whether a ballast that is already in the row busts, instead of being discarded (SV-R19).
        storm_starts_next: Whether a storm starts after its owner, who then draws last (SV-R16).
        reshuffle_each_round: Whether all cards are shuffled together before each round (SV-R3).
        deck: A deck of one's own instead of a composition (G-33); empty for the composition.
    """

    composition: Composition = Composition.TWO_OF_EACH
    target: int | None = None
    sevn_bonus: int | None = None
    duplicate_ballast_busts: bool = False
    storm_starts_next: bool = False
    reshuffle_each_round: bool = False
    deck: tuple[CardCount, ...] = ()

    @property
    def points_to_win(self) -> int:
        """The target, or its default (SV-2)."""
        return TARGET if self.target is None else self.target

    @property
    def points_for_sevn(self) -> int:
        """The bonus of seven distinct values, or its default (SV-8)."""
        return SEVN_BONUS if self.sevn_bonus is None else self.sevn_bonus


def _counts(ballast: int, bonus: int, actions: tuple[int, ...], zeros: int = 1) -> dict[Card, int]:
    """Copies of each face: n of each number n, one of each modifier, and so many of the other kinds (SV-9)."""
    return {
        **{card: WORTH[card] for card in NUMBERS},
        number(0): zeros,
        **dict.fromkeys(BALLASTS, ballast),
        **dict.fromkeys(range(TIMES_2, FEATHERWEIGHT), 1),
        **dict.fromkeys((FEATHERWEIGHT, HEAVYWEIGHT, STRAIGHT), bonus),
        **{FREEZE + at: copies for at, copies in enumerate(actions)},
    }


COMPOSITIONS = {
    Composition.TWO_OF_EACH: _counts(2, 2, (2, 2, 2, 2, 2)),
    Composition.ACTIONS_33322_BONUS_2: _counts(1, 2, (3, 3, 3, 2, 2)),
    Composition.ACTIONS_33322_BALLAST_2: _counts(2, 1, (3, 3, 3, 2, 2)),
    Composition.BALLAST_3: _counts(3, 1, (2, 2, 2, 2, 2)),
    Composition.BONUS_3: _counts(1, 3, (2, 2, 2, 2, 2)),
    Composition.TWO_ZEROS: _counts(1, 1, (3, 3, 3, 3, 3), zeros=2),
}
"""Copies of each face, by composition: the table of SV-R1."""


def full_deck(options: Options) -> list[Card]:
    """Every card of the match, in ascending order (SV-20)."""
    if options.deck:
        return deck_of((count.card, count.copies) for count in options.deck)
    return deck_of(COMPOSITIONS[options.composition].items())


def checked(options: Options, seats: int) -> Options:
    """The options with the defaults written out (G-11).

    Raises:
        InvalidMatch: Too few or too many seats, a number out of range, a deck that is none, or a deck beside a composition.
    """
    if not MIN_SEATS <= seats <= MAX_SEATS:
        raise InvalidMatch(Fault.PLAYER_COUNT, "SEVN is for 2 to 12 seats")
    if options.points_to_win not in TARGETS:
        raise InvalidMatch(Fault.OPTION_RANGE, "target is 50 to 1000")
    if options.points_for_sevn not in SEVN_BONUSES:
        raise InvalidMatch(Fault.OPTION_RANGE, "sevn_bonus is 0 to 50")
    if options.deck:
        _check_deck(options)
    return replace(options, target=options.points_to_win, sevn_bonus=options.points_for_sevn)


def _check_deck(options: Options) -> None:
    """120 cards, every value in them, 1 to 13 as always; other faces may be missing (G-33)."""
    if options.composition is not Composition.TWO_OF_EACH:
        raise InvalidMatch(Fault.OPTIONS_CONTRADICT, "a deck stands instead of a composition")
    copies = {count.card: count.copies for count in options.deck}
    if len(copies) < len(options.deck) or not all(card in FACES for card in copies):
        raise InvalidMatch(Fault.OPTION_RANGE, "a deck counts each face once")
    if min(copies.values()) < 0 or sum(copies.values()) != DECK_SIZE:
        raise InvalidMatch(Fault.OPTION_RANGE, "a deck has 120 cards")
    if any(copies.get(card, 0) < 1 for card in VALUES):
        raise InvalidMatch(Fault.OPTION_RANGE, "each of the 17 values is in a deck")
    if any(copies[card] != WORTH[card] for card in NUMBERS if card != number(0)):
        raise InvalidMatch(Fault.OPTION_RANGE, "a deck has n copies of each n from 1 to 13")
