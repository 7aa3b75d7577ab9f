"""Who is let in: only hashes of tokens are kept."""

import asyncio
import json
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

import grpc
import pytest
from structlog.testing import capture_logs

from carteado.runtime.applications import Applications, Scope, new_token, token_hash
from carteado.runtime.credentials import Credentials, Identity, bind_caller, caller
from carteado.runtime.errors import Refused

CREATED = "2026-01-02T03:04:05Z"


def token(plain: str, name: str = "", **more: Any) -> dict[str, Any]:
    """What a file says of a token."""
    return {"id": name or plain, "sha256": token_hash(plain), "created": CREATED, **more}


def held(*scopes: str, **tokens: list[dict[str, Any]]) -> dict[str, Any]:
    """A file in which each application has these scopes."""
    return {
        "applications": {
            name: {"scopes": list(scopes or ("read",)), "tokens": one}
            for name, one in tokens.items()
        }
    }


def file_of(folder: Path, content: Any) -> Path:
    path = folder / "credentials.json"
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    return path


def reason_for(credentials: Credentials, authorization: str | None) -> str:
    with pytest.raises(Refused) as caught:
        credentials.authenticate(authorization)
    assert caught.value.code is grpc.StatusCode.UNAUTHENTICATED
    return caught.value.reason


def name_for(credentials: Credentials, plain: str) -> str:
    return credentials.authenticate(f"Bearer {plain}").application


