"""The steps from one schema to the next."""

from pathlib import Path

from carteado.store import Migrations
from carteado.tables import schema

MIGRATIONS = Migrations(Path(__file__).parent / "versions", schema.metadata)
