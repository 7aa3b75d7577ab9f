"""The store on SQLite."""

import asyncio
import base64
import json
import secrets
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Self, TypeVar

from sqlalchemy import (
    ColumnElement,
    Connection,
    Executable,
    Row,
    Select,
    delete,
    func,
    literal_column,
    or_,
    select,
    update,
)
from sqlalchemy.dialects.sqlite import insert

from carteado.store import Connections, micros
from carteado.telegram_gateway import schema
from carteado.telegram_gateway.incoming import Chat, User
from carteado.telegram_gateway.migrations import MIGRATIONS
from carteado.telegram_gateway.places import Place
from carteado.telegram_gateway.store import Group, Hosted, HostedState, Kept, Person

KEY_BYTES = 7
KEY_CHARACTERS = 10
DAY = timedelta(days=1)

T = TypeVar("T")


def utc_now() -> datetime:
    """The clock of this machine."""
    return datetime.now(UTC)


class SqliteStore:
    """What the gateway keeps, in one SQLite file, which several processes may share."""

    def __init__(self, url: str, now: Callable[[], datetime] = utc_now) -> None:
        self._now = now
        self._connections = Connections(url)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await asyncio.to_thread(self._connections.close)

    async def keep(self, updates: Sequence[Mapping[str, Any]]) -> list[Kept]:
        """In one transaction; an update that came before stays as it is."""
        now = self._now()
        return await self._connections.write(lambda connection: _keep(connection, updates, now))

    async def waiting(self) -> list[Kept]:
        """By arrival, then by number."""
        rows = schema.updates.c
        waiting = select(rows.update_id, rows.body).where(rows.done_at.is_(None))
        return await self._all(waiting.order_by(rows.received_at, rows.update_id), _kept)

    async def done(self, update_id: int) -> None:
        """Marks it."""
        by_id = schema.updates.c.update_id == update_id
        await self._run(update(schema.updates).where(by_id).values(done_at=micros(self._now())))

    async def next_offset(self) -> int:
        """From what came within a day."""
        rows = schema.updates.c
        newest = select(func.max(rows.update_id)).where(
            rows.received_at > micros(self._now() - DAY)
        )
        last = await self._one(newest, lambda row: row[0])
        return 0 if last is None else last + 1

    async def meet(self, user: User) -> Person:
        """By Telegram's number; nothing is written where nothing is new."""
        by_id = select(schema.people).where(schema.people.c.user_id == user.id)
        met_before = await self._one(by_id, _person)
        if met_before and (met_before.name, met_before.language) == (user.name, user.language_code):
            return met_before
        told = {"name": user.name, "language": user.language_code}
        row = {"user_id": user.id, "key": _new_key(), "private_open": False, **told}
        met = insert(schema.people).values(row)
        known = met.on_conflict_do_update(index_elements=["user_id"], set_=told)
        return await self._connections.write(
            lambda connection: _person(_settled(connection, known, by_id))
        )

    async def person(self, key: str) -> Person | None:
        """By key."""
        return await self._one(select(schema.people).where(schema.people.c.key == key), _person)

    async def set_private(self, user_id: int, *, is_open: bool) -> None:
        """Marks somebody who was met; nobody else."""
        by_id = schema.people.c.user_id == user_id
        await self._run(update(schema.people).where(by_id).values(private_open=is_open))

    async def enter(self, chat: Chat) -> Group:
        """By Telegram's number, the newest of it."""
        told = {"title": chat.title, "reachable": True}
        row = {"chat_id": _current(chat.id), "key": _new_key(), "language": "", **told}
        entered = insert(schema.chats).values(row)
        known = entered.on_conflict_do_update(index_elements=["chat_id"], set_=told)
        by_id = select(schema.chats).where(schema.chats.c.chat_id == _current(chat.id))
        return await self._connections.write(
            lambda connection: _group(_settled(connection, known, by_id))
        )

    async def group(self, chat_id: int) -> Group | None:
        """By Telegram's number, any of them."""
        by_id = schema.chats.c.chat_id == _current(chat_id)
        return await self._one(select(schema.chats).where(by_id), _group)

    async def set_reachable(self, chat_id: int, *, is_reachable: bool) -> None:
        """Marks a group that was entered; no other."""
        by_id = schema.chats.c.chat_id == _current(chat_id)
        await self._run(update(schema.chats).where(by_id).values(reachable=is_reachable))

    async def migrate(self, old_id: int, new_id: int) -> None:
        """In one transaction; once it is done, nothing is left to move."""
        await self._connections.write(lambda connection: _migrate(connection, old_id, new_id))

    async def host(self, hosted: Hosted) -> None:
        """Unless it is known."""
        row = {
            "table_id": hosted.table_id,
            "code": hosted.code,
            "chat_id": _current(hosted.chat_id),
            "thread_id": hosted.thread_id,
            "version": hosted.version,
            "state": hosted.state,
            "created_at": micros(self._now()),
        }
        new = insert(schema.hosted).values(row)
        await self._run(new.on_conflict_do_nothing(index_elements=["table_id"]))

    async def hosted_by(self, key: str) -> Hosted | None:
        """By identifier, or by code in any case."""
        rows = schema.hosted.c
        return await self._one(
            select(schema.hosted).where(or_(rows.table_id == key, rows.code == key.upper())),
            _hosted,
        )

    async def live(self) -> list[Hosted]:
        """By age."""
        rows = schema.hosted.c
        live = select(schema.hosted).where(rows.state == HostedState.LIVE)
        return await self._all(live.order_by(rows.created_at, rows.table_id), _hosted)

    async def latest(self, place: Place) -> Hosted | None:
        """By age, whether it goes on or not."""
        rows = schema.hosted.c
        there = select(schema.hosted).where(
            rows.chat_id == _current(place.chat_id),
            rows.thread_id.is_not_distinct_from(place.thread_id),
        )
        newest_first = there.order_by(rows.created_at.desc(), literal_column("rowid").desc())
        return await self._one(newest_first.limit(1), _hosted)

    async def saw(self, table_id: str, version: int) -> None:
        """Only forward."""
        rows = schema.hosted.c
        behind = (rows.table_id == table_id) & (rows.version < version)
        await self._run(update(schema.hosted).where(behind).values(version=version))

    async def end(self, table_id: str) -> None:
        """For good."""
        by_id = schema.hosted.c.table_id == table_id
        await self._run(update(schema.hosted).where(by_id).values(state=HostedState.OVER))

    async def message(self, chat_id: int, spot: str) -> int | None:
        """By chat and spot."""
        there = select(schema.messages.c.message_id).where(_spot(chat_id, spot))
        return await self._one(there, lambda row: int(row[0]))

    async def spot_of(self, chat_id: int, message_id: int) -> str | None:
        """By chat and message."""
        rows = schema.messages.c
        shows = select(rows.spot).where(rows.chat_id == chat_id, rows.message_id == message_id)
        return await self._one(shows, lambda row: str(row[0]))

    async def posted(self, place: Place, spot: str, message_id: int) -> None:
        """In the stead of the one before."""
        shown = {"thread_id": place.thread_id, "message_id": message_id}
        new = insert(schema.messages).values(chat_id=place.chat_id, spot=spot, **shown)
        await self._run(new.on_conflict_do_update(index_elements=["chat_id", "spot"], set_=shown))

    async def forget(self, chat_id: int, spot: str) -> None:
        """Takes the row away."""
        await self._run(delete(schema.messages).where(_spot(chat_id, spot)))

    async def _run(self, statement: Executable) -> None:
        await self._connections.write(lambda connection: connection.execute(statement))

    async def _one(self, query: Select[Any], read: Callable[[Row[Any]], T]) -> T | None:
        rows = await self._all(query, read)
        return rows[0] if rows else None

    async def _all(self, query: Select[Any], read: Callable[[Row[Any]], T]) -> list[T]:
        return await self._connections.read(
            lambda connection: [read(row) for row in connection.execute(query)]
        )


