"""The table on the wire, as one observer may see it: built from nothing, field by field."""

from datetime import datetime

from google.protobuf.json_format import ParseDict
from google.protobuf.timestamp_pb2 import Timestamp

from carteado.api.engine.v1 import engine_pb2
from carteado.api.game.v1 import game_pb2
from carteado.api.tables.v1 import tables_pb2
from carteado.tables import table as domain
from carteado.tables.desk import Update
from carteado.tables.record import placement


def shown(update: Update, player_id: str, application: str) -> tables_pb2.Table:
    """A table as a player of an application sees it; an empty id stands for the public."""
    seen = listed(update.table, application)
    view = update.scene.seen_by(update.table.observer(player_id))
    if view is not None:
        seen.view.CopyFrom(view)
    return seen


def listed(table: domain.Table, application: str) -> tables_pb2.Table:
    """A table without its match. Labels and group are for the application that set them."""
    seen = tables_pb2.Table(
        id=table.id,
        code=table.code,
        options=ParseDict(table.terms.options, game_pb2.Options()),
        visibility=tables_pb2.Visibility.Value(table.terms.visibility),
        purpose=tables_pb2.Purpose.Value(table.terms.purpose),
        state=tables_pb2.TableState.Value(table.state),
        host=player(table.host),
        seats=seats(table),
        max_seats=table.terms.max_seats,
        version=table.version,
        create_time=moment(table.created_at),
        anchor=table.anchor,
        placements=[placement(place) for place in table.places],
    )
    _add_clock(seen, table)
    if application == table.application:
        seen.labels.update(table.labels)
        seen.group = table.group
    return seen


def _add_clock(seen: tables_pb2.Table, table: domain.Table) -> None:
    if table.terms.turn_time is not None:
        seen.turn_time.FromTimedelta(table.terms.turn_time)
    if table.deadline is not None:
        seen.deadline.CopyFrom(moment(table.deadline))
    if table.abandon_at is not None:
        seen.abandon_time.CopyFrom(moment(table.abandon_at))


def seats(table: domain.Table) -> list[tables_pb2.Seat]:
    """Who sits where, and whether they added to the shuffles, but not what."""
    return [
        tables_pb2.Seat(
            seat=number,
            player=player(seat.player),
            controller=tables_pb2.Controller.Value(seat.controller),
            level=engine_pb2.Level.Value(seat.level),
            missed=seat.missed,
            left=seat.left,
            has_entropy=bool(seat.entropy),
        )
        for number, seat in enumerate(table.seats)
    ]


def player(one: domain.Player) -> tables_pb2.Player:
    """Who sits there."""
    return tables_pb2.Player(id=one.id, name=one.name)


def moment(at: datetime) -> Timestamp:
    """A time."""
    stamp = Timestamp()
    stamp.FromDatetime(at)
    return stamp
