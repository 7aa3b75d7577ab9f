"""Settings come from the environment, once, and cannot be changed."""

from pathlib import Path

import pytest
from pydantic import ValidationError
from pydantic_settings import SettingsConfigDict

from carteado.engine.settings import Settings as EngineSettings
from carteado.runtime.settings import ServiceSettings


class Settings(ServiceSettings):
    """Of a service named so by its variables."""

    model_config = SettingsConfigDict(env_prefix="LOOPBACK_")

    port_of_call: int = 7


def test_everything_has_a_default_that_lets_nobody_in() -> None:
    settings = Settings()
    assert settings.listen == "127.0.0.1:0"
    assert settings.credentials_file is None
    assert settings.development is False
    assert settings.log_format == "json"
    assert settings.port_of_call == 7


def test_variables_with_the_prefix_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOOPBACK_LISTEN", "[::1]:99")
    monkeypatch.setenv("LOOPBACK_CREDENTIALS_FILE", "/run/credentials.json")
    monkeypatch.setenv("loopback_development", "true")
    monkeypatch.setenv("LOOPBACK_DRAIN_SECONDS", "2.5")
    monkeypatch.setenv("LOOPBACK_LOG_FORMAT", "console")
    monkeypatch.setenv("LOOPBACK_PORT_OF_CALL", "8")
    monkeypatch.setenv("DEVELOPMENT", "false")
    settings = Settings()
    assert settings.listen == "[::1]:99"
    assert settings.credentials_file == Path("/run/credentials.json")
    assert settings.development is True
    assert settings.drain_seconds == 2.5
    assert settings.log_format == "console"
    assert settings.port_of_call == 8


@pytest.mark.parametrize(
    ("name", "value"),
    [("DEVELOPMENT", "perhaps"), ("DRAIN_SECONDS", "soon"), ("LOG_FORMAT", "prose")],
)
def test_values_that_make_no_sense_stop_the_service(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(f"LOOPBACK_{name}", value)
    with pytest.raises(ValidationError, match=name.lower()):
        Settings()


def test_a_level_of_the_log_that_does_not_exist_stops_the_service(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LOOPBACK_LOG_LEVEL", "LOUD")
    with pytest.raises(ValidationError, match="log_level"):
        Settings()


def test_names_that_no_setting_has_are_refused() -> None:
    with pytest.raises(ValidationError, match="speed"):
        Settings(speed="high")  # type: ignore[call-arg]


def test_settings_do_not_change() -> None:
    with pytest.raises(ValidationError, match="frozen"):
        Settings().listen = "elsewhere"


def test_the_keys_of_the_engine_show_in_no_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARTEADO_ENGINE_KEYSET", "root-keys")
    settings = EngineSettings()
    assert settings.keyset is not None
    assert settings.keyset.get_secret_value() == "root-keys"
    assert "root-keys" not in f"{settings!r} {settings} {settings.model_dump_json()}"
