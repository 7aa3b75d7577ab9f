"""The store on SQLite."""

import asyncio
import contextlib
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import Any, Self, TypeVar

import msgspec
from sqlalchemy import (
    Connection,
    Row,
    Select,
    delete,
    func,
    insert,
    or_,
    select,
    tuple_,
    update,
)
from sqlalchemy.exc import IntegrityError

from carteado.store import Connections, StoreFailed, micros, moment
from carteado.tables import refusals, schema
from carteado.tables.changes import Change, Joined, Left, Moved, Opened, RivalsSet
from carteado.tables.migrations import MIGRATIONS
from carteado.tables.store import (
    Append,
    Appended,
    Asked,
    Entry,
    Listing,
    Outcome,
    Report,
    RequestKnown,
    Stored,
    Taken,
    VersionConflict,
)
from carteado.tables.table import Table, TableState, Visibility

T = TypeVar("T")

_encoder = msgspec.json.Encoder()
_heads = msgspec.json.Decoder(Table)
_bodies: msgspec.json.Decoder[Change] = msgspec.json.Decoder(Change)


class _Stale(Exception):  # noqa: N818 - an answer of the compare-and-set, caught right here
    """The head is not at the version expected."""


class SqliteStore:
    """Tables in one SQLite file, which several processes may share."""

    def __init__(self, url: str) -> None:
        self._connections = Connections(url)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await asyncio.to_thread(self._connections.close)

    async def append(self, appends: Sequence[Append]) -> list[Outcome]:
        """Writes in one transaction, each append under a savepoint of its own."""
        return await self._write(
            lambda connection: [_append(connection, append) for append in appends]
        )

    async def find(self, key: str) -> Stored | None:
        """By identifier, or by code in any case."""
        by_key = or_(schema.tables.c.id == key, schema.tables.c.code == key.upper())
        return await self._one(_STORED.where(by_key), _stored)

    async def rematch_of(self, table_id: str) -> Stored | None:
        """The one table that may follow another."""
        return await self._one(_STORED.where(schema.tables.c.rematch_of == table_id), _stored)

    async def request(self, application: str, request_id: str) -> RequestKnown | None:
        """What is known of a request."""
        return await self._one(_request(application, request_id), _known)

    async def log(self, table_id: str, upto: int) -> list[Entry]:
        """The log up to a version."""
        log = schema.changes.c
        of_table = _ENTRY.where(log.table_id == table_id, log.version <= upto)
        return await self._all(of_table.order_by(log.version), _entry)

    async def move(self, table_id: str, ply: int) -> Entry | None:
        """The move of a ply."""
        log = schema.changes.c
        return await self._one(_ENTRY.where(log.table_id == table_id, log.ply == ply), _entry)

    async def playing(self) -> list[str]:
        """The tables in play."""
        heads = schema.tables.c
        return await self._all(select(heads.id).where(heads.state == TableState.PLAYING), _first)

    async def due(self, now: datetime) -> list[str]:
        """The tables whose deadline has come, the oldest first."""
        clock = schema.deadlines.c
        ran_out = select(clock.table_id).where(clock.at <= micros(now)).order_by(clock.at)
        return await self._all(ran_out, _first)

    async def next_deadline(self, now: datetime) -> datetime | None:
        """The first deadline after now."""
        clock = schema.deadlines.c
        first = select(func.min(clock.at)).where(clock.at > micros(now))
        at = await self._one(first, _first)
        return None if at is None else moment(at)

    async def next_report(self, now: datetime) -> Report | None:
        """The first of those that are due."""
        outbox = schema.reports.c
        due = select(outbox.table_id, outbox.refusal).where(outbox.due_at <= micros(now))
        return await self._one(due.order_by(outbox.due_at).limit(1), _report)

    async def put_off(self, report: Report, until: datetime) -> None:
        """Changes the row, if it is still there."""
        row = update(schema.reports).where(schema.reports.c.table_id == report.table_id)
        await self._write(
            lambda connection: connection.execute(
                row.values(due_at=micros(until), refusal=report.refusal)
            )
        )

    async def report_taken(self, table_id: str) -> None:
        """Deletes the row."""
        row = delete(schema.reports).where(schema.reports.c.table_id == table_id)
        await self._write(lambda connection: connection.execute(row))

    async def listing(self, listing: Listing) -> list[Table]:
        """Tables by creation, newest first."""
        return await self._all(_listed(listing), lambda row: _heads.decode(row.head))

    async def _write(self, work: Callable[[Connection], T]) -> T:
        with _failures_refused():
            return await self._connections.write(work)

    async def _one(self, query: Select[Any], read: Callable[[Row[Any]], T]) -> T | None:
        rows = await self._all(query, read)
        return rows[0] if rows else None

    async def _all(self, query: Select[Any], read: Callable[[Row[Any]], T]) -> list[T]:
        with _failures_refused():
            return await self._connections.read(
                lambda connection: [read(row) for row in connection.execute(query)]
            )


