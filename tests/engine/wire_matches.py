"""Random matches by somebody who knows nothing but the wire, and a record of each. As a program it prints one digest of all that was answered.

``python -m tests.engine.wire_matches GAME SEED COUNT``
"""

import asyncio
import hashlib
import logging
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import grpc
import grpc.aio
import structlog

from carteado.api.engine.v1 import engine_pb2 as pb
from carteado.api.game.v1 import game_pb2
from tests.conformance.games import Subject
from tests.engine.engines import Engine, answer_of, engine_in, everybody, move_of
from tests.engine.wire_games import BY_NAME, CONSERVED, actions_of, options_of

CHECKED = 1 / 4
"""Share of the decisions that the battery looks at, at which what is not allowed is tried over the wire too."""
TRIED = 150
"""Actions tried at such a decision, beside all that are legal."""
ACTIONS = {name: actions_of(subject) for name, subject in BY_NAME.items()}


@dataclass
class Played:
    """One match and all that was answered in it."""

    options: game_pb2.Options
    seats: int
    secret: bytes
    moves: list[game_pb2.Move] = field(default_factory=list)
    steps: list[Any] = field(default_factory=list)
    refusals: list[str] = field(default_factory=list)

    @property
    def game(self) -> str:
        """Name of the game."""
        name = self.options.WhichOneof("game")
        assert name is not None
        return name

    @property
    def view(self) -> Any:
        """What the public sees now."""
        return self.steps[-1].views[-1]

    @property
    def secrets(self) -> list[bytes]:
        """The secrets opened so far, by round."""
        events = [event for step in self.steps for event in step.views[-1].events]
        return [event.round_opened.secret for event in events if event.HasField("round_opened")]

    def record(self) -> game_pb2.Record:
        """The record, as a client could write it down."""
        view = self.view
        return game_pb2.Record(
            ruleset=view.ruleset,
            options=view.options,
            seats=self.seats,
            anchor=view.anchor,
            moves=self.moves,
            secrets=self.secrets,
            placements=view.placements,
        )


async def play_through(engine: Engine, subject: Subject, rng: Random) -> Played:
    """Plays one match to its end, and tries what is not allowed on the way."""
    seats = rng.randint(subject.game.min_seats, subject.game.max_seats)
    options = options_of(subject, subject.options(rng, seats))
    match = Played(options, seats, rng.randbytes(32))
    request = pb.OpenRequest(
        options=match.options, seats=seats, secret=match.secret, observers=everybody(seats)
    )
    match.steps.append((await engine.ask(request)).step)
    while match.view.phase != game_pb2.PHASE_FINISHED:
        if rng.random() < CHECKED * subject.share:
            await check_decision(engine, match, rng)
        await advance(engine, match, rng)
        CONSERVED[subject.game.name](match.steps[-1].views)
        assert len(match.moves) <= subject.most_moves
    await check_decision(engine, match, rng)
    return match


async def advance(engine: Engine, match: Played, rng: Random) -> None:
    """One move, by the verb or by Apply; the engine's advice every now and then."""
    move = await chosen(engine, match, rng)
    state = match.steps[-1].state
    request: Any = pb.ApplyRequest(state=state, moves=[move])
    if rng.random() < 0.5:
        request = by_verb(state, move)
    request.observers.extend(everybody(match.seats))
    match.moves.append(move)
    match.steps.append((await engine.ask(request)).step)


async def chosen(engine: Engine, match: Played, rng: Random) -> game_pb2.Move:
    step, view = match.steps[-1], match.view
    if view.phase == game_pb2.PHASE_AWAITING_DEAL:
        entropy: list[bytes] = []
        if not match.moves and rng.random() < 0.5:
            entropy = [rng.randbytes(rng.randint(0, 64)) for _ in range(match.seats)]
        return game_pb2.Move(action=game_pb2.Action(deal=game_pb2.Deal(entropy=entropy)))
    if rng.random() >= BY_NAME[match.game].whim:
        return move_of(step, step.views[view.to_act].default_action)
    move = rng.choice(legal_moves(step, match.seats))
    if rng.random() < 0.1:
        advice = await engine.ask(pb.AdviseRequest(state=step.state, seat=move.seat))
        assert advice.action in step.views[move.seat].legal
        return game_pb2.Move(seat=move.seat, action=advice.action)
    return move


def by_verb(state: bytes, move: game_pb2.Move) -> Any:
    """The same move by its own method."""
    verb = move.action.WhichOneof("verb")
    assert verb is not None
    request: Any = getattr(pb, f"{verb.capitalize()}Request")(state=state)
    getattr(request, verb).CopyFrom(getattr(move.action, verb))
    getattr(request, verb).SetInParent()
    if verb != "deal":
        request.seat = move.seat
    return request


