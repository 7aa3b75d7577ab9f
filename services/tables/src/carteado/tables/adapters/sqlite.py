"""The store on SQLite: one writer, and each append under a savepoint of its own."""

import asyncio
import sqlite3
from collections.abc import Sequence
from functools import partial
from typing import Any, Self

from sqlalchemy import Table, and_, bindparam, delete, insert, update

from carteado.store import File, Statement, Statements
from carteado.store.sqlite import DIALECT
from carteado.tables import schema
from carteado.tables.adapters import rows
from carteado.tables.adapters.rows import Row
from carteado.tables.adapters.sql import SqlStore
from carteado.tables.store import Append

_statements = Statements(DIALECT)


def _added_to(table: Table) -> str:
    """Adds a row, its fields in the order of the columns."""
    return _statements.once(insert(table)).text


_heads = schema.tables.c
_is_expected = and_(_heads.id == bindparam("of"), _heads.version == bindparam("expected"))
_new: dict[Any, Any] = {one: bindparam(f"new_{one.key}") for one in rows.CHANGING}
_MOVE = _statements.once(update(schema.tables).where(_is_expected).values(_new)).text
_OPEN = _added_to(schema.tables)
_LOG = _added_to(schema.changes)
_ADD_REQUEST = _added_to(schema.requests)
_ADD_REPORT = _added_to(schema.reports)
_ADD_LABEL = _added_to(schema.labels)
_ADD_SEAT = _added_to(schema.seats)
_NO_SEATS = _statements.once(delete(schema.seats).where(schema.seats.c.table_id == "")).text
_SET_CLOCK = _added_to(schema.deadlines)
_NO_CLOCK = _statements.once(delete(schema.deadlines).where(schema.deadlines.c.table_id == "")).text


class _Stale(Exception):  # noqa: N818 - an answer of the compare-and-set, caught right here
    """The head is not at the version expected."""


class SqliteStore(SqlStore):
    """Tables in one SQLite file, which several processes may share."""

    commits_at_once = 1
    statements = _statements

    def __init__(self, url: str) -> None:
        self._file = File(url)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await asyncio.to_thread(self._file.close)

    async def _written(self, appends: Sequence[Append]) -> list[bool]:
        return await self._file.write(
            lambda file: [_is_written(file, append) for append in appends]
        )

    async def _fetched(self, statement: Statement, arguments: list[object]) -> Sequence[Row]:
        return await self._file.read(partial(_rows, statement, arguments))

    async def _done(self, statement: Statement, arguments: list[object]) -> Sequence[Row]:
        return await self._file.write(partial(_rows, statement, arguments))


def _rows(
    statement: Statement, arguments: Sequence[object], file: sqlite3.Connection
) -> Sequence[Row]:
    return file.execute(statement.text, arguments).fetchall()


def _is_written(file: sqlite3.Connection, append: Append) -> bool:
    """The savepoint is left behind where something worse goes wrong, for then the whole transaction is given up."""
    file.execute("SAVEPOINT append")
    try:
        _write(file, append)
        is_written = True
    except (_Stale, sqlite3.IntegrityError):
        file.execute("ROLLBACK TO append")
        is_written = False
    file.execute("RELEASE append")
    return is_written


def _write(file: sqlite3.Connection, append: Append) -> None:
    if append.changes:
        _write_head(file, append)
        file.executemany(_LOG, rows.log(append))
        _write_clock(file, append)
        _write_index(file, append)
    if append.ends_ranked_match:
        file.execute(_ADD_REPORT, rows.report(append))
    file.executemany(_ADD_REQUEST, rows.requests(append))


def _write_head(file: sqlite3.Connection, append: Append) -> None:
    """The compare-and-set: a new head, or the one that the changes were decided from."""
    if append.expected_version == 0:
        file.execute(_OPEN, rows.head(append))
    elif file.execute(_MOVE, rows.move(append)).rowcount != 1:
        raise _Stale


def _write_clock(file: sqlite3.Connection, append: Append) -> None:
    """One row while a clock runs, none otherwise."""
    if not rows.has_clock(append):
        return
    file.execute(_NO_CLOCK, (append.head.id,))
    if clock := rows.deadline(append.head):
        file.execute(_SET_CLOCK, clock)


def _write_index(file: sqlite3.Connection, append: Append) -> None:
    """Who sits where, when that changed; the labels, when the table is new."""
    if rows.is_seating(append):
        file.execute(_NO_SEATS, (append.head.id,))
        file.executemany(_ADD_SEAT, rows.seats(append))
    file.executemany(_ADD_LABEL, rows.labels(append))
