"""What special cards do."""

import pytest

from carteado.rules.estou_por_uma import Draw, Options, Play
from carteado.rules.estou_por_uma.events import (
    CardsDrawn,
    DrawReason,
    Passed,
    Reshuffled,
    Reversed,
    Skipped,
)
from carteado.rules.estou_por_uma.state import Phase
from carteado.rules.game import Refusal
from tests.rules.estou_por_uma.table import card, drawn, effects, laid, played

FOUR = {0: "AD 7D KD 9D 2S", 1: "9H 3D 4C", 2: "AS JS 6C", 3: "QD QH QC"}
TWO = {0: "AD 7D KD 9D 2S", 1: "9H 3D 4C"}
GAPS = {0: "AD 7D KD 9D 2S", 2: "AS JS 6C", 5: "QD QH QC"}


def test_epu_7_the_turn_goes_clockwise() -> None:
    table = laid({0: "5D 2S 3S", 1: "6D 3S 4C", 2: "JD JS 6C"}, "KD")
    turns = []
    for name in ("5D", "6D", "JD"):
        table.play(name)
        turns.append(table.state.to_act)
    assert turns == [1, 2, 0]


def test_a_plain_card_does_nothing_else() -> None:
    table = laid({**FOUR, 0: "5D 2S 3S"}, "KD")
    assert table.play("5D") == [played(0, "5D")]
    assert (table.state.to_act, table.state.pending, table.state.direction) == (1, 0, 1)


# Ace


def test_epu_18_an_ace_makes_the_next_player_miss_the_turn() -> None:
    table = laid(FOUR, "5D")
    assert table.play("AD") == [played(0, "AD"), Skipped(1)]
    assert table.state.to_act == 2


def test_epu_18_an_ace_skips_in_the_rotation() -> None:
    table = laid(FOUR, "5D", direction=-1)
    assert table.play("AD") == [played(0, "AD"), Skipped(3)]
    assert table.state.to_act == 2


def test_epu_18_whoever_is_skipped_cannot_answer() -> None:
    table = laid({**FOUR, 1: "AH 3D"}, "5D")
    table.play("AD")
    assert table.refusal(Play(card("AH")), seat=1) is Refusal.NOT_YOUR_TURN


def test_epu_18_an_ace_on_an_ace_skips_again() -> None:
    table = laid(FOUR, "5D")
    table.play("AD")
    assert table.play("AS") == [played(2, "AS"), Skipped(3)]
    assert table.state.to_act == 0


def test_epu_r14_with_two_players_the_same_player_goes_again() -> None:
    table = laid(TWO, "5D")
    assert table.play("AD") == [played(0, "AD"), Skipped(1)]
    assert table.state.to_act == 0


def test_epu_r43_who_is_out_is_not_the_one_who_is_skipped() -> None:
    table = laid(GAPS, "5D")
    assert table.play("AD")[1:] == [Skipped(2)]
    assert table.state.to_act == 5


# Seven


def test_epu_19_a_7_makes_the_next_player_take_2_and_not_play() -> None:
    table = laid(FOUR, "5D")
    assert table.play("7D") == [played(0, "7D")]
    state = table.state
    assert (state.to_act, state.pending, state.phase) == (1, 2, Phase.STACK)
    assert table.legal() == [Draw()]
    assert table.draw() == [drawn(1, "2C 3C", DrawReason.STACK)]
    assert (state.to_act, state.pending, state.phase) == (2, 0, Phase.TURN)


def test_epu_20_7_on_7_makes_the_third_player_take_4() -> None:
    table = laid({**FOUR, 1: "7C 3D 4C"}, "5D")
    table.play("7D")
    assert table.play("7C") == [played(1, "7C")]
    assert table.state.pending == 4
    assert table.draw() == [drawn(2, "2C 3C 4C 5C", DrawReason.STACK)]
    assert table.state.to_act == 3


def test_epu_20_the_third_player_may_answer_too_and_pass_it_on() -> None:
    table = laid({**FOUR, 1: "7C 3D 4C", 2: "7H 2D 2H"}, "5D")
    for name in ("7D", "7C", "7H"):
        table.play(name)
    assert (table.state.pending, table.state.to_act) == (6, 3)


def test_epu_r15_answering_is_a_choice() -> None:
    table = laid({**FOUR, 1: "7C 3D 4C"}, "5D")
    table.play("7D")
    assert table.legal() == [Play(card("7C")), Draw()]
    table.draw()
    assert table.hand(1) == "2C 3C 4C 7C 3D"


