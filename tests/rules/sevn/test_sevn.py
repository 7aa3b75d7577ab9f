"""Seven distinct values."""

import pytest

from carteado.rules.game import Awaiting
from carteado.rules.sevn import Options
from carteado.rules.sevn.events import (
    ActionDiscarded,
    ActionResolved,
    BallastDecided,
    CardDrawn,
    QueuedAction,
    RoundScored,
    Sevn,
)
from carteado.rules.sevn.state import Decision
from tests.rules.sevn.table import card, conserved, dealt, running_out, scored

SIX = "1 2 3 4 5 6"


def test_sv_12_seven_distinct_values_end_the_round_at_once_and_give_17_more() -> None:
    table = dealt({0: SIX, 1: "9"})
    events = table.draw("13")
    assert events[:2] == [CardDrawn(0, card("13")), Sevn(0)]
    assert isinstance(events[2], RoundScored)
    assert len(events) == 3
    assert scored(events) == [21 + 13 + 17, 9]
    assert table.awaiting() is Awaiting.DEAL
    assert table.open() == (Decision.NONE, -1)


def test_sv_8_six_values_are_no_sevn() -> None:
    table = dealt({0: "1 2 3 4 5", 1: "9"})
    assert table.draw("6") == [CardDrawn(0, card("6"))]
    assert table.view().seats[0].score.sevn == 0


def test_sv_r30_everybody_who_is_not_bust_scores_the_present_row_and_stands_safe() -> None:
    table = dealt({0: SIX, 1: "9", 2: "4", 3: "8"}, safe=[2], bust={3: "8"}, extras={2: "+4"})
    assert scored(table.draw("13")) == [51, 9, 8, 0]
    assert table.standings() == "SSSB"


@pytest.mark.parametrize("name", ["+4", "feather", "x2", "second"])
def test_sv_r4_only_values_count_for_the_seven(name: str) -> None:
    table = dealt({0: SIX, 1: "9"}, safe=[1], extras={0: "+2"})
    assert table.draw(name) == [CardDrawn(0, card(name))]
    assert table.awaiting() is Awaiting.SEAT


def test_sv_38_a_ballast_that_is_kept_may_be_the_seventh_value() -> None:
    table = dealt({0: SIX, 1: "9", 2: "4"})
    assert table.draw("-4") == [CardDrawn(0, card("-4"))]
    events = table.keep()
    assert events[:2] == [BallastDecided(0, card("-4"), kept=True), Sevn(0)]
    assert scored(events) == [34, 9, 4]


def test_sv_38_a_ballast_that_is_discarded_is_no_seventh_value() -> None:
    table = dealt({0: SIX, 1: "9", 2: "4"})
    table.draw("-4")
    table.discard()
    assert table.open() == (Decision.TURN, 1)


@pytest.mark.parametrize(("bonus", "points"), [(0, 34), (17, 51), (50, 84)])
def test_sv_8_by_option_sevn_gives_other_points(bonus: int, points: int) -> None:
    table = dealt({0: SIX, 1: "9"}, options=Options(sevn_bonus=bonus))
    assert scored(table.draw("13")) == [points, 9]


def test_sv_37_in_a_storm_the_following_seats_do_not_draw() -> None:
    table = dealt({0: "0 1 2 3 4 5", 1: "9", 2: "4"}, turn=2)
    events = table.draw("storm 10 13 8 2")
    assert events[-2] == Sevn(0)
    assert scored(events) == [45, 9, 14]
    assert table.rows()[1] == "9"
    assert table.state.deck[0] == card("8")
    assert table.discards() == "storm"
    assert table.view().current is None
    conserved(table.state)


def test_sv_r40_sv_r43_sevn_discards_what_is_queued_and_then_what_is_in_progress() -> None:
    table = dealt({0: "5", 1: SIX, 2: "4"})
    table.draw("three freeze storm 13 9")
    events = table.choose(1)
    assert events == [
        ActionResolved(QueuedAction(card("three"), 0), 1),
        CardDrawn(1, card("freeze")),
        CardDrawn(1, card("storm")),
        CardDrawn(1, card("13")),
        Sevn(1),
        ActionDiscarded(QueuedAction(card("freeze"), 1)),
        ActionDiscarded(QueuedAction(card("storm"), 1)),
        events[-1],
    ]
    assert scored(events) == [5, 51, 4]
    assert table.discards() == "freeze storm three"
    assert (table.state.queue, table.state.effect) == ([], None)
    assert table.open() == (Decision.NONE, -1)
    conserved(table.state)


def test_sv_r40_sevn_in_the_first_of_three_draws_loses_the_others() -> None:
    table = dealt({0: "5", 1: SIX, 2: "4"})
    table.draw("three 13 8 9")
    table.choose(1)
    assert table.rows()[1] == f"{SIX} 13"
    assert table.state.deck[0] == card("8")
    assert table.discards() == "three"


def test_sv_r40_a_ballast_kept_for_sevn_in_a_storm_ends_it() -> None:
    table = dealt({0: SIX, 1: "9", 2: "4"})
    table.draw("storm -2 7 8")
    events = table.keep()
    assert events[1] == Sevn(0)
    assert table.rows() == [f"{SIX} -2", "9", "4"]
    assert table.discards() == "storm"
    conserved(table.state)


def test_sv_r41_a_sevn_is_the_only_one_of_its_round() -> None:
    table = dealt({0: SIX, 1: "7 8 9 10 11 12"})
    table.draw("13")
    assert table.awaiting() is Awaiting.DEAL
    assert [seat.score.sevn for seat in table.view().seats] == [17, 0]


def test_sv_14_a_repeat_cancelled_by_a_second_chance_is_no_seventh_value() -> None:
    table = dealt({0: SIX, 1: "9"}, second=[0])
    table.draw("6")
    assert table.rows()[0] == SIX
    assert table.open() == (Decision.TURN, 1)


def test_sv_12_sevn_with_the_last_card_needs_no_reshuffle() -> None:
    table = running_out(dealt({0: SIX, 1: "9"}), "13")
    assert scored(table.draw()) == [51, 9]
    assert table.laid.asked == []
