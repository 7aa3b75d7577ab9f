"""The rules of the games in the chat: short pages to leaf through, and before them the question of which game."""

from carteado.telegram_gateway.message import Button, Message
from carteado.telegram_gateway.render.game import Game
from carteado.telegram_gateway.render.games import GAMES, number_of, numbered
from carteado.telegram_gateway.render.keyboard import Row
from carteado.telegram_gateway.taps import Op, Tap
from carteado.words import Words

CONTENTS = 0
"""The number by which a button asks for the question."""

_PAGES_EACH = 100
"""A button counts the pages of all games, so many for each, by the game's number."""


def contents(words: Words) -> Message:
    """Whose rules? A button for each game."""
    rows = tuple((_to(words.of(game.name)("game"), game, 1),) for game in GAMES.values())
    return Message(words("rules_which"), rows)


def turned_to(words: Words, number: int) -> Message:
    """What a button asks for; where it names no game, the question of which."""
    game = numbered(1 + number // _PAGES_EACH)
    if game is None or number == CONTENTS:
        return contents(words)
    return page(game, words, number % _PAGES_EACH)


def pages(game: Game, words: Words) -> list[Message]:
    """Every page of a game, in order."""
    return [page(game, words, number) for number in range(1, len(game.pages) + 1)]


def page(game: Game, words: Words, number: int) -> Message:
    """A page, counted from 1; a number that there is not gives the nearest."""
    pages = len(game.pages)
    number = min(max(number, 1), pages)
    words = words.of(game.name)
    foot = words("rules_page", number=number, pages=pages)
    leafing = _leafing(game, words, number)
    return Message(f"{words(game.pages[number - 1])}\n\n{foot}", (leafing,) if leafing else ())


def _leafing(game: Game, words: Words, number: int) -> Row:
    """The buttons to the pages beside this one."""
    back = (_to(words("button_back"), game, number - 1),) if number > 1 else ()
    is_last = number == len(game.pages)
    ahead = () if is_last else (_to(words("button_ahead"), game, number + 1),)
    return (*back, *ahead)


def _to(label: str, game: Game, number: int) -> Button:
    arg = _PAGES_EACH * (number_of(game) - 1) + number
    return Button(label, Tap("", 0, Op.RULES, arg).pack())
