"""Files of keys: read from the environment or a file, made by themselves in development."""

import base64
import contextlib
import json
import os
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import structlog

KEY_BYTES = 32


def load(
    inline: str | None, path: Path | None, *, development: bool, make: Callable[[], str]
) -> str:
    """The text of a key file: given inline, read, or, in development, made.

    Raises:
        ValueError: Nothing was given, or the file is missing, and this is not development.
    """
    if inline:
        return inline
    if path is not None and path.exists():
        return path.read_text()
    if not development:
        raise ValueError(
            f"no keys: {path or 'no file was named'}; set development to have them made"
        )
    text = make()
    where = "in memory: they are gone when this process ends" if path is None else str(path)
    structlog.get_logger().warning(
        "DEVELOPMENT KEYS MADE: anybody who reads them reads every card", keys=where
    )
    return text if path is None else _first_written(path, text)


def _first_written(path: Path, text: str) -> str:
    """Writes a file that only its owner may read, whole or not at all; what another process wrote first stays, and is the answer."""
    path.parent.mkdir(parents=True, exist_ok=True)
    scratch = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    with os.fdopen(os.open(scratch, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(text)
    with contextlib.suppress(FileExistsError):
        path.hardlink_to(scratch)
    scratch.unlink()
    return path.read_text()


@dataclass(frozen=True, slots=True)
class Keyset:
    """Root keys by id: one that seals, and those that still open.

    Attributes:
        primary: Id of the key that seals.
        keys: 32-byte keys by id; ids are 1 to 16 ASCII characters.
    """

    primary: str
    keys: Mapping[str, bytes]

    @classmethod
    def parse(cls, text: str) -> Self:
        """Reads ``{"primary": id, "keys": {id: base64}}``.

        Raises:
            ValueError: It has another form, a key of another length, or no primary.
        """
        try:
            content = json.loads(text)
            keys = {
                str(key_id): base64.b64decode(value, validate=True)
                for key_id, value in content["keys"].items()
            }
            keyset = cls(str(content["primary"]), keys)
        except (KeyError, AttributeError, TypeError) as error:
            raise ValueError("not a keyset") from error
        if keyset.primary not in keys or any(len(key) != KEY_BYTES for key in keys.values()):
            raise ValueError("a keyset needs its primary, and keys of 32 bytes")
        if not all(key_id.isascii() and 0 < len(key_id) <= 16 for key_id in keys):
            raise ValueError("ids of keys are 1 to 16 ASCII characters")
        return keyset

    @staticmethod
    def make() -> str:
        """The text of a new keyset with one random key."""
        key_id = secrets.token_hex(4)
        key = base64.b64encode(secrets.token_bytes(KEY_BYTES)).decode()
        return json.dumps({"primary": key_id, "keys": {key_id: key}}, indent=2)
