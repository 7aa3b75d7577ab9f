"""What a table may choose."""

import pytest

from carteado.rules.eu_faco import CancelMode, CeilingPolicy, Options, SameRoundRank, checked
from carteado.rules.game import Fault, InvalidMatch
from tests.rules.eu_faco.table import GAME, Table


def fault_of(options: Options, seats: int) -> Fault:
    with pytest.raises(InvalidMatch) as refused:
        checked(options, seats)
    return refused.value.fault


@pytest.mark.parametrize("seats", range(2, 9))
def test_ef_4_two_to_eight_play(seats: int) -> None:
    assert checked(Options(), seats).lives == 3
    assert len(Table(seats).state.lives) == seats
    assert GAME.min_seats <= seats <= GAME.max_seats


@pytest.mark.parametrize("seats", [-1, 0, 1, 9, 40])
def test_ef_4_no_other_number_plays(seats: int) -> None:
    assert fault_of(Options(), seats) is Fault.PLAYER_COUNT
    assert fault_of(Options(fixed_rounds=(1,)), seats) is Fault.PLAYER_COUNT
    assert not GAME.min_seats <= seats <= GAME.max_seats


def test_ef_5_everybody_starts_with_3_lives() -> None:
    assert Table(5).state.lives == [3] * 5


@pytest.mark.parametrize("lives", [3, 5, 7])
def test_ef_r25_a_table_may_start_with_3_5_or_7_lives(lives: int) -> None:
    assert Table(4, Options(lives=lives)).state.lives == [lives] * 4


@pytest.mark.parametrize("lives", [-3, 1, 2, 4, 6, 8, 10])
def test_ef_r25_no_other_number_of_lives_is_played_with(lives: int) -> None:
    assert fault_of(Options(lives=lives), 4) is Fault.OPTION_RANGE


@pytest.mark.parametrize(
    ("options", "seats", "words"),
    [
        (Options(), 9, "Eu Faço! is for 2 to 8 seats"),
        (Options(lives=4), 4, "lives are 3, 5 or 7"),
        (Options(lives=3, fixed_rounds=(1,)), 4, "a match of fixed_rounds has no lives"),
        (Options(fixed_rounds=(1,) * 21), 4, "fixed_rounds are at most 20"),
        (Options(fixed_rounds=(1, 5)), 8, "fixed_rounds are of 1 to 4 cards here"),
    ],
)
def test_g_11_a_match_that_cannot_be_is_refused_in_words_that_say_what_can(
    options: Options, seats: int, words: str
) -> None:
    with pytest.raises(InvalidMatch) as refused:
        checked(options, seats)
    assert str(refused.value) == words


def test_g_11_options_that_contradict_each_other_are_refused() -> None:
    for lives in (3, 5, 7):
        contradiction = Options(lives=lives, fixed_rounds=(1, 2))
        assert fault_of(contradiction, 4) is Fault.OPTIONS_CONTRADICT


def test_g_11_the_defaults_are_those_of_the_table_of_options() -> None:
    assert checked(Options(), 4) == Options(
        lives=3,
        fixed_rounds=(),
        ceiling_policy=CeilingPolicy.ALIVE,
        cancel_mode=CancelMode.GROUP,
        lock_in_one_card=False,
        same_round_rank=SameRoundRank.SHARED,
    )


def test_g_11_checking_twice_changes_nothing() -> None:
    for options in (Options(), Options(lives=7), Options(fixed_rounds=(1, 2, 3, 4, 5))):
        once = checked(options, 4)
        assert checked(once, 4) == once


def test_g_11_what_was_chosen_stands() -> None:
    chosen = Options(
        lives=5,
        ceiling_policy=CeilingPolicy.INITIAL,
        cancel_mode=CancelMode.PAIRS,
        lock_in_one_card=True,
        same_round_rank=SameRoundRank.DEFICIT,
    )
    assert checked(chosen, 8) == chosen


def test_ef_40_a_match_of_fixed_rounds_has_no_lives() -> None:
    assert checked(Options(fixed_rounds=(1, 2, 3, 4, 5)), 4).lives == 0
