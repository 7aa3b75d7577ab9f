"""The board of a game in a group, and of everybody."""

from carteado.client import CarteadoError
from carteado.telegram_gateway.company import Company
from carteado.telegram_gateway.message import Message
from carteado.telegram_gateway.people import player_id
from carteado.telegram_gateway.render import standings
from carteado.telegram_gateway.render.game import Game
from carteado.telegram_gateway.render.games import number_of
from carteado.words import Words

LINES = 10


class Standings:
    """What the ranking service says, as a message."""

    def __init__(self, company: Company) -> None:
        self._with = company

    async def of_group(self, game: Game, chat_id: int) -> Message:
        """The group's own board, from the matches that were played there."""
        group = await self._with.store.group(chat_id)
        words = await self._with.group_words(chat_id)
        if group is None:
            return Message(words("ranking_away"))
        return await self._message(game, player_id(group.key), group.title, words)

    async def of_everybody(self, game: Game, words: Words) -> Message:
        """The board of all who play anywhere."""
        return await self._message(game, "", words("ranking_everybody"), words)

    async def _message(self, game: Game, group: str, title: str, words: Words) -> Message:
        """The board; where ranking does not answer, words that say so."""
        if self._with.ranking is None:
            return Message(words("ranking_away"))
        try:
            board = await self._with.ranking.leaderboard(
                number_of(game), group=group, page_size=LINES
            )
        except CarteadoError:
            return Message(words("ranking_away"))
        if not board.lines and not group:
            return Message(words("ranking_nobody_firm"))
        called = words.of(game.name)("game")
        return standings.standings(board, words, game=called, title=title)
