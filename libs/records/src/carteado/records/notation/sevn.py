"""Notation of SEVN: ``+`` draws, ``.`` stops, ``@2`` chooses seat 2, ``keep`` and ``drop`` decide on a Lastro, ``#1`` takes the second card of a crossroads."""

import re
from typing import Any

from carteado.api.game.v1.game_pb2 import Action, Choose, Draw
from carteado.rules.sevn import events as ev
from carteado.rules.sevn.cards import ADDS, TIMES_2, VALUES, WORTH

SEAT = re.compile(r"@(\d{1,9})")
OPTION = re.compile(r"#(\d{1,9})")
NAMES = ("featherweight", "heavyweight", "straight", "freeze", "second-chance", "draw-three")
LATER = ("crossroads", "storm")
FIRST_NAMED = 24


def word(action: Action) -> str:
    """An action in a word; empty where there is none for it."""
    match action.WhichOneof("verb"), action.choose.WhichOneof("answer"):
        case "draw", _:
            return "+"
        case "pass", _:
            return "."
        case _, "seat":
            return f"@{action.choose.seat}"
        case _, "keep":
            return "keep" if action.choose.keep else "drop"
        case _, "option":
            return f"#{action.choose.option}"
    return ""


def action(said: str) -> Action | None:
    """The action that a word says; None where it says none."""
    if found := SEAT.fullmatch(said):
        return Action(choose=Choose(seat=int(found[1])))
    if found := OPTION.fullmatch(said):
        return Action(choose=Choose(option=int(found[1])))
    match said:
        case "+":
            return Action(draw=Draw())
        case ".":
            passed = Action()
            getattr(passed, "pass").SetInParent()
            return passed
        case "keep" | "drop":
            return Action(choose=Choose(keep=said == "keep"))
    return None


def comment(event: Any) -> str:
    """What happened, as a comment; empty for what the moves say already."""
    match event:
        case ev.RoundStarted():
            return f"round {event.round_number}: seat {event.starter} begins"
        case ev.RoundScored():
            return ", ".join(f"seat {each.seat}: {each.total}" for each in event.seats)
        case ev.Reshuffled():
            return "reshuffled"
        case _:
            return _comment_of_seat(event)


def _comment_of_seat(event: Any) -> str:
    match event:
        case ev.CardDrawn():
            return f"seat {event.seat} draws {_card(event.card)}"
        case ev.Busted():
            return f"seat {event.seat} is bust"
        case ev.Sevn():
            return f"SEVN for seat {event.seat}"
        case _:
            return ""


def _card(card: int) -> str:
    if card in VALUES:
        return str(WORTH[card])
    if card in ADDS:
        return f"+{ADDS[card]}"
    return "x2" if card == TIMES_2 else (*NAMES, *LATER)[card - FIRST_NAMED]
