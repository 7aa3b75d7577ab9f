"""The caretaker: closes tables that nobody has touched for so long that nobody will."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Mapping
from datetime import timedelta

import structlog

from carteado.tables.changes import Closed
from carteado.tables.desk import Decision, Desk
from carteado.tables.store import Stored, Untouched
from carteado.tables.table import TableState

KEPT: Mapping[TableState, timedelta] = {
    TableState.LOBBY: timedelta(days=1),
    TableState.PLAYING: timedelta(days=30),
}
"""How long a table stays as it is. A match with a clock never does: the longest turn is seven days."""
ROUND_SECONDS = 3600.0
"""From one round to the next; the first one leaves time to come back after an outage."""

_log = structlog.get_logger()


class Caretaker:
    """Goes its rounds. Where several processes do, the store decides which of them closes a table."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @contextlib.asynccontextmanager
    async def at_work(self) -> AsyncIterator[None]:
        """Works for as long as the block runs."""
        work = asyncio.create_task(self._go_rounds())
        try:
            yield
        finally:
            work.cancel()
            await asyncio.gather(work, return_exceptions=True)

    async def _go_rounds(self) -> None:
        while True:
            await asyncio.sleep(ROUND_SECONDS)
            try:
                await self.tidy()
            except Exception as error:  # noqa: BLE001 - the next round will do
                _log.warning("round_failed", exc_info=error)

    async def tidy(self) -> None:
        """One round: whatever is wrong with one table holds up no other."""
        now = self._desk.clock()
        for state, kept in KEPT.items():
            for found in await self._desk.store.untouched(state, now - kept):
                try:
                    await self._close(found)
                except Exception as error:  # noqa: BLE001 - the next round will do
                    _log.warning("table_stays", table=found.table_id, exc_info=error)

    async def _close(self, found: Untouched) -> None:
        """Closes a table, unless somebody touched it in between."""

        async def decide(stored: Stored) -> Decision:
            is_untouched = stored.table.version == found.version
            return Decision((Closed(self._desk.clock()),) if is_untouched else ())

        await self._desk.change(found.table_id, None, decide)
