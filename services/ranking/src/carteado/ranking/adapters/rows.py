"""Between rows and the words of the domain, for whoever reads and writes."""

from typing import Any

from sqlalchemy import Connection, Row, select

from carteado.ranking import schema
from carteado.ranking.ladder import Ladder
from carteado.ranking.rating import POINT, Rating
from carteado.ranking.standing import Standing

_ladders = schema.ladders.c


def standing_of(row: Row[Any]) -> Standing:
    """A standing, from its row."""
    rating = Rating(row.mean, row.deviation, row.matches)
    return Standing(rating, row.wins, row.streak, row.best_streak)


def bucket_of(score: int) -> int:
    """The bucket that a score is counted in: its whole points."""
    return score // POINT


def ladder_id(connection: Connection, ladder: Ladder) -> int | None:
    """The identifier of a ladder; None where no match counted for it yet."""
    query = select(_ladders.id).where(
        _ladders.game == ladder.game,
        _ladders.group_id == ladder.group,
        _ladders.season == ladder.season,
    )
    row = connection.execute(query).first()
    return None if row is None else int(row.id)
