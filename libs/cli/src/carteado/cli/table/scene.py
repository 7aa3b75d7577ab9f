"""A table about to be drawn: what its person sees of it, what happened before, and in which words it is told."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from carteado.rules.game import Seat
from carteado.rules.match import View
from carteado.words import Words

Happened = Sequence[Any]
"""What one move made happen, as the person's seat saw it."""


@dataclass(frozen=True, slots=True)
class Scene:
    """All that a screen is made of, and nothing that the person may not see (G-10).

    Attributes:
        view: What the person's seat sees.
        seat: The person's seat.
        names: What everybody is called, by seat.
        words: The language, of the game.
        round: What happened in this round, move by move.
        unread: How many of those moves the person had seen when it moved last.
    """

    view: View
    seat: Seat
    names: Sequence[str]
    words: Words
    round: Sequence[Happened]
    unread: int

    @property
    def news(self) -> Sequence[Happened]:
        """What happened since the person moved last, that move included."""
        return self.round[self.unread :]

    @property
    def clockwise(self) -> list[Seat]:
        """Every seat, the person's first and then clockwise (G-1)."""
        seats = len(self.names)
        return [(self.seat + at) % seats for at in range(seats)]

    def told(self, key: str, seat: Seat, **values: object) -> str:
        """A sentence about a seat; about the person's own it may be another one."""
        own = f"{key}_own"
        chosen = own if seat == self.seat and self.words.has(own) else key
        return self.words(chosen, name=self.names[seat], **values)


class MisreadError(ValueError):
    """What was typed means nothing here; the message says why not, to whoever typed it."""
