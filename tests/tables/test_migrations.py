"""The steps of the schema."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from sqlalchemy import Connection, create_engine, insert

from carteado.tables import schema
from carteado.tables.adapters import sqlite
from carteado.tables.adapters.sqlite import SqliteStore
from carteado.tables.changes import fold
from carteado.tables.migrations import MIGRATIONS
from carteado.tables.store import Report
from tests.store.promises import check_steps, check_way_back


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[Connection]:
    engine = create_engine(f"sqlite:///{tmp_path}/tables.sqlite")
    with engine.connect() as one:
        yield one
    engine.dispose()


def test_the_steps_lead_to_the_schema_as_written(connection: Connection) -> None:
    check_steps(connection, MIGRATIONS)


def test_the_steps_lead_back_too(connection: Connection) -> None:
    check_way_back(connection, MIGRATIONS)


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
    connection.commit()


async def test_a_store_of_the_first_schema_keeps_what_it_has_and_reports_its_ranked_results(
    connection: Connection, tmp_path: Path
) -> None:
    ranked = "PURPOSE_RANKED"
    fill_first_schema(
        connection,
        ("RESULT", "TABLE_STATE_FINISHED", ranked),
        ("FRIENDS", "TABLE_STATE_FINISHED", None),
        ("PLAYING", "TABLE_STATE_PLAYING", ranked),
        ("CLOSED", "TABLE_STATE_CLOSED", ranked),
    )
    url = f"sqlite:///{tmp_path}/tables.sqlite"
    sqlite.migrate(url)
    async with SqliteStore(url) as store:
        for name in ("RESULT", "FRIENDS", "PLAYING", "CLOSED"):
            stored = await store.find(name)
            assert stored is not None
            [entry] = await store.log(name, 1)
            assert fold([entry.change]).seats == stored.table.seats
        now = datetime.now(UTC)
        assert await store.next_report(now) == Report("RESULT")
        await store.report_taken("RESULT")
        assert await store.next_report(now) is None