@pytest.mark.parametrize("each", [1, 3, 4])
def test_epu_r15_how_many_cards_a_7_costs_is_an_option(each: int) -> None:
    table = laid({**FOUR, 1: "7C 3D 4C"}, "5D", options=Options(draw_cards=each))
    table.play("7D")
    assert table.state.pending == each
    table.play("7C")
    assert table.state.pending == 2 * each
    table.draw()
    assert table.counts() == [4, 2, 3 + 2 * each, 3]


def test_epu_r17_a_new_7_starts_at_2_again() -> None:
    table = laid({**FOUR, 2: "7S 2D 2H"}, "5D")
    table.play("7D")
    table.draw()
    table.play("7S")
    assert table.state.pending == 2


def test_g_28_a_stack_that_is_taken_is_told_in_one_event() -> None:
    table = laid(FOUR, "7D", turn=1, pending=6)
    (event,) = table.draw()
    assert event == drawn(1, "2C 3C 4C 5C 6C 9C", DrawReason.STACK)


# Eight


@pytest.mark.parametrize(("letter", "number"), [("C", 1), ("D", 2), ("H", 3), ("S", 4)])
def test_epu_21_epu_r18_an_8_calls_any_suit_its_own_included(letter: str, number: int) -> None:
    table = laid({**FOUR, 0: "8D 2S 3S"}, "KC")
    assert table.play("8D", letter) == [played(0, "8D", letter)]
    assert (table.state.suit, table.top()) == (number, "8D")


def test_epu_21_following_the_called_suit_clears_it() -> None:
    table = laid({**FOUR, 0: "8D 2S 3S", 1: "3H 3D 4C"}, "KC")
    table.play("8D", "H")
    table.play("3H")
    assert table.state.suit == 3
    table.state.suit = 1
    table.state.hands[2] = [card("4C"), card("2S")]
    table.play("4C", call=True)
    assert table.state.suit == 1


def test_epu_r18_naming_the_suit_is_mandatory() -> None:
    table = laid({**FOUR, 0: "8D 2S 3S"}, "KC")
    assert table.refusal(Play(card("8D"))) is Refusal.SUIT_REQUIRED
    assert table.refusal(Play(card("8D"), 5)) is Refusal.SUIT_REQUIRED


def test_epu_21_no_suit_is_named_with_another_card() -> None:
    table = laid(FOUR, "5D")
    assert table.refusal(Play(card("AD"), 1)) is Refusal.SUIT_NOT_ALLOWED
    assert table.refusal(Play(card("AD"), 2)) is Refusal.SUIT_NOT_ALLOWED


# Nine


def test_epu_23_a_9_makes_the_previous_player_take_one() -> None:
    table = laid({**FOUR, 2: "9D JS 6C"}, "5D", turn=2)
    assert table.play("9D") == [played(2, "9D"), drawn(1, "2C", DrawReason.PREVIOUS)]
    assert (table.state.to_act, table.counts()) == (3, [5, 4, 2, 3])


def test_epu_r19_previous_is_meant_in_the_current_rotation() -> None:
    table = laid({**FOUR, 2: "9D JS 6C"}, "5D", turn=2, direction=-1)
    assert table.play("9D")[1:] == [drawn(3, "2C", DrawReason.PREVIOUS)]
    assert table.state.to_act == 1


def test_epu_r19_a_skipped_neighbour_still_counts_as_previous() -> None:
    table = laid({**FOUR, 2: "9D JS 6C"}, "5D")
    table.play("AD")
    assert table.play("9D")[1:] == [drawn(1, "2C", DrawReason.PREVIOUS)]


def test_epu_r19_with_two_players_the_rival_takes_it_and_then_plays() -> None:
    table = laid(TWO, "5D")
    assert table.play("9D")[1:] == [drawn(1, "2C", DrawReason.PREVIOUS)]
    assert table.state.to_act == 1


def test_epu_r43_who_is_out_is_not_previous() -> None:
    table = laid(GAPS, "5D", turn=0)
    assert table.play("9D")[1:] == [drawn(5, "2C", DrawReason.PREVIOUS)]


@pytest.mark.parametrize("each", [0, 2, 7])
def test_g_28_how_many_cards_a_9_costs_is_an_option_and_none_is_no_event(each: int) -> None:
    table = laid(FOUR, "5D", options=Options(previous_cards=each))
    taken = [event for event in table.play("9D") if isinstance(event, CardsDrawn)]
    assert [(event.seat, event.count) for event in taken] == ([(3, each)] if each else [])
    assert table.counts()[3] == 3 + each


# King


def test_epu_24_a_king_changes_the_rotation() -> None:
    table = laid(FOUR, "5D")
    assert table.play("KD") == [played(0, "KD"), Reversed(-1)]
    assert (table.state.direction, table.state.to_act) == (-1, 3)


