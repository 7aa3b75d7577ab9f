"""The conversation with whoever plays: what is asked, what the answers mean, and how it ends."""

import base64
import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any, TypeVar

from rich.text import Text

from carteado.cli.table import screens
from carteado.cli.table.frame import wrapped
from carteado.cli.table.game import Game
from carteado.cli.table.keeping import Keeping
from carteado.cli.table.scene import MisreadError, Scene
from carteado.cli.table.table import Table
from carteado.cli.table.terminal import Terminal, folded
from carteado.rules.game import Awaiting
from carteado.rules.match import Match
from carteado.rules.shuffle import ENTROPY_BYTES, SECRET_BYTES, Chain
from carteado.words import Words

Meaning = TypeVar("Meaning")

HELP = "?"
DONE, NOT_KEPT, INTERRUPTED = 0, 1, 130
"""Exit codes."""


class LeftError(Exception):
    """The person leaves the table."""


@dataclass(frozen=True, slots=True)
class House:
    """Where it is played.

    Attributes:
        terminal: Where the person is.
        chance: Draws the person's seat and the secret of each match.
        keeping: How records are kept.
    """

    terminal: Terminal
    chance: Random
    keeping: Keeping


@dataclass(slots=True)
class Session:
    """One match after another, until the person has had enough.

    Attributes:
        game: The game.
        rivals: How many house rivals sit down.
        house: Where it is played.
        words: The language, of the game.
        code: What to exit with when nothing else happens.
    """

    game: Game
    rivals: int
    house: House
    words: Words
    code: int = DONE

    def play(self) -> int:
        """Plays, and gives the code to exit with."""
        try:
            while self._match():
                pass
        except (LeftError, EOFError):
            return self.code
        except KeyboardInterrupt:
            return INTERRUPTED
        return self.code

    def _match(self) -> bool:
        """One match; True where another one is wanted."""
        table = self.seated()
        try:
            self._to_the_end(table)
        except BaseException:
            self.house.terminal.write(self._kept(table))
            raise
        result = [*screens.result(table), Text(), *self._kept(table)]
        return self._ask(result, "rematch", self._wants_another)

    def seated(self) -> Table:
        """A new table with a secret of its own, and the person in a seat that chance draws."""
        secrets = Chain(self.house.chance.randbytes(SECRET_BYTES))
        seats = self.rivals + 1
        match = Match.open(self.game.rules, self.game.options, seats, secrets)
        return Table(self.game, match, self.house.chance.randrange(seats), self.words)

    def _to_the_end(self, table: Table) -> None:
        """The rivals move by themselves, and the person is asked whenever it may do something."""
        table.deal(self._addition(table))
        while (view := table.scene.view).awaiting is not Awaiting.NOTHING:
            if view.awaiting is Awaiting.DEAL:
                self._pause(table)
                table.deal()
            elif view.legal:
                self._decide(table)
            else:
                table.rival_acts()
        self._pause(table)

    def _kept(self, table: Table) -> list[Text]:
        """Keeps the record, and says where it is and how to check it."""
        try:
            path = self.house.keeping.keep(table)
        except (OSError, ValueError) as error:
            self.code = NOT_KEPT
            return wrapped(self.words("not_kept", error=error))
        if path is None:
            return wrapped(self.words("nothing_to_keep"))
        command = shlex.join(("carteado", "verify", str(path)))
        return [Text(self.words("kept", path=path)), Text(self.words("check", command=command))]

    # What is asked

    def _addition(self, table: Table) -> bytes:
        """What the person adds to the shuffles, once their anchor is known (G-3)."""
        anchor = base64.b64encode(table.match.secrets.anchor).decode()
        game, names = self.words("game"), self.words.listed(table.rivals)
        told = self.words("welcome", game=game, anchor=anchor, names=names)
        screen = [line for each in told.splitlines() for line in wrapped(each)]
        self.house.terminal.show(screen)
        while True:
            added = self.house.terminal.ask(self.words("ask_addition")).encode()
            if len(added) <= ENTROPY_BYTES:
                return added
            self.house.terminal.show(screen, self.words("addition_too_long", n=ENTROPY_BYTES))

    def _pause(self, table: Table) -> None:
        """Lets the person read the count, which a match left in the middle goes on from."""
        is_out = table.seat in table.scene.view.seats_out
        self._ask(screens.count(table), "pause_out" if is_out else "pause", self._nothing)

    def _decide(self, table: Table) -> None:
        """One decision. Out of turn one may also say nothing."""
        scene = table.scene
        is_turn = scene.view.to_act == table.seat
        meaning = partial(self._action, scene)
        action = self._ask(screens.decision(table), "prompt" if is_turn else "prompt_out", meaning)
        if action is None:
            table.rival_acts()
        else:
            table.act(action)

    def _action(self, scene: Scene, typed: str) -> Any:
        """An action; Enter does the only thing that there is to do in one's turn, and nothing out of it."""
        view = scene.view
        if typed:
            return self.game.action(scene, typed)
        if view.to_act != scene.seat:
            return None
        if len(view.legal) > 1:
            raise MisreadError(self.words("misread"))
        return view.legal[0]

    def _nothing(self, typed: str) -> None:
        if typed:
            raise MisreadError(self.words("misread"))

    def _wants_another(self, typed: str) -> bool:
        if typed and not self._means("key_no", typed) and not self._means("key_yes", typed):
            raise MisreadError(self.words("misread"))
        return not self._means("key_no", typed)

    def _ask(
        self, screen: Sequence[Text], prompt: str, meaning: Callable[[str], Meaning]
    ) -> Meaning:
        """Shows a screen and asks until an answer means something; rules, the screen again and the door are open anywhere."""
        self.house.terminal.show(screen)
        while True:
            typed = folded(self.house.terminal.ask(self.words(prompt)))
            if self._is_aside(typed):
                self.house.terminal.show(screen)
                continue
            try:
                return meaning(typed)
            except MisreadError as misread:
                self.house.terminal.show(screen, str(misread))

    def _is_aside(self, typed: str) -> bool:
        """Whether it was no answer to the question; the rules are shown, or whoever wants to go goes.

        Raises:
            LeftError: The person is sure.
        """
        if typed == HELP:
            self.house.terminal.show(screens.rules(self.words))
            self.house.terminal.ask(self.words("back"))
            return True
        if self._means("key_quit", typed):
            self.house.terminal.show(())
            if self._means("key_yes", folded(self.house.terminal.ask(self.words("ask_quit")))):
                raise LeftError
            return True
        return self._means("key_again", typed)

    def _means(self, key: str, typed: str) -> bool:
        return typed in self.words(key).split()
