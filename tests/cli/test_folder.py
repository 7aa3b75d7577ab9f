"""The folder of a development installation."""

import hashlib
from pathlib import Path

import pytest

from carteado.cli.folder import Folder, FolderInUseError
from carteado.runtime.applications import Application, Applications, Scope, kept


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def hashes_in(path: Path) -> dict[str, list[str]]:
    content = Applications.read(path).applications
    return {name: [token.sha256 for token in one.tokens] for name, one in content.items()}


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path / "data")


def test_tokens_are_long_and_random_and_made_once(folder: Folder) -> None:
    token, other = folder.token(), folder.token_of("tables-to-engine")
    assert len(token) >= 43
    assert token != other
    assert Folder(folder.path).token() == token
    assert folder.token_file.read_text().strip() == token


def test_nobody_else_may_read_what_is_in_the_folder(folder: Folder) -> None:
    folder.credentials("engine", {"tables": folder.token_of("tables-to-engine")})
    folder.write("keys.json", "{}")
    assert mode(folder.path) == 0o700
    assert {mode(path) for path in folder.path.iterdir()} == {0o600}


def test_credentials_hold_hashes_and_no_token(folder: Folder) -> None:
    token = folder.token_of("tables-to-engine")
    path = folder.credentials("engine", {"tables": token})
    assert token not in path.read_text()
    development = [digest(folder.token())]
    assert hashes_in(path) == {"tables": [digest(token)], "development": development}
    assert hashes_in(folder.credentials("tables", {})) == {"development": development}


def test_credentials_that_others_wrote_stay(folder: Folder) -> None:
    path = folder.credentials("tables", {})
    content = Applications.read(path)
    content.applications["bot"] = Application((Scope.READ,), (kept("theirs"),))
    content.write(path)
    before = path.stat().st_mtime_ns
    folder.credentials("tables", {})
    assert Applications.read(path) == content
    assert path.stat().st_mtime_ns == before


def test_a_new_token_is_let_in_beside_the_old(folder: Folder) -> None:
    folder.credentials("tables", {})
    old = folder.token()
    folder.token_file.unlink()
    hashes = hashes_in(folder.credentials("tables", {}))["development"]
    assert hashes == [digest(old), digest(folder.token())]


def test_two_processes_do_not_run_from_one_folder(folder: Folder) -> None:
    with folder.held(), pytest.raises(FolderInUseError), Folder(folder.path).held():
        pytest.fail("the folder was held twice")
    with folder.held():
        assert folder.path.is_dir()
