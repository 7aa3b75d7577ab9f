"""A round in which nobody can move."""

from carteado.rules.estou_por_uma.events import CardsDrawn, DrawReason, Passed, RoundScored
from carteado.rules.estou_por_uma.state import Phase
from carteado.rules.game import Awaiting
from tests.rules.estou_por_uma.table import count_of, laid

HANDS = {0: "2S 3S", 1: "9H 4C", 2: "4H JS"}


def nothing(seat: int, reason: DrawReason = DrawReason.TURN) -> CardsDrawn:
    return CardsDrawn(seat, 0, reason, ())


def test_epu_r30_the_round_is_blocked_when_every_player_in_a_row_passes_with_no_card_to_buy() -> (
    None
):
    table = laid(HANDS, "KD", stock="")
    assert table.draw() == [nothing(0), Passed(0)]
    assert table.draw() == [nothing(1), Passed(1)]
    assert table.awaiting() is Awaiting.SEAT
    *told, count = table.draw()
    assert told == [nothing(2), Passed(2)]
    assert isinstance(count, RoundScored)
    assert count.winner is None
    assert [(one.seat, one.points) for one in count.seats] == [(0, 5), (1, 13), (2, 15)]
    assert table.awaiting() is Awaiting.DEAL


def test_epu_r43_only_seats_in_the_round_count() -> None:
    table = laid({0: "2S 3S", 3: "9H 4C"}, "KD", stock="", seats=6)
    table.draw()
    assert count_of(table.draw()).winner is None


def test_g_27_taking_a_stack_when_no_card_exists_counts_as_a_pass() -> None:
    table = laid(HANDS, "7D", stock="", pending=2)
    assert table.draw() == [nothing(0, DrawReason.STACK)]
    assert (table.state.to_act, table.state.phase) == (1, Phase.TURN)
    table.draw()
    assert count_of(table.draw()).winner is None


def test_epu_r30_a_play_in_between_starts_the_row_anew() -> None:
    table = laid({0: "2S 3S", 1: "KH 4C 5C", 2: "4S JS"}, "KD", stock="")
    table.draw()
    table.play("KH")
    assert table.state.passes == 0
    table.state.discards = table.state.discards[-1:]
    for _ in range(2):
        table.draw()
    assert table.awaiting() is Awaiting.SEAT
    table.draw()
    assert table.awaiting() is Awaiting.DEAL


def test_epu_r30_buying_a_card_that_does_not_fit_is_no_such_pass() -> None:
    table = laid(HANDS, "KD", stock="5C 6C 9C")
    for _ in range(3):
        table.draw()
    assert table.awaiting() is Awaiting.SEAT
    assert table.state.passes == 0


def test_epu_r5_taking_a_part_of_a_stack_is_no_such_pass() -> None:
    table = laid(HANDS, "7D", stock="5C", pending=4)
    table.draw()
    assert table.state.passes == 0


def test_epu_r36_a_blocked_round_may_put_everybody_out_and_the_lowest_total_wins() -> None:
    table = laid({0: "2S 3S", 1: "4C"}, "KD", stock="", points={0: 99, 1: 98})
    table.draw()
    table.draw()
    assert table.awaiting() is Awaiting.NOTHING
    assert table.places() == {0: 2, 1: 1}


def test_epu_r36_equal_totals_share_the_win() -> None:
    table = laid({0: "2S 3S", 1: "5C"}, "KD", stock="", points={0: 99, 1: 99})
    table.draw()
    table.draw()
    assert table.places() == {0: 1, 1: 1}
