"""The rules of Eu Faço! in the chat: short pages to leaf through."""

from carteado.telegram_gateway.message import Button, Message
from carteado.telegram_gateway.render.keyboard import Row
from carteado.telegram_gateway.taps import Op, Tap
from carteado.words import Words

PAGES = (
    "rules_game",
    "rules_promise",
    "rules_trick",
    "rules_cancelled",
    "rules_forehead",
    "rules_end",
)


def pages(words: Words) -> list[Message]:
    """Every page, in order."""
    return [page(words, number) for number in range(1, len(PAGES) + 1)]


def page(words: Words, number: int) -> Message:
    """A page, counted from 1; a number that there is not gives the nearest."""
    number = min(max(number, 1), len(PAGES))
    text = f"{words(PAGES[number - 1])}\n\n{words('rules_page', number=number, pages=len(PAGES))}"
    return Message(text, (_leafing(words, number),))


def _leafing(words: Words, number: int) -> Row:
    """The buttons to the pages beside this one."""
    back = (_to(words("button_back"), number - 1),) if number > 1 else ()
    ahead = (_to(words("button_ahead"), number + 1),) if number < len(PAGES) else ()
    return (*back, *ahead)


def _to(label: str, number: int) -> Button:
    return Button(label, Tap("", 0, Op.RULES, number).pack())
