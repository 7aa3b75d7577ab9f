"""A match of Eu Faço! told to a terminal, from what the public sees."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from carteado.api.eu_faco.v1 import eu_faco_pb2
from carteado.api.game.v1.game_pb2 import Placement
from carteado.api.tables.v1.tables_pb2 import Table
from carteado.cli import cards
from carteado.cli.cards import CANCELLED, LIFE, LIT, MEDAL_STYLES
from carteado.words import Words

Line = Rule | Grid | Text
LABEL_WIDTH = 9
NOTHING = "·"


class Narrator:
    """Tells a match, one change of its table after the other.

    Args:
        words: The language.
    """

    def __init__(self, words: Words) -> None:
        self._words = words
        self._names: dict[int, str] = {}
        self._lives: dict[int, int] = {}
        self._bids: dict[int, int] = {}
        self._locked: int | None = None
        self._tricks = 0
        self._tiebreak = False
        self._tellers: Mapping[str, Callable[..., Iterator[Line]]] = {
            "round_dealt": self._round_dealt,
            "bid_placed": self._bid_placed,
            "card_played": self._card_played,
            "trick_ended": self._trick_ended,
            "round_scored": self._round_scored,
        }

    def tell(self, table: Table) -> Iterator[Line]:
        """What the change that made this table was."""
        self._names = {each.seat: each.player.name for each in table.seats}
        view = table.view.eu_faco
        self._lives = self._lives or {seat: each.lives for seat, each in enumerate(view.seats)}
        for event in table.view.events:
            kind = event.eu_faco.WhichOneof("kind")
            if kind:
                yield from self._tellers[kind](getattr(event.eu_faco, kind))
        if view.HasField("locked_bid"):
            self._locked = view.locked_bid
        if table.placements:
            yield from self._result(table.placements)

    def _round_dealt(self, dealt: eu_faco_pb2.RoundDealt) -> Iterator[Line]:
        self._bids, self._locked, self._tricks = {}, None, 0
        self._tiebreak = dealt.tiebreak
        yield Text()
        yield Rule(Text(self._title(dealt)), align="left", style="dim", characters="─")
        yield self._row("", self._names, "bold")
        if not dealt.tiebreak:
            hearts = {seat: LIFE * lives for seat, lives in self._lives.items() if lives}
            yield self._row(self._words("row_lives"), hearts, "red")

    def _title(self, dealt: eu_faco_pb2.RoundDealt) -> str:
        """Number, size and kind of a round, and who deals."""
        words = self._words
        parts = [words("round_dealt", round=dealt.round)]
        parts.append(words("tiebreak") if dealt.tiebreak else words.count("cards", dealt.hand_size))
        if dealt.hand_size == 1:
            parts.append(words("forehead"))
        parts.append(words("dealer", name=self._names[dealt.dealer]))
        return " · ".join(parts)

    def _bid_placed(self, bid: eu_faco_pb2.BidPlaced) -> Iterator[Line]:
        self._bids[bid.seat] = bid.tricks
        yield from ()

    def _card_played(self, _played: eu_faco_pb2.PlayedCard) -> Iterator[Line]:
        """The first card ends the promises; the cards themselves are told with their trick."""
        bids, self._bids = self._bids, {}
        if bids:
            yield self._row(self._words("row_bids"), bids)
        if bids and self._locked is not None:
            yield Text(self._words("bid_locked", tricks=self._locked), "dim italic")

    def _trick_ended(self, trick: eu_faco_pb2.Trick) -> Iterator[Line]:
        self._tricks += 1
        winner = trick.winner if trick.HasField("winner") else None
        row = {each.seat: self._card(each, lit=each.seat == winner) for each in trick.cards}
        yield self._row(self._words("row_trick", number=self._tricks), row)
        if winner is None:
            key = "tiebreak_cancelled" if self._tiebreak else "trick_cancelled"
            yield Text(self._words(key), "magenta")
        elif self._tiebreak:
            yield Text(self._words("tiebreak_won", name=self._names[winner]), "green")

    def _card(self, played: eu_faco_pb2.PlayedCard, *, lit: bool) -> Text:
        sign = LIT if lit else CANCELLED if played.cancelled else ""
        style = MEDAL_STYLES[cards.medal(played.card)]
        emphasis = " bold" if lit else " dim" if played.cancelled else ""
        return Text(sign + cards.name(played.card, self._words), style + emphasis)

    def _round_scored(self, scored: eu_faco_pb2.RoundScored) -> Iterator[Line]:
        yield self._row(self._words("row_taken"), {each.seat: each.taken for each in scored.seats})
        outcomes = {each.seat: self._outcome(each) for each in scored.seats}
        yield self._row(self._words("row_outcome"), outcomes)
        out = [self._names[each.seat] for each in scored.seats if each.eliminated]
        if out:
            names = self._words.listed(out)
            yield Text(self._words.count("eliminated", len(out), names=names), "red")
        self._lives |= {each.seat: each.lives for each in scored.seats}

    def _outcome(self, score: eu_faco_pb2.SeatScore) -> Text:
        """What the round cost: nothing to who nailed it, else lives, or in a match without them a distance."""
        distance = abs(score.bid - score.taken)
        if not distance:
            return Text(self._words("nailed"), "green")
        lost = self._lives[score.seat] - score.lives
        if lost:
            return Text(self._words.count("lives_lost", lost), "red")
        return Text(self._words.count("missed", distance), "red")

    def _result(self, placements: Iterable[Placement]) -> Iterator[Line]:
        yield Text()
        ranking = sorted(placements, key=lambda each: each.place)
        winners = [self._names[each.seat] for each in ranking if each.place == 1]
        names = self._words.listed(winners)
        yield Rule(Text(self._words.count("match_ended", len(winners), names=names), "bold green"))
        for each in ranking:
            lives = self._words.count("lives", each.score)
            name = self._names[each.seat]
            yield Text(self._words("placement", place=each.place, name=name, lives=lives))

    def _row(self, label: str, cells: Mapping[int, object], style: str = "") -> Grid:
        """One line of the round, with a column for each seat."""
        grid = Grid.grid(padding=(0, 1, 0, 0), expand=True)
        grid.add_column(width=LABEL_WIDTH, style="dim")
        for _ in self._names:
            grid.add_column(ratio=1)
        columns = (cells.get(seat, NOTHING) for seat in sorted(self._names))
        grid.add_row(label, *(_cell(each, style) for each in columns))
        return grid


def _cell(content: object, style: str) -> Text:
    return content if isinstance(content, Text) else Text(str(content), style)
