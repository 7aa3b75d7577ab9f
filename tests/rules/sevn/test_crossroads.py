"""Crossroads: two cards shown, one taken."""

from collections.abc import Sequence

import pytest

from carteado.rules.sevn import Options
from carteado.rules.sevn.events import (
    ActionDiscarded,
    ActionResolved,
    BallastDecided,
    Busted,
    CardDrawn,
    Crossroads,
    QueuedAction,
    Reshuffled,
    SecondChanceMoved,
    SecondChanceUsed,
    Sevn,
)
from carteado.rules.sevn.state import Decision
from tests.rules.sevn.table import (
    PLENTY,
    Table,
    card,
    cards,
    conserved,
    dealt,
    names_of,
    running_out,
    scored,
)

MINE = QueuedAction(card("crossroads"), 0)


def shown(
    names: str, row: str = "5", second: Sequence[int] = (), options: Options | None = None
) -> Table:
    """Seat 0 of three stands at a crossroads and sees these cards."""
    table = dealt({0: row, 1: "9", 2: "4"}, second=second, options=options)
    table.draw(f"crossroads {names} 13")
    return table


def test_sv_27_two_cards_are_shown_to_everybody_and_the_owner_chooses() -> None:
    table = dealt({0: "5", 1: "9", 2: "4"})
    events = table.draw("crossroads 9 12 1")
    assert events == [
        CardDrawn(0, card("crossroads")),
        ActionResolved(MINE, None),
        Crossroads(0, tuple(cards("9 12"))),
    ]
    assert table.open() == (Decision.CROSSROADS, 0)
    assert table.state.card == card("crossroads")
    for observer in (None, 0, 1, 2):
        assert table.view(observer).options == tuple(cards("9 12"))
    current = table.view().current
    assert current is not None
    assert (current.action, current.target) == (MINE, None)
    assert (current.draws_left, current.seats_left) == (0, ())
    conserved(table.state)


@pytest.mark.parametrize(("option", "taken", "left"), [(0, "9", "12"), (1, "12", "9")])
def test_sv_27_the_card_chosen_is_resolved_and_the_other_discarded(
    option: int, taken: str, left: str
) -> None:
    table = shown("9 12")
    assert table.take(option) == [Crossroads(0, tuple(cards("9 12")), card(taken))]
    assert table.rows() == [f"5 {taken}", "9", "4"]
    assert table.discards() == f"{left} crossroads"
    assert table.view().options == ()
    assert table.view().current is None
    assert table.open() == (Decision.TURN, 1)
    conserved(table.state)


@pytest.mark.parametrize("option", [0, 1])
def test_sv_36_with_two_repeats_one_must_choose_and_bust(option: int) -> None:
    table = shown("5 12", "5 12")
    taken = cards("5 12")[option]
    assert table.take(option) == [Crossroads(0, tuple(cards("5 12")), taken), Busted(0, taken)]
    assert table.standings() == "BII"
    assert table.state.bust_cards[0] == taken
    assert table.discards() == names_of([cards("12 5")[option], card("crossroads")])
    assert table.open() == (Decision.TURN, 1)


def test_sv_36_a_second_chance_cancels_the_repeat_that_was_chosen() -> None:
    table = shown("5 12", "5 12", second=[0])
    assert table.take(1)[1] == SecondChanceUsed(0, card("12"))
    assert table.standings() == "III"
    assert table.discards() == "5 12 second crossroads"
    conserved(table.state)


def test_sv_r42_the_card_left_is_discarded_before_a_chosen_ballast_is_decided() -> None:
    table = shown("-4 5")
    assert table.take(0) == [Crossroads(0, tuple(cards("-4 5")), card("-4"))]
    assert table.open() == (Decision.BALLAST, 0)
    assert table.discards() == "5"
    assert table.view().current is not None
    conserved(table.state)
    assert table.discard() == [BallastDecided(0, card("-4"), kept=False)]
    assert table.discards() == "5 -4 crossroads"
    assert table.rows()[0] == "5"


