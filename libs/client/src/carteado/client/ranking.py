"""Ranking: one method for each thing to ask of it."""

from collections.abc import AsyncIterator
from functools import cached_property
from typing import TYPE_CHECKING

from carteado.api.ranking.v1 import ranking_pb2, ranking_pb2_grpc
from carteado.api.ranking.v1.ranking_pb2 import RatingChange
from carteado.client.connection import Connection

if TYPE_CHECKING:
    from carteado.api.game.v1.game_pb2 import Game
    from carteado.api.ranking.v1.ranking_pb2_grpc import RankingServiceAsyncStub


class Ranking(Connection):
    """Speaks to a ranking service for one application; ``Connection`` says how to make it."""

    @cached_property
    def _stub(self) -> "RankingServiceAsyncStub":
        return ranking_pb2_grpc.RankingServiceStub(self._channel)

    async def leaderboard(
        self,
        game: "Game.ValueType",
        *,
        group: str = "",
        season: str = "",
        around: str = "",
        page_size: int = 0,
    ) -> ranking_pb2.ListLeaderboardResponse:
        """One page of a board.

        Args:
            game: Of which game.
            group: Of this group, as "application/group"; of everybody without one.
            season: Such as "2026-11"; of all time without one.
            around: Id of the player to start around; at the top without one.
            page_size: Most lines; 0 for as many as the server thinks good.
        """
        request = ranking_pb2.ListLeaderboardRequest(
            game=game, group=group, season=season, around_player_id=around, page_size=page_size
        )
        return await self._call(self._stub.ListLeaderboard, request)

    async def player(self, player_id: str) -> ranking_pb2.GetPlayerResponse:
        """A player, with a line for each game played.

        Raises:
            NotFound: Nobody of this id was ever rated.
        """
        request = ranking_pb2.GetPlayerRequest(player_id=player_id)
        return await self._call(self._stub.GetPlayer, request)

    async def explain(self, match_id: str) -> ranking_pb2.ExplainMatchResponse:
        """How a match was rated, or why it was not; the identifier of a match is its table's.

        Raises:
            NotFound: Ranking has not heard of it, or not yet.
        """
        request = ranking_pb2.ExplainMatchRequest(match_id=match_id)
        return await self._call(self._stub.ExplainMatch, request)

    async def history(self, player_id: str, game: "Game.ValueType") -> AsyncIterator[RatingChange]:
        """Everything that a player's rating in a game went through, newest first, read page by page."""
        request = ranking_pb2.ListHistoryRequest(player_id=player_id, game=game)
        async for page in self._pages(self._stub.ListHistory, request):
            for change in page.changes:
                yield change

    async def set_listed(self, player_id: str, listed: bool) -> None:  # noqa: FBT001 - named by the contract
        """Takes a player off the boards, or puts the player back."""
        request = ranking_pb2.SetListedRequest(player_id=player_id, listed=listed)
        await self._call(self._stub.SetListed, request)