def migrate(url: str) -> None:
    """Makes the file, its owner's alone, or brings it to the newest schema.

    Raises:
        ValueError: The file cannot be read or written, or is no database.
    """
    MIGRATIONS.migrate(url)


def _keep(
    connection: Connection, updates: Sequence[Mapping[str, Any]], now: datetime
) -> list[Kept]:
    rows = schema.updates
    connection.execute(delete(rows).where(rows.c.done_at < micros(now - DAY)))
    fresh = []
    for body in updates:
        row = {
            "update_id": body["update_id"],
            "received_at": micros(now),
            "body": json.dumps(body),
        }
        result = connection.execute(insert(rows).values(row).on_conflict_do_nothing())
        if result.rowcount:
            fresh.append(Kept(body["update_id"], body))
    return fresh


def _migrate(connection: Connection, old_id: int, new_id: int) -> None:
    """The key of the old group stays, for it stands everywhere; one that the new group got in between was never of use."""
    moved = insert(schema.migrations).values(old_id=old_id, new_id=new_id)
    connection.execute(moved.on_conflict_do_nothing())
    chats, hosted, messages = schema.chats, schema.hosted, schema.messages
    old = connection.execute(select(chats.c.key).where(chats.c.chat_id == old_id)).first()
    if old is not None:
        connection.execute(delete(chats).where(chats.c.chat_id == new_id))
        connection.execute(update(chats).where(chats.c.chat_id == old_id).values(chat_id=new_id))
    connection.execute(update(hosted).where(hosted.c.chat_id == old_id).values(chat_id=new_id))
    connection.execute(delete(messages).where(messages.c.chat_id == old_id))


def _settled(connection: Connection, statement: Executable, query: Select[Any]) -> Row[Any]:
    """The row as it stands after the statement."""
    connection.execute(statement)
    return connection.execute(query).one()


def _current(chat_id: int) -> ColumnElement[int]:
    """The number of a chat today."""
    moves = schema.migrations.c
    moved = select(moves.new_id).where(moves.old_id == chat_id).scalar_subquery()
    return func.coalesce(moved, chat_id)


def _spot(chat_id: int, spot: str) -> ColumnElement[bool]:
    rows = schema.messages.c
    return (rows.chat_id == chat_id) & (rows.spot == spot)


def _new_key() -> str:
    key = base64.b32encode(secrets.token_bytes(KEY_BYTES)).decode()
    return key.lower()[:KEY_CHARACTERS]


def _kept(row: Row[Any]) -> Kept:
    return Kept(row.update_id, json.loads(row.body))


def _person(row: Row[Any]) -> Person:
    return Person(row.user_id, row.key, row.name, row.language, row.private_open)


def _group(row: Row[Any]) -> Group:
    return Group(row.chat_id, row.key, row.title, row.language, row.reachable)


def _hosted(row: Row[Any]) -> Hosted:
    state = HostedState(row.state)
    return Hosted(row.table_id, row.code, row.chat_id, row.thread_id, row.version, state)
