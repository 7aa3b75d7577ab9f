"""Why an action is refused, and in which order that is checked."""

from collections.abc import Callable

import pytest

from carteado.rules import sevn
from carteado.rules.game import IllegalAction, Refusal
from carteado.rules.sevn import Action, Choose, Draw, Pass
from tests.rules.sevn.table import PLENTY, Table, dealt, everything, running_out


def turn() -> Table:
    """Seat 0 of three has its turn."""
    return dealt({0: "5", 1: "9", 2: "4"})


def without_cards() -> Table:
    return running_out(turn(), "")


def target() -> Table:
    """Seat 0 of four aims a freeze; seat 3 is out."""
    table = dealt({0: "5", 1: "9", 2: "4", 3: "1"}, safe=[3])
    table.draw("freeze")
    return table


def ballast() -> Table:
    table = turn()
    table.draw("-4")
    return table


def gift() -> Table:
    """Seat 0 of four gives a second chance to seat 1 or 2; seat 3 has one."""
    table = dealt({0: "5", 1: "9", 2: "4", 3: "1"}, second=[0, 3], options=PLENTY)
    table.draw("second")
    return table


def crossroads() -> Table:
    table = turn()
    table.draw("crossroads 12 13")
    return table


def between_rounds() -> Table:
    table = turn()
    table.stop_all()
    return table


def over() -> Table:
    table = dealt({0: "5", 1: "9", 2: "4"}, totals=[245, 0, 0])
    table.stop_all()
    return table


def undealt() -> Table:
    return Table(3)


KEEP, DISCARD = Choose(keep=True), Choose(keep=False)
CASES: list[tuple[Callable[[], Table], int, object, Refusal]] = [
    (turn, 1, Draw(), Refusal.NOT_YOUR_TURN),
    (turn, 1, Pass(), Refusal.NOT_YOUR_TURN),
    (turn, 7, Draw(), Refusal.NOT_YOUR_TURN),
    (turn, -1, Draw(), Refusal.NOT_YOUR_TURN),
    (turn, 1, KEEP, Refusal.NOT_YOUR_TURN),
    (turn, 0, KEEP, Refusal.WRONG_DECISION),
    (turn, 0, Choose(seat=0), Refusal.WRONG_DECISION),
    (turn, 0, Choose(option=0), Refusal.WRONG_DECISION),
    (turn, 0, None, Refusal.WRONG_PHASE),
    (turn, 1, None, Refusal.WRONG_PHASE),
    (turn, 0, "play", Refusal.WRONG_PHASE),
    (without_cards, 0, Draw(), Refusal.NOT_AN_OPTION),
    (without_cards, 1, Draw(), Refusal.NOT_YOUR_TURN),
    (target, 0, Draw(), Refusal.WRONG_DECISION),
    (target, 0, Pass(), Refusal.WRONG_DECISION),
    (target, 0, KEEP, Refusal.WRONG_DECISION),
    (target, 0, Choose(option=0), Refusal.WRONG_DECISION),
    (target, 0, Choose(seat=3), Refusal.NOT_AN_OPTION),
    (target, 0, Choose(seat=4), Refusal.NOT_AN_OPTION),
    (target, 0, Choose(seat=-1), Refusal.NOT_AN_OPTION),
    (target, 1, Choose(seat=0), Refusal.NOT_YOUR_TURN),
    (target, 1, Choose(seat=9), Refusal.NOT_YOUR_TURN),
    (ballast, 0, Draw(), Refusal.WRONG_DECISION),
    (ballast, 0, Pass(), Refusal.WRONG_DECISION),
    (ballast, 0, Choose(seat=0), Refusal.WRONG_DECISION),
    (ballast, 0, Choose(option=0), Refusal.WRONG_DECISION),
    (ballast, 1, DISCARD, Refusal.NOT_YOUR_TURN),
    (gift, 0, Choose(seat=0), Refusal.NOT_AN_OPTION),
    (gift, 0, Choose(seat=3), Refusal.NOT_AN_OPTION),
    (gift, 0, Choose(keep=True), Refusal.WRONG_DECISION),
    (gift, 0, Choose(option=1), Refusal.WRONG_DECISION),
    (gift, 0, Pass(), Refusal.WRONG_DECISION),
    (crossroads, 0, Choose(option=2), Refusal.NOT_AN_OPTION),
    (crossroads, 0, Choose(option=-1), Refusal.NOT_AN_OPTION),
    (crossroads, 0, Choose(seat=0), Refusal.WRONG_DECISION),
    (crossroads, 0, KEEP, Refusal.WRONG_DECISION),
    (crossroads, 0, Draw(), Refusal.WRONG_DECISION),
    (crossroads, 2, Choose(option=0), Refusal.NOT_YOUR_TURN),
    (crossroads, 2, Choose(option=5), Refusal.NOT_YOUR_TURN),
    (between_rounds, 0, Draw(), Refusal.ROUND_OVER),
    (between_rounds, 0, KEEP, Refusal.ROUND_OVER),
    (between_rounds, 0, None, Refusal.ROUND_OVER),
    (over, 1, Pass(), Refusal.ROUND_OVER),
    (over, 1, None, Refusal.ROUND_OVER),
    (undealt, 0, Draw(), Refusal.WRONG_PHASE),
    (undealt, 0, Choose(seat=1), Refusal.WRONG_PHASE),
    (undealt, 0, None, Refusal.WRONG_PHASE),
]


