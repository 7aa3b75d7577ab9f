"""House rivals: players of the house that decide from exactly the view that a person in that seat would get (G-10)."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from carteado.rules.game import AnyGame
from carteado.rules.match import View
from carteado.rules.rivals import estou_por_uma, eu_faco, sevn


@dataclass(frozen=True, slots=True)
class Advice:
    """What a rival would do.

    Attributes:
        action: The action, one of the view's legal ones.
        reason: Why, as a stable word for the message catalogs.
    """

    action: Any
    reason: str


NORMAL: dict[str, Callable[[View], tuple[Any, str]]] = {
    "eu_faco": eu_faco.normal,
    "estou_por_uma": estou_por_uma.normal,
    "sevn": sevn.normal,
}
"""The sound player of each game."""


def advise(game: AnyGame, view: View) -> Advice:
    """What a sound player would do in the seat whose view this is; it has something to decide.

    The same view gives the same advice on every machine: the sound player takes no chances, so it needs no seed.
    """
    action, reason = NORMAL[game.name](view)
    return Advice(action, reason)


__all__ = ["Advice", "advise"]
