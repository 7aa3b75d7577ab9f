"""The store on SQLite."""

import asyncio
from functools import partial
from typing import Self

from carteado.ranking.adapters import boards, ledger, recording
from carteado.ranking.adapters.connections import Connections
from carteado.ranking.match import Match
from carteado.ranking.store import (
    Board,
    BoardPage,
    Change,
    Explained,
    HistoryPage,
    Profile,
    Recorded,
)


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
        return await self._connections.write(partial(recording.record, match=match))

    async def explain(self, match_id: str) -> Explained | None:
        """What became of a match."""
        return await self._connections.read(partial(ledger.explained, match_id=match_id))

    async def profile(self, player_id: str) -> Profile | None:
        """A player."""
        return await self._connections.read(partial(boards.profile, player_id=player_id))

    async def board(self, page: BoardPage) -> Board | None:
        """Lines of a board."""
        return await self._connections.read(partial(boards.board, page=page))

    async def history(self, page: HistoryPage) -> list[Change] | None:
        """Changes of a player, newest first."""
        return await self._connections.read(partial(ledger.history, page=page))

    async def set_listed(self, player_id: str, *, is_listed: bool) -> None:
        """Takes a player off every board, or puts the player back."""
        work = partial(recording.set_listed, player_id=player_id, is_listed=is_listed)
        await self._connections.write(work)
