"""Whole random matches, told at every move to everybody: within Telegram's limits, and no card to anybody who may not see it."""

import re
from itertools import chain
from random import Random

import pytest

from carteado.api.tables.v1.tables_pb2 import Table
from carteado.telegram_gateway.message import ALERT_CHARACTERS, Message
from carteado.telegram_gateway.render import eu_faco, private, result
from carteado.telegram_gateway.render.eu_faco.cards import MEDALS, SIGNS
from carteado.telegram_gateway.render.scene import Past, Scene, scene_of
from carteado.telegram_gateway.taps import unpack
from carteado.words import Words
from tests.conftest import Proof
from tests.telegram_gateway.render.eu_faco.scenes import Moment, random_match
from tests.telegram_gateway.render.limits import check, length, plain
from tests.telegram_gateway.render.scenes import LANGUAGES, words_in


def mentioned(text: str, words: Words) -> set[int]:
    """Every card that a text names, in words or by sign."""
    medals = [words(key) for key in MEDALS]
    linking = words("card", rank="", medal="").strip()
    found = set()
    for medal, (named, sign) in enumerate(zip(medals, SIGNS, strict=True)):
        by_name = rf"(\d+) {linking} {named}"
        by_sign = rf"(\d+){sign}"
        ranks = chain(re.findall(by_name, text), re.findall(by_sign, text))
        found |= {10 * medal + int(rank) for rank in ranks}
    return found


def said(message: Message) -> str:
    labels = " ".join(button.label for row in message.rows for button in row)
    return f"{plain(message.text)}\n{labels}"


def on_table(moment: Moment) -> set[int]:
    """The cards that everybody has seen: this round's, and the last trick of the round before."""
    table = moment.public.view.eu_faco
    tricks = [table.trick, *(trick.cards for trick in table.tricks)]
    if moment.counted is not None:
        tricks.append(moment.counted.view.eu_faco.trick)
    return {played.card for trick in tricks for played in trick}


def told(moment: Moment, table: Table, words: Words) -> Scene:
    return scene_of(table, words, Past(counted=moment.counted))


def check_public(moment: Moment, words: Words) -> None:
    if moment.is_open:
        message = eu_faco.board(told(moment, moment.public, words))
        taps = [unpack(button.data) for row in message.rows for button in row]
        assert {(tap.table, tap.ply) for tap in taps if tap} == {
            (moment.public.code, moment.public.view.ply)
        }
    else:
        message = eu_faco.counted(told(moment, moment.public, words))
        assert not message.rows
    check(message)
    assert mentioned(said(message), words) <= on_table(moment)


def check_seat(moment: Moment, seat: int, words: Words) -> None:
    table = moment.own[seat]
    may_see = on_table(moment) | set(table.view.eu_faco.hand)
    if not moment.public.view.eu_faco.seats[seat].playing:
        assert not table.view.eu_faco.hand
    elif moment.hidden[seat]:
        may_see |= set(moment.hidden) - {moment.hidden[seat]}
    if moment.is_open:
        as_public = eu_faco.board(told(moment, moment.public, words))
        assert eu_faco.board(told(moment, table, words)) == as_public
    message = eu_faco.hand(told(moment, table, words), "Turma <do> Zé")
    alert = eu_faco.alert(told(moment, table, words))
    check(message)
    assert 0 < length(alert) <= ALERT_CHARACTERS
    named = mentioned(said(message), words) | mentioned(alert, words)
    assert named <= may_see
    assert set(table.view.eu_faco.hand) - {0} <= mentioned(alert, words)
    is_own_turn = moment.is_open and moment.public.view.to_act == seat
    assert bool(message.rows) == is_own_turn


def check_end(moment: Moment, words: Words) -> None:
    check(result.result(moment.public, words))
    check(private.over(told(moment, moment.public, words), "Turma"))


@pytest.mark.proof(name="render", small=6, whole=200)
def test_every_moment_of_a_match_is_told_within_the_limits_and_to_nobody_more_than_it_may_see(
    proof: Proof,
) -> None:
    for number in range(proof.count):
        rng = Random(f"render/{proof.seed}/{number}")
        words = words_in(LANGUAGES[number % 2]).of("eu_faco")
        for moment in random_match(rng):
            check_public(moment, words)
            for seat in range(len(moment.own)):
                check_seat(moment, seat, words)
        check_end(moment, words)


def test_the_search_for_cards_finds_each_form_that_a_card_is_told_in() -> None:
    words = words_in("pt_BR").of("eu_faco")
    assert mentioned("1: 7 de ouro", words) == {27}
    assert mentioned("10 de diamante, 1🥉", words) == {40, 1}
