"""What clients asked an engine, and what it answered: written down at a release, held against every later build.

As a program it writes the traffic of this build into a folder: ``python -m tests.releases.engine_traffic FOLDER``
"""

import asyncio
import base64
import gzip
import json
import logging
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import Any

import grpc.aio
import structlog
from google.protobuf.message import Message

from carteado.api.engine.v1 import engine_pb2 as pb
from carteado.api.game.v1 import game_pb2
from carteado.runtime.keys import Keyset
from tests.conformance.games import SUBJECTS, Subject
from tests.engine.engines import Engine, answer_of, engine_in, everybody
from tests.engine.wire_games import actions_of, options_of

MATCHES = 2
"""Matches of each game."""
MOST_MOVES = 100
"""A long match is left after so many: what follows is more of the same."""


@dataclass(frozen=True)
class Exchange:
    """One call.

    Attributes:
        method: Of EngineService.
        request: The bytes sent, in base64.
        response: The bytes answered, in base64; empty where the call was refused.
        refusal: Code and reason, where it was.
    """

    method: str
    request: str
    response: str = ""
    refusal: str = ""


class Recorder:
    """Calls an engine and writes everything down."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.exchanges: list[Exchange] = []

    async def ask(self, request: Message) -> Any:
        """The answer; None where it was refused."""
        method = request.DESCRIPTOR.name.removesuffix("Request")
        content = request.SerializeToString(deterministic=True)
        exchange = await exchanged(self._engine, method, content)
        self.exchanges.append(exchange)
        answer = base64.b64decode(exchange.response)
        return None if exchange.refusal else getattr(pb, f"{method}Response").FromString(answer)


async def exchanged(engine: Engine, method: str, content: bytes) -> Exchange:
    """One call, and what came of it."""
    request = base64.b64encode(content).decode()
    try:
        response = await engine.raw(method, content)
    except grpc.aio.AioRpcError as error:
        answer = answer_of(error)
        return Exchange(method, request, refusal=f"{answer.code.name} {answer.reason}")
    return Exchange(method, request, base64.b64encode(response).decode())


async def play(recorder: Recorder, subject: Subject, rng: Random) -> None:
    """A match by the verbs, with what is not allowed tried now and then, and its record replayed where it came to an end."""
    seats = rng.randint(subject.game.min_seats, subject.game.max_seats)
    options = options_of(subject, subject.options(rng, seats))
    opening = pb.OpenRequest(
        options=options, seats=seats, secret=rng.randbytes(32), observers=everybody(seats)
    )
    step = (await recorder.ask(opening)).step
    moves: list[game_pb2.Move] = []
    secrets: list[bytes] = []
    while step.views[-1].phase != game_pb2.PHASE_FINISHED and len(moves) < MOST_MOVES:
        if rng.random() < 0.1:
            await _try(recorder, subject, step, rng)
        moves.append(_next(step, rng))
        answer = await recorder.ask(_verb(step.state, moves[-1], seats))
        step = answer.step
        secrets += _opened(step)
    await recorder.ask(_replay(opening, step.views[-1], moves, secrets))


async def _try(recorder: Recorder, subject: Subject, step: Any, rng: Random) -> None:
    """Something that may not be allowed, a look, and advice."""
    seats = len(step.views) - 1
    move = game_pb2.Move(seat=rng.randrange(seats), action=rng.choice(actions_of(subject)))
    await recorder.ask(_verb(step.state, move, seats))
    await recorder.ask(pb.ObserveRequest(state=step.state, observers=everybody(seats)))
    seat = step.views[-1].to_act
    await recorder.ask(pb.AdviseRequest(state=step.state, seat=seat, seed=rng.randbytes(32)))


def _next(step: Any, rng: Random) -> game_pb2.Move:
    view = step.views[-1]
    if view.phase == game_pb2.PHASE_AWAITING_DEAL:
        return game_pb2.Move(action=game_pb2.Action(deal=game_pb2.Deal()))
    own = step.views[view.to_act]
    action = own.default_action if rng.random() < 0.5 else rng.choice(own.legal)
    return game_pb2.Move(seat=view.to_act, action=action)


def _verb(state: bytes, move: game_pb2.Move, seats: int) -> Any:
    """The request of the move's own verb."""
    verb = move.action.WhichOneof("verb")
    assert verb is not None
    request = getattr(pb, f"{verb.capitalize()}Request")(state=state, observers=everybody(seats))
    getattr(request, verb).CopyFrom(getattr(move.action, verb))
    if verb != "deal":
        request.seat = move.seat
    return request


def _opened(step: Any) -> Iterator[bytes]:
    for event in step.views[-1].events:
        if event.HasField("round_opened"):
            yield event.round_opened.secret


def _replay(opening: Any, view: Any, moves: list[game_pb2.Move], secrets: list[bytes]) -> Any:
    record = game_pb2.Record(
        ruleset=view.ruleset,
        options=view.options,
        seats=opening.seats,
        anchor=view.anchor,
        moves=moves,
        secrets=secrets,
        placements=view.placements,
    )
    return pb.ReplayRequest(record=record)


async def traffic(keyset: str) -> list[Exchange]:
    """Some matches of each game, and the catalog."""
    with tempfile.TemporaryDirectory() as folder:
        async with engine_in(Path(folder), keyset) as engine:
            recorder = Recorder(engine)
            await recorder.ask(pb.ListGamesRequest())
            for subject in SUBJECTS:
                for number in range(MATCHES):
                    await play(recorder, subject, Random(f"{subject.game.name}/{number}"))
            return recorder.exchanges


def main(folder: Path) -> None:
    """Writes the traffic, and the keys of its states."""
    folder.mkdir(parents=True, exist_ok=True)
    keyset = Keyset.make()
    exchanges = asyncio.run(traffic(keyset))
    (folder / "keyset.json").write_text(keyset + "\n")
    lines = "\n".join(json.dumps(asdict(exchange)) for exchange in exchanges)
    (folder / "engine.jsonl.gz").write_bytes(gzip.compress(lines.encode(), mtime=0))


def read(folder: Path) -> list[Exchange]:
    """The traffic that was written into a folder."""
    lines = gzip.decompress((folder / "engine.jsonl.gz").read_bytes()).decode().split("\n")
    return [Exchange(**json.loads(line)) for line in lines]


if __name__ == "__main__":
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    main(Path(sys.argv[1]))
