"""Why an action is refused, and in which order that is checked."""

from collections.abc import Callable

import pytest

from carteado.rules import estou_por_uma
from carteado.rules.estou_por_uma import Declare, Draw, Enforcement, Options, Pass, Play
from carteado.rules.game import IllegalAction, Refusal
from carteado.rules.match import Match
from tests.rules.estou_por_uma.table import Table, card, everything, laid, opened

HANDS = {0: "5D 8H 2S", 1: "6D 3D", 2: "JS 6C"}
CATCH = Options(enforcement=Enforcement.CATCH)


def turn() -> Table:
    """Seat 0 of three may play."""
    return laid(HANDS, "KD", seats=4)


def stuck() -> Table:
    """Nothing of seat 0 fits."""
    return laid({**HANDS, 0: "2S 3S"}, "KD")


def stack() -> Table:
    """Seat 0 is under a stack that it may answer."""
    return laid({**HANDS, 0: "7C 8H 2D"}, "7D", pending=2)


def bought() -> Table:
    """Seat 0 has drawn a card that fits."""
    table = laid({**HANDS, 0: "2S 3S"}, "KD", stock="KH 3C")
    table.draw()
    return table


def last() -> Table:
    """Seat 0 holds one wild card."""
    return laid({**HANDS, 0: "8H"}, "KD")


def owing() -> Table:
    """Seat 0 owes a call; seat 1 is to act."""
    table = laid({**HANDS, 0: "5D 2S"}, "KD", options=CATCH)
    table.play("5D")
    return table


def between_rounds() -> Table:
    table = laid({**HANDS, 0: "5D"}, "KD")
    table.play("5D")
    return table


def over() -> Table:
    table = laid({0: "5D", 1: "6D"}, "KD", points={1: 99})
    table.play("5D")
    return table


def undealt() -> Table:
    return Table(3)


def play(name: str, suit: int = 0, *, call: bool = False) -> Play:
    return Play(card(name), suit, call)


CASES: list[tuple[Callable[[], Table], int, object, Refusal]] = [
    (turn, 0, play("2S"), Refusal.CARD_NOT_PLAYABLE),
    (turn, 0, play("2S", 1, call=True), Refusal.CARD_NOT_PLAYABLE),
    (turn, 0, play("6D"), Refusal.CARD_NOT_IN_HAND),
    (turn, 0, play("6D", 1, call=True), Refusal.CARD_NOT_IN_HAND),
    (turn, 0, Play(0), Refusal.CARD_NOT_IN_HAND),
    (turn, 0, Play(53), Refusal.CARD_NOT_IN_HAND),
    (turn, 0, play("5D", 2), Refusal.SUIT_NOT_ALLOWED),
    (turn, 0, play("5D", 2, call=True), Refusal.SUIT_NOT_ALLOWED),
    (turn, 0, play("5D", call=True), Refusal.DECLARATION_NOT_APPLICABLE),
    (turn, 0, play("8H"), Refusal.SUIT_REQUIRED),
    (turn, 0, play("8H", 5), Refusal.SUIT_REQUIRED),
    (turn, 0, play("8H", call=True), Refusal.SUIT_REQUIRED),
    (turn, 0, play("8H", 1, call=True), Refusal.DECLARATION_NOT_APPLICABLE),
    (turn, 0, Draw(), Refusal.MUST_PLAY),
    (turn, 0, Pass(), Refusal.CANNOT_PASS),
    (turn, 1, play("6D"), Refusal.NOT_YOUR_TURN),
    (turn, 1, play("KS"), Refusal.NOT_YOUR_TURN),
    (turn, 1, Draw(), Refusal.NOT_YOUR_TURN),
    (turn, 1, Pass(), Refusal.NOT_YOUR_TURN),
    (turn, 3, Draw(), Refusal.NOT_YOUR_TURN),
    (turn, 7, Draw(), Refusal.NOT_YOUR_TURN),
    (turn, 3, Declare(), Refusal.NOT_YOUR_TURN),
    (turn, 4, Declare(0), Refusal.NOT_YOUR_TURN),
    (turn, 7, Declare(0), Refusal.NOT_YOUR_TURN),
    (turn, -1, Declare(0), Refusal.NOT_YOUR_TURN),
    (turn, 0, Declare(), Refusal.NOTHING_TO_DECLARE),
    (turn, 1, Declare(0), Refusal.NOTHING_TO_CATCH),
    (turn, 0, None, Refusal.WRONG_PHASE),
    (turn, 1, None, Refusal.WRONG_PHASE),
    (turn, 3, "bid", Refusal.WRONG_PHASE),
    (stuck, 0, play("2S"), Refusal.CARD_NOT_PLAYABLE),
    (stuck, 0, Pass(), Refusal.CANNOT_PASS),
    (stack, 0, play("8H", 1), Refusal.CARD_NOT_PLAYABLE),
    (stack, 0, play("2D"), Refusal.CARD_NOT_PLAYABLE),
    (stack, 0, play("7C", 1), Refusal.SUIT_NOT_ALLOWED),
    (stack, 0, Pass(), Refusal.CANNOT_PASS),
    (bought, 0, play("2S"), Refusal.ONLY_DRAWN_CARD),
    (bought, 0, play("6D"), Refusal.CARD_NOT_IN_HAND),
    (bought, 0, play("KH", 3), Refusal.SUIT_NOT_ALLOWED),
    (bought, 0, play("KH", call=True), Refusal.DECLARATION_NOT_APPLICABLE),
    (bought, 0, Draw(), Refusal.ALREADY_DREW),
    (bought, 0, Pass(), Refusal.CANNOT_PASS),
    (bought, 1, Draw(), Refusal.NOT_YOUR_TURN),
    (last, 0, play("8H", 3), Refusal.SUIT_NOT_ALLOWED),
    (last, 0, play("8H", call=True), Refusal.DECLARATION_NOT_APPLICABLE),
    (last, 0, Draw(), Refusal.MUST_PLAY),
    (owing, 0, play("2S"), Refusal.NOT_YOUR_TURN),
    (owing, 0, Declare(0), Refusal.NOTHING_TO_CATCH),
    (owing, 1, Declare(), Refusal.NOTHING_TO_DECLARE),
    (owing, 2, Declare(1), Refusal.NOTHING_TO_CATCH),
    (between_rounds, 1, play("6D"), Refusal.ROUND_OVER),
    (between_rounds, 0, Draw(), Refusal.ROUND_OVER),
    (between_rounds, 0, Declare(), Refusal.ROUND_OVER),
    (between_rounds, 0, None, Refusal.ROUND_OVER),
    (over, 0, Draw(), Refusal.ROUND_OVER),
    (over, 1, Declare(0), Refusal.ROUND_OVER),
    (over, 1, None, Refusal.ROUND_OVER),
    (undealt, 0, Draw(), Refusal.WRONG_PHASE),
    (undealt, 0, Declare(), Refusal.WRONG_PHASE),
    (undealt, 0, play("6D"), Refusal.WRONG_PHASE),
    (undealt, 0, None, Refusal.WRONG_PHASE),
]


