"""What a table of Eu Faço! agrees on before the match: how many lives each has."""

from collections.abc import Mapping, Sequence

from carteado.api.game.v1.game_pb2 import Options
from carteado.telegram_gateway.message import Button
from carteado.telegram_gateway.render.eu_faco.keyboard import Op
from carteado.telegram_gateway.render.game import Choice, following
from carteado.telegram_gateway.render.scene import Scene
from carteado.words import Words

LIVES = (3, 5, 7)
DEFAULT_LIVES = 3


def terms(scene: Scene) -> str:
    """The lives."""
    return scene.words.count("lobby_lives", _lives_of(scene.table.options))


def choice_buttons(scene: Scene) -> Sequence[Button]:
    """A button that goes through the numbers of lives."""
    label = scene.words("button_lives", n=_lives_of(scene.table.options))
    return (scene.tap(label, Op.LIVES),)


def ranked(options: Options) -> Options:
    """A ranked match has the default lives."""
    chosen = Options()
    chosen.CopyFrom(options)
    chosen.eu_faco.lives = DEFAULT_LIVES
    return chosen


def _more_lives(options: Options, words: Words) -> str:
    """Goes on to the next number of lives."""
    options.eu_faco.lives = following(LIVES, _lives_of(options))
    return words.count("lives_set", options.eu_faco.lives)


def _lives_of(options: Options) -> int:
    return options.eu_faco.lives or DEFAULT_LIVES


choices: Mapping[str, Choice] = {Op.LIVES: _more_lives}
