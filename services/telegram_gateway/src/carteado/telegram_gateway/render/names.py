"""What people are called: names come from anybody, so they are cleaned, shortened and escaped before they are shown."""

import html
import unicodedata
from collections import Counter
from collections.abc import Sequence

from carteado.api.tables.v1.tables_pb2 import CONTROLLER_PLAYER, Player, Seat, Table
from carteado.words import Words

WIDTH = 20
"""Columns that a name has on a board; a wide character, or one beyond the basic plane, takes two."""

ROBOT = "\N{ROBOT FACE}"
_OF_THE_BOARD = frozenset(
    {
        ROBOT,
        *"\N{BLACK RIGHT-POINTING TRIANGLE}\N{HEAVY BLACK HEART}\N{SKULL}\N{FLOWER PLAYING CARDS}",
        *"\N{PLAYING CARD BLACK JOKER}\N{ELECTRIC LIGHT BULB}\N{CROWN}\N{HEAVY MULTIPLICATION X}",
        *"\N{WHITE HEAVY CHECK MARK}\N{CROSS MARK}\N{TROPHY}\N{LOCK}\N{MIDDLE DOT}",
        *"\N{WHITE RIGHT POINTING BACKHAND INDEX}\N{VARIATION SELECTOR-16}",
        *"\N{CHEERING MEGAPHONE}\N{SPEAK-NO-EVIL MONKEY}\N{DIRECT HIT}",
        *"\N{COMBINING GRAPHEME JOINER}\N{COLLISION SYMBOL}\N{SNOWFLAKE}\N{PARTY POPPER}",
        *"\N{RING BUOY}\N{TRIDENT EMBLEM}\N{TWISTED RIGHTWARDS ARROWS}",
        "\N{GAME DIE}",
        *"\N{THUNDER CLOUD AND RAIN}\N{RIGHTWARDS ARROW}\N{BOX DRAWINGS LIGHT VERTICAL}",
    }
)
"""What the board says something with; in a name it would say it of whoever bears it."""
HOUSE = "house/"
_ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"
_MARKS_IN_A_ROW = 2
_BLANK_LETTERS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
_INERT = str.maketrans(
    {
        "@": "\N{FULLWIDTH COMMERCIAL AT}",
        "#": "\N{FULLWIDTH NUMBER SIGN}",
        "/": "\N{DIVISION SLASH}",
        ".": "\N{ONE DOT LEADER}",
    }
)
_RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})
_FIRST_STRONG_ISOLATE = "\u2068"
_POP_DIRECTIONAL_ISOLATE = "\u2069"


def clean(name: str, width: int = WIDTH) -> str:
    """A name that stays on its line and in its place, cut to a width; empty where nothing visible is left.

    Control, format and unassigned characters go, so do the marks that the board uses and piles of combining marks. What Telegram would make
    a mention, a command or a link of is replaced by its like. A name that is written from right to left is isolated, so that it does not reorder
    what follows it.
    """
    visible = "".join(map(_visible, unicodedata.normalize("NFC", name))).translate(_INERT)
    cut = _cut(_without_piles(" ".join(visible.split())), width)
    if any(unicodedata.bidirectional(each) in _RIGHT_TO_LEFT for each in cut):
        return f"{_FIRST_STRONG_ISOLATE}{cut}{_POP_DIRECTIONAL_ISOLATE}"
    return cut


def plain(player: Player, words: Words, width: int = WIDTH) -> str:
    """A player's name for a text without marks, such as an alert; a house rival has a number, and a robot before it."""
    if player.id.startswith(HOUSE):
        return f"{ROBOT} {words('rival', number=clean(player.name, width))}"
    return clean(player.name, width) or words("nameless")


def shown(player: Player, words: Words) -> str:
    """A player's name for a text in HTML."""
    return html.escape(plain(player, words), quote=False)


def mention(player: Player, user_id: int, words: Words) -> str:
    """A player's name in HTML, by which Telegram tells the person that they are meant."""
    return f'<a href="tg://user?id={user_id}">{shown(player, words)}</a>'


def seated(seat: Seat, words: Words) -> str:
    """The name of a seat in HTML, with a robot after it where a house rival plays on for a person."""
    name = shown(seat.player, words)
    is_replaced = seat.controller != CONTROLLER_PLAYER and not seat.player.id.startswith(HOUSE)
    return f"{name} {ROBOT}" if is_replaced else name


def of(table: Table, words: Words) -> tuple[str, ...]:
    """The names of a table in HTML, by seat; those that look alike are told apart by the number of their seat."""
    return _told_apart([seated(seat, words) for seat in table.seats])


def brief(table: Table, words: Words, width: int) -> tuple[str, ...]:
    """The names of a table for buttons, cut to a width, by seat, told apart in the same way."""
    return _told_apart([plain(seat.player, words, width) for seat in table.seats])


def _told_apart(names: Sequence[str]) -> tuple[str, ...]:
    times = Counter(name.casefold() for name in names)
    return tuple(
        f"{name} ({number})" if times[name.casefold()] > 1 else name
        for number, name in enumerate(names, start=1)
    )


def title(name: str) -> str:
    """The title of a group in HTML."""
    return html.escape(clean(name, 2 * WIDTH), quote=False)


def _visible(each: str) -> str:
    category = unicodedata.category(each)
    if category[0] == "Z" or each in _BLANK_LETTERS or each.isspace():
        return " "
    return "" if category[0] == "C" or category == "Me" or each in _OF_THE_BOARD else each


def _without_piles(name: str) -> str:
    """A name with a few combining marks on each letter at most, and none without a letter."""
    kept: list[str] = []
    marks = _MARKS_IN_A_ROW
    for each in name:
        marks = marks + 1 if unicodedata.category(each) == "Mn" else 0
        if marks <= _MARKS_IN_A_ROW:
            kept.append(each)
    return "".join(kept)


def _cut(name: str, width: int) -> str:
    if sum(map(_columns, name)) <= width:
        return name
    kept, used = "", 1
    for each in name:
        used += _columns(each)
        if used > width:
            break
        kept += each
    return kept.rstrip() + _ELLIPSIS


def _columns(each: str) -> int:
    is_wide = unicodedata.east_asian_width(each) in "WF" or ord(each) > 0xFFFF
    return 2 if is_wide else 1
