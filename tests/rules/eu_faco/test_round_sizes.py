"""How many cards each round has."""

from collections.abc import Sequence

import pytest

from carteado.rules import eu_faco
from carteado.rules.eu_faco import CeilingPolicy, Options
from carteado.rules.eu_faco.options import ceiling
from carteado.rules.eu_faco.rules import next_size
from carteado.rules.game import Awaiting
from tests.rules.eu_faco.table import Table, about_to_deal, opened, steps

CEILINGS = {2: 10, 3: 10, 4: 9, 5: 7, 6: 6, 7: 5, 8: 4}


def sizes_dealt(table: Table, rounds: int) -> list[int]:
    """The sizes of the next rounds, in which nobody loses a life."""
    sizes = []
    for _ in range(rounds):
        lives, out = list(table.state.lives), list(table.state.out_round)
        table.deal()
        sizes.append(table.state.hand_size)
        table.default_until_counted()
        table.state.lives, table.state.out_round = lives, out
        table.state.phase = type(table.state.phase).AWAITING_DEAL
    return sizes


def leave(table: Table, seats: Sequence[int]) -> None:
    for seat in seats:
        table.state.out_round[seat] = table.state.round_number
        table.state.lives[seat] = 0


def test_ef_8_the_first_round_is_of_one_card_and_the_second_of_two() -> None:
    assert sizes_dealt(Table(4), 3) == [1, 2, 3]


def test_ef_9_at_a_table_of_four_the_wave_shows_one_9_and_comes_back_to_one() -> None:
    wave = [1, 2, 3, 4, 5, 6, 7, 8, 9, 8, 7, 6, 5, 4, 3, 2, 1]
    assert sizes_dealt(Table(4), 17) == wave


@pytest.mark.parametrize(("seats", "highest"), CEILINGS.items())
def test_ef_8_the_wave_climbs_to_the_ceiling_of_the_table_comes_down_and_climbs_again(
    seats: int, highest: int
) -> None:
    wave = [*range(1, highest + 1), *range(highest - 1, 0, -1), 2, 3]
    assert sizes_dealt(Table(seats), len(wave)) == wave


@pytest.mark.parametrize(("seats", "highest"), CEILINGS.items())
def test_ef_11_the_ceiling_depends_on_how_many_are_at_the_table(seats: int, highest: int) -> None:
    assert ceiling(seats) == highest
    table = Table(seats)
    table.deal()
    assert table.view(None).ceiling == highest


@pytest.mark.parametrize("seats", range(2, 9))
def test_ef_r6_the_ceiling_is_a_39th_shared_out_at_most_10_so_a_card_is_always_left(
    seats: int,
) -> None:
    assert ceiling(seats) == min(10, 39 // seats)
    assert ceiling(seats) * seats < 40


def test_ef_r3_the_first_round_is_of_one_card_and_the_wave_climbs() -> None:
    for highest in CEILINGS.values():
        assert next_size(0, rising=True, highest=highest) == (1, True)


def test_ef_r5_neither_the_peak_nor_the_bottom_is_repeated() -> None:
    assert next_size(9, rising=True, highest=9) == (8, False)
    assert next_size(1, rising=False, highest=9) == (2, True)


@pytest.mark.parametrize("highest", [4, 5, 6, 7, 9, 10])
def test_ef_r4_the_rule_of_the_next_size(highest: int) -> None:
    for size in range(1, highest + 1):
        climbed = (size + 1, True) if size < highest else (size - 1, False)
        assert next_size(size, rising=True, highest=highest) == climbed
        came_down = (size - 1, False) if size > 1 else (2, True)
        assert next_size(size, rising=False, highest=highest) == came_down


def test_ef_r4_an_elimination_in_the_peak_round_makes_the_wave_climb_on() -> None:
    table = about_to_deal(9, range(4), dealer=0)
    assert sizes_dealt(table, 1) == [9]
    leave(table, [2])
    assert sizes_dealt(table, 3) == [10, 9, 8]


def test_ef_r4_an_elimination_on_the_way_down_does_not_turn_the_wave() -> None:
    table = about_to_deal(9, range(4), dealer=0)
    assert sizes_dealt(table, 2) == [9, 8]
    leave(table, [2])
    assert sizes_dealt(table, 8) == [7, 6, 5, 4, 3, 2, 1, 2]
    assert table.state.ceiling == 10


def test_ef_r4_the_ceiling_is_that_of_the_seats_alive_when_the_round_is_dealt() -> None:
    table = about_to_deal(4, range(8), dealer=0)
    assert sizes_dealt(table, 1) == [4]
    leave(table, [1, 2, 3, 4])
    assert sizes_dealt(table, 7) == [5, 6, 7, 8, 9, 8, 7]


def test_ef_r4_by_option_the_ceiling_stays_that_of_who_sat_down() -> None:
    options = Options(ceiling_policy=CeilingPolicy.INITIAL)
    table = about_to_deal(4, range(8), dealer=0, options=options)
    assert sizes_dealt(table, 1) == [4]
    leave(table, [1, 2, 3, 4])
    assert sizes_dealt(table, 4) == [3, 2, 1, 2]
    assert table.state.ceiling == 4


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("policy", list(CeilingPolicy))
def test_ef_r4_the_size_never_exceeds_the_ceiling_of_those_alive(
    seed: int, policy: CeilingPolicy
) -> None:
    match = opened(seed, 2 + seed % 7, Options(ceiling_policy=policy))
    for _ in steps(match, seed):
        if match.game.awaiting(match.state) is Awaiting.SEAT:
            alive = len(match.state.playing())
            counted = alive if policy is CeilingPolicy.ALIVE else match.seats
            assert match.state.ceiling == ceiling(counted)
            assert 1 <= match.state.hand_size <= match.state.ceiling


def test_ef_r32_two_players_have_no_special_rule_and_climb_to_ten() -> None:
    assert sizes_dealt(Table(2), 12) == [*range(1, 11), 9, 8]


def test_ef_10_only_rounds_of_one_card_are_played_on_the_forehead() -> None:
    table = Table(4)
    shown = []
    for _ in range(18):
        sizes_dealt(table, 1)
        shown.append((table.state.hand_size == 1, eu_faco.view(table.state, 0).forehead))
    assert all(one == forehead for one, forehead in shown)
    assert [forehead for _, forehead in shown].count(True) == 2
