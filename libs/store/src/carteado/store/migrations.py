"""The walk from one schema to the next, by the steps that each store keeps."""

from dataclasses import dataclass
from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, MetaData, make_url
from sqlalchemy.exc import DatabaseError

from carteado.store import sqlite
from carteado.store.sqlite import Begin

ENVIRONMENT = Path(__file__).parent / "environment"


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
        """Makes the file, its owner's alone, or brings it to the newest schema; one process at a time.

        Raises:
            ValueError: The file cannot be read or written, or is no database.
            OSError: The file cannot be made.
        """
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
