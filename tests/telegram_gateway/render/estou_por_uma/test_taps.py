"""What the buttons of Estou-por-uma do: every action of a match has one, and none does anything else."""

from collections.abc import Iterable
from random import Random
from typing import Any

import pytest

from carteado.api.game.v1.game_pb2 import Action
from carteado.api.tables.v1.tables_pb2 import Table
from carteado.rules.estou_por_uma import Declare, Draw, Enforcement, Options, Pass, Play
from carteado.telegram_gateway.message import Message
from carteado.telegram_gateway.render import estou_por_uma as told
from carteado.telegram_gateway.render.estou_por_uma.keyboard import MOST_NUMBERS, Op
from carteado.telegram_gateway.render.scene import Scene, scene_of
from carteado.telegram_gateway.said import Told
from carteado.telegram_gateway.taps import Op as Common
from carteado.telegram_gateway.taps import Tap, unpack
from tests.rules.estou_por_uma.table import SUITS, card, laid
from tests.telegram_gateway.render.estou_por_uma.scenes import (
    GAME,
    Evening,
    Moment,
    laid_match,
    random_match,
)
from tests.telegram_gateway.render.scenes import words_in

NAMES = ("Ana", "Bia", "Caio")
WORDS = words_in("pt_BR").of("estou_por_uma")
OTHERS = {1: "4H JS 6C", 2: "QC KS 2D"}


def stands(hands: dict[int, str], top: str, *done: Any, **more: Any) -> Moment:
    evening = Evening(NAMES, laid_match(laid(hands, top, **more)))
    for action in done:
        evening.does(evening.match.state.to_act, action)
    return evening.stands()


def play(name: str, suit: str = " ", *, call: bool = False) -> Play:
    return Play(card(name), SUITS.index(suit), call)


def taps(message: Message) -> list[Tap]:
    found = [unpack(button.data) for row in message.rows for button in row]
    return [tap for tap in found if tap and tap.op != Common.HAND]


def meant(scene: Scene, seat: int, tap: Tap) -> Action | None:
    """What a tap does; None where it is answered, and does nothing."""
    try:
        return told.moves[tap.op](scene, seat, tap.arg)
    except Told:
        return None


def does(table: Table, seat: int, op: Op, arg: int = 0) -> Any:
    action = meant(scene_of(table, WORDS), seat, Tap("", 0, op, arg))
    assert action is not None
    return GAME.action_from(action)


def answered(table: Table, seat: int, op: Op, arg: int = 0) -> str:
    with pytest.raises(Told) as caught:
        told.moves[op](scene_of(table, WORDS), seat, arg)
    return caught.value.said.text


def board(moment: Moment) -> Message:
    return told.board(scene_of(moment.public, WORDS, moment.past))


def actions(listed: Iterable[Any]) -> list[Any]:
    return sorted((GAME.action_from(each) for each in listed), key=repr)


def legal(moment: Moment, seat: int) -> list[Any]:
    return moment.match.game.legal_actions(moment.match.state, seat)


def without_wild(action: Any, wild: set[int]) -> Any:
    """A wild card that names a suit may be any that is held."""
    is_naming = isinstance(action, Play) and action.suit and action.card in wild
    return (action.suit, action.call) if is_naming else action


# In private


def check_private(moment: Moment, seat: int) -> None:
    """A button for each thing that may be done, and no other."""
    scene = scene_of(moment.own[seat], WORDS, moment.past)
    message = told.hand(scene, "Turma")
    done = [meant(scene, seat, tap) for tap in taps(message)]
    assert all(tap.op == Op.ACT for tap in taps(message))
    assert actions(done) == sorted(legal(moment, seat), key=repr)


# On the board


def check_board(moment: Moment, seat: int) -> None:
    """Whatever may be done has a button; what a button does is allowed, or refused by the rules with a word."""
    scene, state = scene_of(moment.own[seat], WORDS), moment.match.state
    done = [action for tap in taps(board(moment)) if (action := meant(scene, seat, tap))]
    wild = {each for each in state.hands[seat] if state.effects[each].name == "WILD"}
    can = {without_wild(GAME.action_from(each), wild) for each in done}
    may = {without_wild(each, wild) for each in legal(moment, seat)}
    assert may <= can
    for action in can - may:
        assert isinstance(action, Draw | Pass | Declare)
        assert moment.match.game.refusal(state, seat, action) is not None


def test_whatever_may_be_done_has_a_button_in_private_and_on_the_board_and_nothing_else_does() -> (
    None
):
    for number in range(2):
        rng = Random(f"taps/{number}")
        for moment in random_match(rng):
            if not moment.is_open:
                continue
            seat = moment.public.view.to_act
            for each in {seat, rng.randrange(moment.match.seats)}:
                check_private(moment, each)
                check_board(moment, each)


