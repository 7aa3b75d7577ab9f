"""Fair shuffles: the chain of secrets, what the seats add, and the order of cards that follows from both.

Every line has its counterpart in the fairness page; integers and SHA-256 only, so that a page of code in any language checks it.
"""

import hashlib
import hmac
from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

ROUNDS = 1024
"""Most rounds of a match, and links of its chain (G-12)."""

KEPT_EVERY = 32
"""Rounds between the links of a chain that are worth keeping."""

SECRET_BYTES = 32
ENTROPY_BYTES = 64


def link(secret: bytes) -> bytes:
    """The secret of the round before: ``s[i-1]`` from ``s[i]``."""
    return hashlib.sha256(b"carteado/chain/1" + secret).digest()


class UnknownSecret(Exception):  # noqa: N818 - a fact about a record, not a fault
    """The secret of a round is needed and not known."""


class Secrets(Protocol):
    """The secrets of a match, as far as they are known."""

    @property
    def anchor(self) -> bytes:
        """``s[0]``, public from the start."""

    def of(self, round_number: int) -> bytes:
        """``s[round]``; raises UnknownSecret when it is not known."""


class Chain:
    """All secrets of a match, from the last one.

    Secrets lie many links below the last; one of them, a little above the round being played, is kept so that the way down is short.

    Attributes:
        last: ``s[1024]``.
        near: The number of a round and its secret, from which earlier ones are reached.
    """

    __slots__ = ("_anchor", "last", "near")

    def __init__(
        self, last: bytes, anchor: bytes = b"", near: tuple[int, bytes] | None = None
    ) -> None:
        """A chain from its last secret alone, or as it was kept, with its anchor and a secret on the way."""
        self.last = last
        self.near = near or (ROUNDS, last)
        self._anchor = anchor

    @property
    def anchor(self) -> bytes:
        """``s[0]``."""
        if not self._anchor:
            self._anchor = link(self.of(1))
        return self._anchor

    def of(self, round_number: int) -> bytes:
        """``s[round]``, for 1 to 1024.

        Raises:
            UnknownSecret: There is no such round.
        """
        if not 0 < round_number <= ROUNDS:
            raise UnknownSecret(round_number)
        if round_number > self.near[0]:
            self.near = (ROUNDS, self.last)
        number, secret = self.near
        while number > round_number:
            number, secret = number - 1, link(secret)
            if number % KEPT_EVERY == 0:
                self.near = (number, secret)
        return secret


class OpenedSecrets:
    """The secrets of the rounds that were opened, from the first, under a public anchor."""

    __slots__ = ("_secrets", "anchor")

    def __init__(self, anchor: bytes, secrets: Sequence[bytes]) -> None:
        self.anchor = anchor
        self._secrets = secrets

    def hold(self) -> bool:
        """Whether the anchor is one, each secret leads to the one before it, and the first to the anchor."""
        before = (self.anchor, *self._secrets)
        return len(self.anchor) == SECRET_BYTES and all(
            len(secret) == SECRET_BYTES and link(secret) == known
            for secret, known in zip(self._secrets, before, strict=False)
        )

    def of(self, round_number: int) -> bytes:
        """``s[round]``, for 1 to the last round opened."""
        if not 0 < round_number <= len(self._secrets):
            raise UnknownSecret(round_number)
        return self._secrets[round_number - 1]


def salt(entropy: Sequence[bytes]) -> bytes:
    """What the seats add, one entry each, as the salt of every shuffle of the match."""
    return hashlib.sha256(b"".join(bytes((len(entry),)) + entry for entry in entropy)).digest()


def shuffle_key(
    secret: bytes, salt_: bytes, ruleset: str, round_number: int, purpose: str
) -> bytes:
    """HKDF-SHA256 of a round's secret, 32 bytes (RFC 5869, one block)."""
    info = f"carteado/shuffle/1|{ruleset}|{round_number}|{purpose}".encode()
    extracted = hmac.digest(salt_, secret, "sha256")
    return hmac.digest(extracted, info + b"\x01", "sha256")


def words(key: bytes) -> Iterator[int]:
    """The stream of a key as numbers of 32 bits, big-endian; it has no end."""
    counter = 0
    while True:
        block = hashlib.sha256(key + counter.to_bytes(8, "big")).digest()
        for at in range(0, len(block), 4):
            yield int.from_bytes(block[at : at + 4], "big")
        counter += 1


def below(stream: Iterator[int], limit: int) -> int:
    """An unbiased number from 0 to limit - 1: words beyond the last whole multiple are passed over."""
    bound = (1 << 32) - (1 << 32) % limit
    for word in stream:
        if word < bound:
            return word % limit
    raise AssertionError("the stream has no end")


def shuffled(stream: Iterator[int], cards: Sequence[int]) -> list[int]:
    """Fisher and Yates, from the last card down."""
    order = list(cards)
    for at in range(len(order) - 1, 0, -1):
        other = below(stream, at + 1)
        order[at], order[other] = order[other], order[at]
    return order


class FairShuffler:
    """The chance of one match: each number and each order follows from secrets, salt, ruleset, round and purpose."""

    __slots__ = ("_ruleset", "_salt", "_secret_of")

    def __init__(self, secret_of: Callable[[int], bytes], salt_: bytes, ruleset: str) -> None:
        self._secret_of = secret_of
        self._salt = salt_
        self._ruleset = ruleset

    def below(self, round_number: int, purpose: str, limit: int) -> int:
        """A number from 0 to limit - 1."""
        return below(self._stream(round_number, purpose), limit)

    def shuffled(self, round_number: int, purpose: str, cards: Sequence[int]) -> list[int]:
        """The cards, given in ascending order of their numbers, in the order of this shuffle, top first."""
        return shuffled(self._stream(round_number, purpose), cards)

    def _stream(self, round_number: int, purpose: str) -> Iterator[int]:
        secret = self._secret_of(round_number)
        return words(shuffle_key(secret, self._salt, self._ruleset, round_number, purpose))
