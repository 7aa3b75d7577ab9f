"""The store on PostgreSQL: what many tables append is one statement, so one transaction, one way to the server and one wait for its disk."""

from collections.abc import Sequence
from typing import Self

from sqlalchemy import ClauseElement

from carteado.store import Clash, Pool, Statement, Statements
from carteado.store.pool import DIALECT
from carteado.tables.adapters import wave
from carteado.tables.adapters.rows import Row
from carteado.tables.adapters.sql import SqlStore
from carteado.tables.store import Append

_statements = Statements(DIALECT)


class PostgresStore(SqlStore):
    """Tables in one PostgreSQL database, which any number of processes share.

    Args:
        url: Of the database.
        most: Connections at most.
        seconds: How long a statement may take.
    """

    commits_at_once = 4
    statements = _statements

    def __init__(self, url: str, most: int, seconds: float) -> None:
        self._pool = Pool(url, most, seconds)

    async def __aenter__(self) -> Self:
        await self._pool.__aenter__()
        return self

    async def __aexit__(self, *error: object) -> None:
        await self._pool.__aexit__(*error)

    async def _written(self, appends: Sequence[Append]) -> list[bool]:
        written: set[int] = set()
        for numbers in _waves(appends):
            ids = await self._write([appends[number] for number in numbers])
            written.update(number for number in numbers if appends[number].head.id in ids)
        return [number in written for number in range(len(appends))]

    async def _write(self, appends: Sequence[Append]) -> set[str]:
        """The tables whose append was written. Where others were first, they go on without the answered requests, or each alone."""
        try:
            done = await self._ran(*wave.wave(appends))
        except Clash:
            if len(appends) == 1:
                return set()
            new = await self._unanswered(appends)
            parts = [[append] for append in appends] if len(new) == len(appends) else [new]
            return set().union(*[await self._write(part) for part in parts if part])
        return {row[0] for row in done}

    async def _unanswered(self, appends: Sequence[Append]) -> list[Append]:
        """Those whose request is not known."""
        known = set(map(tuple, await self._ran(*wave.known(appends))))
        return [append for append in appends if _request_of(append) not in known]

    async def _ran(self, clause: ClauseElement, given: dict[str, object]) -> Sequence[Row]:
        statement = _statements[clause]
        return await self._done(statement, statement.arguments(given))

    async def _fetched(self, statement: Statement, arguments: list[object]) -> Sequence[Row]:
        return await self._pool.fetch(statement.text, arguments)

    async def _done(self, statement: Statement, arguments: list[object]) -> Sequence[Row]:
        return await self._pool.fetch(statement.text, arguments)


def _waves(appends: Sequence[Append]) -> list[list[int]]:
    """The numbers of the appends, in order, so that no table and no request comes twice in a wave."""
    waves: list[list[int]] = []
    last: dict[object, int] = {}
    for number, append in enumerate(appends):
        keys = [append.head.id, _request_of(append) or append.head.id]
        this = 1 + max(last.get(key, -1) for key in keys)
        last.update(dict.fromkeys(keys, this))
        if this == len(waves):
            waves.append([])
        waves[this].append(number)
    return waves


def _request_of(append: Append) -> tuple[str, str] | None:
    return (append.asked.application, append.asked.request_id) if append.asked else None
