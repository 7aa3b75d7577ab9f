"""Runs the whole form of a proof and appends what came of it to docs/evidence.md.

A proof that is made for each game runs for all of them, or for those that a pytest expression keeps; without a seed one is drawn.
"""

import argparse
import datetime as dt
import secrets
import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
EVIDENCE = ROOT / "docs" / "evidence.md"
HEAD = """# Evidence

The whole forms of the proofs, as `make soak NAME=...` ran and wrote them; a commit with a `+` had changes on top.

| date (UTC) | commit | proof | test | seed | count | outcome | seconds |
|---|---|---|---|---|---|---|---|
"""


class Evidence:
    """A pytest plugin that keeps one line for each proof that ran."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.lines: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Notes the outcome of the test itself, or of a set-up that failed."""
        if report.when == "call" or report.failed:
            facts = dict(report.user_properties)
            test = report.nodeid.rpartition("::")[2]
            cells = (today(), commit(), self.name, test, facts.get("seed"), facts.get("count"))
            row = " | ".join(map(str, (*cells, report.outcome, round(report.duration))))
            self.lines.append(f"| {row} |\n")


def today() -> str:
    """Date and minute, UTC."""
    return dt.datetime.now(dt.UTC).strftime("%Y-%m-%d %H:%M")


def commit() -> str:
    """The commit that ran; a plus says that there were changes on top."""
    short = _git("rev-parse", "--short", "HEAD")
    changed = _git("status", "--porcelain", "--", ".", ":!docs/evidence.md")
    return short + ("+" if changed else "")


def _git(*arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def main() -> int:
    """Runs the proof; exit code 0 only when it held."""
    asked = _asked()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    evidence = Evidence(asked.name)
    arguments = ["--proof", asked.name, "--seed", asked.seed, "--timeout", "0", "-k", asked.only]
    outcome = pytest.main([*arguments, "-q", "tests"], plugins=[evidence])
    if not evidence.lines:
        sys.exit(f"no proof called {evidence.name} came to an end")
    if not EVIDENCE.exists():
        EVIDENCE.write_text(HEAD)
    with EVIDENCE.open("a") as file:
        file.writelines(evidence.lines)
    return int(outcome)


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="soak", description=__doc__)
    parser.add_argument("name", metavar="NAME", help="the proof, such as matches")
    parser.add_argument("--seed", default=str(secrets.randbelow(1 << 31)))
    parser.add_argument("--only", default="", help="a pytest expression, such as sevn")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
