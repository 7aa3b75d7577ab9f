"""Every table that is followed: one task for each, for as long as the table lives."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator

import structlog
from structlog.contextvars import bind_contextvars

from carteado.client import CarteadoError, NotFound
from carteado.telegram_gateway.company import Company
from carteado.telegram_gateway.follower import Follower
from carteado.telegram_gateway.store import Hosted

FIRST_PAUSE = 0.2
LONGEST_PAUSE = 10.0

_log = structlog.get_logger()


class Followers:
    """Follows the tables of the chats, whatever happens to the services behind them."""

    def __init__(self, company: Company) -> None:
        self._with = company
        self._followers: dict[str, Follower] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}

    @contextlib.asynccontextmanager
    async def at_work(self) -> AsyncIterator[None]:
        """Follows for as long as the block runs, beginning with every table that was not over."""
        for hosted in await self._with.store.live():
            self.follow(hosted)
        try:
            yield
        finally:
            tasks = list(self._tasks.values())
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def follow(self, hosted: Hosted) -> None:
        """Follows a table, unless it is followed already."""
        if hosted.table_id not in self._tasks:
            self._followers[hosted.table_id] = Follower(hosted, self._with)
            self._tasks[hosted.table_id] = asyncio.create_task(self._follow(hosted))

    def of(self, table_id: str) -> Follower | None:
        """Who follows a table."""
        return self._followers.get(table_id)

    def __iter__(self) -> Iterator[Follower]:
        return iter(list(self._followers.values()))

    def move(self, old_id: int, new_id: int) -> None:
        """A group has become a supergroup: its tables are shown there."""
        for follower in self:
            if follower.place.chat_id == old_id:
                follower.move(new_id)

    async def _follow(self, hosted: Hosted) -> None:
        bind_contextvars(table=hosted.table_id)
        try:
            await self._until_over(hosted)
        finally:
            del self._followers[hosted.table_id], self._tasks[hosted.table_id]

    async def _until_over(self, hosted: Hosted) -> None:
        """Whatever fails is tried again, more and more slowly; only a table that is not there is given up."""
        pause = FIRST_PAUSE
        while True:
            try:
                return await self._followers[hosted.table_id].run()
            except NotFound:
                _log.warning("table_gone")
                return await self._with.store.end(hosted.table_id)
            except CarteadoError as error:
                _log.warning("table_awaited", reason=error.reason)
            except Exception as error:  # noqa: BLE001 - a chat is never left without its table
                _log.error("table_awaited", exc_info=error)
            await self._with.clock.sleep(pause)
            pause = min(pause * 2, LONGEST_PAUSE)
            hosted = await self._with.store.hosted_by(hosted.table_id) or hosted
            self._followers[hosted.table_id] = Follower(hosted, self._with)
