"""What happens in a match of SEVN. Every event is public: cards are turned face up, in sight of all (SV-1, SV-R35)."""

from dataclasses import dataclass

from carteado.rules.game import Seat
from carteado.rules.sevn.cards import NO_CARD, Card


@dataclass(frozen=True, slots=True)
class QueuedAction:
    """A card that waits or is resolved, with who drew it (SV-R10)."""

    card: Card
    owner: Seat


@dataclass(frozen=True, slots=True)
class Score:
    """The steps of a score, in the order in which they are added (SV-34)."""

    sum: int
    doubled: int
    modifiers: int
    featherweight: int
    heavyweight: int
    straight: int
    sevn: int
    points: int


@dataclass(frozen=True, slots=True)
class RoundStarted:
    """A round began (SV-R6)."""

    round_number: int
    starter: Seat


@dataclass(frozen=True, slots=True)
class CardDrawn:
    """A card was turned face up for a seat (SV-1)."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class SecondChanceUsed:
    """A second chance cancelled a repeated value; both cards are discarded (SV-14)."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class SecondChanceMoved:
    """A second copy of a second chance was given on; without a receiver it was discarded (SV-25)."""

    from_: Seat
    to: Seat | None


@dataclass(frozen=True, slots=True)
class BallastDecided:
    """A ballast went into the row, or was discarded (SV-22)."""

    seat: Seat
    card: Card
    kept: bool


@dataclass(frozen=True, slots=True)
class Busted:
    """A seat drew a value that it already had (SV-18)."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Stopped:
    """A seat left the round safely, by itself or frozen (SV-5, SV-16)."""

    seat: Seat
    frozen: bool


@dataclass(frozen=True, slots=True)
class ActionResolved:
    """An action left the queue and takes effect; a storm and a crossroads have no target (SV-23)."""

    action: QueuedAction
    target: Seat | None


@dataclass(frozen=True, slots=True)
class ActionDiscarded:
    """An action was discarded without effect: its owner is out, or it has nobody to hit (SV-R12, SV-R14)."""

    action: QueuedAction


@dataclass(frozen=True, slots=True)
class Crossroads:
    """Cards were shown at a crossroads, or one of them was taken (SV-27)."""

    seat: Seat
    options: tuple[Card, ...]
    taken: Card = NO_CARD


@dataclass(frozen=True, slots=True)
class Sevn:
    """A seat has seven distinct values (SV-8)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Reshuffled:
    """The discards became the deck, of so many cards (SV-40)."""

    deck: int


@dataclass(frozen=True, slots=True)
class SeatScore:
    """What a round gave one seat."""

    seat: Seat
    score: Score
    total: int


@dataclass(frozen=True, slots=True)
class RoundScored:
    """A round was counted."""

    seats: tuple[SeatScore, ...]


Event = (
    RoundStarted
    | CardDrawn
    | SecondChanceUsed
    | SecondChanceMoved
    | BallastDecided
    | Busted
    | Stopped
    | ActionResolved
    | ActionDiscarded
    | Crossroads
    | Sevn
    | Reshuffled
    | RoundScored
)
