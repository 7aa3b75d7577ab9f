"""What a table of SEVN agrees on before the match: how many points win."""

from collections.abc import Mapping, Sequence

from carteado.api.game.v1.game_pb2 import Options
from carteado.telegram_gateway.message import Button
from carteado.telegram_gateway.render.game import Choice, following
from carteado.telegram_gateway.render.scene import Scene
from carteado.telegram_gateway.render.sevn.keyboard import Op
from carteado.words import Words

TARGETS = (100, 150, 250, 500)
DEFAULT_TARGET = 250


def terms(scene: Scene) -> str:
    """The points that win (SV-2)."""
    return scene.words("lobby_target", points=_target_of(scene.table.options))


def choice_buttons(scene: Scene) -> Sequence[Button]:
    """A button that goes through the points that win."""
    label = scene.words("button_target", points=_target_of(scene.table.options))
    return (scene.tap(label, Op.TARGET),)


def ranked(options: Options) -> Options:
    """A ranked match is of the default length."""
    chosen = Options()
    chosen.CopyFrom(options)
    chosen.sevn.target = DEFAULT_TARGET
    return chosen


def _next_target(options: Options, words: Words) -> str:
    """Goes on to the next number of points."""
    options.sevn.target = following(TARGETS, _target_of(options))
    return words("target_set", points=options.sevn.target)


def _target_of(options: Options) -> int:
    return options.sevn.target or DEFAULT_TARGET


choices: Mapping[str, Choice] = {Op.TARGET: _next_target}