@pytest.mark.parametrize(("position", "seat", "action", "refusal"), CASES)
def test_g_5_g_20_over_then_verb_then_turn_then_possession_then_legality_then_parameters(
    position: Callable[[], Table], seat: int, action: estou_por_uma.Action, refusal: Refusal
) -> None:
    table = position()
    assert table.refusal(action, seat=seat) is refusal
    before = everything(table.state)
    with pytest.raises(IllegalAction, match=refusal.value) as refused:
        table.act(action, seat=seat)
    assert refused.value.refusal is refusal
    assert everything(table.state) == before


def test_g_23_nobodys_list_has_the_deal() -> None:
    for table in (undealt(), between_rounds(), over()):
        assert [table.legal(seat) for seat in range(table.seats)] == [[]] * table.seats


def refused_deal(match: Match) -> Refusal:
    with pytest.raises(IllegalAction) as refused:
        match.deal()
    return refused.value.refusal


@pytest.mark.parametrize("position", [turn, stack, bought])
def test_g_23_the_table_deals_only_when_a_round_is_over(position: Callable[[], Table]) -> None:
    match = opened(1, 3)
    match.state = position().state
    assert refused_deal(match) is Refusal.WRONG_PHASE


def test_g_23_the_table_does_not_deal_when_the_match_is_over() -> None:
    match = opened(1, 2)
    match.state = over().state
    assert refused_deal(match) is Refusal.ROUND_OVER


def test_a_seat_that_is_out_may_do_nothing() -> None:
    table = turn()
    assert table.legal(3) == []


def test_a_copy_is_played_on_its_own() -> None:
    match = opened(3, 4, Options(enforcement=Enforcement.CATCH))
    match.deal()
    real = match.state
    before = everything(real)
    match.state = real.copy()
    assert everything(match.state) == before
    while match.game.awaiting(match.state).name == "SEAT":
        match.act(match.state.to_act, match.game.default_action(match.state))
    match.deal()
    assert everything(real) == before
