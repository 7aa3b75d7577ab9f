"""How a round is dealt, and what the first upcard does."""

import pytest

from carteado.rules import estou_por_uma
from carteado.rules.estou_por_uma import Options
from carteado.rules.estou_por_uma.cards import deck
from carteado.rules.estou_por_uma.events import DrawReason, Reversed, RoundDealt, Skipped
from carteado.rules.estou_por_uma.state import Phase
from carteado.rules.game import Awaiting
from carteado.rules.match import Match
from carteado.rules.shuffle import OpenedSecrets, UnknownSecret, link
from tests.rules.estou_por_uma.table import (
    Table,
    card,
    cards,
    drawn,
    effects,
    everything,
    laid,
    names_of,
)

APPLY = Options(upcard_takes_effect=True)
FIRST_CARDS = " ".join(f"{rank}{suit}" for suit in "CS" for rank in (2, 3, 4, 5, 6, 10, "J", "Q"))
"""Sixteen plain cards: two hands."""


def upcard(name: str, seats: int = 4, *, dealer: int = 2, options: Options = APPLY) -> Table:
    """A first round whose first upcard this is; the next card of the stock is a 2 of hearts."""
    table = Table(seats, options, dealer=dealer)
    plain = [number for number in deck(2) if number in cards(FIRST_CARDS)] * 2
    table.laid.top = []
    table.deal(f"{names_of(plain[: 8 * seats])} {name} 2H 3H 4H 5H 6H 2D 3D")
    return table


def test_g_21_before_the_first_deal_nobody_deals_acts_or_has_played() -> None:
    state = Table(3).state
    assert (state.phase, state.round_number, state.packs) == (Phase.AWAITING_DEAL, 0, 0)
    assert (state.dealer, state.to_act, state.top_seat, state.open_call) == (-1, -1, -1, -1)
    assert (state.direction, state.suit, state.pending, state.drawn) == (0, 0, 0, 0)
    assert (state.passes, state.reshuffles, state.actions) == (0, 0, 0)
    assert (state.points, state.out_round) == ([0, 0, 0], [0, 0, 0])


def test_epu_3_each_receives_8_cards_and_the_rest_is_the_stock() -> None:
    for seats, stock in ((2, 87), (4, 71), (8, 39), (10, 23), (11, 67), (12, 59)):
        table = Table(seats)
        table.deal()
        assert table.counts() == [8] * seats
        assert len(table.state.stock) == stock
        assert len(table.state.discards) == 1


@pytest.mark.parametrize("hand_size", [5, 10])
def test_epu_3_another_hand_size_is_an_option(hand_size: int) -> None:
    table = Table(4, Options(hand_size=hand_size))
    table.deal()
    assert table.counts() == [hand_size] * 4
    assert len(table.state.stock) == 104 - 4 * hand_size - 1


def test_epu_4_g_4_cards_go_one_at_a_time_from_the_seat_after_the_dealer_and_then_one_is_turned() -> (
    None
):
    table = Table(3, Options(hand_size=5), dealer=0)
    events = table.deal("2C 2D 2H 3C 3D 3H 4C 4D 4H 5C 5D 5H 6C 6D 6H KS QS")
    assert events == [RoundDealt(1, 0, card("KS"))]
    assert table.hand(1) == "2C 3C 4C 5C 6C"
    assert table.hand(2) == "2D 3D 4D 5D 6D"
    assert table.hand(0) == "2H 3H 4H 5H 6H"
    assert table.top() == "KS"
    assert table.draw()[0] == drawn(1, "QS", DrawReason.TURN)


def test_a_hand_is_held_in_ascending_order() -> None:
    table = Table(2, Options(hand_size=5))
    table.deal("KS 2C AH 3C 10D 4C 2C 5C KC 6C")
    assert table.hand(1) == "2C KC 10D AH KS"


def test_g_2_g_3_the_first_dealer_and_the_deck_are_drawn_and_nothing_else() -> None:
    table = Table(4, dealer=2)
    table.deal()
    assert table.state.dealer == 2
    assert table.laid.asked == [(1, "dealer"), (1, "deck")]


@pytest.mark.parametrize(("seats", "packs"), [(2, 2), (12, 3)])
def test_g_3_the_packs_of_the_round_are_shuffled_from_ascending_order(
    seats: int, packs: int
) -> None:
    table = Table(seats)
    table.deal()
    assert table.laid.given == deck(packs)
    assert table.state.packs == packs


def test_epu_r1_packs_are_counted_anew_for_who_still_plays() -> None:
    hands = dict.fromkeys(range(10), "2C 3C")
    table = laid({**hands, 0: "KD"}, "KS", seats=12)
    table.play("KD")
    table.deal()
    assert table.state.packs == 2
    assert len(table.laid.given) == 104


def test_epu_r1_packs_that_were_chosen_stay() -> None:
    table = laid({0: "KD", 1: "2C"}, "KS", seats=12, options=Options(packs=3))
    table.play("KD")
    table.deal()
    assert table.state.packs == 3
    assert table.laid.given == deck(3)


def test_epu_r4_the_deal_moves_on_clockwise_to_who_still_plays() -> None:
    table = laid({0: "KD", 2: "2C", 5: "2H"}, "KS")
    dealers = []
    for _ in range(4):
        table.state.phase = Phase.AWAITING_DEAL
        table.deal()
        dealers.append(table.state.dealer)
    assert dealers == [0, 2, 5, 0]
    assert table.laid.asked == [(number, "deck") for number in (3, 4, 5, 6)]


