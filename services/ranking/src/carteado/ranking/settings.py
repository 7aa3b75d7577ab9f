"""The settings of ranking, from the environment: variables named CARTEADO_RANKING_..."""

from pathlib import Path

from pydantic import SecretStr
from pydantic_settings import SettingsConfigDict

from carteado.runtime.settings import ServiceSettings


class Settings(ServiceSettings):
    """What ranking is told."""

    model_config = SettingsConfigDict(env_prefix="CARTEADO_RANKING_")

    listen: str = "127.0.0.1:50053"
    database: str = "sqlite:///.carteado/ranking.sqlite"
    """Where the store is."""
    engine_target: str = "127.0.0.1:50051"
    """Address and port of the engine."""
    engine_token: SecretStr = SecretStr("")
    """The credential for the engine."""
    signing_keys: SecretStr | None = None
    """The public keys that records are checked against, as JSON; see ``carteado.ranking.signing``."""
    signing_keys_file: Path | None = None
    """The same in a file."""
