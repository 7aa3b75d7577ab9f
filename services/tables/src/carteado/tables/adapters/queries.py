"""What is asked of a store, in SQLAlchemy's words: one truth for every database. Arguments are bound by name."""

from typing import Any

from sqlalchemy import Select, and_, bindparam, delete, func, or_, select, tuple_, update

from carteado.store import micros
from carteado.tables.adapters.rows import plain
from carteado.tables.schema import (
    changes,
    deadlines,
    labels,
    pulse,
    reports,
    requests,
    seats,
    tables,
)
from carteado.tables.store import Listing
from carteado.tables.table import TableState, Visibility

_STORED = select(tables.c.head, tables.c.sealed)
_ENTRY = select(changes.c.version, changes.c.at, changes.c.body)
_OF_TABLE = changes.c.table_id == bindparam("table_id")

FIND = _STORED.where(or_(tables.c.id == bindparam("key"), tables.c.code == bindparam("code")))
"""By identifier, or by code."""

CLAIMED = _STORED.where(tables.c.claim == bindparam("claim"))
"""The one table that is what only one can be."""

REQUEST = select(requests.c.digest, requests.c.table_id).where(
    and_(
        requests.c.application == bindparam("application"),
        requests.c.request_id == bindparam("request_id"),
    )
)
"""What is known of a request."""

CODE = select(tables.c.id).where(tables.c.code == bindparam("code"))
"""Who has a code."""

LOG = _ENTRY.where(
    _OF_TABLE, changes.c.version > bindparam("after"), changes.c.version <= bindparam("upto")
).order_by(changes.c.version)
"""The log after a version, up to another."""

MOVE = _ENTRY.where(_OF_TABLE, changes.c.ply == bindparam("ply"))
"""The move of a ply."""

PLAYING = select(tables.c.id).where(tables.c.state == TableState.PLAYING.value)
"""The tables in play."""

_RAN_OUT = (
    select(deadlines.c.table_id)
    .where(deadlines.c.at <= bindparam("now"))
    .order_by(deadlines.c.at)
    .limit(bindparam("most"))
    .with_for_update(skip_locked=True)
)
CLAIM_DUE = (
    update(deadlines)
    .where(deadlines.c.table_id.in_(_RAN_OUT.scalar_subquery()))
    .values(at=bindparam("until"))
    .returning(deadlines.c.table_id)
)
"""The clocks that ran out, each to one replica; they ring again later, should that one be gone by then."""

NEXT_DEADLINE = select(func.min(deadlines.c.at)).where(deadlines.c.at > bindparam("now"))
"""The first deadline after now."""

UNTOUCHED = (
    select(tables.c.id, tables.c.version)
    .join(changes, and_(changes.c.table_id == tables.c.id, changes.c.version == tables.c.version))
    .where(tables.c.state == bindparam("state"), changes.c.at <= bindparam("since"))
    .limit(bindparam("most"))
)
"""Tables in a state whose last change is old."""

RUNNING = select(deadlines.c.table_id).where(deadlines.c.at > bindparam("after"))
"""The clocks that run out later."""

PULSE = select(pulse.c.at)
"""Until when tables were served."""

BEAT = update(pulse).where(pulse.c.at < bindparam("now")).values(at=bindparam("now"))
"""They are served now."""

_WAITS_LONGEST = (
    select(reports.c.table_id)
    .where(reports.c.due_at <= bindparam("now"))
    .order_by(reports.c.due_at)
    .limit(bindparam("most"))
    .with_for_update(skip_locked=True)
)
CLAIM_REPORT = (
    update(reports)
    .where(reports.c.table_id.in_(_WAITS_LONGEST.scalar_subquery()))
    .values(due_at=bindparam("until"))
    .returning(reports.c.table_id, reports.c.refusal)
)
"""The report that has been due the longest, to one replica."""

PUT_OFF = (
    update(reports)
    .where(reports.c.table_id == bindparam("of"))
    .values(due_at=bindparam("until"), refusal=bindparam("why"))
)
"""Changes a report, if it is still there."""

REPORT_TAKEN = delete(reports).where(reports.c.table_id == bindparam("of"))
"""Forgets a report."""


def listed(listing: Listing) -> Select[Any]:
    """Tables by creation, newest first."""
    query = select(tables.c.head).order_by(tables.c.created_at.desc(), tables.c.id.desc())
    if listing.game is not None:
        query = query.where(tables.c.game == listing.game)
    if listing.after is not None:
        place = (micros(listing.after.created_at), plain(listing.after.table_id))
        query = query.where(tuple_(tables.c.created_at, tables.c.id) < place)
    query = _own(query, listing) if listing.player_id or listing.labels else _public(query)
    return query.limit(listing.limit)


def _public(query: Select[Any]) -> Select[Any]:
    return query.where(
        tables.c.state == TableState.LOBBY.value,
        tables.c.visibility == Visibility.PUBLIC.value,
        tables.c.open_seats > 0,
    )


def _own(query: Select[Any], listing: Listing) -> Select[Any]:
    if listing.player_id:
        where = select(seats.c.table_id).where(seats.c.player_id == plain(listing.player_id))
        query = query.where(tables.c.id.in_(where))
    if listing.labels:
        query = query.where(tables.c.application == listing.application)
    for name, value in listing.labels.items():
        is_labelled = and_(labels.c.name == name, labels.c.value == plain(value))
        query = query.where(tables.c.id.in_(select(labels.c.table_id).where(is_labelled)))
    return query
