"""The games of the chat, in the order in which they are offered."""

import unicodedata
from collections.abc import Mapping

from carteado.api.game.v1 import game_pb2
from carteado.api.game.v1.game_pb2 import Options
from carteado.api.tables.v1.tables_pb2 import Table
from carteado.telegram_gateway.render import estou_por_uma, eu_faco, sevn
from carteado.telegram_gateway.render.game import Game
from carteado.telegram_gateway.render.scene import game_name

GAMES: Mapping[str, Game] = {
    eu_faco.name: eu_faco,
    estou_por_uma.name: estou_por_uma,
    sevn.name: sevn,
}
"""Every game, by name."""

MOVES = frozenset(op for game in GAMES.values() for op in game.moves)
"""All that may be tapped in a match, of whichever game; it never means anything else in another."""

CHOICES = frozenset(op for game in GAMES.values() for op in game.choices)
"""All that a host may choose in a lobby, of whichever game."""


def game_of(table: Table) -> Game:
    """The game that a table plays."""
    return GAMES[game_name(table)]


def round_of(table: Table) -> int:
    """The number of the round of a table; 0 before the first deal, and for a table that was not seen yet."""
    if table.view.WhichOneof("table") is None:
        return 0
    return game_of(table).round_number(table.view)


def number_of(game: Game) -> "game_pb2.Game.ValueType":
    """The number of a game on the wire, by which buttons name it."""
    return game_pb2.Game.Value(f"GAME_{game.name.upper()}")


def numbered(number: int) -> Game | None:
    """The game that a button names; None where it names none."""
    return next((game for game in GAMES.values() if number_of(game) == number), None)


def called(text: str) -> Game | None:
    """The game that somebody means, however they write its name; None where it is none."""
    letters = unicodedata.normalize("NFKD", text.lower())
    wanted = "".join(each for each in letters if each.isascii() and each.isalnum())
    return next((game for game in GAMES.values() if command_of(game) == wanted), None)


def command_of(game: Game) -> str:
    """The command that opens a table of a game."""
    return game.name.replace("_", "")


def options_of(game: Game) -> Options:
    """The options of a new table: the defaults."""
    options = Options()
    getattr(options, game.name).SetInParent()
    return options
