"""Fair shuffles, written a second time from the fairness page alone.

A referee asks here for its chances; nothing of this comes from the rules that it judges.
"""

import hashlib
import hmac
from collections.abc import Iterator

ROUNDS = 1024


def _link(secret: bytes) -> bytes:
    """The secret of the round before: `s[i-1] = SHA-256("carteado/chain/1" || s[i])`."""
    return hashlib.sha256(b"carteado/chain/1" + secret).digest()


def _salt(entropy: list[bytes]) -> bytes:
    """What the seats add: the SHA-256 of every entry behind its length in one byte."""
    return hashlib.sha256(b"".join(bytes([len(entry)]) + entry for entry in entropy)).digest()


def _hkdf(secret: bytes, salt: bytes, info: bytes) -> bytes:
    """HKDF-SHA256 (RFC 5869) for 32 bytes, which are one block: extract, then expand."""
    extracted = hmac.digest(salt, secret, "sha256")
    return hmac.digest(extracted, info + b"\x01", "sha256")


def _words(key: bytes) -> Iterator[int]:
    """The stream, 4 bytes big-endian at a time: SHA-256(key || 0), SHA-256(key || 1), ..."""
    counter = 0
    while True:
        block = hashlib.sha256(key + counter.to_bytes(8, "big")).digest()
        for start in range(0, 32, 4):
            yield int.from_bytes(block[start : start + 4], "big")
        counter += 1


def _below(words: Iterator[int], limit: int) -> int:
    """A number under `limit`: words from `2^32 - 2^32 mod limit` on are thrown away."""
    end = 2**32 - 2**32 % limit
    word = next(words)
    while word >= end:
        word = next(words)
    return word % limit


class Fair:
    """The chances of one match: its chain of secrets and what its seats added, one entry each."""

    def __init__(self, secret: bytes, entropy: list[bytes], ruleset: str) -> None:
        """`secret` is s[1024]; the caller gives an empty entry for a seat that adds nothing."""
        chain = [secret]
        for _ in range(ROUNDS):
            chain.append(_link(chain[-1]))
        self._chain = chain[::-1]
        self._salt = _salt(entropy)
        self._ruleset = ruleset

    def anchor(self) -> bytes:
        """The start of the chain, s[0], public before the first deal."""
        return self._chain[0]

    def secret_of(self, round_number: int) -> bytes:
        """The secret of one round, s[round]."""
        return self._chain[round_number]

    def below(self, round_number: int, purpose: str, limit: int) -> int:
        """A fair number under `limit`, such as the first dealer among the seats."""
        return _below(self._stream(round_number, purpose), limit)

    def shuffle(self, round_number: int, purpose: str, cards: list[int]) -> list[int]:
        """The cards shuffled, the top first, from their ascending order; `cards` stays as it is."""
        words = self._stream(round_number, purpose)
        deck = sorted(cards)
        for last in range(len(deck) - 1, 0, -1):
            other = _below(words, last + 1)
            deck[last], deck[other] = deck[other], deck[last]
        return deck

    def _stream(self, round_number: int, purpose: str) -> Iterator[int]:
        """The words of one shuffle, keyed by its round, its ruleset and its purpose."""
        info = f"carteado/shuffle/1|{self._ruleset}|{round_number}|{purpose}".encode()
        return _words(_hkdf(self._chain[round_number], self._salt, info))
