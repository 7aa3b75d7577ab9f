"""A NATS of the tests' own, started from a wheel on a free port of loopback; gone with whoever started it."""

import contextlib
import json
import shutil
import subprocess
import sysconfig
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.postgres import die_with_parent

PROGRAM = Path(sysconfig.get_path("scripts")) / "nats-server"
PATIENCE_SECONDS = 20
ANY_PORT = -1


class Nats:
    """One server: to be killed and started again where it was.

    Args:
        folder: Where it says which port it took.
        options: What it is told beside that, such as a token that it wants.
    """

    def __init__(self, folder: Path, options: Sequence[str] = ()) -> None:
        self._folder = folder
        self._options = options
        self._server: subprocess.Popen[bytes] | None = None
        self.port = ANY_PORT

    def url(self, credentials: str = "") -> str:
        """Where it is, as settings name it; credentials are a token, or user and password with a colon between."""
        return f"nats://{credentials}{'@' if credentials else ''}127.0.0.1:{self.port}"

    def start(self) -> None:
        """Starts the server, where it was before if it was, and waits until it lets callers in."""
        where = ["-a", "127.0.0.1", "-p", str(self.port), "--ports_file_dir", str(self._folder)]
        self._server = subprocess.Popen(
            [PROGRAM, *where, *self._options],
            stderr=subprocess.DEVNULL,
            preexec_fn=die_with_parent,  # noqa: PLW1509 - one call, that waits for nothing
            start_new_session=True,
        )
        self.port = int(self._address().rpartition(":")[2])

    def kill(self) -> None:
        """Kills the server, at once and without a word."""
        assert self._server is not None
        self._server.kill()
        self._server.wait(PATIENCE_SECONDS)

    def _address(self) -> str:
        """Where it says that it listens, once it does."""
        assert self._server is not None
        ports = self._folder / f"nats-server_{self._server.pid}.ports"
        give_up_at = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < give_up_at:
            with contextlib.suppress(FileNotFoundError, ValueError):
                address: str = json.loads(ports.read_text())["nats"][0]
                return address
            if self._server.poll() is not None:
                raise RuntimeError("nats-server ended")
            time.sleep(0.01)
        raise RuntimeError("nats-server does not listen")


@contextlib.contextmanager
def running(*options: str) -> Iterator[Nats]:
    """A server for as long as the block runs."""
    folder = Path(tempfile.mkdtemp(prefix="nats-"))
    try:
        server = Nats(folder, options)
        server.start()
        try:
            yield server
        finally:
            server.kill()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
