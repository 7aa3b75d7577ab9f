"""What a scripted match must know of a game: what people do in it, and which button says it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from carteado.api.game.v1.game_pb2 import Action, Record, View
from carteado.telegram_gateway.render.game import Game


@dataclass(frozen=True)
class Rung:
    """One way in which people play in the chat.

    Attributes:
        about: Who plays how.
        seed: Of the shuffles and of the script.
        choices: What the host taps in the lobby, in order.
        in_private: Whether everybody has opened the private chat, and plays there.
        most_calls: So many messages and edits, at most, does the match take in the group.
        guess: What somebody adds to the shuffles; then somebody wants the proof at the end, too. Empty where nobody does either.
    """

    about: str
    seed: int
    choices: Sequence[str] = ()
    in_private: bool = False
    most_calls: int = 0
    guess: str = ""


class Part(Protocol):
    """A game of the book, as a module."""

    @property
    def game(self) -> Game:
        """Its package in the chat."""

    @property
    def rungs(self) -> Mapping[str, Rung]:
        """The ways in which it is played, by the end of the name of the book; the empty one for a game with one way alone."""

    def acts(self, view: View, seed: int) -> Action | None:
        """What somebody does who sees this and may do something, the same each time; None to let it pass."""

    def button(self, view: View, action: Action, *, in_private: bool) -> tuple[str, int]:
        """What the tap asks for, and with what."""

    def hand(self, view: View) -> object:
        """What a look at the hand shows: as long as it stays the same, nobody looks again. None where there is nothing to look at."""

    def names_hand(self, answer: str) -> bool:
        """Whether an answer to a move shows the hand that is left, as a look would."""

    def counted(self, record: Record) -> str:
        """How much was played, in words."""