def test_epu_r4_the_deal_moves_on_from_a_dealer_who_went_out() -> None:
    table = laid({0: "KD", 1: "2C", 2: "KH KC"}, "KS", points={2: 90})
    table.play("KD")
    assert table.state.out_round == [0, 0, 2]
    table.deal()
    assert table.state.dealer == 0


def test_epu_r6_the_seat_after_the_dealer_plays_first() -> None:
    table = upcard("5D", options=Options())
    assert table.state.to_act == 3
    assert table.state.phase is Phase.TURN


def test_epu_r43_who_is_out_is_dealt_no_cards_and_has_no_turn() -> None:
    table = laid({0: "KD", 2: "2C", 5: "2H"}, "KS", turn=0)
    table.play("KD")
    table.deal()
    assert table.counts() == [8, 0, 8, 0, 0, 8]
    assert (table.state.dealer, table.state.to_act) == (0, 2)


def test_epu_r10_every_round_starts_clockwise_with_nothing_of_the_round_before() -> None:
    table = laid({0: "KD", 1: "2C 3C", 2: "2H"}, "7S", direction=-1, pending=0, top_seat=1)
    table.state.called[2] = True
    table.state.passes = 1
    table.state.reshuffles = 4
    table.state.suit = 2
    table.play("KD")
    table.deal("")
    state = table.state
    assert (state.direction, state.pending, state.top_seat) == (1, 0, -1)
    assert (state.passes, state.reshuffles, state.drawn, state.open_call) == (0, 0, 0, -1)
    assert state.called == [False] * 3
    assert len(state.discards) == 1


@pytest.mark.parametrize("name", ["AD", "7D", "8D", "9D", "KD", "5D"])
def test_epu_r7_the_upcard_has_no_effect(name: str) -> None:
    table = upcard(name, options=Options())
    state = table.state
    assert (state.to_act, state.pending, state.direction, state.top_seat) == (3, 0, 1, -1)
    assert (state.suit, table.counts()) == (2, [8] * 4)


def test_epu_r8_the_printed_suit_of_an_upcard_8_is_in_force() -> None:
    for options in (Options(), APPLY):
        assert upcard("8S", options=options).state.suit == 4


def test_epu_r7_by_option_an_ace_skips_the_first_player() -> None:
    table = Table(4, APPLY, dealer=2)
    events = table.deal(f"{FIRST_CARDS} {FIRST_CARDS} AD")
    assert events == [RoundDealt(1, 2, card("AD")), Skipped(3)]
    assert table.state.to_act == 0


def test_epu_r7_by_option_a_7_leaves_2_pending() -> None:
    table = upcard("7D")
    assert (table.state.to_act, table.state.pending) == (3, 2)
    assert table.state.phase is Phase.STACK


def test_epu_r7_by_option_a_king_turns_and_the_seat_before_the_dealer_starts() -> None:
    table = Table(4, APPLY, dealer=2)
    events = table.deal(f"{FIRST_CARDS} {FIRST_CARDS} KD")
    assert events == [RoundDealt(1, 2, card("KD")), Reversed(-1)]
    assert table.state.to_act == 1


def test_epu_r7_by_option_a_9_hits_the_seat_before_the_dealer() -> None:
    table = Table(4, APPLY, dealer=2)
    events = table.deal(f"{FIRST_CARDS} {FIRST_CARDS} 9D 2H")
    assert events == [RoundDealt(1, 2, card("9D")), drawn(1, "2H", DrawReason.PREVIOUS)]
    assert table.counts() == [8, 9, 8, 8]
    assert table.state.to_act == 3


def test_epu_r7_by_option_a_variation_of_effects_holds_for_the_upcard() -> None:
    options = Options(upcard_takes_effect=True, effects=effects("5:skip"))
    assert upcard("5D", options=options).state.to_act == 0
    assert upcard("AD", options=options).state.to_act == 3


def test_epu_r14_epu_r7_between_two_an_upcard_ace_lets_the_dealer_begin() -> None:
    assert upcard("AD", 2, dealer=1).state.to_act == 1


def test_epu_r23_epu_r7_between_two_an_upcard_king_skips_only_by_option() -> None:
    assert upcard("KD", 2, dealer=1).state.to_act == 0
    both = Options(upcard_takes_effect=True, reverse_skips_for_two=True)
    assert upcard("KD", 2, dealer=1, options=both).state.to_act == 1


@pytest.mark.parametrize("name", ["5D", "AD"])
def test_epu_r7_by_option_an_equal_card_charges_the_dealer(name: str) -> None:
    table = upcard(name)
    assert table.state.top_seat == 2
    seat = table.state.to_act
    table.state.hands[seat] = cards(f"2S 3S {name}")
    events = table.play(name)
    assert drawn(2, "2H 3H 4H", DrawReason.IDENTICAL) in events


def test_epu_r24_nobody_played_the_upcard_so_equalling_it_is_free() -> None:
    table = upcard("5D", options=Options())
    table.state.hands[3] = cards("2S 3S 5D")
    table.play("5D")
    assert table.counts() == [8, 8, 8, 2]


def test_a_deal_whose_secret_is_not_known_changes_nothing() -> None:
    secret = bytes(32)
    match = Match.open(estou_por_uma, Options(), 3, OpenedSecrets(link(secret), [secret]))
    before = everything(match.state)
    match.secrets = OpenedSecrets(link(secret), [])
    with pytest.raises(UnknownSecret):
        match.deal()
    assert everything(match.state) == before
    match.secrets = OpenedSecrets(link(secret), [secret])
    match.deal()
    match.state.phase = Phase.AWAITING_DEAL
    before = everything(match.state)
    with pytest.raises(UnknownSecret):
        match.deal()
    assert everything(match.state) == before
    assert match.game.awaiting(match.state) is Awaiting.DEAL
