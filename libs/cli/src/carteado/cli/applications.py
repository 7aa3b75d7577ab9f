"""``carteado applications``: who may call the services, made, listed, rotated and revoked in the file that they read."""

import contextlib
import fcntl
import functools
import os
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Concatenate, ParamSpec

import msgspec
from rich.console import Console
from rich.table import Table

from carteado.runtime.applications import (
    Application,
    Applications,
    Name,
    Scope,
    Token,
    kept,
    new_token,
)
from carteado.words import Words

DONE, REFUSED = 0, 1
"""Exit codes."""

HOUSE = "house"
"""Whose players are the house rivals; no application may have the name."""


COLUMNS = (
    "column_application",
    "column_scopes",
    "column_token",
    "column_created",
    "column_expires",
)

FAULTS = ("application_name", "application_known", "application_unknown", "token_unknown")
"""Keys of the words that say why something cannot be done."""

P = ParamSpec("P")


class WrongError(Exception):
    """What was asked cannot be done; the key of the words that say why, and what they name."""

    def __init__(self, key: str, **named: object) -> None:
        super().__init__(key)
        self.key = key
        self.named = named


def _telling(
    command: Callable[Concatenate["Register", P], int],
) -> Callable[Concatenate["Register", P], int]:
    """The same, which says what is wrong instead of raising it."""

    @functools.wraps(command)
    def told(register: "Register", /, *args: P.args, **named: P.kwargs) -> int:
        try:
            return command(register, *args, **named)
        except WrongError as error:
            why = register.words(error.key, **error.named)
        except (OSError, ValueError) as error:
            why = register.words("applications_unreadable", path=register.path, error=error)
        register.console.print(why, style="red", soft_wrap=True)
        return REFUSED

    return told


class Register:
    """The file of applications in the hands of an operator; what is printed of a token is printed once."""

    def __init__(self, path: Path, console: Console, words: Words) -> None:
        self.path = path
        self.console = console
        self.words = words

    @_telling
    def make(self, name: str, scopes: Sequence[Scope], days: int | None) -> int:
        """Makes an application with one token, which lives for so many days, or without end."""
        with self._held() as content:
            if name == HOUSE or not _is_name(name):
                raise WrongError("application_name", name=name)
            if name in content.applications:
                raise WrongError("application_known", name=name)
            token, expires = new_token(), _after(None if days is None else timedelta(days=days))
            content.applications[name] = Application(
                tuple(dict.fromkeys(scopes)), (kept(token, expires),)
            )
            self._keep(content)
            return self._show(token)

    @_telling
    def rotate(self, name: str, hours: int | None) -> int:
        """Makes a further token; those of before end after so many hours at the latest, or stay until they are revoked."""
        with self._held() as content:
            application = _found(content, name)
            token, end = new_token(), _after(None if hours is None else timedelta(hours=hours))
            held = (*(_ending(one, end) for one in application.tokens), kept(token))
            content.applications[name] = msgspec.structs.replace(application, tokens=held)
            self._keep(content)
            return self._show(token)

    @_telling
    def revoke(self, name: str, token_id: str | None) -> int:
        """Takes one token away, or, without an id, the application with all of its tokens."""
        with self._held() as content:
            application = _found(content, name)
            left = tuple(one for one in application.tokens if one.id != token_id)
            if token_id is None:
                del content.applications[name]
            elif len(left) == len(application.tokens):
                raise WrongError("token_unknown", name=name, token=token_id)
            else:
                content.applications[name] = msgspec.structs.replace(application, tokens=left)
            self._keep(content)
            self.console.print(self.words("revoked"), style="green")
            return DONE

    @_telling
    def show(self) -> int:
        """Lists the applications with their scopes and tokens; no hash is shown."""
        table = Table(box=None)
        for column in COLUMNS:
            table.add_column(self.words(column), no_wrap=True)
        for name, one in sorted(_read(self.path).applications.items()):
            for row in _rows(one):
                table.add_row(name, *row)
        self.console.print(table)
        return DONE

    @contextlib.contextmanager
    def _held(self) -> Iterator[Applications]:
        """What the file says, while no other command changes it: the folder is locked, for the file itself is replaced."""
        self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        folder = os.open(self.path.parent, os.O_RDONLY)
        try:
            fcntl.flock(folder, fcntl.LOCK_EX)
            yield _read(self.path)
        finally:
            os.close(folder)

    def _keep(self, content: Applications) -> None:
        content.write(self.path)

    def _show(self, token: str) -> int:
        """The token on standard output, and beside it that it is not shown again."""
        self.console.print(self.words("token_once"), style="yellow", soft_wrap=True)
        self.console.print(token, soft_wrap=True)
        return DONE


def _read(path: Path) -> Applications:
    return Applications.read(path) if path.exists() else Applications()


def _is_name(name: str) -> bool:
    try:
        msgspec.convert(name, Name)
    except msgspec.ValidationError:
        return False
    return True


def _found(content: Applications, name: str) -> Application:
    if name not in content.applications:
        raise WrongError("application_unknown", name=name)
    return content.applications[name]


def _after(lifetime: timedelta | None) -> datetime | None:
    return None if lifetime is None else datetime.now(UTC).replace(microsecond=0) + lifetime


def _ending(token: Token, end: datetime | None) -> Token:
    """The same, over at that time at the latest."""
    ends = [time for time in (token.expires, end) if time is not None]
    return msgspec.structs.replace(token, expires=min(ends) if ends else None)


def _rows(application: Application) -> Iterator[tuple[str, str, str, str]]:
    scopes = " ".join(application.scopes)
    for token in application.tokens:
        yield scopes, token.id, _told(token.created), _told(token.expires)
    if not application.tokens:
        yield scopes, "-", "-", "-"


def _told(time: datetime | None) -> str:
    return time.astimezone(UTC).strftime("%Y-%m-%d %H:%MZ") if time else "-"
