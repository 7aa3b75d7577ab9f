"""SEVN in the book: everybody plays on the board."""

from random import Random

from carteado.api.game.v1.game_pb2 import Action, Choose, Record, View
from carteado.api.sevn.v1 import sevn_pb2 as pb
from carteado.telegram_gateway.render import sevn as game
from carteado.telegram_gateway.render.sevn.keyboard import DISCARD, KEEP, Op
from tests.chatbook.part import Rung

SEED = 4305
"""A match of three rounds with a storm, a crossroads, a freeze, a draw of three, a second chance, busts and a SEVN."""
ENOUGH = 21
"""Points with which whoever is careful stops."""
WHIM = 0.2

rungs = {
    "": Rung(
        "There is no hand to look at: Ana, Bia, Caio and Davi read the board and tap its buttons.",
        SEED,
        choices=[Op.TARGET, Op.TARGET],
        most_calls=65,
    )
}


def acts(view: View, seed: int) -> Action | None:
    """Stops with enough points unless one value is missing, keeps a ballast where many values lie, at times anything; aims at whoever has most."""
    rng = Random(f"{seed}/{view.ply}")
    if rng.random() < WHIM:
        return rng.choice(view.legal)
    match view.sevn.decision:
        case pb.DECISION_TURN:
            return (
                view.legal[-1]
                if _has_enough(view.sevn.seats[view.observer.seat])
                else view.legal[0]
            )
        case pb.DECISION_TARGET:
            return max(view.legal, key=lambda each: _at_stake(view, each.choose.seat))
        case pb.DECISION_BALLAST:
            return Action(choose=Choose(keep=len(view.sevn.seats[view.observer.seat].row) > 3))
        case _:
            return view.default_action


def _has_enough(own: pb.SeatView) -> bool:
    return own.score.points >= ENOUGH and len(own.row) < 6


def _at_stake(view: View, seat: int) -> int:
    own = view.sevn.seats[seat]
    return own.total + own.score.points


def button(view: View, action: Action, *, in_private: bool) -> tuple[str, int]:  # noqa: ARG001 - the board is all there is
    match action.WhichOneof("verb"), action.choose.WhichOneof("answer"):
        case "draw", _:
            return Op.DRAW, 0
        case "pass", _:
            return Op.STOP, 0
        case _, "seat":
            return Op.SEAT, action.choose.seat
        case _, "keep":
            return Op.BALLAST, KEEP if action.choose.keep else DISCARD
        case _:
            return Op.OPTION, action.choose.option


def hand(view: View) -> object:  # noqa: ARG001 - there is none
    return None


def names_hand(answer: str) -> bool:  # noqa: ARG001 - there is none
    return False


def counted(record: Record) -> str:
    return f"{sum(move.HasField('seat') for move in record.moves)} decisions"


__all__ = ["acts", "button", "counted", "game", "hand", "names_hand", "rungs"]
