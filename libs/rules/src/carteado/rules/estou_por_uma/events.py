"""What happens in a match of Estou-por-uma. Only the faces of drawn cards are for one seat alone."""

from dataclasses import dataclass
from enum import IntEnum

from carteado.rules.estou_por_uma.cards import Card, Suit
from carteado.rules.game import Seat


class DrawReason(IntEnum):
    """Why cards were drawn."""

    TURN = 1
    STACK = 2
    PREVIOUS = 3
    IDENTICAL = 4
    FORGOTTEN = 5


@dataclass(frozen=True, slots=True)
class RoundDealt:
    """A round was dealt and its first card turned (EPU-4)."""

    round_number: int
    dealer: Seat
    upcard: Card


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A card on the discards, the suit named with it, and whether it equals the card below (EPU-21, EPU-R21)."""

    seat: Seat
    card: Card
    suit: Suit
    identical: bool


@dataclass(frozen=True, slots=True)
class CardsDrawn:
    """Cards were drawn, fewer than wanted where there were no more; their faces are for whoever drew them (EPU-R5, EPU-R39)."""

    seat: Seat
    count: int
    reason: DrawReason
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Passed:
    """A turn passed without a card (EPU-R13)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Skipped:
    """A seat lost its turn (EPU-18)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Reversed:
    """The direction turned: +1 clockwise, -1 the other way (EPU-24)."""

    direction: int


@dataclass(frozen=True, slots=True)
class Called:
    """Estou-por-uma was called (EPU-9)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Caught:
    """A seat was caught without its call (EPU-R27)."""

    seat: Seat
    by: Seat


@dataclass(frozen=True, slots=True)
class Reshuffled:
    """The discards under the top became the stock (EPU-R5)."""

    stock: int


@dataclass(frozen=True, slots=True)
class SeatScore:
    """What a round cost one seat (EPU-12, EPU-R38)."""

    seat: Seat
    hand: tuple[Card, ...]
    points: int
    total: int
    reset: bool
    eliminated: bool


@dataclass(frozen=True, slots=True)
class RoundScored:
    """A round was counted; nobody won it where it was blocked (EPU-11, EPU-R30)."""

    winner: Seat | None
    seats: tuple[SeatScore, ...]


Event = (
    RoundDealt
    | CardPlayed
    | CardsDrawn
    | Passed
    | Skipped
    | Reversed
    | Called
    | Caught
    | Reshuffled
    | RoundScored
)
