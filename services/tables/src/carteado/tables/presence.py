"""Who is there: stand-ins for those who miss decisions, clocks for those who come back, and the end of a table that nobody is at.

What follows from some changes is a change of its own, in the same transaction, so that the log says all that was decided.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta

from msgspec.structs import replace

from carteado.tables.changes import (
    Author,
    Change,
    Deserted,
    Left,
    Moved,
    Removed,
    Returned,
    StoodIn,
    evolve,
)
from carteado.tables.table import Table, TableState

MISSES = 2
"""Decisions in a row that a player misses until a house rival stands in."""
LEAST_PATIENCE = timedelta(minutes=10)
"""How long a match that nobody is at is kept, at least; and never less than the time for one decision."""


def following(table: Table, changes: Sequence[Change], now: datetime) -> tuple[Change, ...]:
    """Some changes of a table, with whatever follows from them."""
    if not any(map(_matters, changes)):
        return tuple(changes)
    told: list[Change] = []
    for change in changes:
        for each in _consequences(table, change, now):
            told.append(each)
            table = evolve(table, each)
    return (*told, *_desertion(table, now))


def _matters(change: Change) -> bool:
    """True where somebody may have gone, or come."""
    is_missed = isinstance(change, Moved) and change.author is Author.CLOCK
    return is_missed or isinstance(change, Left | Removed | Returned)


def _consequences(table: Table, change: Change, now: datetime) -> Iterator[Change]:
    """The change; where it is a decision missed too often, who plays the next one."""
    if isinstance(change, Returned):
        yield replace(change, deadline=_own_time(table, change.seat, now))
        return
    yield change
    if isinstance(change, Moved) and change.author is Author.CLOCK and change.seat is not None:
        after = evolve(table, change)
        is_missing = after.seats[change.seat].missed >= MISSES
        if is_missing and after.state is TableState.PLAYING:
            yield StoodIn(change.seat)


def _own_time(table: Table, number: int, now: datetime) -> datetime | None:
    """When a decision that a player takes back from a stand-in runs out; None where there is none to take back."""
    is_open = table.match is not None and table.match.stand.to_act == number
    return now + _turn_time(table) if is_open and table.is_away(number) else None


def _desertion(table: Table, now: datetime) -> Iterable[Change]:
    """Says until when a match is kept that has nobody but stand-ins for its people."""
    is_deserted = all(map(table.is_away, table.humans))
    if table.state is TableState.PLAYING and is_deserted and table.abandon_at is None:
        yield Deserted(now + _patience(table))


def allotted(table: Table) -> timedelta:
    """How long the clock of a table runs, from the time it is set: for a decision, or until a deserted match closes."""
    return _turn_time(table) if table.abandon_at is None else _patience(table)


def _patience(table: Table) -> timedelta:
    return max(LEAST_PATIENCE, _turn_time(table))


def _turn_time(table: Table) -> timedelta:
    """The time for a decision: where decisions are missed, there is one."""
    assert table.terms.turn_time is not None
    return table.terms.turn_time