@pytest.mark.parametrize(("position", "seat", "action", "refusal"), CASES)
def test_g_20_over_then_phase_then_turn_then_decision_then_option(
    position: Callable[[], Table], seat: int, action: Action, refusal: Refusal
) -> None:
    table = position()
    assert table.refusal(seat, action) is refusal


@pytest.mark.parametrize(("position", "seat", "action", "refusal"), CASES)
def test_g_5_an_illegal_action_changes_nothing(
    position: Callable[[], Table], seat: int, action: Action, refusal: Refusal
) -> None:
    table = position()
    before = everything(table.state)
    with pytest.raises(IllegalAction) as refused:
        sevn.apply(table.state, seat, action, table.laid)
    assert refused.value.refusal is refusal
    assert everything(table.state) == before


EVERY: list[Action] = [
    Draw(),
    Pass(),
    *(Choose(seat=seat) for seat in range(-1, 13)),
    KEEP,
    DISCARD,
    *(Choose(option=option) for option in range(-1, 4)),
]


@pytest.mark.parametrize(
    ("position", "legal"),
    [
        (turn, [Draw(), Pass()]),
        (without_cards, [Pass()]),
        (target, [Choose(seat=0), Choose(seat=1), Choose(seat=2)]),
        (ballast, [KEEP, DISCARD]),
        (gift, [Choose(seat=1), Choose(seat=2)]),
        (crossroads, [Choose(option=0), Choose(option=1)]),
        (between_rounds, []),
        (over, []),
        (undealt, []),
    ],
)
def test_g_5_a_legal_action_is_never_refused_and_every_other_one_is(
    position: Callable[[], Table], legal: list[Action]
) -> None:
    table = position()
    acting = table.state.to_act
    for seat in range(table.seats):
        accepted = [action for action in EVERY if table.refusal(seat, action) is None]
        assert accepted == table.legal(seat) == (legal if seat == acting else [])


def test_sv_r50_without_any_card_drawing_is_no_option() -> None:
    assert without_cards().refusal(0, Draw()) is Refusal.NOT_AN_OPTION
    assert without_cards().refusal(0, Pass()) is None
    assert ballast().refusal(0, Draw()) is Refusal.WRONG_DECISION


def test_g_23_nobodys_list_has_the_deal() -> None:
    for table in (undealt(), between_rounds(), over()):
        assert [table.legal(seat) for seat in range(-1, table.seats)] == [[]] * (table.seats + 1)
