"""What every store stands on: connections to SQLite and PostgreSQL, statements, migrations, and times as they are kept."""

from carteado.store.connections import Connections
from carteado.store.errors import Clash, StoreFailed
from carteado.store.file import File
from carteado.store.migrations import Migrations
from carteado.store.moments import micros, moment
from carteado.store.pool import Pool
from carteado.store.statements import Statement, Statements

__all__ = [
    "Clash",
    "Connections",
    "File",
    "Migrations",
    "Pool",
    "Statement",
    "Statements",
    "StoreFailed",
    "micros",
    "moment",
]
