"""What the battery must know of a game that its protocol does not say."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

from carteado.rules.game import AnyGame, Refusal
from carteado.rules.match import View


class Resampler(Protocol):
    """How the cards that an observer cannot see are drawn anew."""

    def __call__(
        self, state: Any, observer: int | None, rng: Random, staying: Sequence[int] = (), /
    ) -> Any: ...


@dataclass(frozen=True)
class Subject:
    """A game under test.

    Attributes:
        game: Its rules.
        options: Random options for so many seats.
        actions: Every action that could be thought of, legal or not.
        conserved: Fails unless every card is where it must be, once, and the invariants of the game hold.
        resampled: The same state with whatever an observer cannot see drawn anew; cards that a move is about to show stay where they are.
        shown: The cards that a move shows to everybody, in order, from what it made happen.
        judged: Why the observer of a view may not do something now, worked out from that view alone.
        whim: Share of the moves that are anything legal; the others are the default. Where a round need not end by itself, so that it does.
        share: Share of the decisions at which every action is tried: a long match takes fewer.
        most_moves: No match takes more.
    """

    game: AnyGame
    options: Callable[[Random, int], Any]
    actions: Sequence[Any]
    conserved: Callable[[Any], None]
    resampled: Resampler
    shown: Callable[[Sequence[Any]], list[int]]
    judged: Callable[[View, Any], Refusal | None]
    whim: float
    share: float
    most_moves: int
