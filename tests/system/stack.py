"""The services as an operator runs them: processes of their own, files of their own, real ports on loopback."""

import asyncio
import contextlib
import os
import signal
import socket
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path

import grpc
import grpc.aio
from grpc_health.v1 import health_pb2, health_pb2_grpc

from tests.credentials import write_credentials

APPLICATION = "chat"
TOKEN = "a-token-of-the-chat-that-no-log-may-hold"
ENGINE_TOKEN = "a-token-of-tables-that-no-log-may-hold"
PATIENCE = 30.0
APIS = {
    "engine": "carteado.api.engine.v1.EngineService",
    "tables": "carteado.api.tables.v1.TablesService",
    "ranking": "carteado.api.ranking.v1.RankingService",
    "telegram_gateway": "",
}
"""What each service calls itself when it is asked for its health; the gateway has nothing else to offer."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Service:
    """One process: started, killed without warning, started again on the same port."""

    def __init__(self, name: str, folder: Path, settings: dict[str, str]) -> None:
        self.name = name
        self.target = f"127.0.0.1:{free_port()}"
        self.log = folder / f"{name}.log"
        prefix = f"CARTEADO_{name.upper()}_"
        common = {"LISTEN": self.target, "DEVELOPMENT": "true", "DRAIN_SECONDS": "0"}
        self._env = {prefix + key: value for key, value in (common | settings).items()}
        self._process: asyncio.subprocess.Process

    async def start(self) -> None:
        with self.log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                f"carteado.{self.name}",
                env={**os.environ, **self._env},
                stderr=log,
            )
        await self._ready()

    async def _ready(self) -> None:
        request = health_pb2.HealthCheckRequest(service=APIS[self.name])
        deadline = time.monotonic() + PATIENCE
        async with grpc.aio.insecure_channel(self.target) as channel:
            stub = health_pb2_grpc.HealthStub(channel)
            while True:
                with contextlib.suppress(grpc.aio.AioRpcError):
                    answer = await stub.Check(request, timeout=2)
                    if answer.status == health_pb2.HealthCheckResponse.SERVING:
                        return
                assert self._process.returncode is None, self.log.read_text()
                assert time.monotonic() < deadline, self.log.read_text()
                await asyncio.sleep(0.05)

    async def kill(self) -> None:
        """kill -9."""
        self._process.send_signal(signal.SIGKILL)
        await self._process.wait()

    async def stop(self) -> int:
        """SIGTERM; answers the exit code."""
        if self._process.returncode is None:
            self._process.terminate()
        return await self._process.wait()


class Stack:
    """Engine and tables."""

    def __init__(self, folder: Path) -> None:
        credentials = write_credentials(
            folder / "credentials.json", {APPLICATION: TOKEN, "tables": ENGINE_TOKEN}
        )
        self.engine = Service(
            "engine",
            folder,
            {
                "CREDENTIALS_FILE": str(credentials),
                "KEYSET_FILE": str(folder / "engine-keys.json"),
            },
        )
        self.tables = Service(
            "tables",
            folder,
            {
                "CREDENTIALS_FILE": str(credentials),
                "DATABASE": f"sqlite:///{folder / 'tables.sqlite'}",
                "ENGINE_TARGET": self.engine.target,
                "ENGINE_TOKEN": ENGINE_TOKEN,
                "KEYSET_FILE": str(folder / "tables-keys.json"),
                "SIGNING_KEYS_FILE": str(folder / "signing-keys.json"),
            },
        )

    def logs(self) -> str:
        return self.engine.log.read_text() + self.tables.log.read_text()


@contextlib.asynccontextmanager
async def standing(folder: Path) -> AsyncIterator[Stack]:
    """Both services, from ready to cleanly stopped."""
    stack = Stack(folder)
    await stack.engine.start()
    await stack.tables.start()
    try:
        yield stack
    finally:
        codes = await stack.tables.stop(), await stack.engine.stop()
    assert codes == (0, 0), stack.logs()
