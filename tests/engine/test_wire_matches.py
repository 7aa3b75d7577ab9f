"""Whole matches over gRPC by somebody who knows nothing but the wire."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import Proof

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.mark.proof(name="grpc", small=3, whole=200)
def test_matches_over_grpc_keep_every_rule_and_are_the_same_under_two_hash_seeds(
    proof: Proof, tmp_path: Path
) -> None:
    command = [sys.executable, "-m", "tests.engine.wire_matches", str(proof.seed), str(proof.count)]
    answers = [tmp_path / "one", tmp_path / "other"]
    runs = []
    for hash_seed, answer in zip(("0", "4242"), answers, strict=True):
        with answer.open("w") as stdout, (tmp_path / f"{hash_seed}.log").open("w") as stderr:
            environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
            runs.append(
                subprocess.Popen(command, cwd=ROOT, env=environment, stdout=stdout, stderr=stderr)
            )
    outcomes = [run.wait() for run in runs]
    assert outcomes == [0, 0], (tmp_path / "0.log").read_text()[-4000:]
    digests = [answer.read_text().split()[-1] for answer in answers]
    assert len(digests[0]) == 64
    assert digests[0] == digests[1]
