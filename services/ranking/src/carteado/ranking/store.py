"""The port of the store: what is written in one transaction, and what can be read.

The ledger is the truth and is only ever added to: one line for each match, ladder and player. Standings and the counts behind exact places
follow from it, and are written in the same transaction.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Protocol

from msgspec import Meta

from carteado.ranking.ladder import Ladder
from carteado.ranking.match import Match, Player
from carteado.ranking.rating import Rating
from carteado.ranking.standing import Standing

Number = Annotated[int, Meta(ge=0, le=2**63 - 1)]
"""A number that any store can hold, also one that a forged page token claims."""


@dataclass(frozen=True, slots=True)
class Change:
    """A line of the ledger, on everybody's ladder of all time.

    Attributes:
        player: Who, by the newest name.
        number: The match, in the order in which matches were rated.
        match_id: The match.
        game: The game.
        end: When the match ended.
        place: Where the player finished.
        before: The rating before.
        after: The rating after.
    """

    player: Player
    number: int
    match_id: str
    game: str
    end: datetime
    place: int
    before: Rating
    after: Rating


@dataclass(frozen=True, slots=True)
class Explained:
    """What became of a match.

    Attributes:
        digest: Hash of all that was sent.
        unrated_reason: Why it rated nobody; empty when it rated everybody.
        changes: What it did to each player, best place first.
    """

    digest: bytes
    unrated_reason: str
    changes: Sequence[Change]


@dataclass(frozen=True, slots=True)
class Recorded:
    """A match that is in the ledger now, and whether it was before."""

    explained: Explained
    was_known: bool


@dataclass(frozen=True, slots=True)
class GameStanding:
    """A player in one game, on everybody's ladder of all time; place 0 for whoever is not on its board."""

    game: str
    standing: Standing
    place: int


@dataclass(frozen=True, slots=True)
class Profile:
    """A player in every game played."""

    player: Player
    games: Sequence[GameStanding]


@dataclass(frozen=True, slots=True)
class Position:
    """A line of a board: its score, and its player's number, which orders equal scores."""

    score: Number
    number: Number


@dataclass(frozen=True, slots=True)
class BoardPage:
    """Which lines of a board: after a position, around a player, or from the top."""

    ladder: Ladder
    limit: int
    after: Position | None = None
    around: str | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a board; equal scores share a place (1, 2, 2, 4)."""

    place: int
    player: Player
    rating: Rating
    position: Position


@dataclass(frozen=True, slots=True)
class Board:
    """Some lines of a board, whether there are more, and how many there are in all."""

    lines: Sequence[Line]
    has_more: bool
    total: int


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """Which changes of a player, newest first: before this match's number, in one game or, with None, in all."""

    player_id: str
    limit: int
    game: str | None = None
    before: int | None = None


class Store(Protocol):
    """What a store can do. Every implementation passes the same tests."""

    async def record(self, match: Match) -> Recorded:
        """Writes a match and all that follows from it, in one transaction; one that is known changes nothing."""
        ...

    async def explain(self, match_id: str) -> Explained | None:
        """What became of a match."""
        ...

    async def profile(self, player_id: str) -> Profile | None:
        """A player."""
        ...

    async def board(self, page: BoardPage) -> Board | None:
        """Lines of a board; None where it should be around somebody who is not on it."""
        ...

    async def history(self, page: HistoryPage) -> list[Change] | None:
        """Changes of a player, newest first; None for somebody who was never seen."""
        ...

    async def set_listed(self, player_id: str, *, is_listed: bool) -> None:
        """Takes a player off every board, or puts the player back; whoever was never seen is known from then on."""
        ...
