"""What may be shown to whom at what moment, from the log of tables and the record."""

import sqlite3
from bisect import bisect_right
from collections.abc import Sequence
from pathlib import Path

from carteado.api.game.v1.game_pb2 import Record
from carteado.proof.file import read
from carteado.telegram_sandbox.driver import Shown
from tests.system.manner import Manner
from tests.system.truth import truth_of

LAG_SECONDS = 10.0
"""How old what is shown may be: an alert over a board that lags behind may name what stood there."""


class Truth:
    """A match as it really was.

    Args:
        database: The store of tables.
        table_id: The table.
        record: Its record.
        manner: How its game is told in a chat.

    Attributes:
        opened: When the table was opened, in Unix seconds.
    """

    def __init__(self, database: Path, table_id: str, record: Record, manner: Manner) -> None:
        self._record = record
        self._moments = truth_of(record)
        self._manner = manner
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
        assert len(self._at) == len(self._moments) - 1

    def check(self, shown: Shown, seat: int, names: Sequence[str]) -> set[int]:
        """Fails where something that was shown to a seat names a card that its player might not know then, or a little before; answers the cards named."""
        if shown.file_name:
            self._check_file(shown)
        newest = bisect_right(self._at, shown.at)
        oldest = bisect_right(self._at, shown.at - LAG_SECONDS)
        moments = self._moments[oldest : newest + 1]
        may_see = self._manner.lingering(self._moments[: newest + 1], self._moments[oldest])
        for moment in moments:
            may_see |= moment.known(seat)
        cards = shown_cards(shown, self._manner)
        assert cards <= may_see, (names[seat], shown)
        self._manner.check(shown, moments, names)
        return cards

    def _check_file(self, shown: Shown) -> None:
        """A file tells everything, so there is none before the end of the match, and it tells nothing else."""
        assert shown.at >= self._at[-1]
        assert read(shown.content).proof.record == self._record


def shown_cards(shown: Shown, manner: Manner) -> set[int]:
    """The cards that something that was shown names, buttons included."""
    return {card for text in (shown.text, *shown.labels) for card in manner.named(text)}
