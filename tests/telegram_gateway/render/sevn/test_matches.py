"""Whole random matches, told at every move: within Telegram's limits, the same to everybody, with a button for each answer and for nothing else."""

from random import Random

import pytest

from carteado.api.game.v1.game_pb2 import Action, Event
from carteado.telegram_gateway.message import ALERT_CHARACTERS, Message
from carteado.telegram_gateway.render import result, sevn
from carteado.telegram_gateway.render.scene import Past, scene_of
from carteado.telegram_gateway.render.sevn.commentary import lines
from carteado.telegram_gateway.render.sevn.story import acts
from carteado.telegram_gateway.said import Told
from carteado.telegram_gateway.taps import Tap, unpack
from carteado.words import Words
from tests.conftest import Proof
from tests.telegram_gateway.render.limits import check, length, plain
from tests.telegram_gateway.render.scenes import LANGUAGES, words_in
from tests.telegram_gateway.render.sevn.scenes import Moment, random_match


def taps_of(message: Message) -> list[Tap]:
    taps = [unpack(button.data) for row in message.rows for button in row]
    return [tap for tap in taps if tap]


def in_order(actions: list[Action]) -> list[bytes]:
    return sorted(action.SerializeToString(deterministic=True) for action in actions)


def check_open(moment: Moment, words: Words) -> None:
    """The board; each legal action has a button, each button is legal, and only for the seat to act."""
    view, board = moment.public.view, sevn.board(moment.told(words))
    taps = taps_of(board)
    check(board)
    assert {(tap.table, tap.ply) for tap in taps} == {(moment.public.code, view.ply)}
    for seat, table in enumerate(moment.own):
        scene = moment.told(words, seat)
        assert table.view.sevn == view.sevn
        assert sevn.board(scene) == board
        if seat == view.to_act:
            meant = [sevn.moves[tap.op](scene, seat, tap.arg) for tap in taps]
            assert in_order(meant) == in_order(list(table.view.legal))
            continue
        with pytest.raises(Told):
            sevn.moves[taps[0].op](scene, seat, taps[0].arg)


def check_counted(moment: Moment, words: Words) -> None:
    message = sevn.counted(moment.told(words))
    check(message)
    assert not message.rows
    text = plain(message.text)
    for seat in moment.public.view.sevn.seats:
        assert f"total {seat.total}" in text


def check_answers(moment: Moment, words: Words) -> None:
    """What is said of the move, and to whoever asks for a hand."""
    for seat in range(len(moment.own)):
        assert 0 < length(sevn.alert(moment.told(words, seat))) <= ALERT_CHARACTERS
    if moment.mover is not None:
        text = sevn.done(moment.told(words, moment.mover), moment.action)
        assert 0 < length(text) <= ALERT_CHARACTERS


def check_story(events: tuple[Event, ...]) -> None:
    """Each card that was turned is told once, and so is each bust."""
    told = [drawn for act in acts(events) for drawn in act.drawn]
    kinds = [each.sevn.WhichOneof("kind") for each in events]
    taken = sum(each.sevn.crossroads.taken > 0 for each in events)
    assert len(told) == kinds.count("card_drawn") + taken
    assert sum(one.outcome == "drawn_bust" for one in told) == kinds.count("busted")
    assert sum(one.outcome == "drawn_saved" for one in told) == kinds.count("second_chance_used")
    assert sum(one.outcome == "drawn_sevn" for one in told) == kinds.count("sevn")


def check_followed_from(moment: Moment, words: Words, rng: Random) -> None:
    """Whoever follows from the middle of a round on tells what there is to tell."""
    seen = moment.past.events[rng.randint(0, len(moment.past.events)) :]
    lines(scene_of(moment.public, words, Past(seen, moment.past.counted)))


@pytest.mark.proof(name="render", small=6, whole=200)
def test_every_moment_of_a_match_is_told_within_the_limits_and_every_answer_has_its_button(
    proof: Proof,
) -> None:
    for number in range(proof.count):
        rng = Random(f"render/sevn/{proof.seed}/{number}")
        words = words_in(LANGUAGES[number % 2]).of("sevn")
        for moment in random_match(rng):
            (check_open if moment.is_open else check_counted)(moment, words)
            check_answers(moment, words)
            check_story(moment.past.events)
            check_followed_from(moment, words, rng)
        check(result.result(moment.public, words))
