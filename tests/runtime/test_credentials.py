"""Who is let in: only hashes of tokens are kept."""

import asyncio
import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import grpc
import pytest

from carteado.runtime.credentials import Credentials, bind_caller, caller, token_hash
from carteado.runtime.errors import Refused


def file_of(folder: Path, content: Any) -> Path:
    path = folder / "credentials.json"
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    return path


def reason_for(credentials: Credentials, authorization: str | None) -> str:
    with pytest.raises(Refused) as caught:
        credentials.authenticate(authorization)
    assert caught.value.code is grpc.StatusCode.UNAUTHENTICATED
    return caught.value.reason


def test_a_token_is_kept_as_its_sha_256() -> None:
    assert token_hash("tóken") == sha256("tóken".encode()).hexdigest()


def test_each_token_of_a_caller_is_let_in_under_its_name(tmp_path: Path) -> None:
    content = {"telegram": [token_hash("one"), token_hash("two")], "cli": [token_hash("three")]}
    credentials = Credentials.from_file(file_of(tmp_path, content))
    for token, name in (("one", "telegram"), ("two", "telegram"), ("three", "cli")):
        assert credentials.authenticate(f"Bearer {token}") == name
    assert reason_for(credentials, "Bearer four") == "CREDENTIAL_UNKNOWN"
    assert reason_for(credentials, f"Bearer {token_hash('one')}") == "CREDENTIAL_UNKNOWN"


@pytest.mark.parametrize("content", [{}, {"telegram": []}])
def test_a_file_without_callers_lets_nobody_in(tmp_path: Path, content: Any) -> None:
    credentials = Credentials.from_file(file_of(tmp_path, content))
    assert reason_for(credentials, "Bearer ") == "CREDENTIAL_MISSING"
    assert reason_for(credentials, "Bearer x") == "CREDENTIAL_UNKNOWN"


def test_without_a_file_nobody_gets_in() -> None:
    credentials = Credentials.from_file(None)
    assert reason_for(credentials, None) == "CREDENTIAL_MISSING"
    assert reason_for(credentials, "Bearer x") == "CREDENTIAL_UNKNOWN"


@pytest.mark.parametrize(
    "content",
    [
        "",
        "{",
        "null",
        "[]",
        "7",
        '"telegram"',
        {"telegram": None},
        {"telegram": 7},
        {"telegram": "not-hexadecimal"},
        {"telegram": [7]},
        {"telegram": [None]},
        {"telegram": ["zz"]},
        {"telegram": ["a-token-in-clear"]},
        {"telegram": [""]},
        {"telegram": [token_hash("x")[:-2]]},
        {"telegram": [token_hash("x") + "00"]},
        {"telegram": [token_hash("x")], "cli": ["00"]},
    ],
    ids=str,
)
def test_a_file_of_another_form_stops_the_service(tmp_path: Path, content: Any) -> None:
    path = file_of(tmp_path, content)
    with pytest.raises(ValueError, match=r"credentials\.json") as caught:
        Credentials.from_file(path)
    assert "a-token-in-clear" not in str(caught.value)


def test_a_file_that_is_not_there_stops_the_service(tmp_path: Path) -> None:
    with pytest.raises(OSError, match=r"nowhere\.json"):
        Credentials.from_file(tmp_path / "nowhere.json")


def test_a_hash_may_be_written_in_capitals(tmp_path: Path) -> None:
    content = {"cli": [token_hash("x").upper()]}
    assert Credentials.from_file(file_of(tmp_path, content)).authenticate("Bearer x") == "cli"


def test_one_token_is_not_for_two_callers(tmp_path: Path) -> None:
    content = {"cli": [token_hash("x")], "telegram": [token_hash("x")]}
    with pytest.raises(ValueError, match="credentials"):
        Credentials.from_file(file_of(tmp_path, content))


async def test_each_task_has_a_caller_of_its_own() -> None:
    async def served(name: str) -> str:
        bind_caller(name)
        await asyncio.sleep(0)
        return caller()

    names = [f"caller-{number}" for number in range(10)]
    assert await asyncio.gather(*(asyncio.create_task(served(name)) for name in names)) == names
