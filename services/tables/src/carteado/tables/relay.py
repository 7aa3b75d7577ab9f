"""The relay: tells other replicas of what was written here, and those who watch here of what was written there."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

import structlog

from carteado.tables.bus import Bus, Notice
from carteado.tables.changes import Change, Moved, Started, evolve
from carteado.tables.desk import Desk, Update
from carteado.tables.hub import BACKLOG, Hub
from carteado.tables.matches import Scene, move_of
from carteado.tables.store import Stored

_log = structlog.get_logger()


class Relay:
    """Between the bus and the hub. A change is played again once for all who watch the table here, not once for each."""

    def __init__(self, desk: Desk, hub: Hub, bus: Bus) -> None:
        self._desk = desk
        self._hub = hub
        self._bus = bus
        self._wanted: dict[str, int] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        bus.listen(self.hear)

    @contextlib.asynccontextmanager
    async def at_work(self) -> AsyncIterator[None]:
        """Lets nothing run on after the block."""
        try:
            yield
        finally:
            for task in self._tasks.values():
                task.cancel()
            await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    def heed(self, update: Update) -> None:
        """Hears of a change that was written here."""
        self._bus.publish(Notice(update.table.id, update.table.version))

    def hear(self, notice: Notice) -> None:
        """Hears of a change that was written elsewhere; only where somebody watches is there anything to do."""
        table_id = notice.table_id
        last = self._hub.last(table_id)
        is_known = last is not None and last.table.version >= notice.version
        if is_known or not self._hub.is_watched(table_id):
            return
        self._wanted[table_id] = max(notice.version, self._wanted.get(table_id, 0))
        if table_id not in self._tasks:
            self._tasks[table_id] = asyncio.create_task(self._bring(table_id))

    async def _bring(self, table_id: str) -> None:
        """Until nothing more is known to have happened. Where it fails, watchers find it with their next sign of life."""
        try:
            while version := self._wanted.pop(table_id, 0):
                await self._bring_upto(table_id, version)
        except Exception as error:  # noqa: BLE001 - the log has it all
            _log.warning("changes_not_brought", table=table_id, exc_info=error)
        finally:
            self._wanted.pop(table_id, None)
            del self._tasks[table_id]

    async def _bring_upto(self, table_id: str, version: int) -> None:
        """The changes that the hub has not told; those who watch look for themselves where they are too many, or a match starts."""
        last = self._hub.last(table_id)
        if last is None or version > last.table.version + BACKLOG:
            return await self._look(table_id)
        for entry in await self._desk.store.log(table_id, version, last.table.version):
            if isinstance(entry.change, Started):
                return await self._look(table_id)
            last = await self._told(last, entry.change)
        return None

    async def _look(self, table_id: str) -> None:
        self._hub.renew(await self._desk.find(table_id))

    async def _told(self, last: Stored, change: Change) -> Stored:
        """One change, as the replica that wrote it told those who watch there."""
        following, scene = await self._followed(last, change)
        self._desk.matches.keep(following.table, scene)
        self._hub.publish(Update(following.table, scene, following.sealed))
        return following

    async def _followed(self, last: Stored, change: Change) -> tuple[Stored, Scene]:
        matches, table = self._desk.matches, evolve(last.table, change)
        if isinstance(change, Moved):
            state, scene = await matches.move(last, move_of(change))
            return Stored(table, state), scene
        following = Stored(table, last.sealed)
        return following, await matches.scene(following)
