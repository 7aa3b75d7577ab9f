"""Following a table: every version once and in order, whatever happens to the connection."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from typing import Any

import grpc
import grpc.aio

from carteado.api.tables.v1.tables_pb2 import (
    TABLE_STATE_CLOSED,
    TABLE_STATE_FINISHED,
    Table,
    WatchTableResponse,
)
from carteado.client.errors import Unavailable, error_of, is_passing
from carteado.client.patience import Patience

Stream = grpc.aio.UnaryStreamCall[Any, WatchTableResponse]


class _BrokenError(Exception):
    """A stream that did not do what it should."""


class Watch:
    """One observer's view of one table, from a version on.

    Args:
        connect: Opens a stream of what follows a version.
        look: Reads the table as it stands.
        version: The version that the observer has; 0 for none.
        silence: Seconds without any message after which a stream counts as broken.
        patience: Seconds without any message, since the first failure, after which the watch gives up.
    """

    def __init__(
        self,
        connect: Callable[[int], Stream],
        look: Callable[[], Awaitable[Table]],
        *,
        version: int,
        silence: float,
        patience: float,
    ) -> None:
        self._connect = connect
        self._look = look
        self._version = version
        self._silence = silence
        self._seconds = patience
        self._patience: Patience | None = None
        self._over = False

    async def tables(self) -> AsyncGenerator[Table]:
        """The table after each change, until it is over.

        Raises:
            CarteadoError: The server refuses to show it, or could not be reached for too long.
        """
        while not self._over:
            stream = self._connect(self._version)
            try:
                async for table in self._news(stream):
                    yield table
            except (grpc.aio.AioRpcError, _BrokenError, TimeoutError) as error:
                await self._bear(error)
            finally:
                stream.cancel()

    async def _news(self, stream: Stream) -> AsyncGenerator[Table]:
        """What one stream brings that the observer does not have. Only its first message may leave versions out."""
        is_first = True
        while not self._over:
            async with asyncio.timeout(self._silence):
                message = await stream.read()
            if not isinstance(message, WatchTableResponse):
                await self._ended()
                return
            self._patience = None
            due = self._version + 1 if message.HasField("table") else self._version
            if message.version > due and not is_first:
                raise _BrokenError("the stream left a version out")
            is_first = False
            table = message.table
            self._over = is_over(table)
            if message.HasField("table") and table.version > self._version:
                self._version = table.version
                yield table

    async def _ended(self) -> None:
        """A stream that ends in order means a table that is over, or a server that goes to rest: the table knows which."""
        table = await self._look()
        self._over = is_over(table) and table.version <= self._version
        if not self._over:
            raise _BrokenError("the stream ended before the table did")

    async def _bear(self, error: grpc.aio.AioRpcError | _BrokenError | TimeoutError) -> None:
        """Waits before the next stream, unless there is no use in one."""
        if isinstance(error, grpc.aio.AioRpcError) and not is_passing(error):
            raise error_of(error) from error
        self._patience = self._patience or Patience(self._seconds)
        if await self._patience.wait():
            return
        if isinstance(error, grpc.aio.AioRpcError):
            raise error_of(error) from error
        raise Unavailable(grpc.StatusCode.UNAVAILABLE, "STREAM_BROKEN", str(error)) from error


def is_over(table: Table) -> bool:
    """True once nothing more can happen at the table."""
    return table.state in {TABLE_STATE_FINISHED, TABLE_STATE_CLOSED}
