"""Reporting: sends ranking what the outbox holds until it is taken, and never makes a table wait for it."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from datetime import timedelta

import structlog

from carteado.api.ranking.v1 import ranking_pb2
from carteado.runtime.errors import Refused
from carteado.runtime.peers import NO_ANSWER
from carteado.tables.desk import Desk, Update
from carteado.tables.ranking import Ranking
from carteado.tables.report import report
from carteado.tables.signing import SigningKeys
from carteado.tables.store import Report

FIRST_PAUSE = 0.1
LONGEST_PAUSE = 15.0
NEXT_LOOK = 15.0
"""It looks this often at least, for another process may have left reports behind."""
REFUSED_PAUSE = timedelta(minutes=10)
"""How long a report waits that ranking refused: the same again is of no use until somebody mends what is wrong."""

_log = structlog.get_logger()


class Reporting:
    """Sends one report after the other. Where several processes send the same one, ranking takes it once."""

    def __init__(self, desk: Desk, signing: SigningKeys, ranking: Ranking) -> None:
        self._desk = desk
        self._store = desk.store
        self._signing = signing
        self._ranking = ranking
        self._news = asyncio.Event()

    @contextlib.asynccontextmanager
    async def at_work(self) -> AsyncIterator[None]:
        """Works for as long as the block runs, beginning with what an earlier process left."""
        work = asyncio.create_task(self._go_on())
        try:
            yield
        finally:
            work.cancel()
            await asyncio.gather(work, return_exceptions=True)

    def heed(self, update: Update) -> None:
        """Hears of a change."""
        if update.table.has_ranked_result:
            self._news.set()

    async def _go_on(self) -> None:
        """Until nothing is due; where ranking is away, more and more slowly, and without end."""
        pause = FIRST_PAUSE
        while True:
            self._news.clear()
            try:
                await self.send_due()
            except Exception as error:  # noqa: BLE001 - a report is never lost
                _complain(error)
                await asyncio.sleep(pause)
                pause = min(pause * 2, LONGEST_PAUSE)
            else:
                pause = FIRST_PAUSE
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(NEXT_LOOK):
                        await self._news.wait()

    async def send_due(self) -> None:
        """Sends every report that is due, the one that waits longest first, until ranking does not answer.

        Raises:
            Refused: It does not answer.
        """
        while due := await self._store.next_report(self._desk.clock()):
            await self._send(due)

    async def _send(self, due: Report) -> None:
        """One report: whatever comes of it, the next one has its turn before this one is sent again."""
        try:
            taken = await self._ranking.record(await self._written(due.table_id))
        except Exception as error:
            if isinstance(error, Refused) and error.code not in NO_ANSWER:
                await self._refused(due, error)
                return
            await self._store.put_off(due, self._desk.clock())
            raise
        await self._store.report_taken(due.table_id)
        unrated = taken.unrated_reason
        _log.info("report_taken", table=due.table_id, known=taken.known, unrated_reason=unrated)

    async def _written(self, table_id: str) -> ranking_pb2.RecordMatchRequest:
        table = (await self._desk.find(table_id)).table
        return report(table, await self._store.log(table_id, table.version), self._signing)

    async def _refused(self, due: Report, refused: Refused) -> None:
        """Keeps the report, sends it again much later, and says so once."""
        until = self._desk.clock() + REFUSED_PAUSE
        await self._store.put_off(Report(due.table_id, refused.reason), until)
        if refused.reason != due.refusal:
            code = refused.code.name
            _log.error("report_refused", table=due.table_id, code=code, reason=refused.reason)


def _complain(error: Exception) -> None:
    if isinstance(error, Refused):
        _log.warning("reports_wait", code=error.code.name, reason=error.reason)
    else:
        _log.error("reports_wait", exc_info=error)
