"""How a service starts, where it cannot, and how it is told to stop while it waits."""

import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.system.stack import Stack

NOWHERE = "127.0.0.1:1"


def start(service: str, **settings: str) -> "subprocess.Popen[str]":
    prefix = f"CARTEADO_{service.upper()}_"
    environment = {**os.environ, **{prefix + name: value for name, value in settings.items()}}
    return subprocess.Popen(
        [sys.executable, "-m", f"carteado.{service}"],
        env=environment,
        stderr=subprocess.PIPE,
        text=True,
    )


def why(run: "subprocess.Popen[str]") -> str:
    """What the last line of the log says of a service that could not start."""
    _, log = run.communicate(timeout=30)
    assert run.returncode == 2, log
    assert "Traceback" not in log
    told = json.loads(log.splitlines()[-1])
    assert told["event"] == "cannot_start"
    return str(told["why"])


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_tables_that_wait_for_an_engine_stop_when_told(
    tmp_path: Path, number: signal.Signals
) -> None:
    run = start(
        "tables",
        LISTEN="127.0.0.1:0",
        DEVELOPMENT="true",
        DATABASE=f"sqlite:///{tmp_path / 'tables.sqlite'}",
        ENGINE_TARGET=NOWHERE,
    )
    assert run.stderr is not None
    for line in run.stderr:
        if "engine_awaited" in line:
            break
    run.send_signal(number)
    _, log = run.communicate(timeout=20)
    assert run.returncode == 0, log


async def test_tables_whose_credential_the_engine_does_not_know_say_so_and_end(
    tmp_path: Path,
) -> None:
    engine = Stack(tmp_path).engine
    await engine.start()
    try:
        run = start(
            "tables",
            LISTEN="127.0.0.1:0",
            DEVELOPMENT="true",
            DATABASE=f"sqlite:///{tmp_path / 'tables.sqlite'}",
            ENGINE_TARGET=engine.target,
            ENGINE_TOKEN="wrong",
        )
        assert "engine_token" in why(run)
    finally:
        await engine.stop()


def test_a_broken_store_is_named_and_nothing_starts(tmp_path: Path) -> None:
    database = tmp_path / "tables.sqlite"
    database.write_bytes(b"not a database, but long enough to be read as one" * 100)
    run = start(
        "tables", DEVELOPMENT="true", DATABASE=f"sqlite:///{database}", ENGINE_TARGET=NOWHERE
    )
    assert str(database) in why(run)


def test_settings_that_cannot_be_are_named_in_one_line(tmp_path: Path) -> None:
    assert "log_level" in why(start("engine", LOG_LEVEL="LOUD"))
    assert "no keys" in why(start("engine", LISTEN="127.0.0.1:0"))
    missing = tmp_path / "none.json"
    told = why(start("engine", DEVELOPMENT="true", CREDENTIALS_FILE=str(missing)))
    assert str(missing) in told
    assert "banana" in why(start("engine", DEVELOPMENT="true", LISTEN="banana"))


def test_an_address_that_is_taken_is_named() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        assert address in why(start("engine", DEVELOPMENT="true", LISTEN=address))
