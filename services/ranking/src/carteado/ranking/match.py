"""A match that is over: who sat there, who finished where, what it counts for."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from carteado.ranking.ladder import Ladder, season_of


class Unrated(StrEnum):
    """Why a match rates nobody; the words are for message catalogs, and stay."""

    DAILY_MATCH = "DAILY_MATCH"
    NOT_RANKED = "NOT_RANKED"
    SAME_PLAYER_TWICE = "SAME_PLAYER_TWICE"
    TOO_FEW_PLAYERS = "TOO_FEW_PLAYERS"
    HOUSE_RIVAL = "HOUSE_RIVAL"
    EVERYBODY_LEFT = "EVERYBODY_LEFT"


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody: ``application/id``, and the name to show, which is plain text and nothing else."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat of the match.

    Attributes:
        player: Who sat there; None for a house rival.
        place: Where the rules place the seat.
        has_left: True when the player left before the end.
    """

    player: Player | None
    place: int
    has_left: bool = False


@dataclass(frozen=True, slots=True)
class Match:
    """A match whose record holds.

    Attributes:
        id: Its identifier.
        game: The game.
        end: When it ended.
        seats: Its seats.
        is_ranked: True when the table was opened as ranked.
        group: The group whose board it counts for; empty for none.
        day: The day, for a Mão do Dia; empty for any other match.
        digest: Hash of all that was sent, to know it again.
        request: All that was sent, from which everything here can be made again.
    """

    id: str
    game: str
    end: datetime
    seats: Sequence[Seat]
    is_ranked: bool = True
    group: str = ""
    day: str = ""
    digest: bytes = b""
    request: bytes = b""

    @property
    def people(self) -> list[Player]:
        """Who played, by seat; house rivals are nobody."""
        return [seat.player for seat in self.seats if seat.player is not None]

    @property
    def unrated(self) -> Unrated | None:
        """Why it rates nobody; None when it rates everybody."""
        distinct = {player.id for player in self.people}
        reasons = {
            Unrated.DAILY_MATCH: bool(self.day),
            Unrated.NOT_RANKED: not self.is_ranked,
            Unrated.SAME_PLAYER_TWICE: len(distinct) < len(self.people),
            Unrated.TOO_FEW_PLAYERS: len(distinct) < 2,
            Unrated.HOUSE_RIVAL: len(self.people) < len(self.seats),
            Unrated.EVERYBODY_LEFT: all(seat.has_left for seat in self.seats),
        }
        return next((reason for reason, holds in reasons.items() if holds), None)

    @property
    def places(self) -> list[int]:
        """The place of each seat: as in the record among those who stayed; all who left share the last one."""
        stayed = [seat.place for seat in self.seats if not seat.has_left]
        return [
            len(stayed) + 1 if seat.has_left else 1 + sum(place < seat.place for place in stayed)
            for seat in self.seats
        ]

    @property
    def ladders(self) -> list[Ladder]:
        """What it counts for: everybody's ladders, and the group's."""
        groups = ("", self.group) if self.group else ("",)
        return [
            Ladder(self.game, group, season)
            for group in groups
            for season in ("", season_of(self.end))
        ]
