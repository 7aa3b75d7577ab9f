"""A table about to be told: what is seen of it, in which words, and what people are called."""

from dataclasses import dataclass

from carteado.api.eu_faco.v1 import eu_faco_pb2
from carteado.api.game.v1.game_pb2 import PHASE_AWAITING_SEAT
from carteado.api.tables.v1.tables_pb2 import TABLE_STATE_PLAYING, Table
from carteado.telegram_gateway.message import Button
from carteado.telegram_gateway.render import names
from carteado.telegram_gateway.taps import Op, Tap
from carteado.words import Words


@dataclass(frozen=True, slots=True)
class Scene:
    """A table with the words to tell it in.

    Attributes:
        table: As one observer sees it.
        words: The language.
        names: What people are called, in HTML, by seat.
    """

    table: Table
    words: Words
    names: tuple[str, ...]

    @property
    def round(self) -> eu_faco_pb2.View:
        """The cards."""
        return self.table.view.eu_faco

    @property
    def is_open(self) -> bool:
        """True while somebody has to speak or to play; else the round is over, or nobody will finish it."""
        is_playing = self.table.state == TABLE_STATE_PLAYING
        return is_playing and self.table.view.phase == PHASE_AWAITING_SEAT

    @property
    def is_bidding(self) -> bool:
        """True while promises are spoken."""
        return self.is_open and not self.round.seats[self.table.view.to_act].HasField("bid")

    @property
    def is_fresh(self) -> bool:
        """True until the first card of the round is on the table."""
        return not self.round.trick and not self.round.tricks

    @property
    def has_lives(self) -> bool:
        """False in a match of fixed rounds, where exact rounds count."""
        return not self.table.options.eu_faco.fixed_rounds

    @property
    def bidders(self) -> list[int]:
        """The seats that have spoken in this round."""
        return [seat for seat, each in enumerate(self.round.seats) if each.HasField("bid")]

    def tap(self, label: str, op: Op, arg: int = 0) -> Button:
        """A button that belongs to the view as it stands."""
        return Button(label, Tap(self.table.code, self.table.view.ply, op, arg).pack())


def scene_of(table: Table, words: Words) -> Scene:
    """A table with the words to tell it in."""
    return Scene(table, words, names.of(table, words))


def paragraphs(*parts: str) -> str:
    """Those that say something, with an empty line between them."""
    return "\n\n".join(part for part in parts if part)
