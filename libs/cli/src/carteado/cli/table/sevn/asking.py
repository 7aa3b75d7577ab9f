"""The open question, its answers, and what a line means."""

import re
from collections.abc import Iterator, Sequence

from rich.text import Text

from carteado.cli.table.frame import listed, wrapped
from carteado.cli.table.scene import MisreadError, Scene
from carteado.cli.table.sevn.cards import called
from carteado.rules.sevn.actions import Action, Choose, Draw, Pass
from carteado.rules.sevn.cards import FREEZE, Card, is_number
from carteado.rules.sevn.scoring import SEVN_VALUES
from carteado.rules.sevn.state import Decision
from carteado.rules.sevn.view import SeatView

NUMBER = re.compile(r"\d{1,3}", re.ASCII)


def question(scene: Scene) -> Sequence[Text]:
    """What is asked, and each answer in brackets (SV-3, SV-13, SV-22, SV-27)."""
    told = [line for hint in _hints(scene) for line in wrapped(hint, "green")]
    return [*told, *wrapped(_asked(scene)), *listed(map(Text, _answers(scene)))]


def _mine(scene: Scene) -> SeatView:
    seat: SeatView = scene.view.table.seats[scene.seat]
    return seat


def _hints(scene: Scene) -> Iterator[str]:
    """How near the end of the round or of the match is (SV-6, SV-2)."""
    mine, target = _mine(scene), scene.view.table.target
    if scene.view.table.decision is not Decision.TURN:
        return
    if len(mine.row) == SEVN_VALUES - 1:
        yield scene.words("hint_near")
    if mine.total < target <= mine.total + mine.score.points:
        yield scene.words("hint_reaches", total=mine.total + mine.score.points)


def _asked(scene: Scene) -> str:
    table, words = scene.view.table, scene.words
    match table.decision:
        case Decision.TURN:
            return words("ask_turn" if Draw() in scene.view.legal else "ask_no_card")
        case Decision.BALLAST:
            return words("ask_ballast", card=called(table.card, words))
        case Decision.CROSSROADS:
            return words("ask_crossroads")
        case Decision.GIVE_SECOND_CHANCE:
            return words("ask_gift")
        case _:
            return words("ask_freeze" if table.card == FREEZE else "ask_three")


def _answers(scene: Scene) -> Iterator[str]:
    """Letters in a turn, numbers wherever a card asks."""
    words = scene.words
    if scene.view.table.decision is Decision.TURN:
        if Draw() in scene.view.legal:
            yield words("answer_draw", key=words("key_draw").split()[0])
        points = _mine(scene).score.points
        yield words("answer_stop", key=words("key_stop").split()[0], points=points)
        return
    for number, action in enumerate(scene.view.legal, start=1):
        yield f"[{number}] {_answer(scene, action)}"


def _answer(scene: Scene, action: Choose) -> str:
    table, words = scene.view.table, scene.words
    if action.seat is not None:
        seat = table.seats[action.seat]
        return f"{scene.names[action.seat]} ({seat.total}+{seat.score.points})"
    if action.option is not None:
        return _option(scene, table.options[action.option])
    return words("answer_keep" if action.keep else "answer_discard")


def _option(scene: Scene, card: Card) -> str:
    """A card of a crossroads, and what it would do to a row that has it already (SV-36)."""
    mine, told = _mine(scene), called(card, scene.words)
    busts = is_number(card) or scene.view.options.duplicate_ballast_busts
    if card not in mine.row or not busts:
        return told
    key = "option_saved" if mine.second_chance else "option_busts"
    return scene.words(key, card=told)


def action(scene: Scene, typed: str) -> Action:
    """A letter draws or stops; a number is that answer.

    Raises:
        MisreadError: It is no answer to this question.
    """
    legal, words = scene.view.legal, scene.words
    if scene.view.table.decision is Decision.TURN:
        for key, done in (("key_draw", Draw()), ("key_stop", Pass())):
            if typed in words(key).split() and done in legal:
                return done
    elif NUMBER.fullmatch(typed) and 1 <= int(typed) <= len(legal):
        answer: Choose = legal[int(typed) - 1]
        return answer
    raise MisreadError(words("misread"))
