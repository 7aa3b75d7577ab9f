"""What is asked of ranking: as patient and as plain about errors as what is asked of tables."""

from typing import TYPE_CHECKING

import grpc
import pytest

from carteado.api.game.v1.game_pb2 import GAME_EU_FACO
from carteado.api.ranking.v1 import ranking_pb2
from carteado.client import NotFound, Ranking

if TYPE_CHECKING:
    from tests.client.conftest import Fault, Script

ANA = ranking_pb2.RatedPlayer(id="demo/ana", name="Ana")


def change(match_id: str) -> ranking_pb2.RatingChange:
    return ranking_pb2.RatingChange(player=ANA, match_id=match_id)


async def test_a_board_is_asked_for_with_all_that_was_given(
    script: "Script", ranking: Ranking
) -> None:
    board = ranking_pb2.ListLeaderboardResponse(next_page_token="more", total=9)
    board.lines.add(place=1, player=ANA)
    script.then("ListLeaderboard", board, board)
    asked = {"group": "demo/g", "season": "2026-11"}
    assert await ranking.leaderboard(GAME_EU_FACO, **asked, around=ANA.id, page_size=5) == board
    assert await ranking.leaderboard(GAME_EU_FACO) == board
    first, second = script.calls["ListLeaderboard"]
    assert first == ranking_pb2.ListLeaderboardRequest(
        game=GAME_EU_FACO, **asked, around_player_id=ANA.id, page_size=5
    )
    assert second == ranking_pb2.ListLeaderboardRequest(game=GAME_EU_FACO)
    assert script.metadata[0]["authorization"] == "Bearer a-token"


async def test_players_and_matches_are_told_as_ranking_has_them(
    script: "Script", ranking: Ranking
) -> None:
    shown = ranking_pb2.GetPlayerResponse(player=ANA)
    explained = ranking_pb2.ExplainMatchResponse(unrated_reason="TOO_SHORT")
    script.then("GetPlayer", shown)
    script.then("ExplainMatch", explained)
    assert await ranking.player(ANA.id) == shown
    assert await ranking.explain("t1") == explained
    assert script.calls["GetPlayer"][0].player_id == ANA.id
    assert script.calls["ExplainMatch"][0].match_id == "t1"


async def test_a_history_is_read_to_its_last_page(script: "Script", ranking: Ranking) -> None:
    script.then(
        "ListHistory",
        ranking_pb2.ListHistoryResponse(changes=[change("c"), change("b")], next_page_token="p2"),
        ranking_pb2.ListHistoryResponse(changes=[change("a")]),
    )
    history = [each.match_id async for each in ranking.history(ANA.id, GAME_EU_FACO)]
    assert history == ["c", "b", "a"]
    first, second = script.calls["ListHistory"]
    assert first == ranking_pb2.ListHistoryRequest(player_id=ANA.id, game=GAME_EU_FACO)
    assert second.page_token == "p2"


async def test_a_player_chooses_to_be_on_the_boards(script: "Script", ranking: Ranking) -> None:
    for listed in (False, True):
        script.then("SetListed", ranking_pb2.SetListedResponse())
        await ranking.set_listed(ANA.id, listed)
    wanted = [(ANA.id, False), (ANA.id, True)]
    assert [(call.player_id, call.listed) for call in script.calls["SetListed"]] == wanted


async def test_ranking_is_asked_again_while_it_does_not_answer(
    script: "Script", ranking: Ranking, fault: "type[Fault]"
) -> None:
    down = fault(grpc.StatusCode.UNAVAILABLE)
    script.then("GetPlayer", down, down, ranking_pb2.GetPlayerResponse(player=ANA))
    assert (await ranking.player(ANA.id)).player == ANA
    assert len(script.calls["GetPlayer"]) == 3


async def test_a_refusal_of_ranking_keeps_its_reason(
    script: "Script", ranking: Ranking, fault: "type[Fault]"
) -> None:
    script.then("GetPlayer", fault(grpc.StatusCode.NOT_FOUND, "PLAYER_UNKNOWN"))
    with pytest.raises(NotFound) as caught:
        await ranking.player(ANA.id)
    assert caught.value.reason == "PLAYER_UNKNOWN"
