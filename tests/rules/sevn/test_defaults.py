"""What is done for a seat whose time is over."""

import pytest

from carteado.rules import sevn
from carteado.rules.game import Awaiting
from carteado.rules.sevn import Choose, Options, Pass
from tests.rules.sevn.table import PLENTY, Table, dealt, opened, running_out, steps

BUSTS = Options(duplicate_ballast_busts=True)


def default(table: Table) -> sevn.Action:
    return sevn.default_action(table.state)


def test_sv_r23_in_its_turn_a_seat_stops() -> None:
    assert default(dealt({0: "5", 1: "9"})) == Pass()
    assert default(running_out(dealt({0: "", 1: "9"}), "")) == Pass()


def test_sv_22_when_time_runs_out_a_ballast_is_discarded() -> None:
    table = dealt({0: "5", 1: "9"})
    table.draw("-4")
    assert default(table) == Choose(keep=False)


@pytest.mark.parametrize("name", ["freeze", "three"])
def test_sv_r23_an_action_is_aimed_at_oneself(name: str) -> None:
    table = dealt({0: "5", 1: "9", 2: "4"}, turn=1)
    table.draw(name)
    assert default(table) == Choose(seat=1)


def test_sv_r23_who_is_out_aims_at_the_next_seat_in_the_round() -> None:
    table = dealt({0: "5", 1: "9", 2: "4", 3: "1"}, safe=[2])
    table.draw("storm freeze freeze 6")
    table.choose(1)
    assert table.state.to_act == 1
    assert default(table) == Choose(seat=3)


def test_sv_r23_a_second_chance_goes_to_the_next_seat_that_may_have_it() -> None:
    table = dealt({0: "5", 1: "9", 2: "4", 3: "1"}, turn=1, second=[1, 2], options=PLENTY)
    table.draw("second")
    assert default(table) == Choose(seat=3)


@pytest.mark.parametrize(
    ("row", "shown", "option"),
    [
        ("5", "5 12", 1),
        ("5", "12 5", 0),
        ("5 12", "5 12", 0),
        ("5", "9 12", 0),
        ("5", "5 freeze", 1),
        ("5", "5 x2", 1),
        ("5", "5 -2", 1),
        ("5 -2", "-2 12", 0),
        ("5 -2", "5 -2", 1),
    ],
)
def test_sv_r23_at_a_crossroads_the_first_card_that_does_not_repeat_is_taken(
    row: str, shown: str, option: int
) -> None:
    table = dealt({0: row, 1: "9"})
    table.draw(f"crossroads {shown}")
    assert default(table) == Choose(option=option)


@pytest.mark.parametrize(
    ("row", "shown", "option"),
    [("5 -2", "-2 12", 1), ("5 -2", "5 -2", 0), ("5 -2", "-4 12", 0), ("5", "5 -2", 1)],
)
def test_g_32_by_option_a_repeated_ballast_is_a_repeat(row: str, shown: str, option: int) -> None:
    table = dealt({0: row, 1: "9"}, options=BUSTS)
    table.draw(f"crossroads {shown}")
    assert default(table) == Choose(option=option)


def test_g_32_a_repeat_is_one_even_if_a_second_chance_would_cancel_it() -> None:
    table = dealt({0: "5", 1: "9"}, second=[0])
    table.draw("crossroads 5 12")
    assert default(table) == Choose(option=1)


@pytest.mark.parametrize("seed", range(8))
def test_g_6_the_default_is_always_legal(seed: int) -> None:
    match = opened(seed, 2 + seed)
    for _ in steps(match, seed):
        if match.game.awaiting(match.state) is Awaiting.SEAT:
            seat = match.game.to_act(match.state)
            assert seat is not None
            legal = match.game.legal_actions(match.state, seat)
            assert match.game.default_action(match.state) in legal
