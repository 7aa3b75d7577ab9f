"""What the sandbox refuses.

Exception
├── ApiError        what Telegram answers to the bot
└── NotPossible     what a person's client does not offer
    └── NoSuchButton
"""

from typing import Any

JSON = dict[str, Any]


class ApiError(Exception):
    """An answer with ``ok: false``.

    Attributes:
        code: The error code, which is the HTTP status too.
        description: Telegram's own words.
        parameters: What a program may do about it, such as ``retry_after``.
    """

    def __init__(self, code: int, description: str, parameters: JSON | None = None) -> None:
        super().__init__(description)
        self.code = code
        self.description = description
        self.parameters = parameters or {}


class NotPossible(Exception):  # noqa: N818 - a fact about a client, not a fault
    """A client does not offer this to its person."""


class NoSuchButton(NotPossible):
    """No such button exists for this person now."""


def bad_request(why: str, **parameters: int) -> ApiError:
    """The request cannot be done as it was asked."""
    return ApiError(400, f"Bad Request: {why}", parameters)


def forbidden(why: str) -> ApiError:
    """The bot may not do this."""
    return ApiError(403, f"Forbidden: {why}")


def too_many_requests(seconds: int) -> ApiError:
    """The bot asked too often."""
    return ApiError(429, f"Too Many Requests: retry after {seconds}", {"retry_after": seconds})
