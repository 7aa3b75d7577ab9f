"""Writing a proof as text."""

import base64
import json
from collections.abc import Iterable, Iterator

from google.protobuf.json_format import MessageToDict

from carteado.api.game.v1.game_pb2 import Move, Placement, Record
from carteado.proof.signature import Proof
from carteado.records.notation.games import NOTATIONS, Notation
from carteado.records.notation.tags import COMMENT, DEAL, FORMAT, NAMES, NOTHING
from carteado.records.recording import record_from
from carteado.rules.game import IllegalAction, InvalidMatch
from carteado.rules.match import Match
from carteado.rules.record import play
from carteado.rules.shuffle import OpenedSecrets, UnknownSecret
from carteado.runtime.errors import Refused

WIDTH = 100


def told(proof: Proof) -> str:
    """The text of a proof; ``read`` gives the same proof back."""
    tags = dict(zip(NAMES, _tags(proof), strict=True))
    head = [FORMAT, *(f"{name}: {value}".rstrip() for name, value in tags.items()), ""]
    return "\n".join([*head, *_lines(proof.record)]) + "\n"


def _tags(proof: Proof) -> Iterator[str]:
    record = proof.record
    yield record.ruleset
    yield json.dumps(MessageToDict(record.options), separators=(",", ":"), sort_keys=True)
    yield str(record.seats)
    yield _base64(record.anchor)
    yield " ".join(map(_base64, record.secrets))
    yield " ".join(map(_place, record.placements))
    yield f"{json.dumps(proof.key.id)} {_base64(proof.key.public)}"
    yield _base64(proof.signature)


def _place(placement: Placement) -> str:
    """Seat, place and points, and what broke a tie."""
    tie = f"/{placement.tie_break}" if placement.tie_break else ""
    return f"{placement.seat}={placement.place}:{placement.score}{tie}"


def _lines(record: Record) -> Iterator[str]:
    """The moves, a line for each stretch of them that something came of, with a comment that says what."""
    notation = NOTATIONS.get(record.options.WhichOneof("game") or "")
    line: list[str] = []
    comments_of = _comments(record, notation)
    for at, (move, comments) in enumerate(zip(record.moves, comments_of, strict=True)):
        if move.action.HasField("deal") and at:
            yield from [" ".join(line), ""] if line else [""]
            line = []
        line.append(_said(move, notation))
        if comments or len(" ".join(line)) > WIDTH:
            comment = f"  {COMMENT} {'; '.join(comments)}" if comments else ""
            yield " ".join(line) + comment
            line = []
    if line:
        yield " ".join(line)


def _said(move: Move, notation: Notation | None) -> str:
    """One move; in the words of the wire where the game has no word that says just this."""
    if move.action.HasField("deal") and not move.HasField("seat"):
        return " ".join([DEAL, *(_base64(each) or NOTHING for each in move.action.deal.entropy)])
    seat = str(move.seat) if move.HasField("seat") else NOTHING
    if not move.HasField("action"):
        return f"{seat}:{NOTHING}"
    word = notation.word(move.action) if notation else ""
    if not word or notation is None or notation.action(word) != move.action:
        word = json.dumps(MessageToDict(move.action), separators=(",", ":"), sort_keys=True)
    return f"{seat}:{word}"


def _comments(record: Record, notation: Notation | None) -> Iterator[list[str]]:
    """What each move made happen; where the rules disagree, that, and nothing from there on."""
    played = _played(record, notation) if notation else iter(())
    for _ in record.moves:
        yield next(played, [])


def _played(record: Record, notation: Notation) -> Iterator[list[str]]:
    try:
        rules, _ = record_from(record)
    except (Refused, InvalidMatch):
        return
    secrets = OpenedSecrets(record.anchor, list(record.secrets))
    match = Match.open(rules.game, rules.options, rules.seats, secrets)
    for move in rules.moves:
        try:
            events: Iterable[object] = play(match, move)
        except IllegalAction as illegal:
            yield [f"the rules refuse this: {illegal.refusal}"]
            return
        except UnknownSecret:
            return
        yield [said for said in map(notation.comment, events) if said]


def _base64(value: bytes) -> str:
    return base64.b64encode(value).decode()
