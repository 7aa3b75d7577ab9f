"""Ranking, as this service calls it: it takes each report once, however often it is sent."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import grpc.aio

from carteado.api.ranking.v1 import ranking_pb2, ranking_pb2_grpc
from carteado.runtime.errors import refusal_of
from carteado.runtime.peers import bearer, channel_to

TIMEOUT_SECONDS = 40.0
"""Longer than ranking waits for the engine to play a long record again."""


@asynccontextmanager
async def ranking_at(target: str, token: str) -> AsyncIterator["Ranking"]:
    """Ranking at an address, for as long as the block runs; it need not be there yet."""
    async with channel_to(target) as channel:
        yield Ranking(channel, token)


class Ranking:
    """Takes reports."""

    def __init__(self, channel: grpc.aio.Channel, token: str) -> None:
        self._stub = ranking_pb2_grpc.RankingServiceStub(channel)
        self._metadata = bearer(token)

    async def record(
        self, report: ranking_pb2.RecordMatchRequest
    ) -> ranking_pb2.RecordMatchResponse:
        """What ranking makes of a match.

        Raises:
            Refused: It does not take it, or does not answer.
        """
        try:
            answer: ranking_pb2.RecordMatchResponse = await self._stub.RecordMatch(
                report, timeout=TIMEOUT_SECONDS, metadata=self._metadata
            )
        except grpc.aio.AioRpcError as error:
            raise refusal_of(error) from error
        return answer
