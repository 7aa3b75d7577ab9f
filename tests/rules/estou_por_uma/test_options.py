"""What a table may choose."""

from typing import Any

import pytest

from carteado.rules.estou_por_uma import (
    Effect,
    EffectRule,
    EndMode,
    Enforcement,
    Options,
    RankSet,
    checked,
)
from carteado.rules.estou_por_uma.cards import RANK
from carteado.rules.estou_por_uma.options import fewest_packs
from carteado.rules.game import Fault, InvalidMatch
from tests.rules.estou_por_uma.table import GAME, Table, effects

DEFAULTS = Options(
    packs=None,
    hand_size=8,
    limit=100,
    end_mode=EndMode.LAST_STANDING,
    effects=(
        EffectRule(1, Effect.SKIP),
        EffectRule(7, Effect.DRAW_STACK),
        EffectRule(8, Effect.WILD),
        EffectRule(9, Effect.PREVIOUS_DRAWS),
        EffectRule(13, Effect.REVERSE),
    ),
    zero_ranks=RankSet((8,)),
    draw_cards=2,
    previous_cards=1,
    identical_cards=3,
    forgotten_cards=7,
    enforcement=Enforcement.AUTO,
)


def fault_of(options: Options, seats: int = 4) -> Fault:
    with pytest.raises(InvalidMatch) as refused:
        checked(options, seats)
    return refused.value.fault


def test_g_11_the_defaults_are_those_of_the_table_of_options() -> None:
    for seats in range(2, 13):
        assert checked(Options(), seats) == DEFAULTS


def test_g_11_what_is_on_or_off_is_off_unless_chosen() -> None:
    switches = [value for value in vars_of(DEFAULTS).values() if isinstance(value, bool)]
    assert switches == [False] * 8


def vars_of(options: Options) -> dict[str, Any]:
    return {name: getattr(options, name) for name in Options.__slots__}


CHOSEN = Options(
    packs=4,
    hand_size=5,
    limit=20,
    end_mode=EndMode.FIRST_OUT,
    effects=(EffectRule(2, Effect.WILD), EffectRule(12, Effect.WILD)),
    zero_ranks=RankSet((1, 11)),
    court_cards_count_ten=True,
    no_stacking=True,
    draw_cards=1,
    previous_cards=0,
    identical_cards=0,
    forgotten_cards=0,
    identical_self=True,
    enforcement=Enforcement.CATCH,
    voluntary_draw=True,
    may_keep_drawn=True,
    reverse_skips_for_two=True,
    upcard_takes_effect=True,
    last_card_draws=True,
)


def test_g_11_what_was_chosen_stands() -> None:
    assert checked(CHOSEN, 12) == CHOSEN


@pytest.mark.parametrize("options", [Options(), CHOSEN, Options(effects=(EffectRule(),))])
def test_g_11_checking_twice_changes_nothing(options: Options) -> None:
    once = checked(options, 4)
    assert checked(once, 4) == once


@pytest.mark.parametrize("seats", range(2, 13))
def test_epu_r2_two_to_twelve_play(seats: int) -> None:
    assert len(Table(seats).state.hands) == seats
    assert GAME.min_seats <= seats <= GAME.max_seats


@pytest.mark.parametrize("seats", [-1, 0, 1, 13, 40])
def test_epu_r2_no_other_number_plays(seats: int) -> None:
    assert fault_of(Options(), seats) is Fault.PLAYER_COUNT
    assert fault_of(Options(limit=7), seats) is Fault.PLAYER_COUNT
    assert not GAME.min_seats <= seats <= GAME.max_seats


RANGES = {
    "packs": (2, 4),
    "hand_size": (5, 10),
    "limit": (20, 500),
    "draw_cards": (1, 4),
    "previous_cards": (0, 7),
    "identical_cards": (0, 7),
    "forgotten_cards": (0, 7),
}


def only(name: str, number: int) -> Options:
    chosen: dict[str, Any] = {name: number}
    return Options(**chosen)


@pytest.mark.parametrize("name", RANGES)
def test_g_11_a_number_within_its_range_is_taken_and_no_other(name: str) -> None:
    lowest, highest = RANGES[name]
    for number in (lowest, highest):
        assert getattr(checked(only(name, number), 2), name) == number
    for number in (lowest - 1, highest + 1, -1, 1000):
        assert fault_of(only(name, number), 2) is Fault.OPTION_RANGE


@pytest.mark.parametrize(
    ("seats", "hand_size", "packs"),
    [(2, 8, 2), (8, 8, 2), (10, 8, 2), (11, 8, 3), (12, 8, 3), (8, 10, 2), (9, 10, 3), (12, 5, 2)],
)
def test_epu_r1_packs_hold_every_hand_the_upcard_and_two_cards_for_each_seat(
    seats: int, hand_size: int, packs: int
) -> None:
    assert fewest_packs(seats, hand_size) == packs


@pytest.mark.parametrize(
    ("seats", "hand_size", "cards", "packs"), [(31, 3, 156, 3), (13, 6, 105, 3), (51, 2, 205, 4)]
)
def test_epu_r1_a_pack_is_filled_to_its_last_card_before_another_is_taken(
    seats: int, hand_size: int, cards: int, packs: int
) -> None:
    assert seats * hand_size + 1 + 2 * seats == cards
    assert fewest_packs(seats, hand_size) == packs