def test_no_button_carries_a_card() -> None:
    """The same board, whatever is in the hands."""
    some = stands({0: "3C KC 5D", **OTHERS}, "5H")
    other = stands({0: "8D 8C 2S", 1: "AH AH AH", 2: "KH KD KS"}, "5H")
    assert board(some) == board(other)


def test_the_board_has_a_number_for_each_card_that_the_seat_to_act_holds_and_no_more() -> None:
    for count in (1, 3, 8, 30, 60, 90):
        moment = stands({0: " ".join(["3C"] * count), **OTHERS}, "5H")
        numbers = [tap.arg for tap in taps(board(moment)) if tap.op == Op.NUMBER]
        assert numbers == list(range(1, min(count, MOST_NUMBERS) + 1))


def test_epu_r16_on_a_stack_no_suit_is_offered_and_the_button_says_how_many_are_taken() -> None:
    moment = stands({0: "7D 8D 2S", 1: "8C 7H 2D", 2: "2C"}, "5D", play("7D"))
    found = {tap.op: tap.arg for tap in taps(board(moment))}
    assert Op.SUIT not in found
    assert found[Op.DRAW] == 2
    assert "Pegar 2" in [button.label for row in board(moment).rows for button in row]


def test_epu_r18_with_the_last_card_no_suit_is_offered_and_a_wild_one_goes_by_its_number() -> None:
    moment = stands({0: "8D", **OTHERS}, "5H")
    assert {tap.op for tap in taps(board(moment))} == {Op.NUMBER, Op.DRAW}
    assert does(moment.own[0], 0, Op.NUMBER, 1) == play("8D")


def test_a_wild_card_by_its_number_asks_for_the_suit() -> None:
    moment = stands({0: "8D 2C 3C", **OTHERS}, "5H")
    assert "naipe" in answered(moment.own[0], 0, Op.NUMBER, 3)


def test_a_suit_is_named_with_the_wild_card_that_equals_the_top_else_with_the_lowest() -> None:
    equal = stands({0: "8C 8S 2C", **OTHERS}, "8S")
    assert does(equal.own[0], 0, Op.SUIT, 3) == play("8S", "H")
    other = stands({0: "8C 8S 2C", **OTHERS}, "8H")
    assert does(other.own[0], 0, Op.SUIT, 3) == play("8C", "H")


def test_epu_10_a_button_from_before_there_was_a_call_to_make_never_plays_in_silence() -> None:
    table = stands({0: "8D 7C", **OTHERS}, "7H").own[0]
    for op, arg in ((Op.NUMBER, 1), (Op.SUIT, 1)):
        assert answered(table, 0, op, arg) == WORDS("call_or_not")
    assert does(table, 0, Op.SILENT_NUMBER, 1) == play("7C")
    assert does(table, 0, Op.CALL_NUMBER, 1) == play("7C", call=True)


def test_epu_r29_a_call_with_another_number_of_cards_is_answered_and_does_nothing() -> None:
    table = stands({0: "7C 2S 3S", **OTHERS}, "7H").own[0]
    assert answered(table, 0, Op.CALL_NUMBER, 1) == WORDS("DECLARATION_NOT_APPLICABLE")


def test_a_card_that_does_not_fit_is_answered_with_what_does() -> None:
    table = stands({0: "7C 2S 3S", **OTHERS}, "8D", suit="H").own[0]
    assert answered(table, 0, Op.NUMBER, 1) == "7♣ não serve. Serve: ♥ copas · 8."
    stack = stands({0: "7D 2S", 1: "9D 2S", 2: "2C"}, "5D", play("7D", call=True)).own[1]
    assert answered(stack, 1, Op.SILENT_NUMBER, 1) == "9♦ não responde ao 🔥. Responde: 7."
    bought = stands({0: "3C KC 2S", **OTHERS}, "5H", Draw(), stock="9H").own[0]
    assert answered(bought, 0, Op.NUMBER, 1) == "Depois de comprar, só a comprada se joga: 9♥."


def test_a_number_that_nobody_holds_is_answered() -> None:
    table = stands({0: "7C 2S 3S", **OTHERS}, "7H").own[0]
    for number in (0, 4, 99):
        assert str(number) in answered(table, 0, Op.NUMBER, number)


def test_who_is_not_to_act_is_told_whose_turn_it_is() -> None:
    table = stands({0: "7C 2S 3S", **OTHERS}, "7H").own[2]
    for op in (Op.NUMBER, Op.CALL_NUMBER, Op.SUIT, Op.DRAW, Op.KEEP):
        assert answered(table, 2, op, 1) == WORDS("not_your_turn", name="Ana")


