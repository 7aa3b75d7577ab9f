"""Equalling the card on the table."""

import pytest

from carteado.rules.estou_por_uma import Options
from carteado.rules.estou_por_uma.events import (
    CardPlayed,
    CardsDrawn,
    DrawReason,
    Reversed,
    Skipped,
)
from carteado.rules.estou_por_uma.state import NOBODY
from tests.rules.estou_por_uma.table import drawn, laid, played

HANDS = {0: "5D 2S 3S", 1: "5D 3D 4C", 2: "JS 6C QC"}


def test_epu_25_whoever_played_the_first_of_two_equal_cards_takes_3() -> None:
    table = laid(HANDS, "KD")
    table.play("5D")
    events = table.play("5D")
    assert events == [played(1, "5D", identical=True), drawn(0, "2C 3C 4C", DrawReason.IDENTICAL)]
    assert (table.counts(), table.state.to_act) == ([5, 2, 3], 2)


@pytest.mark.parametrize("other", ["5H", "6D"])
def test_epu_r21_equal_means_rank_and_suit(other: str) -> None:
    table = laid({**HANDS, 1: f"{other} 3D 4C"}, "KD")
    table.play("5D")
    assert table.play(other) == [played(1, other)]


def test_epu_r21_equal_8s_count_whatever_suits_were_called() -> None:
    table = laid({0: "8C 2S 3S", 1: "8C 3D 4C", 2: "JS 6C"}, "KD")
    table.play("8C", "H")
    assert table.play("8C", "S") == [
        played(1, "8C", "S", identical=True),
        drawn(0, "2C 3C 4C", DrawReason.IDENTICAL),
    ]
    assert table.state.suit == 4


def test_epu_27_the_cursed_seven_costs_3_and_piles_up_4() -> None:
    table = laid({0: "7D 2S 3S", 1: "7D 3D 4C", 2: "JS 6C QC"}, "KD")
    table.play("7D")
    assert table.play("7D")[1:] == [drawn(0, "2C 3C 4C", DrawReason.IDENTICAL)]
    assert table.state.pending == 4
    assert table.draw() == [drawn(2, "5C 6C 9C 10C", DrawReason.STACK)]


def test_epu_24_epu_25_an_equal_king_costs_3_and_turns_back() -> None:
    table = laid({0: "KD 2S 3S", 1: "3D 4C", 2: "KD JS 6C"}, "5D")
    table.play("KD")
    assert table.play("KD") == [
        played(2, "KD", identical=True),
        drawn(0, "2C 3C 4C", DrawReason.IDENTICAL),
        Reversed(1),
    ]


def test_epu_r24_equal_to_the_upcard_costs_nobody_anything() -> None:
    table = laid(HANDS, "5D", top_seat=NOBODY)
    assert table.play("5D") == [played(0, "5D", identical=True)]
    assert table.counts() == [2, 3, 3]


def test_epu_r25_who_played_the_top_still_pays_after_others_passed() -> None:
    table = laid({0: "5D 2S 3S", 1: "2H 4C", 2: "5D 6C QC"}, "KD", stock="3H 9C 10C JC")
    table.play("5D")
    table.draw()
    assert table.play("5D")[1:] == [drawn(0, "9C 10C JC", DrawReason.IDENTICAL)]


def own_card(options: Options) -> list[object]:
    table = laid({0: "AD AD 3C 4C", 1: "4S 6S"}, "KD", top_seat=1, options=options)
    table.play("AD")
    return list(table.play("AD"))


def test_epu_r26_equalling_ones_own_card_is_free() -> None:
    assert own_card(Options()) == [played(0, "AD", identical=True), Skipped(1)]


def test_epu_r26_by_option_equalling_ones_own_card_costs_too() -> None:
    assert own_card(Options(identical_self=True)) == [
        played(0, "AD", identical=True),
        drawn(0, "2C 3C 4C", DrawReason.IDENTICAL),
        Skipped(1),
    ]


def test_epu_r26_the_option_changes_nothing_for_others_and_for_the_upcard() -> None:
    options = Options(identical_self=True)
    table = laid(HANDS, "5D", options=options)
    table.play("5D")
    assert table.counts() == [2, 3, 3]
    table.play("5D")
    assert table.counts() == [5, 2, 3]


@pytest.mark.parametrize("each", [0, 1, 7])
def test_g_28_how_many_cards_it_costs_is_an_option_and_none_is_no_event(each: int) -> None:
    table = laid(HANDS, "KD", options=Options(identical_cards=each))
    table.play("5D")
    events = table.play("5D")
    assert isinstance(events[0], CardPlayed)
    assert events[0].identical
    taken = [event for event in events if isinstance(event, CardsDrawn)]
    assert [(event.seat, event.count) for event in taken] == ([(0, each)] if each else [])


def test_epu_r22_the_top_is_now_whoever_played_the_second() -> None:
    table = laid({**HANDS, 2: "5D 6C QC"}, "KD")
    for name in ("5D", "5D", "5D"):
        table.play(name)
    assert table.counts() == [5, 5, 2]
    assert table.state.top_seat == 2
