"""What is written: a match with its lines of the ledger, the standings that follow, and the counts behind exact places."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, insert, select, update
from sqlalchemy.dialects import sqlite

from carteado.ranking import schema
from carteado.ranking.adapters.ledger import explained
from carteado.ranking.adapters.rows import bucket_of, ladder_id, standing_of
from carteado.ranking.ladder import Ladder
from carteado.ranking.match import Match, Player
from carteado.ranking.standing import Standing, advanced
from carteado.ranking.store import Recorded
from carteado.store import micros

_players, _ladders = schema.players.c, schema.ladders.c
_standings, _buckets = schema.standings.c, schema.buckets.c


_ADD_MATCH = insert(schema.matches).returning(schema.matches.c.number)
_ADD_LADDER = insert(schema.ladders).returning(_ladders.id)
_ADD_PLAYER = sqlite.insert(schema.players)
_NAME_PLAYER = _ADD_PLAYER.on_conflict_do_update(
    [_players.id],
    set_={"name": _ADD_PLAYER.excluded.name, "named_at": _ADD_PLAYER.excluded.named_at},
    where=(_ADD_PLAYER.excluded.named_at >= _players.named_at) & (_ADD_PLAYER.excluded.name != ""),
)
_LIST_PLAYER = _ADD_PLAYER.on_conflict_do_update(
    [_players.id], set_={"is_listed": _ADD_PLAYER.excluded.is_listed}
)
_ADD_STANDING = sqlite.insert(schema.standings)
_WRITE_STANDING = _ADD_STANDING.on_conflict_do_update(
    schema.standings.primary_key,
    set_={
        column.name: _ADD_STANDING.excluded[column.name]
        for column in _standings
        if not column.primary_key
    },
)
_ADD_BUCKET = sqlite.insert(schema.buckets)
_ADD_TO_BUCKET = _ADD_BUCKET.on_conflict_do_update(
    schema.buckets.primary_key,
    set_={"players": _buckets.players + _ADD_BUCKET.excluded.players},
)


@dataclass(frozen=True, slots=True)
class _Person:
    """A player as the store knows the player."""

    number: int
    is_listed: bool


@dataclass(frozen=True, slots=True)
class _Step:
    """One player on one ladder, from before a match to after it."""

    player_number: int
    place: int
    before: Standing
    after: Standing
    score_before: int | None
    score: int | None


def record(connection: Connection, match: Match) -> Recorded:
    """Writes a match and all that follows from it; one that is known changes nothing."""
    known = explained(connection, match.id)
    if known is not None:
        return Recorded(known, was_known=True)
    number = _add_match(connection, match)
    if match.unrated is None:
        people = [_seen(connection, player, micros(match.end)) for player in match.people]
        for ladder in match.ladders:
            _rate(connection, ladder, number, people, match.places)
    written = explained(connection, match.id)
    assert written is not None
    return Recorded(written, was_known=False)


def _add_match(connection: Connection, match: Match) -> int:
    row = {
        "id": match.id,
        "digest": match.digest,
        "game": match.game,
        "group_id": match.group,
        "end_at": micros(match.end),
        "unrated_reason": match.unrated or "",
        "request": match.request,
    }
    return int(connection.execute(_ADD_MATCH, row).scalar_one())


def _seen(connection: Connection, player: Player, at: int) -> _Person:
    """A player by number, under the newest name that was seen."""
    row = {"id": player.id, "name": player.name, "named_at": at, "is_listed": True}
    connection.execute(_NAME_PLAYER, row)
    query = select(_players.number, _players.is_listed).where(_players.id == player.id)
    known = connection.execute(query).one()
    return _Person(known.number, known.is_listed)


def _rate(
    connection: Connection,
    ladder: Ladder,
    match_number: int,
    people: Sequence[_Person],
    places: Sequence[int],
) -> None:
    """One ladder after one match."""
    own_id = _made_ladder(connection, ladder)
    steps = _steps(ladder, _rows(connection, own_id, people), people, places)
    key = {"ladder_id": own_id, "match_number": match_number}
    connection.execute(insert(schema.ledger), [{**key, **_line(step)} for step in steps])
    connection.execute(
        _WRITE_STANDING, [{"ladder_id": own_id, **_standing_row(step)} for step in steps]
    )
    before, after = [step.score_before for step in steps], [step.score for step in steps]
    _recount(connection, own_id, before, after)


def _steps(
    ladder: Ladder,
    rows: Sequence[Row[Any] | None],
    people: Sequence[_Person],
    places: Sequence[int],
) -> list[_Step]:
    """What the match does to each, in the order given."""
    before = [standing_of(row) if row else Standing() for row in rows]
    return [
        _Step(
            player_number=person.number,
            place=place,
            before=start,
            after=end,
            score_before=row.score if row else None,
            score=ladder.board_score(end.rating, is_listed=person.is_listed),
        )
        for person, place, row, start, end in zip(
            people, places, rows, before, advanced(before, places), strict=True
        )
    ]


def _made_ladder(connection: Connection, ladder: Ladder) -> int:
    """The identifier of a ladder, which its first match makes."""
    known = ladder_id(connection, ladder)
    if known is not None:
        return known
    row = {"game": ladder.game, "group_id": ladder.group, "season": ladder.season}
    return int(connection.execute(_ADD_LADDER, row).scalar_one())


def _rows(connection: Connection, own_id: int, people: Sequence[_Person]) -> list[Row[Any] | None]:
    """What the ladder knows of each, in the order given."""
    numbers = [person.number for person in people]
    query = select(schema.standings).where(
        _standings.ladder_id == own_id, _standings.player_number.in_(numbers)
    )
    found = {row.player_number: row for row in connection.execute(query)}
    return [found.get(number) for number in numbers]


def _line(step: _Step) -> dict[str, Any]:
    before, after = step.before.rating, step.after.rating
    return {
        "player_number": step.player_number,
        "place": step.place,
        "matches_before": before.matches,
        "mean_before": before.mean,
        "deviation_before": before.deviation,
        "mean_after": after.mean,
        "deviation_after": after.deviation,
    }


def _standing_row(step: _Step) -> dict[str, Any]:
    standing = step.after
    return {
        "player_number": step.player_number,
        "mean": standing.rating.mean,
        "deviation": standing.rating.deviation,
        "matches": standing.rating.matches,
        "wins": standing.wins,
        "streak": standing.streak,
        "best_streak": standing.best_streak,
        "score": step.score,
    }


def _recount(
    connection: Connection,
    own_id: int,
    before: Sequence[int | None],
    after: Sequence[int | None],
) -> None:
    """Moves players from bucket to bucket; without a score they are in none."""
    moved = Counter(bucket_of(score) for score in after if score is not None)
    moved.subtract(bucket_of(score) for score in before if score is not None)
    rows = [
        {"ladder_id": own_id, "bucket": bucket, "players": difference}
        for bucket, difference in moved.items()
        if difference
    ]
    if rows:
        connection.execute(_ADD_TO_BUCKET, rows)


def set_listed(connection: Connection, player_id: str, *, is_listed: bool) -> None:
    """Takes a player off every board, or puts the player back."""
    person = {"id": player_id, "name": "", "named_at": 0, "is_listed": is_listed}
    connection.execute(_LIST_PLAYER, person)
    query = (
        select(schema.standings, _ladders.game, _ladders.group_id, _ladders.season)
        .join_from(schema.standings, schema.ladders)
        .join(schema.players, _players.number == _standings.player_number)
        .where(_players.id == player_id)
    )
    for row in connection.execute(query).all():
        _relist(connection, row, is_listed=is_listed)


def _relist(connection: Connection, row: Row[Any], *, is_listed: bool) -> None:
    """One standing, on its board or off it."""
    ladder = Ladder(row.game, row.group_id, row.season)
    score = ladder.board_score(standing_of(row).rating, is_listed=is_listed)
    own = (_standings.ladder_id == row.ladder_id) & (_standings.player_number == row.player_number)
    connection.execute(update(schema.standings).where(own).values(score=score))
    _recount(connection, row.ladder_id, [row.score], [score])
