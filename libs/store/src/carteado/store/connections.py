"""Connections to one SQLite file: one thread writes, a few read, and what was acknowledged is on the disk."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import structlog
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DatabaseError

from carteado.store import sqlite
from carteado.store.errors import StoreFailed
from carteado.store.sqlite import Begin

READERS = 4

T = TypeVar("T")

_log = structlog.get_logger()


class Connections:
    """One transaction for each piece of work; several processes may share the file.

    Args:
        url: Of the file, as SQLAlchemy writes it: ``sqlite:///folder/name.sqlite``.
    """

    def __init__(self, url: str) -> None:
        self._write_engine = sqlite.engine(url, Begin.TO_WRITE)
        self._read_engine = sqlite.engine(url, Begin.TO_READ)
        self._writer = ThreadPoolExecutor(1, "store-writer")
        self._readers = ThreadPoolExecutor(READERS, "store-reader")

    def close(self) -> None:
        """Ends what is under way, and lets go of the file."""
        for executor in (self._writer, self._readers):
            executor.shutdown()
        for engine in (self._write_engine, self._read_engine):
            engine.dispose()

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Does something in a transaction that nobody else writes in, all or nothing.

        Raises:
            StoreFailed: It could not be done now.
        """
        return await _run(self._writer, self._write_engine, work)

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Does something in a transaction that sees the store as it is at one moment.

        Raises:
            StoreFailed: It could not be done now.
        """
        return await _run(self._readers, self._read_engine, work)


async def _run(executor: ThreadPoolExecutor, engine: Engine, work: Callable[[Connection], T]) -> T:
    """Works in a thread; a file that is locked, full or broken is told to the caller as something that may pass, and its cause to the log."""

    def transaction() -> T:
        with engine.begin() as connection:
            return work(connection)

    try:
        return await asyncio.get_running_loop().run_in_executor(executor, transaction)
    except DatabaseError as error:
        _log.error("store_failed", cause=str(error.orig))
        raise StoreFailed("the store failed for now") from error