def migrate(url: str) -> None:
    """Makes the file, its owner's alone, or brings it to the newest schema.

    Raises:
        ValueError: The file cannot be read or written, or is no database.
    """
    MIGRATIONS.migrate(url)


@contextlib.contextmanager
def _failures_refused() -> Iterator[None]:
    """Tells the caller of a store that fails that it may pass."""
    try:
        yield
    except StoreFailed as failed:
        raise refusals.unavailable("STORE_UNAVAILABLE", str(failed)) from failed


_STORED = select(schema.tables.c.head, schema.tables.c.sealed)
_ENTRY = select(schema.changes.c.version, schema.changes.c.at, schema.changes.c.body)


def _append(connection: Connection, append: Append) -> Outcome:
    try:
        with connection.begin_nested():
            _write(connection, append)
    except _Stale:
        return VersionConflict()
    except IntegrityError:
        return _clash(connection, append)
    return Appended()


def _write(connection: Connection, append: Append) -> None:
    if append.changes:
        _write_head(connection, append)
        _write_log(connection, append)
        _write_deadline(connection, append)
        _write_index(connection, append)
    if append.ends_ranked_match:
        _write_report(connection, append)
    if append.asked is not None:
        _write_request(connection, append, append.asked)


def _write_head(connection: Connection, append: Append) -> None:
    """The compare-and-set: a new head, or the one that the changes were decided from."""
    row = _head_row(append)
    if append.expected_version == 0:
        connection.execute(insert(schema.tables), row)
        return
    heads = schema.tables.c
    expected = (heads.id == append.head.id) & (heads.version == append.expected_version)
    result = connection.execute(update(schema.tables).where(expected).values(row))
    if result.rowcount != 1:
        raise _Stale


def _head_row(append: Append) -> dict[str, Any]:
    table = append.head
    return {
        "id": table.id,
        "code": table.code,
        "application": table.application,
        "state": table.state,
        "visibility": table.terms.visibility,
        "game": table.terms.game,
        "open_seats": table.terms.max_seats - len(table.seats),
        "version": table.version,
        "created_at": micros(table.created_at),
        "rematch_of": None if table.state is TableState.CLOSED else table.rematch_of,
        "head": _encoder.encode(table).decode(),
        "sealed": append.sealed,
    }


def _write_log(connection: Connection, append: Append) -> None:
    rows = [
        {
            "table_id": append.head.id,
            "version": version,
            "ply": change.ply if isinstance(change, Moved) else None,
            "at": micros(append.at),
            "body": _encoder.encode(change).decode(),
        }
        for version, change in enumerate(append.changes, start=append.expected_version + 1)
    ]
    connection.execute(insert(schema.changes), rows)


def _write_deadline(connection: Connection, append: Append) -> None:
    """One row while a clock runs, none otherwise; the lobby has no clock."""
    table = append.head
    if table.match is None or table.terms.turn_time is None:
        return
    connection.execute(delete(schema.deadlines).where(schema.deadlines.c.table_id == table.id))
    if table.deadline is not None:
        row = {"table_id": table.id, "ply": table.ply, "at": micros(table.deadline)}
        connection.execute(insert(schema.deadlines), row)


