"""The engine, as this service calls it. Its calls are pure, so whatever failed on the way is simply asked again."""

from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import grpc.aio
from grpc_health.v1 import health_pb2, health_pb2_grpc

from carteado.api.engine.v1 import engine_pb2, engine_pb2_grpc
from carteado.api.game.v1 import game_pb2
from carteado.runtime.peers import Peer, bearer, channel_to
from carteado.tables import refusals
from carteado.tables.decisions import SeatRange

SERVICE = "carteado.api.engine.v1.EngineService"
TIMEOUT_SECONDS = 10.0
CHECK_SECONDS = 2.0
ENGINE = Peer("engine", unavailable="ENGINE_UNAVAILABLE", credential="ENGINE_CREDENTIAL")


@dataclass(frozen=True, slots=True)
class Setup:
    """What a match begins with.

    Attributes:
        options: The options; they name the game.
        seats: How many.
        secret: The last secret of its chain.
        ruleset: The frozen rules; empty for the newest.
        keeps_secrets: True to open no secret in any view, for others still play the same cards.
    """

    options: game_pb2.Options
    seats: int
    secret: bytes
    ruleset: str = ""
    keeps_secrets: bool = False


@asynccontextmanager
async def engine_at(target: str, token: str) -> AsyncIterator["Engine"]:
    """The engine at an address, for as long as the block runs."""
    async with channel_to(target, pure_service=SERVICE) as channel:
        yield Engine(channel, token)


class Engine:
    """Opens, moves, shows and advises matches."""

    def __init__(self, channel: grpc.aio.Channel, token: str) -> None:
        self._stub = engine_pb2_grpc.EngineServiceStub(channel)
        self._health = health_pb2_grpc.HealthStub(channel)
        self._call: dict[str, Any] = {"timeout": TIMEOUT_SECONDS, "metadata": bearer(token)}
        self._seats: dict[str, SeatRange] = {}

    async def seats(self, game: str) -> SeatRange:
        """How many seats a game has; asked for once."""
        if game not in self._seats:
            await self.list_games()
        if game not in self._seats:
            raise refusals.game_unavailable()
        return self._seats[game]

    async def list_games(self) -> None:
        """Reads the catalog; also what shows that the engine answers."""
        listed = await ENGINE.answer(
            self._stub.ListGames(engine_pb2.ListGamesRequest(), **self._call)
        )
        self._seats = {
            game_pb2.Game.Name(info.game): SeatRange(info.min_seats, info.max_seats)
            for info in listed.games
        }

    async def check(self) -> None:
        """Refuses unless the engine says that it is well."""
        request = health_pb2.HealthCheckRequest(service=SERVICE)
        health = await ENGINE.answer(self._health.Check(request, timeout=CHECK_SECONDS))
        if health.status != health_pb2.HealthCheckResponse.SERVING:
            raise refusals.unavailable("ENGINE_UNAVAILABLE", "the engine is stopping")

    async def open(self, setup: Setup, observers: Iterable[int | None]) -> engine_pb2.Step:
        """Opens a match with a secret of ours; nothing is dealt yet."""
        request = engine_pb2.OpenRequest(
            options=setup.options,
            seats=setup.seats,
            secret=setup.secret,
            ruleset=setup.ruleset,
            observers=_observers(observers),
            keep_secrets=setup.keeps_secrets,
        )
        return (await ENGINE.answer(self._stub.Open(request, **self._call))).step

    async def apply(
        self, state: bytes, moves: Sequence[game_pb2.Move], observers: Iterable[int | None]
    ) -> engine_pb2.Step:
        """Applies moves, all or none."""
        request = engine_pb2.ApplyRequest(state=state, moves=moves, observers=_observers(observers))
        return (await ENGINE.answer(self._stub.Apply(request, **self._call))).step

    async def observe(
        self, state: bytes, observers: Iterable[int | None]
    ) -> Sequence[game_pb2.View]:
        """What observers may see, in the order asked."""
        request = engine_pb2.ObserveRequest(state=state, observers=_observers(observers))
        return (await ENGINE.answer(self._stub.Observe(request, **self._call))).views

    async def advise(self, state: bytes, seat: int, level: str, seed: bytes) -> game_pb2.Action:
        """What a house rival would do in a seat."""
        request = engine_pb2.AdviseRequest(
            state=state, seat=seat, level=engine_pb2.Level.Value(level), seed=seed
        )
        return (await ENGINE.answer(self._stub.Advise(request, **self._call))).action


def _observers(seats: Iterable[int | None]) -> list[game_pb2.Observer]:
    return [game_pb2.Observer(seat=seat) for seat in seats]
