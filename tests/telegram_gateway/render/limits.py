"""What Telegram takes, measured as its clients do: in units of UTF-16, once the marks are taken away."""

import re
from html.parser import HTMLParser

from carteado.telegram_gateway.message import (
    BUTTONS,
    CALLBACK_BYTES,
    CAPTION_CHARACTERS,
    PLACEHOLDER_CHARACTERS,
    ROW_BUTTONS,
    TEXT_CHARACTERS,
    Message,
)
from carteado.telegram_gateway.taps import unpack

MARKS = {"b", "i", "s", "code"}
MENTION = re.compile(r"tg://user\?id=[0-9]+")


class Plain(HTMLParser):
    """Reads Telegram's HTML as strictly as the server does."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.text = ""
        self._open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "a":
            [(name, value)] = attrs
            assert name == "href"
            assert MENTION.fullmatch(value or "")
        else:
            assert tag in MARKS, tag
            assert not attrs
        self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data

    @property
    def is_whole(self) -> bool:
        return not self._open


def plain(text: str) -> str:
    """A text without its marks."""
    parser = Plain()
    parser.feed(text)
    parser.close()
    assert parser.is_whole, text
    return parser.text


def length(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


def check(message: Message) -> None:
    """Telegram takes the message, and every button of it can be read again."""
    text = plain(message.text)
    assert text.strip()
    assert length(text) <= (CAPTION_CHARACTERS if message.document else TEXT_CHARACTERS)
    assert length(message.asks) <= PLACEHOLDER_CHARACTERS
    assert not (message.asks and message.rows)
    buttons = [button for row in message.rows for button in row]
    assert len(buttons) <= BUTTONS
    for row in message.rows:
        assert 1 <= len(row) <= ROW_BUTTONS
    for button in buttons:
        assert button.label.strip()
        assert bool(button.data) != bool(button.url)
        if button.data:
            assert len(button.data.encode()) <= CALLBACK_BYTES
            tap = unpack(button.data)
            assert tap is not None
            assert tap.pack() == button.data
    assert len({button.data or button.url for button in buttons}) == len(buttons)
