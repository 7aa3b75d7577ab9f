"""The games in the battery: one entry a game, and the game is in."""

from tests.conformance.subject import Subject
from tests.conformance.subjects import estou_por_uma, eu_faco, sevn

SUBJECTS = [eu_faco.SUBJECT, estou_por_uma.SUBJECT, sevn.SUBJECT]
"""Every game that is built."""

__all__ = ["SUBJECTS", "Subject"]
