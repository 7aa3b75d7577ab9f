"""The croupier: what a table does by itself. Deals, moves of house rivals, and the default when a decision runs out."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

import structlog

from carteado.runtime.errors import Refused
from carteado.tables.bus import Notice
from carteado.tables.decisions import CLOCKED, Due, due
from carteado.tables.desk import Desk, Update
from carteado.tables.moves import Moves
from carteado.tables.pulse import Pulse
from carteado.tables.table import Table

FIRST_PAUSE = 0.1
LONGEST_PAUSE = 15.0
SECOND_LOOK = 1.0
LONGEST_SLEEP = 15.0
"""The sweeper looks this often at least, for another process may have set a clock."""

_log = structlog.get_logger()


class Croupier:
    """Goes on with every table that owes something, one task for each, until it waits for a player."""

    def __init__(self, desk: Desk, moves: Moves, pulse: Pulse) -> None:
        self._store = desk.store
        self._desk = desk
        self._moves = moves
        self._pulse = pulse
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._woken: set[str] = set()
        self._clock_set = asyncio.Event()
        self._glance: asyncio.TimerHandle | None = None
        self._is_at_work = False

    @contextlib.asynccontextmanager
    async def at_work(self) -> AsyncIterator[None]:
        """Works for as long as the block runs, beginning with every match that goes on."""
        self._is_at_work = True
        for table_id in await self._store.playing():
            self.wake(table_id)
        sweeper = asyncio.create_task(self._sweep())
        try:
            yield
        finally:
            self._is_at_work = False
            if self._glance is not None:
                self._glance.cancel()
            tasks = [sweeper, *self._tasks.values()]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def heed(self, update: Update) -> None:
        """Hears of a change."""
        if self._owed(update.table):
            self.wake(update.table.id)
        elif update.table.alarm is not None:
            self._clock_set.set()

    def hear(self, _: Notice) -> None:
        """Hears that another replica changed some table, and may have set a clock. Soon is enough, since no clock is shorter; once is, for many."""
        if self._is_at_work and self._glance is None:
            loop = asyncio.get_running_loop()
            self._glance = loop.call_later(SECOND_LOOK, self._look_at_clocks)

    def _look_at_clocks(self) -> None:
        self._glance = None
        self._clock_set.set()

    def _owed(self, table: Table) -> Due | None:
        return due(table, self._desk.clock())

    def wake(self, table_id: str) -> None:
        """Has a table looked after, now or as soon as its task is through with what it does."""
        if not self._is_at_work:
            return
        self._woken.add(table_id)
        if table_id not in self._tasks:
            self._tasks[table_id] = asyncio.create_task(self._look_after(table_id))

    async def _look_after(self, table_id: str) -> None:
        try:
            while table_id in self._woken:
                self._woken.discard(table_id)
                await self._go_on(table_id)
        finally:
            del self._tasks[table_id]

    async def _go_on(self, table_id: str) -> None:
        """Until nothing is owed any more. Whatever fails is tried again, more and more slowly, and never given up."""
        pause = FIRST_PAUSE
        while True:
            try:
                owed = self._owed((await self._desk.find(table_id)).table)
                if owed is None:
                    return
                if owed in CLOCKED:
                    await self._pulse.steady()
                await self._desk.change(table_id, None, self._moves.owed)
            except Exception as error:  # noqa: BLE001 - a table is never lost
                _complain(table_id, error)
                await asyncio.sleep(pause)
                pause = min(pause * 2, LONGEST_PAUSE)
            else:
                pause = FIRST_PAUSE

    async def _sweep(self) -> None:
        """Wakes tables whose decision ran out, and sleeps until the next one does."""
        while True:
            self._clock_set.clear()
            pause = SECOND_LOOK
            try:
                pause = await self.sweep()
            except Exception as error:  # noqa: BLE001 - a clock is never lost
                _log.warning("sweep_failed", exc_info=error)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._clock_set.wait()

    async def sweep(self) -> float:
        """Wakes the tables whose decision has run out; answers with the seconds until the next one does."""
        now = self._desk.clock()
        for table_id in await self._store.due(now):
            self.wake(table_id)
        following = await self._store.next_deadline(now)
        if following is None:
            return LONGEST_SLEEP
        return min(LONGEST_SLEEP, max(0.0, (following - self._desk.clock()).total_seconds()))


def _complain(table_id: str, error: Exception) -> None:
    if isinstance(error, Refused):
        _log.warning("table_waits", table=table_id, code=error.code.name, reason=error.reason)
    else:
        _log.error("table_waits", table=table_id, exc_info=error)
