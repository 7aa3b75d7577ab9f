"""The file that a proof is kept in, as the page on records has it."""

import base64
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from google.protobuf.json_format import MessageToDict, ParseDict, ParseError

from carteado.api.game.v1.game_pb2 import Record
from carteado.proof.digests import PARTS, digests
from carteado.proof.signature import Key, Proof

FORMAT = "carteado/proof/1"
MEMBERS = {"format", "record", "digests", "signature", "key"}
MOST_BYTES = 8 << 20
"""No record of a match that can be played comes near this length."""


class NotAProofError(ValueError):
    """A text is no proof of this format; the message says why not."""


@dataclass(frozen=True, slots=True)
class ProofFile:
    """What a file holds.

    Attributes:
        proof: The proof.
        digests: The digests of the record's parts, as the file has them.
    """

    proof: Proof
    digests: Mapping[str, bytes]

    def altered(self) -> list[str]:
        """The parts of the record that are not what the digests say, in the order of PARTS; the order counts only where the moves are the same."""
        actual = digests(self.proof.record)
        differing = [part for part in PARTS if actual[part] != self.digests[part]]
        return [part for part in differing if part != "order" or "moves" not in differing]


def written(proof: Proof) -> str:
    """The text of the file, with its digests."""
    content = {
        "format": FORMAT,
        "record": MessageToDict(proof.record),
        "digests": {part: _base64(value) for part, value in digests(proof.record).items()},
        "signature": _base64(proof.signature),
        "key": {"id": proof.key.id, "publicKey": _base64(proof.key.public)},
    }
    return json.dumps(content, indent=1) + "\n"


def kept(proof: Proof, path: Path) -> Path:
    """Writes the file, in a folder that is made at need, and gives its path."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(written(proof))
    return path


def read(text: str) -> ProofFile:
    """What a file holds.

    Raises:
        NotAProofError: It is no proof.
    """
    if len(text) > MOST_BYTES:
        raise NotAProofError("it is too long")
    content = _object(text)
    try:
        return ProofFile(_proof_from(content), _digests_from(content["digests"]))
    except (ParseError, ValueError, KeyError, TypeError) as error:
        raise NotAProofError(str(error)) from error


def _object(text: str) -> dict[str, Any]:
    try:
        content = json.loads(text, object_pairs_hook=_once)
    except (ValueError, RecursionError) as error:
        raise NotAProofError(str(error)) from error
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise NotAProofError(f"its format is not {FORMAT}")
    if content.keys() != MEMBERS:
        raise NotAProofError(f"its members are not {sorted(MEMBERS)}")
    return content


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose names all differ: of two with one name, readers would see different ones."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a name stands twice")
    return found


def _proof_from(content: Mapping[str, Any]) -> Proof:
    record = ParseDict(content["record"], Record())
    if MessageToDict(record) != content["record"]:
        raise ValueError("the record is not in its canonical mapping")
    key = content["key"]
    if key.keys() != {"id", "publicKey"} or not isinstance(key["id"], str):
        raise ValueError("key has an id and a publicKey")
    return Proof(record, _bytes(content["signature"]), Key(key["id"], _bytes(key["publicKey"])))


def _digests_from(content: Mapping[str, Any]) -> dict[str, bytes]:
    if content.keys() != set(PARTS):
        raise ValueError(f"digests are of {', '.join(PARTS)}")
    return {part: _bytes(content[part]) for part in PARTS}


def _base64(value: bytes) -> str:
    return base64.b64encode(value).decode()


def _bytes(text: Any) -> bytes:
    """Bytes from padded standard base64, written in the one way in which they can be.

    Raises:
        ValueError: It is something else.
    """
    if not isinstance(text, str):
        raise ValueError("bytes are text in base64")  # noqa: TRY004 - it is the file that is wrong
    value = base64.b64decode(text, validate=True)
    if _base64(value) != text:
        raise ValueError("base64 is padded and has no bits to spare")
    return value
