"""One SQLite file as its driver gives it: for stores that write many times a second, where each layer between costs more than the file."""

import asyncio
import contextlib
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

import structlog

from carteado.store import sqlite
from carteado.store.connections import READERS
from carteado.store.errors import StoreFailed
from carteado.store.sqlite import Begin

T = TypeVar("T")

_log = structlog.get_logger()


class File:
    """One thread writes, a few read; several processes may share the file.

    Args:
        url: Of the file, as SQLAlchemy writes it: ``sqlite:///folder/name.sqlite``.
    """

    def __init__(self, url: str) -> None:
        self._url = url
        self._writer = ThreadPoolExecutor(1, "store-writer")
        self._readers = ThreadPoolExecutor(READERS, "store-reader")
        self._own = threading.local()
        self._opened: set[sqlite3.Connection] = set()

    def close(self) -> None:
        """Ends what is under way, and lets go of the file."""
        for executor in (self._writer, self._readers):
            executor.shutdown()
        for connection in self._opened:
            connection.close()

    async def write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Does something in a transaction that nobody else writes in, all or nothing.

        Raises:
            StoreFailed: It could not be done now.
        """
        return await _run(self._writer, partial(self._in_transaction, work))

    async def read(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Does something that changes nothing; each statement sees the file as it is at one moment.

        Raises:
            StoreFailed: It could not be done now.
        """
        return await _run(self._readers, partial(self._with_connection, work))

    def _in_transaction(self, work: Callable[[sqlite3.Connection], T]) -> T:
        def transaction(connection: sqlite3.Connection) -> T:
            connection.execute(Begin.TO_WRITE)
            done = work(connection)
            connection.execute("COMMIT")
            return done

        return self._with_connection(transaction)

    def _with_connection(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """On this thread's own connection. One that something went wrong on is closed, which takes back what was not committed."""
        connection: sqlite3.Connection | None = getattr(self._own, "connection", None)
        if connection is None:
            connection = self._own.connection = sqlite.connected(self._url)
            self._opened.add(connection)
        try:
            return work(connection)
        except BaseException:
            self._own.connection = None
            self._opened.discard(connection)
            with contextlib.suppress(sqlite3.Error):
                connection.close()
            raise


async def _run(executor: ThreadPoolExecutor, work: Callable[[], T]) -> T:
    """Works in a thread; a file that is locked, full or broken is told to the caller as something that may pass, and its cause to the log."""
    try:
        return await asyncio.get_running_loop().run_in_executor(executor, work)
    except sqlite3.DatabaseError as error:
        _log.error("store_failed", cause=str(error))
        raise StoreFailed("the store failed for now") from error
