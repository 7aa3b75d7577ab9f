"""Random matches with every check after every move. As a program it prints one digest of all it played, for a comparison under two hash seeds.

``python -m tests.conformance.playouts GAME SEED COUNT``
"""

import hashlib
import sys
from dataclasses import replace
from random import Random
from typing import Any

from carteado.rules.game import Awaiting, IllegalAction
from carteado.rules.match import Match, RoundOpened
from carteado.rules.record import Deal, Move, Record, replay
from carteado.rules.shuffle import Chain
from tests.conformance.games import SUBJECTS, Subject


def opened(subject: Subject, rng: Random) -> Match:
    """A match of random options at a table of random size."""
    seats = rng.randint(subject.game.min_seats, subject.game.max_seats)
    chain = Chain(rng.randbytes(32))
    return Match.open(subject.game, subject.options(rng, seats), seats, chain)


def play_through(subject: Subject, rng: Random) -> Record:
    """Plays one random match to its end and checks it move by move; answers its record."""
    match = opened(subject, rng)
    moves: list[Move] = []
    secrets: list[bytes] = []
    while match.game.awaiting(match.state) is not Awaiting.NOTHING:
        move = random_move(subject, match, rng)
        events = (
            match.deal(move.action.entropy)
            if move.seat is None
            else match.act(move.seat, move.action)
        )
        moves.append(move)
        secrets += [event.secret for event in events if isinstance(event, RoundOpened)]
        subject.conserved(match.state)
        assert len(moves) <= subject.most_moves
        assert match.ply == len(moves)
    placements = match.game.placements(match.state)
    anchor = match.secrets.anchor
    return Record(match.game, match.options, match.seats, anchor, moves, secrets, placements)


def random_move(subject: Subject, match: Match, rng: Random) -> Move:
    if match.game.awaiting(match.state) is Awaiting.DEAL:
        entropy = tuple(rng.randbytes(rng.randint(0, 64)) for _ in range(match.seats))
        return Move(None, Deal(() if match.ply or rng.random() < 0.5 else entropy))
    seat = match.game.to_act(match.state)
    assert seat is not None
    check_decision(subject, match, rng)
    return Move(seat, rng.choice(match.game.legal_actions(match.state, seat)))


def check_decision(subject: Subject, match: Match, rng: Random) -> None:
    """Legal actions are never refused, all others always are, the default is legal, and nobody else may act."""
    game, state = match.game, match.state
    acting = game.to_act(state)
    assert acting is not None
    legal = game.legal_actions(state, acting)
    assert legal
    assert game.default_action(state) in legal
    for seat in range(match.seats):
        allowed = set(game.legal_actions(state, seat))
        assert seat == acting or not allowed
        for action in subject.actions:
            assert (game.refusal(state, seat, action) is None) == (action in allowed)
    refuse_one(subject, match, rng)


def refuse_one(subject: Subject, match: Match, rng: Random) -> None:
    """A refused action changes nothing."""
    before = everything(match)
    seat = rng.randrange(match.seats)
    action = rng.choice(subject.actions)
    if match.game.refusal(match.state, seat, action) is not None:
        try:
            match.act(seat, action)
        except IllegalAction:
            assert everything(match) == before
            return
        raise AssertionError("an illegal action was accepted")


def everything(match: Match) -> Any:
    """All that any observer may see, and the ply."""
    return [match.view(seat) for seat in (None, *range(match.seats))]


def check_replay(record: Record) -> None:
    """Replay equals play, whole and up to the end; what was claimed wrongly is found."""
    verdict = replay(record)
    assert (verdict.divergence, verdict.reason) == (None, "")
    assert verdict.match.game.placements(verdict.match.state) == record.placements
    forged = replace(record.placements[0], place=record.placements[0].place + 1)
    claimed = [forged, *record.placements[1:]]
    assert replay(replace(record, placements=claimed)).reason == "RESULT_MISMATCH"


def digest_of(subject: Subject, seed: int, count: int) -> str:
    """One digest over everything that was played."""
    total = hashlib.sha256()
    for number in range(count):
        rng = Random(f"{subject.game.name}/{seed}/{number}")
        record = play_through(subject, rng)
        check_replay(record)
        told = (record.options, record.seats, record.anchor, record.moves, record.placements)
        total.update(repr(told).encode())
    return total.hexdigest()


if __name__ == "__main__":
    name, seed, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    print(digest_of(next(s for s in SUBJECTS if s.game.name == name), seed, count))  # noqa: T201
