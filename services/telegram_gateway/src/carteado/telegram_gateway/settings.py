"""The settings of the gateway, from the environment: variables named CARTEADO_TELEGRAM_GATEWAY_..."""

from pydantic import Field, SecretStr
from pydantic_settings import SettingsConfigDict

from carteado.runtime.settings import ServiceSettings


class Settings(ServiceSettings):
    """What the gateway is told."""

    model_config = SettingsConfigDict(env_prefix="CARTEADO_TELEGRAM_GATEWAY_")

    listen: str = "127.0.0.1:50054"
    token: SecretStr = SecretStr("")
    """The token of the bot."""
    api_url: str = Field(default="https://api.telegram.org", pattern="^https?://")
    """Where the Bot API is."""
    database: str = "sqlite:///.carteado/telegram-gateway.sqlite"
    """Where the store is."""
    tables_target: str = "127.0.0.1:50052"
    """Address and port of tables."""
    tables_token: SecretStr = SecretStr("")
    """The credential for tables."""
    ranking_target: str = ""
    """Address and port of ranking; empty where there is none."""
    ranking_token: SecretStr = SecretStr("")
    """The credential for ranking."""
    language: str = "pt_BR"
    """What is spoken in groups."""
    group_gap_seconds: float = Field(default=3.0, ge=0)
    """How long after a call about a group the next one starts, at the earliest."""
    group_calls_a_minute: int = Field(default=20, ge=1)
    """How many calls about a group a minute may have, at most."""
    private_gap_seconds: float = Field(default=1.0, ge=0)
    """The same for the chat with one person."""
