"""The last ones reach zero together."""

import pytest

from carteado.rules import eu_faco
from carteado.rules.eu_faco import Bid, CancelMode, Options, SameRoundRank
from carteado.rules.eu_faco.events import CardPlayed, RoundDealt, TrickEnded
from carteado.rules.game import Awaiting, Refusal
from tests.rules.eu_faco.table import Table, dealt, ended, opened, played, steps


def all_at_zero(options: Options | None = None) -> Table:
    """Seats 0, 2 and 3 of five lose their last lives together in round 3, dealt by seat 3."""
    hands = {0: "2B 3B", 2: "4B 5B", 3: "9B 8B"}
    table = dealt(hands, dealer=3, seats=5, lives={0: 1, 2: 1, 3: 1}, options=options)
    table.bid(1, 1, 1)
    table.play("2B 4B 9B 8B 3B 5B")
    assert table.state.lives == [0, 0, 0, 0, 0]
    return table


def test_ef_39_the_last_ones_at_zero_together_break_the_tie_in_a_round_of_one_card() -> None:
    table = all_at_zero()
    assert table.awaiting() is Awaiting.DEAL
    assert table.places() == {}
    events = table.deal({0: "4P", 2: "9O", 3: "2D"})
    assert events[0] == RoundDealt(4, 1, 0, tiebreak=True)
    assert table.awaiting() is Awaiting.NOTHING
    assert table.places()[2] == 1


def test_ef_39_who_takes_the_trick_wins_whatever_annuls_above_it() -> None:
    table = all_at_zero()
    assert ended(table.deal({0: "10P", 2: "10D", 3: "3D"})).winner == 3
    assert table.places()[3] == 1


def test_ef_39_if_it_canga_it_is_played_again_by_the_same_seats() -> None:
    table = all_at_zero()
    assert ended(table.deal({0: "7P", 2: "7D", 3: "7B"})).winner is None
    assert table.awaiting() is Awaiting.DEAL
    assert table.places() == {}
    assert eu_faco.seats_out(table.state) == [1, 4]
    events = table.deal({0: "7P", 2: "6D", 3: "2B"})
    assert [seat for seat, _ in played(events)] == [3, 0, 2]
    assert table.places()[0] == 1


def test_ef_r21_all_who_were_alive_at_the_start_of_the_round_and_nobody_else_break_the_tie() -> (
    None
):
    table = all_at_zero()
    events = table.deal({0: "4P", 2: "9O", 3: "2D"})
    assert {seat for seat, _ in played(events)} == {0, 2, 3}
    assert table.places()[1] > 1
    assert table.places()[4] > 1


def test_ef_r21_the_tie_break_has_no_promises_and_no_decisions_and_is_resolved_at_once() -> None:
    table = all_at_zero()
    events = table.deal({0: "4P", 2: "9O", 3: "2D"})
    kinds = [RoundDealt, CardPlayed, CardPlayed, CardPlayed, TrickEnded]
    assert [type(event) for event in events] == kinds
    assert [seat.bid for seat in table.view(None).seats] == [None] * 5
    assert eu_faco.to_act(table.state) is None


def test_ef_r21_the_tie_break_is_a_round_with_its_own_number_deal_and_shuffle() -> None:
    table = all_at_zero()
    table.laid.asked.clear()
    table.deal({0: "7P", 2: "7D", 3: "7B"})
    table.deal({0: "7P", 2: "6D", 3: "2B"})
    assert table.laid.asked == [(4, "tiebreak"), (5, "tiebreak")]
    assert table.state.round_number == 5


def test_ef_r21_the_dealer_moves_on_and_the_seat_after_it_leads() -> None:
    table = all_at_zero()
    events = table.deal({0: "7P", 2: "7D", 3: "7B"})
    assert (table.state.dealer, played(events)[0][0]) == (0, 2)
    events = table.deal({0: "7P", 2: "7D", 3: "7B"})
    assert (table.state.dealer, played(events)[0][0]) == (2, 3)
    events = table.deal({0: "7P", 2: "7D", 3: "7B"})
    assert (table.state.dealer, played(events)[0][0]) == (3, 0)


