"""A hand in an alert: it fits however large it is, and shows what may be played with its number."""

import re
from random import Random

import pytest

from carteado.rules.estou_por_uma.cards import PACK
from carteado.telegram_gateway.message import ALERT_CHARACTERS
from carteado.telegram_gateway.render import estou_por_uma as told
from carteado.telegram_gateway.render.estou_por_uma import cards
from carteado.telegram_gateway.render.scene import scene_of
from tests.rules.estou_por_uma.table import laid, names_of
from tests.telegram_gateway.render.estou_por_uma.scenes import Evening, Moment, laid_match
from tests.telegram_gateway.render.limits import length
from tests.telegram_gateway.render.scenes import HOSTILE_NAMES, LANGUAGES, words_in

SLOT = re.compile(r"(\d+): (10|[2-9AJQK])([♣♦♥♠])")


def holding(hand: list[int], *, turn: int = 0, top: str = "5H", pending: int = 0) -> Moment:
    """A table of people with the worst of names, the first of whom holds this."""
    hands = {0: names_of(hand), **dict.fromkeys(range(1, 8), "KC KS QD")}
    table = laid(hands, top, turn=turn, pending=pending, top_seat=7)
    return Evening(HOSTILE_NAMES, laid_match(table)).stands()


def slots(text: str) -> dict[int, str]:
    return {int(number): f"{rank}{sign}" for number, rank, sign in SLOT.findall(text)}


def alert(moment: Moment, language: str = "pt_BR", seat: int = 0) -> str:
    return told.alert(scene_of(moment.own[seat], words_in(language), moment.past))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("turn", range(8))
def test_any_hand_fits_an_alert_and_its_numbers_are_places_in_the_hand(
    turn: int, language: str
) -> None:
    rng = Random(f"alerts/{language}/{turn}")
    for _ in range(8):
        hand = sorted(rng.sample([*PACK, *PACK], rng.choice([1, 2, 8, 14, 20, 30, 60, 90])))
        for pending in (0, 12):
            top = "7S" if pending else rng.choice(["5H", "8C"])
            text = alert(holding(hand, turn=turn, top=top, pending=pending), language)
            assert length(text) <= ALERT_CHARACTERS
            shown = slots(text)
            assert shown
            assert all(cards.short(hand[number - 1]) == card for number, card in shown.items())


def test_up_to_fourteen_cards_are_always_shown_whole() -> None:
    rng = Random("whole")
    for _ in range(30):
        hand = sorted(rng.sample([*PACK, *PACK], rng.randint(1, 14)))
        for turn in (0, 1):
            assert len(slots(alert(holding(hand, turn=turn)))) == len(hand)


def test_of_a_hand_that_does_not_fit_those_cards_are_shown_first_that_may_be_played() -> None:
    hand = sorted([*PACK[:13], *PACK[13:26], 29, 31, 35])
    shown = slots(alert(holding(hand, top="KS")))
    assert set(shown) == {8, 13, 21, 26}
    waiting = slots(alert(holding(hand, turn=1, top="KS")))
    assert list(waiting) == list(range(1, len(waiting) + 1))
    assert len(waiting) > 15


def test_of_two_cards_of_a_face_the_first_number_is_named() -> None:
    text = alert(holding([1, 5, 5, 44, 44], top="5H"))
    assert slots(text) == {1: "A♣", 2: "5♣", 3: "5♣", 4: "5♠", 5: "5♠"}
    assert text.splitlines()[-1].endswith("2, 4")


def test_between_rounds_no_hand_is_shown_that_is_played_no_more() -> None:
    table = laid({0: "5D", 1: "4H JS"}, "5H")
    evening = Evening(("Ana", "Bia"), laid_match(table))
    seat, action = evening.actions()[0]
    over = evening.does(seat, action)
    for seat in (0, 1):
        assert not slots(alert(over, seat=seat))
    assert alert(over, seat=1) == words_in("pt_BR")("round_counted")
