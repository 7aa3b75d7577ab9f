"""A table about to be told: what is seen of it, what went before, in which words, and what people are called."""

from dataclasses import dataclass

from carteado.api.game.v1.game_pb2 import PHASE_AWAITING_SEAT, Event
from carteado.api.tables.v1.tables_pb2 import TABLE_STATE_PLAYING, Table
from carteado.telegram_gateway.message import Button
from carteado.telegram_gateway.render import names
from carteado.telegram_gateway.taps import Tap
from carteado.words import Words


@dataclass(frozen=True, slots=True)
class Past:
    """What went before, as everybody may see it.

    Attributes:
        events: What happened in the round so far, oldest first, as far as it was followed.
        counted: The table as it stood when the last round was counted, if there was one.
    """

    events: tuple[Event, ...] = ()
    counted: Table | None = None


NOTHING = Past()


@dataclass(frozen=True, slots=True)
class Scene:
    """A table with the words to tell it in.

    Attributes:
        table: As one observer sees it.
        words: The language; the words of the game over those of all games.
        names: What people are called, in HTML, by seat.
        past: What went before.
    """

    table: Table
    words: Words
    names: tuple[str, ...]
    past: Past

    @property
    def is_open(self) -> bool:
        """True while a seat has to act; else the round is over, or nobody will finish it."""
        is_playing = self.table.state == TABLE_STATE_PLAYING
        return is_playing and self.table.view.phase == PHASE_AWAITING_SEAT

    def is_to_act(self, seat: int) -> bool:
        """True for the seat whose turn it is."""
        return self.is_open and self.table.view.to_act == seat

    def tap(self, label: str, op: str, arg: int = 0) -> Button:
        """A button that belongs to the view as it stands."""
        return Button(label, Tap(self.table.code, self.table.view.ply, op, arg).pack())


def scene_of(table: Table, words: Words, past: Past = NOTHING) -> Scene:
    """A table with the words to tell it in."""
    spoken = words.of(game_name(table))
    return Scene(table, spoken, names.of(table, spoken), past)


def game_name(table: Table) -> str:
    """The name of the game that a table plays, by its options."""
    name = table.options.WhichOneof("game")
    assert name is not None
    return name


def paragraphs(*parts: str) -> str:
    """Those that say something, with an empty line between them."""
    return "\n\n".join(part for part in parts if part)
