"""The desk: reads a table, lets a decision be taken, writes what follows, then tells.

The store decides who was first. When the table moved on in between, it is read and decided again.
"""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

import structlog
from msgspec.structs import replace

from carteado.runtime.errors import Refused
from carteado.tables import refusals
from carteado.tables.changes import Change, Moved, Opened, opened, versions
from carteado.tables.gathering import Gathering
from carteado.tables.matches import Matches, Scene
from carteado.tables.presence import following
from carteado.tables.store import (
    Append,
    Appended,
    Asked,
    Outcome,
    RequestKnown,
    Store,
    Stored,
    Taken,
    VersionConflict,
)
from carteado.tables.table import Table

ATTEMPTS = 5
CODE_LETTERS = "CDFGHJKMNPQRTVWX2346789"
"""No vowels, so that no code is a word, and nothing that looks like something else."""
CODE_LENGTH = 6

_log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Decision:
    """What was decided from a table as it stood.

    Attributes:
        changes: What follows; empty to change nothing.
        sealed: The engine's new state, where there is one.
        scene: What everybody sees after the changes, where they moved the match.
        is_repeated: True where the same had been done before.
    """

    changes: tuple[Change, ...] = ()
    sealed: bytes | None = None
    scene: Scene | None = None
    is_repeated: bool = False


@dataclass(frozen=True, slots=True)
class Update:
    """A table after a change, with what everybody sees of it, and the engine's sealed state where there is one."""

    table: Table
    scene: Scene
    sealed: bytes | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """Where a table stands after a call, and whether the same had been done before."""

    update: Update
    is_repeated: bool = False


Decide = Callable[[Stored], Awaitable[Decision]]


class Desk:
    """Every change of every table passes here."""

    def __init__(self, store: Store, matches: Matches, clock: Callable[[], datetime]) -> None:
        self.clock = clock
        self.store = store
        self.matches = matches
        self._listeners: list[Callable[[Update], None]] = []
        self._gathering = Gathering(store)
        self._commits: set[asyncio.Task[Outcome]] = set()

    def tell(self, listener: Callable[[Update], None]) -> None:
        """Has a listener told of every change once it is written, in the order of these calls."""
        self._listeners.append(listener)

    async def find(self, key: str) -> Stored:
        """The table with this identifier or code."""
        stored = await self.store.find(key)
        if stored is None:
            raise refusals.table_unknown()
        return stored

    async def standing(self, key: str) -> Update:
        """Where a table stands."""
        stored = await self.find(key)
        return Update(stored.table, await self.matches.scene(stored))

    async def change(self, key: str, asked: Asked | None, decide: Decide) -> Answer:
        """Changes a table as decided; a request that was answered before, or in the meantime, changes nothing."""
        if asked is not None and (answer := await self.answered(asked)):
            return answer
        for _ in range(ATTEMPTS):
            stored = await self.find(key)
            try:
                decision = await decide(stored)
            except Refused:
                if asked is not None and (answer := await self.answered(asked)):
                    return answer
                raise
            if answer := await self._decided(stored, decision, asked):
                return answer
            _log.info("table_moved_on", table=stored.table.id, version=stored.table.version)
        raise refusals.table_busy()

    async def answered(self, asked: Asked) -> Answer | None:
        """Where the table of an earlier request stands now; refuses the same id with another body."""
        known = await self.store.request(asked.application, asked.request_id)
        return await self._as_before(asked, known) if known else None

    async def open(self, asked: Asked, draft: Opened, then: Decision = Decision()) -> Answer | None:
        """Opens a table under a code that nobody has, and does at once what was decided of it; None where another one has its claim."""
        for _ in range(ATTEMPTS):
            change = replace(draft, code=_code())
            first = opened(change)
            updates = [Update(first, Scene())]
            updates += _updates(first, then.changes, then.scene or Scene(), then.sealed)
            changes = (change, *then.changes)
            last = updates[-1]
            append = Append(last.table, changes, change.at, then.sealed, asked)
            outcome = await self._commit(append, updates)
            match outcome:
                case Appended():
                    return Answer(last)
                case RequestKnown():
                    return await self._as_before(asked, outcome)
                case Taken.CLAIM:
                    return None
        raise refusals.table_busy()

    async def _decided(
        self, stored: Stored, decision: Decision, asked: Asked | None
    ) -> Answer | None:
        """Writes a decision down; None where the table moved on meanwhile."""
        scene = decision.scene or await self.matches.scene(stored)
        sealed = decision.sealed or stored.sealed
        changes = following(stored.table, decision.changes, self.clock())
        updates = _updates(stored.table, changes, scene, sealed)
        last = updates[-1] if updates else Update(stored.table, scene)
        outcome: Outcome = Appended()
        if updates or asked:
            append = Append(last.table, changes, self.clock(), sealed, asked)
            outcome = await self._commit(append, updates)
        if isinstance(outcome, RequestKnown) and asked:
            return await self._as_before(asked, outcome)
        if isinstance(outcome, VersionConflict):
            return None
        return Answer(last, decision.is_repeated)

    async def _as_before(self, asked: Asked, known: RequestKnown) -> Answer:
        if known.digest != asked.digest:
            raise refusals.malformed(
                "REQUEST_ID_REUSED", "this request_id was used with another method or body"
            )
        return Answer(await self.standing(known.table_id), is_repeated=True)

    async def _commit(self, append: Append, updates: Sequence[Update]) -> Outcome:
        """Writes, then tells. It goes on to its end even if the caller hangs up, or nobody would hear of the change."""
        task = asyncio.create_task(self._write_and_tell(append, updates))
        self._commits.add(task)
        task.add_done_callback(self._commits.discard)
        return await asyncio.shield(task)

    async def _write_and_tell(self, append: Append, updates: Sequence[Update]) -> Outcome:
        outcome = await self._gathering.append(append)
        if isinstance(outcome, Appended):
            for update in updates:
                self._tell(update)
        return outcome

    def _tell(self, update: Update) -> None:
        self.matches.keep(update.table, update.scene)
        for listener in self._listeners:
            listener(update)

    async def settle(self) -> None:
        """Waits until everything under way is written and told."""
        await asyncio.gather(*self._commits, return_exceptions=True)


def _updates(
    table: Table, changes: Sequence[Change], scene: Scene, sealed: bytes | None
) -> list[Update]:
    """The table after each change; the events that led to the scene are those of the move, and before the match there is none."""
    return [
        Update(after, _at(after, change, scene), sealed)
        for change, after in zip(changes, versions(table, changes), strict=True)
    ]


def _at(table: Table, change: Change, scene: Scene) -> Scene:
    if table.match is None:
        return Scene()
    return scene if isinstance(change, Moved) else scene.still()


def _code() -> str:
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
