"""Connections to one SQLite file: one thread writes, a few read, and what was acknowledged is on the disk."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import structlog
from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import DatabaseError

from carteado.ranking import migrations, refusals

READERS = 4
BUSY_MILLISECONDS = 10_000

PRAGMAS = (
    f"busy_timeout = {BUSY_MILLISECONDS}",
    "journal_mode = WAL",
    "synchronous = FULL",
    "foreign_keys = ON",
)

T = TypeVar("T")

_log = structlog.get_logger()


class Connections:
    """One transaction for each piece of work; several processes may share the file."""

    def __init__(self, url: str) -> None:
        self._write_engine = _engine(url, "BEGIN IMMEDIATE")
        self._read_engine = _engine(url, "BEGIN")
        self._writer = ThreadPoolExecutor(1, "store-writer")
        self._readers = ThreadPoolExecutor(READERS, "store-reader")

    def close(self) -> None:
        """Ends what is under way, and lets go of the file."""
        for executor in (self._writer, self._readers):
            executor.shutdown()
        for engine in (self._write_engine, self._read_engine):
            engine.dispose()

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Does something in a transaction that nobody else writes in, all or nothing."""
        return await _run(self._writer, self._write_engine, work)

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Does something in a transaction that sees the store as it is at one moment."""
        return await _run(self._readers, self._read_engine, work)


def migrate(url: str) -> None:
    """Makes the file, its owner's alone, or brings it to the newest schema; one process at a time.

    Raises:
        ValueError: The file cannot be read or written, or is no database.
    """
    database = make_url(url).database
    if database:
        Path(database).parent.mkdir(parents=True, exist_ok=True)
        Path(database).touch(mode=0o600)
    engine = _engine(url, "BEGIN IMMEDIATE")
    try:
        with engine.begin() as connection:
            migrations.upgrade(connection)
    except DatabaseError as error:
        raise ValueError(f"{database}: {error.orig}") from error
    finally:
        engine.dispose()


def _engine(url: str, begin: str) -> Engine:
    """An engine whose transactions start as told, on connections that lose nothing once they committed."""
    engine = create_engine(url)

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _: object) -> None:
        connection.isolation_level = None
        for pragma in PRAGMAS:
            connection.execute(f"PRAGMA {pragma}").close()

    @event.listens_for(engine, "begin")
    def start(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine


async def _run(executor: ThreadPoolExecutor, engine: Engine, work: Callable[[Connection], T]) -> T:
    """Works in a thread; a file that is locked, full or broken is told to the caller as something that may pass, and its cause to the log."""

    def transaction() -> T:
        with engine.begin() as connection:
            return work(connection)

    try:
        return await asyncio.get_running_loop().run_in_executor(executor, transaction)
    except DatabaseError as error:
        _log.error("store_failed", cause=str(error.orig))
        raise refusals.unavailable("STORE_UNAVAILABLE", "the store failed for now") from error
