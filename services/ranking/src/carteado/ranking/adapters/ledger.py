"""What the ledger says of a match, and of a player."""

from typing import Any

from sqlalchemy import Connection, Row, select

from carteado.ranking import schema
from carteado.ranking.match import Player
from carteado.ranking.rating import Rating
from carteado.ranking.store import Change, Explained, HistoryPage
from carteado.store import moment

_lines, _matches = schema.ledger.c, schema.matches.c
_players, _ladders = schema.players.c, schema.ladders.c

_CHANGES = (
    select(
        schema.ledger,
        _players.id.label("player_id"),
        _players.name,
        _matches.id.label("match_id"),
        _matches.game,
        _matches.end_at,
    )
    .join_from(schema.ledger, schema.matches)
    .join(schema.players, _players.number == _lines.player_number)
    .join(schema.ladders, _ladders.id == _lines.ladder_id)
    .where(_ladders.group_id == "", _ladders.season == "")
)


def explained(connection: Connection, match_id: str) -> Explained | None:
    """What became of a match; None where it was never sent."""
    match = connection.execute(select(schema.matches).where(_matches.id == match_id)).first()
    if match is None:
        return None
    query = _CHANGES.where(_lines.match_number == match.number)
    rows = connection.execute(query.order_by(_lines.place, _lines.player_number))
    return Explained(match.digest, match.unrated_reason, [_change(row) for row in rows])


def history(connection: Connection, page: HistoryPage) -> list[Change] | None:
    """Changes of a player, newest first; None where nobody of this identifier was ever seen."""
    player = connection.execute(select(_players.number).where(_players.id == page.player_id))
    number = player.scalar()
    if number is None:
        return None
    query = _CHANGES.where(_lines.player_number == number)
    if page.game is not None:
        query = query.where(_matches.game == page.game)
    if page.before is not None:
        query = query.where(_lines.match_number < page.before)
    rows = connection.execute(query.order_by(_lines.match_number.desc()).limit(page.limit))
    return [_change(row) for row in rows]


def _change(row: Row[Any]) -> Change:
    matches = row.matches_before
    return Change(
        player=Player(row.player_id, row.name),
        number=row.match_number,
        match_id=row.match_id,
        game=row.game,
        end=moment(row.end_at),
        place=row.place,
        before=Rating(row.mean_before, row.deviation_before, matches),
        after=Rating(row.mean_after, row.deviation_after, matches + 1),
    )
