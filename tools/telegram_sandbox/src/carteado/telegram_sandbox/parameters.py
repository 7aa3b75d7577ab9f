"""Parameters of a bot's call, however they came: in the address, a form, parts or JSON."""

import json
from collections.abc import Mapping
from typing import Any

from aiohttp import web

from carteado.telegram_sandbox.errors import JSON, bad_request


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
    """A value as the log of calls keeps it: what was written as JSON is shown as what it stands for."""
    if isinstance(value, str) and value[:1] in {"{", "["}:
        try:
            return json.loads(value)
        except ValueError:
            return value
    return value


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
        values |= dict(await request.post())
    return Parameters(values)