@pytest.mark.parametrize(("seats", "hand_size"), [(11, 8), (12, 8), (9, 10), (10, 9)])
def test_g_29_too_few_packs_are_refused(seats: int, hand_size: int) -> None:
    assert fault_of(Options(packs=2, hand_size=hand_size), seats) is Fault.OPTION_RANGE
    assert checked(Options(packs=3, hand_size=hand_size), seats).packs == 3


def test_g_29_packs_that_are_just_enough_are_taken() -> None:
    assert checked(Options(packs=2), 10).packs == 2
    assert checked(Options(packs=2, hand_size=10), 8).packs == 2


def test_epu_r1_packs_that_follow_from_the_seats_stay_unset() -> None:
    assert checked(Options(), 12).packs is None


def test_epu_r33_several_ranks_may_share_an_effect() -> None:
    chosen = effects("3:draw_stack 7:draw_stack Q:reverse K:reverse")
    assert checked(Options(effects=chosen), 4).effects == chosen


def test_epu_r33_a_rank_has_at_most_one_effect() -> None:
    twice = effects("7:draw_stack 7:skip")
    assert fault_of(Options(effects=twice)) is Fault.OPTION_RANGE


def test_epu_r33_rules_are_written_out_by_rank() -> None:
    chosen = effects("K:reverse 3:wild 9:skip")
    assert checked(Options(effects=chosen), 4).effects == effects("3:wild 9:skip K:reverse")


@pytest.mark.parametrize("rank", [-1, 0, 14])
def test_epu_r33_there_are_no_other_ranks(rank: int) -> None:
    rules = (EffectRule(rank, Effect.SKIP),)
    assert fault_of(Options(effects=rules)) is Fault.OPTION_RANGE
    assert fault_of(Options(zero_ranks=RankSet((rank,)))) is Fault.OPTION_RANGE


@pytest.mark.parametrize("rank", [0, 1, 13])
def test_one_rule_without_an_effect_stands_for_no_effects_at_all(rank: int) -> None:
    rules = (EffectRule(rank, Effect.NONE),)
    table = Table(4, Options(effects=rules))
    assert table.state.options.effects == rules
    assert set(table.state.effects) == {Effect.NONE}


@pytest.mark.parametrize("rank", [-1, 14])
def test_one_rule_without_an_effect_names_a_rank_that_there_is(rank: int) -> None:
    assert fault_of(Options(effects=(EffectRule(rank, Effect.NONE),))) is Fault.OPTION_RANGE


def test_g_11_a_rule_without_an_effect_contradicts_others() -> None:
    contradiction = (EffectRule(1, Effect.SKIP), EffectRule(2, Effect.NONE))
    assert fault_of(Options(effects=contradiction)) is Fault.OPTIONS_CONTRADICT
    twice = (EffectRule(0, Effect.NONE), EffectRule(1, Effect.NONE))
    assert fault_of(Options(effects=twice)) is Fault.OPTIONS_CONTRADICT


def test_epu_r33_a_list_of_effects_replaces_all_of_the_usual_ones() -> None:
    table = Table(4, Options(effects=effects("3:skip")))
    for number in range(1, 53):
        expected = Effect.SKIP if RANK[number] == 3 else Effect.NONE
        assert table.state.effects[number] is expected


def test_epu_r33_no_rank_need_count_nothing() -> None:
    assert checked(Options(zero_ranks=RankSet(())), 4).zero_ranks == RankSet(())


def test_epu_r33_zero_ranks_are_written_out_in_order_and_each_once() -> None:
    assert checked(Options(zero_ranks=RankSet((13, 1))), 4).zero_ranks == RankSet((1, 13))
    assert fault_of(Options(zero_ranks=RankSet((8, 8)))) is Fault.OPTION_RANGE


def test_epu_r33_zero_ranks_are_independent_of_the_effects() -> None:
    chosen = checked(Options(effects=effects("J:wild")), 4)
    assert chosen.zero_ranks == RankSet((8,))


SAID = [
    (Options(), 1, "Estou-por-uma is for 2 to 12 seats"),
    (Options(packs=5), 4, "packs are 2 to 4 here"),
    (Options(packs=2), 11, "packs are 3 to 4 here"),
    (Options(hand_size=4), 4, "hand_size is 5 to 10"),
    (Options(limit=19), 4, "limit is 20 to 500"),
    (Options(draw_cards=0), 4, "draw_cards is 1 to 4"),
    (Options(previous_cards=8), 4, "previous_cards is 0 to 7"),
    (Options(identical_cards=8), 4, "identical_cards is 0 to 7"),
    (Options(forgotten_cards=8), 4, "forgotten_cards is 0 to 7"),
    (Options(effects=effects("7:wild 7:skip")), 4, "ranks are 1 to 13, each at most once"),
    (Options(effects=(EffectRule(14),)), 4, "ranks are 1 to 13"),
    (Options(effects=effects("7:wild 8:none")), 4, "a rule without an effect stands alone"),
    (Options(zero_ranks=RankSet((0,))), 4, "ranks are 1 to 13, each at most once"),
]


@pytest.mark.parametrize(("options", "seats", "words"), SAID)
def test_g_11_a_refusal_of_options_says_what_would_do(
    options: Options, seats: int, words: str
) -> None:
    with pytest.raises(InvalidMatch) as refused:
        checked(options, seats)
    assert str(refused.value) == words
