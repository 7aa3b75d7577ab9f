"""The hub: carries the changes of tables to those who watch them in this process."""

import asyncio
import contextlib
from collections import deque
from collections.abc import Iterator

from carteado.tables.desk import Update

BACKLOG = 64


class Watch:
    """What one watcher has not seen yet; a backlog that grows too long is given up, and the watcher told."""

    def __init__(self) -> None:
        self._updates: deque[Update] = deque(maxlen=BACKLOG)
        self._news = asyncio.Event()
        self.is_behind = False
        self.is_stopped = False

    def push(self, update: Update) -> None:
        """Adds a change; never waits."""
        self.is_behind = self.is_behind or len(self._updates) == BACKLOG
        self._updates.append(update)
        self._news.set()

    def stop(self) -> None:
        """Tells the watcher that nothing more will come from this process."""
        self.is_stopped = True
        self._news.set()

    def catch_up(self) -> None:
        """Forgets the backlog, for the watcher reads the whole table instead."""
        self._updates.clear()
        self.is_behind = False

    async def next(self, seconds: float) -> Update | None:
        """The next change; None if none comes in time, the backlog grew too long, or the process stops."""
        if not self._updates and not self.is_stopped:
            self._news.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), seconds)
        if self.is_behind or self.is_stopped or not self._updates:
            return None
        return self._updates.popleft()


class Hub:
    """Everybody who watches, by table."""

    def __init__(self) -> None:
        self._watches: dict[str, set[Watch]] = {}
        self._is_stopped = False

    @contextlib.contextmanager
    def watch(self, table_id: str) -> Iterator[Watch]:
        """Watches a table for as long as the block runs."""
        watch = Watch()
        self._watches.setdefault(table_id, set()).add(watch)
        if self._is_stopped:
            watch.stop()
        try:
            yield watch
        finally:
            self._watches[table_id].discard(watch)
            if not self._watches[table_id]:
                del self._watches[table_id]

    def publish(self, update: Update) -> None:
        """Tells everybody who watches the table."""
        for watch in self._watches.get(update.table.id, ()):
            watch.push(update)

    def stop(self) -> None:
        """Ends every watch, now and from now on."""
        self._is_stopped = True
        for watches in self._watches.values():
            for watch in watches:
                watch.stop()
