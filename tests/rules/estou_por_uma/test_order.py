"""Which consequence of a play comes first: it decides who gets which cards."""

from carteado.rules.estou_por_uma import Options
from carteado.rules.estou_por_uma.events import Called, DrawReason, Reversed
from tests.rules.estou_por_uma.table import drawn, effects, laid, played


def test_epu_r22_the_forgetter_draws_before_the_equal_card_victim() -> None:
    hands = {0: "2C", 1: "5D 3C", 2: "QC QS 9S"}
    table = laid(hands, "5D", turn=1, top_seat=0, stock="2S 3H 4S 6S 9S 10S JC QC KS 2D 3D")
    assert table.play("5D") == [
        played(1, "5D", identical=True),
        drawn(1, "2S 3H 4S 6S 9S 10S JC", DrawReason.FORGOTTEN),
        drawn(0, "QC KS 2D", DrawReason.IDENTICAL),
    ]
    assert table.state.to_act == 2


def test_epu_r22_the_equal_card_comes_before_the_effect() -> None:
    table = laid({0: "2C", 1: "9D 3C 4C", 2: "QC QS 9S"}, "9D", turn=1, top_seat=2)
    assert table.play("9D") == [
        played(1, "9D", identical=True),
        drawn(2, "2C 3C 4C", DrawReason.IDENTICAL),
        drawn(0, "5C", DrawReason.PREVIOUS),
    ]


def test_epu_r22_the_call_comes_before_the_equal_card_and_the_effect() -> None:
    table = laid({0: "2C", 1: "KD 3C", 2: "QC QS 9S"}, "KD", turn=1, top_seat=2)
    assert table.play("KD", call=True) == [
        played(1, "KD", identical=True),
        Called(1),
        drawn(2, "2C 3C 4C", DrawReason.IDENTICAL),
        Reversed(-1),
    ]
    assert table.state.to_act == 0


def test_epu_r22_the_effect_comes_before_the_next_turn() -> None:
    options = Options(effects=effects("K:reverse A:skip"))
    table = laid({0: "2C 3C", 1: "KD 3C 4C", 2: "QC QS 9S"}, "5D", turn=1, options=options)
    table.play("KD")
    assert table.state.to_act == 0


def test_epu_r22_the_seat_that_forgot_by_a_9_draws_before_the_previous_one() -> None:
    table = laid({0: "2C", 1: "9D 3C", 2: "QC QS 9S"}, "5D", turn=1)
    reasons = [getattr(event, "reason", None) for event in table.play("9D")]
    assert reasons == [None, DrawReason.FORGOTTEN, DrawReason.PREVIOUS]
