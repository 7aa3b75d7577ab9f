"""Which matches are rated, who finished where, what a match counts for."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest

from carteado.ranking.ladder import Ladder, season_of
from carteado.ranking.match import Match, Seat, Unrated
from carteado.ranking.rating import Rating
from carteado.ranking.standing import Standing, advanced
from tests.ranking.matches import EU_FACO, match, player

ANA, BIA, CAIO = (Seat(player(name), place) for place, name in enumerate(("ana", "bia", "caio"), 1))
RIVAL = Seat(None, 4)
SETTLED = Rating(25, 3, 40)


def test_a_ranked_match_of_two_people_is_rated() -> None:
    assert match("ab").unrated is None


@pytest.mark.parametrize(
    ("unrated", "reason"),
    [
        (match("ab", day="2026-11-15"), Unrated.DAILY_MATCH),
        (match("ab", is_ranked=False), Unrated.NOT_RANKED),
        (match("abca"), Unrated.SAME_PLAYER_TWICE),
        (match("aa"), Unrated.SAME_PLAYER_TWICE),
        (match("a"), Unrated.TOO_FEW_PLAYERS),
        (match("", seats=[ANA, RIVAL]), Unrated.TOO_FEW_PLAYERS),
        (match("", seats=[RIVAL, RIVAL]), Unrated.TOO_FEW_PLAYERS),
        (match("", seats=[ANA, BIA, RIVAL]), Unrated.HOUSE_RIVAL),
        (
            match("", seats=[replace(ANA, has_left=True), replace(BIA, has_left=True)]),
            Unrated.EVERYBODY_LEFT,
        ),
    ],
)
def test_what_rates_nobody_says_why(unrated: Match, reason: Unrated) -> None:
    assert unrated.unrated is reason


def test_places_are_those_of_the_record_when_everybody_stayed() -> None:
    assert match("abcd", [2, 1, 2, 4]).places == [2, 1, 2, 4]


def test_whoever_left_is_below_everybody_who_stayed_whatever_the_record_says() -> None:
    seats = [replace(ANA, has_left=True), BIA, CAIO]
    assert match("", seats=seats).places == [3, 1, 2]


def test_all_who_left_share_the_last_place() -> None:
    seats = [replace(ANA, has_left=True), BIA, replace(CAIO, has_left=True)]
    assert match("", seats=seats).places == [2, 1, 2]


def test_ties_among_those_who_stayed_are_kept() -> None:
    seats = [replace(ANA, has_left=True), BIA, replace(CAIO, place=2), Seat(player("dora"), 4)]
    assert match("", seats=seats).places == [4, 1, 1, 3]


def test_a_match_counts_for_everybody_and_for_its_group_in_its_season_and_for_all_time() -> None:
    assert match("ab", group="app/1").ladders == [
        Ladder(EU_FACO),
        Ladder(EU_FACO, season="2026-11"),
        Ladder(EU_FACO, group="app/1"),
        Ladder(EU_FACO, group="app/1", season="2026-11"),
    ]
    assert match("ab").ladders == [Ladder(EU_FACO), Ladder(EU_FACO, season="2026-11")]


@pytest.mark.parametrize(
    ("moment", "season"),
    [
        (datetime(2026, 11, 30, 23, 59, 59, 999999, tzinfo=UTC), "2026-11"),
        (datetime(2026, 12, 1, tzinfo=UTC), "2026-12"),
        (datetime(2026, 11, 30, 22, tzinfo=timezone(timedelta(hours=-3))), "2026-12"),
    ],
)
def test_a_season_is_the_calendar_month_of_the_end_in_utc(moment: datetime, season: str) -> None:
    assert season_of(moment) == season


def test_provisional_players_stand_on_the_boards_of_groups_only() -> None:
    new = Rating()
    assert Ladder(EU_FACO).board_score(new, is_listed=True) is None
    assert Ladder(EU_FACO, season="2026-11").board_score(new, is_listed=True) is None
    assert Ladder(EU_FACO, group="app/1").board_score(new, is_listed=True) == new.score
    assert Ladder(EU_FACO).board_score(SETTLED, is_listed=True) == SETTLED.score


def test_whoever_wants_to_be_on_no_board_is_on_none() -> None:
    for ladder in match("ab", group="app/1").ladders:
        assert ladder.board_score(SETTLED, is_listed=False) is None


def test_wins_and_runs_of_wins_are_counted_and_a_shared_first_place_is_a_win() -> None:
    standings = [Standing(), Standing()]
    for places in ([1, 2], [1, 1], [2, 1], [1, 2]):
        standings = advanced(standings, places)
    ana, bia = standings
    assert (ana.wins, ana.streak, ana.best_streak, ana.rating.matches) == (3, 1, 2, 4)
    assert (bia.wins, bia.streak, bia.best_streak, bia.rating.matches) == (2, 0, 2, 4)
