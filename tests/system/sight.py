"""What may be shown to whom at what moment, from the log of tables and the record; and which cards a text names."""

import re
import sqlite3
from bisect import bisect_right
from collections.abc import Iterator
from pathlib import Path

from carteado.api.game.v1.game_pb2 import Record
from carteado.rules.eu_faco.state import State
from carteado.telegram_sandbox.driver import Shown
from tests.system.test_leaks import known, truth_of

MEDALS = ("bronze", "prata", "ouro", "diamante")
SIGNS = ("🥉", "🥈", "🥇", "💎")
NAMED = re.compile(rf"(\d+) de ({'|'.join(MEDALS)})")
SIGNED = re.compile(rf"(\d+)(?:️|\s)*({'|'.join(SIGNS)})")
LAG_SECONDS = 10.0
"""How old what is shown may be: an alert over a board that lags behind may name what stood there."""


class Truth:
    """A match as it really was.

    Args:
        database: The store of tables.
        table_id: The table.
        record: Its record.

    Attributes:
        opened: When the table was opened, in Unix seconds.
    """

    def __init__(self, database: Path, table_id: str, record: Record) -> None:
        self._states = truth_of(record)
        with sqlite3.connect(f"file:{database}?mode=ro", uri=True) as store:
            rows = store.execute(
                "SELECT at FROM changes WHERE table_id = ? AND ply IS NOT NULL ORDER BY ply",
                (table_id,),
            )
            self._at = [at / 1_000_000 for (at,) in rows]
            (opened,) = store.execute(
                "SELECT min(at) FROM changes WHERE table_id = ?", (table_id,)
            ).fetchone()
            self.opened = opened / 1_000_000
        assert len(self._at) == len(self._states) - 1

    def may_see(self, seat: int | None, moment: float) -> set[int]:
        """The cards that a seat, or the public, may know at a moment, or a little before; with the last trick of the round before."""
        newest = bisect_right(self._at, moment)
        oldest = bisect_right(self._at, moment - LAG_SECONDS)
        cards: set[int] = set()
        for state in self._states[oldest : newest + 1]:
            cards |= known(state, seat)
        for state in self._states[: newest + 1]:
            if state.round_number >= self._states[oldest].round_number - 1 and state.tricks:
                cards |= _last_trick(state) if _is_counted(state) else set()
        return cards


def _is_counted(state: State) -> bool:
    return state.phase.name not in {"BIDDING", "PLAYING"}


def _last_trick(state: State) -> set[int]:
    return set(state.tricks[-1].cards)


def cards_in(text: str) -> Iterator[int]:
    """The numbers of the cards that a text names, in any of the ways in which the bot names them."""
    for rank, medal in NAMED.findall(text):
        yield 10 * MEDALS.index(medal) + int(rank)
    for rank, sign in SIGNED.findall(text):
        yield 10 * SIGNS.index(sign) + int(rank)


def shown_cards(shown: Shown) -> set[int]:
    """The cards that something that was shown names, buttons included."""
    return {card for text in (shown.text, *shown.labels) for card in cards_in(text)}
