"""Boards and exact places. A place costs a short sum over the buckets and a count within one, however many players there are."""

from typing import Any

from sqlalchemy import Connection, Row, func, select, tuple_

from carteado.ranking import schema
from carteado.ranking.adapters.rows import bucket_of, ladder_id, standing_of
from carteado.ranking.match import Player
from carteado.ranking.rating import POINT
from carteado.ranking.store import Board, BoardPage, GameStanding, Line, Position, Profile

_players, _ladders = schema.players.c, schema.ladders.c
_standings, _buckets = schema.standings.c, schema.buckets.c
_listed_by = tuple_(_standings.score, _standings.player_number)


def board(connection: Connection, page: BoardPage) -> Board | None:
    """Lines of a board; None where it should be around somebody who is not on it."""
    ladder = ladder_id(connection, page.ladder)
    if ladder is None:
        return None if page.around else Board([], has_more=False, total=0)
    rows = _down_to(connection, ladder, page) if page.around else []
    if page.around and not rows:
        return None
    after = _position(rows[-1]) if rows else page.after
    rows += _below(connection, ladder, after, page.limit + 1 - len(rows))
    lines = _lines(connection, ladder, rows[: page.limit])
    return Board(lines, has_more=len(rows) > page.limit, total=_total(connection, ladder))


def _below(
    connection: Connection, ladder: int, after: Position | None, limit: int
) -> list[Row[Any]]:
    """The next lines after a position, or the first."""
    query = _LISTED.where(_standings.ladder_id == ladder)
    if after is not None:
        query = query.where(_listed_by < (after.score, after.number))
    query = query.order_by(_standings.score.desc(), _standings.player_number.desc())
    return list(connection.execute(query.limit(limit)))


_LISTED = (
    select(schema.standings, _players.id, _players.name)
    .join_from(schema.standings, schema.players)
    .where(_standings.score.is_not(None))
)


def _down_to(connection: Connection, ladder: int, page: BoardPage) -> list[Row[Any]]:
    """The player that the page is around, under half a page of those above; nobody when the player is not on the board."""
    on_board = _LISTED.where(_standings.ladder_id == ladder)
    row = connection.execute(on_board.where(_players.id == page.around)).first()
    if row is None:
        return []
    above = on_board.where(_listed_by > (row.score, row.player_number))
    above = above.order_by(_standings.score, _standings.player_number)
    nearest = connection.execute(above.limit((page.limit - 1) // 2)).all()
    return [*reversed(nearest), row]


def _lines(connection: Connection, ladder: int, rows: list[Row[Any]]) -> list[Line]:
    """Rows with their places: counted for the first of them, and told from there on."""
    lines: list[Line] = []
    if not rows:
        return lines
    place = _place(connection, ladder, rows[0].score)
    first = place + _level_before(connection, ladder, rows[0])
    score = rows[0].score
    for position, row in enumerate(rows, first):
        if row.score != score:
            place, score = position, row.score
        player = Player(row.id, row.name)
        lines.append(Line(place, player, standing_of(row).rating, _position(row)))
    return lines


def _position(row: Row[Any]) -> Position:
    return Position(row.score, row.player_number)


def _place(connection: Connection, ladder: int, score: int) -> int:
    """The place that a score gives: one more than there are better ones."""
    bucket = bucket_of(score)
    higher = select(func.coalesce(func.sum(_buckets.players), 0)).where(
        _buckets.ladder_id == ladder, _buckets.bucket > bucket
    )
    beside = select(func.count()).where(
        _standings.ladder_id == ladder,
        _standings.score > score,
        _standings.score < (bucket + 1) * POINT,
    )
    better = connection.execute(select(higher.scalar_subquery() + beside.scalar_subquery()))
    return 1 + int(better.scalar_one())


def _level_before(connection: Connection, ladder: int, row: Row[Any]) -> int:
    """How many of the same score are listed before."""
    level = select(func.count()).where(
        _standings.ladder_id == ladder,
        _standings.score == row.score,
        _standings.player_number > row.player_number,
    )
    return int(connection.execute(level).scalar_one())


def _total(connection: Connection, ladder: int) -> int:
    total = select(func.coalesce(func.sum(_buckets.players), 0))
    return int(connection.execute(total.where(_buckets.ladder_id == ladder)).scalar_one())


def profile(connection: Connection, player_id: str) -> Profile | None:
    """A player in every game, on everybody's ladders of all time."""
    player = connection.execute(select(schema.players).where(_players.id == player_id)).first()
    if player is None:
        return None
    query = (
        select(schema.standings, _ladders.game)
        .join_from(schema.standings, schema.ladders)
        .where(_standings.player_number == player.number)
        .where(_ladders.group_id == "", _ladders.season == "")
        .order_by(_ladders.game)
    )
    games = [_game_standing(connection, row) for row in connection.execute(query).all()]
    return Profile(Player(player.id, player.name), games)


def _game_standing(connection: Connection, row: Row[Any]) -> GameStanding:
    place = 0 if row.score is None else _place(connection, row.ladder_id, row.score)
    return GameStanding(row.game, standing_of(row), place)
