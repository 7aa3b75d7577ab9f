"""The steps from one schema to the next, and the walk through them."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection


def config(connection: Connection) -> Config:
    """What alembic needs to know, for this connection."""
    settings = Config()
    settings.set_main_option("script_location", str(Path(__file__).parent))
    settings.attributes["connection"] = connection
    return settings


def upgrade(connection: Connection) -> None:
    """Brings the store to the newest schema, and makes it where there is none."""
    command.upgrade(config(connection), "head")
