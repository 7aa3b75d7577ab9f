"""The engine, as this service calls it: it plays records again. The call is pure, so whatever failed on the way is simply asked again."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import grpc.aio

from carteado.api.engine.v1 import engine_pb2, engine_pb2_grpc
from carteado.api.game.v1 import game_pb2
from carteado.runtime import refusals
from carteado.runtime.peers import Peer, bearer, channel_to

SERVICE = "carteado.api.engine.v1.EngineService"
TIMEOUT_SECONDS = 30.0
ENGINE = Peer("engine", unavailable="ENGINE_UNAVAILABLE", credential="ENGINE_CREDENTIAL")


@asynccontextmanager
async def engine_at(target: str, token: str) -> AsyncIterator["Engine"]:
    """The engine at an address, for as long as the block runs."""
    async with channel_to(target, pure_service=SERVICE) as channel:
        yield Engine(channel, token)


class Engine:
    """Says whether a record holds."""

    def __init__(self, channel: grpc.aio.Channel, token: str) -> None:
        self._stub = engine_pb2_grpc.EngineServiceStub(channel)
        self._call: dict[str, Any] = {"timeout": TIMEOUT_SECONDS, "metadata": bearer(token)}

    async def check(self, record: game_pb2.Record) -> None:
        """Plays a record again.

        Raises:
            Refused: The rules contradict it, it does not go to the end of the match, or the engine cannot say.
        """
        request = engine_pb2.ReplayRequest(record=record)
        replay = await ENGINE.answer(self._stub.Replay(request, **self._call))
        if replay.HasField("divergence") or list(replay.placements) != list(record.placements):
            raise refusals.malformed(
                "RECORD_DIVERGES",
                "the rules contradict the record",
                move=str(replay.divergence),
                why=replay.reason,
            )
        if not replay.placements:
            raise refusals.malformed("RECORD_UNFINISHED", "the match is not over")
