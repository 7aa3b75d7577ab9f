"""Parameters of a bot's call, however they came: in the address, a form, parts or JSON."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from aiohttp import web
from aiohttp.web_request import FileField

from carteado.telegram_sandbox.errors import JSON, bad_request


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that came as a part."""

    name: str
    content: bytes


class Parameters:
    """What a call asks for; a parameter that nobody reads is ignored, as Telegram does."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self.values: JSON = {name: _read(value) for name, value in values.items()}
        self._raw = values

    def text(self, name: str, default: str = "") -> str:
        """A text."""
        value = self._raw.get(name)
        return default if value is None else str(value)

    def integer(self, name: str) -> int | None:
        """A number; None where there is none.

        Raises:
            ApiError: It is something else.
        """
        value = self._raw.get(name)
        if value is None or value == "":
            return None
        try:
            return int(value)
        except (TypeError, ValueError):
            raise bad_request(f"invalid {name} specified") from None

    def upload(self, name: str) -> Upload | None:
        """A file; None where there is none.

        Raises:
            ApiError: Something else stands there: the id or the address of a file, which the sandbox does not take.
        """
        value = self._raw.get(name)
        if value is None or isinstance(value, Upload):
            return value
        raise bad_request("wrong file identifier/HTTP URL specified")

    def flag(self, name: str) -> bool:
        """Whether something is wanted."""
        return str(self._raw.get(name, "")).lower() in {"true", "1", "yes"}

    def json(self, name: str) -> Any:
        """An object or a list; None where there is none.

        Raises:
            ApiError: It cannot be read.
        """
        value = self._raw.get(name)
        if not isinstance(value, str):
            return value
        try:
            return json.loads(value) if value else None
        except ValueError:
            raise bad_request(f"can't parse {name} JSON object") from None


def _read(value: Any) -> Any:
    """A value as the log of calls keeps it: what was written as JSON is shown as what it stands for, a file as text."""
    if isinstance(value, Upload):
        return {"name": value.name, "content": value.content.decode(errors="replace")}
    if isinstance(value, str) and value[:1] in {"{", "["}:
        try:
            return json.loads(value)
        except ValueError:
            return value
    return value


def _part(part: str | bytes | bytearray | FileField) -> str | Upload:
    if isinstance(part, FileField):
        return Upload(part.filename, part.file.read())
    return str(part)


async def read(request: web.Request) -> Parameters:
    """The parameters of a request.

    Raises:
        ApiError: Its body is no JSON object, though it says so.
    """
    values: JSON = dict(request.query)
    if request.content_type == "application/json":
        try:
            values |= await request.json()
        except (TypeError, ValueError):
            raise bad_request("can't parse request: no JSON object") from None
    elif request.can_read_body:
        parts = await request.post()
        values |= {name: _part(part) for name, part in parts.items()}
    return Parameters(values)
