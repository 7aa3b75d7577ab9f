"""Cuts a release: versions, changelog, the contract as it stands, the traffic of this build, and the wheels.

``python tools/release.py VERSION``. Nothing is committed: what it changed is there to be read, and it says what to do then.
"""

import argparse
import datetime as dt
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RELEASES = ROOT / "tests" / "releases"
CHANGELOG = ROOT / "CHANGELOG.md"
UNRELEASED = "## Unreleased\n"
VERSION = re.compile(r'^version = "(.*)"$', re.MULTILINE)
GATES = ("tests/records", "tests/releases", "tests/vectors")
"""Golden records of every ruleset, traffic of the release before, and the vectors: no release without them."""


def main() -> None:
    """Cuts the release that is named."""
    version = _asked()
    _check_tree()
    _run("pytest", "-q", *GATES)
    _set_versions(version)
    _close_changelog(version)
    _run("buf", "build", "-o", "proto/released.binpb")
    _keep_traffic(version)
    _run("uv", "build", "--quiet", "--all-packages", "--wheel", "--out-dir", f"dist/{version}")
    _say(version)


def _asked() -> str:
    parser = argparse.ArgumentParser(prog="release", description=__doc__)
    parser.add_argument("version", metavar="VERSION", help="such as 0.1.0")
    version: str = parser.parse_args().version
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        sys.exit(f"{version} is no version: three numbers with dots between them")
    if (RELEASES / version).exists():
        sys.exit(f"{version} was released before")
    return version


def _check_tree() -> None:
    changed = subprocess.run(
        ["git", "status", "--porcelain"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    if changed.stdout:
        sys.exit("commit first: a release is of what is committed")
    if UNRELEASED not in CHANGELOG.read_text():
        sys.exit("CHANGELOG.md has nothing unreleased")


def _set_versions(version: str) -> None:
    """All members have the same version: they are released together, and each may be deployed alone."""
    for path in _members():
        text = VERSION.sub(f'version = "{version}"', path.read_text(), count=1)
        path.write_text(text)


def _members() -> list[Path]:
    patterns = ("proto", "libs/*", "services/*", "tools/*")
    return [path for pattern in patterns for path in ROOT.glob(f"{pattern}/pyproject.toml")]


def _close_changelog(version: str) -> None:
    today = dt.datetime.now(dt.UTC).date().isoformat()
    text = CHANGELOG.read_text().replace(UNRELEASED, f"## {version} ({today})\n", 1)
    CHANGELOG.write_text(text)


def _keep_traffic(version: str) -> None:
    """The traffic of this release takes the place of that of the one before: a change is held against the newest alone."""
    for path in RELEASES.glob("*/"):
        if re.fullmatch(r"\d+\.\d+\.\d+", path.name):
            _run("git", "rm", "-r", "--quiet", str(path.relative_to(ROOT)))
    folder = f"tests/releases/{version}"
    _run(sys.executable, "-m", "tests.releases.engine_traffic", folder)


def _run(*command: str) -> None:
    subprocess.run(command, cwd=ROOT, check=True)


def _say(version: str) -> None:
    print(f"{version} is cut; its wheels lie in dist/{version}. Read the changes, then:")
    print(f"  git add -A && git commit -m 'Release {version}' && git tag v{version}")


if __name__ == "__main__":
    main()
