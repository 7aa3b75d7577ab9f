"""The store on SQLite."""

import asyncio
import contextlib
from collections.abc import Callable, Iterator
from functools import partial
from typing import Self, TypeVar

from sqlalchemy import Connection

from carteado.ranking.adapters import boards, ledger, recording
from carteado.ranking.match import Match
from carteado.ranking.migrations import MIGRATIONS
from carteado.ranking.store import (
    Board,
    BoardPage,
    Change,
    Explained,
    HistoryPage,
    Profile,
    Recorded,
)
from carteado.runtime import refusals
from carteado.store import Connections, StoreFailed

T = TypeVar("T")


class SqliteStore:
    """The ledger in one SQLite file, which several processes may share."""

    def __init__(self, url: str) -> None:
        self._connections = Connections(url)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await asyncio.to_thread(self._connections.close)

    async def record(self, match: Match) -> Recorded:
        """Writes a match and all that follows from it; one that is known changes nothing."""
        return await self._write(partial(recording.record, match=match))

    async def explain(self, match_id: str) -> Explained | None:
        """What became of a match."""
        return await self._read(partial(ledger.explained, match_id=match_id))

    async def profile(self, player_id: str) -> Profile | None:
        """A player."""
        return await self._read(partial(boards.profile, player_id=player_id))

    async def board(self, page: BoardPage) -> Board | None:
        """Lines of a board."""
        return await self._read(partial(boards.board, page=page))

    async def history(self, page: HistoryPage) -> list[Change] | None:
        """Changes of a player, newest first."""
        return await self._read(partial(ledger.history, page=page))

    async def set_listed(self, player_id: str, *, is_listed: bool) -> None:
        """Takes a player off every board, or puts the player back."""
        work = partial(recording.set_listed, player_id=player_id, is_listed=is_listed)
        await self._write(work)

    async def _write(self, work: Callable[[Connection], T]) -> T:
        with _failures_refused():
            return await self._connections.write(work)

    async def _read(self, work: Callable[[Connection], T]) -> T:
        with _failures_refused():
            return await self._connections.read(work)


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
