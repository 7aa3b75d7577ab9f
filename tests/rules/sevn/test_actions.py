"""The queue of actions: freeze, draw three and storm."""

import pytest

from carteado.rules.sevn import Options
from carteado.rules.sevn.events import (
    ActionDiscarded,
    ActionResolved,
    BallastDecided,
    Busted,
    CardDrawn,
    Event,
    QueuedAction,
    SecondChanceMoved,
    Stopped,
)
from carteado.rules.sevn.state import Decision
from tests.rules.sevn.table import (
    Table,
    card,
    conserved,
    count_of,
    dealt,
    running_out,
    scored,
)

NEXT = Options(storm_starts_next=True)


def three() -> Table:
    return dealt({0: "5", 1: "9", 2: "4"})


def queued(name: str, owner: int) -> QueuedAction:
    return QueuedAction(card(name), owner)


def drawn(events: list[Event]) -> list[tuple[int, int]]:
    return [(one.seat, one.card) for one in events if isinstance(one, CardDrawn)]


# Freeze


def test_sv_24_a_freeze_may_be_aimed_at_any_seat_in_the_round_oneself_included() -> None:
    table = dealt({0: "5", 1: "9", 2: "4", 3: "1"}, turn=1, safe=[3])
    assert table.draw("freeze") == [CardDrawn(1, card("freeze"))]
    assert table.open() == (Decision.TARGET, 1)
    assert table.state.card == card("freeze")
    assert table.choices() == [1, 2, 0]
    conserved(table.state)


@pytest.mark.parametrize("target", range(3))
def test_sv_16_who_is_frozen_stops_in_safety_and_its_points_count(target: int) -> None:
    table = three()
    table.draw("freeze")
    assert table.choose(target) == [
        ActionResolved(queued("freeze", 0), target),
        Stopped(target, frozen=True),
    ]
    assert table.standings() == "".join("S" if seat == target else "I" for seat in range(3))
    assert table.discards() == "freeze"
    assert scored(table.stop_all()) == [5, 9, 4]


def test_sv_r14_with_one_seat_in_the_round_it_is_hit_without_a_question() -> None:
    table = dealt({0: "5", 1: "9", 2: "4"}, safe=[1], bust={2: "4"})
    events = table.draw("freeze")
    assert events[:3] == [
        CardDrawn(0, card("freeze")),
        ActionResolved(queued("freeze", 0), 0),
        Stopped(0, frozen=True),
    ]
    assert scored(events) == [5, 9, 0]


def test_sv_r36_freezing_oneself_leaves_ones_other_actions_in_the_queue() -> None:
    table = three()
    table.draw("three freeze three 1 2 3 6")
    table.choose(0)
    assert table.open() == (Decision.TARGET, 0)
    table.choose(0)
    assert table.standings() == "SII"
    assert table.open() == (Decision.TARGET, 0)
    assert table.choices() == [1, 2]
    table.choose(2)
    assert table.rows() == ["5 1", "9", "4 2 3 6"]


def test_sv_r13_a_second_chance_of_a_frozen_seat_is_of_no_more_use() -> None:
    table = dealt({0: "5", 1: "9", 2: "4"}, second=[1])
    table.draw("freeze")
    table.choose(1)
    assert table.state.second_chances == [False, True, False]
    table.draw("second")
    assert table.state.second_chances == [False, True, True]


# Draw three


def test_sv_26_a_draw_of_three_makes_the_chosen_seat_draw_three_one_at_a_time() -> None:
    table = three()
    table.draw("three 1 2 3")
    assert table.open() == (Decision.TARGET, 0)
    assert table.choices() == [0, 1, 2]
    assert table.choose(1) == [
        ActionResolved(queued("three", 0), 1),
        CardDrawn(1, card("1")),
        CardDrawn(1, card("2")),
        CardDrawn(1, card("3")),
    ]
    assert table.rows() == ["5", "9 1 2 3", "4"]
    assert table.discards() == "three"
    assert table.open() == (Decision.TURN, 1)
    conserved(table.state)


def test_sv_15_a_draw_of_three_may_be_aimed_at_oneself() -> None:
    table = three()
    table.draw("three 1 2 3")
    table.choose(0)
    assert table.rows()[0] == "5 1 2 3"


def test_sv_r15_a_draw_of_three_stops_at_a_bust() -> None:
    table = three()
    table.draw("three 1 9 3")
    events = table.choose(1)
    assert events[1:] == [CardDrawn(1, card("1")), CardDrawn(1, card("9")), Busted(1, card("9"))]
    assert table.state.deck[0] == card("3")
    assert table.state.effect is None
    assert table.open() == (Decision.TURN, 2)


