"""The file of applications: what each may do, and the hashes of its tokens. Services read it, an operator's command writes it."""

import hashlib
import os
import secrets
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Self

import msgspec
from msgspec import Meta

PREFIX = "carteado_"
"""What every token begins with, so that whoever finds one somewhere knows what it is."""

ID_DIGITS = 12

Name = Annotated[str, Meta(pattern="^[a-z][a-z0-9-]{0,31}$")]
"""Of an application; the ids of its players begin with it."""


class Scope(StrEnum):
    """What an application may do; none includes another."""

    READ = "read"
    """Look: tables, records, boards."""
    PLAY = "play"
    """Act for its own players: join, move, leave."""
    HOST = "host"
    """Open, close and clear tables; ask the engine; report to ranking."""


class Token(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A token, of which only the hash is kept.

    Attributes:
        id: What it is called in lists; unique within its application.
        sha256: SHA-256 of the token, in hexadecimal.
        created: When it was made.
        expires: From then on it lets nobody in; None for never.
    """

    id: Annotated[str, Meta(min_length=1, max_length=64)]
    sha256: Annotated[str, Meta(pattern="^[0-9a-fA-F]{64}$")]
    created: Annotated[datetime, Meta(tz=True)]
    expires: Annotated[datetime, Meta(tz=True)] | None = None


class Application(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A program that calls.

    Attributes:
        scopes: What it may do.
        tokens: What it shows to be let in.
    """

    scopes: tuple[Scope, ...]
    tokens: tuple[Token, ...] = ()


class Applications(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Every application that is let in, by name."""

    applications: dict[Name, Application] = {}

    def __post_init__(self) -> None:
        tokens = [token for one in self.applications.values() for token in one.tokens]
        if len({token.sha256.lower() for token in tokens}) < len(tokens):
            raise ValueError("two credentials are the same token")
        for name, one in self.applications.items():
            if len({token.id for token in one.tokens}) < len(one.tokens):
                raise ValueError(f"two tokens of {name} have one id")

    @classmethod
    def read(cls, path: Path) -> Self:
        """Reads a file.

        Raises:
            ValueError: It has another form, or a token or an id stands in it twice. What stands in the file is not repeated.
        """
        try:
            return msgspec.json.decode(path.read_bytes(), type=cls)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise ValueError(f"{path} is not a file of credentials: {error}") from error

    def write(self, path: Path) -> None:
        """Writes a file that only its owner may read, whole or not at all."""
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        scratch = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
        text = msgspec.json.format(msgspec.json.encode(self), indent=2) + b"\n"
        with os.fdopen(os.open(scratch, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        scratch.replace(path)


def new_token() -> str:
    """A token that nobody guesses."""
    return PREFIX + secrets.token_urlsafe(32)


def token_hash(token: str) -> str:
    """What is kept of a token: its SHA-256 in hexadecimal. Tokens are long and random, so no salt is needed."""
    return hashlib.sha256(token.encode()).hexdigest()


def kept(token: str, expires: datetime | None = None) -> Token:
    """What the file says of a token that is made now; its id is the beginning of its hash."""
    digest = token_hash(token)
    return Token(digest[:ID_DIGITS], digest, datetime.now(UTC).replace(microsecond=0), expires)
