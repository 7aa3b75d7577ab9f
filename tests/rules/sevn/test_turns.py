"""Drawing and stopping, in turn."""

import pytest

from carteado.rules import sevn
from carteado.rules.game import Awaiting
from carteado.rules.sevn import Draw, Pass
from carteado.rules.sevn.events import CardDrawn, SeatScore, Stopped
from carteado.rules.sevn.state import Decision
from tests.rules.sevn.table import (
    Table,
    card,
    conserved,
    count_of,
    dealt,
    names_of,
    running_out,
    scored,
)


def three() -> Table:
    return dealt({0: "5", 1: "9", 2: "4"})


def test_sv_1_drawing_takes_the_top_card_in_sight_of_all() -> None:
    table = three()
    table.lay("2 3")
    assert table.act(Draw()) == [CardDrawn(0, card("2"))]
    assert table.rows() == ["5 2", "9", "4"]
    assert table.state.deck[0] == card("3")
    conserved(table.state)


def test_sv_3_every_turn_is_the_same_choice_draw_or_stop() -> None:
    table = three()
    for name in ("1", "x2", "second", "13", "12", "feather"):
        assert table.legal(table.state.to_act) == [Draw(), Pass()]
        table.draw(name)


def test_sv_4_one_draw_a_turn_then_the_next_seat_clockwise() -> None:
    table = three()
    turns = []
    for name in ("1", "2", "3", "6", "7", "8"):
        turns.append(table.state.to_act)
        table.draw(name)
    assert turns == [0, 1, 2, 0, 1, 2]
    assert table.rows() == ["5 1 6", "9 2 7", "4 3 8"]


def test_sv_5_who_stopped_is_out_until_the_end_of_the_round_and_its_points_count() -> None:
    table = three()
    assert table.stop() == [Stopped(0, frozen=False)]
    assert table.standings() == "SII"
    turns = []
    for name in ("1", "2", "3"):
        turns.append(table.state.to_act)
        table.draw(name)
    assert turns == [1, 2, 1]
    assert scored(table.stop_all()) == [5, 13, 6]


def test_sv_6_a_new_value_enters_the_row_in_the_order_drawn() -> None:
    table = dealt({0: "5", 1: "9"}, safe=[1])
    for name in ("13", "0", "12", "1"):
        table.draw(name)
    assert table.rows()[0] == "5 13 0 12 1"


def test_sv_4_the_last_seat_in_the_round_may_keep_drawing_alone() -> None:
    table = dealt({0: "5", 1: "9", 2: "4"}, safe=[1], bust={2: "4"})
    table.draw("6")
    assert table.open() == (Decision.TURN, 0)
    table.draw("7")
    assert table.open() == (Decision.TURN, 0)
    assert table.rows()[0] == "5 6 7"


def test_sv_5_when_nobody_is_left_the_round_is_counted() -> None:
    table = dealt({0: "5", 1: "9", 2: "4"}, safe=[1], bust={2: "4"}, totals=[10, 20, 30])
    events = table.stop()
    assert events[0] == Stopped(0, frozen=False)
    assert len(events) == 2
    seats = count_of(events).seats
    assert [(one.seat, one.score.points, one.total) for one in seats] == [
        (0, 5, 15),
        (1, 9, 29),
        (2, 0, 30),
    ]
    assert isinstance(seats[0], SeatScore)
    assert table.state.totals == [15, 29, 30]
    assert table.awaiting() is Awaiting.DEAL
    assert table.open() == (Decision.NONE, -1)
    assert table.state.turn == -1


@pytest.mark.parametrize(
    ("extras", "points"), [("", 0), ("+2", 2), ("x2 +10", 10), ("feather heavy straight", 0)]
)
def test_sv_r9_stopping_with_an_empty_row_is_allowed_and_scores_its_modifiers(
    extras: str, points: int
) -> None:
    table = dealt({0: "", 1: "9"}, safe=[1], extras={0: extras})
    assert Pass() in table.legal(0)
    assert scored(table.stop()) == [points, 9]


def test_sv_11_the_match_waits_for_a_seat_only_while_a_round_goes_on() -> None:
    table = Table(2)
    assert (table.awaiting(), sevn.to_act(table.state)) == (Awaiting.DEAL, None)
    table.deal("1 2")
    assert (table.awaiting(), sevn.to_act(table.state)) == (Awaiting.SEAT, 0)
    table.stop()
    assert (table.awaiting(), sevn.to_act(table.state)) == (Awaiting.SEAT, 1)
    table.stop()
    assert (table.awaiting(), sevn.to_act(table.state)) == (Awaiting.DEAL, None)
    table.state.totals = [250, 0]
    table.deal()
    table.stop_all()
    assert (table.awaiting(), sevn.to_act(table.state)) == (Awaiting.NOTHING, None)


def test_sv_r8_the_next_turn_is_that_of_the_seat_after_the_turn_whoever_was_affected() -> None:
    table = three()
    table.draw("freeze")
    table.choose(2)
    assert table.open() == (Decision.TURN, 1)
    table.draw("three 1 2 3")
    table.choose(0)
    assert table.open() == (Decision.TURN, 0)


def test_sv_r8_who_froze_itself_has_no_turn_and_the_next_one_does() -> None:
    table = three()
    table.draw("freeze")
    table.choose(0)
    assert table.open() == (Decision.TURN, 1)
    assert table.standings() == "SII"


def test_sv_33_sv_29_modifiers_and_bonuses_are_held_beside_the_row_in_the_order_drawn() -> None:
    table = dealt({0: "5", 1: "9"}, safe=[1])
    for name in ("+4", "feather", "x2", "feather", "straight", "heavy", "+10"):
        assert table.draw(name) == [CardDrawn(0, card(name))]
    assert table.rows()[0] == "5"
    assert names_of(table.state.extras[0]) == "+4 feather x2 feather straight heavy +10"
    conserved(table.state)


def test_sv_r22_without_any_card_only_stopping_is_offered() -> None:
    table = running_out(three(), "")
    assert table.legal(0) == [Pass()]
    table.stop()
    assert table.legal(1) == [Pass()]


def test_sv_r22_a_card_in_the_discards_can_still_be_drawn() -> None:
    table = running_out(three(), "", "3")
    assert table.legal(0) == [Draw(), Pass()]
