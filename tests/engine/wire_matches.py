"""Random matches by somebody who knows nothing but the wire, and a record of each. As a program it prints one digest of all that was answered.

``python -m tests.engine.wire_matches SEED COUNT``
"""

import asyncio
import hashlib
import logging
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import grpc
import grpc.aio
import structlog

from carteado.api.engine.v1 import engine_pb2 as pb
from carteado.api.eu_faco.v1 import eu_faco_pb2
from carteado.api.game.v1 import game_pb2
from tests.engine.engines import Engine, answer_of, bid, engine_in, everybody, move_of, play

MOST_MOVES = 5_000
CHECKED = 0.05
"""Share of the decisions at which every action is tried."""


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


def random_options(rng: Random, seats: int) -> game_pb2.Options:
    options = eu_faco_pb2.Options(
        ceiling_policy=rng.choice(eu_faco_pb2.CeilingPolicy.values()),
        cancel_mode=rng.choice(eu_faco_pb2.CancelMode.values()),
        lock_in_one_card=rng.random() < 0.3,
        same_round_rank=rng.choice(eu_faco_pb2.SameRoundRank.values()),
    )
    if rng.random() < 0.25:
        ceiling = min(10, 39 // seats)
        options.fixed_rounds.extend(rng.randint(1, ceiling) for _ in range(rng.randint(1, 6)))
    else:
        options.lives = rng.choice([0, 3, 3, 5, 7])
    return game_pb2.Options(eu_faco=options)


async def play_through(engine: Engine, rng: Random) -> Played:
    """Plays one match to its end, and tries what is not allowed on the way."""
    seats = rng.randint(2, 8)
    match = Played(random_options(rng, seats), seats, rng.randbytes(32))
    request = pb.OpenRequest(
        options=match.options, seats=seats, secret=match.secret, observers=everybody(seats)
    )
    match.steps.append((await engine.ask(request)).step)
    while match.view.phase != game_pb2.PHASE_FINISHED:
        if rng.random() < CHECKED:
            await check_decision(engine, match)
        await advance(engine, match, rng)
        conserved(match)
        assert len(match.moves) <= MOST_MOVES
    await check_decision(engine, match)
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
    legal = step.views[view.to_act].legal
    action = rng.choice(legal)
    if rng.random() < 0.1:
        advice = await engine.ask(pb.AdviseRequest(state=step.state, seat=view.to_act))
        action = advice.action
    assert action in legal
    return move_of(step, action)


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


def thinkable(seats: int) -> Iterator[game_pb2.Move]:
    """Every move that anybody could think of, legal or not."""
    deal = game_pb2.Action(deal=game_pb2.Deal())
    passing: dict[str, Any] = {"pass": game_pb2.Pass()}
    foreign: Any = 1
    yield game_pb2.Move(action=deal)
    others = [
        game_pb2.Action(draw=game_pb2.Draw()),
        game_pb2.Action(**passing),
        game_pb2.Action(choose=game_pb2.Choose(keep=True)),
        game_pb2.Action(declare=game_pb2.Declare()),
        game_pb2.Action(play=game_pb2.Play(estou_por_uma=foreign)),
    ]
    actions = [*map(bid, range(12)), *map(play, range(41)), *others]
    yield from (game_pb2.Move(seat=seat, action=one) for seat in range(seats) for one in actions)


async def check_decision(engine: Engine, match: Played) -> None:
    """Legal moves are never refused, all others always are, and the state stands as it was."""
    step, view = match.steps[-1], match.view
    legal = [move_of(step, one) for one in step.views[view.to_act].legal]
    if view.phase == game_pb2.PHASE_AWAITING_DEAL:
        legal = [move_of(step)]
    if view.phase == game_pb2.PHASE_FINISHED:
        legal = []
    moves = list(thinkable(match.seats))
    answers = await asyncio.gather(*(tried(engine, step.state, move) for move in moves))
    accepted = [move for move, reason in zip(moves, answers, strict=True) if not reason]
    assert len(accepted) == len(legal)
    assert all(move in legal for move in accepted)
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


def conserved(match: Played) -> None:
    """All that was dealt is in a hand or on the table, each card once."""
    views, table = match.steps[-1].views, match.view.eu_faco
    held: list[int] = []
    for seat, shown in enumerate(table.seats):
        if table.forehead:
            others = [view.eu_faco.seats[seat].forehead for view in views]
            cards = sorted({card for card in others if card})
        else:
            cards = list(views[seat].eu_faco.hand)
        assert len(cards) == shown.cards_left
        held += cards
    on_table = [trick.cards for trick in table.tricks]
    if match.view.phase == game_pb2.PHASE_AWAITING_SEAT:
        on_table.append(table.trick)
    dealt = [*held, *(played.card for trick in on_table for played in trick)]
    assert len(dealt) == len(set(dealt))
    assert set(dealt) <= set(range(1, 41))
    assert len(dealt) % table.hand_size == 0


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
    """A record up to a deal holds, and has no places."""
    deals = [at for at, move in enumerate(match.moves) if move.action.HasField("deal")]
    at = rng.choice(deals)
    part = Played(match.options, match.seats, match.secret, match.moves[:at], match.steps[: at + 1])
    answer = await engine.ask(pb.ReplayRequest(record=part.record()))
    assert (answer.HasField("divergence"), answer.reason) == (False, "")
    assert not answer.placements


async def digest_of(seed: int, count: int) -> str:
    """One digest over everything that was answered, but for the sealed states, which are random."""
    total = hashlib.sha256()
    with tempfile.TemporaryDirectory() as folder:
        async with engine_in(Path(folder)) as engine:
            for number in range(count):
                rng = Random(f"wire/{seed}/{number}")
                match = await play_through(engine, rng)
                await check_replay(engine, match, rng)
                total.update(match.record().SerializeToString(deterministic=True))
                for step in match.steps:
                    for view in step.views:
                        total.update(view.SerializeToString(deterministic=True))
                total.update(repr(match.refusals).encode())
    return total.hexdigest()


if __name__ == "__main__":
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    print(asyncio.run(digest_of(int(sys.argv[1]), int(sys.argv[2]))))  # noqa: T201
