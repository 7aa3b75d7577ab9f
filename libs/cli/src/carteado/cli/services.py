"""The services as child processes, wired to each other on this machine."""

import asyncio
import functools
import socket
import sys
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

import grpc.aio
from grpc_health.v1 import health_pb2, health_pb2_grpc

from carteado.cli.folder import Folder
from carteado.cli.supervisor import Program

HOST = "127.0.0.1"
ENGINE = "carteado.api.engine.v1.EngineService"
TABLES = "carteado.api.tables.v1.TablesService"
RANKING = "carteado.api.ranking.v1.RankingService"
GATEWAY = ""
"""The gateway offers nothing but its health."""
PROBE_SECONDS = 0.05
PUBLIC_KEYS = "ranking-signing-keys.json"


@dataclass(frozen=True, slots=True)
class Ports:
    """Where each service listens.

    Attributes:
        page: The page of the sandbox, where its Bot API is too.
    """

    engine: int
    tables: int
    ranking: int = 0
    gateway: int = 0
    page: int = 0


@dataclass(frozen=True, slots=True)
class Services:
    """The services of one installation.

    Attributes:
        folder: Where they keep their data.
        ports: Where they listen.
    """

    folder: Folder
    ports: Ports

    @property
    def engine_address(self) -> str:
        """Host and port of the engine."""
        return f"{HOST}:{self.ports.engine}"

    @property
    def tables_address(self) -> str:
        """Host and port of tables."""
        return f"{HOST}:{self.ports.tables}"

    @property
    def ranking_address(self) -> str:
        """Host and port of ranking."""
        return f"{HOST}:{self.ports.ranking}"

    @property
    def page_url(self) -> str:
        """Where to play in a browser, and the Bot API of the sandbox."""
        return f"http://{HOST}:{self.ports.page}"

    def engine(self) -> Program:
        """The engine, which tables, ranking and whoever develops may call."""
        callers = self._tokens("engine", "tables", "ranking")
        environment = {"KEYSET_FILE": str(self.folder.path / "engine-keyset.json")}
        return self._service("engine", ENGINE, self.ports.engine, callers, environment)

    def tables(self) -> Program:
        """Tables, which calls the engine and reports to ranking, where there is one."""
        environment = {
            "DATABASE": f"sqlite:///{self.folder.path / 'tables.sqlite'}",
            "ENGINE_TARGET": self.engine_address,
            "ENGINE_TOKEN": self.folder.token_of("tables-to-engine"),
            "KEYSET_FILE": str(self.folder.path / "tables-keyset.json"),
            "SIGNING_KEYS_FILE": str(self.folder.path / "tables-signing-keys.json"),
            "DAILY_KEY_FILE": str(self.folder.path / "tables-daily-key.json"),
        }
        if self.ports.ranking:
            environment |= {
                "RANKING_TARGET": self.ranking_address,
                "RANKING_TOKEN": self.folder.token_of("tables-to-ranking"),
            }
        callers = self._tokens("tables", "telegram")
        return self._service("tables", TABLES, self.ports.tables, callers, environment)

    def ranking(self) -> Program:
        """Ranking, which trusts what is signed with the keys that tables lists, and asks the engine to play it again."""
        environment = {
            "DATABASE": f"sqlite:///{self.folder.path / 'ranking.sqlite'}",
            "ENGINE_TARGET": self.engine_address,
            "ENGINE_TOKEN": self.folder.token_of("ranking-to-engine"),
            "SIGNING_KEYS_FILE": str(self.folder.path / PUBLIC_KEYS),
        }
        callers = self._tokens("ranking", "tables", "telegram")
        return self._service("ranking", RANKING, self.ports.ranking, callers, environment)

    def sandbox(self) -> Program:
        """A Telegram of our own, with a page to be anybody on."""
        command = (
            *(sys.executable, "-m", "carteado.telegram_sandbox", "--stop-with-stdin"),
            *("--listen", f"{HOST}:{self.ports.page}"),
            *("--state", str(self.folder.path / "telegram-sandbox.json")),
        )
        environment = {"CARTEADO_TELEGRAM_SANDBOX_TOKEN": self._sandbox_token()}
        ready = functools.partial(until_listening, self.ports.page)
        return Program("sandbox", command, environment, ready)

    def gateway(self, telegram_token: str) -> Program:
        """The gateway, at the real Telegram with a token of it, else at the sandbox."""
        network = "telegram" if telegram_token else "sandbox"
        database = self.folder.path / f"{network}-gateway.sqlite"
        environment = {
            "TOKEN": telegram_token or self._sandbox_token(),
            "DATABASE": f"sqlite:///{database}",
            "TABLES_TARGET": self.tables_address,
            "TABLES_TOKEN": self.folder.token_of("telegram-to-tables"),
            "RANKING_TARGET": self.ranking_address,
            "RANKING_TOKEN": self.folder.token_of("telegram-to-ranking"),
        }
        if not telegram_token:
            environment["API_URL"] = self.page_url
        return self._service("telegram_gateway", GATEWAY, self.ports.gateway, {}, environment)

    def _sandbox_token(self) -> str:
        """In the form in which Telegram gives tokens."""
        return f"1000001:{self.folder.token_of('telegram-sandbox')}"

    def _tokens(self, service: str, *callers: str) -> Mapping[str, str]:
        return {caller: self.folder.token_of(f"{caller}-to-{service}") for caller in callers}

    def _service(
        self,
        name: str,
        api: str,
        port: int,
        callers: Mapping[str, str],
        environment: Mapping[str, str],
    ) -> Program:
        address = f"{HOST}:{port}"
        settings = {
            "LISTEN": address,
            "CREDENTIALS_FILE": str(self.folder.credentials(name, callers)),
            "DEVELOPMENT": "true",
            "STOP_WITH_STDIN": "true",
            "LOG_FORMAT": "console",
            **environment,
        }
        prefixed = {f"CARTEADO_{name.upper()}_{key}": value for key, value in settings.items()}
        ready = functools.partial(until_serving, address, api)
        return Program(name, (sys.executable, "-m", f"carteado.{name}"), prefixed, ready)


async def until_serving(address: str, service: str) -> None:
    """Returns once the service says of itself that it serves."""
    options = [("grpc.initial_reconnect_backoff_ms", 50), ("grpc.max_reconnect_backoff_ms", 200)]
    async with grpc.aio.insecure_channel(address, options) as channel:
        health = health_pb2_grpc.HealthStub(channel)
        await _until(lambda: _serves(health, service))


async def until_listening(port: int) -> None:
    """Returns once somebody takes connections at the port."""
    await _until(lambda: _listens(port))


async def _until(is_so: Callable[[], Awaitable[bool]]) -> None:
    while not await is_so():  # noqa: ASYNC110 - whoever is not there yet cannot tell
        await asyncio.sleep(PROBE_SECONDS)


async def _serves(health: health_pb2_grpc.HealthStub, service: str) -> bool:
    try:
        answer = await health.Check(health_pb2.HealthCheckRequest(service=service), timeout=1)
    except grpc.aio.AioRpcError:
        return False
    return bool(answer.status == health_pb2.HealthCheckResponse.SERVING)


async def _listens(port: int) -> bool:
    try:
        _, writer = await asyncio.open_connection(HOST, port)
    except OSError:
        return False
    writer.close()
    return True


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
