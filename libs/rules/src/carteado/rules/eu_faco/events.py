"""What happens in a match of Eu Faço!. Every event is public: none names a card that is not on the table."""

from dataclasses import dataclass

from carteado.rules.eu_faco.cards import Card
from carteado.rules.game import Seat


@dataclass(frozen=True, slots=True)
class RoundDealt:
    """A round was dealt; a tie-break is one too (EF-R21)."""

    round_number: int
    hand_size: int
    dealer: Seat
    tiebreak: bool


@dataclass(frozen=True, slots=True)
class BidPlaced:
    """A promise was spoken."""

    seat: Seat
    tricks: int


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A card on the table; cancelled while equal cards at the top annul each other and it is one of them (EF-32)."""

    seat: Seat
    card: Card
    cancelled: bool


@dataclass(frozen=True, slots=True)
class TrickEnded:
    """A trick is over; without a winner everything cangou (EF-33)."""

    cards: tuple[CardPlayed, ...]
    winner: Seat | None


@dataclass(frozen=True, slots=True)
class SeatScore:
    """What a round cost one seat."""

    seat: Seat
    bid: int
    taken: int
    lives: int
    eliminated: bool


@dataclass(frozen=True, slots=True)
class RoundScored:
    """A round was counted; a tie-break is not."""

    seats: tuple[SeatScore, ...]


Event = RoundDealt | BidPlaced | CardPlayed | TrickEnded | RoundScored
