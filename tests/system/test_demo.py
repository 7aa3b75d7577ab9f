"""What ``make play`` runs, from an empty folder to the winner."""

import os
import subprocess
import sys
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
    assert "a assinatura confere" in told
    assert "Registro repetido pelo motor: confere" in told
    assert "Traceback" not in (tmp_path / "demo.log").read_text()
