"""Group commit: what many tables append at once is written together, for the wait for a disk is the same for one as for a hundred.

Whoever comes while commits are under way goes into the next one. With nobody before it, an append is written at once.
"""

import asyncio
from collections import deque
from collections.abc import Sequence

import structlog

from carteado.runtime.errors import Refused
from carteado.tables.store import Append, Outcome, Store

MOST = 64
"""Appends in one commit at most, so that none waits for a crowd."""

_log = structlog.get_logger()

Waiting = tuple[Append, asyncio.Future[Outcome]]


class Gathering:
    """Between the desk and the store: each append is answered on its own, whatever becomes of the others."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._waiting: deque[Waiting] = deque()
        self._commits: set[asyncio.Task[None]] = set()

    async def append(self, append: Append) -> Outcome:
        """Writes an append, with others that came meanwhile."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Outcome] = loop.create_future()
        self._waiting.append((append, answer))
        loop.call_soon(self._go_on)
        return await answer

    def _go_on(self) -> None:
        """Starts a commit; beside one that is under way only where there are as many waiting as it can take."""
        while self._waiting and (not self._commits or self._is_crowded()):
            batch = [self._waiting.popleft() for _ in range(min(MOST, len(self._waiting)))]
            commit = asyncio.create_task(self._commit(batch))
            self._commits.add(commit)
            commit.add_done_callback(self._committed)

    def _is_crowded(self) -> bool:
        return len(self._waiting) >= MOST and len(self._commits) < self._store.commits_at_once

    def _committed(self, commit: asyncio.Task[None]) -> None:
        self._commits.discard(commit)
        self._go_on()

    async def _commit(self, batch: Sequence[Waiting]) -> None:
        """A store that fails is told to each. Where it is one append that cannot be written, each is tried alone."""
        try:
            outcomes = await self._store.append([append for append, _ in batch])
        except Exception as error:  # noqa: BLE001 - it is told to those who wait
            if len(batch) == 1 or isinstance(error, Refused):
                _tell(batch, error)
                return
            _log.error("append_unwritable", appends=len(batch), error=type(error).__name__)
            for one in batch:
                await self._commit([one])
            return
        for (_, answer), outcome in zip(batch, outcomes, strict=True):
            if not answer.done():
                answer.set_result(outcome)


def _tell(batch: Sequence[Waiting], error: Exception) -> None:
    for _, answer in batch:
        if not answer.done():
            answer.set_exception(error)
