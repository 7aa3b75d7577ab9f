"""Whole random matches, told at every move to everybody: within Telegram's limits, and no card to anybody who may not see it."""

import re
from functools import cache
from random import Random

import pytest

from carteado.api.tables.v1.tables_pb2 import Table
from carteado.telegram_gateway.message import ALERT_CHARACTERS, Message
from carteado.telegram_gateway.render import estou_por_uma, names, private, result
from carteado.telegram_gateway.render.estou_por_uma import cards
from carteado.telegram_gateway.render.scene import Scene, scene_of
from carteado.telegram_gateway.taps import unpack
from carteado.words import Words
from tests.conftest import Proof
from tests.telegram_gateway.render.estou_por_uma.scenes import Moment, random_match
from tests.telegram_gateway.render.limits import check, length, plain
from tests.telegram_gateway.render.scenes import LANGUAGES, words_in

RANK = "10|[2-9AJQK]"
SHORT = re.compile(rf"(?<![\w])({RANK})([♣♦♥♠])")
RANKS = ("A", *map(str, range(2, 11)), "J", "Q", "K")
SIGNS = "♣♦♥♠"


def mentioned(text: str, words: Words) -> set[int]:
    """Every card that a text names: by sign, in words, or suit by suit."""
    called, by_name, by_suit = forms(words.language)
    found = {13 * SIGNS.index(sign) + RANKS.index(rank) + 1 for rank, sign in SHORT.findall(text)}
    found |= {called[name] for name in by_name.findall(text)}
    for sign, ranks in by_suit.findall(text):
        found |= {13 * SIGNS.index(sign) + RANKS.index(each) + 1 for each in ranks.split(" · ")}
    return found


@cache
def forms(language: str) -> tuple[dict[str, int], re.Pattern[str], re.Pattern[str]]:
    """Cards by what they are called; what finds such a name; what finds a suit of a hand."""
    words = words_in(language).of("estou_por_uma")
    called = {cards.name(card, words): card for card in range(1, 53)}
    suits = "|".join(words(name) for name in cards.SUIT_NAMES.values())
    by_name = re.compile(rf"(?<!\w)(?:{'|'.join(called)})(?!\w)")
    return called, by_name, re.compile(rf"^([{SIGNS}]) (?:{suits}): (.+)$", re.MULTILINE)


def said(message: Message) -> str:
    labels = " ".join(button.label for row in message.rows for button in row)
    return f"{plain(message.text)}\n{labels}"


def in_the_open(moment: Moment) -> set[int]:
    """The cards that everybody has seen: those played in this round, and those that a count laid open."""
    seen: set[int] = set(moment.public.view.estou_por_uma.discards)
    for event in moment.past.events:
        own = event.estou_por_uma
        seen |= {own.card_played.card, own.round_dealt.upcard}
        for score in own.round_scored.seats:
            seen |= set(score.hand)
    return seen


def told(moment: Moment, table: Table, words: Words) -> Scene:
    return scene_of(table, words, moment.past)


def check_public(moment: Moment, words: Words) -> None:
    scene = told(moment, moment.public, words)
    if moment.is_open:
        message = estou_por_uma.board(scene)
        taps = [unpack(button.data) for row in message.rows for button in row]
        assert {(tap.table, tap.ply) for tap in taps if tap} == {
            (moment.public.code, moment.public.view.ply)
        }
    else:
        message = estou_por_uma.counted(scene)
        assert not message.rows
    check(message)
    assert mentioned(said(message), words) <= in_the_open(moment)
    check(estou_por_uma.ended_early(scene))


def check_seat(moment: Moment, seat: int, words: Words) -> None:
    table = moment.own[seat]
    is_out = not moment.public.view.estou_por_uma.seats[seat].playing
    hand = set() if is_out else set(moment.hands[seat])
    assert set(table.view.estou_por_uma.hand) == hand
    scene = told(moment, table, words)
    message, alert = estou_por_uma.hand(scene, "Turma <do> Zé"), estou_por_uma.alert(scene)
    check(message)
    assert 0 < length(alert) <= ALERT_CHARACTERS
    named = mentioned(said(message), words)
    assert named | mentioned(alert, words) <= in_the_open(moment) | hand
    assert bool(message.rows) == bool(table.view.legal)
    if moment.is_open:
        assert hand <= named
        as_public = estou_por_uma.board(told(moment, moment.public, words))
        assert mentioned(said(as_public), words) == mentioned(
            said(estou_por_uma.board(scene)), words
        )


def check_end(moment: Moment, words: Words) -> None:
    check(result.result(moment.public, words))
    check(private.over(told(moment, moment.public, words), "Turma"))


@pytest.mark.proof(name="render", small=2, whole=200)
def test_every_moment_of_a_match_of_estou_por_uma_is_told_within_the_limits_and_to_nobody_more_than_it_may_see(
    proof: Proof,
) -> None:
    for number in range(proof.count):
        rng = Random(f"render/{proof.seed}/{number}")
        words = words_in(LANGUAGES[number % 2]).of("estou_por_uma")
        for moment in random_match(rng):
            check_public(moment, words)
            for seat in sample(rng, moment):
                check_seat(moment, seat, words)
        check_end(moment, words)


def sample(rng: Random, moment: Moment) -> list[int]:
    """Whoever acts, and one of the others."""
    return sorted({moment.public.view.to_act, rng.randrange(moment.match.seats)})


@pytest.mark.parametrize("key", ["mark_called", "mark_silent", "mark_dealer", "mark_turn"])
def test_no_name_bears_what_the_board_says_of_a_seat(key: str) -> None:
    mark = words_in("pt_BR").of("estou_por_uma")(key).strip()
    assert names.clean(f"Ana {mark}") == "Ana"


def test_the_search_for_cards_finds_each_form_that_a_card_is_told_in() -> None:
    words = words_in("pt_BR").of("estou_por_uma")
    assert mentioned("1: 7♣  2: 10♦", words) == {7, 23}
    assert mentioned("Na mesa: Rei de copas ♥ · pede ♠ espadas", words) == {39}
    assert mentioned("♠ espadas: A · 10 · K", words) == {40, 49, 52}
    assert mentioned("8→♣ +4 🃏8 Serve: ♥ copas · 8", words) == set()
