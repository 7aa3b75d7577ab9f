"""Boards and results at their longest, and the ratings as people read them."""

import pytest

from carteado.api.game.v1.game_pb2 import Placement
from carteado.api.ranking.v1.ranking_pb2 import (
    LeaderboardLine,
    ListLeaderboardResponse,
    RatedPlayer,
    Rating,
    RatingChange,
)
from carteado.api.tables.v1 import tables_pb2
from carteado.telegram_gateway.render import eu_faco, result, standings
from tests.telegram_gateway.render.limits import check
from tests.telegram_gateway.render.scenes import HOSTILE_NAMES, LANGUAGES, lobby_of, words_in


def rated(number: int, points: float, *, provisional: bool = True) -> LeaderboardLine:
    name = HOSTILE_NAMES[number % len(HOSTILE_NAMES)]
    return LeaderboardLine(
        place=number + 1,
        player=RatedPlayer(id=f"telegram/{number}", name=name),
        rating=Rating(points=points, matches=10**6, provisional=provisional),
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_board_of_two_hundred_with_the_worst_of_names_is_within_the_limits(language: str) -> None:
    response = ListLeaderboardResponse(lines=[rated(n, -1e6) for n in range(200)], total=10**9)
    check(standings.standings(response, words_in(language), game="SEVN", title="<&>" * 80))


def test_a_board_says_how_many_more_there_are_and_what_the_question_mark_means() -> None:
    words = words_in("pt_BR")
    lines = [rated(n, 20.5 - n, provisional=False) for n in range(3)]
    whole = standings.standings(
        ListLeaderboardResponse(lines=lines, total=3), words, game="SEVN", title="T"
    ).text
    assert words("ranking_provisional") not in whole
    assert "e mais" not in whole
    part = standings.standings(
        ListLeaderboardResponse(lines=lines, total=4), words, game="SEVN", title="T"
    ).text
    assert "e mais 1 pessoa" in part


def test_points_are_whole_and_marked_while_they_are_provisional() -> None:
    assert standings.points(Rating(points=16.7)) == "17"
    assert standings.points(Rating(points=-0.2)) == "0"
    assert standings.points(Rating(points=16.2, provisional=True)) == "16?"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_result_of_eight_with_the_worst_of_names_is_within_the_limits(language: str) -> None:
    table = lobby_of(eu_faco, *HOSTILE_NAMES)
    table.state = tables_pb2.TABLE_STATE_FINISHED
    table.placements.extend(Placement(seat=seat, place=1, score=7) for seat in range(8))
    changes = [
        RatingChange(player=RatedPlayer(name=name), before=Rating(points=1e6), after=Rating())
        for name in HOSTILE_NAMES
    ]
    check(result.result(table, words_in(language), changes=changes))


def test_a_change_is_the_difference_of_the_points_that_are_shown() -> None:
    change = RatingChange(
        player=RatedPlayer(name="Ana"), before=Rating(points=10.4), after=Rating(points=9.6)
    )
    table = lobby_of(eu_faco, "Ana", "Bia")
    table.placements.add(seat=0, place=1)
    assert (
        "Ana: 10 \u2192 <b>10</b> (+0)"
        in result.result(table, words_in("pt_BR"), changes=[change]).text
    )
