"""The answer to a tap."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Said:
    """The answer to a tap: a line that passes, or, as an alert, one that stays until it is read.

    Attributes:
        text: At most 200 characters.
        is_alert: True to have it stay.
        url: A link into the bot to open instead.
        seen: What is done once it was delivered; nothing where it never is, or comes too late to be shown.
    """

    text: str
    is_alert: bool = False
    url: str = ""
    seen: Callable[[], None] | None = None


class Told(Exception):  # noqa: N818 - an answer that comes early
    """There is nothing to do but to answer.

    Attributes:
        said: The answer.
    """

    def __init__(self, said: Said) -> None:
        super().__init__(said.text)
        self.said = said
