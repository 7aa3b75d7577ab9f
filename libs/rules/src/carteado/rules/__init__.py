"""The rules of carteado's games: deterministic, integers only, nothing but the standard library.

``GAMES`` holds each game as a module that satisfies ``Game``; ``Match`` plays any of them with fair shuffles, and ``replay`` checks a record.
"""

from carteado.rules import eu_faco
from carteado.rules.game import AnyGame

GAMES: dict[str, AnyGame] = {eu_faco.name: eu_faco}
"""Every game, by name."""

__all__ = ["GAMES"]
