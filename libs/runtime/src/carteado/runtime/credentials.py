"""Who calls: bearer tokens, of which only hashes are kept."""

import time
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol, Self

import grpc
import structlog

from carteado.runtime.applications import Applications, Scope, Token, token_hash
from carteado.runtime.errors import Refused

LOOK_AGAIN_SECONDS = 1.0
"""How often at most the file is looked at for changes."""

ALWAYS = datetime.max.replace(tzinfo=UTC)

_log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Identity:
    """Who makes a call.

    Attributes:
        application: Its name.
        scopes: What it may do.
        credential: Id of the token that it showed, or that the token of its player was made with.
        expires: When that token ends.
        player_id: The one player that it acts for; empty for the application itself.
    """

    application: str
    scopes: frozenset[Scope] = frozenset()
    credential: str = ""
    expires: datetime = ALWAYS
    player_id: str = ""


class Authenticator(Protocol):
    """Whoever knows the callers."""

    def authenticate(self, authorization: str | None) -> Identity:
        """Who shows this header; raises Refused, UNAUTHENTICATED, for a missing, unknown or expired token."""


class Credentials:
    """The applications that a service lets in, as their file says now."""

    def __init__(self, path: Path | None, clock: Callable[[], float] = time.monotonic) -> None:
        """Reads the file; without one nobody gets in.

        Raises:
            ValueError: It has another form.
            OSError: It cannot be read.
        """
        self._path = path
        self._clock = clock
        self._looked = clock()
        self._seen = _mark(path) if path else None
        self._known = _Known.of(Applications.read(path) if path else Applications())

    def authenticate(self, authorization: str | None) -> Identity:
        """The application that shows this header.

        Raises:
            Refused: UNAUTHENTICATED, for a missing, unknown or expired token.
        """
        self._look_again()
        identity = self._known.tokens.get(token_hash(token_in(authorization)))
        if identity is None:
            raise Refused(grpc.StatusCode.UNAUTHENTICATED, "CREDENTIAL_UNKNOWN")
        return current(identity)

    def holder(self, application: str, credential: str) -> Identity:
        """The application whose token has this id.

        Raises:
            Refused: UNAUTHENTICATED, where it was revoked or has expired.
        """
        self._look_again()
        identity = self._known.ids.get((application, credential))
        if identity is None:
            raise Refused(grpc.StatusCode.UNAUTHENTICATED, "CREDENTIAL_UNKNOWN")
        return current(identity)

    def _look_again(self) -> None:
        """Takes a changed file over; where it is broken, or gone, what it said before goes on."""
        now = self._clock()
        if self._path is None or now - self._looked < LOOK_AGAIN_SECONDS:
            return
        self._looked = now
        mark = _mark(self._path)
        if mark == self._seen:
            return
        self._seen = mark
        try:
            self._known = _Known.of(Applications.read(self._path))
        except (OSError, ValueError) as error:
            _log.error("credentials_rejected", why=str(error))
        else:
            _log.info("credentials_changed", file=str(self._path))


@dataclass(frozen=True, slots=True)
class _Known:
    """The content of a file, by hash and by id."""

    tokens: Mapping[str, Identity] = field(default_factory=dict)
    ids: Mapping[tuple[str, str], Identity] = field(default_factory=dict)

    @classmethod
    def of(cls, content: Applications) -> Self:
        held = [
            (token, _identity(name, frozenset(one.scopes), token))
            for name, one in content.applications.items()
            for token in one.tokens
        ]
        return cls(
            {token.sha256.lower(): identity for token, identity in held},
            {(identity.application, token.id): identity for token, identity in held},
        )


def _identity(name: str, scopes: frozenset[Scope], token: Token) -> Identity:
    return Identity(name, scopes, token.id, token.expires or ALWAYS)


def _mark(path: Path) -> tuple[int, int, int] | None:
    """What tells one state of a file from another; None where there is none."""
    try:
        stat = path.stat()
    except OSError:
        return None
    return stat.st_ino, stat.st_mtime_ns, stat.st_size


def token_in(authorization: str | None) -> str:
    """The token in a header.

    Raises:
        Refused: UNAUTHENTICATED, where there is none.
    """
    scheme, _, token = (authorization or "").partition(" ")
    if scheme.lower() != "bearer" or not token:
        raise Refused(
            grpc.StatusCode.UNAUTHENTICATED,
            "CREDENTIAL_MISSING",
            "send authorization: Bearer and a token",
        )
    return token


def current(identity: Identity) -> Identity:
    """The same, where it has not expired.

    Raises:
        Refused: UNAUTHENTICATED, where it has.
    """
    if identity.expires <= datetime.now(UTC):
        raise Refused(grpc.StatusCode.UNAUTHENTICATED, "CREDENTIAL_EXPIRED")
    return identity


_caller: ContextVar[Identity] = ContextVar("caller")


def bind_caller(identity: Identity) -> None:
    """Notes who makes the call that this task serves."""
    _caller.set(identity)


def caller() -> str:
    """The application that makes the call that this task serves."""
    return _caller.get().application


def identity() -> Identity:
    """The same, with all that is known of it."""
    return _caller.get()
