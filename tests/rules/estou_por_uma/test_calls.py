"""Calling estou-por-uma, forgetting to, and being caught."""

import pytest

from carteado.rules.estou_por_uma import Declare, Draw, Enforcement, Options, Play
from carteado.rules.estou_por_uma.events import (
    Called,
    Caught,
    DrawReason,
    Passed,
    Reshuffled,
    Reversed,
)
from carteado.rules.estou_por_uma.state import NOBODY, Phase
from carteado.rules.game import Refusal
from tests.rules.estou_por_uma.table import Table, card, drawn, laid, played

HANDS = {0: "5D 2S", 1: "6D 3D 4C", 2: "JS 6C QC"}
CATCH = Options(enforcement=Enforcement.CATCH)
SEVEN = "2C 3C 4C 5C 6C 9C 10C"
"""The seven cards on top of the stock."""


def forgotten(options: Options = CATCH) -> Table:
    """Seat 0 is left with one card and did not call; seat 1 is to act."""
    table = laid(HANDS, "KD", options=options)
    table.play("5D")
    return table


def test_epu_9_the_call_goes_with_the_last_card_but_one() -> None:
    table = laid(HANDS, "KD")
    assert table.play("5D", call=True) == [played(0, "5D"), Called(0)]
    assert table.state.called == [True, False, False]
    assert (table.hand(0), table.state.to_act) == ("2S", 1)


def test_epu_10_epu_r27_who_does_not_call_takes_7_at_once() -> None:
    table = laid(HANDS, "KD")
    assert table.play("5D") == [played(0, "5D"), drawn(0, SEVEN, DrawReason.FORGOTTEN)]
    assert table.state.called == [False] * 3
    assert table.state.open_call == NOBODY
    assert (table.counts(), table.state.to_act) == ([8, 3, 3], 1)


@pytest.mark.parametrize("each", [0, 1, 6])
def test_g_28_how_many_cards_it_costs_is_an_option_and_none_is_no_event(each: int) -> None:
    table = laid(HANDS, "KD", options=Options(forgotten_cards=each))
    events = table.play("5D")
    assert len(events) == (2 if each else 1)
    assert table.counts() == [1 + each, 3, 3]


def test_epu_r28_one_calls_every_time_one_returns_to_a_single_card_by_playing() -> None:
    table = laid({**HANDS, 0: "2S"}, "KD", stock=f"KH {SEVEN}")
    table.draw()
    assert table.play("KH") == [
        played(0, "KH"),
        drawn(0, SEVEN, DrawReason.FORGOTTEN),
        Reversed(-1),
    ]


def test_epu_r28_an_old_call_does_not_count_for_a_hand_that_has_grown() -> None:
    table = laid({**HANDS, 0: "2S"}, "KD", stock=f"KH {SEVEN}")
    table.state.called[0] = True
    table.draw()
    assert not table.state.called[0]
    table.play("KH")
    assert table.counts()[0] == 8


@pytest.mark.parametrize("hand", ["5D", "5D 2S 3S", "5D 2S 3S 4S"])
def test_epu_r29_a_call_with_another_number_of_cards_is_refused(hand: str) -> None:
    table = laid({**HANDS, 0: hand}, "KD")
    play = Play(card("5D"), 0, call=True)
    assert table.refusal(play) is Refusal.DECLARATION_NOT_APPLICABLE
    assert table.refusal(Play(card("5D"))) is None


def test_the_call_goes_with_a_wild_card_as_with_any_other() -> None:
    table = laid({**HANDS, 0: "8C 2S"}, "KD")
    assert table.play("8C", "S", call=True) == [played(0, "8C", "S"), Called(0)]


@pytest.mark.parametrize("seat", [1, 2])
def test_a_call_stands_until_the_hand_grows(seat: int) -> None:
    table = laid({0: "5D 2S", 1: "5D 3D 4C", 2: "JD 6D QC"}, "KD")
    table.play("5D", call=True)
    assert table.state.called[0]
    table.play("5D" if seat == 1 else "3D")
    assert table.state.called[0] == (seat == 2)


def test_epu_r5_forgetting_may_reshuffle() -> None:
    table = laid(HANDS, "KD", stock="2C 3C", under="9C", options=Options(forgotten_cards=3))
    table.laid.top = [card("9C")]
    assert table.play("5D")[1:] == [Reshuffled(2), drawn(0, "2C 3C 9C", DrawReason.FORGOTTEN)]


# By accusation


def test_epu_r27_by_option_a_forgotten_call_stays_open_and_costs_nothing_yet() -> None:
    table = laid(HANDS, "KD", options=CATCH)
    assert table.play("5D") == [played(0, "5D")]
    assert table.state.open_call == 0
    assert (table.counts(), table.state.to_act) == ([1, 3, 3], 1)


@pytest.mark.parametrize("accuser", [1, 2])
def test_epu_r27_any_other_player_may_accuse(accuser: int) -> None:
    table = forgotten()
    assert table.declare(accuser, 0) == [
        Caught(0, accuser),
        drawn(0, SEVEN, DrawReason.FORGOTTEN),
    ]
    assert table.state.open_call == NOBODY
    assert (table.state.to_act, table.state.phase) == (1, Phase.TURN)
    assert table.counts() == [8, 3, 3]


def test_epu_r27_the_player_may_still_call() -> None:
    table = forgotten()
    assert table.declare(0) == [Called(0)]
    assert table.state.called == [True, False, False]
    assert (table.state.open_call, table.state.to_act) == (NOBODY, 1)
    assert table.refusal(Declare(0), seat=2) is Refusal.NOTHING_TO_CATCH


