"""The games that can be played in a terminal, each a package or a module of its own."""

from collections.abc import Mapping

from carteado.cli.table import estou_por_uma, eu_faco, sevn
from carteado.cli.table.game import Game

GAMES: Mapping[str, Game] = {
    eu_faco.name: eu_faco,
    estou_por_uma.name: estou_por_uma,
    sevn.name: sevn,
}
"""Every game, by name."""


def called(name: str) -> Game | None:
    """The game that somebody means, however they write its name; None where it is none."""
    return next((game for game in GAMES.values() if _letters(game.name) == _letters(name)), None)


def _letters(name: str) -> str:
    return "".join(filter(str.isalpha, name.casefold()))
