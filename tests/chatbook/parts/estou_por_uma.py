"""Estou-por-uma in the book."""

import re
from random import Random

from carteado.api.game.v1.game_pb2 import Action, Play, Record, View
from carteado.telegram_gateway.render import estou_por_uma as game
from carteado.telegram_gateway.render.estou_por_uma.keyboard import Op
from tests.chatbook.part import Rung

WHIM = 0.15
FORGETS = 0.3
"""How often somebody forgets to call; where the players look out for that, more of them do."""
LATE = 0.4
NUMBERED = re.compile(r"\b1: ")
"""The first card of a hand in an answer."""

rungs = {
    "dm": Rung(
        "Ana, Bia, Caio and Davi have all opened the private chat, and play there. Whoever passes 30 points leaves, and the table itself charges a call that was forgotten.",
        3284,
        choices=[Op.LIMIT, Op.LIMIT],
        in_private=True,
        most_calls=62,
    ),
    "slots": Rung(
        "Nobody has opened the private chat: everybody looks with 👁 and plays with the numbered buttons. Whoever passes 30 points leaves, and it is for the others to notice a call that was forgotten.",
        3796,
        choices=[Op.LIMIT, Op.LIMIT, Op.ENFORCEMENT],
        most_calls=62,
    ),
}
"""Two matches of two rounds each, with stacks, a skip, a turned direction, a nine, equal cards, wild cards, calls made and forgotten; in the second one
somebody is caught, and somebody hits the limit exactly and starts again from zero.
"""


def acts(view: View, seed: int) -> Action | None:
    """Answers a stack, equals a card and otherwise gets rid of the highest; forgets to call at times; at times anything. Notices others after a while."""
    rng = Random(f"{seed}/{view.ply}/{view.observer.seat}")
    if view.to_act != view.observer.seat:
        return view.legal[0] if rng.random() < LATE else None
    if rng.random() < WHIM:
        return rng.choice(view.legal)
    best = _best(view)
    return _silently(best) if rng.random() < FORGETS else best


def _best(view: View) -> Action:
    plays = [action for action in view.legal if action.HasField("play")]
    equal = [each for each in plays if each.play.estou_por_uma == view.estou_por_uma.top]
    if equal or (plays and view.estou_por_uma.pending_draw):
        return (equal or plays)[0]
    return view.default_action


def _silently(action: Action) -> Action:
    """The same without a word."""
    silent = Action()
    silent.CopyFrom(action)
    if silent.play.estou_por_uma_call:
        silent.play.estou_por_uma_call = False
    return silent


def button(view: View, action: Action, *, in_private: bool) -> tuple[str, int]:
    """In private the n-th thing that may be done; on the board a number, or a suit for a wild card."""
    if in_private:
        return Op.ACT, list(view.legal).index(action)
    match action.WhichOneof("verb"):
        case "play":
            return _play_button(list(view.estou_por_uma.hand), action.play)
        case "draw":
            return Op.DRAW, view.estou_por_uma.pending_draw
        case "declare" if action.declare.HasField("accused"):
            return Op.ACCUSE, action.declare.accused
        case _:
            return Op.CALL, 0


def _play_button(held: list[int], play: Play) -> tuple[str, int]:
    """Of the last card but one there are two buttons, one of which calls."""
    silent = len(held) == 2 and not play.estou_por_uma_call
    if play.suit:
        ops = (Op.CALL_SUIT, Op.SILENT_SUIT, Op.SUIT)
    else:
        ops = (Op.CALL_NUMBER, Op.SILENT_NUMBER, Op.NUMBER)
    op = ops[0] if play.estou_por_uma_call else ops[1] if silent else ops[2]
    return op, play.suit or held.index(play.estou_por_uma) + 1


def hand(view: View) -> object:
    """The cards, as long as they are the same."""
    return tuple(view.estou_por_uma.hand)


def names_hand(answer: str) -> bool:
    """Whether the cards stand there with their numbers."""
    return bool(NUMBERED.search(answer))


def counted(record: Record) -> str:
    """The moves of the seats."""
    return f"{sum(move.HasField('seat') for move in record.moves)} moves"


__all__ = ["acts", "button", "counted", "game", "hand", "names_hand", "rungs"]
