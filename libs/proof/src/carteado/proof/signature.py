"""Signatures over records, and the keys that make them: Ed25519, each key named by its fingerprint."""

import base64
import hashlib
import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from carteado.api.game.v1.game_pb2 import Record
from carteado.runtime.canonical import canonical_form

FINGERPRINT_DIGITS = 16


def fingerprint(public: bytes) -> str:
    """The id of a key: the first 16 hexadecimal digits of the SHA-256 of its 32 public bytes."""
    return hashlib.sha256(public).hexdigest()[:FINGERPRINT_DIGITS]


@dataclass(frozen=True, slots=True)
class Key:
    """A key that signed.

    Attributes:
        id: Its fingerprint, or what it claims to be.
        public: The public half, 32 bytes.
    """

    id: str
    public: bytes

    def is_named_right(self) -> bool:
        """Whether the id is the fingerprint."""
        return self.id == fingerprint(self.public)


@dataclass(frozen=True, slots=True)
class Proof:
    """A record, and who says that it is true.

    Attributes:
        record: The record.
        signature: Over its canonical form, 64 bytes.
        key: The key that made it.
    """

    record: Record
    signature: bytes
    key: Key


def is_signed(proof: Proof) -> bool:
    """Whether the key of a proof signed its record."""
    try:
        public = Ed25519PublicKey.from_public_bytes(proof.key.public)
        public.verify(proof.signature, canonical_form(proof.record))
    except (InvalidSignature, ValueError):
        return False
    return True


class SigningKey:
    """The private key of somebody who plays without a house, for records of one's own."""

    def __init__(self, private: Ed25519PrivateKey) -> None:
        self._private = private

    @classmethod
    def load_or_make(cls, path: Path) -> Self:
        """The key of a file, which only its owner may read; where there is no file, one is made.

        Raises:
            ValueError: The file holds something else.
        """
        if not path.exists():
            _write(path, Ed25519PrivateKey.generate())
        try:
            private = base64.b64decode(json.loads(path.read_text())["private"], validate=True)
            return cls(Ed25519PrivateKey.from_private_bytes(private))
        except (ValueError, KeyError, TypeError) as error:
            raise ValueError(f"{path} holds no key; move it away to have one made") from error

    def sign(self, record: Record) -> Proof:
        """The record, signed."""
        public = self._private.public_key().public_bytes_raw()
        signature = self._private.sign(canonical_form(record))
        return Proof(record, signature, Key(fingerprint(public), public))


def _write(path: Path, private: Ed25519PrivateKey) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps({"private": base64.b64encode(private.private_bytes_raw()).decode()})
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(text)
