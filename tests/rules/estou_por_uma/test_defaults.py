"""What is done for a seat whose time is over."""

import pytest

from carteado.rules.estou_por_uma import Draw, Enforcement, Options, Play
from tests.rules.estou_por_uma.table import SUITS, card, effects, laid

OTHER = {1: "2H 2S"}


def default(hand: str, top: str, options: Options | None = None) -> object:
    return laid({0: hand, **OTHER}, top, options=options).default()


def test_epu_r40_with_nothing_that_fits_it_draws() -> None:
    assert default("2H 3S 4S", "KD") == Draw()


def test_epu_r40_under_a_7_it_takes_the_penalty() -> None:
    table = laid({0: "7H 2H 3H", **OTHER}, "7D", pending=2)
    assert table.default() == Draw()


def test_epu_r40_it_plays_the_card_of_highest_number() -> None:
    assert default("2D 9D JD 10D KS", "KD") == Play(card("KS"))
    assert default("2D 9D JD 10D", "KD") == Play(card("JD"))
    assert default("AD 2D 3S", "KD") == Play(card("2D"))


@pytest.mark.parametrize(
    ("hand", "chosen"),
    [("5C 5D 5H 5S", "5H"), ("5C 5D 5S", "5D"), ("5C 5S 2C", "5S"), ("5C 2C 2S", "5C")],
)
def test_epu_r40_of_equal_numbers_hearts_go_first_then_diamonds_spades_and_clubs(
    hand: str, chosen: str
) -> None:
    assert default(hand, "5D") == Play(card(chosen))


def test_epu_r40_a_wild_card_goes_only_if_nothing_else_does() -> None:
    assert default("8D 2D 3S", "KD") == Play(card("2D"))
    assert default("8D 2S 3S", "KC") == Play(card("8D"), SUITS.index("S"))


def test_epu_r40_g_26_a_wild_card_calls_the_most_held_suit_without_counting_itself() -> None:
    assert default("8S 3H 4H 5S", "KD") == Play(card("8S"), SUITS.index("H"))
    assert default("8S 8S 4H", "KD") == Play(card("8S"), SUITS.index("H"))
    assert default("8C 3S 4S 5H", "KD") == Play(card("8C"), SUITS.index("S"))


@pytest.mark.parametrize(
    ("others", "top", "suit"),
    [("3C 4H 5S", "KD", "H"), ("3C 5S", "KH", "S"), ("3D 5S", "KC", "D"), ("3C 4C 5S", "KD", "C")],
)
def test_epu_r40_between_suits_held_equally_often_the_order_is_the_same(
    others: str, top: str, suit: str
) -> None:
    assert default(f"8S {others}", top) == Play(card("8S"), SUITS.index(suit))


def test_epu_r40_of_several_wild_cards_the_highest_goes() -> None:
    options = Options(effects=effects("3:wild J:wild"))
    assert default("3S JS 2S", "KD", options) == Play(card("JS"), SUITS.index("S"))


def test_epu_r40_the_call_is_made() -> None:
    assert default("KS 3H", "KD") == Play(card("KS"), 0, call=True)
    assert default("8S 3H", "KD") == Play(card("8S"), SUITS.index("H"), call=True)
    catch = Options(enforcement=Enforcement.CATCH)
    assert default("KS 3H", "KD", catch) == Play(card("KS"), 0, call=True)


def test_epu_r40_the_last_card_is_played_without_a_call_and_without_a_suit() -> None:
    assert default("KS", "KD") == Play(card("KS"))
    assert default("8S", "KD") == Play(card("8S"))


@pytest.mark.parametrize("keep", [False, True])
def test_epu_r40_a_drawn_card_that_fits_is_played(keep: bool) -> None:  # noqa: FBT001
    options = Options(voluntary_draw=True, may_keep_drawn=keep)
    table = laid({0: "KS 3H", **OTHER}, "KD", stock="2D", options=options)
    table.draw()
    assert table.default() == Play(card("2D"))
    wild = laid({0: "3H 4H", **OTHER}, "KD", stock="8S", options=options)
    wild.draw()
    assert wild.default() == Play(card("8S"), SUITS.index("H"))


def test_epu_r40_it_does_not_draw_at_will() -> None:
    assert default("KS 3H 4H", "KD", Options(voluntary_draw=True)) == Play(card("KS"))


def test_epu_r40_who_may_accuse_plays_on() -> None:
    table = laid({0: "5D 2S", 1: "6D 3D 4C"}, "KD", options=Options(enforcement=Enforcement.CATCH))
    table.play("5D")
    assert table.default() == Play(card("6D"))