def thinkable(match: Played, rng: Random) -> list[game_pb2.Move]:
    """Moves that somebody could think of, legal or not, everything legal among them."""
    step, view = match.steps[-1], match.view
    anything = rng.choices(ACTIONS[match.game], k=TRIED)
    tried = [game_pb2.Move(seat=rng.randrange(match.seats), action=one) for one in anything]
    if view.phase == game_pb2.PHASE_AWAITING_SEAT:
        tried += legal_moves(step, match.seats)
    return [*tried, game_pb2.Move(action=game_pb2.Action(deal=game_pb2.Deal()))]


def legal_moves(step: Any, seats: int) -> list[game_pb2.Move]:
    """What each seat is told that it may do."""
    return [
        game_pb2.Move(seat=seat, action=action)
        for seat in range(seats)
        for action in step.views[seat].legal
    ]


async def check_decision(engine: Engine, match: Played, rng: Random) -> None:
    """Legal moves are never refused, all others always are, and the state stands as it was."""
    step, view = match.steps[-1], match.view
    legal = legal_moves(step, match.seats)
    if view.phase == game_pb2.PHASE_AWAITING_DEAL:
        legal = [move_of(step)]
    moves = thinkable(match, rng)
    answers = await asyncio.gather(*(tried(engine, step.state, move) for move in moves))
    for move, reason in zip(moves, answers, strict=True):
        assert (not reason) == (move in legal), (move, reason)
    assert all(move in moves for move in legal)
    match.refusals += answers
    shown = await engine.ask(pb.ObserveRequest(state=step.state, observers=everybody(match.seats)))
    for again, before in zip(shown.views, step.views, strict=True):
        again.events.extend(before.events)
        assert again == before


async def tried(engine: Engine, state: bytes, move: game_pb2.Move) -> str:
    """The reason of the refusal; empty when the move was accepted."""
    try:
        await engine.ask(by_verb(state, move))
    except grpc.aio.AioRpcError as error:
        answer = answer_of(error)
        assert answer.code is grpc.StatusCode.FAILED_PRECONDITION
        return answer.reason
    return ""


async def check_replay(engine: Engine, match: Played, rng: Random) -> None:
    """Replay equals play: whole, after any move, and up to the end of a round."""
    record = match.record()
    whole = await engine.ask(pb.ReplayRequest(record=record, observers=everybody(match.seats)))
    assert (whole.HasField("divergence"), whole.reason) == (False, "")
    assert whole.placements == match.view.placements
    assert list(whole.views) == list(match.steps[-1].views)
    for after in {0, 1, *(rng.randint(0, len(match.moves)) for _ in range(4))}:
        request = pb.ReplayRequest(
            record=record, observers=everybody(match.seats), after_moves=after
        )
        assert list((await engine.ask(request)).views) == list(match.steps[after].views)
    await check_part(engine, match, rng)


async def check_part(engine: Engine, match: Played, rng: Random) -> None:
    """A record up to a deal holds and has no places; where the deck goes on, its secrets are not open yet, so that it shows nothing."""
    deals = [at for at, move in enumerate(match.moves) if move.action.HasField("deal")]
    dealt = rng.randrange(len(deals))
    moves, steps = match.moves[: deals[dealt]], match.steps[: deals[dealt] + 1]
    part = Played(match.options, match.seats, match.secret, moves, steps)
    answer = await engine.ask(pb.ReplayRequest(record=part.record()))
    holds = len(part.secrets) == dealt
    assert answer.HasField("divergence") == (not holds)
    assert answer.reason == ("" if holds else "SECRET_MISMATCH")
    assert not answer.placements


async def digest_of(subject: Subject, seed: int, count: int) -> str:
    """One digest over everything that was answered, but for the sealed states, which are random."""
    total = hashlib.sha256()
    with tempfile.TemporaryDirectory() as folder:
        async with engine_in(Path(folder)) as engine:
            for number in range(count):
                rng = Random(f"wire/{seed}/{number}")
                match = await play_through(engine, subject, rng)
                await check_replay(engine, match, rng)
                total.update(match.record().SerializeToString(deterministic=True))
                for step in match.steps:
                    for view in step.views:
                        total.update(view.SerializeToString(deterministic=True))
                total.update(repr(match.refusals).encode())
    return total.hexdigest()


if __name__ == "__main__":
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    name, seed, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    print(asyncio.run(digest_of(BY_NAME[name], seed, count)))  # noqa: T201
