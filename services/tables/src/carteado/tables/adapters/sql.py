"""What the stores on SQLite and on PostgreSQL have in common: everything but how they are reached, and how they write an append."""

import contextlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any, TypeVar

from sqlalchemy import ClauseElement

from carteado.store import Statement, Statements, StoreFailed, micros, moment
from carteado.tables import refusals
from carteado.tables.adapters import queries, rows
from carteado.tables.adapters.rows import Row
from carteado.tables.store import (
    Append,
    Appended,
    Entry,
    Listing,
    Outcome,
    Report,
    RequestKnown,
    Stored,
    Taken,
    Untouched,
    VersionConflict,
)
from carteado.tables.table import Table, TableState

T = TypeVar("T")

CLAIM = timedelta(seconds=5)
"""How long what is due is left to the replica that asked first."""
MOST_DUE = 1_000


class SqlStore(ABC):
    """A store that speaks SQL."""

    commits_at_once: int
    statements: Statements

    @abstractmethod
    async def _written(self, appends: Sequence[Append]) -> list[bool]:
        """Writes what can be written, and says of each whether it was."""

    @abstractmethod
    async def _fetched(self, statement: Statement, arguments: list[object]) -> Sequence[Row]:
        """The rows that a statement answers with, which changes nothing."""

    @abstractmethod
    async def _done(self, statement: Statement, arguments: list[object]) -> Sequence[Row]:
        """The rows that a statement answers with, which is a transaction of its own."""

    async def append(self, appends: Sequence[Append]) -> list[Outcome]:
        """Writes; what was not written is asked why afterwards, for a request that is known stays known, and a version that is gone stays gone."""
        with failures_refused():
            written = await self._written(appends)
        return [
            Appended() if is_written else await self._why_not(append)
            for append, is_written in zip(appends, written, strict=True)
        ]

    async def _why_not(self, append: Append) -> Outcome:
        """Which promise of the schema the append would have broken."""
        asked = append.asked
        if asked and (known := await self.request(asked.application, asked.request_id)):
            return known
        head = append.head
        if append.expected_version == 0:
            if await self._one(queries.CODE, rows.only, code=head.code):
                return Taken.CODE
            if head.claim and await self.claimed(head.claim):
                return Taken.CLAIM
        return VersionConflict()

    async def find(self, key: str) -> Stored | None:
        """By identifier, or by code in any case."""
        key = rows.plain(key)
        return await self._one(queries.FIND, rows.stored, key=key, code=key.upper())

    async def claimed(self, claim: str) -> Stored | None:
        """By what no other table is."""
        return await self._one(queries.CLAIMED, rows.stored, claim=claim)

    async def request(self, application: str, request_id: str) -> RequestKnown | None:
        """What is known of a request."""
        return await self._one(
            queries.REQUEST, rows.known, application=application, request_id=request_id
        )

    async def log(self, table_id: str, upto: int, after: int = 0) -> list[Entry]:
        """The log between two versions, without the first."""
        return await self._all(queries.LOG, rows.entry, table_id=table_id, upto=upto, after=after)

    async def move(self, table_id: str, ply: int) -> Entry | None:
        """The move of a ply."""
        return await self._one(queries.MOVE, rows.entry, table_id=table_id, ply=ply)

    async def playing(self) -> list[str]:
        """The tables in play."""
        return await self._all(queries.PLAYING, rows.only)

    async def due(self, now: datetime) -> list[str]:
        """The tables whose clock has run out, and that nobody else was told of just now."""
        until = micros(now + CLAIM)
        claimed = await self._changed(
            queries.CLAIM_DUE, now=micros(now), until=until, most=MOST_DUE
        )
        return [rows.only(row) for row in claimed]

    async def next_deadline(self, now: datetime) -> datetime | None:
        """The first deadline after now."""
        at = await self._one(queries.NEXT_DEADLINE, rows.only, now=micros(now))
        return None if at is None else moment(at)

    async def untouched(self, state: TableState, since: datetime) -> list[Untouched]:
        """By the time of the last line of the log."""
        return await self._all(
            queries.UNTOUCHED, rows.untouched, state=state.value, since=micros(since), most=MOST_DUE
        )

    async def running(self, after: datetime) -> list[str]:
        """The tables whose clock runs out later, or is claimed until then."""
        return await self._all(queries.RUNNING, rows.only, after=micros(after))

    async def pulse(self) -> datetime | None:
        """The one row; 0 stands for never."""
        at = await self._one(queries.PULSE, rows.only)
        return moment(at) if at else None

    async def beat(self, now: datetime) -> None:
        """Moves the row on."""
        await self._changed(queries.BEAT, now=micros(now))

    async def next_report(self, now: datetime) -> Report | None:
        """The first of those that are due, and that nobody else was given just now."""
        until = micros(now + CLAIM)
        claimed = await self._changed(queries.CLAIM_REPORT, now=micros(now), until=until, most=1)
        return rows.waiting(claimed[0]) if claimed else None

    async def put_off(self, report: Report, until: datetime) -> None:
        """Changes the row, if it is still there."""
        why = report.refusal
        await self._changed(queries.PUT_OFF, of=report.table_id, until=micros(until), why=why)

    async def report_taken(self, table_id: str) -> None:
        """Deletes the row."""
        await self._changed(queries.REPORT_TAKEN, of=table_id)

    async def listing(self, listing: Listing) -> list[Table]:
        """Tables by creation, newest first."""
        statement = self.statements.once(queries.listed(listing))
        with failures_refused():
            found = await self._fetched(statement, statement.arguments({}))
        return [rows.table(row) for row in found]

    async def _one(
        self, query: ClauseElement, read: Callable[[Row], T], **given: object
    ) -> T | None:
        found = await self._all(query, read, **given)
        return found[0] if found else None

    async def _all(
        self, query: ClauseElement, read: Callable[[Row], T], **given: object
    ) -> list[T]:
        statement = self.statements[query]
        with failures_refused():
            found = await self._fetched(statement, statement.arguments(given))
        return [read(row) for row in found]

    async def _changed(self, clause: ClauseElement, **given: Any) -> Sequence[Row]:
        statement = self.statements[clause]
        with failures_refused():
            return await self._done(statement, statement.arguments(given))


@contextlib.contextmanager
def failures_refused() -> Iterator[None]:
    """Tells the caller of a store that fails that it may pass."""
    try:
        yield
    except StoreFailed as failed:
        raise refusals.unavailable("STORE_UNAVAILABLE", str(failed)) from failed