def test_epu_24_a_second_king_turns_it_back() -> None:
    table = laid({**FOUR, 3: "KH QH QC"}, "5D")
    table.play("KD")
    assert table.play("KH") == [played(3, "KH"), Reversed(1)]
    assert (table.state.direction, table.state.to_act) == (1, 0)


def test_epu_r23_with_two_players_the_rival_plays() -> None:
    table = laid(TWO, "5D")
    assert table.play("KD") == [played(0, "KD"), Reversed(-1)]
    assert table.state.to_act == 1


def test_epu_r23_by_option_with_two_players_a_king_also_skips() -> None:
    table = laid(TWO, "5D", options=Options(reverse_skips_for_two=True))
    assert table.play("KD") == [played(0, "KD"), Reversed(-1)]
    assert (table.state.to_act, table.state.direction) == (0, -1)


def test_epu_r23_epu_r44_the_option_holds_between_the_last_two_and_not_between_three() -> None:
    options = Options(reverse_skips_for_two=True)
    last_two = laid({0: "KD 2S 3S", 3: "9H 3D 4C"}, "5D", seats=5, options=options)
    last_two.play("KD")
    assert last_two.state.to_act == 0
    three = laid(GAPS, "5D", options=options)
    three.play("KD")
    assert three.state.to_act == 5


def test_epu_r44_between_the_last_two_the_same_rules_hold() -> None:
    table = laid({0: "KD AD 2S 3S", 3: "9H 3D 4C"}, "5D", seats=5)
    table.play("KD")
    assert table.state.to_act == 3
    table.play("3D")
    assert table.play("AD", call=False) == [played(0, "AD"), Skipped(3)]
    assert table.state.to_act == 0


# Variations


def test_epu_28_the_3_may_do_what_the_7_does() -> None:
    options = Options(effects=effects("3:draw_stack 8:wild"))
    table = laid({**FOUR, 0: "3D 7D 2S"}, "5D", options=options)
    table.play("3D")
    assert (table.state.pending, table.state.to_act) == (2, 1)


def test_epu_28_the_queen_may_do_what_the_king_does() -> None:
    options = Options(effects=effects("Q:reverse"))
    table = laid({**FOUR, 0: "QD KD 2S"}, "5D", options=options)
    assert table.play("QD") == [played(0, "QD"), Reversed(-1)]


def test_epu_29_a_card_whose_effect_moved_elsewhere_does_nothing() -> None:
    table = laid(FOUR, "5D", options=Options(effects=effects("Q:reverse")))
    for name in ("AD", "7D", "KD", "9D"):
        table.state.to_act = 0
        assert table.play(name, call=name == "9D")[0] == played(0, name)
        assert (table.state.to_act, table.state.pending, table.state.direction) == (1, 0, 1)


def test_epu_r33_a_wild_card_has_no_effect_but_its_suit() -> None:
    options = Options(effects=effects("A:wild K:wild"))
    table = laid({**FOUR, 0: "AD KD 2S"}, "5C", options=options)
    assert table.play("AD", "S") == [played(0, "AD", "S")]
    assert (table.state.to_act, table.state.suit, table.state.direction) == (1, 4, 1)


def test_epu_r33_different_penalty_ranks_pile_up_on_one_stack() -> None:
    options = Options(effects=effects("3:draw_stack 7:draw_stack"))
    table = laid({**FOUR, 1: "3D 9H 4C", 2: "3S 6S 6C"}, "5D", options=options)
    table.play("7D")
    table.play("3D")
    table.play("3S")
    assert table.state.pending == 6


def test_no_effects_at_all_is_a_game_too() -> None:
    options = Options(effects=effects("A:none"))
    table = laid({**FOUR, 0: "8D 8H 2S"}, "5C", options=options)
    assert table.legal() == [Draw()]
    assert table.draw()[0] == drawn(0, "2C", DrawReason.TURN)


def test_the_direction_is_kept_when_a_turn_passes() -> None:
    table = laid({**FOUR, 0: "2S 3S"}, "KH", stock="4D", direction=-1)
    assert table.draw() == [drawn(0, "4D", DrawReason.TURN), Passed(0)]
    assert (table.state.direction, table.state.to_act) == (-1, 3)


def test_epu_23_a_9_may_reshuffle() -> None:
    table = laid(FOUR, "5D", stock="", under="2C 3C")
    table.laid.top = [card("3C")]
    events = table.play("9D")
    assert events[1:] == [Reshuffled(3), drawn(3, "3C", DrawReason.PREVIOUS)]
    assert table.laid.given == sorted([card("2C"), card("3C"), card("5D")])
