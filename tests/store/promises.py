"""What the steps of every service's schema promise."""

from alembic import command
from sqlalchemy import Connection, Inspector, Table, inspect

from carteado.store import Migrations


def check_steps(connection: Connection, migrations: Migrations) -> None:
    """The steps lead to the schema as it is written, with every index and constraint by its name."""
    migrations.upgrade(connection)
    command.check(migrations.config(connection))
    seen = inspect(connection)
    for table in migrations.metadata.tables.values():
        wanted = {index.name for index in table.indexes} | {one.name for one in table.constraints}
        assert _made(seen, table) == wanted


def check_way_back(connection: Connection, migrations: Migrations) -> None:
    """The steps lead back to nothing, and from there to the schema again."""
    migrations.upgrade(connection)
    command.downgrade(migrations.config(connection), "base")
    assert inspect(connection).get_table_names() == ["alembic_version"]
    migrations.upgrade(connection)
    command.check(migrations.config(connection))


def _made(seen: Inspector, table: Table) -> set[str | None]:
    made = {index["name"] for index in seen.get_indexes(table.name)}
    made |= {unique["name"] for unique in seen.get_unique_constraints(table.name)}
    made |= {key["name"] for key in seen.get_foreign_keys(table.name)}
    return made | {seen.get_pk_constraint(table.name)["name"]}
