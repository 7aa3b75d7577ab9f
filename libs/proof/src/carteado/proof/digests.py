"""The digests of a record's parts: they show where a record was altered, not that it was."""

import hashlib
from typing import Any

import rfc8785
from google.protobuf.json_format import MessageToDict

from carteado.api.game.v1.game_pb2 import Record

PLAIN = ("ruleset", "options", "seats", "anchor", "secrets", "placements")
"""Parts that are one member of the record."""

PARTS = (*PLAIN, "entropy", "moves", "order")


def digests(record: Record) -> dict[str, bytes]:
    """SHA-256 of the canonical form of each part, 32 bytes each, by the names of PARTS."""
    mapping = MessageToDict(record)
    moves, entropy = _without_entropy(mapping.get("moves", []))
    content = {name: mapping.get(name) for name in PLAIN}
    content |= {"entropy": entropy, "moves": sorted(moves, key=rfc8785.dumps), "order": moves}
    return {part: hashlib.sha256(rfc8785.dumps(content[part])).digest() for part in PARTS}


def _without_entropy(moves: list[Any]) -> tuple[list[Any], Any]:
    """The moves with what the seats added taken out of the first, and what they added; None where they added nothing."""
    if not moves or "deal" not in moves[0].get("action", {}):
        return moves, None
    deal = moves[0]["action"]["deal"]
    bare = {name: value for name, value in deal.items() if name != "entropy"}
    first = {**moves[0], "action": {**moves[0]["action"], "deal": bare}}
    return [first, *moves[1:]], deal.get("entropy")
