"""Ten ways to falsify a proof, by whoever found the file, whoever knows its format, and the house that can sign what it likes."""

import base64
import copy
import json
from collections.abc import Callable, Iterator
from typing import Any

from google.protobuf.json_format import MessageToDict, ParseDict

from carteado.api.game.v1.game_pb2 import Record
from carteado.proof.file import written
from carteado.proof.signature import Proof
from carteado.records.verify import Reason
from tests.records.golden import KEY

Content = dict[str, Any]
"""A proof as JSON has it."""


def flipped(text: str) -> str:
    """Bytes in base64 with one bit changed."""
    value = bytearray(base64.b64decode(text))
    value[-1] ^= 1
    return base64.b64encode(value).decode()


def move(content: Content) -> None:
    """One action becomes another of the same seat."""
    moves = content["record"]["moves"]
    actions = {json.dumps(each["action"]): each["action"] for each in moves if "seat" in each}
    changed = next(each for each in moves[len(moves) // 2 :] if "seat" in each)
    changed["action"] = next(one for one in actions.values() if one != changed["action"])


def secret(content: Content) -> None:
    secrets = content["record"]["secrets"]
    secrets[-1] = flipped(secrets[-1])


def anchor(content: Content) -> None:
    content["record"]["anchor"] = flipped(content["record"]["anchor"])


def entropy(content: Content) -> None:
    """A seat adds something else than it did."""
    added = content["record"]["moves"][0]["action"]["deal"]["entropy"]
    added[0] = base64.b64encode(b"outra coisa").decode()


def options(content: Content) -> None:
    """Something else than was agreed, which makes another match of it."""
    [(game, chosen)] = content["record"]["options"].items()
    if game == "sevn":
        chosen["reshuffleEachRound"] = not chosen.pop("reshuffleEachRound", False)
    elif game == "estouPorUma":
        chosen["handSize"] -= 1
    elif "lives" in chosen:
        chosen["lives"] = 7 if chosen["lives"] == 3 else 3
    else:
        chosen["fixedRounds"].pop()
    if not chosen.get("reshuffleEachRound", True):
        del chosen["reshuffleEachRound"]


def seats(content: Content) -> None:
    content["record"]["seats"] += 1


def order(content: Content) -> None:
    """Two moves after each other, of two seats, change places."""
    moves = content["record"]["moves"]
    middle = len(moves) // 2
    seats_ = [each.get("seat") for each in moves]
    at = next(at for at in range(middle, len(moves)) if seats_[at] != seats_[at - 1])
    moves[at - 1], moves[at] = moves[at], moves[at - 1]


def result(content: Content) -> None:
    """Two seats change their scores."""
    places = content["record"]["placements"]
    places[0]["score"] = places[0].get("score", 0) + 1


def signature(content: Content) -> None:
    content["signature"] = flipped(content["signature"])


def key(content: Content) -> None:
    content["key"]["publicKey"] = flipped(content["key"]["publicKey"])


KINDS: dict[Callable[[Content], None], Reason] = {
    move: Reason.MOVE_ALTERED,
    secret: Reason.SECRET_ALTERED,
    anchor: Reason.ANCHOR_ALTERED,
    entropy: Reason.ENTROPY_ALTERED,
    options: Reason.OPTIONS_ALTERED,
    seats: Reason.SEATS_ALTERED,
    order: Reason.ORDER_ALTERED,
    result: Reason.RESULT_ALTERED,
    signature: Reason.SIGNATURE_INVALID,
    key: Reason.KEY_MISMATCH,
}
"""Each kind, with the reason that counts when nothing else is changed to cover it."""

OF_THE_RECORD = tuple(kind for kind in KINDS if kind not in {signature, key})


def tampered(text: str, kind: Callable[[Content], None]) -> str:
    """The file with one thing changed and nothing covered up."""
    content = copy.deepcopy(json.loads(text))
    kind(content)
    return json.dumps(content)


def covered_up(text: str, kind: Callable[[Content], None]) -> str:
    """The same by somebody who knows the format and writes new digests."""
    content = json.loads(tampered(text, kind))
    record = _record(content)
    fresh = json.loads(written(Proof(record, b"", KEY.sign(record).key)))
    return json.dumps({**content, "digests": fresh["digests"]})


def signed_again(text: str, kind: Callable[[Content], None]) -> str:
    """The same by the house itself, which has the key."""
    return written(KEY.sign(_record(json.loads(tampered(text, kind)))))


def _record(content: Content) -> Record:
    record = ParseDict(content["record"], Record())
    assert MessageToDict(record) == content["record"]
    return record


def all_of(text: str) -> Iterator[tuple[str, str, Reason | None]]:
    """Every falsified form of a file, by name, with the reason that counts; None where only the rules can tell."""
    for kind, reason in KINDS.items():
        yield kind.__name__, tampered(text, kind), reason
    for kind in OF_THE_RECORD:
        yield f"{kind.__name__} covered up", covered_up(text, kind), Reason.SIGNATURE_INVALID
        yield f"{kind.__name__} signed again", signed_again(text, kind), None
