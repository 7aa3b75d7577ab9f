"""Files of keys: read, or made in development with a loud warning."""

import base64
import json
import stat
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from carteado.runtime import keys
from carteado.runtime.keys import Keyset

GOOD = base64.b64encode(bytes(32)).decode()


NAMELESS = {"": GOOD}


def text_of(primary: Any = "a", **entries: Any) -> str:
    return json.dumps({"primary": primary, "keys": entries or {"a": GOOD}})


def test_a_keyset_is_read_as_it_was_written() -> None:
    keyset = Keyset.parse(text_of("b", a=GOOD, b=base64.b64encode(b"k" * 32).decode()))
    assert keyset.primary == "b"
    assert keyset.keys == {"a": bytes(32), "b": b"k" * 32}


def test_a_keyset_that_was_made_can_be_read_and_is_never_the_same() -> None:
    made = [Keyset.parse(Keyset.make()) for _ in range(20)]
    assert len({keyset.keys[keyset.primary] for keyset in made}) == 20
    assert all(list(keyset.keys) == [keyset.primary] for keyset in made)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "null",
        "[]",
        "7",
        "{}",
        '{"primary": "a"}',
        '{"keys": {}}',
        '{"primary": "a", "keys": {}}',
        '{"primary": "a", "keys": []}',
        '{"primary": "a", "keys": null}',
        text_of("b"),
        text_of(a=None),
        text_of(a=7),
        text_of(a=""),
        text_of(a="é" * 32),
        text_of(a="not base64!"),
        text_of(a=GOOD.rstrip("=")),
        text_of(a=base64.b64encode(bytes(31)).decode()),
        text_of(a=base64.b64encode(bytes(33)).decode()),
        text_of(a=GOOD, b=base64.b64encode(bytes(16)).decode()),
        text_of("", **NAMELESS),
        text_of("k" * 17, **{"k" * 17: GOOD}),
        text_of("ç", ç=GOOD),
    ],
)
def test_text_that_is_no_keyset_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r".+") as caught:
        Keyset.parse(text)
    assert GOOD not in str(caught.value)


def test_keys_given_inline_come_before_the_file(tmp_path: Path) -> None:
    path = tmp_path / "keys.json"
    path.write_text("of the file")
    arguments: dict[str, Any] = {"development": True, "make": lambda: "made"}
    with capture_logs() as logs:
        assert keys.load("inline", path, **arguments) == "inline"
        assert keys.load(None, path, **arguments) == "of the file"
        assert keys.load("", path, **arguments) == "of the file"
    assert not logs


@pytest.mark.parametrize("path", [None, Path("/nowhere/keys.json")])
def test_outside_development_no_keys_are_made(path: Path | None) -> None:
    with pytest.raises(ValueError, match="no keys"):
        keys.load(None, path, development=False, make=lambda: pytest.fail("made keys"))


def test_in_development_keys_are_made_once_with_a_warning(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "er" / "keys.json"
    with capture_logs() as logs:
        first = keys.load(None, path, development=True, make=Keyset.make)
        again = keys.load(None, path, development=False, make=Keyset.make)
    assert first == again == path.read_text()
    (warning,) = logs
    assert warning["log_level"] == "warning"
    assert "DEVELOPMENT" in warning["event"]
    assert warning["keys"] == str(path)
    secret = next(iter(json.loads(first)["keys"].values()))
    assert secret not in repr(logs)


def test_keys_without_a_file_are_made_in_memory_with_a_warning() -> None:
    with capture_logs() as logs:
        text = keys.load(None, None, development=True, make=Keyset.make)
    Keyset.parse(text)
    assert logs[0]["log_level"] == "warning"
    assert "in memory" in logs[0]["keys"]


def test_a_file_of_keys_is_its_owners_alone_and_leaves_nothing_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "new" / "keys.json"
    text = keys.load(None, path, development=True, make=Keyset.make)
    assert path.read_text() == text
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(path.parent.iterdir()) == [path]


def test_of_two_processes_that_make_keys_at_once_both_use_those_written_first(
    tmp_path: Path,
) -> None:
    path = tmp_path / "keys.json"

    def slow() -> str:
        path.write_text("first")
        return "second"

    assert keys.load(None, path, development=True, make=slow) == "first"
    assert path.read_text() == "first"
