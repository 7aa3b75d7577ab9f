"""The readable text form of a proof, as PGN is for chess: tags, then the moves round by round. The page on notation has all of it."""

from carteado.records.notation.reading import NotationError, read
from carteado.records.notation.tags import FORMAT
from carteado.records.notation.telling import told

__all__ = ["FORMAT", "NotationError", "read", "told"]
