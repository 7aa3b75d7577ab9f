"""A ranking service on a loopback port that does as it is told: takes reports, refuses them, hangs, or is not there."""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any

import grpc
import grpc.aio

from carteado.api.ranking.v1 import ranking_pb2, ranking_pb2_grpc
from carteado.runtime.errors import Refused

TOKEN = "token-for-ranking"
Report = ranking_pb2.RecordMatchRequest
Step = Refused | asyncio.Event | None
"""What a call meets: a refusal, a wait without end that is announced, or an answer."""


class RankingDouble(ranking_pb2_grpc.RankingServiceServicer):
    """Takes each report, unless it was told otherwise."""

    def __init__(self) -> None:
        self.reports: list[Report] = []
        self.tokens: set[str] = set()
        self.taken: dict[str, Report] = {}
        self.refuse: dict[str, Refused] = {}
        self.port = 0
        self._steps: deque[Step] = deque()
        self._changed = asyncio.Condition()
        self._server: grpc.aio.Server | None = None

    @property
    def target(self) -> str:
        return f"127.0.0.1:{self.port}"

    def then(self, *steps: Step) -> None:
        """What the next calls meet, in this order."""
        self._steps.extend(steps)

    async def RecordMatch(  # noqa: N802 - named by the contract
        self, request: Report, context: Any
    ) -> ranking_pb2.RecordMatchResponse:
        async with self._changed:
            self.reports.append(request)
            self.tokens.add(dict(context.invocation_metadata())["authorization"])
            self._changed.notify_all()
        step = self._steps.popleft() if self._steps else self.refuse.get(request.match_id)
        if isinstance(step, Refused):
            await context.abort_with_status(step.status())
        if isinstance(step, asyncio.Event):
            step.set()
            await asyncio.Event().wait()
        async with self._changed:
            is_known = request.match_id in self.taken
            self.taken[request.match_id] = request
            self._changed.notify_all()
        return ranking_pb2.RecordMatchResponse(known=is_known)

    async def until_taken(self, *matches: str) -> None:
        await self._until(lambda: set(matches) <= set(self.taken))

    async def until_sent(self, count: int) -> None:
        await self._until(lambda: len(self.reports) >= count)

    async def _until(self, is_there: Callable[[], bool]) -> None:
        async with self._changed:
            await asyncio.wait_for(self._changed.wait_for(is_there), 20)

    async def start(self) -> None:
        """Listens, on the port of before if there was one."""
        self._server = grpc.aio.server(options=[("grpc.so_reuseport", 0)])
        ranking_pb2_grpc.add_RankingServiceServicer_to_server(self, self._server)
        self.port = self._server.add_insecure_port(f"127.0.0.1:{self.port}")
        await self._server.start()

    async def stop(self) -> None:
        """Drops every connection at once."""
        if self._server:
            await self._server.stop(None)
