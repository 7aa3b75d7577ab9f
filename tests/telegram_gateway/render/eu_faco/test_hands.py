"""A hand in an alert and in a private message: it always fits, and a slot never shifts."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from carteado.api.eu_faco.v1 import eu_faco_pb2
from carteado.api.game.v1 import game_pb2
from carteado.api.tables.v1.tables_pb2 import Table
from carteado.rules import eu_faco
from carteado.telegram_gateway.message import ALERT_CHARACTERS
from carteado.telegram_gateway.render import eu_faco as told
from carteado.telegram_gateway.render import private
from carteado.telegram_gateway.render.eu_faco import cards
from carteado.telegram_gateway.render.eu_faco.hands import dealt
from carteado.telegram_gateway.render.eu_faco.keyboard import Op
from carteado.telegram_gateway.render.scene import scene_of
from carteado.telegram_gateway.taps import unpack
from tests.telegram_gateway.render.eu_faco.scenes import Card, moments, playing
from tests.telegram_gateway.render.limits import length
from tests.telegram_gateway.render.scenes import (
    FROM_RIGHT_TO_LEFT,
    HOSTILE_NAMES,
    LANGUAGES,
    words_in,
)

DECK = st.integers(1, 40)


def holding(held: list[int], to_act: int = 1, foreheads: tuple[int, ...] = ()) -> Table:
    """The table of seat 0, which holds these cards, among people with the worst of names."""
    shown = [eu_faco_pb2.SeatView(playing=True, bid=1) for _ in HOSTILE_NAMES]
    for seat, card in enumerate(foreheads, start=1):
        shown[seat].forehead = Card(card)
    table = eu_faco_pb2.View(
        round=1,
        hand_size=len(held),
        dealer=0,
        seats=shown,
        hand=[Card(card) for card in sorted(held)],
        forehead=bool(foreheads),
    )
    view = game_pb2.View(
        observer=game_pb2.Observer(seat=0),
        phase=game_pb2.PHASE_AWAITING_SEAT,
        to_act=to_act,
        eu_faco=table,
    )
    return playing(view, *HOSTILE_NAMES)


@pytest.mark.parametrize("language", LANGUAGES)
@settings(deadline=None)
@given(held=st.sets(DECK, min_size=2, max_size=10), to_act=st.integers(0, 7))
def test_any_hand_fits_an_alert_with_every_card_in_words(
    held: set[int], to_act: int, language: str
) -> None:
    words = words_in(language).of("eu_faco")
    text = told.alert(scene_of(holding(list(held), to_act), words))
    assert length(text) <= ALERT_CHARACTERS
    for card in held:
        assert words(cards.MEDALS[cards.medal(card)]) in text
        assert cards.crowned(card) in text


@pytest.mark.parametrize("language", LANGUAGES)
@settings(deadline=None)
@given(foreheads=st.lists(DECK, min_size=7, max_size=7, unique=True))
def test_any_seven_foreheads_fit_an_alert(foreheads: list[int], language: str) -> None:
    text = told.alert(scene_of(holding([0], foreheads=tuple(foreheads)), words_in(language)))
    assert length(text) <= ALERT_CHARACTERS
    assert len(text.splitlines()) >= 8


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_longest_alerts_that_there_are_fit(language: str) -> None:
    words = words_in(language).of("eu_faco")
    for number in range(8):
        assert (
            length(told.alert(scene_of(holding(list(range(31, 41)), number), words)))
            <= ALERT_CHARACTERS
        )
    longest = (1, 11, 21, 31, 10, 20, 30)
    table = holding([0], foreheads=longest)
    for seat in table.seats:
        seat.player.name = FROM_RIGHT_TO_LEFT
    assert length(told.alert(scene_of(table, words))) <= ALERT_CHARACTERS


def test_an_alert_has_a_line_for_each_card_and_crowns_the_manilhas() -> None:
    text = told.alert(scene_of(holding([7, 21, 40], to_act=3), words_in("pt_BR")))
    assert text.splitlines()[:3] == [
        "1: 7 de bronze",
        "2: \U0001f4511 de ouro",
        "3: 10 de diamante",
    ]


def test_many_foreheads_are_told_by_sign_and_few_in_words() -> None:
    words = words_in("pt_BR")
    few = told.alert(scene_of(holding([0], foreheads=(27, 31)), words))
    assert "7 de ouro" in few
    assert "\U0001f4511 de diamante" in few
    many = told.alert(scene_of(holding([0], foreheads=(27, 31, 1, 2, 3, 4, 5)), words))
    assert "7\U0001f947" in many
    assert "\U0001f4511\U0001f48e" in many


def test_a_slot_is_the_same_card_for_the_whole_round() -> None:
    for number in range(4):
        rng = Random(f"slots/{number}")
        known: dict[tuple[int, int], list[int | None]] = {}
        for moment in moments(rng, ("Ana", "Bia", "Caio"), eu_faco.Options()):
            for seat, own in enumerate(moment.own):
                table = own.view.eu_faco
                if table.hand_size == 1 or not table.seats[seat].playing:
                    continue
                slots = dealt(own.view)
                assert known.setdefault((table.round, seat), slots) == slots
                assert len(slots) == table.hand_size


def test_the_own_forehead_card_has_a_slot_and_no_face() -> None:
    assert dealt(holding([0]).view) == [None]


def test_the_public_has_no_hand() -> None:
    table = holding([0])
    table.view.observer.ClearField("seat")
    del table.view.eu_faco.hand[:]
    assert dealt(table.view) == []
    assert told.alert(scene_of(table, words_in("en"))) == words_in("en")("no_hand_now")


def test_each_button_of_a_hand_shows_its_card_and_carries_its_slot_alone() -> None:
    table = holding([7, 21], to_act=0)
    table.view.legal.extend([game_pb2.Action(), game_pb2.Action()])
    (row,) = told.hand(scene_of(table, words_in("pt_BR")), "Turma").rows
    assert [button.label for button in row] == ["7\U0001f949", "\U0001f4511\U0001f947"]
    taps = [unpack(button.data) for button in row]
    assert [(tap.op, tap.arg) for tap in taps if tap] == [(Op.SLOT, 1), (Op.SLOT, 2)]


def test_whoever_is_out_of_the_match_is_told_so_and_has_no_buttons() -> None:
    scene = scene_of(holding([7, 21]), words_in("pt_BR"))
    message = private.watching(scene, "Turma")
    assert scene.words("hand_watching") in message.text
    assert not message.rows


def test_a_hand_of_a_closed_table_says_that_it_was_closed() -> None:
    words = words_in("pt_BR")
    message = private.over(scene_of(holding([7, 21]), words), "A & B")
    assert words("match_closed") in message.text
    assert "A &amp; B" in message.text
