"""Who finished where."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carteado.rules.eu_faco import Options, SameRoundRank, placements
from carteado.rules.eu_faco.events import RoundScored
from carteado.rules.eu_faco.state import Phase, State
from carteado.rules.game import Placement, competition_ranking
from tests.rules.eu_faco.table import dealt, law, opened, steps


def finished(out_round: list[int], deficit: list[int] | None = None) -> State:
    """A match that is over, with the round in which each seat went out."""
    rank = SameRoundRank.SHARED if deficit is None else SameRoundRank.DEFICIT
    state = State(Options(lives=3, same_round_rank=rank), len(out_round))
    state.phase = Phase.FINISHED
    state.out_round = out_round
    state.lives = [0 if out else 2 for out in out_round]
    state.deficit = deficit or [0] * len(out_round)
    return state


def places(state: State) -> list[int]:
    return [one.place for one in placements(state)]


def test_ef_r23_the_winner_is_first_and_who_was_out_later_is_better() -> None:
    assert places(finished([3, 0, 1, 2])) == [2, 1, 4, 3]


def test_ef_r23_who_was_out_in_the_same_round_shares_the_place() -> None:
    assert places(finished([4, 0, 2, 4, 1])) == [2, 1, 4, 2, 5]


def test_ef_r23_shared_places_do_not_look_at_the_deficit() -> None:
    state = finished([2, 0, 2])
    state.deficit = [3, 0, 0]
    assert places(state) == [2, 1, 2]


def test_ef_r23_by_option_who_fell_short_of_fewer_lives_ranks_higher() -> None:
    assert places(finished([2, 0, 2, 2], [3, 0, 1, 3])) == [3, 1, 2, 3]


def test_ef_r23_by_option_the_round_still_decides_before_the_deficit() -> None:
    assert places(finished([1, 0, 2], [0, 0, 9])) == [3, 1, 2]


def test_ef_r23_by_option_the_deficit_is_that_of_the_round_that_eliminated() -> None:
    hands = {0: "2B 3B", 1: "4B 5B", 2: "9B 8B"}
    options = Options(same_round_rank=SameRoundRank.DEFICIT)
    table = dealt(hands, dealer=2, lives={0: 1, 1: 1, 2: 3}, options=options)
    table.bid(2, 1, 2)
    table.play("2B 4B 9B 8B 3B 5B")
    assert table.state.deficit == [1, 0, 0]
    assert table.places() == {0: 3, 1: 2, 2: 1}


def test_g_9_places_are_a_competition_ranking_1_2_2_4() -> None:
    assert competition_ranking([(1,), (2,), (2,), (3,)]) == [1, 2, 2, 4]
    assert competition_ranking([(5,), (5,), (1,)]) == [2, 2, 1]
    assert competition_ranking([(1, 9), (1, 3), (0, 99)]) == [3, 2, 1]
    assert competition_ranking([]) == []


@law
@given(outs=st.lists(st.integers(0, 6), min_size=2, max_size=8))
def test_g_9_a_place_is_one_more_than_how_many_are_better(outs: list[int]) -> None:
    got = places(finished(outs))
    stands = [99 if out == 0 else out for out in outs]
    assert got == [1 + sum(other > mine for other in stands) for mine in stands]


def test_places_are_told_by_seat_with_the_lives_left() -> None:
    assert placements(finished([2, 0, 1])) == [
        Placement(0, 2, 0),
        Placement(1, 1, 2),
        Placement(2, 3, 0),
    ]


def test_ef_r24_there_are_no_places_while_the_match_goes_on() -> None:
    state = finished([0, 0, 1])
    for phase in set(Phase) - {Phase.FINISHED}:
        state.phase = phase
        assert placements(state) == []


@pytest.mark.parametrize("seed", range(12))
def test_ef_r23_in_whole_matches_places_follow_the_rounds_in_which_lives_ran_out(seed: int) -> None:
    seats = 2 + seed % 7
    match = opened(seed, seats)
    last_alive = [0] * seats
    for events in steps(match, seed):
        if any(isinstance(event, RoundScored) for event in events):
            for seat in range(seats):
                last_alive[seat] += match.state.lives[seat] > 0
    got = [one.place for one in match.game.placements(match.state)]
    winner = got.index(1)
    for one in range(seats):
        for other in range(seats):
            if winner not in (one, other):
                assert (got[one] < got[other]) == (last_alive[one] > last_alive[other])
    assert all(last_alive[winner] >= lasted for lasted in last_alive)
