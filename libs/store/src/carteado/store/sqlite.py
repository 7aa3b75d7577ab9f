"""How the file is opened: connections that lose nothing once they committed, and wait for others that write."""

from enum import StrEnum
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event

BUSY_MILLISECONDS = 10_000

PRAGMAS = (
    f"busy_timeout = {BUSY_MILLISECONDS}",
    "journal_mode = WAL",
    "synchronous = FULL",
    "foreign_keys = ON",
)


class Begin(StrEnum):
    """How a transaction starts."""

    TO_READ = "BEGIN"
    TO_WRITE = "BEGIN IMMEDIATE"


def engine(url: str, begin: Begin) -> Engine:
    """An engine whose transactions start as told, and whose errors do not repeat what was to be written."""
    made = create_engine(url, hide_parameters=True)

    @event.listens_for(made, "connect")
    def prepare(connection: Any, _: object) -> None:
        connection.isolation_level = None
        for pragma in PRAGMAS:
            connection.execute(f"PRAGMA {pragma}").close()

    @event.listens_for(made, "begin")
    def start(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return made
