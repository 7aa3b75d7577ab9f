"""A connection to one service: the token with every call, and the patience to ask again."""

import json
from collections.abc import AsyncIterator
from types import TracebackType
from typing import Protocol, Self, TypeVar

import grpc
import grpc.aio

from carteado.client.errors import error_of, is_passing
from carteado.client.patience import Patience

_OPTIONS = [
    ("grpc.keepalive_time_ms", 30_000),
    ("grpc.keepalive_timeout_ms", 10_000),
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.max_reconnect_backoff_ms", 500),
    ("grpc.service_config", json.dumps({"loadBalancingConfig": [{"round_robin": {}}]})),
]


class Paged(Protocol):
    """A request for one page of a list."""

    page_token: str


class Page(Protocol):
    """One page of a list."""

    @property
    def next_page_token(self) -> str:
        """Where to go on; empty at the end."""
        ...


Asked = TypeVar("Asked")
Answer = TypeVar("Answer")
AskedPage = TypeVar("AskedPage", bound=Paged)
AnsweredPage = TypeVar("AnsweredPage", bound=Page)


class Connection:
    """Speaks to one service for one application. Make it inside the event loop that uses it, and close it.

    Every method repeats itself while the server cannot be reached or does not answer, and may raise a ``CarteadoError``.

    Args:
        target: Address and port, as gRPC names them.
        token: The application's token.
        credentials: For TLS; without them the connection is not encrypted.
        patience: Seconds for which a call is repeated before it raises ``Unavailable``.
        attempt: Seconds that one attempt may take.
    """

    def __init__(
        self,
        target: str,
        token: str,
        *,
        credentials: grpc.ChannelCredentials | None = None,
        patience: float = 30.0,
        attempt: float = 5.0,
    ) -> None:
        self._channel = (
            grpc.aio.secure_channel(target, credentials, _OPTIONS)
            if credentials
            else grpc.aio.insecure_channel(target, _OPTIONS)
        )
        self._metadata = (("authorization", f"Bearer {token}"),)
        self._patience = patience
        self._attempt = attempt

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Ends the connection, and everything that goes on over it."""
        await self._channel.close()

    async def _call(
        self, method: grpc.aio.UnaryUnaryMultiCallable[Asked, Answer], request: Asked
    ) -> Answer:
        """Asks until there is an answer, whatever it is, or no patience is left."""
        patience = Patience(self._patience)
        while True:
            timeout = min(self._attempt, patience.left)
            try:
                return await method(request, timeout=timeout, metadata=self._metadata)
            except grpc.aio.AioRpcError as error:
                if not is_passing(error) or not await patience.wait():
                    raise error_of(error) from error

    async def _pages(
        self,
        method: grpc.aio.UnaryUnaryMultiCallable[AskedPage, AnsweredPage],
        request: AskedPage,
    ) -> AsyncIterator[AnsweredPage]:
        """Asks for one page after the other, to the last one."""
        while True:
            page = await self._call(method, request)
            yield page
            if not page.next_page_token:
                return
            request.page_token = page.next_page_token
