"""What is shown in a chat: text and buttons, made by ``render``, delivered by the outbox."""

from dataclasses import dataclass

TEXT_CHARACTERS = 4096
ALERT_CHARACTERS = 200
CALLBACK_BYTES = 64
BUTTONS = 100
ROW_BUTTONS = 8


def length(text: str) -> int:
    """Characters as Telegram's clients count them: in units of UTF-16."""
    return len(text.encode("utf-16-le")) // 2


@dataclass(frozen=True, slots=True)
class Button:
    """A button under a message.

    Attributes:
        label: What it says.
        data: What a tap on it sends, 1 to 64 bytes; empty for a link.
        url: Where it leads, for a link.
    """

    label: str
    data: str = ""
    url: str = ""


@dataclass(frozen=True, slots=True)
class Message:
    """A message as it should stand in a chat.

    Attributes:
        text: Telegram's HTML, at most 4,096 characters once the marks are taken away; names in it are escaped.
        rows: Its buttons, row by row.
    """

    text: str
    rows: tuple[tuple[Button, ...], ...] = ()
