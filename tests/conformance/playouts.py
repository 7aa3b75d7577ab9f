"""Random matches with every check after every move. As a program it prints one digest of all it played, for a comparison under two hash seeds.

``python -m tests.conformance.playouts GAME SEED COUNT``
"""

import hashlib
import sys
from dataclasses import is_dataclass, replace
from random import Random
from typing import Any

from carteado.engine import codec
from carteado.rules.game import Awaiting, IllegalAction
from carteado.rules.match import Match, RoundOpened
from carteado.rules.record import Deal, Move, Record, play, replay
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
        check_standing(match)
        if rng.random() < subject.share:
            check_decision(subject, match, rng)
            match = stored(match)
        move = random_move(subject, match, rng)
        events = play(match, move)
        moves.append(move)
        secrets += [event.secret for event in events if isinstance(event, RoundOpened)]
        subject.conserved(match.state)
        assert len(moves) <= subject.most_moves
        assert match.ply == len(moves)
    check_decision(subject, match, rng)
    placements = match.game.placements(match.state)
    anchor = match.secrets.anchor
    return Record(match.game, match.options, match.seats, anchor, moves, secrets, placements)


def random_move(subject: Subject, match: Match, rng: Random) -> Move:
    """The deal that is due, or what any seat may do, mostly by the seat to act."""
    game, state = match.game, match.state
    if game.awaiting(state) is Awaiting.DEAL:
        entropy = tuple(rng.randbytes(rng.randint(0, 64)) for _ in range(match.seats))
        return Move(None, Deal(() if match.ply or rng.random() < 0.5 else entropy))
    acting = game.to_act(state)
    assert acting is not None
    if rng.random() >= subject.whim:
        return Move(acting, game.default_action(state))
    seat = acting
    if rng.random() < 0.2:
        may_act = [other for other in range(match.seats) if game.legal_actions(state, other)]
        seat = rng.choice(may_act)
    return Move(seat, rng.choice(game.legal_actions(state, seat)))


def check_standing(match: Match) -> None:
    """Exactly one seat is to act while a seat is awaited, it has something to do, and the default is among it."""
    game, state = match.game, match.state
    acting = game.to_act(state)
    assert (acting is None) == (game.awaiting(state) is not Awaiting.SEAT)
    assert not game.placements(state)
    if acting is not None:
        assert acting not in game.seats_out(state)
        assert game.default_action(state) in game.legal_actions(state, acting)


def check_decision(subject: Subject, match: Match, rng: Random) -> None:
    """Legal actions are never refused, all others always are, each for the reason that the seat's own view gives."""
    game, state = match.game, match.state
    for seat in range(match.seats):
        legal = game.legal_actions(state, seat)
        assert len(set(legal)) == len(legal)
        view = match.view(seat)
        assert view.legal == tuple(legal)
        for action in subject.actions:
            refused = game.refusal(state, seat, action)
            told = (subject.game.name, match.ply, seat, action)
            assert (refused is None) == (action in legal), told
            assert refused == subject.judged(view, action), (*told, refused, match.options)
        assert all(action in subject.actions for action in legal)
    refuse_one(subject, match, rng)


def refuse_one(subject: Subject, match: Match, rng: Random) -> None:
    """A refused action changes nothing."""
    before = picture(match)
    seat = rng.randrange(match.seats)
    action = rng.choice(subject.actions)
    if match.game.refusal(match.state, seat, action) is not None:
        try:
            match.act(seat, action)
        except IllegalAction:
            assert picture(match) == before
            return
        raise AssertionError("an illegal action was accepted")


def stored(match: Match) -> Match:
    """The match as it comes back from its bytes: the same in every part."""
    content = codec.encode(match)
    again = codec.decode(match.game, content)
    assert picture(again) == picture(match)
    assert codec.encode(again) == content
    return again


def picture(match: Match) -> Any:
    """Everything that a match holds but its chain, part by part."""
    return (match.seats, match.ply, match.salt, match.keep_secrets, _parts(match.state))


def _parts(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_parts(part) for part in value]
    if hasattr(value, "__slots__") and not isinstance(value, int) and not is_dataclass(value):
        return {name: _parts(getattr(value, name)) for name in value.__slots__}
    return value


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
