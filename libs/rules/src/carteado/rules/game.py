"""What every game of carteado has: seats, refusals, places, and the functions that the rest of the house calls.

A game is a module, not a class: ``GAMES`` holds the modules, and mypy checks each against ``Game``.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import Any, Protocol, TypeVar

Seat = int
"""A place at the table, 0 to n-1, clockwise (G-1)."""


class Refusal(StrEnum):
    """Why an action is refused; the same word on the wire and in the catalogs (G-5)."""

    NOT_YOUR_TURN = "NOT_YOUR_TURN"
    WRONG_PHASE = "WRONG_PHASE"
    BID_RANGE = "BID_RANGE"
    BID_LOCKED = "BID_LOCKED"
    CARD_NOT_IN_HAND = "CARD_NOT_IN_HAND"
    CARD_NOT_PLAYABLE = "CARD_NOT_PLAYABLE"
    MUST_PLAY = "MUST_PLAY"
    ALREADY_DREW = "ALREADY_DREW"
    ONLY_DRAWN_CARD = "ONLY_DRAWN_CARD"
    CANNOT_PASS = "CANNOT_PASS"  # noqa: S105 - a word of the rules
    SUIT_REQUIRED = "SUIT_REQUIRED"
    SUIT_NOT_ALLOWED = "SUIT_NOT_ALLOWED"
    DECLARATION_NOT_APPLICABLE = "DECLARATION_NOT_APPLICABLE"
    NOTHING_TO_CATCH = "NOTHING_TO_CATCH"
    NOTHING_TO_DECLARE = "NOTHING_TO_DECLARE"
    WRONG_DECISION = "WRONG_DECISION"
    NOT_AN_OPTION = "NOT_AN_OPTION"
    ROUND_OVER = "ROUND_OVER"
    ENTROPY_COUNT = "ENTROPY_COUNT"
    ENTROPY_TOO_LATE = "ENTROPY_TOO_LATE"


class Fault(StrEnum):
    """Why a match cannot be opened (G-11)."""

    PLAYER_COUNT = "PLAYER_COUNT"
    OPTION_RANGE = "OPTION_RANGE"
    OPTIONS_CONTRADICT = "OPTIONS_CONTRADICT"


class IllegalAction(Exception):  # noqa: N818 - the name of the fact, not of a fault
    """The rules refuse an action; nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.value)
        self.refusal = refusal


class InvalidMatch(Exception):  # noqa: N818 - as above
    """No match can have these seats and options."""

    def __init__(self, fault: Fault, message: str) -> None:
        super().__init__(message)
        self.fault = fault


class Awaiting(Enum):
    """What a match waits for."""

    DEAL = 1
    SEAT = 2
    NOTHING = 3


@dataclass(frozen=True, slots=True)
class Placement:
    """Where a seat finished; equal places are real ties: 1, 2, 2, 4 (G-9).

    Attributes:
        seat: The seat.
        place: 1 is best.
        score: What the game counts.
        tie_break: What separates equal scores, less is better; 0 where the game has nothing.
    """

    seat: Seat
    place: int
    score: int
    tie_break: int = 0


class Shuffler(Protocol):
    """Where chance comes from: it is handed in, so that the same secrets give the same match (G-3)."""

    def below(self, round_number: int, purpose: str, limit: int) -> int:
        """A number from 0 to limit - 1."""

    def shuffled(self, round_number: int, purpose: str, cards: Sequence[int]) -> list[int]:
        """The cards in a new order, top first."""


OptionsT = TypeVar("OptionsT")
StateT = TypeVar("StateT")
ActionT = TypeVar("ActionT")
ViewT_co = TypeVar("ViewT_co", covariant=True)
EventT = TypeVar("EventT")


class Game(Protocol[OptionsT, StateT, ActionT, ViewT_co, EventT]):
    """A game, as a module.

    ``deal`` and ``apply`` change the state in place and answer what happened, in the order in which it happened. Whoever needs the old state copies
    it first.
    """

    @property
    def name(self) -> str:
        """Identifier of the game."""

    @property
    def ruleset(self) -> str:
        """Name of the frozen rules, such as ``eu_faco/1``."""

    @property
    def min_seats(self) -> int:
        """Fewest seats."""

    @property
    def max_seats(self) -> int:
        """Most seats."""

    def checked(self, options: OptionsT, seats: int) -> OptionsT:
        """The options with the defaults written out; raises InvalidMatch when they, or the seats, cannot be."""

    def start(self, options: OptionsT, seats: int) -> StateT:
        """A match before its first deal, with checked options."""

    def awaiting(self, state: StateT) -> Awaiting:
        """What the match waits for."""

    def to_act(self, state: StateT) -> Seat | None:
        """The seat that the match waits for, if it waits for one."""

    def deal(self, state: StateT, shuffler: Shuffler) -> list[EventT]:
        """Deals the next round; draws its cards before it changes anything, for the shuffler may not know their secret."""

    def legal_actions(self, state: StateT, seat: Seat) -> list[ActionT]:
        """Everything that the seat may do now."""

    def refusal(self, state: StateT, seat: Seat, action: ActionT) -> Refusal | None:
        """Why the seat may not do this now, if it may not."""

    def apply(self, state: StateT, seat: Seat, action: ActionT, shuffler: Shuffler) -> list[EventT]:
        """Does it; raises IllegalAction, with nothing changed, where there is a refusal."""

    def default_action(self, state: StateT) -> ActionT:
        """What is done for the seat to act when its time is over (G-6)."""

    def seats_out(self, state: StateT) -> list[Seat]:
        """Seats that have nothing more to play, ascending."""

    def rounds_to_open(self, state: StateT) -> int:
        """How many rounds, from the first, are counted and may have their secrets opened."""

    def placements(self, state: StateT) -> list[Placement]:
        """The places, by seat; empty while the match goes on."""

    def view(self, state: StateT, observer: Seat | None) -> ViewT_co:
        """What a seat, or a spectator, may see, and nothing else."""

    def seen(self, event: EventT, observer: Seat | None) -> EventT:
        """An event as a seat, or a spectator, may see it: what is hidden from it is left out."""


AnyGame = Game[Any, Any, Any, Any, Any]


def competition_ranking(keys: Sequence[tuple[int, ...]]) -> list[int]:
    """The place of each seat from keys of which less is better; equal keys share a place: 1, 2, 2, 4 (G-9)."""
    return [1 + sum(other < key for other in keys) for key in keys]
