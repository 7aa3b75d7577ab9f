"""The walk from one schema to the next, by the steps that each store keeps."""

import asyncio
import zlib
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import asyncpg
from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, MetaData, NullPool, func, make_url, select
from sqlalchemy.exc import DatabaseError
from sqlalchemy.ext.asyncio import create_async_engine

from carteado.store import sqlite
from carteado.store.errors import StoreFailed
from carteado.store.sqlite import Begin

ENVIRONMENT = Path(__file__).parent / "environment"
ONE_AT_A_TIME = zlib.crc32(b"carteado/migrations")
"""The advisory lock of PostgreSQL that whoever migrates holds."""

PATIENCE_SECONDS = 10.0

WRONG_SETTING = (
    asyncpg.InvalidAuthorizationSpecificationError,
    asyncpg.InvalidCatalogNameError,
    asyncpg.InsufficientPrivilegeError,
    ValueError,
)
NOT_THERE = (asyncpg.PostgresError, asyncpg.InterfaceError, OSError)


@dataclass(frozen=True, slots=True)
class Migrations:
    """The steps of one store.

    Attributes:
        steps: The folder of the steps, one alembic revision a module.
        metadata: The schema that they lead to.
    """

    steps: Path
    metadata: MetaData

    def config(self, connection: Connection) -> Config:
        """What alembic needs to know, for this connection."""
        config = Config(attributes={"connection": connection, "metadata": self.metadata})
        options = {
            "script_location": str(ENVIRONMENT),
            "version_locations": str(self.steps),
            "path_separator": "newline",
        }
        for name, value in options.items():
            config.set_main_option(name, value.replace("%", "%%"))
        return config

    def upgrade(self, connection: Connection) -> None:
        """Brings the store to the newest schema, and makes it where there is none."""
        command.upgrade(self.config(connection), "head")

    def migrate(self, url: str) -> None:
        """Makes the store or brings it to the newest schema, one process at a time. A file is its owner's alone.

        Raises:
            ValueError: The store cannot be read or written, or is no database, or does not let us in.
            OSError: The file cannot be made.
            StoreFailed: The database does not answer for now.
        """
        if make_url(url).get_backend_name() == "sqlite":
            self._migrate_file(url)
        else:
            asyncio.run(self._migrate_database(url))

    def _migrate_file(self, url: str) -> None:
        database = make_url(url).database
        if database:
            Path(database).parent.mkdir(parents=True, exist_ok=True)
            Path(database).touch(mode=0o600)
        engine = sqlite.engine(url, Begin.TO_WRITE)
        try:
            with engine.begin() as connection:
                self.upgrade(connection)
        except DatabaseError as error:
            raise ValueError(f"{database}: {error.orig}") from error
        finally:
            engine.dispose()

    async def _migrate_database(self, url: str) -> None:
        name = make_url(url).database
        connect = partial(_connected, url)
        engine = create_async_engine(
            "postgresql+asyncpg://", async_creator=connect, poolclass=NullPool, hide_parameters=True
        )
        try:
            async with engine.begin() as connection:
                await connection.execute(select(func.pg_advisory_xact_lock(ONE_AT_A_TIME)))
                await connection.run_sync(self.upgrade)
        except DatabaseError as error:
            raise ValueError(f"{name}: {error.orig}") from error
        finally:
            await engine.dispose()


async def _connected(url: str) -> asyncpg.Connection:
    try:
        return await asyncpg.connect(url, timeout=PATIENCE_SECONDS)
    except WRONG_SETTING as error:
        raise ValueError(f"{make_url(url).database}: {error}") from error
    except NOT_THERE as error:
        raise StoreFailed(f"the database does not answer: {type(error).__name__}") from error
