"""The rules of carteado's games: deterministic, integers only, nothing but the standard library.

``GAMES`` holds each game as a module that satisfies ``Game``; ``Match`` plays any of them with fair shuffles, and ``replay`` checks a record.
"""

from carteado.rules import estou_por_uma, eu_faco, sevn
from carteado.rules.game import AnyGame

GAMES: dict[str, AnyGame] = {
    eu_faco.name: eu_faco,
    estou_por_uma.name: estou_por_uma,
    sevn.name: sevn,
}
"""Every game, by name."""

__all__ = ["GAMES"]
