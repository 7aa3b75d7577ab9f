"""The engine's settings, from the environment: variables named CARTEADO_ENGINE_..."""

from pathlib import Path

from pydantic import SecretStr
from pydantic_settings import SettingsConfigDict

from carteado.runtime.settings import ServiceSettings


class Settings(ServiceSettings):
    """What the engine is told."""

    model_config = SettingsConfigDict(env_prefix="CARTEADO_ENGINE_")

    listen: str = "127.0.0.1:50051"
    keyset: SecretStr | None = None
    """Root keys of sealed states, as JSON; see ``carteado.runtime.keys``."""
    keyset_file: Path | None = None
    """The same in a file."""
