"""Appends as rows, and rows as values. A row has its fields in the order of the schema's columns, in every database."""

from collections.abc import Iterator
from typing import Any

import msgspec

from carteado.store import micros, moment
from carteado.tables.changes import Change, Joined, Left, Moved, Opened, Removed, RivalsSet
from carteado.tables.schema import tables
from carteado.tables.store import Append, Entry, Report, RequestKnown, Stored, Untouched
from carteado.tables.table import Table

Row = tuple[Any, ...]

_encoder = msgspec.json.Encoder()
_heads = msgspec.json.Decoder(Table)
_bodies: msgspec.json.Decoder[Change] = msgspec.json.Decoder(Change)

_FIXED = (tables.c.id, tables.c.code, tables.c.application, tables.c.created_at)
_PLACES = [place for place, one in enumerate(tables.columns) if one not in _FIXED]
CHANGING = [one for one in tables.columns if one not in _FIXED]
"""What a change may change. To write the id too, even the same, would make SQLite look for rows that refer to it, in all of the store."""

_SEATING = (Opened, Joined, Left, Removed, RivalsSet)


def head(append: Append) -> Row:
    """The table after the changes."""
    table = append.head
    return (
        table.id,
        table.code,
        table.application,
        table.state.value,
        table.terms.visibility.value,
        table.terms.game,
        table.terms.max_seats - len(table.seats),
        table.version,
        micros(table.created_at),
        table.claim,
        _encoder.encode(table).decode(),
        append.sealed,
    )


def move(append: Append) -> Row:
    """The same, as it replaces the table which the changes were decided from: what may have changed, the id, and the version expected."""
    row = head(append)
    return *(row[place] for place in _PLACES), append.head.id, append.expected_version


def log(append: Append) -> Iterator[Row]:
    """The changes; a move carries the ply of the decision that it answers."""
    at = micros(append.at)
    for version, change in enumerate(append.changes, start=append.expected_version + 1):
        ply = change.ply if isinstance(change, Moved) else None
        yield append.head.id, version, ply, at, _encoder.encode(change).decode()


def has_clock(append: Append) -> bool:
    """True where a clock may have been set or stopped; the lobby has none."""
    return append.head.match is not None and append.head.terms.turn_time is not None


def deadline(table: Table) -> Row | None:
    """The clock that runs, if one does."""
    return None if table.alarm is None else (table.id, table.ply, micros(table.alarm))


def is_seating(append: Append) -> bool:
    """True where somebody sat down or rose."""
    return any(isinstance(change, _SEATING) for change in append.changes)


def seats(append: Append) -> list[Row]:
    """Who sits where."""
    return [(append.head.id, seat.player.id) for seat in append.head.seats]


def labels(append: Append) -> list[Row]:
    """What the application calls a new table."""
    if append.expected_version != 0:
        return []
    return [(append.head.id, name, plain(value)) for name, value in append.head.labels.items()]


def report(append: Append) -> Row:
    """What ranking is to be told."""
    return append.head.id, micros(append.at), ""


def requests(append: Append) -> list[Row]:
    """The request that was answered, if there was one."""
    asked, at = append.asked, micros(append.at)
    if asked is None:
        return []
    return [(asked.application, asked.request_id, asked.digest, append.head.id, at)]


def plain(text: str) -> str:
    """A text to find something by, without the one character that not every database can hold."""
    return text.replace("\0", "\N{REPLACEMENT CHARACTER}")


def stored(row: Row) -> Stored:
    """A table, from its head and its sealed state."""
    head, sealed = row
    return Stored(_heads.decode(head), sealed)


def table(row: Row) -> Table:
    """A table, from its head."""
    return _heads.decode(row[0])


def entry(row: Row) -> Entry:
    """A line of the log, from its version, time and body."""
    version, at, body = row
    return Entry(version, moment(at), _bodies.decode(body))


def known(row: Row) -> RequestKnown:
    """A request, from its digest and table."""
    digest, table_id = row
    return RequestKnown(digest, table_id)


def waiting(row: Row) -> Report:
    """A report, from its table and the refusal."""
    table_id, refusal = row
    return Report(table_id, refusal)


def untouched(row: Row) -> Untouched:
    """A table that nobody touches, from its id and version."""
    table_id, version = row
    return Untouched(table_id, version)


def only(row: Row) -> Any:
    """The one field that was asked for."""
    return row[0]
