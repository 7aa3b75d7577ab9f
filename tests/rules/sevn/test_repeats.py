"""Repeated values, and the second chance that cancels one."""

import pytest

from carteado.rules.sevn import Options
from carteado.rules.sevn.events import (
    ActionDiscarded,
    BallastDecided,
    Busted,
    CardDrawn,
    QueuedAction,
    SecondChanceMoved,
    SecondChanceUsed,
)
from carteado.rules.sevn.state import Decision, Standing
from tests.rules.sevn.table import PLENTY, card, conserved, dealt, names_of, scored

BUSTS = Options(duplicate_ballast_busts=True)


def test_sv_18_a_value_that_one_already_has_busts_and_the_round_gives_nothing() -> None:
    table = dealt({0: "5 12", 1: "9"}, safe=[1], extras={0: "+10"})
    events = table.draw("12")
    assert events[:2] == [CardDrawn(0, card("12")), Busted(0, card("12"))]
    assert scored(events) == [0, 9]
    assert table.state.standings == [Standing.BUST, Standing.SAFE]


def test_sv_7_a_value_that_only_somebody_else_has_is_no_repeat() -> None:
    table = dealt({0: "5", 1: "9"})
    assert table.draw("9") == [CardDrawn(0, card("9"))]
    assert table.standings() == "II"


def test_sv_r21_what_made_a_seat_bust_stays_on_the_table_with_its_row() -> None:
    table = dealt({0: "5 12", 1: "9"}, extras={0: "x2"})
    table.draw("5")
    assert table.state.bust_cards == [card("5"), 0]
    assert table.rows()[0] == "5 12"
    assert names_of(table.state.extras[0]) == "x2"
    assert table.discards() == ""
    conserved(table.state)


def test_sv_18_who_is_bust_has_no_more_turns() -> None:
    table = dealt({0: "5", 1: "9", 2: "4"})
    table.draw("5")
    table.draw("1")
    table.draw("2")
    assert table.open() == (Decision.TURN, 1)


@pytest.mark.parametrize("name", ["+2", "x2", "feather", "+10"])
def test_sv_r25_modifiers_and_bonuses_never_bust(name: str) -> None:
    own = dealt({0: "2 10", 1: "9"}, extras={0: "feather"})
    assert own.draw(name) == [CardDrawn(0, card(name))]
    assert own.standings() == "II"


def test_sv_14_a_second_chance_discards_the_repeat_and_itself_and_one_goes_on() -> None:
    table = dealt({0: "5", 1: "9"}, second=[0])
    assert table.draw("5 1") == [CardDrawn(0, card("5")), SecondChanceUsed(0, card("5"))]
    assert table.standings() == "II"
    assert table.state.second_chances == [False, False]
    assert table.rows() == ["5", "9"]
    assert table.discards() == "5 second"
    assert table.open() == (Decision.TURN, 1)
    conserved(table.state)


def test_sv_r13_a_spent_second_chance_does_not_cancel_another_repeat() -> None:
    table = dealt({0: "5", 1: "9"}, safe=[1], second=[0])
    table.draw("5")
    assert table.draw("5")[1] == Busted(0, card("5"))


def test_sv_r13_the_second_chance_of_another_seat_does_not_help() -> None:
    table = dealt({0: "5", 1: "9"}, second=[1])
    assert table.draw("5")[1] == Busted(0, card("5"))
    assert table.state.second_chances == [False, True]


def test_sv_25_a_first_second_chance_is_kept() -> None:
    table = dealt({0: "5", 1: "9"})
    assert table.draw("second") == [CardDrawn(0, card("second"))]
    assert table.state.second_chances == [True, False]
    assert table.discards() == ""
    conserved(table.state)


def test_sv_25_a_second_copy_is_offered_to_the_seats_in_the_round_without_one() -> None:
    table = dealt(
        {0: "5", 1: "9", 2: "4", 3: "1", 4: "2"}, turn=2, second=[2, 4], safe=[3], options=PLENTY
    )
    assert table.draw("second") == [CardDrawn(2, card("second"))]
    assert table.open() == (Decision.GIVE_SECOND_CHANCE, 2)
    assert table.state.card == card("second")
    assert table.choices() == [0, 1]
    conserved(table.state)
    assert table.choose(1) == [SecondChanceMoved(2, 1)]
    assert table.state.second_chances == [False, True, True, False, True]
    assert table.open() == (Decision.TURN, 4)
    conserved(table.state)


def test_sv_r13_whom_a_second_copy_may_go_to_is_listed_clockwise_from_the_drawer() -> None:
    table = dealt({0: "5", 1: "9", 2: "4", 3: "1"}, turn=1, second=[1])
    table.draw("second")
    assert table.choices() == [2, 3, 0]


def test_sv_r13_with_one_possible_receiver_the_second_copy_goes_by_itself() -> None:
    table = dealt({0: "5", 1: "9", 2: "4"}, second=[0, 1], options=PLENTY)
    assert table.draw("second") == [CardDrawn(0, card("second")), SecondChanceMoved(0, 2)]
    assert table.state.second_chances == [True, True, True]
    assert table.open() == (Decision.TURN, 1)


