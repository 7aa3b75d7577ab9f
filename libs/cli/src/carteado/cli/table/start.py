"""What the command starts: a game by its name, with so many rivals, in the language of the words."""

from carteado.cli.table.games import GAMES, called
from carteado.cli.table.session import House, Session
from carteado.cli.words import LOCALES
from carteado.words import Words

MISUSED = 2
"""Exit code of a command that cannot be meant."""


def words_for(game: str, words: Words) -> Words:
    """The words of a game, over those of the table, over those of the command."""
    return Words(LOCALES, words.language, game, words.of("table"))


def start(name: str, rivals: int, house: House, words: Words) -> int:
    """Plays a game with somebody, and gives the code to exit with.

    Args:
        name: The game, however they write it.
        rivals: How many house rivals sit down.
        house: Where it is played.
        words: The language.
    """
    game = called(name)
    if game is None:
        spoken = words.of("table")
        house.terminal.say(spoken("game_unknown", name=name, games=spoken.listed(GAMES)), "red")
        return MISUSED
    of_game = words_for(game.name, words)
    most = game.rules.max_seats - 1
    if not 1 <= rivals <= most:
        house.terminal.say(of_game("too_many_rivals", game=of_game("game"), n=most), "red")
        return MISUSED
    return Session(game, rivals, house, of_game).play()
