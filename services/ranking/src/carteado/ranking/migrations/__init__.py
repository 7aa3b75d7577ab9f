"""The steps from one schema to the next."""

from pathlib import Path

from carteado.ranking import schema
from carteado.store import Migrations

MIGRATIONS = Migrations(Path(__file__).parent / "versions", schema.metadata)