def test_sv_r15_every_card_drawn_counts_whatever_its_kind_and_even_if_cancelled() -> None:
    table = dealt({0: "5", 1: "9", 2: "4"}, second=[1])
    table.draw("three 9 +2 freeze 3")
    events = table.choose(1)
    assert drawn(events) == [(1, card("9")), (1, card("+2")), (1, card("freeze"))]
    assert table.discards() == "9 second three"
    assert table.open() == (Decision.TARGET, 1)


def test_sv_r15_a_draw_of_three_ends_where_no_card_exists() -> None:
    table = running_out(three(), "three 3")
    table.draw()
    assert table.choose(1) == [ActionResolved(queued("three", 0), 1), CardDrawn(1, card("3"))]
    assert table.state.effect is None
    assert table.discards() == "three"
    assert table.open() == (Decision.TURN, 1)


def test_sv_r20_a_draw_of_three_waits_while_a_ballast_is_decided() -> None:
    table = three()
    table.draw("three 1 -2 3 6")
    table.choose(1)
    assert table.open() == (Decision.BALLAST, 1)
    current = table.view().current
    assert current is not None
    assert (current.action, current.target) == (queued("three", 0), 1)
    assert (current.draws_left, current.seats_left) == (1, ())
    conserved(table.state)
    assert table.keep() == [BallastDecided(1, card("-2"), kept=True), CardDrawn(1, card("3"))]
    assert table.rows()[1] == "9 1 -2 3"
    assert table.state.deck[0] == card("6")
    assert table.discards() == "three"


def test_sv_r13_a_draw_of_three_waits_while_a_second_chance_is_given() -> None:
    table = dealt({0: "5", 1: "9", 2: "4"}, second=[1])
    table.draw("three second 1 3 6")
    table.choose(1)
    assert table.open() == (Decision.GIVE_SECOND_CHANCE, 1)
    assert table.choices() == [2, 0]
    conserved(table.state)
    events = table.choose(0)
    assert events == [SecondChanceMoved(1, 0), CardDrawn(1, card("1")), CardDrawn(1, card("3"))]
    assert table.open() == (Decision.TURN, 1)


# Storm


def test_sv_28_in_a_storm_all_seats_in_the_round_draw_once_clockwise_owner_first() -> None:
    table = dealt({0: "5", 1: "9", 2: "4", 3: "1"}, turn=1, safe=[3])
    assert table.draw("storm 2 3 6 8") == [
        CardDrawn(1, card("storm")),
        ActionResolved(queued("storm", 1), None),
        CardDrawn(1, card("2")),
        CardDrawn(2, card("3")),
        CardDrawn(0, card("6")),
    ]
    assert table.rows() == ["5 6", "9 2", "4 3", "1"]
    assert table.discards() == "storm"
    assert table.open() == (Decision.TURN, 2)
    conserved(table.state)


def test_sv_r16_by_option_a_storm_starts_after_its_owner_who_draws_last() -> None:
    table = dealt({0: "5", 1: "9", 2: "4"}, turn=2, options=NEXT)
    events = table.draw("storm 2 3 6")
    assert drawn(events)[1:] == [(0, card("2")), (1, card("3")), (2, card("6"))]


def test_sv_r12_who_busts_in_its_own_storm_does_not_stop_it() -> None:
    table = three()
    events = table.draw("storm 5 3 6 8")
    assert events[2:] == [
        CardDrawn(0, card("5")),
        Busted(0, card("5")),
        CardDrawn(1, card("3")),
        CardDrawn(2, card("6")),
    ]
    assert table.standings() == "BII"
    assert table.open() == (Decision.TURN, 1)


def test_sv_23_a_storm_drawn_in_a_storm_comes_after_it() -> None:
    table = dealt({0: "5", 1: "9"})
    events = table.draw("storm storm 3 6 7 8")
    assert events[1] == ActionResolved(queued("storm", 0), None)
    assert events[4] == ActionResolved(queued("storm", 0), None)
    assert drawn(events)[1:] == [
        (0, card("storm")),
        (1, card("3")),
        (0, card("6")),
        (1, card("7")),
    ]
    assert table.discards() == "storm storm"


def test_sv_r20_a_storm_waits_while_a_ballast_is_decided() -> None:
    table = three()
    table.draw("storm 2 -4 6")
    assert table.open() == (Decision.BALLAST, 1)
    assert table.state.turn == 0
    current = table.view().current
    assert current is not None
    assert (current.action, current.target) == (queued("storm", 0), None)
    assert (current.draws_left, current.seats_left) == (0, (2,))
    conserved(table.state)
    events = table.discard()
    assert events == [BallastDecided(1, card("-4"), kept=False), CardDrawn(2, card("6"))]
    assert table.discards() == "-4 storm"
    assert table.open() == (Decision.TURN, 1)