@pytest.mark.parametrize(("second", "safe"), [([0, 1, 2], []), ([0], [1, 2]), ([0, 1], [2])])
def test_sv_r13_with_nobody_eligible_the_second_copy_is_discarded(
    second: list[int], safe: list[int]
) -> None:
    table = dealt({0: "5", 1: "9", 2: "4"}, second=second, safe=safe, options=PLENTY)
    events = table.draw("second")
    assert events == [CardDrawn(0, card("second")), SecondChanceMoved(0, None)]
    assert table.discards() == "second"
    assert table.state.second_chances == [seat in second for seat in range(3)]


def test_sv_r13_who_got_a_second_chance_may_use_it() -> None:
    table = dealt({0: "5", 1: "9"}, second=[0])
    table.draw("second")
    assert table.draw("9") == [CardDrawn(1, card("9")), SecondChanceUsed(1, card("9"))]


def test_sv_r12_a_bust_cancels_the_actions_still_queued_by_that_seat_and_no_others() -> None:
    table = dealt({0: "5", 1: "9", 2: "4"})
    table.draw("storm three three freeze 2 3 4")
    assert table.state.queue == [(card("three"), 1), (card("freeze"), 2)]
    events = table.choose(2)
    assert events[-2:] == [
        Busted(2, card("4")),
        ActionDiscarded(QueuedAction(card("freeze"), 2)),
    ]
    assert table.open() == (Decision.TARGET, 1)


def test_sv_r12_cancelled_actions_are_discarded_in_their_order_after_the_bust() -> None:
    table = dealt({0: "5", 1: "9", 2: "4"})
    table.draw("three freeze crossroads 9")
    events = table.choose(1)
    assert events[-4:] == [
        CardDrawn(1, card("9")),
        Busted(1, card("9")),
        ActionDiscarded(QueuedAction(card("freeze"), 1)),
        ActionDiscarded(QueuedAction(card("crossroads"), 1)),
    ]
    assert table.discards() == "freeze crossroads three"
    assert table.state.queue == []
    assert table.open() == (Decision.TURN, 2)
    conserved(table.state)


def test_sv_r12_actions_queued_by_others_stay_when_somebody_busts() -> None:
    table = dealt({0: "5", 1: "9", 2: "4"})
    table.draw("storm freeze 9 freeze")
    assert table.standings() == "IBI"
    assert table.open() == (Decision.TARGET, 0)
    assert table.state.queue == [(card("freeze"), 2)]
    conserved(table.state)


# Ballast


def test_sv_22_a_ballast_is_kept_as_a_distinct_value_or_discarded() -> None:
    table = dealt({0: "5", 1: "9"})
    assert table.draw("-4") == [CardDrawn(0, card("-4"))]
    assert table.open() == (Decision.BALLAST, 0)
    assert table.state.card == card("-4")
    conserved(table.state)
    twin = dealt({0: "5", 1: "9"})
    twin.draw("-4")
    assert table.keep() == [BallastDecided(0, card("-4"), kept=True)]
    assert (table.rows(), table.discards()) == (["5 -4", "9"], "")
    assert twin.discard() == [BallastDecided(0, card("-4"), kept=False)]
    assert (twin.rows(), twin.discards()) == (["5", "9"], "-4")
    for one in (table, twin):
        assert one.open() == (Decision.TURN, 1)
        assert one.state.card == 0
        conserved(one.state)


def test_sv_38_different_ballasts_are_different_values() -> None:
    table = dealt({0: "13 -4", 1: "9"}, safe=[1])
    table.draw("-6")
    table.keep()
    table.draw("-2")
    table.keep()
    assert table.rows()[0] == "13 -4 -6 -2"


def test_sv_r19_a_ballast_that_is_in_the_row_is_discarded_and_a_second_chance_not_spent() -> None:
    table = dealt({0: "5 -4", 1: "9"}, second=[0])
    assert table.draw("-4") == [
        CardDrawn(0, card("-4")),
        BallastDecided(0, card("-4"), kept=False),
    ]
    assert table.standings() == "II"
    assert table.state.second_chances == [True, False]
    assert table.discards() == "-4"
    assert table.open() == (Decision.TURN, 1)


def test_sv_r47_by_option_a_ballast_that_is_in_the_row_busts_and_stays_on_the_table() -> None:
    table = dealt({0: "5 -4", 1: "9"}, options=BUSTS)
    assert table.draw("-4") == [CardDrawn(0, card("-4")), Busted(0, card("-4"))]
    assert table.state.bust_cards == [card("-4"), 0]
    assert table.standings() == "BI"


def test_sv_r47_by_option_a_second_chance_cancels_a_repeated_ballast() -> None:
    table = dealt({0: "5 -4", 1: "9"}, second=[0], options=BUSTS)
    assert table.draw("-4")[1] == SecondChanceUsed(0, card("-4"))
    assert table.discards() == "-4 second"


def test_sv_r19_by_option_a_new_ballast_is_still_decided() -> None:
    table = dealt({0: "5 -2", 1: "9"}, options=BUSTS)
    table.draw("-4")
    assert table.open() == (Decision.BALLAST, 0)
