"""The hub: carries the changes of tables to those who watch them in this process."""

import asyncio
import contextlib
from collections import deque
from collections.abc import Iterator

from carteado.tables.desk import Update
from carteado.tables.store import Stored

BACKLOG = 64


class Watch:
    """What one watcher has not seen yet; a backlog that grows too long is given up, and the watcher told."""

    def __init__(self) -> None:
        self._updates: deque[Update] = deque(maxlen=BACKLOG)
        self._news = asyncio.Event()
        self._is_poked = False
        self.is_behind = False
        self.is_stopped = False

    def push(self, update: Update) -> None:
        """Adds a change; never waits."""
        self.is_behind = self.is_behind or len(self._updates) == BACKLOG
        self._updates.append(update)
        self._news.set()

    def poke(self) -> None:
        """Has the watcher look for itself, once it has seen what is here."""
        self._is_poked = True
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
        """The next change; None if none comes in time, the watcher is to look, the backlog grew too long, or the process stops."""
        if not (self._updates or self._is_poked or self.is_stopped):
            self._news.clear()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self._news.wait()
        if self._updates and not (self.is_behind or self.is_stopped):
            return self._updates.popleft()
        self._is_poked = False
        return None


class Hub:
    """Everybody who watches, by table, and where each of these tables stood when it was told of last."""

    def __init__(self) -> None:
        self._watches: dict[str, set[Watch]] = {}
        self._lasts: dict[str, Stored] = {}
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
                self._lasts.pop(table_id, None)

    def is_watched(self, table_id: str) -> bool:
        """True while somebody watches the table."""
        return table_id in self._watches

    def last(self, table_id: str) -> Stored | None:
        """Where the table stood when those who watch were told of it last; None while nobody has read it."""
        return self._lasts.get(table_id)

    def publish(self, update: Update) -> None:
        """Tells everybody who watches the table."""
        self._advance(Stored(update.table, update.sealed))
        for watch in self._watches.get(update.table.id, ()):
            watch.push(update)

    def note(self, stored: Stored) -> None:
        """Hears where somebody begins to watch. Others may have been told of more in between, which that one is to look for."""
        last = self._lasts.get(stored.table.id)
        if last is None:
            self._advance(stored)
        elif last.table.version > stored.table.version:
            self._poke(stored.table.id)

    def renew(self, stored: Stored) -> None:
        """Hears where the table stands, and has everybody look who watches it."""
        self._advance(stored)
        self._poke(stored.table.id)

    def _advance(self, stored: Stored) -> None:
        """A table that nobody watches is not kept, and none goes back."""
        table = stored.table
        last = self._lasts.get(table.id)
        if table.id in self._watches and (last is None or last.table.version < table.version):
            self._lasts[table.id] = stored

    def _poke(self, table_id: str) -> None:
        for watch in self._watches.get(table_id, ()):
            watch.poke()

    def stop(self) -> None:
        """Ends every watch, now and from now on."""
        self._is_stopped = True
        for watches in self._watches.values():
            for watch in watches:
                watch.stop()
