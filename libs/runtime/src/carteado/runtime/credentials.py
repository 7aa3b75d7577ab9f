"""Who calls: bearer tokens, of which only hashes are kept."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from contextvars import ContextVar
from pathlib import Path
from typing import Self

import grpc

from carteado.runtime.errors import Refused

_caller: ContextVar[str] = ContextVar("caller")


class Credentials:
    """The callers that a service lets in."""

    def __init__(self, hashes: Mapping[str, Iterable[str]]) -> None:
        """Callers and the SHA-256 of their tokens in hexadecimal; raises ValueError where two callers share a token."""
        pairs = [(digest.lower(), name) for name, digests in hashes.items() for digest in digests]
        self._callers = dict(pairs)
        if len(self._callers) < len(pairs):
            raise ValueError("two credentials are the same token")

    @classmethod
    def from_file(cls, path: Path | None) -> Self:
        """Reads a credentials file; without one nobody gets in.

        Raises:
            ValueError: The file is not a JSON object of lists of hexadecimal SHA-256, or a token stands in it twice.
        """
        if path is None:
            return cls({})
        try:
            hashes = json.loads(path.read_bytes())
            lengths = {
                len(bytes.fromhex(digest)) for digests in hashes.values() for digest in digests
            }
        except (ValueError, AttributeError, TypeError) as error:
            raise ValueError(f"{path} is not a credentials file") from error
        if lengths - {32}:
            raise ValueError(f"{path} has a hash that is no SHA-256")
        return cls(hashes)

    def authenticate(self, authorization: str | None) -> str:
        """The name of the caller.

        Raises:
            Refused: UNAUTHENTICATED, for a missing or unknown token.
        """
        scheme, _, token = (authorization or "").partition(" ")
        if scheme.lower() != "bearer" or not token:
            raise Refused(
                grpc.StatusCode.UNAUTHENTICATED,
                "CREDENTIAL_MISSING",
                "send authorization: Bearer and a token",
            )
        name = self._callers.get(token_hash(token))
        if name is None:
            raise Refused(grpc.StatusCode.UNAUTHENTICATED, "CREDENTIAL_UNKNOWN")
        return name


def token_hash(token: str) -> str:
    """What is kept of a token: its SHA-256 in hexadecimal. Tokens are long and random, so no salt is needed."""
    return hashlib.sha256(token.encode()).hexdigest()


def bind_caller(name: str) -> None:
    """Notes who makes the call that this task serves."""
    _caller.set(name)


def caller() -> str:
    """Who makes the call that this task serves."""
    return _caller.get()
