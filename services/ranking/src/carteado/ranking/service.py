"""RankingService on the wire: each method reads its request, asks the store and shows what it says."""

from dataclasses import replace

from carteado.api.ranking.v1 import ranking_pb2, ranking_pb2_grpc
from carteado.ranking import asking, views
from carteado.ranking.recorder import Recorder
from carteado.runtime import refusals
from carteado.runtime.interceptor import Context

NOBODY = ("PLAYER_UNKNOWN", "nobody of this id was ever seen")


class RankingService(ranking_pb2_grpc.RankingServiceServicer):
    """Rates players. Methods that are not here yet are refused as unavailable."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        self._store = recorder.store

    async def RecordMatch(  # noqa: D102 - the contract describes its methods
        self, request: ranking_pb2.RecordMatchRequest, context: Context
    ) -> ranking_pb2.RecordMatchResponse:
        asking.from_tables()
        recorded = await self._recorder.record(request)
        return ranking_pb2.RecordMatchResponse(
            changes=map(views.change, recorded.explained.changes),
            unrated_reason=recorded.explained.unrated_reason,
            known=recorded.was_known,
        )

    async def GetPlayer(  # noqa: D102
        self, request: ranking_pb2.GetPlayerRequest, context: Context
    ) -> ranking_pb2.GetPlayerResponse:
        profile = await self._store.profile(request.player_id)
        if profile is None:
            raise refusals.unknown(*NOBODY)
        return ranking_pb2.GetPlayerResponse(
            player=views.player(profile.player), games=map(views.game, profile.games)
        )

    async def ListLeaderboard(  # noqa: D102
        self, request: ranking_pb2.ListLeaderboardRequest, context: Context
    ) -> ranking_pb2.ListLeaderboardResponse:
        board = await self._store.board(asking.board_page(request))
        if board is None:
            raise refusals.unknown("PLAYER_NOT_ON_BOARD", "the player is not on this board")
        return ranking_pb2.ListLeaderboardResponse(
            lines=map(views.line, board.lines),
            next_page_token=asking.page_token(board.lines[-1].position) if board.has_more else "",
            total=board.total,
        )

    async def ListHistory(  # noqa: D102
        self, request: ranking_pb2.ListHistoryRequest, context: Context
    ) -> ranking_pb2.ListHistoryResponse:
        page = asking.history_page(request)
        found = await self._store.history(replace(page, limit=page.limit + 1))
        if found is None:
            raise refusals.unknown(*NOBODY)
        changes, has_more = found[: page.limit], len(found) > page.limit
        return ranking_pb2.ListHistoryResponse(
            changes=map(views.change, changes),
            next_page_token=asking.page_token(changes[-1].number) if has_more else "",
        )

    async def ExplainMatch(  # noqa: D102
        self, request: ranking_pb2.ExplainMatchRequest, context: Context
    ) -> ranking_pb2.ExplainMatchResponse:
        explained = await self._store.explain(request.match_id)
        if explained is None:
            raise refusals.unknown("MATCH_UNKNOWN", "no match of this id was ever sent")
        return ranking_pb2.ExplainMatchResponse(
            changes=map(views.change, explained.changes), unrated_reason=explained.unrated_reason
        )

    async def SetListed(  # noqa: D102
        self, request: ranking_pb2.SetListedRequest, context: Context
    ) -> ranking_pb2.SetListedResponse:
        player_id = asking.own_id(request.player_id)
        await self._store.set_listed(player_id, is_listed=request.listed)
        return ranking_pb2.SetListedResponse()
