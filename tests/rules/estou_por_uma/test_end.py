"""When the match ends, and who finished where."""

import pytest

from carteado.rules import estou_por_uma
from carteado.rules.estou_por_uma import EndMode, Options
from carteado.rules.estou_por_uma.state import Phase
from carteado.rules.game import Awaiting, Placement
from carteado.rules.shuffle import ROUNDS
from tests.rules.estou_por_uma.table import Table, laid

FIRST_OUT = Options(end_mode=EndMode.FIRST_OUT)


def counted(
    *totals: int,
    hands: tuple[str, ...],
    options: Options | None = None,
    round_number: int = 2,
) -> Table:
    """Seat 0 goes out in a round; the others are left with these hands."""
    held = {0: "KD", **dict(enumerate(hands, start=1))}
    points = dict(enumerate(totals))
    table = laid(held, "KS", points=points, options=options, round_number=round_number)
    table.play("KD")
    return table


def test_epu_r35_the_others_continue_when_somebody_leaves() -> None:
    table = counted(60, 97, 0, hands=("4H", "AD"))
    assert table.awaiting() is Awaiting.DEAL
    assert estou_por_uma.placements(table.state) == []
    assert estou_por_uma.seats_out(table.state) == [1]


def test_epu_r35_the_last_one_who_remains_wins() -> None:
    table = counted(60, 97, hands=("4H",))
    assert table.awaiting() is Awaiting.NOTHING
    assert estou_por_uma.placements(table.state) == [Placement(0, 1, 60), Placement(1, 2, 101)]
    assert estou_por_uma.seats_out(table.state) == [1]
    assert estou_por_uma.to_act(table.state) is None


def test_epu_r36_two_who_pass_together_leave_the_third_the_win() -> None:
    table = counted(20, 90, 91, hands=("JH KH", "KC KS 4D"))
    assert table.awaiting() is Awaiting.NOTHING
    assert table.places() == {0: 1, 1: 2, 2: 3}


def test_epu_r38_a_reset_ends_nothing() -> None:
    assert counted(0, 95, hands=("5H",)).awaiting() is Awaiting.DEAL


def placed(out: list[int], points: list[int], options: Options | None = None) -> list[int]:
    """The places of seats that went out in these rounds with these points."""
    table = laid({0: "KD", 1: "KH"}, "KS", seats=len(out), options=options)
    table.state.out_round = out
    table.state.points = points
    table.state.phase = Phase.FINISHED
    return [one.place for one in estou_por_uma.placements(table.state)]


def test_epu_r37_who_left_later_ranks_higher() -> None:
    assert placed([0, 3, 1, 2], [50, 120, 101, 110]) == [1, 2, 4, 3]


def test_epu_r37_of_one_round_the_lower_total_ranks_higher() -> None:
    assert placed([0, 2, 2, 1], [50, 105, 101, 120]) == [1, 3, 2, 4]


def test_epu_r37_g_9_equal_totals_of_one_round_share_the_place() -> None:
    assert placed([0, 2, 2, 1], [50, 105, 105, 120]) == [1, 2, 2, 4]


def test_epu_r37_the_winner_is_first_whatever_its_total() -> None:
    assert placed([2, 0], [101, 99]) == [2, 1]


def test_epu_r36_when_all_leave_together_the_lowest_total_wins() -> None:
    assert placed([4, 4, 1], [103, 101, 150]) == [2, 1, 3]


def test_epu_r35_by_option_the_match_ends_when_somebody_passes_and_the_fewest_points_win() -> None:
    table = counted(60, 97, 12, hands=("4H", "AD"), options=FIRST_OUT)
    assert table.awaiting() is Awaiting.NOTHING
    assert estou_por_uma.placements(table.state) == [
        Placement(0, 2, 60),
        Placement(1, 3, 101),
        Placement(2, 1, 13),
    ]
    assert estou_por_uma.seats_out(table.state) == [1]


def test_epu_r35_by_option_equal_points_share_the_place() -> None:
    table = counted(60, 97, 59, hands=("4H", "AD"), options=FIRST_OUT)
    assert table.places() == {0: 1, 1: 3, 2: 1}


def test_epu_r35_by_option_the_match_goes_on_while_nobody_passes() -> None:
    table = counted(40, 88, 90, hands=("3H", "6D"), options=FIRST_OUT)
    assert table.awaiting() is Awaiting.DEAL
    assert estou_por_uma.placements(table.state) == []


def test_epu_r35_epu_16_by_option_the_limit_itself_ends_nothing() -> None:
    table = counted(40, 95, 90, hands=("5H", "6D"), options=FIRST_OUT)
    assert table.awaiting() is Awaiting.DEAL
    assert table.state.points == [40, 0, 96]


@pytest.mark.parametrize("options", [Options(), FIRST_OUT])
def test_g_12_a_match_of_1024_rounds_ends_where_it_stands(options: Options) -> None:
    table = counted(60, 20, 12, hands=("4H", "AD"), options=options, round_number=ROUNDS)
    assert table.awaiting() is Awaiting.NOTHING
    assert table.places() == {0: 1, 1: 1, 2: 1}


@pytest.mark.parametrize("options", [Options(), FIRST_OUT])
def test_g_12_the_round_before_does_not_end_it(options: Options) -> None:
    table = counted(60, 20, 12, hands=("4H", "AD"), options=options, round_number=ROUNDS - 1)
    assert table.awaiting() is Awaiting.DEAL


def test_g_12_the_seats_still_playing_share_the_best_place_left() -> None:
    table = counted(60, 97, 12, hands=("4H", "AD"), round_number=ROUNDS)
    assert table.places() == {0: 1, 1: 3, 2: 1}


def test_g_12_by_option_who_passes_in_the_last_round_ends_it_as_usual() -> None:
    table = counted(60, 97, 12, hands=("4H", "AD"), options=FIRST_OUT, round_number=ROUNDS)
    assert table.places() == {0: 2, 1: 3, 2: 1}


def test_a_round_is_open_for_checking_once_it_is_counted() -> None:
    table = Table(3)
    assert estou_por_uma.rounds_to_open(table.state) == 0
    table.deal()
    assert estou_por_uma.rounds_to_open(table.state) == 0
    stack = laid({0: "7D 2C", 1: "AH"}, "KD", pending=0, round_number=7)
    stack.play("7D", call=True)
    assert estou_por_uma.rounds_to_open(stack.state) == 6
    assert estou_por_uma.rounds_to_open(counted(0, 0, hands=("4H",)).state) == 2
    assert estou_por_uma.rounds_to_open(counted(60, 97, hands=("4H",)).state) == 2


def test_a_drawn_card_leaves_the_round_open() -> None:
    table = laid({0: "2S 3S", 1: "AH"}, "KD", stock="KH", round_number=7)
    table.draw()
    assert estou_por_uma.rounds_to_open(table.state) == 6
    assert table.awaiting() is Awaiting.SEAT


def test_what_the_match_waits_for() -> None:
    table = Table(3, dealer=0)
    assert table.awaiting() is Awaiting.DEAL
    assert estou_por_uma.to_act(table.state) is None
    table.deal()
    assert table.awaiting() is Awaiting.SEAT
    assert estou_por_uma.to_act(table.state) == 1
