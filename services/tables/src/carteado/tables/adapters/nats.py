"""The bus on NATS: one subject for each table, a version as its message. Without a server nothing is said, and nobody waits."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from urllib.parse import urlsplit

import structlog
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.errors import Error

from carteado.tables.bus import Notice

SUBJECT = "carteado.tables.changed"
HIGHEST_VERSION = 1_000_000_000
FIRST_PAUSE = 0.1
LONGEST_PAUSE = 5.0
PATIENCE_SECONDS = 2
PING_SECONDS = 10

_log = structlog.get_logger()


class NatsBus:
    """Says what is published to whichever server is there, and connects again for ever.

    The client's own attempts to connect again end at some errors, such as credentials that change under it; so each connection is a client
    of its own.

    Args:
        url: ``nats://user:password@host:port``, ``nats://token@host:port``, or ``tls://...``; several with commas between.

    Raises:
        ValueError: It is none of these.
    """

    def __init__(self, url: str) -> None:
        self._servers = _servers(url)
        self._listeners: list[Callable[[Notice], None]] = []
        self._unsaid: dict[str, int] = {}
        self._news = asyncio.Event()
        self._client: Client | None = None

    def publish(self, notice: Notice) -> None:
        """Leaves it to be said; only the last version of a table need be."""
        if self._client is not None:
            said = self._unsaid.get(notice.table_id, 0)
            self._unsaid[notice.table_id] = max(said, notice.version)
            self._news.set()

    def listen(self, listener: Callable[[Notice], None]) -> None:
        """Has a listener told."""
        self._listeners.append(listener)

    @contextlib.asynccontextmanager
    async def at_work(self) -> AsyncIterator[None]:
        """Works for as long as the block runs."""
        tasks = [asyncio.create_task(self._stay()), asyncio.create_task(self._speak())]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _stay(self) -> None:
        """One connection after the other."""
        pause = FIRST_PAUSE
        while True:
            try:
                await self._connected()
                pause = FIRST_PAUSE
            except (OSError, Error, TimeoutError) as error:
                _log.warning("bus_awaited", cause=type(error).__name__)
            await asyncio.sleep(pause)
            pause = min(pause * 2, LONGEST_PAUSE)

    async def _connected(self) -> None:
        """Until the connection is lost.

        Raises:
            OSError, Error, TimeoutError: There was none.
        """
        client, lost = Client(), asyncio.Event()

        async def closed() -> None:
            lost.set()

        try:
            await self._connect(client, closed)
            await client.subscribe(f"{SUBJECT}.*", cb=self._heard)
            await client.flush(PATIENCE_SECONDS)
            self._client = client
            _log.info("bus_connected")
            await lost.wait()
            _log.warning("bus_lost")
        finally:
            self._client = None
            await client.close()

    async def _connect(self, client: Client, closed: Callable[[], Awaitable[None]]) -> None:
        await client.connect(
            self._servers,
            allow_reconnect=False,
            max_reconnect_attempts=1,
            reconnect_time_wait=0,
            connect_timeout=PATIENCE_SECONDS,
            ping_interval=PING_SECONDS,
            no_echo=True,
            error_cb=_failed,
            closed_cb=closed,
        )

    async def _speak(self) -> None:
        """Says what was published. What cannot be said is found in the log by whoever looks."""
        while True:
            await self._news.wait()
            self._news.clear()
            while self._unsaid and self._client is not None:
                table_id, version = self._unsaid.popitem()
                with contextlib.suppress(Error, OSError):
                    await self._client.publish(f"{SUBJECT}.{table_id}", b"%d" % version)

    async def _heard(self, message: Msg) -> None:
        """Passes on what is a notice."""
        table_id = message.subject.rpartition(".")[2]
        with contextlib.suppress(ValueError):
            version = int(message.data)
            if 0 < version <= HIGHEST_VERSION:
                for listener in self._listeners:
                    listener(Notice(table_id, version))


def _servers(url: str) -> list[str]:
    """The addresses; they are never repeated, for they may hold a password."""
    servers = url.split(",")
    for server in servers:
        parts = urlsplit(server)
        if parts.scheme not in ("nats", "tls") or not parts.hostname:
            raise ValueError("the bus is at nats://host:port, or tls://host:port, or nowhere")
    return servers


async def _failed(error: Exception) -> None:
    """What the client complains of is no more than this: whatever follows from it, is seen elsewhere."""
    _log.info("bus_error", cause=type(error).__name__)
