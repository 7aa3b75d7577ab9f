"""Which game? One message, with a line and a button for each."""

from carteado.telegram_gateway.message import Button, Message
from carteado.telegram_gateway.render.game import Game
from carteado.telegram_gateway.render.games import GAMES, number_of
from carteado.telegram_gateway.render.scene import paragraphs
from carteado.telegram_gateway.taps import Op, Tap
from carteado.words import Words


def picker(words: Words) -> Message:
    """The games, each with a button that opens a table of it."""
    lines = "\n".join(_line(game, words) for game in GAMES.values())
    buttons = tuple((_button(game, words),) for game in GAMES.values())
    return Message(paragraphs(words("picker_head"), lines), buttons)


def _line(game: Game, words: Words) -> str:
    """How many play it, and what it is."""
    words = words.of(game.name)
    return words("picker_line", game=words("game"), what=words("in_a_line"))


def _button(game: Game, words: Words) -> Button:
    return Button(words.of(game.name)("game"), Tap("", 0, Op.OPEN, number_of(game)).pack())