class Clock:
    """Seconds that pass when they are told to."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_token_is_kept_as_its_sha_256() -> None:
    assert token_hash("tóken") == sha256("tóken".encode()).hexdigest()


def test_a_new_token_says_what_it_is_and_is_like_no_other() -> None:
    made = {new_token() for _ in range(100)}
    assert len(made) == 100
    assert all(one.startswith("carteado_") and len(one) > 50 for one in made)


def test_each_token_of_an_application_is_let_in_under_its_name(tmp_path: Path) -> None:
    content = held(telegram=[token("one"), token("two")], cli=[token("three")])
    credentials = Credentials(file_of(tmp_path, content))
    for plain, name in (("one", "telegram"), ("two", "telegram"), ("three", "cli")):
        assert name_for(credentials, plain) == name
    assert reason_for(credentials, "Bearer four") == "CREDENTIAL_UNKNOWN"
    assert reason_for(credentials, f"Bearer {token_hash('one')}") == "CREDENTIAL_UNKNOWN"


def test_whoever_is_let_in_has_the_scopes_of_the_file(tmp_path: Path) -> None:
    content = held("read", "host", cli=[token("one", "first")])
    identity = Credentials(file_of(tmp_path, content)).authenticate("Bearer one")
    assert identity == Identity("cli", frozenset({Scope.READ, Scope.HOST}), "first")


def test_an_expired_token_lets_nobody_in(tmp_path: Path) -> None:
    now = datetime.now(UTC)
    old = token("old", expires=(now - timedelta(seconds=1)).isoformat())
    young = token("young", expires=(now + timedelta(hours=1)).isoformat())
    credentials = Credentials(file_of(tmp_path, held(cli=[old, young])))
    assert reason_for(credentials, "Bearer old") == "CREDENTIAL_EXPIRED"
    assert name_for(credentials, "young") == "cli"
    with pytest.raises(Refused, match="CREDENTIAL_EXPIRED"):
        credentials.holder("cli", "old")
    with pytest.raises(Refused, match="CREDENTIAL_UNKNOWN"):
        credentials.holder("telegram", "young")
    assert credentials.holder("cli", "young").credential == "young"


@pytest.mark.parametrize("content", [{}, {"applications": {}}, held(telegram=[])], ids=str)
def test_a_file_without_callers_lets_nobody_in(tmp_path: Path, content: Any) -> None:
    credentials = Credentials(file_of(tmp_path, content))
    assert reason_for(credentials, "Bearer ") == "CREDENTIAL_MISSING"
    assert reason_for(credentials, "Bearer x") == "CREDENTIAL_UNKNOWN"


def test_without_a_file_nobody_gets_in() -> None:
    credentials = Credentials(None)
    assert reason_for(credentials, None) == "CREDENTIAL_MISSING"
    assert reason_for(credentials, "Bearer x") == "CREDENTIAL_UNKNOWN"


@pytest.mark.parametrize(
    "content",
    [
        "",
        "{",
        "\x00",
        "null",
        "[]",
        '"telegram"',
        {"telegram": [token_hash("x")]},
        {"applications": []},
        {"applications": {"telegram": [token_hash("x")]}},
        {"applications": {"telegram": {"tokens": []}}},
        held("write", cli=[]),
        held(Cli=[]),
        held(**{"a/b": []}),
        held(cli=[{"sha256": token_hash("x")}]),
        held(cli=[token("x", sha256="a-token-in-clear")]),
        held(cli=[token("x", sha256=token_hash("x")[:-2])]),
        held(cli=[token("x", sha256=token_hash("x") + "00")]),
        held(cli=[token("x", expires="2026-01-02T03:04:05")]),
        held(cli=[token("x", expires="tomorrow")]),
        held(cli=[token("x", "one"), token("y", "one")]),
        held(cli=[token("x", "one"), token("x", "two")]),
        held(cli=[token("x")], telegram=[token("x")]),
    ],
    ids=str,
)
def test_a_file_of_another_form_stops_the_service(tmp_path: Path, content: Any) -> None:
    path = file_of(tmp_path, content)
    with pytest.raises(ValueError, match=r"credentials\.json") as caught:
        Credentials(path)
    assert "a-token-in-clear" not in str(caught.value)


def test_a_file_that_is_not_there_stops_the_service(tmp_path: Path) -> None:
    with pytest.raises(OSError, match=r"nowhere\.json"):
        Credentials(tmp_path / "nowhere.json")


def test_a_hash_may_be_written_in_capitals(tmp_path: Path) -> None:
    content = held(cli=[token("x", sha256=token_hash("x").upper())])
    assert name_for(Credentials(file_of(tmp_path, content)), "x") == "cli"


def test_a_changed_file_counts_a_second_later_without_a_restart(tmp_path: Path) -> None:
    clock = Clock()
    credentials = Credentials(file_of(tmp_path, held(cli=[token("old")])), clock)
    file_of(tmp_path, held(cli=[token("new")]))
    assert name_for(credentials, "old") == "cli"
    clock.now = 1.0
    assert name_for(credentials, "new") == "cli"
    assert reason_for(credentials, "Bearer old") == "CREDENTIAL_UNKNOWN"
    with pytest.raises(Refused, match="CREDENTIAL_UNKNOWN"):
        credentials.holder("cli", "old")


def test_a_changed_file_that_is_broken_or_gone_leaves_things_as_they_were(tmp_path: Path) -> None:
    clock = Clock()
    path = file_of(tmp_path, held(cli=[token("old")]))
    credentials = Credentials(path, clock)
    for broken in (True, False):
        clock.now += 10
        if broken:
            path.write_text("{")
        else:
            path.unlink()
        with capture_logs() as logs:
            assert [name_for(credentials, "old") for _ in range(3)] == ["cli"] * 3
            clock.now += 5
            assert name_for(credentials, "old") == "cli"
        assert [(line["event"], line["log_level"]) for line in logs] == [
            ("credentials_rejected", "error")
        ]
    file_of(tmp_path, held(cli=[token("new")]))
    clock.now = 100
    assert name_for(credentials, "new") == "cli"


def test_a_file_is_written_for_its_owner_alone_and_replaced_as_a_whole(tmp_path: Path) -> None:
    path = file_of(tmp_path, held(cli=[token("x")]))
    path.chmod(0o644)
    before, content = path.stat().st_ino, Applications.read(path)
    content.write(path)
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.stat().st_ino != before
    assert Applications.read(path) == content
    assert list(tmp_path.iterdir()) == [path]


async def test_each_task_has_a_caller_of_its_own() -> None:
    async def served(name: str) -> str:
        bind_caller(Identity(name))
        await asyncio.sleep(0)
        return caller()

    names = [f"caller-{number}" for number in range(10)]
    assert await asyncio.gather(*(asyncio.create_task(served(name)) for name in names)) == names
