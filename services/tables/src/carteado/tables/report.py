"""The report of a match that is over: what ranking needs to rate it, signed so that nobody can change it on the way."""

from collections.abc import Sequence
from datetime import datetime

from carteado.api.ranking.v1 import ranking_pb2
from carteado.tables.changes import Moved
from carteado.tables.record import record
from carteado.tables.signing import SigningKeys
from carteado.tables.store import Entry
from carteado.tables.table import Purpose, Seat, Table
from carteado.tables.views import moment


def report(
    table: Table, log: Sequence[Entry], signing: SigningKeys
) -> ranking_pb2.RecordMatchRequest:
    """The record of a table with its log, who sat where and when it ended; the signature covers all the rest."""
    told = ranking_pb2.RecordMatchRequest(
        match_id=table.id,
        record=record(table, [entry.change for entry in log]),
        seats=[_seat(number, seat) for number, seat in enumerate(table.seats)],
        key_id=signing.in_use.id,
        end_time=moment(_end(log)),
        ranked=table.terms.purpose is Purpose.RANKED,
        group=table.group,
    )
    told.signature, _ = signing.sign(told)
    return told


def _seat(number: int, seat: Seat) -> ranking_pb2.Seat:
    """A seat; a house rival has no player."""
    player = ranking_pb2.RatedPlayer(id=seat.player.id, name=seat.player.name)
    person = None if seat.player.is_rival else player
    return ranking_pb2.Seat(seat=number, player=person, left=seat.left)


def _end(log: Sequence[Entry]) -> datetime:
    return max(entry.at for entry in log if isinstance(entry.change, Moved))
