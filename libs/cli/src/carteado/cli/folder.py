"""The folder where development services keep what must survive: tokens, keys and the database."""

import contextlib
import fcntl
import os
import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from carteado.runtime.applications import Application, Applications, Scope, Token, kept, token_hash

APPLICATION = "development"
"""The application that the development token belongs to; the identifiers of its players begin with it."""


class FolderInUseError(Exception):
    """Another process runs its services from the same folder."""


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder of one development installation; nobody else may read it.

    Attributes:
        path: Where it is; made at need.
    """

    path: Path

    @property
    def token_file(self) -> Path:
        """The file with the token for whoever wants to play."""
        return self.path / "development.token"

    @property
    def records(self) -> Path:
        """Where records of matches are kept."""
        return self.path / "records"

    @contextlib.contextmanager
    def held(self) -> Iterator[None]:
        """Keeps the folder to this process for as long as the block runs.

        Raises:
            FolderInUseError: Another process holds it.
        """
        self.path.mkdir(parents=True, exist_ok=True, mode=0o700)
        with (self.path / "lock").open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                raise FolderInUseError(str(self.path)) from error
            yield

    def token(self) -> str:
        """The development token, the same on every start."""
        return _kept(self.token_file)

    def token_of(self, line: str) -> str:
        """The token with which one service calls another, such as ``tables-to-engine``; the same on every start."""
        return _kept(self.path / f"{line}.token")

    def credentials(self, service: str, callers: Mapping[str, str]) -> Path:
        """The file that says whom a service lets in: whoever develops, and those that call it, by name with their tokens."""
        tokens = {**callers, APPLICATION: self.token()}
        return _admitted(self.path / f"{service}-credentials.json", tokens)

    def write(self, name: str, text: str) -> Path:
        """Writes a file that only its owner may read."""
        path = self.path / name
        _write_private(path, text)
        return path


def _kept(path: Path) -> str:
    """The token in a file; made once."""
    if not path.exists():
        _write_private(path, secrets.token_urlsafe(32) + "\n")
    return path.read_text().strip()


def _admitted(path: Path, tokens: Mapping[str, str]) -> Path:
    """Adds what is missing to a credentials file, and leaves alone what others wrote there."""
    content = Applications.read(path) if path.exists() else Applications()
    missing = [
        (name, token)
        for name, token in tokens.items()
        if token_hash(token) not in {one.sha256 for one in _tokens_of(content, name)}
    ]
    for name, token in missing:
        held = (*_tokens_of(content, name), kept(token))
        content.applications[name] = Application(tuple(Scope), held)
    if missing:
        content.write(path)
    return path


def _tokens_of(content: Applications, name: str) -> tuple[Token, ...]:
    application = content.applications.get(name)
    return application.tokens if application else ()


def _write_private(path: Path, text: str) -> None:
    """Writes a file that only its owner may read, whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    scratch = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    with os.fdopen(os.open(scratch, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(text)
    scratch.replace(path)
