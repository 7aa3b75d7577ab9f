"""Records of matches: enough to play them again and to check every shuffle whose secret is open."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from carteado.rules.game import AnyGame, IllegalAction, Placement, Refusal, Seat
from carteado.rules.match import Match
from carteado.rules.shuffle import OpenedSecrets, UnknownSecret

SECRET_MISMATCH = "SECRET_MISMATCH"  # noqa: S105 - a reason, not a secret
RESULT_MISMATCH = "RESULT_MISMATCH"


@dataclass(frozen=True, slots=True)
class Deal:
    """The table deals; in the first deal each seat may add to the shuffles."""

    entropy: tuple[bytes, ...] = ()


@dataclass(frozen=True, slots=True)
class Move:
    """An action with its author; a deal has none."""

    seat: Seat | None
    action: Any


@dataclass(frozen=True, slots=True)
class Record:
    """A match, whole or up to the end of a round.

    Attributes:
        game: The module with its rules.
        options: The options.
        seats: Number of seats.
        anchor: Anchor of the chain of secrets.
        moves: Everything that was done, in order.
        secrets: The secrets opened, by round from the first.
        placements: The places claimed, by seat; empty while the match goes on.
    """

    game: AnyGame
    options: Any
    seats: int
    anchor: bytes
    moves: Sequence[Move]
    secrets: Sequence[bytes]
    placements: Sequence[Placement]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What playing a record again shows.

    Attributes:
        match: The match as far as the record holds.
        events: What the last move that was played made happen.
        divergence: Index of the first move that the rules contradict, or the number of moves where only a secret or the result does; None when the
            record holds.
        reason: Why it does not hold; empty when it does.
    """

    match: Match
    events: Sequence[Any]
    divergence: int | None
    reason: str


def replay(record: Record, after_moves: int | None = None) -> Verdict:
    """Plays a record again: secrets first, then each move, then the result.

    Args:
        record: The record.
        after_moves: Show the match after so many moves; the whole record is judged all the same.

    Raises:
        InvalidMatch: No match has these seats and options.
    """
    secrets = OpenedSecrets(record.anchor, record.secrets)
    match = Match.open(record.game, record.options, record.seats, secrets)
    if not secrets.hold():
        return Verdict(match, (), len(record.moves), SECRET_MISMATCH)
    verdict = _played(match, record)
    if verdict.divergence is None and after_moves is not None:
        shown = Match.open(record.game, record.options, record.seats, secrets)
        return Verdict(shown, _played_up_to(shown, record.moves[:after_moves]), None, "")
    return verdict


def _played(match: Match, record: Record) -> Verdict:
    events: Sequence[Any] = ()
    for index, move in enumerate(record.moves):
        try:
            events = play(match, move)
        except IllegalAction as illegal:
            return Verdict(match, events, index, illegal.refusal.value)
        except UnknownSecret:
            return Verdict(match, events, len(record.moves), SECRET_MISMATCH)
    return _judged(match, events, record)


def _judged(match: Match, events: Sequence[Any], record: Record) -> Verdict:
    """Every secret must belong to a round that is counted, and the places must be those that the rules give."""
    if len(record.secrets) != match.game.rounds_to_open(match.state):
        return Verdict(match, events, len(record.moves), SECRET_MISMATCH)
    if tuple(match.game.placements(match.state)) != tuple(record.placements):
        return Verdict(match, events, len(record.moves), RESULT_MISMATCH)
    return Verdict(match, events, None, "")


def _played_up_to(match: Match, moves: Sequence[Move]) -> Sequence[Any]:
    events: Sequence[Any] = ()
    for move in moves:
        events = play(match, move)
    return events


def play(match: Match, move: Move) -> list[Any]:
    """Makes one move of a record in a match. The deal belongs to the table, everything else to a seat (G-23).

    Raises:
        IllegalAction: The rules refuse it.
        UnknownSecret: It deals a round whose secret is not known; nothing has changed.
    """
    if isinstance(move.action, Deal) != (move.seat is None):
        raise IllegalAction(Refusal.WRONG_PHASE)
    if move.seat is None:
        return match.deal(move.action.entropy)
    return match.act(move.seat, move.action)
