"""Eu Faço! in the book."""

from random import Random

from carteado.api.game.v1.game_pb2 import Action, Record, View
from carteado.cli import strategy
from carteado.telegram_gateway.render import eu_faco as game
from carteado.telegram_gateway.render.eu_faco.hands import dealt
from carteado.telegram_gateway.render.eu_faco.keyboard import Op
from tests.chatbook.part import Rung

SEED = 203
"""A match of sixty cards, six rounds and four places, with these shuffles and this script; with the guess of the second rung, of 51 cards."""
WHIM = 0.35
"""How often somebody does anything at all instead of what is sound."""

rungs = {
    "dm": Rung(
        "Ana, Bia, Caio and Davi have all opened the private chat, and play there.",
        SEED,
        in_private=True,
        most_calls=67,
    ),
    "slots": Rung(
        "Nobody has opened the private chat: everybody looks with 👁 and plays with the numbered buttons. Bia adds a guess to the shuffles, and at the end Caio and Davi want the proof.",
        SEED,
        most_calls=67,
        guess="pé de coelho",
    ),
}


def acts(view: View, seed: int) -> Action | None:
    """Mostly what is sound, at times anything."""
    rng = Random(f"{seed}/{view.ply}")
    return rng.choice(view.legal) if rng.random() < WHIM else strategy.choose(view)


def button(view: View, action: Action, *, in_private: bool) -> tuple[str, int]:  # noqa: ARG001 - it is the same everywhere
    """A promise, or the n-th card dealt."""
    if action.HasField("bid"):
        return Op.BID, action.bid.tricks
    return Op.SLOT, dealt(view).index(action.play.eu_faco) + 1


def hand(view: View) -> object:
    """The cards dealt: whoever has looked knows them all round."""
    return view.eu_faco.round


def names_hand(answer: str) -> bool:  # noqa: ARG001 - no answer does
    return False


def counted(record: Record) -> str:
    """The cards; those of the first round are played by nobody's hand."""
    played = sum(move.action.HasField("play") for move in record.moves)
    return f"{played + record.seats} cards"


__all__ = ["acts", "button", "counted", "game", "hand", "names_hand", "rungs"]
