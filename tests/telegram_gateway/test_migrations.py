"""The steps of the schema."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, create_engine

from carteado.telegram_gateway.migrations import MIGRATIONS
from tests.store.promises import check_steps, check_way_back


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[Connection]:
    engine = create_engine(f"sqlite:///{tmp_path}/gateway.sqlite")
    with engine.connect() as one:
        yield one
    engine.dispose()


def test_the_steps_lead_to_the_schema_as_written(connection: Connection) -> None:
    check_steps(connection, MIGRATIONS)


def test_the_steps_lead_back_too(connection: Connection) -> None:
    check_way_back(connection, MIGRATIONS)
