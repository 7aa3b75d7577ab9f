"""Buying, keeping, passing, and where the cards come from."""

from carteado.rules.estou_por_uma import Draw, Options, Pass, Play
from carteado.rules.estou_por_uma.events import CardsDrawn, DrawReason, Passed, Reshuffled
from carteado.rules.estou_por_uma.state import Phase
from carteado.rules.game import Refusal
from tests.rules.estou_por_uma.table import Table, card, cards, drawn, laid, played

HANDS = {0: "2S 3S", 1: "9H 3D 4C", 2: "4H JS 6C"}
KEEP = Options(may_keep_drawn=True)
AT_WILL = Options(voluntary_draw=True)


def test_epu_8_who_has_no_card_to_play_buys_one() -> None:
    table = laid(HANDS, "KD", stock="KH 3C")
    assert table.legal() == [Draw()]
    assert table.draw() == [drawn(0, "KH", DrawReason.TURN)]
    assert table.hand(0) == "KH 2S 3S"
    assert table.state.stock == cards("3C")


def test_epu_r12_a_bought_card_that_fits_must_be_played_and_only_it_can_be() -> None:
    table = laid(HANDS, "KD", stock="KH 3C")
    table.draw()
    assert table.state.phase is Phase.DRAWN
    assert table.legal() == [Play(card("KH"))]
    assert table.refusal(Play(card("2S"))) is Refusal.ONLY_DRAWN_CARD
    assert table.refusal(Pass()) is Refusal.CANNOT_PASS
    assert table.play("KH")[0] == played(0, "KH")
    assert table.state.drawn == 0


def test_epu_8_one_purchase_in_a_turn() -> None:
    for options in (Options(), KEEP, AT_WILL):
        table = laid(HANDS, "KD", stock="KH 3C", options=options)
        table.draw()
        assert table.refusal(Draw()) is Refusal.ALREADY_DREW


def test_epu_r13_a_bought_card_that_does_not_fit_passes_the_turn_by_itself() -> None:
    table = laid(HANDS, "KD", stock="4S 3C")
    assert table.draw() == [drawn(0, "4S", DrawReason.TURN), Passed(0)]
    assert (table.state.to_act, table.state.phase) == (1, Phase.TURN)
    assert table.counts() == [3, 3, 3]


def test_epu_r13_the_turn_passes_in_the_rotation() -> None:
    table = laid(HANDS, "KD", stock="4S", direction=-1)
    table.draw()
    assert table.state.to_act == 2


def test_epu_r12_by_option_a_bought_card_that_fits_may_be_kept() -> None:
    table = laid(HANDS, "KD", stock="KH 3C", options=KEEP)
    table.draw()
    assert table.legal() == [Play(card("KH")), Pass()]
    assert table.keep() == [Passed(0)]
    state = table.state
    assert (state.to_act, state.phase, state.drawn) == (1, Phase.TURN, 0)
    assert table.hand(0) == "KH 2S 3S"


def test_epu_r12_by_option_a_bought_card_that_fits_may_still_be_played() -> None:
    table = laid(HANDS, "KD", stock="KH", options=KEEP)
    table.draw()
    assert table.refusal(Play(card("2S"))) is Refusal.ONLY_DRAWN_CARD
    table.play("KH")
    assert table.top() == "KH"


def test_epu_r13_by_option_a_card_that_does_not_fit_passes_the_turn_all_the_same() -> None:
    table = laid(HANDS, "KD", stock="4S", options=KEEP)
    assert table.draw() == [drawn(0, "4S", DrawReason.TURN), Passed(0)]


def test_epu_r11_one_may_not_buy_although_able_to_play() -> None:
    for hand in ("5D 2S", "KS 2S", "8C 2S"):
        table = laid({**HANDS, 0: hand}, "KD")
        assert not table.may_draw()
        assert table.refusal(Draw()) is Refusal.MUST_PLAY


def test_epu_r11_by_option_one_may_buy_although_able_to_play() -> None:
    table = laid({**HANDS, 0: "KH 3H"}, "KD", stock="KC", options=AT_WILL)
    assert table.playable() == "KH"
    assert table.may_draw()
    table.draw()
    assert table.legal() == [Play(card("KC"))]


def test_epu_r12_after_a_draw_at_will_only_the_drawn_card_may_be_played() -> None:
    table = laid({**HANDS, 0: "KH 3H"}, "KD", stock="KC", options=AT_WILL)
    table.draw()
    assert table.refusal(Play(card("KH"))) is Refusal.ONLY_DRAWN_CARD


def test_epu_r13_after_a_draw_at_will_a_card_that_does_not_fit_passes_the_turn() -> None:
    table = laid({**HANDS, 0: "KH 3H"}, "KD", stock="4S", options=AT_WILL)
    assert table.draw() == [drawn(0, "4S", DrawReason.TURN), Passed(0)]
    assert table.state.to_act == 1


def test_epu_r12_epu_r11_drawing_at_will_and_keeping_go_together() -> None:
    both = Options(voluntary_draw=True, may_keep_drawn=True)
    table = laid({**HANDS, 0: "KH 3H"}, "KD", stock="KC", options=both)
    table.draw()
    assert table.legal() == [Play(card("KC")), Pass()]
    assert table.keep() == [Passed(0)]


