"""What each game of the chat offers: how a round is told, what its buttons mean, what its lobby lets one choose.

A game is a package, not a class: ``games.GAMES`` holds the packages, and mypy checks each against ``Game``. Nothing outside the package knows more of the
game than is asked for here.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from carteado.api.game.v1.game_pb2 import Action, Options, Placement, View
from carteado.telegram_gateway.message import Button, Message
from carteado.telegram_gateway.render.scene import Scene
from carteado.words import Words

Hand = Callable[[Scene, str], Message]
"""A hand in a private message, from the table as its player sees it and the title of the group, with all that one decides from."""

Move = Callable[[Scene, int, int], Action]
"""What a tap means, at the table as the player sees it, in which seat, with which argument; raises Told where it means nothing any more."""

Choice = Callable[[Options, Words], str]
"""Changes the options as a button of the lobby says, and answers what is said of it."""


class Game(Protocol):
    """A game of the chat, as a package. A scene that is not somebody's own shows what the public sees."""

    @property
    def name(self) -> str:
        """Identifier of the game: that of its field in ``Options`` and ``View``, and of its catalog."""

    @property
    def pages(self) -> Sequence[str]:
        """The keys of its rules, page by page."""

    @property
    def choices(self) -> Mapping[str, Choice]:
        """What the host may choose in the lobby, by what the tap asks for."""

    @property
    def moves(self) -> Mapping[str, Move]:
        """What may be tapped in a match, by what the tap asks for."""

    @property
    def hand(self) -> Hand | None:
        """How a hand looks in private; None where nobody holds anything that others may not see."""

    def round_number(self, view: View) -> int:
        """The number of the round, from 1; 0 before the first deal."""

    def shown_from(self, view: View, op: str) -> int:
        """The ply from which on a button of this kind that was shown still means the same; a tap on an older one does nothing."""

    def numbers(self, view: View, op: str) -> Sequence[int]:
        """The hand that such a tap shows, or goes by, where a card's number changes with the hand; nothing where it does not."""

    def players(self, view: View) -> set[int]:
        """The seats that played the round that is over."""

    def board(self, scene: Scene) -> Message:
        """The round that goes on, as the group sees it."""

    def counted(self, scene: Scene) -> Message:
        """The round that is over, with its count: between rounds, and at the end of the match."""

    def ended_early(self, scene: Scene) -> Message:
        """A round that nobody will finish: the table was closed."""

    def alert(self, scene: Scene) -> str:
        """What whoever asks may see, in a text without marks: at most 200 characters, whoever plays and whatever was dealt."""

    def done(self, scene: Scene, action: Action) -> str:
        """What is said of an action that was done, at the table as its player then sees it; at most 200 characters."""

    def terms(self, scene: Scene) -> str:
        """What was agreed in the lobby, in a few words; empty where there is nothing to agree on."""

    def choice_buttons(self, scene: Scene) -> Sequence[Button]:
        """The buttons of its choices, which stand before that of the clock."""

    def ranked(self, options: Options) -> Options:
        """The options as near to these as a ranked match allows."""

    def score(self, scene: Scene, placed: Placement) -> str:
        """What a seat has at the end, at a glance."""


def following(choices: Sequence[int], current: int) -> int:
    """The choice after the current one, round and round; the first where the current one is none of them."""
    place = choices.index(current) if current in choices else -1
    return choices[(place + 1) % len(choices)]
