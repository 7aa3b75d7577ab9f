"""Ranking on a loopback port with a real engine behind it, tables that sign, and callers that ask."""

import base64
import contextlib
import json
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import grpc
import grpc.aio
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from google.protobuf.timestamp_pb2 import Timestamp
from pydantic import SecretStr

from carteado.api.engine.v1 import engine_pb2
from carteado.api.game.v1 import game_pb2
from carteado.api.ranking.v1 import ranking_pb2 as pb
from carteado.api.ranking.v1 import ranking_pb2_grpc
from carteado.ranking.server import running
from carteado.ranking.settings import Settings
from carteado.runtime.canonical import canonical_form
from tests.credentials import write_credentials
from tests.engine.engines import SECRET, TOKEN, Engine, answer_of, move_of, opening

if TYPE_CHECKING:
    from carteado.api.ranking.v1.ranking_pb2_grpc import RankingServiceAsyncStub

CALLERS = ("tables", "app", "bot")
END = datetime(2026, 11, 15, 12, tzinfo=UTC)

_ids = count()


@dataclass
class Signer:
    """Tables, as far as ranking knows it: a private key and its public half."""

    id: str = "key-1"
    valid_from: datetime = END - timedelta(days=30)
    retired_at: datetime | None = None
    private: Ed25519PrivateKey = field(default_factory=Ed25519PrivateKey.generate)

    def public(self) -> dict[str, Any]:
        """Its entry in the file of public keys."""
        key = base64.b64encode(self.private.public_key().public_bytes_raw()).decode()
        retired_at = self.retired_at.isoformat() if self.retired_at else None
        return {
            "id": self.id,
            "public": key,
            "valid_from": self.valid_from.isoformat(),
            "retired_at": retired_at,
        }

    def sign(self, request: pb.RecordMatchRequest) -> pb.RecordMatchRequest:
        """The request with its signature over everything else."""
        request.key_id = self.id
        request.ClearField("signature")
        request.signature = self.private.sign(canonical_form(request))
        return request


def key_file(*signers: Signer) -> str:
    return json.dumps({"keys": [signer.public() for signer in signers]})


class Caller:
    """A caller of ranking with a credential of its own."""

    def __init__(self, stub: "RankingServiceAsyncStub", name: str) -> None:
        self._stub = stub
        self._metadata = (("authorization", f"Bearer token-of-{name}"),)

    async def ask(self, request: Any) -> Any:
        """The answer of the method that the request is named after."""
        method = getattr(self._stub, request.DESCRIPTOR.name.removesuffix("Request"))
        return await method(request, metadata=self._metadata, timeout=20)

    async def refused(self, request: Any) -> tuple[str, str]:
        """Code and reason of a refusal; fails when there is none."""
        try:
            answer = await self.ask(request)
        except grpc.aio.AioRpcError as error:
            answer = answer_of(error)
            return answer.code.name, answer.reason
        raise AssertionError(f"accepted: {request} -> {answer}")

    async def board(self, **more: Any) -> pb.ListLeaderboardResponse:
        request = pb.ListLeaderboardRequest(**{"game": game_pb2.GAME_EU_FACO, **more})
        answer: pb.ListLeaderboardResponse = await self.ask(request)
        return answer

    async def player(self, name: str) -> pb.GetPlayerResponse:
        answer: pb.GetPlayerResponse = await self.ask(pb.GetPlayerRequest(player_id=f"app/{name}"))
        return answer


@dataclass
class Office:
    """Ranking at work."""

    tables: Caller
    app: Caller
    bot: Caller


def seats(names: Sequence[str | None], left: Sequence[int] = ()) -> list[pb.Seat]:
    """Who sat where; None is a house rival."""
    return [
        pb.Seat(
            seat=number,
            player=pb.RatedPlayer(id=f"app/{name}", name=name) if name else None,
            left=number in left,
        )
        for number, name in enumerate(names)
    ]


def sent(
    record: game_pb2.Record, names: Sequence[str | None] = "abcd", **more: Any
) -> pb.RecordMatchRequest:
    """What tables sends of a ranked match in a group, not signed yet."""
    end = Timestamp()
    end.FromDatetime(END)
    given = {
        "match_id": f"match-{next(_ids)}",
        "record": record,
        "seats": seats(names),
        "end_time": end,
        "ranked": True,
        "group": "app/group",
    }
    return pb.RecordMatchRequest(**{**given, **more})


async def played(
    engine: Engine, players: int = 4, secret: bytes = SECRET, rounds: Sequence[int] = (2,)
) -> game_pb2.Record:
    """The record of a short match, whole."""
    first = opening(players, secret, fixed_rounds=rounds)
    steps = [(await engine.ask(first)).step]
    moves: list[game_pb2.Move] = []
    while steps[-1].views[-1].phase != game_pb2.PHASE_FINISHED:
        moves.append(move_of(steps[-1]))
        request = engine_pb2.ApplyRequest(
            state=steps[-1].state, moves=moves[-1:], observers=first.observers
        )
        steps.append((await engine.ask(request)).step)
    view = steps[-1].views[-1]
    events = [event for step in steps for event in step.views[-1].events]
    return game_pb2.Record(
        ruleset=view.ruleset,
        options=view.options,
        seats=players,
        anchor=view.anchor,
        moves=moves,
        secrets=[one.round_opened.secret for one in events if one.HasField("round_opened")],
        placements=view.placements,
    )


def settings_in(folder: Path, engine_port: int, *signers: Signer) -> Settings:
    tokens = {name: f"token-of-{name}" for name in CALLERS}
    credentials = write_credentials(folder / "ranking-credentials.json", tokens)
    return Settings(
        listen="127.0.0.1:0",
        credentials_file=credentials,
        database=f"sqlite:///{folder}/ranking.sqlite",
        engine_target=f"127.0.0.1:{engine_port}",
        engine_token=SecretStr(TOKEN),
        signing_keys=SecretStr(key_file(*signers)),
        drain_seconds=0,
        grace_seconds=0.2,
    )


@contextlib.asynccontextmanager
async def calling(port: int) -> AsyncIterator[Office]:
    """Callers of the ranking at a port."""
    async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
        stub: RankingServiceAsyncStub = ranking_pb2_grpc.RankingServiceStub(channel)
        yield Office(*(Caller(stub, name) for name in CALLERS))


@contextlib.asynccontextmanager
async def open_office(settings: Settings) -> AsyncIterator[Office]:
    """Ranking on a port of its own, and its callers."""
    async with running(settings) as port, calling(port) as office:
        yield office
