"""The command as it is typed."""

import asyncio
import functools
import io
import signal
import sys
import textwrap
from datetime import UTC, datetime, timedelta
from importlib.metadata import version
from pathlib import Path

import pytest
from rich.console import Console
from typer.testing import CliRunner

from carteado.api.tables.v1.tables_pb2 import SigningKey
from carteado.cli.demo import demo
from carteado.cli.folder import Folder
from carteado.cli.main import command_line
from carteado.cli.services import Ports, Services
from carteado.cli.supervisor import Program
from carteado.cli.up import public_keys, up
from carteado.cli.words import LOCALES
from carteado.ranking.signing import PublicKeys
from carteado.words import Words

SERVICE = """
    import signal, sys, time
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    print("serving", flush=True)
    time.sleep({seconds})
    sys.exit({code})
"""


ANYWHERE = Ports(engine=0, tables=0)


@pytest.fixture
def words() -> Words:
    return Words(LOCALES, "pt_BR")


@pytest.fixture
def console() -> Console:
    return Console(file=io.StringIO(), width=200, highlight=False, markup=False)


def text(console: Console) -> str:
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def fakes(monkeypatch: pytest.MonkeyPatch, *, seconds: float, code: int = 0) -> None:
    """In place of the services: an engine that stays, and tables that end after a while."""

    def fake(name: str, lives: float, end: int) -> Program:
        code = textwrap.dedent(SERVICE.format(seconds=lives, code=end))
        ready = functools.partial(asyncio.sleep, 0.1)
        return Program(name, (sys.executable, "-c", code), {}, ready)

    engine, tables = fake("engine", 3600, 0), fake("tables", seconds, code)
    monkeypatch.setattr(Services, "engine", lambda _self: engine)
    monkeypatch.setattr(Services, "tables", lambda _self: tables)


def test_the_version_is_that_of_the_package(words: Words) -> None:
    result = CliRunner().invoke(command_line(words), ["--version"])
    assert result.exit_code == 0
    assert result.output == f"carteado {version('carteado-cli')}\n"


@pytest.mark.parametrize(
    ("language", "sentence"),
    [("pt_BR", "até o vencedor"), ("en", "to the winner")],
)
def test_help_speaks_the_language(language: str, sentence: str) -> None:
    result = CliRunner().invoke(command_line(Words(LOCALES, language)), ["demo", "--help"])
    assert result.exit_code == 0
    assert sentence in result.output


def test_the_wire_is_not_imported_before_it_is_needed() -> None:
    code = "import sys, carteado.cli.main; sys.exit('grpc' in sys.modules)"

    async def run() -> int:
        process = await asyncio.create_subprocess_exec(sys.executable, "-c", code)
        return await process.wait()

    assert asyncio.run(run()) == 0


async def test_up_ends_with_the_code_of_who_fails_and_says_where_its_words_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, console: Console, words: Words
) -> None:
    fakes(monkeypatch, seconds=1, code=9)
    assert await up(Folder(tmp_path), ANYWHERE, "", console, words) == 9
    lines = text(console).splitlines()
    assert lines[-1] == "tables parou sem ser pedido (código 9)."
    assert str(tmp_path / "up.log") in lines[1]
    assert "engine  serving" in (tmp_path / "up.log").read_text().splitlines()


def test_the_keys_of_tables_become_the_file_that_ranking_reads() -> None:
    begin = datetime(2026, 11, 1, tzinfo=UTC)
    retired = SigningKey(id="k1", public_key=b"1" * 32)
    retired.valid_from.FromDatetime(begin)
    retired.retired_at.FromDatetime(begin + timedelta(days=9))
    in_use = SigningKey(id="k2", public_key=b"2" * 32)
    in_use.valid_from.FromDatetime(begin)
    end = begin + timedelta(days=10)
    keys = PublicKeys.parse(public_keys([in_use, retired]))
    assert [(key.id, key.public) for key in keys.keys] == [("k2", b"2" * 32), ("k1", b"1" * 32)]
    assert [key.counts(end=begin + timedelta(days=9), now=end) for key in keys.keys] == [
        True,
        False,
    ]


async def test_a_folder_in_use_is_left_alone(
    tmp_path: Path, console: Console, words: Words
) -> None:
    folder = Folder(tmp_path)
    with folder.held():
        assert await up(folder, ANYWHERE, "", console, words) == 1
        assert await demo(folder, console, words) == 1
    assert text(console).count(f"Outro processo já usa a pasta {tmp_path}.") == 2


async def test_a_demonstration_whose_services_fail_says_where_their_words_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, console: Console, words: Words
) -> None:
    fakes(monkeypatch, seconds=0, code=6)
    assert await demo(Folder(tmp_path), console, words) == 6
    assert str(tmp_path / "demo.log") in text(console)
    assert "serving" in (tmp_path / "demo.log").read_text()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_a_demonstration_that_is_interrupted_ends_in_order(
    tmp_path: Path, number: signal.Signals
) -> None:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", "from carteado.cli.main import main; main()"),
        *("demo", "--data", str(tmp_path)),
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    await process.stdout.readline()
    process.send_signal(number)
    await process.communicate()
    assert process.returncode == 130
