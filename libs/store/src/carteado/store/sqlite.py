"""How the file is opened: connections that lose nothing once they committed, and wait for others that write."""

import sqlite3
from enum import StrEnum
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.dialects.sqlite import pysqlite

BUSY_MILLISECONDS = 10_000

PRAGMAS = (
    f"busy_timeout = {BUSY_MILLISECONDS}",
    "journal_mode = WAL",
    "synchronous = FULL",
    "foreign_keys = ON",
)

DIALECT = pysqlite.dialect()
"""The words of SQLite, with arguments by place."""


class Begin(StrEnum):
    """How a transaction starts."""

    TO_READ = "BEGIN"
    TO_WRITE = "BEGIN IMMEDIATE"


def connected(url: str) -> sqlite3.Connection:
    """A connection of the driver's own, to be used by one thread at a time."""
    [place], options = DIALECT.create_connect_args(make_url(url))
    own: dict[str, Any] = {**options, "isolation_level": None, "check_same_thread": False}
    connection: sqlite3.Connection = sqlite3.connect(place, **own)
    _prepare(connection)
    return connection


def engine(url: str, begin: Begin) -> Engine:
    """An engine whose transactions start as told, and whose errors do not repeat what was to be written."""
    made = create_engine(url, hide_parameters=True)

    @event.listens_for(made, "connect")
    def prepare(connection: sqlite3.Connection, _: object) -> None:
        connection.isolation_level = None
        _prepare(connection)

    @event.listens_for(made, "begin")
    def start(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return made


def _prepare(connection: sqlite3.Connection) -> None:
    for pragma in PRAGMAS:
        connection.execute(f"PRAGMA {pragma}").close()
