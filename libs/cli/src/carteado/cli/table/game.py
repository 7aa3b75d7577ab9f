"""What each game offers to the table in a terminal: how it is drawn, what its news are, what may be typed.

A game is a package or a module, not a class: ``games.GAMES`` holds them, and mypy checks each against ``Game``. Nothing outside knows more of the game than
is asked for here.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from rich.text import Text

from carteado.cli.table.scene import Happened, Scene
from carteado.rules.game import AnyGame, Placement, Seat


@dataclass(frozen=True, slots=True)
class Counted:
    """What the count of a round came to for one seat, as the score sheet has it.

    Attributes:
        seat: The seat.
        gained: What the round gave or cost it, in five columns at most.
        total: What it has now.
        remark: Why.
    """

    seat: Seat
    gained: str
    total: str
    remark: str


class Game(Protocol):
    """A game at the table in a terminal."""

    @property
    def name(self) -> str:
        """Identifier of the game: that of its rules, and of its catalog."""

    @property
    def rules(self) -> AnyGame:
        """Its rules."""

    @property
    def options(self) -> Any:
        """What is agreed on at this table: the defaults."""

    def title(self, scene: Scene) -> str:
        """The round, and who deals or starts."""

    def table(self, scene: Scene) -> Sequence[Text]:
        """Who has what, whose turn it is, and what lies on the table."""

    def news(self, scene: Scene, moves: Sequence[Happened]) -> Sequence[str]:
        """What happened, in sentences."""

    def question(self, scene: Scene) -> Sequence[Text]:
        """The own hand, and what the person may do; whatever may be typed stands in brackets."""

    def action(self, scene: Scene, typed: str) -> Any:
        """What a line means, which has no capitals, no accents and no spaces around it: one of the legal actions.

        Raises:
            MisreadError: None of them; the message says why.
        """

    def counted(self, scene: Scene, event: Any) -> Sequence[Counted]:
        """What the count of a round came to; nothing where the event is something else."""

    def score(self, scene: Scene, placement: Placement) -> str:
        """What a seat has at the end."""