def _write_index(connection: Connection, append: Append) -> None:
    """Who sits where, when that changed; the labels, when the table is new."""
    table = append.head
    if any(isinstance(change, _SEATING) for change in append.changes):
        connection.execute(delete(schema.seats).where(schema.seats.c.table_id == table.id))
        rows = [{"table_id": table.id, "player_id": seat.player.id} for seat in table.seats]
        if rows:
            connection.execute(insert(schema.seats), rows)
    if append.expected_version == 0 and table.labels:
        labels = [
            {"table_id": table.id, "name": name, "value": value}
            for name, value in table.labels.items()
        ]
        connection.execute(insert(schema.labels), labels)


_SEATING = (Opened, Joined, Left, RivalsSet)


def _write_report(connection: Connection, append: Append) -> None:
    row = {"table_id": append.head.id, "due_at": micros(append.at), "refusal": ""}
    connection.execute(insert(schema.reports), row)


def _write_request(connection: Connection, append: Append, asked: Asked) -> None:
    row = {
        "application": asked.application,
        "request_id": asked.request_id,
        "digest": asked.digest,
        "table_id": append.head.id,
        "at": micros(append.at),
    }
    connection.execute(insert(schema.requests), row)


def _clash(connection: Connection, append: Append) -> Outcome:
    """Which promise of the schema the append would have broken."""
    if append.asked is not None:
        asked = append.asked
        row = connection.execute(_request(asked.application, asked.request_id)).first()
        if row is not None:
            return _known(row)
    if append.expected_version != 0:
        return VersionConflict()
    same_code = select(schema.tables.c.id).where(schema.tables.c.code == append.head.code)
    return Taken.CODE if connection.execute(same_code).first() else Taken.REMATCH


def _request(application: str, request_id: str) -> Select[Any]:
    asked = schema.requests.c
    known = select(asked.digest, asked.table_id)
    return known.where(asked.application == application, asked.request_id == request_id)


def _listed(listing: Listing) -> Select[Any]:
    heads = schema.tables.c
    query = select(heads.head).order_by(heads.created_at.desc(), heads.id.desc())
    if listing.game is not None:
        query = query.where(heads.game == listing.game)
    if listing.after is not None:
        place = (micros(listing.after.created_at), listing.after.table_id)
        query = query.where(tuple_(heads.created_at, heads.id) < place)
    query = _own(query, listing) if listing.player_id or listing.labels else _public(query)
    return query.limit(listing.limit)


def _public(query: Select[Any]) -> Select[Any]:
    heads = schema.tables.c
    return query.where(
        heads.state == TableState.LOBBY,
        heads.visibility == Visibility.PUBLIC,
        heads.open_seats > 0,
    )


def _own(query: Select[Any], listing: Listing) -> Select[Any]:
    heads, seats, labels = schema.tables.c, schema.seats.c, schema.labels.c
    if listing.player_id:
        where = select(seats.table_id).where(seats.player_id == listing.player_id)
        query = query.where(heads.id.in_(where))
    if listing.labels:
        query = query.where(heads.application == listing.application)
    for name, value in listing.labels.items():
        labelled = select(labels.table_id).where(labels.name == name, labels.value == value)
        query = query.where(heads.id.in_(labelled))
    return query


def _stored(row: Row[Any]) -> Stored:
    return Stored(_heads.decode(row.head), row.sealed)


def _entry(row: Row[Any]) -> Entry:
    return Entry(row.version, moment(row.at), _bodies.decode(row.body))


def _known(row: Row[Any]) -> RequestKnown:
    return RequestKnown(row.digest, row.table_id)


def _report(row: Row[Any]) -> Report:
    return Report(row.table_id, row.refusal)


def _first(row: Row[Any]) -> Any:
    return row[0]