def test_sv_r22_a_draw_of_a_storm_without_a_card_is_lost() -> None:
    table = running_out(three(), "storm 2")
    events = table.draw()
    assert drawn(events)[1:] == [(0, card("2"))]
    assert table.rows() == ["5 2", "9", "4"]
    assert table.open() == (Decision.TURN, 1)


# First in, first out


def test_sv_23_actions_are_resolved_in_the_order_in_which_they_were_drawn() -> None:
    table = three()
    table.draw("storm freeze three storm 1 2 3")
    assert [(one.card, one.owner) for one in table.view().queue] == [
        (card("three"), 1),
        (card("storm"), 2),
    ]
    assert table.open() == (Decision.TARGET, 0)
    table.choose(0)
    assert table.open() == (Decision.TARGET, 1)
    assert table.view().queue == (queued("storm", 2),)
    events = table.choose(1)
    assert drawn(events)[:3] == [(1, card("1")), (1, card("2")), (1, card("3"))]
    assert ActionResolved(queued("storm", 2), None) in events
    assert table.discards()[: len("storm freeze three storm")] == "storm freeze three storm"


def test_sv_r10_an_action_drawn_in_a_draw_of_three_waits_for_its_end() -> None:
    table = three()
    table.draw("three three 2 3 6 7 8 10")
    table.choose(1)
    assert table.rows() == ["5", "9 2 3", "4"]
    assert table.open() == (Decision.TARGET, 1)
    assert table.discards() == "three"
    table.choose(2)
    assert table.rows() == ["5", "9 2 3", "4 6 7 8"]
    assert table.discards() == "three three"
    assert table.open() == (Decision.TURN, 1)


def test_sv_r11_the_owner_aims_when_the_action_reaches_the_head_of_the_queue() -> None:
    table = three()
    table.draw("storm freeze freeze 6")
    table.choose(2)
    assert table.open() == (Decision.TARGET, 1)
    assert table.choices() == [1, 0]


def test_sv_r11_an_owner_that_left_safely_still_aims() -> None:
    table = three()
    table.draw("storm freeze three 6 7 8 10 11")
    table.choose(1)
    assert table.standings() == "ISI"
    assert table.open() == (Decision.TARGET, 1)
    assert table.choices() == [2, 0]
    table.choose(0)
    assert table.rows() == ["5 7 8 10", "9", "4 6"]


def test_sv_r11_an_owner_that_left_safely_still_causes_a_storm_without_drawing() -> None:
    table = three()
    table.draw("storm freeze storm 6 7 8")
    events = table.choose(1)
    assert events[2] == ActionResolved(queued("storm", 1), None)
    assert drawn(events) == [(2, card("7")), (0, card("8"))]


def test_sv_r16_by_option_an_owner_that_left_safely_causes_a_storm_from_the_next_seat() -> None:
    table = dealt({0: "5", 1: "9", 2: "4"}, options=NEXT)
    table.draw("storm freeze storm 6 7 8")
    assert table.open() == (Decision.TARGET, 1)
    events = table.choose(2)
    assert drawn(events) == [(0, card("7")), (1, card("8"))]


def test_sv_r14_an_action_that_can_hit_nobody_is_discarded() -> None:
    table = dealt({0: "5", 1: "9"}, safe=[1])
    events = table.draw("three freeze freeze 6")
    assert events[-3:-1] == [
        Stopped(0, frozen=True),
        ActionDiscarded(queued("freeze", 0)),
    ]
    assert scored(events) == [11, 9]
    assert table.discards() == "three freeze freeze"
    conserved(table.state)


@pytest.mark.parametrize("name", ["three", "storm", "freeze"])
def test_sv_r14_no_action_has_an_effect_once_nobody_is_in_the_round(name: str) -> None:
    table = dealt({0: "5", 1: "9"}, safe=[1])
    events = table.draw(f"three freeze {name} 6")
    assert ActionDiscarded(queued(name, 0)) in events
    assert scored(events) == [11, 9]
    assert table.discards() == f"three freeze {name}"


def test_sv_r14_everybody_frozen_in_the_queue_ends_the_round() -> None:
    table = dealt({0: "5", 1: "9"})
    table.draw("storm freeze freeze 3")
    events = table.choose(0)
    assert events[:-1] == [
        ActionResolved(queued("freeze", 0), 0),
        Stopped(0, frozen=True),
        ActionResolved(queued("freeze", 1), 1),
        Stopped(1, frozen=True),
    ]
    assert scored(events) == [5, 9]
    assert count_of(events) == events[-1]


def test_sv_r39_nobody_is_asked_whether_to_draw_in_a_storm_or_a_draw_of_three() -> None:
    table = three()
    table.draw("three 1 2 3")
    table.choose(2)
    assert table.open() == (Decision.TURN, 1)
    table.draw("storm 6 7 8")
    assert table.open() == (Decision.TURN, 2)
