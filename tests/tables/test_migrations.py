"""The steps of the schema."""

import asyncio
import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from alembic import command
from sqlalchemy import Connection, create_engine, insert
from sqlalchemy.ext.asyncio import create_async_engine

from carteado.tables import schema
from carteado.tables.adapters import store_at
from carteado.tables.changes import fold
from carteado.tables.migrations import MIGRATIONS
from carteado.tables.store import Report
from tests.postgres import Postgres
from tests.store.promises import check_steps, check_way_back


@pytest.fixture
def sqlite_place(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/tables.sqlite"


@pytest.fixture
def postgresql_place(postgres: Postgres) -> Iterator[str]:
    name = postgres.make()
    yield postgres.url(name)
    postgres.drop(name)


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest) -> str:
    """Where a store may be, but is not yet."""
    one: str = request.getfixturevalue(f"{request.param}_place")
    return one


def on(place: str, work: Callable[[Connection], None]) -> None:
    """Does something with a connection, in a transaction."""
    if place.startswith("sqlite"):
        engine = create_engine(place)
        with engine.begin() as connection:
            work(connection)
        engine.dispose()
    else:
        asyncio.run(on_database(place, work))


async def on_database(place: str, work: Callable[[Connection], None]) -> None:
    connect = partial(asyncpg.connect, place)
    engine = create_async_engine("postgresql+asyncpg://", async_creator=connect)
    async with engine.begin() as connection:
        await connection.run_sync(work)
    await engine.dispose()


def test_the_steps_lead_to_the_schema_as_written(place: str) -> None:
    on(place, lambda connection: check_steps(connection, MIGRATIONS))


def test_the_steps_lead_back_too(place: str) -> None:
    on(place, lambda connection: check_way_back(connection, MIGRATIONS))


def old_rows(name: str, state: str, purpose: str | None) -> tuple[dict[str, Any], dict[str, Any]]:
    """The head and the only log entry of a table, as the first schema kept them."""
    terms = {"options": {"euFaco": {}}, "game": "GAME_EU_FACO", "max_seats": 8}
    terms |= {"purpose": purpose} if purpose else {}
    host = {"id": "app/ana", "name": "Ana"}
    common = {"id": name, "code": name, "application": "app", "terms": terms, "host": host}
    common |= {"anchor": "YQ==", "secret": "cw=="}
    born = "2026-01-01T12:00:00Z"
    head = {**common, "created_at": born, "seats": [{"player": host}], "state": state}
    row = {
        "id": name,
        "code": name,
        "application": "app",
        "state": state,
        "visibility": "VISIBILITY_UNSPECIFIED",
        "game": "GAME_EU_FACO",
        "open_seats": 7,
        "version": 1,
        "created_at": 1,
        "head": json.dumps(head),
    }
    body = json.dumps({"type": "opened", "at": born, **common})
    return row, {"table_id": name, "version": 1, "at": 1, "body": body}


def fill_first_schema(connection: Connection, *tables: tuple[str, str, str | None]) -> None:
    command.upgrade(MIGRATIONS.config(connection), "0001")
    for name, state, purpose in tables:
        head, entry = old_rows(name, state, purpose)
        connection.execute(insert(schema.tables), head)
        connection.execute(insert(schema.changes), entry)


OLD_TABLES = (
    ("RESULT", "TABLE_STATE_FINISHED", "PURPOSE_RANKED"),
    ("FRIENDS", "TABLE_STATE_FINISHED", None),
    ("PLAYING", "TABLE_STATE_PLAYING", "PURPOSE_RANKED"),
    ("CLOSED", "TABLE_STATE_CLOSED", "PURPOSE_RANKED"),
)


async def test_a_store_of_the_first_schema_keeps_what_it_has_and_reports_its_ranked_results(
    place: str,
) -> None:
    await asyncio.to_thread(on, place, lambda one: fill_first_schema(one, *OLD_TABLES))
    async with store_at(place) as store:
        for name in ("RESULT", "FRIENDS", "PLAYING", "CLOSED"):
            stored = await store.find(name)
            assert stored is not None
            [entry] = await store.log(name, 1)
            assert fold([entry.change]).seats == stored.table.seats
        now = datetime.now(UTC)
        assert await store.next_report(now) == Report("RESULT")
        await store.report_taken("RESULT")
        assert await store.next_report(now) is None
