"""The steps of the schema."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic import command
from sqlalchemy import Connection, create_engine, inspect

from carteado.telegram_gateway import schema
from carteado.telegram_gateway.migrations import MIGRATIONS


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[Connection]:
    engine = create_engine(f"sqlite:///{tmp_path}/gateway.sqlite")
    with engine.connect() as one:
        yield one
    engine.dispose()


def test_the_steps_lead_to_the_schema_as_written(connection: Connection) -> None:
    MIGRATIONS.upgrade(connection)
    command.check(MIGRATIONS.config(connection))


def test_the_steps_make_every_index_and_constraint_of_the_schema(connection: Connection) -> None:
    MIGRATIONS.upgrade(connection)
    seen = inspect(connection)
    for name, table in schema.metadata.tables.items():
        made = {index["name"] for index in seen.get_indexes(name)}
        made |= {unique["name"] for unique in seen.get_unique_constraints(name)}
        made |= {seen.get_pk_constraint(name)["name"]}
        wanted = {index.name for index in table.indexes} | {c.name for c in table.constraints}
        assert made == wanted


def test_the_steps_lead_back_too(connection: Connection) -> None:
    MIGRATIONS.upgrade(connection)
    command.downgrade(MIGRATIONS.config(connection), "base")
    assert inspect(connection).get_table_names() == ["alembic_version"]
    MIGRATIONS.upgrade(connection)
    command.check(MIGRATIONS.config(connection))
