"""What is shown in a chat: text and buttons, made by ``render``, delivered by the outbox."""

from dataclasses import dataclass

TEXT_CHARACTERS = 4096
CAPTION_CHARACTERS = 1024
PLACEHOLDER_CHARACTERS = 64
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
class Document:
    """A file.

    Attributes:
        name: What it is called when it is kept.
        content: What is in it.
    """

    name: str
    content: str


@dataclass(frozen=True, slots=True)
class Message:
    """A message as it should stand in a chat.

    Attributes:
        text: Telegram's HTML, at most 4,096 characters once the marks are taken away; names in it are escaped. Under a document, 1,024.
        rows: Its buttons, row by row.
        asks: What stands in the field where whoever the text mentions is asked to reply, 1 to 64 characters; empty where nobody is. Telegram never
            changes such a message: it can be taken away, no more.
        document: The file over the text; None where there is none.
    """

    text: str
    rows: tuple[tuple[Button, ...], ...] = ()
    asks: str = ""
    document: Document | None = None
