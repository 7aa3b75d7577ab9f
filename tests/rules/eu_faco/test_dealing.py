"""Who deals, from what, to whom."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carteado.rules import eu_faco
from carteado.rules.eu_faco.cards import DECK
from carteado.rules.eu_faco.events import RoundDealt
from carteado.rules.eu_faco.state import Phase
from carteado.rules.game import Awaiting
from tests.rules.eu_faco.table import Table, about_to_deal, card, dealt, law, opened, steps


@pytest.mark.parametrize("dealer", range(5))
def test_ef_r2_the_first_dealer_is_drawn_among_all_seats(dealer: int) -> None:
    table = Table(5, dealer=dealer)
    (event,) = table.deal()
    assert table.laid.asked == [(1, "dealer"), (1, "deck")]
    assert event == RoundDealt(1, 1, dealer, tiebreak=False)


def test_g_2_every_seat_is_drawn_as_first_dealer_sometimes() -> None:
    first = {opened(seed, 8).deal()[0].dealer for seed in range(120)}
    assert first == set(range(8))


def test_ef_19_the_dealer_changes_every_round() -> None:
    table = Table(3, dealer=1)
    dealers = []
    for _ in range(7):
        table.deal()
        dealers.append(table.state.dealer)
        table.state.phase = Phase.AWAITING_DEAL
    assert dealers == [1, 2, 0, 1, 2, 0, 1]


def test_g_2_only_the_first_round_draws_a_dealer() -> None:
    table = about_to_deal(2, range(3), dealer=1)
    table.deal()
    assert table.laid.asked == [(3, "deck")]


@pytest.mark.parametrize("dealer", range(4))
def test_ef_18_the_first_to_speak_sits_after_the_dealer_and_the_turn_goes_round(
    dealer: int,
) -> None:
    table = about_to_deal(3, range(4), dealer=dealer)
    table.deal()
    spoken = []
    for _ in range(4):
        spoken.append(table.state.to_act)
        table.bid(0)
    assert spoken == [(dealer + step) % 4 for step in (1, 2, 3, 4)]


def test_ef_r7_the_dealer_speaks_last_and_dead_seats_are_passed_over() -> None:
    table = about_to_deal(3, [0, 2, 5], dealer=2, seats=7)
    table.deal()
    assert table.state.order == [5, 0, 2]


def test_ef_r7_the_next_dealer_is_the_first_living_seat_after_the_old_dealer_even_if_it_is_out() -> (
    None
):
    hands = {0: "2B 3B", 1: "4B 5B", 2: "6B 7B", 3: "8B 9B"}
    table = dealt(hands, dealer=1, lives={0: 3, 1: 1, 2: 1, 3: 3})
    table.bid(0, 2, 0, 1)
    table.play("6B 8B 2B 4B")
    table.play("9B 3B 5B 7B")
    assert table.state.lives == [3, 0, 1, 3]
    table.deal()
    assert table.state.dealer == 2
    assert table.state.order == [3, 0, 2]


def test_ef_r7_the_deal_skips_all_the_dead() -> None:
    table = about_to_deal(3, [0, 4, 6], dealer=4, seats=7)
    table.deal()
    assert table.state.dealer == 4
    table.state.phase = Phase.AWAITING_DEAL
    table.deal()
    assert table.state.dealer == 6
    table.state.phase = Phase.AWAITING_DEAL
    table.deal()
    assert table.state.dealer == 0


def test_ef_r8_the_first_speaker_leads_the_first_trick() -> None:
    table = dealt({0: "2B 3B", 1: "4B 5B", 2: "6B 7B"}, dealer=0)
    assert table.view(None).leader == 1
    table.bid(0, 0, 0)
    assert table.state.to_act == 1


def test_ef_r1_all_forty_cards_are_shuffled_for_every_round() -> None:
    table = Table(4)
    for _ in range(3):
        table.deal()
        assert table.laid.given == list(DECK)
        table.default_until_counted()


def test_ef_r1_the_undealt_cards_stay_out() -> None:
    table = Table(3)
    table.deal()
    assert [len(hand) for hand in table.state.hands] == [1, 1, 1]


def test_g_4_cards_are_dealt_one_at_a_time_from_the_seat_after_the_dealer() -> None:
    table = about_to_deal(3, range(4), dealer=1)
    deck = [40, 7, 12, 33, 1, 20, 25, 9, 18, 30, 2, 39]
    table.laid.top = deck
    eu_faco.deal(table.state, table.laid)
    assert table.state.hands == [sorted(deck[at::4]) for at in (2, 3, 0, 1)]


def test_g_4_seats_that_are_out_get_no_cards() -> None:
    table = about_to_deal(2, [0, 3], dealer=0, seats=4)
    table.laid.top = [5, 6, 7, 8]
    eu_faco.deal(table.state, table.laid)
    assert table.state.hands == [[6, 8], [], [], [5, 7]]


@law
@given(seats=st.integers(2, 8), data=st.data())
def test_ef_r1_no_card_is_dealt_twice(seats: int, data: st.DataObject) -> None:
    size = data.draw(st.integers(1, min(10, 39 // seats)))
    table = about_to_deal(size, range(seats), dealer=data.draw(st.integers(0, seats - 1)))
    table.laid.top = data.draw(st.permutations(DECK))
    eu_faco.deal(table.state, table.laid)
    held = [one for hand in table.state.hands for one in hand]
    assert [len(hand) for hand in table.state.hands] == [size] * seats
    assert sorted(held) == sorted(table.laid.top[: seats * size])


def test_g_3_the_same_secrets_entropy_and_moves_give_the_same_match() -> None:
    first, second = opened(5, 4), opened(5, 4)
    assert list(steps(first, 8)) == list(steps(second, 8))


def test_g_3_other_secrets_give_other_cards() -> None:
    hands = set()
    for seed in range(6):
        match = opened(seed, 8)
        match.deal()
        hands.add(str(match.state.hands))
    assert len(hands) == 6


def test_g_22_the_deal_tells_round_size_and_dealer_and_no_card() -> None:
    table = about_to_deal(2, range(3), dealer=2)
    assert table.deal() == [RoundDealt(3, 2, 2, tiebreak=False)]
    assert table.awaiting() is Awaiting.SEAT


def test_a_hand_is_shown_in_ascending_order() -> None:
    table = dealt({0: "9B 3D 2P", 1: "4B 5B 6B"}, dealer=1)
    assert table.view(0).hand == (card("9B"), card("2P"), card("3D"))
