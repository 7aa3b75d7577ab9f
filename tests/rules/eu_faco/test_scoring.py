"""What a round costs and who is out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carteado.rules import eu_faco
from carteado.rules.eu_faco import Options, scoring
from carteado.rules.eu_faco.events import RoundScored, SeatScore, TrickEnded
from carteado.rules.game import Awaiting
from tests.rules.eu_faco.table import Table, about_to_deal, dealt, law, opened, scored, steps


def counted(bids: list[int], taken: list[int], lives: list[int]) -> Table:
    """A round of many cards in which these promises were met like this."""
    table = about_to_deal(
        4, range(len(bids)), dealer=len(bids) - 1, lives=dict(enumerate(lives)), options=Options()
    )
    table.deal()
    table.state.bids, table.state.taken = list(bids), list(taken)
    scoring.count_round(table.state)
    return table


def test_ef_24_a_promise_that_is_met_costs_nothing() -> None:
    assert counted([2, 1, 0], [2, 1, 0], [3, 3, 3]).state.lives == [3, 3, 3]


@pytest.mark.parametrize(
    ("bid", "taken", "left"), [(0, 1, 2), (1, 0, 2), (0, 2, 1), (3, 1, 1), (0, 3, 0), (4, 1, 0)]
)
def test_ef_25_each_trick_of_difference_above_or_below_costs_one_life(
    bid: int, taken: int, left: int
) -> None:
    assert counted([bid, 0, 0], [taken, 0, 0], [3, 3, 3]).state.lives == [left, 3, 3]


def test_ef_26_nailing_0_is_worth_the_same_as_nailing_5() -> None:
    state = counted([0, 5], [0, 5], [3, 3]).state
    assert state.lives == [3, 3]
    assert state.exact == [1, 1]


@law
@given(bid=st.integers(0, 10), off=st.integers(0, 10), lives=st.integers(1, 7))
def test_ef_27_only_the_distance_counts(bid: int, off: int, lives: int) -> None:
    over = counted([bid, 0, 0], [bid + off, 0, 0], [lives, 3, 3]).state.lives[0]
    under = counted([bid + off, 0, 0], [bid, 0, 0], [lives, 3, 3]).state.lives[0]
    assert over == under == max(0, lives - off)


def test_ef_6_with_no_lives_a_seat_leaves_the_table_and_watches() -> None:
    table = dealt({0: "2B 3B", 1: "4B 5B", 2: "9B 10B"}, dealer=2, lives={0: 1, 1: 2, 2: 3})
    table.bid(1, 0, 2)
    score = scored(table.play("2B 4B 9B 10B 3B 5B"))
    assert [one.eliminated for one in score.values()] == [True, False, False]
    assert eu_faco.seats_out(table.state) == [0]
    assert [seat.playing for seat in table.view(None).seats] == [False, True, True]
    table.deal()
    assert table.state.order == [2, 1]
    assert table.state.hands[0] == []
    assert table.legal(0) == []


def test_ef_7_the_last_one_standing_wins_the_match() -> None:
    table = counted([0, 0, 3], [3, 0, 0], [3, 2, 2])
    assert table.state.lives == [0, 2, 0]
    assert table.awaiting() is Awaiting.NOTHING
    assert table.places()[1] == 1


def test_ef_38_a_match_goes_on_while_two_stand() -> None:
    table = counted([0, 0, 0], [3, 1, 0], [3, 3, 3])
    assert table.awaiting() is Awaiting.DEAL
    assert table.places() == {}


def test_ef_r19_lives_stop_at_zero() -> None:
    assert counted([0, 0, 0], [4, 0, 0], [1, 3, 3]).state.lives == [0, 3, 3]


def test_ef_r20_one_survivor_wins_at_once_although_others_hit_zero_together() -> None:
    table = counted([0, 0, 1, 0], [2, 1, 0, 1], [1, 1, 1, 2])
    assert table.state.lives == [0, 0, 0, 1]
    assert table.awaiting() is Awaiting.NOTHING
    assert table.places() == {0: 2, 1: 2, 2: 2, 3: 1}


def test_ef_r24_a_match_never_ends_inside_a_round() -> None:
    table = dealt({0: "9B 8B 7B", 1: "2B 3B 4B"}, dealer=1, lives={0: 1, 1: 1})
    table.bid(0, 0)
    table.play("9B 2B 8B 3B")
    assert table.state.taken == [2, 0]
    assert table.awaiting() is Awaiting.SEAT
    assert table.state.lives == [1, 1]
    table.play("7B 4B")
    assert table.awaiting() is Awaiting.NOTHING
    assert table.places() == {0: 2, 1: 1}


def test_ef_24_lives_are_counted_at_the_end_of_the_round_and_not_before() -> None:
    table = dealt({0: "9B 8B", 1: "2B 3B"}, dealer=1)
    table.bid(0, 0)
    table.play("9B 2B 8B")
    assert table.state.lives == [3, 3]
    table.play("3B")
    assert table.state.lives == [1, 3]


def test_g_22_the_count_is_told_after_the_last_trick_by_seat() -> None:
    table = dealt({0: "2B 9B", 1: "3B 4B"}, dealer=0)
    table.bid(1, 0)
    table.play("3B 2B 4B")
    events = table.play("9B")
    assert [type(event) for event in events[1:]] == [TrickEnded, RoundScored]
    assert events[-1] == RoundScored(
        (
            SeatScore(seat=0, bid=0, taken=1, lives=2, eliminated=False),
            SeatScore(seat=1, bid=1, taken=1, lives=3, eliminated=False),
        )
    )


def test_ef_6_seats_that_are_out_are_not_counted_again() -> None:
    table = dealt({1: "2B 9B", 2: "3B 4B"}, dealer=1, seats=4)
    table.bid(0, 0)
    assert list(scored(table.play("3B 2B 4B 9B"))) == [1, 2]
    assert table.state.exact[0] == table.state.exact[3] == 0


@pytest.mark.parametrize("seed", range(24))
def test_ef_r34_a_round_of_two_cards_or_more_without_a_cangada_costs_a_life_and_none_grow(
    seed: int,
) -> None:
    match = opened(seed, 2 + seed % 7, Options(lives=7))
    before = list(match.state.lives)
    costly = 0
    for events in steps(match, seed):
        lives = list(match.state.lives)
        assert all(now <= then for now, then in zip(lives, before, strict=True))
        if any(isinstance(event, RoundScored) for event in events):
            tricks = match.view(None).table.tricks
            if len(tricks) >= 2 and all(trick.winner is not None for trick in tricks):
                assert sum(one.bid != one.taken for one in scored(events).values()) >= 1
                assert sum(lives) < sum(before)
                costly += 1
        before = lives
    assert costly


def test_ef_24_rounds_nailed_and_distances_add_up_over_the_match() -> None:
    table = Table(2, dealer=1)
    table.deal({0: "9B", 1: "2B"})
    table.bid(1, 1)
    assert (table.state.exact, table.state.distance) == ([1, 0], [0, 1])
    table.deal({0: "9B 8B", 1: "2B 3B"})
    table.bid(2, 2)
    table.play("2B 9B 8B 3B")
    assert (table.state.exact, table.state.distance) == ([2, 0], [0, 3])
    assert [seat.exact_rounds for seat in table.view(None).seats] == [2, 0]
