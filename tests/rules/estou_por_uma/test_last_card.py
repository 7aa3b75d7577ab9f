"""Going out."""

import pytest

from carteado.rules.estou_por_uma import Options, Play
from carteado.rules.estou_por_uma.events import (
    CardPlayed,
    CardsDrawn,
    DrawReason,
    Event,
    Reshuffled,
    Reversed,
    RoundScored,
    Skipped,
)
from carteado.rules.estou_por_uma.state import NOBODY, Phase
from carteado.rules.game import Awaiting, Refusal
from tests.rules.estou_por_uma.table import (
    Table,
    card,
    count_of,
    drawn,
    effects,
    laid,
    played,
    scored,
)

OTHERS = {1: "5D 3H", 2: "QH 8S 9S"}
DRAWS = Options(last_card_draws=True)


def last(name: str, top: str = "KD", **position: object) -> Table:
    """Seat 0 holds this card alone."""
    return laid({0: name, **OTHERS}, top, **position)  # type: ignore[arg-type]


def told(events: list[Event]) -> list[Event]:
    """What was told before the count."""
    assert isinstance(events[-1], RoundScored)
    return events[:-1]


def test_epu_11_the_round_ends_when_someone_has_discarded_all_cards() -> None:
    table = last("5D")
    events = table.play("5D")
    assert told(events) == [played(0, "5D")]
    assert count_of(events).winner == 0
    assert [(one.seat, one.points) for one in count_of(events).seats] == [(0, 0), (1, 8), (2, 21)]
    assert table.awaiting() is Awaiting.DEAL
    assert (table.state.to_act, table.state.phase) == (NOBODY, Phase.AWAITING_DEAL)
    assert (table.state.drawn, table.state.open_call) == (0, NOBODY)


def test_epu_11_nothing_happens_after_the_round_is_over() -> None:
    table = last("5D")
    table.play("5D")
    assert table.refusal(Play(card("5D")), seat=1) is Refusal.ROUND_OVER


@pytest.mark.parametrize("name", ["AD", "7D", "8D", "9D", "KD"])
def test_epu_r32_a_special_last_card_ends_the_round_at_once_without_its_effect(name: str) -> None:
    table = last(name, top_seat=1)
    events = table.play(name)
    assert told(events) == [played(0, name, identical=name == "KD")]
    assert table.counts() == [0, 2, 3]
    assert (table.state.direction, table.state.pending) == (1, 0)


def test_epu_r32_one_may_go_out_with_a_7_under_a_stack() -> None:
    table = last("7D", "7C", pending=2)
    assert told(table.play("7D")) == [played(0, "7D")]
    assert table.state.pending == 2


def test_epu_r18_g_28_going_out_with_an_8_needs_no_suit_and_takes_none() -> None:
    table = last("8C")
    assert table.legal() == [Play(card("8C"))]
    assert table.refusal(Play(card("8C"), 1)) is Refusal.SUIT_NOT_ALLOWED
    assert told(table.play("8C")) == [played(0, "8C")]
    assert table.state.suit == 1


# last_card_draws


def test_epu_r32_by_option_the_next_player_takes_2_before_the_count() -> None:
    table = last("7D", options=DRAWS, stock="2S 3H 4S")
    events = table.play("7D")
    assert told(events) == [played(0, "7D"), drawn(1, "2S 3H", DrawReason.STACK)]
    assert {seat: one.points for seat, one in scored(events).items()} == {0: 0, 1: 13, 2: 21}
    assert (count_of(events).winner, table.state.pending) == (0, 0)


def test_epu_r32_by_option_a_stack_is_drawn_in_full_without_an_answer() -> None:
    table = last("7D", "7C", pending=4, options=DRAWS)
    table.state.hands[1] = [card("7S")]
    assert told(table.play("7D"))[1:] == [drawn(1, "2C 3C 4C 5C 6C 9C", DrawReason.STACK)]


def test_epu_r32_by_option_the_stack_goes_to_the_next_in_the_rotation() -> None:
    table = last("7D", options=DRAWS, direction=-1)
    assert told(table.play("7D"))[1:] == [drawn(2, "2C 3C", DrawReason.STACK)]


def test_epu_r5_epu_r32_by_option_the_stack_of_a_last_card_may_reshuffle() -> None:
    table = last("7D", options=DRAWS, stock="2C", under="9C")
    table.laid.top = [card("9C")]
    assert told(table.play("7D"))[1:] == [Reshuffled(2), drawn(1, "2C 9C", DrawReason.STACK)]


def test_epu_r32_by_option_an_equal_card_is_drawn_for_and_the_effect_follows() -> None:
    table = last("KD", top_seat=2, options=DRAWS, stock="2S 3H 4S")
    assert told(table.play("KD")) == [
        played(0, "KD", identical=True),
        drawn(2, "2S 3H 4S", DrawReason.IDENTICAL),
        Reversed(-1),
    ]


def test_epu_r32_by_option_a_cursed_seven_draws_for_both() -> None:
    table = last("7D", "7D", top_seat=2, pending=2, options=DRAWS)
    assert told(table.play("7D"))[1:] == [
        drawn(2, "2C 3C 4C", DrawReason.IDENTICAL),
        drawn(1, "5C 6C 9C 10C", DrawReason.STACK),
    ]


def test_epu_r32_by_option_a_9_is_drawn_for() -> None:
    table = last("9D", options=DRAWS)
    assert told(table.play("9D"))[1:] == [drawn(2, "2C", DrawReason.PREVIOUS)]


def test_epu_r32_by_option_an_ace_is_told_like_any_other() -> None:
    table = last("AD", options=DRAWS)
    assert told(table.play("AD"))[1:] == [Skipped(1)]
    assert table.state.to_act == NOBODY


@pytest.mark.parametrize("name", ["5D", "8C"])
def test_epu_r32_by_option_a_card_that_makes_nobody_draw_ends_the_round_alone(name: str) -> None:
    assert told(last(name, options=DRAWS).play(name)) == [played(0, name)]


def test_epu_r32_by_option_several_penalty_ranks_all_draw() -> None:
    options = Options(last_card_draws=True, effects=effects("3:draw_stack"), draw_cards=3)
    table = last("3D", options=options)
    assert told(table.play("3D"))[1:] == [drawn(1, "2C 3C 4C", DrawReason.STACK)]


def test_epu_r26_epu_r32_by_both_options_one_draws_for_ones_own_card_before_the_count() -> None:
    options = Options(last_card_draws=True, identical_self=True)
    table = last("5D", "5D", top_seat=0, options=options)
    events = table.play("5D")
    assert told(events)[1:] == [drawn(0, "2C 3C 4C", DrawReason.IDENTICAL)]
    assert (count_of(events).winner, scored(events)[0].points) == (0, 9)
    assert table.awaiting() is Awaiting.DEAL


def test_epu_r32_without_the_option_nobody_draws_for_a_last_card() -> None:
    table = last("7D", "7D", top_seat=2, pending=2)
    events = table.play("7D")
    assert not [event for event in events if isinstance(event, CardsDrawn)]
    assert isinstance(events[0], CardPlayed)
