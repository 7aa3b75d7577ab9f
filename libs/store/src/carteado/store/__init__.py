"""What every store on SQLite stands on: connections, migrations, and times as they are kept."""

from carteado.store.connections import Connections
from carteado.store.errors import StoreFailed
from carteado.store.migrations import Migrations
from carteado.store.moments import micros, moment

__all__ = ["Connections", "Migrations", "StoreFailed", "micros", "moment"]
