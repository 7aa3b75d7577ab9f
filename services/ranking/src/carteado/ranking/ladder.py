"""Ladders: for each of them a player has a rating of its own, from the matches that count for it alone."""

from dataclasses import dataclass
from datetime import UTC, datetime

from carteado.ranking.rating import Rating


@dataclass(frozen=True, slots=True)
class Ladder:
    """One ladder; its board lists whoever may stand on it.

    Attributes:
        game: The game.
        group: The group whose matches count; empty for everybody's.
        season: The calendar month, such as "2026-11", that it starts afresh in; empty for all time.
    """

    game: str
    group: str = ""
    season: str = ""

    def board_score(self, rating: Rating, *, is_listed: bool) -> int | None:
        """What its board sorts the player by; None for whoever is on no board.

        A group wants to find itself there a moment after the last trick, so its boards list provisional players too.
        """
        is_hidden = rating.is_provisional and not self.group
        return rating.score if is_listed and not is_hidden else None


def season_of(moment: datetime) -> str:
    """The season of a match that ended then: the calendar month, in UTC."""
    return moment.astimezone(UTC).strftime("%Y-%m")
