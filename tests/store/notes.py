"""A store of notes, as small as stores are: what the foundations are tried on."""

from pathlib import Path

from sqlalchemy import BigInteger, Column, Integer, MetaData, String, Table

from carteado.store import Migrations

STEPS = Path(__file__).parent / "steps"

metadata = MetaData()

notes = Table(
    "notes",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("text", String(64), nullable=False, unique=True),
    Column("at", BigInteger, nullable=False),
)

MIGRATIONS = Migrations(STEPS, metadata)
