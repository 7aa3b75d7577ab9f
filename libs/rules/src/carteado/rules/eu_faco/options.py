"""What a table may choose before the first deal of Eu Faço! (table 1.4 of the rules)."""

from dataclasses import dataclass, replace
from enum import IntEnum

from carteado.rules.game import Fault, InvalidMatch

MIN_SEATS = 2
MAX_SEATS = 8
LIVES = (3, 5, 7)
MOST_FIXED_ROUNDS = 20


class CeilingPolicy(IntEnum):
    """Which seats the ceiling counts once somebody is out (EF-R4)."""

    ALIVE = 0
    INITIAL = 1


class CancelMode(IntEnum):
    """How three or more equal cards at the top of a trick cancel (EF-R15)."""

    GROUP = 0
    PAIRS = 1


class SameRoundRank(IntEnum):
    """How seats eliminated in the same round are placed (EF-R23)."""

    SHARED = 0
    DEFICIT = 1


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a match.

    Attributes:
        lives: Lives of each seat at the start: 3, 5 or 7; 0 stands for 3, and for none with ``fixed_rounds``.
        fixed_rounds: Sizes of the rounds of a match without lives, in which exact rounds count (G-25); empty for the ordinary match.
        ceiling_policy: Which seats the ceiling counts.
        cancel_mode: How equal cards cancel.
        lock_in_one_card: Whether the lock also bites in rounds of one card.
        same_round_rank: How seats eliminated together are placed.
    """

    lives: int = 0
    fixed_rounds: tuple[int, ...] = ()
    ceiling_policy: CeilingPolicy = CeilingPolicy.ALIVE
    cancel_mode: CancelMode = CancelMode.GROUP
    lock_in_one_card: bool = False
    same_round_rank: SameRoundRank = SameRoundRank.SHARED


def ceiling(seats: int) -> int:
    """Most cards of a round at a table of so many (EF-11, EF-R6).

    Raises:
        InvalidMatch: Fewer than 2 or more than 8 (EF-4).
    """
    if not MIN_SEATS <= seats <= MAX_SEATS:
        raise InvalidMatch(Fault.PLAYER_COUNT, "Eu Faço! is for 2 to 8 seats")
    return min(10, 39 // seats)


def checked(options: Options, seats: int) -> Options:
    """The options with the defaults written out (G-11).

    Raises:
        InvalidMatch: Too few or too many seats, lives that nobody plays with, rounds above the ceiling, or lives in a match that has none.
    """
    highest = ceiling(seats)
    if not options.fixed_rounds:
        if options.lives not in (0, *LIVES):
            raise InvalidMatch(Fault.OPTION_RANGE, "lives are 3, 5 or 7")
        return replace(options, lives=options.lives or LIVES[0])
    if options.lives:
        raise InvalidMatch(Fault.OPTIONS_CONTRADICT, "a match of fixed_rounds has no lives")
    if len(options.fixed_rounds) > MOST_FIXED_ROUNDS:
        raise InvalidMatch(Fault.OPTION_RANGE, "fixed_rounds are at most 20")
    if not all(1 <= size <= highest for size in options.fixed_rounds):
        raise InvalidMatch(Fault.OPTION_RANGE, f"fixed_rounds are of 1 to {highest} cards here")
    return options
