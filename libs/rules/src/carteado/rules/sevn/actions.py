"""What a seat may do in SEVN."""

from dataclasses import dataclass

from carteado.rules.game import Seat


@dataclass(frozen=True, slots=True)
class Draw:
    """Turns the next card face up, at one's own risk (SV-1, SV-3)."""


@dataclass(frozen=True, slots=True)
class Pass:
    """Stops, and keeps the points (SV-3, SV-5)."""


@dataclass(frozen=True, slots=True)
class Choose:
    """Answers a question that a card put; exactly one is set.

    Attributes:
        seat: Whom an action hits, or who gets a second chance (SV-13, SV-R13).
        keep: Whether a ballast is kept (SV-22).
        option: Which of the cards shown at a crossroads, 0 or 1 (SV-27).
    """

    seat: Seat | None = None
    keep: bool | None = None
    option: int | None = None


Action = Draw | Pass | Choose
