"""Other services, as a service calls them: by name, with a credential; what lies between the two is no business of the caller."""

import json
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

import grpc
import grpc.aio
import structlog

from carteado.runtime import refusals
from carteado.runtime.errors import Refused, refusal_of

Answer = TypeVar("Answer")

NO_ANSWER = (
    grpc.StatusCode.UNAVAILABLE,
    grpc.StatusCode.DEADLINE_EXCEEDED,
    grpc.StatusCode.CANCELLED,
)
NOT_LET_IN = (grpc.StatusCode.UNAUTHENTICATED, grpc.StatusCode.PERMISSION_DENIED)

_OPTIONS = [
    ("grpc.keepalive_time_ms", 30_000),
    ("grpc.keepalive_timeout_ms", 10_000),
    ("grpc.max_reconnect_backoff_ms", 5_000),
]
"""However a peer went away, and however long it was gone, it is found soon after it came back."""

_log = structlog.get_logger()


@asynccontextmanager
async def channel_to(target: str, *, pure_service: str = "") -> AsyncIterator[grpc.aio.Channel]:
    """A channel for as long as the block runs; whoever is at its other end need not be there yet.

    Args:
        target: Address and port, as gRPC names them.
        pure_service: Full name of a service whose calls change nothing, so that whatever failed on the way is simply asked again.
    """
    options: list[tuple[str, Any]] = list(_OPTIONS)
    if pure_service:
        options.append(("grpc.service_config", json.dumps(_asked_again(pure_service))))
    async with grpc.aio.insecure_channel(target, options=options) as channel:
        yield channel


def _asked_again(service: str) -> dict[str, Any]:
    policy = {
        "maxAttempts": 4,
        "initialBackoff": "0.05s",
        "maxBackoff": "1s",
        "backoffMultiplier": 3,
        "retryableStatusCodes": ["UNAVAILABLE"],
    }
    return {"methodConfig": [{"name": [{"service": service}], "retryPolicy": policy}]}


@dataclass(frozen=True, slots=True)
class Peer:
    """A service that another one asks while it answers a call of its own.

    Attributes:
        name: What the log calls it.
        unavailable: The reason that our own caller is given where it does not answer.
        credential: The reason where it does not let us in.
    """

    name: str
    unavailable: str
    credential: str

    async def answer(self, call: Awaitable[Answer]) -> Answer:
        """The peer's answer.

        Raises:
            Refused: What the peer refused; or that it does not answer, or does not let us in, for now.
        """
        try:
            return await call
        except grpc.aio.AioRpcError as error:
            raise self._refusal(refusal_of(error)) from error

    def _refusal(self, refused: Refused) -> Refused:
        facts = {"peer": self.name, "code": refused.code.name, "reason": refused.reason}
        if refused.code in NO_ANSWER:
            _log.warning("peer_unavailable", **facts)
            return refusals.unavailable(
                self.unavailable, f"the {self.name} does not answer for now"
            )
        if refused.code in NOT_LET_IN:
            _log.error("peer_credential_refused", **facts)
            return refusals.unavailable(
                self.credential, f"the {self.name} does not let us in for now"
            )
        return refused


def bearer(token: str) -> tuple[tuple[str, str], ...]:
    """The metadata of a call that shows a credential."""
    return (("authorization", f"Bearer {token}"),)
