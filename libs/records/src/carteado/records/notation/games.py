"""The notation of each game, by the name of its field on the wire."""

from collections.abc import Mapping
from typing import Any, Protocol

from carteado.api.game.v1.game_pb2 import Action
from carteado.records.notation import estou_por_uma, eu_faco, sevn


class Notation(Protocol):
    """How the moves of a game are written, as a module."""

    def word(self, action: Action) -> str:
        """An action in a word; empty where there is none for it."""

    def action(self, said: str) -> Action | None:
        """The action that a word says; None where it says none."""

    def comment(self, event: Any) -> str:
        """What happened, as a comment; empty for what the moves say already."""


NOTATIONS: Mapping[str, Notation] = {
    "eu_faco": eu_faco,
    "estou_por_uma": estou_por_uma,
    "sevn": sevn,
}
"""Every game."""
