"""What ``make play`` runs, from an empty folder to the winner."""

import os
import re
import socket
import subprocess
import sys
import time
from pathlib import Path


def test_the_demo_plays_a_match_to_its_winner_and_its_record_holds(tmp_path: Path) -> None:
    environment = {**os.environ, "CARTEADO_DATA": str(tmp_path), "CARTEADO_LANGUAGE": "pt_BR"}
    carteado = Path(sys.executable).with_name("carteado")
    done = subprocess.run(
        [carteado, "demo"],
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    told = done.stdout
    assert done.returncode == 0, told + done.stderr
    assert "na testa" in told.lower()
    assert "vence a partida" in told
    assert "A assinatura confere" in told
    assert told.count("✔") == 8
    [record] = (tmp_path / "records").glob("*.json")
    assert f"carteado verify {record}" in told
    assert "Traceback" not in (tmp_path / "demo.log").read_text()


def test_services_do_not_outlive_the_command_that_was_killed(tmp_path: Path) -> None:
    environment = {**os.environ, "CARTEADO_DATA": str(tmp_path), "PYTHONUNBUFFERED": "1"}
    carteado = Path(sys.executable).with_name("carteado")
    with subprocess.Popen(
        [carteado, "up"], env=environment, stdout=subprocess.PIPE, text=True
    ) as up:
        ports = ports_told(up)
        assert all(map(answers, ports))
        up.kill()
    deadline = time.monotonic() + 20
    while any(map(answers, ports)):
        assert time.monotonic() < deadline
        time.sleep(0.1)


def ports_told(up: "subprocess.Popen[str]") -> set[int]:
    """The ports of the page and of tables, once the command has said where everything is."""
    assert up.stdout is not None
    told = ""
    for line in up.stdout:
        told += line
        if "Ctrl-C" in line:
            break
    ports = set(map(int, re.findall(r"127\.0\.0\.1:(\d+)", told)))
    assert len(ports) == 2
    return ports


def answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
