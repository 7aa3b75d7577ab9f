"""The settings that every service has; each service adds its own and reads them once, from the environment."""

from pathlib import Path

from pydantic_settings import BaseSettings, SettingsConfigDict

from carteado.runtime.logs import LogFormat, LogLevel


class ServiceSettings(BaseSettings):
    """Where a service listens, whom it lets in and how it ends. A subclass gives the prefix of its variables."""

    model_config = SettingsConfigDict(extra="forbid", frozen=True)

    listen: str = "127.0.0.1:0"
    """Address and port; port 0 takes a free one and logs it."""
    credentials_file: Path | None = None
    """The file of applications; see ``carteado.runtime.applications``. Nobody gets in without it."""
    development: bool = False
    """True to make missing key files, with a loud warning. Never in production."""
    log_level: LogLevel = "INFO"
    log_format: LogFormat = "json"
    stop_with_stdin: bool = False
    """True to stop when standard input ends, as it does when the process that started this one is gone."""
    drain_seconds: float = 0.5
    """How long the service reports itself as not serving before it stops taking calls."""
    grace_seconds: float = 5.0
    """How long calls under way may take to end after that."""
