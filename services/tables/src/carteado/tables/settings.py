"""The settings of tables, from the environment: variables named CARTEADO_TABLES_..."""

from pathlib import Path
from typing import Annotated

from pydantic import Field, SecretStr
from pydantic_settings import SettingsConfigDict

from carteado.runtime.settings import ServiceSettings


class Settings(ServiceSettings):
    """What tables is told."""

    model_config = SettingsConfigDict(env_prefix="CARTEADO_TABLES_")

    listen: str = "127.0.0.1:50052"
    database: str = "sqlite:///.carteado/tables.sqlite"
    """Where the store is: a file of SQLite, or a PostgreSQL database, as ``postgresql://user:password@host/name``."""
    database_connections: Annotated[int, Field(ge=1)] = 8
    """How many connections to PostgreSQL at most."""
    database_seconds: Annotated[float, Field(gt=0)] = 10.0
    """How long one statement of PostgreSQL may take."""
    bus: SecretStr = SecretStr("")
    """Where replicas tell each other of changes, as ``nats://user:password@host:port``; empty for a replica that is alone."""
    engine_target: str = "127.0.0.1:50051"
    """Address and port of the engine."""
    engine_token: SecretStr = SecretStr("")
    """The credential for the engine."""
    ranking_target: str = ""
    """Address and port of ranking; without it results wait in the store."""
    ranking_token: SecretStr = SecretStr("")
    """The credential for ranking."""
    keyset: SecretStr | None = None
    """Root keys that seal the secrets of the shuffles, as JSON; see ``carteado.runtime.keys``."""
    keyset_file: Path | None = None
    """The same in a file."""
    signing_keys: SecretStr | None = None
    """The keys that records are signed with, as JSON; see ``carteado.tables.signing``."""
    signing_keys_file: Path | None = None
    """The same in a file."""
    daily_key: SecretStr | None = None
    """The key that the cards of each Mão do Dia follow from, as JSON; without it there is none."""
    daily_key_file: Path | None = None
    """The same in a file."""
    player_calls_a_second: Annotated[int, Field(ge=1)] = 200
    """How often each player may call this process, over a while."""
    player_calls_at_once: Annotated[int, Field(ge=1)] = 2_000
    """How many calls may come in one burst."""
    application_calls_a_second: Annotated[int, Field(ge=1)] = 5_000
    """The same for all calls of an application together."""
    application_calls_at_once: Annotated[int, Field(ge=1)] = 20_000
    """The same."""
    watch_heartbeat_seconds: float = 15.0
    """How long a watcher hears nothing before a sign of life."""
