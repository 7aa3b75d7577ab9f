"""The board of a group, and of everybody."""

from carteado.api.game.v1.game_pb2 import GAME_EU_FACO
from carteado.client import CarteadoError
from carteado.telegram_gateway.company import Company
from carteado.telegram_gateway.message import Message
from carteado.telegram_gateway.people import player_id
from carteado.telegram_gateway.render import standings
from carteado.words import Words

LINES = 10


class Standings:
    """What the ranking service says, as a message."""

    def __init__(self, company: Company) -> None:
        self._with = company

    async def of_group(self, chat_id: int) -> Message:
        """The group's own board, from the matches that were played there."""
        group = await self._with.store.group(chat_id)
        words = await self._with.group_words(chat_id)
        if group is None:
            return Message(words("ranking_away"))
        return await self._message(player_id(group.key), group.title, words)

    async def of_everybody(self, words: Words) -> Message:
        """The board of all who play anywhere."""
        return await self._message("", words("ranking_everybody"), words)

    async def _message(self, group: str, title: str, words: Words) -> Message:
        """The board; where ranking does not answer, words that say so."""
        if self._with.ranking is None:
            return Message(words("ranking_away"))
        try:
            board = await self._with.ranking.leaderboard(GAME_EU_FACO, group=group, page_size=LINES)
        except CarteadoError:
            return Message(words("ranking_away"))
        if not board.lines and not group:
            return Message(words("ranking_nobody_firm"))
        return standings.standings(board, words, title=title)
