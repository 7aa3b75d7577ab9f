"""When a match ends, and who finished where."""

import pytest

from carteado.rules import sevn
from carteado.rules.game import Awaiting, Placement
from carteado.rules.match import MatchEnded, RoundOpened
from carteado.rules.sevn import Options
from carteado.rules.sevn.events import RoundScored, RoundStarted, Stopped
from carteado.rules.sevn.state import Phase
from tests.rules.sevn.table import Table, dealt, opened, scored, steps


def counted(*totals: int, options: Options | None = None) -> Table:
    """A round that ends with these totals, of which it gave the first seat 5 points."""
    before = [totals[0] - 5, *totals[1:]]
    rows = {seat: "" if seat else "5" for seat in range(len(totals))}
    table = dealt(rows, safe=range(1, len(totals)), totals=before, options=options)
    table.stop()
    assert table.state.totals == list(totals)
    return table


@pytest.mark.parametrize(
    ("totals", "over"),
    [
        ((250, 249), True),
        ((249, 248, 0), False),
        ((251, 240), True),
        ((249, 250), True),
        ((260, 255), True),
        ((255, 255), False),
        ((255, 255, 270), True),
        ((255, 255, 240), False),
        ((250, 240, 250, 260), True),
        ((249, 249), False),
    ],
)
def test_sv_19_the_match_ends_when_one_seat_alone_leads_with_250_or_more(
    totals: tuple[int, ...],
    over: bool,  # noqa: FBT001 - a column of the table above
) -> None:
    table = counted(*totals)
    assert table.awaiting() is (Awaiting.NOTHING if over else Awaiting.DEAL)
    assert bool(table.places()) is over


@pytest.mark.parametrize("target", [50, 300])
def test_sv_r33_by_option_another_target_ends_it(target: int) -> None:
    chosen = Options(target=target)
    assert counted(target, 20, options=chosen).awaiting() is Awaiting.NOTHING
    assert counted(target - 1, 20, options=chosen).awaiting() is Awaiting.DEAL


def test_sv_r31_it_is_judged_only_at_the_end_of_a_round() -> None:
    table = dealt({0: "13", 1: "9"}, totals=[240, 0])
    assert table.stop() == [Stopped(0, frozen=False)]
    assert table.awaiting() is Awaiting.SEAT
    table.stop()
    assert table.awaiting() is Awaiting.NOTHING


def test_sv_r32_in_a_tied_lead_all_play_another_round_and_a_third_may_win() -> None:
    table = counted(255, 255, 250)
    table.deal("5 9 12")
    assert table.standings() == "III"
    table.stop()
    table.draw("13")
    table.stop_all()
    assert table.state.totals == [267, 260, 272]
    assert table.places() == {0: 2, 1: 3, 2: 1}


def test_sv_r32_a_lead_that_stays_tied_plays_on() -> None:
    table = counted(255, 255, 100)
    table.deal("5 5 12")
    table.stop_all()
    assert table.state.totals == [267, 260, 105]
    tied = counted(255, 255, 100)
    tied.deal("5 2 5")
    tied.stop_all()
    assert tied.state.totals == [260, 260, 102]
    assert tied.awaiting() is Awaiting.DEAL


def test_sv_r34_places_are_by_total_and_equal_totals_share() -> None:
    table = counted(250, 240, 250, 260)
    assert sevn.placements(table.state) == [
        Placement(0, 2, 250),
        Placement(1, 4, 240),
        Placement(2, 2, 250),
        Placement(3, 1, 260),
    ]


def test_there_are_no_places_while_the_match_goes_on() -> None:
    table = counted(300, 100)
    for phase in Phase:
        table.state.phase = phase
        assert bool(table.places()) is (phase is Phase.FINISHED)


def test_sv_r38_a_round_never_lowers_a_total() -> None:
    table = dealt({0: "-6 -4", 1: "9"}, safe=[1], totals=[100, 50])
    assert scored(table.stop()) == [0, 9]
    assert table.state.totals == [100, 59]


def near_the_limit(*totals: int) -> Table:
    """The last round that a match may have is about to be dealt."""
    table = counted(*totals)
    table.state.round_number = 1023
    return table


def test_g_12_a_match_of_1024_rounds_ends_where_it_stands_and_all_share_the_first_place() -> None:
    table = near_the_limit(100, 100, 90)
    table.deal("freeze second storm x2 feather heavy")
    table.choose(1)
    table.stop_all()
    assert table.state.round_number == 1024
    assert table.awaiting() is Awaiting.NOTHING
    assert table.places() == {0: 1, 1: 1, 2: 1}


def test_g_12_the_last_round_may_have_a_winner() -> None:
    table = near_the_limit(240, 240)
    table.deal("13 12")
    table.stop_all()
    assert table.places() == {0: 2, 1: 1}


def test_g_12_round_1023_is_not_the_last() -> None:
    table = near_the_limit(100, 100)
    table.state.round_number = 1022
    table.deal("1 2")
    table.stop_all()
    assert table.awaiting() is Awaiting.DEAL


def test_sv_5_nobody_leaves_a_match_before_its_end() -> None:
    table = dealt({0: "5", 1: "9"}, safe=[1])
    assert sevn.seats_out(table.state) == []
    table.draw("5")
    assert sevn.seats_out(table.state) == []


def test_g_3_no_secret_is_opened_before_the_match_is_over_for_the_deck_goes_on() -> None:
    table = Table(2)
    told = []
    for _ in range(3):
        told.append(sevn.rounds_to_open(table.state))
        table.deal()
        told.append(sevn.rounds_to_open(table.state))
        table.stop_all()
    assert told == [0] * 6
    table.state.phase = Phase.FINISHED
    assert sevn.rounds_to_open(table.state) == 3


def test_g_3_by_option_the_secret_of_a_reshuffled_round_is_opened_when_it_is_counted() -> None:
    table = Table(2, Options(reshuffle_each_round=True))
    told = []
    for _ in range(3):
        told.append(sevn.rounds_to_open(table.state))
        table.deal()
        told.append(sevn.rounds_to_open(table.state))
        table.stop_all()
    assert told == [0, 0, 1, 1, 2, 2]
    assert sevn.rounds_to_open(table.state) == 3


@pytest.mark.parametrize(
    "options", [Options(target=60), Options(target=60, reshuffle_each_round=True)]
)
def test_g_3_in_a_whole_match_every_round_is_opened_once(options: Options) -> None:
    match = opened(5, 3, options)
    rounds = 0
    secrets: list[int] = []
    for events in steps(match, 5):
        rounds += isinstance(events[0], RoundStarted)
        secrets += [one.round_number for one in events if isinstance(one, RoundOpened)]
    assert secrets == list(range(1, rounds + 1))
    assert rounds > 1


@pytest.mark.parametrize("seats", range(2, 13))
def test_sv_2_random_matches_end_with_one_winner_at_the_target(seats: int) -> None:
    match = opened(seats, seats, Options(target=100))
    last = list(steps(match, seats))[-1]
    assert isinstance(last[-1], MatchEnded)
    places = last[-1].placements
    (first,) = [one for one in places if one.place == 1]
    assert first.score == max(one.score for one in places) >= 100
    assert any(isinstance(one, RoundScored) for one in last)
