"""The stores and the buses behind their ports, and which one an address means."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

import structlog
from sqlalchemy import make_url

from carteado.store import StoreFailed
from carteado.tables.adapters.alone import Alone
from carteado.tables.adapters.nats import NatsBus
from carteado.tables.adapters.postgres import PostgresStore
from carteado.tables.adapters.sqlite import SqliteStore
from carteado.tables.bus import Bus
from carteado.tables.migrations import MIGRATIONS
from carteado.tables.store import Store

FIRST_PAUSE = 0.1
LONGEST_PAUSE = 5.0

_log = structlog.get_logger()


@contextlib.asynccontextmanager
async def store_at(url: str, most: int = 8, seconds: float = 10.0) -> AsyncIterator[Store]:
    """The store for as long as the block runs, at the newest schema.

    Args:
        url: ``sqlite:///folder/name.sqlite`` or ``postgresql://user:password@host/name``.
        most: Connections to a database at most.
        seconds: How long one of its statements may take.

    Raises:
        ValueError: It cannot be read or written, is no database, or does not let us in.
        OSError: The file cannot be made.
    """
    await _migrated(url)
    if make_url(url).get_backend_name() == "sqlite":
        async with SqliteStore(url) as file:
            yield file
    else:
        async with PostgresStore(url, most, seconds) as database:
            yield database


@contextlib.asynccontextmanager
async def bus_at(url: str) -> AsyncIterator[Bus]:
    """The bus for as long as the block runs; it need not be there.

    Args:
        url: ``nats://user:password@host:port``; empty for a replica that is alone.

    Raises:
        ValueError: It is no address of a bus.
    """
    if not url:
        yield Alone()
        return
    bus = NatsBus(url)
    async with bus.at_work():
        yield bus


async def _migrated(url: str) -> None:
    """Waits for a database that does not answer yet, for nothing can be kept without it."""
    pause = FIRST_PAUSE
    while True:
        try:
            return await asyncio.to_thread(MIGRATIONS.migrate, url)
        except StoreFailed as failed:
            _log.warning("store_awaited", cause=str(failed))
        await asyncio.sleep(pause)
        pause = min(pause * 2, LONGEST_PAUSE)
