"""The port of the store: what is written in one transaction, what may come of it, and what can be read.

The log of changes is the truth and is only ever added to. Everything else that is kept beside it follows from it: the head, to save folding
it anew; the sealed state of the match, which the engine can make again; deadlines, seats and labels, to be found by.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum, auto
from typing import Annotated, Protocol

from msgspec import Meta

from carteado.tables.changes import Change, Moved
from carteado.tables.table import Table, TableState


@dataclass(frozen=True, slots=True)
class Asked:
    """The request behind a change: an application asks each one once."""

    application: str
    request_id: str
    digest: bytes


@dataclass(frozen=True, slots=True)
class Stored:
    """A table as it stands, with the engine's sealed state where it is still kept."""

    table: Table
    sealed: bytes | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a table's log."""

    version: int
    at: datetime
    change: Change


@dataclass(frozen=True, slots=True)
class Append:
    """Some changes of one table, all or none, in the same transaction as the request that they answer.

    Attributes:
        head: The table after the changes; its version says which one they were decided from.
        changes: What happened; empty where the request is all there is to note.
        at: When.
        sealed: The engine's state after the changes.
        asked: The request, unless the table acts by itself.
    """

    head: Table
    changes: tuple[Change, ...]
    at: datetime
    sealed: bytes | None = None
    asked: Asked | None = None

    @property
    def expected_version(self) -> int:
        """The version that the changes were decided from; 0 for a new table."""
        return self.head.version - len(self.changes)

    @property
    def ends_ranked_match(self) -> bool:
        """True where ranking has to be told of what the changes came to."""
        moved = any(isinstance(change, Moved) for change in self.changes)
        return moved and self.head.has_ranked_result


@dataclass(frozen=True, slots=True)
class Appended:
    """It is in the log, for good."""


@dataclass(frozen=True, slots=True)
class VersionConflict:
    """The table moved on; nothing was written."""


@dataclass(frozen=True, slots=True)
class RequestKnown:
    """The request was answered before; nothing was written."""

    digest: bytes
    table_id: str


class Taken(Enum):
    """Why a table could not be opened; nothing was written."""

    CODE = auto()
    CLAIM = auto()


Outcome = Appended | VersionConflict | RequestKnown | Taken


@dataclass(frozen=True, slots=True)
class Position:
    """Where a listing goes on: after this table, newest first."""

    created_at: Annotated[datetime, Meta(tz=True)]
    table_id: str


@dataclass(frozen=True, slots=True)
class Listing:
    """Which tables to list.

    Attributes:
        game: Only of this game; None for all.
        player_id: Only where this player has a seat.
        application: Whose labels are meant.
        labels: Only with all these labels. Without labels and player: the public ones that wait for players.
        after: Where to go on.
        limit: Most tables.
    """

    limit: int
    application: str
    game: str | None = None
    player_id: str | None = None
    labels: Mapping[str, str] = field(default_factory=dict)
    after: Position | None = None


@dataclass(frozen=True, slots=True)
class Report:
    """A result that ranking has not taken yet.

    Attributes:
        table_id: Whose.
        refusal: The reason with which ranking refused it last; empty where it did not.
    """

    table_id: str
    refusal: str = ""


@dataclass(frozen=True, slots=True)
class Untouched:
    """A table that nobody has touched for long, at the version that it then had."""

    table_id: str
    version: int


class Store(Protocol):
    """What a store can do. Every implementation passes the same tests.

    Attributes:
        commits_at_once: How many calls to append may be under way before another one would only wait for them.
    """

    commits_at_once: int

    async def append(self, appends: Sequence[Append]) -> list[Outcome]:
        """Writes what can be written, in as few transactions as may be; each append is checked and answered on its own."""
        ...

    async def find(self, key: str) -> Stored | None:
        """The table with this identifier or code."""
        ...

    async def claimed(self, claim: str) -> Stored | None:
        """The table that is what only one can be; see ``Table.claim``."""
        ...

    async def request(self, application: str, request_id: str) -> RequestKnown | None:
        """What is known of a request."""
        ...

    async def log(self, table_id: str, upto: int, after: int = 0) -> list[Entry]:
        """The log of a table, from the version after one, by default its first, up to another."""
        ...

    async def move(self, table_id: str, ply: int) -> Entry | None:
        """The move that answered a decision."""
        ...

    async def playing(self) -> list[str]:
        """The tables where a match goes on."""
        ...

    async def due(self, now: datetime) -> list[str]:
        """The tables whose open decision has run out. Nobody else is told of them for a little while."""
        ...

    async def next_deadline(self, now: datetime) -> datetime | None:
        """When the next decision runs out, after now."""
        ...

    async def untouched(self, state: TableState, since: datetime) -> list[Untouched]:
        """Some tables in this state whose last change is as old as this, or older."""
        ...

    async def running(self, after: datetime) -> list[str]:
        """The tables whose clock runs out after this time."""
        ...

    async def pulse(self) -> datetime | None:
        """Until when tables are known to have been served, by whichever process; None where they never were."""
        ...

    async def beat(self, now: datetime) -> None:
        """Notes that they are served now; never goes back."""
        ...

    async def next_report(self, now: datetime) -> Report | None:
        """The report that has been due the longest; nobody else is given it for a little while. Every match that was opened as ranked has one from the moment of its end."""
        ...

    async def put_off(self, report: Report, until: datetime) -> None:
        """Keeps a report, and what ranking said of it, for later."""
        ...

    async def report_taken(self, table_id: str) -> None:
        """Forgets a report, for ranking has it."""
        ...

    async def listing(self, listing: Listing) -> list[Table]:
        """Tables, newest first."""
        ...
