"""What may be promised, and the lock."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carteado.rules import eu_faco
from carteado.rules.eu_faco import Bid, Options
from carteado.rules.eu_faco.events import BidPlaced
from carteado.rules.game import Refusal
from tests.rules.eu_faco.table import Table, about_to_deal, law, opened, promised, steps


def bidding(size: int, prior: list[int], seats: int, options: Options | None = None) -> Table:
    """A table where these promises were spoken."""
    table = about_to_deal(size, range(seats), dealer=seats - 1, options=options)
    table.deal()
    table.bid(*prior)
    return table


def test_ef_17_each_seat_says_once_how_many_tricks_it_will_take_and_then_cards_are_played() -> None:
    table = bidding(3, [], 3)
    assert promised(table.bid(1, 0, 3)) == [0, 1, 2]
    assert [seat.bid for seat in table.view(None).seats] == [1, 0, 3]
    assert table.refusal(0, Bid(0)) is Refusal.WRONG_PHASE


@pytest.mark.parametrize("dealer", range(5))
def test_ef_18_the_seat_after_the_dealer_speaks_first_and_the_dealer_last(dealer: int) -> None:
    table = about_to_deal(4, range(5), dealer=dealer)
    table.deal()
    order = [(dealer + step) % 5 for step in range(1, 6)]
    assert promised(table.bid(0, 0, 0, 0, 0)) == order


def test_ef_20_the_last_to_speak_may_not_make_the_sum_equal_the_cards() -> None:
    table = bidding(5, [2, 0, 1], 4)
    assert table.bids() == [0, 1, 3, 4, 5]
    assert table.refusal(3, Bid(2)) is Refusal.BID_LOCKED


def test_ef_20_only_the_last_to_speak_has_a_lock() -> None:
    table = bidding(2, [], 4)
    for seat in range(3):
        assert table.bids() == [0, 1, 2]
        assert table.view(seat).locked_bid is None
        table.bid(0)
    assert table.bids() == [0, 1]


def test_ef_21_a_locked_number_is_shown_to_the_seat_that_may_not_say_it() -> None:
    table = bidding(4, [1, 1], 3)
    assert table.view(2).locked_bid == 2


def test_ef_22_in_one_card_rounds_the_lock_does_not_apply() -> None:
    for prior in ([0, 0], [1, 0]):
        table = bidding(1, prior, 3)
        assert table.bids() == [0, 1]
        assert table.view(2).locked_bid is None


def test_ef_23_with_1_0_1_asked_of_three_cards_the_last_may_not_say_1() -> None:
    table = bidding(3, [1, 0, 1], 4)
    assert table.bids() == [0, 2, 3]
    assert table.view(3).locked_bid == 1


@pytest.mark.parametrize("size", range(1, 11))
def test_ef_r9_a_promise_is_a_number_from_none_to_all(size: int) -> None:
    table = bidding(size, [], 2)
    assert table.bids() == list(range(size + 1))
    assert table.refusal(0, Bid(-1)) is Refusal.BID_RANGE
    assert table.refusal(0, Bid(size + 1)) is Refusal.BID_RANGE


def test_ef_r9_a_promise_is_public_at_once_and_irrevocable() -> None:
    table = bidding(3, [], 3)
    assert table.bid(2) == [BidPlaced(0, 2)]
    assert {table.view(observer).seats[0].bid for observer in (None, 0, 1, 2)} == {2}
    assert table.refusal(0, Bid(1)) is Refusal.NOT_YOUR_TURN


def test_ef_r10_when_the_sum_already_exceeds_the_size_nothing_is_locked() -> None:
    table = bidding(3, [2, 2], 3)
    assert table.bids() == [0, 1, 2, 3]
    assert table.view(2).locked_bid is None


def test_ef_r10_when_the_sum_is_the_size_zero_is_locked() -> None:
    table = bidding(3, [2, 1], 3)
    assert table.bids() == [1, 2, 3]
    assert table.view(2).locked_bid == 0


def test_ef_r10_when_nobody_asked_for_any_the_whole_size_is_locked() -> None:
    table = bidding(3, [0, 0], 3)
    assert table.bids() == [0, 1, 2]
    assert table.view(2).locked_bid == 3


@pytest.mark.parametrize(("prior", "left"), [([0, 0], [0]), ([0, 1], [1]), ([1, 1], [0, 1])])
def test_ef_r10_by_option_the_lock_also_bites_in_one_card_rounds(
    prior: list[int], left: list[int]
) -> None:
    table = bidding(1, prior, 3, Options(lock_in_one_card=True))
    assert table.bids() == left


@law
@given(seats=st.integers(2, 8), data=st.data())
def test_ef_r10_the_sum_of_promises_never_equals_the_size_and_size_many_numbers_stay_legal(
    seats: int, data: st.DataObject
) -> None:
    size = data.draw(st.integers(2, min(10, 39 // seats)))
    prior = data.draw(st.lists(st.integers(0, size), min_size=seats - 1, max_size=seats - 1))
    table = bidding(size, prior, seats)
    legal = table.bids()
    assert legal == [tricks for tricks in range(size + 1) if sum(prior) + tricks != size]
    assert len(legal) >= size >= 2
    for tricks in set(range(size + 1)) - set(legal):
        assert table.refusal(seats - 1, Bid(tricks)) is Refusal.BID_LOCKED


@pytest.mark.parametrize("seed", range(20))
def test_ef_20_in_whole_matches_the_sum_never_closes_from_two_cards_on(seed: int) -> None:
    match = opened(seed, 2 + seed % 7)
    closed = 0
    for _ in steps(match, seed):
        state = match.state
        if -1 not in (state.bids[seat] for seat in state.order) and not state.tiebreak:
            closed += 1
            assert (
                state.hand_size == 1
                or sum(state.bids[seat] for seat in state.order) != state.hand_size
            )
    assert closed


def test_ef_20_the_lock_belongs_to_the_last_living_seat() -> None:
    table = about_to_deal(2, [0, 2, 3], dealer=2, seats=5)
    table.deal()
    table.bid(1, 0)
    assert table.state.to_act == 2
    assert table.bids() == [0, 2]


def test_ef_r38_there_is_nothing_to_do_but_to_promise_and_to_play() -> None:
    table = bidding(2, [], 2)
    kinds = {type(action) for seat in (0, 1) for action in table.legal(seat)}
    assert kinds == {Bid}
    table.bid(0, 0)
    kinds = {type(action) for seat in (0, 1) for action in table.legal(seat)}
    assert kinds == {eu_faco.Play}