def test_sv_r17_a_chosen_modifier_or_bonus_is_held() -> None:
    table = shown("x2 heavy")
    table.take(1)
    assert names_of(table.state.extras[0]) == "heavy"
    assert table.discards() == "x2 crossroads"


def test_sv_r17_a_chosen_second_chance_is_kept_or_given() -> None:
    table = shown("second 12")
    table.take(0)
    assert table.state.second_chances == [True, False, False]
    table = shown("second 12", second=[0, 1], options=PLENTY)
    assert table.take(0)[1] == SecondChanceMoved(0, 2)
    assert table.discards() == "12 crossroads"


def test_sv_r17_a_chosen_action_goes_to_the_end_of_the_queue() -> None:
    table = shown("freeze 12")
    assert table.take(0) == [Crossroads(0, tuple(cards("freeze 12")), card("freeze"))]
    assert table.open() == (Decision.TARGET, 0)
    assert table.discards() == "12 crossroads"
    table.choose(2)
    assert table.standings() == "IIS"
    assert table.discards() == "12 crossroads freeze"


def test_sv_27_a_card_left_at_a_crossroads_has_no_effect() -> None:
    table = shown("12 storm")
    table.take(0)
    assert table.rows() == ["5 12", "9", "4"]
    assert table.state.queue == []
    assert table.discards() == "storm crossroads"


def test_sv_8_the_seventh_value_taken_at_a_crossroads_makes_sevn() -> None:
    table = shown("7 12", "0 1 2 3 4 5")
    events = table.take(0)
    assert events[1] == Sevn(0)
    assert scored(events) == [39, 9, 4]
    assert table.discards() == "12 crossroads"
    conserved(table.state)


def test_sv_r18_where_one_card_exists_it_must_be_resolved() -> None:
    table = running_out(dealt({0: "5", 1: "9", 2: "4"}), "crossroads 7")
    assert table.draw() == [
        CardDrawn(0, card("crossroads")),
        ActionResolved(MINE, None),
        Crossroads(0, (card("7"),)),
        Crossroads(0, (card("7"),), card("7")),
    ]
    assert table.rows() == ["5 7", "9", "4"]
    assert table.discards() == "crossroads"
    assert table.open() == (Decision.TURN, 1)


def test_sv_r44_where_no_card_exists_a_crossroads_is_discarded_without_effect() -> None:
    table = running_out(dealt({0: "5", 1: "9", 2: "4"}), "crossroads")
    assert table.draw() == [CardDrawn(0, card("crossroads")), ActionDiscarded(MINE)]
    assert table.discards() == "crossroads"
    assert table.open() == (Decision.TURN, 1)


def test_sv_r18_the_discards_are_shuffled_between_the_two_and_the_crossroads_stays_out() -> None:
    table = running_out(dealt({0: "5", 1: "9", 2: "4"}), "crossroads 7", "13 2")
    table.laid.top = cards("13")
    events = table.draw()
    assert events[1:] == [
        ActionResolved(MINE, None),
        Reshuffled(2),
        Crossroads(0, tuple(cards("7 13"))),
    ]
    assert table.laid.given == cards("2 13")
    assert table.discards() == ""
    assert table.state.deck == cards("2")


def test_sv_r18_the_discards_may_be_shuffled_before_the_first_card_is_shown() -> None:
    table = running_out(dealt({0: "5", 1: "9", 2: "4"}), "crossroads", "13 2")
    table.laid.top = cards("13")
    shown = Crossroads(0, tuple(cards("13 2")))
    assert table.draw()[1:] == [ActionResolved(MINE, None), Reshuffled(2), shown]


def test_sv_r11_a_crossroads_has_no_effect_once_its_owner_is_out_of_the_round() -> None:
    table = dealt({0: "5", 1: "9", 2: "4"})
    table.draw("storm freeze crossroads 6 7 8")
    events = table.choose(1)
    assert events[-1] == ActionDiscarded(QueuedAction(card("crossroads"), 1))
    assert table.rows() == ["5", "9", "4 6"]
    assert table.discards() == "storm freeze crossroads"
    assert table.state.deck[:2] == cards("7 8")
    assert table.open() == (Decision.TURN, 2)
