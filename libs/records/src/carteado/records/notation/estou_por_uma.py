"""Notation of Estou-por-uma: ``8s>d`` plays an eight and names diamonds, ``7h!`` calls; ``+`` draws, ``.`` passes, ``!`` calls late, ``?2`` accuses seat 2."""

import re
from typing import Any

from carteado.api.estou_por_uma.v1 import estou_por_uma_pb2 as pb
from carteado.api.game.v1.game_pb2 import Action, Declare, Draw, Play
from carteado.rules.estou_por_uma import events as ev

RANKS = "A23456789TJQK"
SUITS = "cdhs"
PLAYED = re.compile(rf"([{RANKS}])([{SUITS}])(?:>([{SUITS}]))?(!?)")
ACCUSED = re.compile(r"\?(\d{1,9})")


def word(action: Action) -> str:
    """An action in a word; empty where there is none for it."""
    match action.WhichOneof("verb"):
        case "play" if 0 < action.play.estou_por_uma <= 52 and action.play.suit <= len(SUITS):
            return _played(action.play)
        case "draw":
            return "+"
        case "pass":
            return "."
        case "declare":
            declared = action.declare
            return f"?{declared.accused}" if declared.HasField("accused") else "!"
    return ""


def _played(play: Play) -> str:
    named = f">{SUITS[play.suit - 1]}" if play.suit else ""
    return f"{_card(play.estou_por_uma)}{named}{'!' if play.estou_por_uma_call else ''}"


def action(said: str) -> Action | None:
    """The action that a word says; None where it says none."""
    if found := PLAYED.fullmatch(said):
        return Action(play=_play(*found.groups("")))
    if found := ACCUSED.fullmatch(said):
        return Action(declare=Declare(accused=int(found[1])))
    match said:
        case "+":
            return Action(draw=Draw())
        case ".":
            passed = Action()
            getattr(passed, "pass").SetInParent()
            return passed
        case "!":
            return Action(declare=Declare())
    return None


def _play(rank: str, suit: str, named: str, call: str) -> Play:
    card = 13 * SUITS.index(suit) + RANKS.index(rank) + 1
    return Play(
        estou_por_uma=pb.Card.ValueType(card),
        suit=pb.Suit.ValueType(SUITS.index(named) + 1 if named else 0),
        estou_por_uma_call=bool(call),
    )


def comment(event: Any) -> str:
    """What happened, as a comment; empty for what the moves say already."""
    match event:
        case ev.RoundDealt():
            return f"round {event.round_number}: seat {event.dealer} deals, {_card(event.upcard)} lies up"
        case ev.CardsDrawn():
            cards = " ".join(_card(card) for card in event.cards)
            return f"seat {event.seat} draws {cards}" if cards else ""
        case ev.Reshuffled():
            return "reshuffled"
        case ev.RoundScored():
            return ", ".join(f"seat {each.seat}: {each.total}" for each in event.seats)
    return ""


def _card(card: int) -> str:
    return f"{RANKS[(card - 1) % 13]}{SUITS[(card - 1) // 13]}"
