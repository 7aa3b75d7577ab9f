"""The games that friends play."""

from collections.abc import Mapping

from tests.system.manner import Manner
from tests.system.manners import estou_por_uma, eu_faco, sevn

MANNERS: Mapping[str, Manner] = {
    "eu_faco": eu_faco,
    "estou_por_uma": estou_por_uma,
    "sevn": sevn,
}
"""Every game, by name."""
