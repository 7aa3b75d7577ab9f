"""The same program under two values of PYTHONHASHSEED: nothing may depend on the order of a set, or on ``hash()`` (C37)."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SEEDS = ("0", "4242")


def digests_under_two(module: str, *arguments: object) -> list[str]:
    """Runs a module that prints a digest last, twice at once; fails with its words where it fails, and leaves no process behind."""
    command = [sys.executable, "-m", module, *map(str, arguments)]
    runs = [
        subprocess.Popen(
            command,
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for seed in SEEDS
    ]
    try:
        told = [run.communicate() for run in runs]
    finally:
        for run in runs:
            run.kill()
    assert [run.returncode for run in runs] == [0, 0], told[0][1][-4000:]
    digests = [words.split()[-1] for words, _ in told]
    assert len(digests[0]) == 64
    return digests