def test_ef_r21_the_tie_break_is_on_the_forehead_and_is_told_as_such() -> None:
    table = all_at_zero()
    assert not table.view(None).tiebreak
    table.deal({0: "7P", 2: "7D", 3: "7B"})
    seen = table.view(0)
    assert (seen.tiebreak, seen.forehead, seen.hand_size) == (True, True, 1)


def test_ef_r21_the_fresh_shuffle_is_of_all_forty_cards() -> None:
    table = all_at_zero()
    table.deal({0: "9B", 2: "8B", 3: "2B"})
    assert len(table.laid.given) == 40


def test_ef_r22_a_tie_break_repeats_without_limit_while_it_cangou() -> None:
    table = all_at_zero()
    for again in range(50):
        table.deal({0: "7P", 2: "7D", 3: "7B"})
        assert table.awaiting() is Awaiting.DEAL
        assert table.state.round_number == 4 + again
    table.deal({0: "1P", 2: "1D", 3: "7B"})
    assert table.places()[2] == 1


def test_ef_r15_by_option_pairs_hold_in_the_tie_break_too() -> None:
    table = all_at_zero(Options(cancel_mode=CancelMode.PAIRS))
    events = table.deal({0: "7P", 2: "7D", 3: "7B"})
    assert ended(events).winner == played(events)[-1][0] == 0
    assert table.places()[0] == 1


def test_ef_39_before_the_tie_break_is_dealt_nobody_may_do_anything() -> None:
    table = all_at_zero()
    for seat in range(5):
        assert table.legal(seat) == []
        assert table.refusal(seat, Bid(0)) is Refusal.ROUND_OVER


def test_g_24_the_seats_of_a_tie_break_play_until_it_is_decided_then_only_its_winner_does() -> None:
    table = all_at_zero()
    undecided = [True, False, True, True, False]
    assert [seat.playing for seat in table.view(None).seats] == undecided
    table.deal({0: "7P", 2: "7D", 3: "7B"})
    assert [seat.playing for seat in table.view(None).seats] == undecided
    table.deal({0: "2P", 2: "7D", 3: "3B"})
    assert [seat.playing for seat in table.view(None).seats] == [False, False, True, False, False]
    assert eu_faco.seats_out(table.state) == [0, 1, 3, 4]


def test_g_24_the_count_before_a_tie_break_eliminates_nobody_yet() -> None:
    table = all_at_zero()
    assert eu_faco.seats_out(table.state) == [1, 4]


def test_a_tie_break_counts_no_lives_and_no_exact_rounds() -> None:
    table = all_at_zero()
    before = list(table.state.exact)
    table.deal({0: "2P", 2: "7D", 3: "3B"})
    assert table.state.lives == [0] * 5
    assert table.state.exact == before


def test_ef_r23_tie_break_losers_share_the_place_after_the_winner() -> None:
    table = all_at_zero()
    table.deal({0: "7P", 2: "7D", 3: "7B"})
    table.deal({0: "2P", 2: "7D", 3: "3B"})
    assert table.places() == {2: 1, 0: 2, 3: 2, 1: 4, 4: 4}


def test_g_24_by_option_tie_break_losers_rank_by_their_deficit() -> None:
    hands = {0: "2B 3B", 1: "4B 5B", 2: "9B 8B"}
    table = dealt(
        hands,
        dealer=2,
        lives={0: 1, 1: 1, 2: 1},
        options=Options(same_round_rank=SameRoundRank.DEFICIT),
    )
    table.bid(2, 1, 0)
    table.play("2B 4B 9B 8B 3B 5B")
    assert table.state.lives == [0, 0, 0]
    table.deal({0: "4P", 1: "4O", 2: "4D"})
    table.deal({0: "4P", 1: "5O", 2: "9D"})
    assert table.places() == {2: 1, 1: 2, 0: 3}


@pytest.mark.parametrize("seats", [2, 5, 8])
def test_ef_39_tie_breaks_happen_in_random_matches_and_leave_one_winner(seats: int) -> None:
    decided = 0
    for seed in range(15):
        match = opened(seed, seats)
        for _ in steps(match, seed):
            pass
        decided += match.state.tiebreak
        places = [one.place for one in match.game.placements(match.state)]
        assert places.count(1) == 1
        if match.state.tiebreak:
            assert sum(match.state.lives) == 0
    assert decided
