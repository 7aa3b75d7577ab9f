"""The services as child processes, wired to each other on this machine."""

import asyncio
import functools
import socket
import sys
from dataclasses import dataclass

import grpc.aio
from grpc_health.v1 import health_pb2, health_pb2_grpc

from carteado.cli.folder import Folder
from carteado.cli.supervisor import Program

HOST = "127.0.0.1"
ENGINE = "carteado.api.engine.v1.EngineService"
TABLES = "carteado.api.tables.v1.TablesService"
PROBE_SECONDS = 0.05


@dataclass(frozen=True, slots=True)
class Services:
    """The services of one installation.

    Attributes:
        folder: Where they keep their data.
        engine_port: Where the engine listens.
        tables_port: Where tables listens.
    """

    folder: Folder
    engine_port: int
    tables_port: int

    @property
    def engine_address(self) -> str:
        """Host and port of the engine."""
        return f"{HOST}:{self.engine_port}"

    @property
    def tables_address(self) -> str:
        """Host and port of tables."""
        return f"{HOST}:{self.tables_port}"

    def programs(self) -> tuple[Program, ...]:
        """What to run, in the order to start it."""
        return self._engine(), self._tables()

    def _engine(self) -> Program:
        environment = {
            "CARTEADO_ENGINE_LISTEN": self.engine_address,
            "CARTEADO_ENGINE_CREDENTIALS_FILE": str(self.folder.engine_credentials()),
            "CARTEADO_ENGINE_KEYSET_FILE": str(self.folder.path / "engine-keyset.json"),
            "CARTEADO_ENGINE_DEVELOPMENT": "true",
            "CARTEADO_ENGINE_STOP_WITH_STDIN": "true",
            "CARTEADO_ENGINE_LOG_FORMAT": "console",
        }
        ready = functools.partial(until_serving, self.engine_address, ENGINE)
        command = (sys.executable, "-m", "carteado.engine")
        return Program("engine", command, environment, ready)

    def _tables(self) -> Program:
        environment = {
            "CARTEADO_TABLES_LISTEN": self.tables_address,
            "CARTEADO_TABLES_DATABASE": f"sqlite:///{self.folder.path / 'tables.sqlite'}",
            "CARTEADO_TABLES_ENGINE_TARGET": self.engine_address,
            "CARTEADO_TABLES_ENGINE_TOKEN": self.folder.engine_token(),
            "CARTEADO_TABLES_CREDENTIALS_FILE": str(self.folder.tables_credentials()),
            "CARTEADO_TABLES_KEYSET_FILE": str(self.folder.path / "tables-keyset.json"),
            "CARTEADO_TABLES_SIGNING_KEYS_FILE": str(self.folder.path / "tables-signing-keys.json"),
            "CARTEADO_TABLES_DEVELOPMENT": "true",
            "CARTEADO_TABLES_STOP_WITH_STDIN": "true",
            "CARTEADO_TABLES_LOG_FORMAT": "console",
        }
        ready = functools.partial(until_serving, self.tables_address, TABLES)
        command = (sys.executable, "-m", "carteado.tables")
        return Program("tables", command, environment, ready)


async def until_serving(address: str, service: str) -> None:
    """Returns once the service says of itself that it serves."""
    options = [("grpc.initial_reconnect_backoff_ms", 50), ("grpc.max_reconnect_backoff_ms", 200)]
    async with grpc.aio.insecure_channel(address, options) as channel:
        health = health_pb2_grpc.HealthStub(channel)
        while not await _serves(health, service):  # noqa: ASYNC110 - whoever is not there yet cannot tell
            await asyncio.sleep(PROBE_SECONDS)


async def _serves(health: health_pb2_grpc.HealthStub, service: str) -> bool:
    try:
        answer = await health.Check(health_pb2.HealthCheckRequest(service=service), timeout=1)
    except grpc.aio.AioRpcError:
        return False
    return bool(answer.status == health_pb2.HealthCheckResponse.SERVING)


def port_or_free(port: int) -> int:
    """The port, or a free one where somebody else listens on it; 0 is always a free one."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError:
            probe.bind((HOST, 0))
        chosen: int = probe.getsockname()[1]
        return chosen
