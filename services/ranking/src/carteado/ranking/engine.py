"""The engine, as this service calls it: it plays records again. The call is pure, so whatever failed on the way is simply asked again."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import grpc
import grpc.aio
import structlog

from carteado.api.engine.v1 import engine_pb2, engine_pb2_grpc
from carteado.api.game.v1 import game_pb2
from carteado.ranking import refusals
from carteado.runtime.errors import Refused, refusal_of

SERVICE = "carteado.api.engine.v1.EngineService"
TIMEOUT_SECONDS = 30.0
RETRIES = {
    "methodConfig": [
        {
            "name": [{"service": SERVICE}],
            "retryPolicy": {
                "maxAttempts": 4,
                "initialBackoff": "0.05s",
                "maxBackoff": "1s",
                "backoffMultiplier": 3,
                "retryableStatusCodes": ["UNAVAILABLE"],
            },
        }
    ]
}
NO_ANSWER = (
    grpc.StatusCode.UNAVAILABLE,
    grpc.StatusCode.DEADLINE_EXCEEDED,
    grpc.StatusCode.CANCELLED,
)
NOT_LET_IN = (grpc.StatusCode.UNAUTHENTICATED, grpc.StatusCode.PERMISSION_DENIED)
"""What is between this service and its engine, and no business of the caller: the engine does not answer, or does not let us in."""

_log = structlog.get_logger()


@asynccontextmanager
async def engine_at(target: str, token: str) -> AsyncIterator["Engine"]:
    """The engine at an address, for as long as the block runs."""
    options = (
        ("grpc.service_config", json.dumps(RETRIES)),
        ("grpc.enable_retries", 1),
        ("grpc.max_reconnect_backoff_ms", 5_000),
    )
    async with grpc.aio.insecure_channel(target, options=options) as channel:
        yield Engine(channel, token)


class Engine:
    """Says whether a record holds."""

    def __init__(self, channel: grpc.aio.Channel, token: str) -> None:
        self._stub = engine_pb2_grpc.EngineServiceStub(channel)
        self._call: dict[str, Any] = {
            "timeout": TIMEOUT_SECONDS,
            "metadata": (("authorization", f"Bearer {token}"),),
        }

    async def check(self, record: game_pb2.Record) -> None:
        """Plays a record again.

        Raises:
            Refused: The rules contradict it, it does not go to the end of the match, or the engine cannot say.
        """
        request = engine_pb2.ReplayRequest(record=record)
        try:
            replay = await self._stub.Replay(request, **self._call)
        except grpc.aio.AioRpcError as error:
            raise _refusal(error) from error
        if replay.HasField("divergence") or list(replay.placements) != list(record.placements):
            raise refusals.malformed(
                "RECORD_DIVERGES",
                "the rules contradict the record",
                move=str(replay.divergence),
                why=replay.reason,
            )
        if not replay.placements:
            raise refusals.malformed("RECORD_UNFINISHED", "the match is not over")


def _refusal(error: grpc.aio.AioRpcError) -> Refused:
    refused = refusal_of(error)
    if refused.code in NO_ANSWER:
        _log.warning("engine_unavailable", code=refused.code.name, reason=refused.reason)
        return refusals.unavailable("ENGINE_UNAVAILABLE", "the engine does not answer for now")
    if refused.code in NOT_LET_IN:
        _log.error("engine_credential_refused", code=refused.code.name, reason=refused.reason)
        return refusals.unavailable("ENGINE_CREDENTIAL", "the engine does not let us in for now")
    return refused
