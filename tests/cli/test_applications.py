"""``carteado applications``: credentials made, listed, rotated and revoked by whoever runs the services."""

import io
import json
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from rich.console import Console
from typer.testing import CliRunner

from carteado.cli.applications import Register
from carteado.cli.main import command_line
from carteado.cli.words import LOCALES
from carteado.runtime.applications import Applications, Scope
from carteado.runtime.credentials import Credentials
from carteado.runtime.errors import Refused
from carteado.words import Words

PORTUGUESE = Words(LOCALES, "pt_BR")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "data" / "credentials.json"


def run(file: Path, *arguments: str, code: int = 0) -> str:
    """What the command prints."""
    command = ["applications", *arguments, "--file", str(file)]
    result = CliRunner().invoke(command_line(PORTUGUESE), command)
    assert result.exit_code == code, result.output
    return result.output


def made(file: Path, name: str = "bot", *more: str) -> str:
    return run(file, "make", name, "--scope", "read", "--scope", "play", *more).split()[-1]


def name_of(file: Path, token: str) -> str:
    return Credentials(file).authenticate(f"Bearer {token}").application


def is_let_in(file: Path, token: str) -> bool:
    try:
        name_of(file, token)
    except Refused:
        return False
    return True


def test_a_made_token_is_printed_and_only_its_hash_is_stored(file: Path) -> None:
    token = made(file)
    assert token.startswith("carteado_")
    assert token not in file.read_text()
    assert file.stat().st_mode & 0o777 == 0o600
    identity = Credentials(file).authenticate(f"Bearer {token}")
    assert identity.application == "bot"
    assert identity.scopes == frozenset({Scope.READ, Scope.PLAY})


def test_a_list_shows_scopes_and_ids_and_no_hash(file: Path) -> None:
    token = made(file)
    (held,) = Applications.read(file).applications["bot"].tokens
    told = run(file, "list")
    assert all(word in told for word in ("bot", "read play", held.id))
    assert token not in told
    assert held.sha256 not in told


def test_a_rotated_token_leaves_the_old_one_until_it_is_revoked(file: Path) -> None:
    old = made(file)
    (held,) = Applications.read(file).applications["bot"].tokens
    new = run(file, "rotate", "bot").split()[-1]
    assert is_let_in(file, old)
    assert is_let_in(file, new)
    run(file, "revoke", "bot", held.id)
    assert not is_let_in(file, old)
    assert is_let_in(file, new)


def test_a_rotated_token_may_end_the_old_one_after_some_hours(file: Path) -> None:
    old = made(file, "bot", "--days", "365")
    new = run(file, "rotate", "bot", "--hours", "2").split()[-1]
    ends = [token.expires for token in Applications.read(file).applications["bot"].tokens]
    assert ends[1] is None
    assert ends[0] is not None
    assert timedelta(hours=1) < ends[0] - datetime.now(UTC) <= timedelta(hours=2)
    run(file, "rotate", "bot", "--hours", "0")
    assert not is_let_in(file, old)
    assert not is_let_in(file, new)


def test_a_revoked_application_is_gone_with_all_its_tokens(file: Path) -> None:
    tokens = [made(file), run(file, "rotate", "bot").split()[-1]]
    other = made(file, "other")
    run(file, "revoke", "bot")
    assert not any(is_let_in(file, token) for token in tokens)
    assert name_of(file, other) == "other"


@pytest.mark.parametrize(
    "arguments",
    [
        ("make", "bot", "--scope", "read"),
        ("make", "house", "--scope", "read"),
        ("make", "Bot", "--scope", "read"),
        ("make", "a/b", "--scope", "read"),
        ("rotate", "nobody"),
        ("revoke", "nobody"),
        ("revoke", "bot", "no-such-token"),
    ],
    ids=" ".join,
)
def test_what_cannot_be_done_is_told_and_changes_nothing(
    file: Path, arguments: tuple[str, ...]
) -> None:
    made(file)
    before = file.read_bytes()
    assert run(file, *arguments, code=1)
    assert file.read_bytes() == before


def test_a_broken_file_is_told_and_left_alone(file: Path) -> None:
    file.parent.mkdir()
    file.write_text(json.dumps({"bot": ["0" * 64]}))
    before = file.read_bytes()
    for command in (("list",), ("make", "bot", "--scope", "read"), ("revoke", "bot")):
        assert str(file) in run(file, *command, code=1).replace("\n", "")
    assert file.read_bytes() == before


def test_operators_who_work_at_once_lose_nothing(file: Path) -> None:
    def make(number: int) -> int:
        console = Console(file=io.StringIO())
        return Register(file, console, PORTUGUESE).make(f"bot-{number}", [Scope.READ], None)

    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(make, range(24))) == {0}
    assert len(Applications.read(file).applications) == 24
