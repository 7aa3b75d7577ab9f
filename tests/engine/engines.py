"""A real engine on a loopback port, and a caller that knows how it answers."""

import contextlib
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import grpc
import grpc.aio
from google.protobuf.message import Message
from google.rpc import error_details_pb2
from grpc_status import rpc_status
from pydantic import SecretStr

from carteado.api.engine.v1 import engine_pb2 as pb
from carteado.api.eu_faco.v1 import eu_faco_pb2
from carteado.api.game.v1 import game_pb2
from carteado.engine.sealing import Sealer
from carteado.engine.server import running
from carteado.engine.settings import Settings
from carteado.runtime.keys import Keyset
from tests.credentials import write_credentials

SERVICE = "carteado.api.engine.v1.EngineService"
TOKEN = "the-token-of-these-tests"
SECRET = bytes(range(32))
BEARER = (("authorization", f"Bearer {TOKEN}"),)


@dataclass(frozen=True)
class Answer:
    """What a call was refused with, and every byte of it."""

    code: grpc.StatusCode
    reason: str
    metadata: dict[str, str]
    fields: list[str]
    message: str
    raw: bytes = field(repr=False)


def answer_of(error: grpc.aio.AioRpcError) -> Answer:
    """Fails unless the error carries exactly what the contract promises of every error."""
    status = rpc_status.from_call(error)
    assert status is not None, f"{error.code()} without details: {error.details()}"
    info = error_details_pb2.ErrorInfo()
    assert status.details[0].Unpack(info)
    assert info.domain == "carteado"
    assert info.reason.isupper()
    bad = error_details_pb2.BadRequest()
    for detail in status.details[1:]:
        assert detail.Unpack(bad)
    fields = [violation.field for violation in bad.field_violations]
    raw = status.SerializeToString(deterministic=True)
    return Answer(error.code(), info.reason, dict(info.metadata), fields, status.message, raw)


class Engine:
    """A caller of one engine; the method is named by the type of the request."""

    def __init__(self, channel: Any, port: int, keyset: str) -> None:
        self.channel = channel
        self.port = port
        self.sealer = Sealer(Keyset.parse(keyset))

    async def raw(
        self, method: str, request: bytes, metadata: Sequence[tuple[str, str]] = BEARER
    ) -> bytes:
        """The bytes that came back."""
        call = self.channel.unary_unary(f"/{SERVICE}/{method}")
        answer: bytes = await call(request, metadata=metadata)
        return answer

    async def ask(self, request: Message) -> Any:
        """The answer."""
        method = request.DESCRIPTOR.name.removesuffix("Request")
        response = getattr(pb, f"{method}Response")
        return response.FromString(await self.raw(method, request.SerializeToString()))

    async def refused(self, request: Message) -> Answer:
        """The refusal; fails when there is none."""
        try:
            answer = await self.ask(request)
        except grpc.aio.AioRpcError as error:
            return answer_of(error)
        raise AssertionError(f"accepted: {request} -> {answer}")

    # What most tests begin with

    async def open(self, seats: int = 4, **options: Any) -> Any:
        """The first step of a match of Eu Faço! that always has the same cards."""
        return (await self.ask(opening(seats, **options))).step

    async def dealt(self, seats: int = 4, **options: Any) -> Any:
        """A match whose first round is dealt, as all its seats see it."""
        step = await self.open(seats, **options)
        request = pb.DealRequest(state=step.state, observers=everybody(seats))
        return (await self.ask(request)).step

    async def act(self, step: Any, action: Any = None, observers: Any = None) -> Any:
        """What follows when the seat to act does something, or the first thing that it may."""
        seats = len(step.views[-1].eu_faco.seats)
        move = move_of(step, action)
        request = pb.ApplyRequest(
            state=step.state, moves=[move], observers=observers or everybody(seats)
        )
        return (await self.ask(request)).step


def move_of(step: Any, action: Any = None) -> game_pb2.Move:
    """The move of whoever the match waits for; the first legal one unless another is given."""
    view = step.views[-1]
    if view.phase == game_pb2.PHASE_AWAITING_DEAL:
        return game_pb2.Move(action=game_pb2.Action(deal=game_pb2.Deal()))
    if action is None:
        action = step.views[view.to_act].legal[0]
    return game_pb2.Move(seat=view.to_act, action=action)


def opening(seats: int, secret: bytes = SECRET, **options: Any) -> pb.OpenRequest:
    """Opens a match of Eu Faço! whose views go to everybody."""
    return pb.OpenRequest(
        options=eu_faco(**options), seats=seats, secret=secret, observers=everybody(seats)
    )


def eu_faco(**options: Any) -> game_pb2.Options:
    """Options of Eu Faço!"""
    return game_pb2.Options(eu_faco=eu_faco_pb2.Options(**options))


def everybody(seats: int) -> list[game_pb2.Observer]:
    """All seats in order, and a spectator after them."""
    return [*(game_pb2.Observer(seat=seat) for seat in range(seats)), game_pb2.Observer()]


def bid(tricks: int) -> game_pb2.Action:
    """A promise."""
    return game_pb2.Action(bid=game_pb2.Bid(tricks=tricks))


def play(card: Any) -> game_pb2.Action:
    """A card."""
    return game_pb2.Action(play=game_pb2.Play(eu_faco=card))


@contextlib.asynccontextmanager
async def engine_in(folder: Path, keyset: str | None = None) -> AsyncIterator[Engine]:
    """Runs an engine with a keyset of its own, or the one given."""
    credentials = write_credentials(folder / "credentials.json", {"tests": TOKEN})
    keyset = keyset or Keyset.make()
    settings = Settings(
        listen="127.0.0.1:0",
        credentials_file=credentials,
        keyset=SecretStr(keyset),
        development=True,
        drain_seconds=0,
    )
    async with (
        running(settings) as port,
        grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel,
    ):
        yield Engine(channel, port, keyset)
