"""One statement that appends to many tables, each checked on its own: it writes what can be written and answers with the tables that it wrote.

The rows come as arrays, one for each column, so that the statement is the same for one table and for a hundred. A table is written if it still
has the version that the changes were decided from; everything else follows from that. Only what there are rows for stands in the statement.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import chain
from typing import Any

from sqlalchemy import (
    CTE,
    ColumnElement,
    Select,
    String,
    Table,
    TableValuedAlias,
    Text,
    and_,
    bindparam,
    column,
    delete,
    exists,
    func,
    select,
    union_all,
    update,
)
from sqlalchemy.dialects.postgresql import ARRAY, insert

from carteado.tables.adapters import rows
from carteado.tables.adapters.rows import Row
from carteado.tables.schema import changes, deadlines, labels, reports, requests, seats, tables
from carteado.tables.store import Append


class _Given:
    """Rows that are handed in with the statement."""

    def __init__(self, name: str, columns: Iterable[ColumnElement[Any]]) -> None:
        own = [
            column(str(one.key), Text if isinstance(one.type, String) else one.type)
            for one in columns
        ]
        self.name = name
        self._names = [f"{name}_{one.key}" for one in own]
        arrays = [
            bindparam(argument, type_=ARRAY(one.type))
            for argument, one in zip(self._names, own, strict=True)
        ]
        self.rows: TableValuedAlias = (
            func.unnest(*arrays).table_valued(*own, name=name).render_derived(name=name)
        )

    def arguments(self, given: Sequence[Row]) -> dict[str, object]:
        """The rows, turned into columns."""
        columns = zip(*given, strict=True) if given else [()] * len(self._names)
        return dict(zip(self._names, columns, strict=True))


_openings = _Given("opening", tables.columns)
_expected = column("expected", tables.c.version.type)
_moves = _Given("moving", [*rows.CHANGING, tables.c.id, _expected])
_log = _Given("logging", changes.columns)
_clocks = _Given("starting", deadlines.columns)
_stopped = _Given("stopping", [deadlines.c.table_id])
_seats = _Given("sitting", seats.columns)
_reseated = _Given("rising", [seats.c.table_id])
_labels = _Given("labelling", labels.columns)
_reports = _Given("telling", reports.columns)
_requests = _Given("answering", requests.columns)
_notes = _Given("noting", requests.columns)


def _opened() -> CTE:
    """New heads, where code and claim are free."""
    new = insert(tables).from_select(tables.columns.keys(), select(_openings.rows))
    return new.on_conflict_do_nothing().returning(tables.c.id.label("table_id")).cte("opened")


def _moved() -> CTE:
    """The compare-and-set: heads that replace the one which the changes were decided from."""
    new = _moves.rows
    return (
        update(tables)
        .where(tables.c.id == new.c.id, tables.c.version == new.c.expected)
        .values({one: new.c[one.key] for one in rows.CHANGING})
        .returning(tables.c.id.label("table_id"))
        .cte("moved")
    )


def _noted() -> CTE:
    """Requests that changed nothing, where they are not known."""
    new = insert(requests).from_select(requests.columns.keys(), select(_notes.rows))
    return new.on_conflict_do_nothing().returning(requests.c.table_id).cte("noted")


def _added(to: Table, given: _Given, written: CTE) -> Any:
    """The rows of the tables that were written."""
    own = select(given.rows).where(given.rows.c.table_id.in_(select(written.c.table_id)))
    return insert(to).from_select(to.columns.keys(), own)


def _taken(of: Table, given: _Given, written: CTE) -> Any:
    """Takes away the rows of these tables, where they were written."""
    is_given = of.c.table_id.in_(select(given.rows.c.table_id))
    return delete(of).where(is_given, of.c.table_id.in_(select(written.c.table_id)))


def _clocks_set(written: CTE) -> Any:
    clocks = _added(deadlines, _clocks, written)
    new = {"ply": clocks.excluded.ply, "at": clocks.excluded.at}
    return clocks.on_conflict_do_update(index_elements=[deadlines.c.table_id], set_=new)


def _risen(written: CTE) -> Any:
    """Those who do not sit there any more."""
    now = _seats.rows
    sits = and_(seats.c.table_id == now.c.table_id, seats.c.player_id == now.c.player_id)
    return _taken(seats, _reseated, written).where(~exists().where(sits))


_HEADS = {_openings: _opened, _moves: _moved, _notes: _noted}
_FOLLOWING: dict[_Given, Callable[[CTE], Any]] = {
    _log: lambda written: _added(changes, _log, written),
    _clocks: _clocks_set,
    _stopped: lambda written: _taken(deadlines, _stopped, written),
    _reseated: _risen,
    _seats: lambda written: _added(seats, _seats, written).on_conflict_do_nothing(),
    _labels: lambda written: _added(labels, _labels, written),
    _reports: lambda written: _added(reports, _reports, written),
    _requests: lambda written: _added(requests, _requests, written),
}


@cache
def _statement(present: frozenset[_Given]) -> Select[Any]:
    """Writes these kinds of rows, and answers with the tables that were written."""
    heads = [select(head().c.table_id) for given, head in _HEADS.items() if given in present]
    written = union_all(*heads).cte("written")
    parts = [
        part(written).cte(given.name + "_now")
        for given, part in _FOLLOWING.items()
        if given in present
    ]
    return select(written.c.table_id).add_cte(*parts)


def wave(appends: Sequence[Append]) -> tuple[Select[Any], dict[str, object]]:
    """The statement for some appends, no two of one table, and its arguments.

    Heads are locked in the order of their ids, so that no two waves wait for each other.
    """
    moving = [append for append in appends if append.changes]
    heads = sorted(moving, key=lambda append: append.head.id)
    seating = [append for append in moving if rows.is_seating(append)]
    timed = [append.head for append in moving if rows.has_clock(append)]
    given: dict[_Given, list[Row]] = {
        _openings: [rows.head(append) for append in moving if append.expected_version == 0],
        _moves: [rows.move(append) for append in heads if append.expected_version != 0],
        _notes: _each(rows.requests, [append for append in appends if not append.changes]),
        _log: _each(rows.log, moving),
        _clocks: [clock for table in timed if (clock := rows.deadline(table))],
        _stopped: [(table.id,) for table in timed if table.alarm is None],
        _reseated: [(append.head.id,) for append in seating],
        _seats: _each(rows.seats, seating),
        _labels: _each(rows.labels, moving),
        _reports: [rows.report(append) for append in moving if append.ends_ranked_match],
        _requests: _each(rows.requests, moving),
    }
    present = frozenset(one for one, own in given.items() if own or (one is _seats and seating))
    arguments = chain.from_iterable(one.arguments(given[one]).items() for one in present)
    return _statement(present), dict(arguments)


def _each(read: Callable[[Append], Iterable[Row]], appends: Iterable[Append]) -> list[Row]:
    return list(chain.from_iterable(map(read, appends)))


_same = and_(
    requests.c.application == _requests.rows.c.application,
    requests.c.request_id == _requests.rows.c.request_id,
)
_KNOWN = select(requests.c.application, requests.c.request_id).where(exists().where(_same))


def known(appends: Sequence[Append]) -> tuple[Select[Any], dict[str, object]]:
    """Which requests of these appends were answered before."""
    return _KNOWN, _requests.arguments(_each(rows.requests, appends))
