"""The games of the book."""

from collections.abc import Mapping

from tests.chatbook.part import Part
from tests.chatbook.parts import estou_por_uma, eu_faco, sevn

PARTS: Mapping[str, Part] = {
    "eu_faco": eu_faco,
    "estou_por_uma": estou_por_uma,
    "sevn": sevn,
}
"""Every game, by name."""
