"""The pulse: notes that tables are served, and gives back the time of an outage, in which nobody could move and every clock ran on.

Tables are served while a process reaches both engine and store. Each process says so every few seconds, in one row that all of them share; so an
outage is what lies between the last of these signs, whosever it was, and the next. One process that stops while another goes on is none.
"""

import asyncio
import contextlib
import sys
import time
from collections.abc import AsyncIterator
from datetime import datetime, timedelta

import structlog

from carteado.runtime.errors import Refused
from carteado.runtime.peers import NO_ANSWER
from carteado.tables.changes import Change, Credited
from carteado.tables.desk import Decision, Desk
from carteado.tables.engine import Engine
from carteado.tables.presence import allotted
from carteado.tables.store import Stored
from carteado.tables.table import Table

BEAT_SECONDS = 2.0
OUTAGE = timedelta(seconds=5)
"""A silence that is longer is an outage. Whatever moved a table later than that after the last sign moved it after the outage."""
GRACE = timedelta(seconds=30)
"""What anybody has at least when an outage ends, unless the whole time for a decision is less."""
AT_ONCE = 64
"""Tables that are given time at once: as many as one commit takes."""
_CLOCK = time.CLOCK_BOOTTIME if sys.platform == "linux" else time.CLOCK_MONOTONIC

_log = structlog.get_logger()


def uptime() -> float:
    """Seconds on a clock that nobody sets, and that goes on, where it can, while the machine sleeps."""
    return time.clock_gettime(_CLOCK)


def credit(table: Table, outage: datetime, now: datetime) -> list[Change]:
    """Gives the clock of a table what was left of it when an outage began, and a grace at least.

    Nothing is given where the clock was set later or had run out before; nor twice, unless the outage went on so that the grace is as good as gone.

    Args:
        table: As it stands.
        outage: When the outage began.
        now: When it ends.
    """
    if table.match is None or table.alarm is None:
        return []
    whole, left = allotted(table), table.alarm - outage
    least = min(whole, GRACE)
    if table.match.outage == outage:
        left = least if table.alarm - now < least / 2 else timedelta()
    if not timedelta() < left <= whole + OUTAGE:
        return []
    return [Credited(outage, now + min(whole, max(left, least)))]


class Pulse:
    """Says that this process serves tables, and knows when it did so last."""

    def __init__(self, desk: Desk, engine: Engine) -> None:
        self._desk = desk
        self._store = desk.store
        self._engine = engine
        self._beating = asyncio.Lock()
        self._last: float | None = None

    @contextlib.asynccontextmanager
    async def at_work(self) -> AsyncIterator[None]:
        """Beats for as long as the block runs."""
        work = asyncio.create_task(self._go_on())
        try:
            yield
        finally:
            work.cancel()
            await asyncio.gather(work, return_exceptions=True)

    async def _go_on(self) -> None:
        while True:
            try:
                await self.beat()
            except Exception as error:  # noqa: BLE001 - it goes on when the cause is gone
                _complain(error)
            await asyncio.sleep(BEAT_SECONDS)

    async def steady(self) -> None:
        """Returns once tables are known to be served, with nothing more to give back: only then may a clock cost anybody anything.

        Raises:
            Refused: They are not; engine or store does not answer.
        """
        if not self._is_steady():
            await self.beat()

    async def beat(self) -> None:
        """Makes sure that tables are served, gives back what an outage took, and says that it is over."""
        async with self._beating:
            await self._engine.check()
            if not self._is_steady():
                await self._give_back()
            await self._store.beat(self._desk.clock())
            self._last = uptime()

    def _is_steady(self) -> bool:
        return self._last is not None and uptime() - self._last < OUTAGE.total_seconds()

    async def _give_back(self) -> None:
        """What a process does not get done, the next one does: the outage is not over in the store until all is given."""
        outage = await self._store.pulse()
        if outage is None or self._desk.clock() - outage <= OUTAGE:
            return
        running = await self._store.running(outage)
        for first in range(0, len(running), AT_ONCE):
            some = running[first : first + AT_ONCE]
            await asyncio.gather(*(self._credit(table_id, outage) for table_id in some))
        _log.warning("outage_over", since=outage.isoformat(), clocks=len(running))

    async def _credit(self, table_id: str, outage: datetime) -> None:
        """One table; whatever is wrong with it holds up no other."""

        async def decide(stored: Stored) -> Decision:
            return Decision(tuple(credit(stored.table, outage, self._desk.clock())))

        try:
            await self._desk.change(table_id, None, decide)
        except Refused as refused:
            if refused.code in NO_ANSWER:
                raise
            _log.warning("credit_refused", table=table_id, reason=refused.reason)


def _complain(error: Exception) -> None:
    if isinstance(error, Refused):
        _log.warning("pulse_missed", code=error.code.name, reason=error.reason)
    else:
        _log.error("pulse_missed", exc_info=error)