def test_epu_r27_a_call_made_in_time_leaves_nothing_open() -> None:
    table = laid(HANDS, "KD", options=CATCH)
    table.play("5D", call=True)
    assert table.state.open_call == NOBODY
    assert table.refusal(Declare(0), seat=1) is Refusal.NOTHING_TO_CATCH


def test_epu_r27_one_is_caught_once() -> None:
    table = forgotten()
    table.declare(2, 0)
    assert table.refusal(Declare(0), seat=1) is Refusal.NOTHING_TO_CATCH
    assert table.refusal(Declare(), seat=0) is Refusal.NOTHING_TO_DECLARE


def test_epu_r27_the_next_play_closes_it() -> None:
    table = forgotten()
    table.play("6D")
    assert table.state.open_call == NOBODY
    assert table.refusal(Declare(0), seat=2) is Refusal.NOTHING_TO_CATCH


def test_epu_r27_the_next_draw_closes_it() -> None:
    table = laid({**HANDS, 1: "3S 4C"}, "KD", stock="2H 3H", options=CATCH)
    table.play("5D")
    assert table.draw() == [drawn(1, "2H", DrawReason.TURN), Passed(1)]
    assert table.state.open_call == NOBODY


def test_epu_r27_taking_a_stack_closes_it() -> None:
    table = laid({**HANDS, 0: "7D 2S"}, "KD", options=CATCH)
    table.play("7D")
    assert table.state.open_call == 0
    table.draw()
    assert table.state.open_call == NOBODY


def test_g_30_it_stays_open_however_many_cards_the_seat_then_holds() -> None:
    options = Options(enforcement=Enforcement.CATCH, identical_self=True)
    hands = {**HANDS, 0: "5D 2S"}
    accused = laid(hands, "5D", top_seat=0, options=options)
    accused.play("5D")
    assert (accused.counts()[0], accused.state.open_call) == (4, 0)
    accused.declare(1, 0)
    assert accused.counts()[0] == 11
    late = laid(hands, "5D", top_seat=0, options=options)
    late.play("5D")
    assert late.declare(0) == [Called(0)]
    assert late.state.called[0]


def test_g_30_only_seats_in_the_round_accuse() -> None:
    table = laid(HANDS, "KD", seats=4, options=CATCH)
    table.play("5D")
    assert table.legal(3) == []
    assert table.refusal(Declare(0), seat=3) is Refusal.NOT_YOUR_TURN
    assert table.refusal(Declare(), seat=3) is Refusal.NOT_YOUR_TURN


def test_nobody_accuses_oneself_or_calls_for_another() -> None:
    table = forgotten()
    assert table.refusal(Declare(0), seat=0) is Refusal.NOTHING_TO_CATCH
    assert table.refusal(Declare(), seat=1) is Refusal.NOTHING_TO_DECLARE


@pytest.mark.parametrize("accused", [1, 2, 3, 99, -1])
def test_only_who_owes_a_call_is_accused(accused: int) -> None:
    assert forgotten().refusal(Declare(accused), seat=2) is Refusal.NOTHING_TO_CATCH
    nobody = laid(HANDS, "KD", options=CATCH)
    assert nobody.refusal(Declare(accused), seat=2) is Refusal.NOTHING_TO_CATCH
    assert nobody.refusal(Declare(), seat=2) is Refusal.NOTHING_TO_DECLARE


def test_epu_r27_there_is_nothing_to_catch_or_to_declare_where_the_table_enforces_the_call() -> (
    None
):
    table = forgotten(Options())
    assert table.refusal(Declare(0), seat=2) is Refusal.NOTHING_TO_CATCH
    assert table.refusal(Declare(), seat=0) is Refusal.NOTHING_TO_DECLARE
    assert table.legal(2) == []


def test_epu_r27_every_seat_in_the_round_is_offered_what_it_may_declare() -> None:
    table = forgotten()
    assert table.legal(0) == [Declare()]
    assert table.legal(1)[-1] == Declare(0)
    assert table.legal(2) == [Declare(0)]


def test_epu_r27_the_forgetful_player_may_be_the_one_to_act() -> None:
    table = laid({0: "AD 2S", 1: "6D 3D"}, "KD", options=CATCH)
    table.play("AD")
    assert table.state.to_act == 0
    assert table.legal(0) == [Draw(), Declare()]
    assert table.legal(1) == [Declare(0)]
    table.draw()
    assert table.state.open_call == NOBODY


def test_g_28_an_accusation_that_costs_nothing_is_told_all_the_same() -> None:
    table = forgotten(Options(enforcement=Enforcement.CATCH, forgotten_cards=0))
    assert table.declare(1, 0) == [Caught(0, 1)]
    assert table.state.open_call == NOBODY


def test_an_accusation_may_reshuffle() -> None:
    options = Options(enforcement=Enforcement.CATCH, forgotten_cards=1)
    table = laid(HANDS, "KD", stock="", under="9C", options=options)
    table.play("5D")
    table.laid.top = [card("9C")]
    assert table.declare(1, 0) == [
        Caught(0, 1),
        Reshuffled(2),
        drawn(0, "9C", DrawReason.FORGOTTEN),
    ]


def test_a_call_that_comes_late_changes_nothing_for_whoever_is_to_act() -> None:
    table = laid({**HANDS, 0: "7D 2S", 1: "7C 3D 4C"}, "KD", options=CATCH)
    table.play("7D")
    before = table.legal(1)
    assert before[-1] == Declare(0)
    table.declare(0)
    assert table.legal(1) == before[:-1]
    assert (table.state.phase, table.state.pending, table.state.to_act) == (Phase.STACK, 2, 1)
