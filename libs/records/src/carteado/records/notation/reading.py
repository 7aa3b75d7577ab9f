"""Reading a proof from its text."""

import base64
import json
import re
from collections import deque
from collections.abc import Iterator

from google.protobuf.json_format import ParseDict, ParseError

from carteado.api.game.v1.game_pb2 import Action, Deal, Move, Options, Placement, Record
from carteado.proof.signature import Key, Proof
from carteado.records.notation.games import NOTATIONS, Notation
from carteado.records.notation.tags import COMMENT, DEAL, FORMAT, NAMES, NOTHING

MOST_CHARACTERS = 8 << 20
PLACE = re.compile(r"(\d{1,10})=(\d{1,10}):(-?\d{1,10})(?:/(-?\d{1,10}))?")
UNREADABLE = (ParseError, ValueError, RecursionError, TypeError, AttributeError)
"""What is raised where text is no JSON, no message, no base64, or no number in range."""
MOVE = re.compile(rf"(\d{{1,10}}|{NOTHING}):(.+)")

Words = deque[tuple[int, str]]
"""What is left to read, each word with its line."""


class NotationError(ValueError):
    """A text is no proof in this notation.

    Attributes:
        line: Where, from 1.
    """

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line


def read(text: str) -> Proof:
    """The proof that a text tells.

    Raises:
        NotationError: It tells none, and why.
    """
    if len(text) > MOST_CHARACTERS:
        raise NotationError(1, "it is too long")
    lines = [line.partition(COMMENT)[0].strip() for line in text.split("\n")]
    if lines[0] != FORMAT:
        raise NotationError(1, f"it does not begin with {FORMAT}")
    tags = {name: _tag(lines, at, name) for at, name in enumerate(NAMES, start=1)}
    try:
        record, proof = _from_tags(tags)
    except UNREADABLE as error:
        raise NotationError(2, f"a tag cannot be read: {error}") from error
    notation = NOTATIONS.get(record.options.WhichOneof("game") or "")
    first = len(NAMES) + 1
    words = deque(
        (at, word)
        for at, line in enumerate(lines[first:], start=first + 1)
        for word in line.split()
    )
    record.moves.extend(_moves(words, notation))
    return proof


def _tag(lines: list[str], at: int, name: str) -> str:
    line = lines[at] if at < len(lines) else ""
    found, colon, value = line.partition(":")
    if not colon or found != name:
        raise NotationError(at + 1, f"the tag {name} is missing")
    return value.strip()


def _from_tags(tags: dict[str, str]) -> tuple[Record, Proof]:
    record = Record(
        ruleset=tags["ruleset"],
        options=ParseDict(json.loads(tags["options"]), Options()),
        seats=int(tags["seats"]),
        anchor=_bytes(tags["anchor"]),
        secrets=map(_bytes, tags["secrets"].split()),
        placements=map(_place, tags["places"].split()),
    )
    key_id, _, public = tags["key"].rpartition(" ")
    key = Key(str(json.loads(key_id)), _bytes(public))
    return record, Proof(record, _bytes(tags["signature"]), key)


def _place(text: str) -> Placement:
    found = PLACE.fullmatch(text)
    if found is None:
        raise ValueError(f"{text} is no place")
    seat, place, score, tie_break = (int(each) for each in found.groups("0"))
    return Placement(seat=seat, place=place, score=score, tie_break=tie_break)


def _moves(words: Words, notation: Notation | None) -> Iterator[Move]:
    """The moves that words say; what follows a deal is what each seat added."""
    while words:
        line, word = words.popleft()
        if word == DEAL:
            yield Move(action=Action(deal=Deal(entropy=_entropy(words))))
        else:
            yield _move(line, word, notation)


def _entropy(words: Words) -> Iterator[bytes]:
    while words and words[0][1] != DEAL and not MOVE.fullmatch(words[0][1]):
        line, word = words.popleft()
        try:
            yield b"" if word == NOTHING else _bytes(word)
        except ValueError as error:
            raise NotationError(line, f"{word[:40]} is nothing that a seat adds") from error


def _move(line: int, word: str, notation: Notation | None) -> Move:
    found = MOVE.fullmatch(word)
    if found is None:
        raise NotationError(line, f"{word[:40]} is no move")
    said = found[2]
    if said == NOTHING:
        return Move(seat=_seat(line, found[1]))
    action = notation.action(said) if notation else None
    if action is None:
        action = _action_of_wire(line, said)
    return Move(seat=_seat(line, found[1]), action=action)


def _seat(line: int, said: str) -> int | None:
    """A seat, as far as the wire can say it."""
    if said == NOTHING:
        return None
    if int(said) >= 1 << 32:
        raise NotationError(line, f"{said} is no seat")
    return int(said)


def _action_of_wire(line: int, said: str) -> Action:
    try:
        return ParseDict(json.loads(said), Action())
    except UNREADABLE as error:
        raise NotationError(line, f"{said[:40]} is no move of this game") from error


def _bytes(text: str) -> bytes:
    return base64.b64decode(text, validate=True)
