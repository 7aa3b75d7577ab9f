"""Connections to one PostgreSQL database: a few at most, each replaced when it is lost, and none that waits for ever."""

import asyncio
import contextlib
from collections.abc import Iterator, Sequence
from typing import Any, Self

import asyncpg
import structlog
from sqlalchemy import Dialect
from sqlalchemy.dialects.postgresql import asyncpg as words

from carteado.store.errors import Clash, StoreFailed

DIALECT: Dialect = words.dialect()  # type: ignore[no-untyped-call]
"""The words of PostgreSQL, with arguments by place."""

OWN_SETTINGS = {
    "application_name": "carteado",
    "enable_seqscan": "off",
    "plan_cache_mode": "force_generic_plan",
}
"""Every statement is planned once, for any values, and finds its rows by an index, however small the tables were when it was planned."""

GOODBYE_SECONDS = 5.0
NETWORK_SECONDS = 2.0
"""How much longer than its longest statement an answer may be on its way."""

OTHERS_FIRST = (
    asyncpg.IntegrityConstraintViolationError,
    asyncpg.DeadlockDetectedError,
    asyncpg.SerializationError,
)
CANNOT_HOLD = (asyncpg.DataError, ValueError)
AWAY = (asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError, OSError)

_log = structlog.get_logger()


class Pool:
    """One statement is one transaction: it is on the disk when it is answered, or nothing of it is.

    The driver's own pool takes a hundred microseconds to hand over a connection, which is longer than most statements take.

    Args:
        url: Of the database: ``postgresql://user:password@host/name``.
        most: Connections at most.
        seconds: How long a statement may take.
    """

    def __init__(self, url: str, most: int, seconds: float) -> None:
        self._url = url
        self._most = most
        self._seconds = seconds
        self._places = asyncio.Semaphore(most)
        self._idle: list[Any] = []

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *error: object) -> None:
        """Lets what is under way end, and then goes, in any case."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(GOODBYE_SECONDS):
                for _ in range(self._most):
                    await self._places.acquire()
                while self._idle:
                    await self._idle[-1].close()
                    self._idle.pop()
        for connection in self._idle:
            connection.terminate()

    async def fetch(self, text: str, arguments: Sequence[object] = ()) -> list[Any]:
        """The rows that a statement answers with.

        Raises:
            Clash: Others were first.
            ValueError: No database could hold these values.
            StoreFailed: It could not be done now.
        """
        with _told():
            async with self._places:
                connection = self._at_hand() or await self._connected()
                rows: list[Any] = await self._asked(connection, text, arguments)
        return rows

    async def _asked(self, connection: Any, text: str, arguments: Sequence[object]) -> Any:
        """A connection on which a statement failed, or was given up, is not used again unless the server answered."""
        is_answered = False
        try:
            rows = await connection.fetch(text, *arguments)
            is_answered = True
        except asyncpg.PostgresError:
            is_answered = True
            raise
        finally:
            if is_answered:
                self._idle.append(connection)
            else:
                connection.terminate()
        return rows

    def _at_hand(self) -> Any:
        """The connection that was used last, for it is the warmest; None where all are gone."""
        while self._idle:
            connection = self._idle.pop()
            if not connection.is_closed():
                return connection
        return None

    async def _connected(self) -> Any:
        return await asyncpg.connect(
            self._url,
            timeout=self._seconds,
            command_timeout=self._seconds + NETWORK_SECONDS,
            server_settings={**OWN_SETTINGS, "statement_timeout": str(round(self._seconds * 1000))},
        )


@contextlib.contextmanager
def _told() -> Iterator[None]:
    """A database that is away or broken is told to the caller as something that may pass, and its cause to the log.

    The driver's own error is left out, for it repeats what was to be written.
    """
    try:
        yield
    except OTHERS_FIRST as error:
        raise Clash(type(error).__name__) from None
    except CANNOT_HOLD as error:
        raise ValueError(f"the store cannot hold this: {type(error).__name__}") from None
    except AWAY as error:
        _log.error("store_failed", cause=_cause(error))
        raise StoreFailed("the store failed for now") from None


def _cause(error: BaseException) -> str:
    """The first line: further ones repeat the values at fault."""
    first = str(error).partition("\n")[0]
    return f"{type(error).__name__}: {first}" if first else type(error).__name__
