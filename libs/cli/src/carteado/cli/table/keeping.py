"""Where the record of a match goes when its person gets up."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from carteado.cli.folder import Folder
from carteado.cli.table.table import Table

KEY = "play-key.json"
"""The private key of whoever plays here, in the folder of the data; it never leaves it."""


@dataclass(frozen=True, slots=True)
class Keeping:
    """How records are kept.

    Attributes:
        folder: Where the key lies, and the records unless another place is wanted.
        wanted: The file of the record, where the person named one.
        day: The day, as the names of records begin.
    """

    folder: Folder
    wanted: Path | None
    day: str

    def keep(self, table: Table) -> Path | None:
        """Signs and keeps what may be told of a match: its counted rounds. None where there are none.

        Raises:
            OSError: The record or the key cannot be written.
            ValueError: The file of the key holds something else.
        """
        if not table.match.game.rounds_to_open(table.match.state):
            return None
        from carteado.proof.file import kept  # noqa: PLC0415 - one plays without the wire
        from carteado.proof.signature import SigningKey  # noqa: PLC0415
        from carteado.records.recording import recorded  # noqa: PLC0415

        self.folder.path.mkdir(parents=True, exist_ok=True, mode=0o700)
        key = SigningKey.load_or_make(self.folder.path / KEY)
        proof = key.sign(recorded(table.match, table.moves))
        return kept(proof, next(path for path in self._places(table) if not path.exists()))

    def _places(self, table: Table) -> Iterator[Path]:
        """The file, and after it others, for no record takes the place of another."""
        named = self.folder.records / f"{self.day}-{table.game.name}.json"
        first = self.wanted or named
        yield first
        for number in count(2):
            yield first.with_stem(f"{first.stem}-{number}")