def test_a_stack_is_taken_only_as_large_as_the_button_said() -> None:
    table = stands({0: "7D 2S", 1: "9D 2S", 2: "2C"}, "5D", play("7D", call=True)).own[1]
    assert does(table, 1, Op.DRAW, 2) == Draw()
    for shown in (0, 4):
        assert answered(table, 1, Op.DRAW, shown) == WORDS("table_moved")


def test_epu_r27_whoever_owes_the_call_cannot_accuse_and_is_told_what_to_tap() -> None:
    catch = Options(enforcement=Enforcement.CATCH)
    moment = stands({0: "5D 3C", **OTHERS}, "5H", play("5D"), options=catch)
    assert answered(moment.own[0], 0, Op.ACCUSE, 0) == WORDS("call_is_yours")
    assert does(moment.own[2], 2, Op.ACCUSE, 0) == Declare(0)


def test_in_private_a_button_is_for_the_open_decision_alone_and_on_the_board_for_as_long_as_it_stands() -> (
    None
):
    view = stands({0: "5D 3C", **OTHERS}, "5H").own[0].view
    assert told.shown_from(view, Op.ACT) == view.ply
    for op in set(told.moves) - {Op.ACT}:
        assert told.shown_from(view, op) == 0


def test_whatever_is_played_or_drawn_on_the_board_goes_by_the_hand_and_what_is_said_does_not() -> (
    None
):
    view = stands({0: "5D 3C", **OTHERS}, "5H").own[0].view
    by_hand = {op for op in told.moves if told.numbers(view, op)}
    assert by_hand == set(told.moves) - {Op.ACT, Op.CALL, Op.ACCUSE}
    assert list(told.numbers(view, Common.HAND)) == [card("3C"), card("5D")]


# What is said of it


def said(evening: Evening, seat: int, action: Any) -> str:
    moment = evening.does(seat, action)
    return told.done(scene_of(moment.own[seat], WORDS), GAME.action_to(action))


def evening_of(hands: dict[int, str], top: str, **more: Any) -> Evening:
    return Evening(NAMES, laid_match(laid(hands, top, **more)))


def test_a_play_is_answered_with_its_card_its_suit_and_what_it_cost() -> None:
    hands = {0: "5D 8C 3C 4S", **OTHERS}
    assert said(evening_of(hands, "5H"), 0, play("5D")) == "Você jogou: 5 de ouros."
    naming = said(evening_of(hands, "5H"), 0, play("8C", "H"))
    assert naming == "Você jogou: 8 de paus, e pede ♥ copas."
    two = {0: "5D 3C", **OTHERS}
    calling = said(evening_of(two, "5H"), 0, play("5D", call=True))
    assert calling == "Você jogou: 5 de ouros. 📣 Estou-por-uma!"
    silent = said(evening_of(two, "5H"), 0, play("5D"))
    assert silent == "Você jogou: 5 de ouros. 🙊 Sem aviso: comprou 7."
    out = said(evening_of({0: "5D", **OTHERS}, "5H"), 0, play("5D"))
    assert out == "Você jogou: 5 de ouros. 🏁 Bateu!"


def test_a_purchase_is_answered_with_its_card_and_whether_it_fits() -> None:
    hands = {0: "3C 4C", **OTHERS}
    fits = said(evening_of(hands, "5H", stock="9H"), 0, Draw())
    assert fits == "Você comprou 9♥, e serve: jogue!"
    in_vain = said(evening_of(hands, "5H", stock="9S"), 0, Draw())
    assert in_vain == "Você comprou 9♠. Não serve: a vez passa."
    nothing = said(evening_of(hands, "5H", stock=""), 0, Draw())
    assert nothing == "Não há o que comprar: a vez passa."
    taken = said(evening_of(hands, "7H", pending=4, top_seat=2), 0, Draw())
    assert taken == "Você pegou 4."
    keeping = Options(may_keep_drawn=True)
    evening = evening_of(hands, "5H", stock="9H", options=keeping)
    evening.does(0, Draw())
    assert said(evening, 0, Pass()) == "Você ficou com a carta: a vez passa."


def test_what_is_said_out_of_turn_is_answered() -> None:
    catch = Options(enforcement=Enforcement.CATCH)
    for seat, action, answer in (
        (0, Declare(), "📣 Estou-por-uma! Avisou a tempo."),
        (2, Declare(0), "👀 Pegou! Ana compra."),
    ):
        evening = evening_of({0: "5D 3C", **OTHERS}, "5H", options=catch)
        evening.does(0, play("5D"))
        assert said(evening, seat, action) == answer