def test_g_27_drawing_at_will_needs_a_card_to_draw() -> None:
    bare = laid({**HANDS, 0: "KH 3H"}, "KD", stock="", options=AT_WILL)
    assert bare.legal() == [Play(card("KH"), 0, call=True), Play(card("KH"))]
    assert bare.refusal(Draw()) is Refusal.MUST_PLAY
    under = laid({**HANDS, 0: "KH 3H"}, "KD", stock="", under="4S", options=AT_WILL)
    assert under.may_draw()


def test_epu_r13_passing_without_a_drawn_card_is_refused() -> None:
    for options in (Options(), KEEP):
        assert laid(HANDS, "KD", options=options).refusal(Pass()) is Refusal.CANNOT_PASS
        stack = laid(HANDS, "7D", pending=2, options=options)
        assert stack.refusal(Pass()) is Refusal.CANNOT_PASS


def test_epu_r41_who_can_only_draw_still_sends_it() -> None:
    assert laid(HANDS, "KD").legal() == [Draw()]
    assert laid(HANDS, "7D", pending=2).legal() == [Draw()]


def test_a_drawn_wild_card_names_a_suit_and_is_called_with_like_any_other() -> None:
    table = laid({**HANDS, 0: "2S"}, "KD", stock="8C")
    table.draw()
    assert len(table.legal()) == 8
    table.play("8C", "H", call=True)
    assert (table.state.suit, table.hand(0)) == (3, "2S")


# The stock


def test_epu_r5_when_a_card_is_needed_the_discards_under_the_top_become_the_stock() -> None:
    table = laid(HANDS, "KD", stock="", under="9C 4C 6C 2D")
    table.laid.top = cards("9C")
    events = table.draw()
    assert events == [Reshuffled(4), drawn(0, "9C", DrawReason.TURN), Passed(0)]
    assert table.laid.asked == [(2, "stock/1")]
    assert table.laid.given == sorted(cards("9C 4C 6C 2D"))
    assert (table.state.discards, table.state.suit) == (cards("KD"), 2)


def test_epu_r5_the_suit_called_with_an_8_stays_in_force() -> None:
    table = laid({**HANDS, 0: "2S 3S"}, "8D", suit="H", stock="", under="9C 4C")
    table.draw()
    assert (table.top(), table.state.suit) == ("8D", 3)


def test_epu_r5_an_empty_stock_is_not_reshuffled_before_a_card_is_needed() -> None:
    table = laid(HANDS, "KD", stock="4S", under="9C 4C")
    table.draw()
    assert table.state.stock == []
    assert table.laid.asked == []
    assert table.state.discards == cards("9C 4C KD")


def test_epu_r5_reshuffles_are_counted_within_the_round() -> None:
    table = laid({0: "2S 3S", 1: "9H 4C"}, "KD", stock="", under="5S 6S")
    table.draw()
    table.draw()
    table.state.discards = cards("2C 3C KD")
    table.draw()
    assert table.laid.asked == [(2, "stock/1"), (2, "stock/2")]


def test_epu_r5_a_stock_that_ends_in_the_middle_of_a_penalty_is_reshuffled_there() -> None:
    table = laid(HANDS, "7D", stock="9S 10S", under="JH QH 4D", pending=4)
    table.laid.top = cards("QH JH")
    events = table.draw()
    assert events == [Reshuffled(3), drawn(0, "9S 10S QH JH", DrawReason.STACK)]
    assert table.state.stock == cards("4D")


def test_epu_r5_if_no_card_exists_one_draws_what_there_is_and_the_rest_is_forgiven() -> None:
    table = laid(HANDS, "7D", stock="5C", pending=4)
    assert table.draw() == [drawn(0, "5C", DrawReason.STACK)]
    assert (table.state.pending, table.state.to_act) == (0, 1)
    assert table.counts() == [3, 3, 3]


def test_epu_r5_with_nothing_to_buy_the_turn_passes() -> None:
    table = laid(HANDS, "KD", stock="")
    assert table.draw() == [CardsDrawn(0, 0, DrawReason.TURN, ()), Passed(0)]
    assert table.state.to_act == 1
    assert table.counts() == [2, 3, 3]


def test_epu_r5_the_rest_is_forgiven_whatever_the_cards_are_drawn_for() -> None:
    table = laid({**HANDS, 0: "9D 9S 3S"}, "KD", stock="5C", options=Options(previous_cards=3))
    assert table.play("9D")[1:] == [Reshuffled(1), drawn(2, "5C KD", DrawReason.PREVIOUS)]
    assert table.play("9H")[1:] == [Reshuffled(1), drawn(0, "9D", DrawReason.PREVIOUS)]


def test_epu_r5_a_penalty_of_which_no_card_exists_is_told_all_the_same() -> None:
    table = laid({**HANDS, 0: "9D 9S 3S"}, "9D", stock="", top_seat=1)
    table.state.discards = cards("9D")
    events = table.play("9D")
    assert events[1:] == [
        Reshuffled(1),
        drawn(1, "9D", DrawReason.IDENTICAL),
        CardsDrawn(2, 0, DrawReason.PREVIOUS, ()),
    ]


def conserved(table: Table) -> list[int]:
    state = table.state
    return sorted([*state.stock, *state.discards, *(one for hand in state.hands for one in hand)])


def test_epu_r5_no_card_is_lost_in_a_reshuffle() -> None:
    table = laid(HANDS, "7D", stock="9S 10S", under="JH QH 4D", pending=4)
    before = conserved(table)
    table.draw()
    assert conserved(table) == before
