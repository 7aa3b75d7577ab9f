"""Matches without lives, such as the Mão do Dia."""

import pytest

from carteado.rules import eu_faco
from carteado.rules.eu_faco import Options
from carteado.rules.eu_faco.state import Phase, State
from carteado.rules.game import Awaiting, Fault, InvalidMatch, Placement
from tests.rules.eu_faco.table import Table, opened, steps

DAILY = Options(fixed_rounds=(1, 2, 3, 4, 5))


def test_ef_40_there_are_five_rounds_and_then_the_match_is_over() -> None:
    table = Table(4, DAILY)
    for _ in range(5):
        assert table.awaiting() is Awaiting.DEAL
        table.deal()
        table.default_until_counted()
    assert table.awaiting() is Awaiting.NOTHING
    assert table.state.round_number == 5


@pytest.mark.parametrize("seed", range(6))
def test_ef_40_nobody_leaves_and_nothing_costs_a_life(seed: int) -> None:
    match = opened(seed, 4, DAILY)
    for _ in steps(match, seed):
        assert match.game.seats_out(match.state) == []
        assert match.state.lives == [0, 0, 0, 0]
        if match.game.awaiting(match.state) is Awaiting.SEAT:
            assert len(match.state.order) == 4
    assert match.state.round_number == 5
    assert max(match.state.distance) > 3


def test_ef_40_missing_every_promise_ends_nothing_before_the_last_round() -> None:
    table = Table(4, DAILY)
    table.deal({0: "2B", 1: "3B", 2: "4B", 3: "5B"})
    table.bid(1, 1, 1, 0)
    table.deal({0: "2B 2P", 1: "3B 3P", 2: "4B 4P", 3: "5B 5P"})
    table.bid(2, 2, 2, 2)
    table.play("3B 4B 5B 2B 5P 2P 3P 4P")
    assert table.state.distance == [3, 3, 3, 1]
    assert table.awaiting() is Awaiting.DEAL


def test_ef_40_what_counts_is_how_many_were_nailed() -> None:
    table = Table(2, Options(fixed_rounds=(1, 1)))
    table.deal({0: "9B", 1: "2B"})
    table.bid(1, 1)
    table.deal({0: "9B", 1: "2B"})
    table.bid(0, 1)
    assert eu_faco.placements(table.state) == [Placement(0, 1, 2, 0), Placement(1, 2, 1, 1)]


def test_ef_r27_the_sizes_are_those_of_the_option() -> None:
    table = Table(4, DAILY)
    sizes, dealers = [], []
    for _ in range(5):
        table.deal()
        sizes.append(table.state.hand_size)
        dealers.append(table.state.dealer)
        table.default_until_counted()
    assert sizes == [1, 2, 3, 4, 5]
    assert dealers == [3, 0, 1, 2, 3]


def test_ef_r27_the_last_seat_deals_first_and_no_dealer_is_drawn() -> None:
    table = Table(4, DAILY)
    table.deal()
    assert table.state.dealer == 3
    assert table.state.to_act == 0
    assert table.laid.asked == [(1, "deck")]


@pytest.mark.parametrize("seed", range(3))
def test_ef_r27_the_cards_of_a_round_do_not_depend_on_earlier_play(seed: int) -> None:
    dealt: list[list[list[list[int]]]] = []
    for player in (1, 2):
        match = opened(seed, 4, DAILY)
        rounds = []
        for _ in steps(match, 100 * player + seed):
            state = match.state
            if state.phase is Phase.BIDDING and state.bids == [-1] * 4:
                rounds.append([list(hand) for hand in state.hands])
        dealt.append(rounds)
    assert dealt[0] == dealt[1]
    assert [len(hands[0]) for hands in dealt[0]] == [1, 2, 3, 4, 5]


def places(exact: list[int], distance: list[int]) -> list[int]:
    state = State(DAILY, len(exact))
    state.phase = Phase.FINISHED
    state.exact, state.distance = exact, distance
    return [one.place for one in eu_faco.placements(state)]


def test_ef_r28_first_the_number_of_cravadas() -> None:
    assert places([2, 5, 3, 0], [0, 9, 1, 2]) == [3, 1, 2, 4]


def test_ef_r28_then_the_smaller_total_distance() -> None:
    assert places([3, 3, 3, 4], [2, 5, 1, 9]) == [3, 4, 2, 1]


def test_ef_r28_then_a_shared_place() -> None:
    assert places([3, 3, 3, 2], [2, 2, 2, 0]) == [1, 1, 1, 4]


def test_ef_r28_the_size_of_the_promises_does_not_count() -> None:
    table = Table(2, Options(fixed_rounds=(2, 2)))
    table.deal({0: "9B 8B", 1: "2B 3B"})
    table.bid(2, 1)
    table.play("9B 2B 8B 3B")
    table.deal({0: "9B 8B", 1: "2B 3B"})
    table.bid(0, 1)
    table.play("2B 9B 8B 3B")
    both = [Placement(0, 1, 1, 1), Placement(1, 1, 1, 1)]
    assert eu_faco.placements(table.state) == both


def test_ef_r30_the_first_round_is_on_the_forehead_without_a_lock() -> None:
    table = Table(4, DAILY)
    table.deal()
    assert table.view(0).forehead
    table.bid(0, 1, 0)
    assert table.bids() == [0, 1]


def test_ef_r30_the_later_rounds_have_the_lock() -> None:
    table = Table(4, DAILY)
    table.deal()
    table.default_until_counted()
    table.deal()
    table.bid(1, 0, 0)
    assert not table.view(0).forehead
    assert table.bids() == [0, 2]


@pytest.mark.parametrize("rounds", [(1,), (10,), (3, 3, 3), tuple([2] * 20)])
def test_g_25_there_may_be_1_to_20_sizes(rounds: tuple[int, ...]) -> None:
    table = Table(2, Options(fixed_rounds=rounds))
    for _ in rounds:
        table.deal()
        table.default_until_counted()
    assert table.awaiting() is Awaiting.NOTHING


def test_g_25_21_sizes_are_refused() -> None:
    with pytest.raises(InvalidMatch) as refused:
        Table(2, Options(fixed_rounds=(1,) * 21))
    assert refused.value.fault is Fault.OPTION_RANGE


@pytest.mark.parametrize(
    ("seats", "highest"), [(2, 10), (3, 10), (4, 9), (5, 7), (6, 6), (7, 5), (8, 4)]
)
def test_g_25_each_size_is_at_most_the_ceiling_of_the_seats(seats: int, highest: int) -> None:
    Table(seats, Options(fixed_rounds=(1, highest)))
    for size in (0, -1, highest + 1):
        with pytest.raises(InvalidMatch) as refused:
            Table(seats, Options(fixed_rounds=(1, size)))
        assert refused.value.fault is Fault.OPTION_RANGE
