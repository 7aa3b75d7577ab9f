"""Notation of Eu Faço!: ``=2`` promises two tricks, ``7o`` plays the seven of gold; b, p, o and d are bronze, silver, gold and diamond."""

import re
from typing import Any

from carteado.api.eu_faco.v1 import eu_faco_pb2 as pb
from carteado.api.game.v1.game_pb2 import Action, Bid, Play
from carteado.rules.eu_faco import events as ev

MEDALS = "bpod"
BID = re.compile(r"=(\d{1,9})")
CARD = re.compile(rf"(10|[1-9])([{MEDALS}])")


def word(action: Action) -> str:
    """An action in a word; empty where there is none for it."""
    if action.HasField("bid"):
        return f"={action.bid.tricks}"
    return _card(action.play.eu_faco)


def action(said: str) -> Action | None:
    """The action that a word says; None where it says none."""
    if found := BID.fullmatch(said):
        return Action(bid=Bid(tricks=int(found[1])))
    if found := CARD.fullmatch(said):
        card = 10 * MEDALS.index(found[2]) + int(found[1])
        return Action(play=Play(eu_faco=pb.Card.ValueType(card)))
    return None


def comment(event: Any) -> str:
    """What happened, as a comment; empty for what the moves say already."""
    match event:
        case ev.RoundDealt():
            kind = "tie-break" if event.tiebreak else f"round {event.round_number}"
            return f"{kind}: {event.hand_size} each, seat {event.dealer} deals"
        case ev.TrickEnded():
            return "nobody takes it" if event.winner is None else f"seat {event.winner} takes it"
        case ev.RoundScored():
            return ", ".join(_score(each) for each in event.seats)
    return ""


def _score(score: ev.SeatScore) -> str:
    return f"seat {score.seat}: {score.taken} of {score.bid}, {score.lives} lives"


def _card(card: int) -> str:
    return f"{(card - 1) % 10 + 1}{MEDALS[(card - 1) // 10]}" if 0 < card <= 40 else ""
