"""Reading what the bot says as whoever knows its words does: by what is said, and with what in the places that change."""

import re
from dataclasses import dataclass
from functools import cache

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from carteado.telegram_gateway.catalogs import LOCALES
from carteado.words.words import COMMON

LANGUAGE = "pt_BR"
"""What everybody in these chats speaks."""


@cache
def _texts(catalog: str) -> Catalog:
    with (LOCALES / LANGUAGE / "LC_MESSAGES" / f"{catalog}.po").open("rb") as file:
        return read_po(file, locale=LANGUAGE)


@cache
def _patterns(catalog: str, key: str) -> list[str]:
    message = _texts(catalog).get(key) or _texts(COMMON).get(key)
    assert message is not None, key
    texts = message.string
    return [_pattern_of(text) for text in ([texts] if isinstance(texts, str) else texts or [])]


def _pattern_of(text: str) -> str:
    """The sentence without its marks, as an expression with a group for each place."""
    plain = re.sub(r"</?\w+>", "", text)
    named: set[str] = set()

    def group(place: re.Match[str]) -> str:
        if place[1] in named:
            return rf"(?P={place[1]})"
        named.add(place[1])
        return rf"(?P<{place[1]}>.*?)" if place.end() < len(escaped) else rf"(?P<{place[1]}>.*)"

    escaped = re.escape(plain)
    return re.sub(r"\\\{(\w+)\\\}", group, escaped)


@dataclass(frozen=True)
class Spoken:
    """The words of a game over those of all games, to be found again in what was said."""

    catalog: str = COMMON

    def heard(self, text: str, *keys: str) -> dict[str, str] | None:
        """The values in the first of these sentences that is found in a text; None where none is."""
        for key in keys:
            for pattern in _patterns(self.catalog, key):
                if found := re.search(pattern, text, re.MULTILINE):
                    return found.groupdict()
        return None
