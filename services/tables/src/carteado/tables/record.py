"""The record of a match: enough to play it again and to check every shuffle whose secret is open, and nothing beyond."""

from collections.abc import Sequence

from google.protobuf.json_format import ParseDict

from carteado.api.game.v1 import game_pb2
from carteado.tables import refusals
from carteado.tables.changes import Change, Moved
from carteado.tables.matches import move_of
from carteado.tables.table import Place, Table, TableState


def record(table: Table, changes: Sequence[Change]) -> game_pb2.Record:
    """A match that is over, whole; of any other, what happened up to the end of the last round that was opened."""
    if table.match is None:
        raise refusals.not_now("MATCH_NOT_STARTED")
    moves = [change for change in changes if isinstance(change, Moved)]
    if table.state is not TableState.FINISHED:
        moves = _opened(moves)
    return game_pb2.Record(
        ruleset=table.match.ruleset,
        options=ParseDict(table.match.options, game_pb2.Options()),
        seats=len(table.seats),
        anchor=table.anchor,
        moves=[move_of(move) for move in moves],
        secrets=[secret for move in moves for secret in move.opened],
        placements=[placement(place) for move in moves for place in move.places],
    )


def _opened(moves: Sequence[Moved]) -> list[Moved]:
    """Up to the last move that opened a secret."""
    last = max((number for number, move in enumerate(moves, 1) if move.opened), default=0)
    return list(moves[:last])


def placement(place: Place) -> game_pb2.Placement:
    """A place, on the wire."""
    return game_pb2.Placement(
        seat=place.seat, place=place.place, score=place.score, tie_break=place.tie_break
    )
