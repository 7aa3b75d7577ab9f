"""What friends in a chat know of a game: which buttons are moves, what an answer to one says, and which cards a text names."""

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Protocol

from carteado.api.game.v1.game_pb2 import Action
from carteado.telegram_gateway.taps import Tap
from carteado.telegram_sandbox.driver import Answer, SeenButton, Shown
from tests.system.truth import Moment

if TYPE_CHECKING:
    from tests.system.friends import Friend


@dataclass(frozen=True)
class Tapped:
    """A tap that was meant as a move.

    Attributes:
        tap: What the button carried.
        answer: What it was answered with; None where nothing came in time.
        seen: The cards by the numbers that they had in a look at the hand just before, if there was one.
        began: When it was tapped, in seconds of the monotonic clock.
        ended: When it was answered, or nobody waited any longer.
    """

    tap: Tap
    answer: Answer | None
    seen: Mapping[int, int] = field(default_factory=dict)
    began: float = 0.0
    ended: float = 0.0


class Manner(Protocol):
    """How a game is played by the buttons, as a module."""

    @property
    def title(self) -> str:
        """What the picker calls it."""

    @property
    def short(self) -> Sequence[str]:
        """What the host taps in the lobby for a short match, which is then among friends; nothing where the default is short."""

    @property
    def in_private(self) -> frozenset[str]:
        """What the moves in a private message ask for."""

    @property
    def on_board(self) -> "Callable[[Friend], Awaitable[None]]":
        """What somebody does who plays in the group."""

    def pick(self, offered: Sequence[SeenButton], rng: Random) -> SeenButton:
        """One of the buttons that are offered."""

    def is_done(self, answer: str) -> bool:
        """Whether an answer says that the move was made."""

    def fits(
        self, tapped: Tapped, seat: int, ply: int, action: Action, truth: Sequence[Moment]
    ) -> bool:
        """Whether what was done in a seat at a ply is what the tap was meant to do."""

    def may_lapse(self, tap: Tap) -> bool:
        """Whether a tap that was not answered need not be done: its number stands for a hand that has to be seen first, after a restart anew."""

    def named(self, text: str) -> Iterator[int]:
        """The faces that a text names, in any of the ways in which the bot names them."""

    def lingering(self, earlier: Sequence[Moment], oldest: Moment) -> set[int]:
        """Cards that everybody saw before the oldest moment that still may be told, and that may be named still."""

    def check(self, shown: Shown, moments: Sequence[Moment], names: Sequence[str]) -> None:
        """Fails where what was shown is no true picture of the table at any of these moments."""
