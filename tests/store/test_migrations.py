"""How the file is made, and brought to the newest schema."""

import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from alembic import command
from sqlalchemy import create_engine, text

from carteado.store import Connections, Migrations
from tests.house.sources import ROOT
from tests.store.notes import MIGRATIONS, STEPS, metadata, notes

PROCESSES = 4
MIGRATE = "import sys; from tests.store.notes import MIGRATIONS; MIGRATIONS.migrate(sys.argv[1])"
BROKEN_STEP = """
revision = "0003"
down_revision = "0002"

def upgrade():
    raise LookupError
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "notes.sqlite"


@pytest.fixture
def url(path: Path) -> str:
    return f"sqlite:///{path}"


def test_the_file_is_made_with_its_folder_and_is_its_owners_alone(path: Path, url: str) -> None:
    MIGRATIONS.migrate(url)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


async def test_migrating_again_changes_nothing(url: str) -> None:
    MIGRATIONS.migrate(url)
    connections = Connections(url)
    await connections.write(lambda one: one.execute(notes.insert(), {"text": "first", "at": 1}))
    connections.close()
    MIGRATIONS.migrate(url)
    connections = Connections(url)
    assert await connections.read(lambda one: one.execute(notes.select()).all()) == [
        (1, "first", 1)
    ]
    connections.close()


async def test_a_store_of_an_older_schema_keeps_what_it_has(path: Path, url: str) -> None:
    path.parent.mkdir()
    engine = create_engine(url)
    with engine.begin() as connection:
        command.upgrade(MIGRATIONS.config(connection), "0001")
        connection.execute(text("INSERT INTO notes (text) VALUES ('old')"))
    engine.dispose()
    MIGRATIONS.migrate(url)
    connections = Connections(url)
    assert await connections.read(lambda one: one.execute(notes.select()).all()) == [(1, "old", 0)]
    connections.close()


def test_a_step_that_fails_leaves_the_store_as_it_was(tmp_path: Path, url: str) -> None:
    steps = tmp_path / "steps"
    shutil.copytree(STEPS, steps)
    (steps / "r0003_broken.py").write_text(BROKEN_STEP)
    with pytest.raises(LookupError):
        Migrations(steps, metadata).migrate(url)
    engine = create_engine(url)
    with engine.connect() as connection:
        assert connection.execute(text("SELECT count(*) FROM sqlite_master")).scalar_one() == 0
    engine.dispose()


def test_the_folder_of_the_steps_may_have_any_name(tmp_path: Path, url: str) -> None:
    steps = tmp_path / "my steps, all: 100%"
    shutil.copytree(STEPS, steps)
    Migrations(steps, metadata).migrate(url)
    engine = create_engine(url)
    with engine.connect() as connection:
        command.check(MIGRATIONS.config(connection))
    engine.dispose()


def test_a_file_that_is_no_database_is_a_wrong_setting_and_is_named(path: Path, url: str) -> None:
    path.parent.mkdir()
    path.write_text("something else, and long enough to be looked at" * 10)
    with pytest.raises(ValueError, match=r"notes\.sqlite: file is not a database"):
        MIGRATIONS.migrate(url)


def test_a_folder_that_cannot_be_made_is_named(path: Path, url: str) -> None:
    path.parent.write_text("no folder")
    with pytest.raises(OSError, match="deep"):
        MIGRATIONS.migrate(url)


def test_of_processes_that_start_together_one_makes_the_store_and_all_go_on(url: str) -> None:
    started = [
        subprocess.Popen(
            [sys.executable, "-c", MIGRATE, url], cwd=ROOT, stderr=subprocess.PIPE, text=True
        )
        for _ in range(PROCESSES)
    ]
    complaints = [process.communicate()[1] for process in started]
    assert complaints == [""] * PROCESSES
    assert [process.returncode for process in started] == [0] * PROCESSES
