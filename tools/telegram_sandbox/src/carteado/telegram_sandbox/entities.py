"""Text and its entities: what Telegram makes of HTML, and of plain text by itself.

Offsets and lengths count UTF-16 units, as on the wire.
"""

import html
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from carteado.telegram_sandbox.errors import JSON, bad_request

KINDS = {
    "b": "bold",
    "strong": "bold",
    "i": "italic",
    "em": "italic",
    "u": "underline",
    "ins": "underline",
    "s": "strikethrough",
    "strike": "strikethrough",
    "del": "strikethrough",
    "code": "code",
    "pre": "pre",
    "tg-spoiler": "spoiler",
    "blockquote": "blockquote",
    "a": "text_link",
}
"""What each tag becomes; no other tag is known."""

OPAQUE = {"code", "pre", "text_link", "text_mention"}
"""Nothing is found by itself inside of these."""

_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9-]*)((?:\s+[^<>]*)?)\s*>")
_REFERENCE = re.compile(r"&(?:lt|gt|amp|quot|#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6});")
_HREF = re.compile(r"""href\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_FOUND = re.compile(
    r"(?P<url>https?://[^\s<>]+|(?<![\w./@])t\.me/[^\s<>]+)"
    r"|(?<![\w/@])(?P<bot_command>/[A-Za-z0-9_]{1,64}(?:@[A-Za-z0-9_]{3,32})?)(?![\w/@])"
    r"|(?<![\w@])(?P<mention>@[A-Za-z][A-Za-z0-9_]{3,31})\b"
)
_PERSON = re.compile(r"tg://user\?id=([0-9]{1,18})")
_BLANK = " \t\r\n"


def units(text: str) -> int:
    """How many UTF-16 units a text has."""
    return len(text.encode("utf-16-le")) // 2


@dataclass(slots=True)
class _Open:
    tag: str
    start: int
    url: str = ""


@dataclass(slots=True)
class _Reader:
    """Reads HTML from front to back."""

    source: str
    text: str = ""
    entities: list[JSON] = field(default_factory=list)
    open: list[_Open] = field(default_factory=list)

    def read(self) -> None:
        position = 0
        while (start := self.source.find("<", position)) >= 0:
            self.text += _plain(self.source[position:start])
            tag = _TAG.match(self.source, start)
            if tag is None:
                raise self._wrong("Unclosed or unsupported tag", start)
            self._take(tag, start)
            position = tag.end()
        self.text += _plain(self.source[position:])
        if self.open:
            raise _unreadable(
                f'Can\'t find end tag corresponding to start tag "{self.open[-1].tag}"'
            )

    def _take(self, tag: re.Match[str], at: int) -> None:
        name = tag[2].lower()
        if tag[1]:
            self._close(name, at)
        elif name not in KINDS:
            raise self._wrong(f'Unsupported start tag "{name}"', at)
        else:
            link = _HREF.search(tag[3])
            url = _plain(link[1] or link[2] or "") if link else ""
            self.open.append(_Open(name, units(self.text), url))

    def _close(self, name: str, at: int) -> None:
        if not self.open:
            raise self._wrong("Unexpected end tag", at)
        opened = self.open.pop()
        if opened.tag != name:
            raise self._wrong(
                f'Unmatched end tag, expected "</{opened.tag}>", found "</{name}>"', at
            )
        length = units(self.text) - opened.start
        kind = KINDS[name]
        if length and (opened.url or kind != "text_link"):
            extra = {"url": opened.url} if opened.url else {}
            self.entities.append({"type": kind, "offset": opened.start, "length": length, **extra})

    def _wrong(self, what: str, at: int) -> Exception:
        return _unreadable(f"{what} at byte offset {len(self.source[:at].encode())}")


def from_html(source: str) -> tuple[str, list[JSON]]:
    """The text and the entities that a bot's HTML stands for.

    Raises:
        ApiError: A tag is unknown, or not closed.
    """
    reader = _Reader(source)
    reader.read()
    return trimmed(reader.text, reader.entities)


def trimmed(text: str, entities: Iterable[JSON]) -> tuple[str, list[JSON]]:
    """A text without the blanks around it, and its entities, outer ones first."""
    left = units(text) - units(text.lstrip(_BLANK))
    kept = text.strip(_BLANK)
    size = units(kept)
    moved = []
    for entity in entities:
        start = max(entity["offset"] - left, 0)
        end = min(entity["offset"] + entity["length"] - left, size)
        if start < end:
            moved.append({**entity, "offset": start, "length": end - start})
    return kept, sorted(moved, key=lambda entity: (entity["offset"], -entity["length"]))


def with_mentions(entities: Iterable[JSON], user_of: Callable[[int], JSON | None]) -> list[JSON]:
    """The entities, where links to people are mentions of them; a link to nobody who is known is none."""
    kept = []
    for entity in entities:
        person = _PERSON.fullmatch(entity.get("url", ""))
        user = user_of(int(person[1])) if person else None
        if user:
            place = {name: entity[name] for name in ("offset", "length")}
            kept.append({"type": "text_mention", **place, "user": user})
        elif not person:
            kept.append(entity)
    return kept


def with_found(text: str, entities: Iterable[JSON]) -> list[JSON]:
    """The entities of a text, with the commands, names and links that Telegram finds by itself."""
    given = list(entities)
    taken = [(one["offset"], one["length"]) for one in given if one["type"] in OPAQUE]
    found = [
        {
            "type": match.lastgroup,
            "offset": units(text[: match.start()]),
            "length": units(match[0]),
        }
        for match in _FOUND.finditer(text)
    ]
    free = [one for one in found if not any(_overlap(one, *other) for other in taken)]
    return sorted(given + free, key=lambda entity: (entity["offset"], -entity["length"]))


def _overlap(entity: JSON, offset: int, length: int) -> bool:
    begins, ends = entity["offset"], entity["offset"] + entity["length"]
    return bool(begins < offset + length and offset < ends)


def _plain(source: str) -> str:
    return _REFERENCE.sub(lambda reference: html.unescape(reference[0]), source)


def _unreadable(why: str) -> Exception:
    return bad_request(f"can't parse entities: {why}")
