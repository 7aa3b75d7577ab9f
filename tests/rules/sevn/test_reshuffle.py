"""The deck runs out."""

from carteado.rules import sevn
from carteado.rules.sevn import Draw
from carteado.rules.sevn.events import (
    BallastDecided,
    CardDrawn,
    Reshuffled,
    SecondChanceUsed,
)
from carteado.rules.sevn.state import Decision
from tests.rules.sevn.table import card, cards, dealt, running_out


def test_sv_40_the_discards_are_shuffled_into_a_new_deck() -> None:
    table = running_out(dealt({0: "5", 1: "9"}), "", "13 2 storm 2")
    table.laid.top = cards("2")
    assert table.act(Draw()) == [Reshuffled(4), CardDrawn(0, card("2"))]
    assert table.laid.asked == [(1, "stock/1")]
    assert table.laid.given == cards("2 2 13 storm")
    assert table.state.deck == cards("2 13 storm")
    assert table.discards() == ""


def test_sv_40_cards_on_the_table_stay_exactly_where_they_are() -> None:
    table = dealt({0: "5", 1: "9", 2: "4"}, bust={1: "9"}, safe=[2], extras={0: "x2"}, second=[0])
    running_out(table, "", "2")
    table.act(Draw())
    assert table.rows() == ["5 2", "9", "4"]
    assert table.state.bust_cards[1] == card("9")
    assert table.state.extras[0] == cards("x2")
    assert table.state.second_chances[0]
    assert table.state.deck == []


def test_sv_r3_the_discards_are_shuffled_only_when_a_card_is_needed() -> None:
    table = running_out(dealt({0: "5", 1: "9"}), "7", "3")
    assert table.act(Draw()) == [CardDrawn(0, card("7"))]
    assert (table.state.deck, table.discards()) == ([], "3")
    table.stop()
    assert table.laid.asked == []


def test_g_3_the_reshuffles_of_a_round_are_numbered_from_1_and_each_round_begins_anew() -> None:
    table = running_out(dealt({0: "5", 1: "9"}, safe=[1]), "", "-2")
    for number in (1, 2, 3):
        table.act(Draw())
        table.discard()
        assert table.laid.asked[-1] == (1, f"stock/{number}")
    running_out(table, "1 2", "")
    table.stop()
    table.deal("1 2")
    table.laid.top = []
    running_out(table, "", "3")
    table.act(Draw())
    assert table.laid.asked[-1] == (2, "stock/1")


def test_sv_r21_used_actions_and_cancelled_repeats_go_to_the_discards_at_once() -> None:
    table = running_out(dealt({0: "5", 1: "9"}, safe=[1], second=[0]), "5", "")
    assert table.act(Draw())[1] == SecondChanceUsed(0, card("5"))
    table.laid.top = cards("second")
    assert table.act(Draw()) == [Reshuffled(2), CardDrawn(0, card("second"))]
    assert table.state.second_chances[0]


def test_sv_r21_a_refused_ballast_may_come_again_in_the_same_draw_of_three() -> None:
    table = running_out(dealt({0: "5", 1: "9"}, safe=[1]), "three -2")
    table.act(Draw())
    decided = BallastDecided(0, card("-2"), kept=False)
    again = [decided, Reshuffled(1), CardDrawn(0, card("-2"))]
    assert table.discard() == again
    assert table.discard() == again
    assert table.open() == (Decision.BALLAST, 0)
    assert table.discard() == [decided]
    assert table.discards() == "-2 three"
    assert table.open() == (Decision.TURN, 0)


def test_sv_40_a_storm_of_the_deal_may_need_a_reshuffle() -> None:
    table = dealt({0: "5", 1: "9"}, safe=[1])
    table.stop()
    running_out(table, "storm 3", "13 2")
    table.laid.top = cards("2 13")
    events = sevn.deal(table.state, table.laid)
    assert events[-3:] == [Reshuffled(4), CardDrawn(1, card("2")), CardDrawn(0, card("13"))]
    assert table.laid.asked == [(2, "stock/1")]


def test_sv_40_the_action_in_progress_is_not_in_the_new_deck() -> None:
    table = running_out(dealt({0: "5", 1: "9"}), "storm", "3 2")
    table.laid.top = cards("2 3")
    events = table.act(Draw())
    assert events[2:] == [Reshuffled(2), CardDrawn(0, card("2")), CardDrawn(1, card("3"))]
    assert table.laid.given == cards("2 3")
