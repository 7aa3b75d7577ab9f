"""Watching: a table from any version on, every change once and in order, with what the watcher may see of each.

The hub is quick but may lose, reorder or know nothing of another process; the log heals all of that.
"""

from collections.abc import AsyncIterator
from dataclasses import dataclass

import grpc

from carteado.runtime.errors import Refused
from carteado.tables import refusals
from carteado.tables.changes import Change, Moved, Started, evolve, fold
from carteado.tables.desk import Desk
from carteado.tables.hub import Hub, Watch
from carteado.tables.matches import Scene
from carteado.tables.store import Stored
from carteado.tables.table import Table

KEPT = 256
"""How many versions behind a watcher may be and still get each of them, instead of the whole table."""


@dataclass(frozen=True, slots=True)
class Sight:
    """A table after a change, as the watcher may see it; without a scene a mere sign of life."""

    table: Table
    scene: Scene | None = None


class Watching:
    """Follows tables for watchers."""

    def __init__(self, desk: Desk, hub: Hub, heartbeat: float) -> None:
        self._store = desk.store
        self._desk = desk
        self._matches = desk.matches
        self._hub = hub
        self._heartbeat = heartbeat

    async def follow(self, key: str, player_id: str, after: int) -> AsyncIterator[Sight]:
        """Where the table stands, or what followed a version; then every change, until the table is over."""
        table = (await self._desk.find(key)).table
        with self._hub.watch(table.id) as watch:
            async for sight in self._since(table.id, player_id, after):
                table = sight.table
                yield sight
            while not table.is_over:
                async for sight in self._news(watch, player_id, table):
                    table = sight.table
                    yield sight

    async def _since(self, table_id: str, player_id: str, after: int) -> AsyncIterator[Sight]:
        """What the log has after a version: nothing but a sign of life, each change, or the whole table.

        The whole table comes too where the match cannot be made again, because the key of its secret is gone.
        """
        stored = await self._desk.find(table_id)
        self._hub.note(stored)
        behind = stored.table.version - after
        if behind == 0:
            yield Sight(stored.table)
        elif after == 0 or not 0 < behind <= KEPT:
            yield await self._whole(stored)
        else:
            try:
                async for sight in self._missed(stored.table, player_id, after):
                    yield sight
            except Refused as refused:
                if refused.code is not grpc.StatusCode.DATA_LOSS:
                    raise
                yield await self._whole(stored)

    async def _news(self, watch: Watch, player_id: str, table: Table) -> AsyncIterator[Sight]:
        """The next change; a sign of life where none comes; what the log has where the hub left a gap."""
        update = await watch.next(self._heartbeat)
        if watch.is_stopped:
            raise refusals.unavailable("TABLES_STOPPING", "follow the table again from here")
        if watch.is_behind:
            watch.catch_up()
            stored = await self._desk.find(table.id)
            if stored.table.version > table.version:
                yield await self._whole(stored)
        elif update is None or update.table.version > table.version + 1:
            async for sight in self._since(table.id, player_id, table.version):
                yield sight
        elif update.table.version == table.version + 1:
            yield Sight(update.table, update.scene)

    async def _whole(self, stored: Stored) -> Sight:
        return Sight(stored.table, await self._matches.scene(stored))

    async def _missed(self, head: Table, player_id: str, after: int) -> AsyncIterator[Sight]:
        """Each change after a version, played again from the log."""
        log = [entry.change for entry in await self._store.log(head.id, head.version)]
        table, state = fold(log[:after]), b""
        if table.match is not None:
            state, _ = await self._matches.replayed(table, log[:after], None)
        for change in log[after:]:
            table = evolve(table, change)
            observer = table.observer(player_id)
            state, scene = await self._again(table, state, change, observer)
            yield Sight(table, scene)

    async def _again(
        self, table: Table, state: bytes, change: Change, observer: int | None
    ) -> tuple[bytes, Scene]:
        """One change of the log again: the state after it, and what an observer sees of it."""
        if table.match is None:
            return state, Scene()
        if isinstance(change, Started):
            state, view = await self._matches.replayed(table, [], observer)
        elif isinstance(change, Moved):
            state, view = await self._matches.next(state, change, observer)
        else:
            view = await self._matches.view(state, observer)
        return state, Scene({observer: view})
