"""Sealed states: what a caller carries between calls, and can neither read, change nor learn from by its length.

``format | key id | ruleset | anchor | nonce`` stand in clear, all of it additional data; then comes the match in AES-256-GCM under a key of that match,
padded. A seal proves where a state comes from, not that it is the newest: whoever holds states can go back to an older one. Tables exists to be
the one who holds them.
"""

import hmac
import os
from dataclasses import dataclass
from functools import lru_cache
from typing import Self

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from carteado.runtime.keys import Keyset

FORMAT = 1
ANCHOR_BYTES = 32
NONCE_BYTES = 12
PADDED_TO = 256
"""Sealed lengths are whole multiples of this."""


class BrokenSeal(Exception):  # noqa: N818 - a fact about a state
    """A state that cannot be opened.

    Attributes:
        reason: STATE_FORMAT when it is no state at all, STATE_KEY_UNKNOWN when another engine sealed it, STATE_ALTERED when it was changed.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Sealed:
    """A state in its two parts.

    Attributes:
        ruleset: The frozen rules that it is played under.
        anchor: Anchor of its chain of secrets, 32 bytes.
        content: The match, encoded.
    """

    ruleset: str
    anchor: bytes
    content: bytes


@dataclass(frozen=True, slots=True)
class _Header:
    """What stands in clear before the ciphertext."""

    key_id: str
    ruleset: str
    anchor: bytes
    nonce: bytes

    def encode(self) -> bytes:
        key_id, ruleset = self.key_id.encode(), self.ruleset.encode()
        lengths = bytes((FORMAT, len(key_id))), bytes((len(ruleset),))
        return lengths[0] + key_id + lengths[1] + ruleset + self.anchor + self.nonce

    @classmethod
    def decode(cls, state: bytes) -> tuple[Self, int]:
        """The header and its length; whatever does not read as one is no state."""
        try:
            if state[0] != FORMAT:
                raise BrokenSeal("STATE_FORMAT")
            key_end = 2 + state[1]
            ruleset_end = key_end + 1 + state[key_end]
            header = cls(
                key_id=state[2:key_end].decode("ascii"),
                ruleset=state[key_end + 1 : ruleset_end].decode("ascii"),
                anchor=state[ruleset_end : ruleset_end + ANCHOR_BYTES],
                nonce=state[ruleset_end + ANCHOR_BYTES :][:NONCE_BYTES],
            )
        except (IndexError, UnicodeDecodeError) as error:
            raise BrokenSeal("STATE_FORMAT") from error
        if len(header.nonce) != NONCE_BYTES:
            raise BrokenSeal("STATE_FORMAT")
        return header, ruleset_end + ANCHOR_BYTES + NONCE_BYTES


class Sealer:
    """Seals and opens states under a keyset."""

    def __init__(self, keyset: Keyset) -> None:
        self._keyset = keyset
        self._cipher = lru_cache(maxsize=4096)(self._derive)

    def _derive(self, key_id: str, anchor: bytes) -> AESGCM:
        """The cipher of one match: HKDF-SHA256 of the root key, salted with the anchor (RFC 5869, one block)."""
        extracted = hmac.digest(anchor, self._keyset.keys[key_id], "sha256")
        return AESGCM(hmac.digest(extracted, b"carteado/state/1\x01", "sha256"))

    def seal(self, sealed: Sealed) -> bytes:
        """The state that a caller may carry."""
        nonce = os.urandom(NONCE_BYTES)
        header = _Header(self._keyset.primary, sealed.ruleset, sealed.anchor, nonce)
        clear = header.encode()
        cipher = self._cipher(header.key_id, header.anchor)
        return clear + cipher.encrypt(nonce, _padded(sealed.content), clear)

    def open(self, state: bytes) -> Sealed:
        """What was sealed.

        Raises:
            BrokenSeal: It is no state, or another engine's, or it was changed.
        """
        header, length = _Header.decode(state)
        if header.key_id not in self._keyset.keys:
            raise BrokenSeal("STATE_KEY_UNKNOWN")
        cipher = self._cipher(header.key_id, header.anchor)
        try:
            padded = cipher.decrypt(header.nonce, state[length:], state[:length])
        except (InvalidTag, ValueError) as error:
            raise BrokenSeal("STATE_ALTERED") from error
        return Sealed(header.ruleset, header.anchor, _unpadded(padded))


def _padded(content: bytes) -> bytes:
    framed = len(content).to_bytes(4, "big") + content
    return framed + bytes(-len(framed) % PADDED_TO)


def _unpadded(padded: bytes) -> bytes:
    return padded[4 : 4 + int.from_bytes(padded[:4], "big")]
