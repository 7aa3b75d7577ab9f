"""All services as an operator runs them, and the sandbox in place of Telegram."""

import contextlib
import secrets
from collections.abc import AsyncIterator
from pathlib import Path

from carteado.cli.up import public_keys
from carteado.client import Client
from carteado.telegram_sandbox.driver import Driver
from carteado.telegram_sandbox.server import serving
from tests.credentials import write_credentials
from tests.system.stack import Service

LINES = (
    ("tables", "engine"),
    ("ranking", "engine"),
    ("tables", "ranking"),
    ("telegram", "ranking"),
    ("telegram", "tables"),
    ("python", "tables"),
    ("node", "tables"),
)
"""Who calls whom, with a token of its own."""


class Chat:
    """A group chat with everything behind it.

    Attributes:
        telegram: What people do, and what they see.
        services: Each service by name, to be killed and started again.
    """

    def __init__(self, folder: Path, url: str, bot_token: str, telegram: Driver) -> None:
        self.telegram = telegram
        self.tokens = {line: secrets.token_urlsafe(16) for line in LINES}
        self.bot_token = bot_token
        self.folder = folder
        self._keys = folder / "public-keys.json"
        engine = self._service("engine", {"KEYSET_FILE": str(folder / "engine-keys.json")})
        self.services = {"engine": engine}
        ranking = self._service(
            "ranking",
            self._engine_of("ranking")
            | {
                "DATABASE": f"sqlite:///{folder / 'ranking.sqlite'}",
                "SIGNING_KEYS_FILE": str(self._keys),
            },
        )
        tables = self._service(
            "tables",
            self._engine_of("tables")
            | {
                "DATABASE": f"sqlite:///{folder / 'tables.sqlite'}",
                "KEYSET_FILE": str(folder / "tables-keys.json"),
                "SIGNING_KEYS_FILE": str(folder / "signing-keys.json"),
                "RANKING_TARGET": ranking.target,
                "RANKING_TOKEN": self.tokens["tables", "ranking"],
            },
        )
        gateway = self._service(
            "telegram_gateway",
            {
                "TOKEN": bot_token,
                "API_URL": url,
                "DATABASE": f"sqlite:///{folder / 'gateway.sqlite'}",
                "TABLES_TARGET": tables.target,
                "TABLES_TOKEN": self.tokens["telegram", "tables"],
                "RANKING_TARGET": ranking.target,
                "RANKING_TOKEN": self.tokens["telegram", "ranking"],
                "GROUP_GAP_SECONDS": "0.1",
                "GROUP_CALLS_A_MINUTE": "6000",
                "PRIVATE_GAP_SECONDS": "0.02",
            },
        )
        self.services |= {"tables": tables, "ranking": ranking, "telegram_gateway": gateway}

    def client(self, application: str = "telegram") -> Client:
        """The tables service, as the gateway sees it, or another application."""
        return Client(self.services["tables"].target, self.tokens[application, "tables"])

    async def start(self) -> None:
        await self.services["engine"].start()
        await self.services["tables"].start()
        async with self.client() as client:
            self._keys.write_text(public_keys(await client.signing_keys()))
        await self.services["ranking"].start()
        await self.services["telegram_gateway"].start()

    async def stop(self) -> list[int]:
        """The exit code of each, in reverse order of the start."""
        return [await service.stop() for service in reversed(self.services.values())]

    def logs(self) -> str:
        return "".join(service.log.read_text() for service in self.services.values())

    def _engine_of(self, name: str) -> dict[str, str]:
        target = self.services["engine"].target
        return {"ENGINE_TARGET": target, "ENGINE_TOKEN": self.tokens[name, "engine"]}

    def _service(self, name: str, settings: dict[str, str]) -> Service:
        callers = {
            caller: token for (caller, callee), token in self.tokens.items() if callee == name
        }
        credentials = write_credentials(self.folder / f"{name}-credentials.json", callers)
        return Service(name, self.folder, {"CREDENTIALS_FILE": str(credentials), **settings})


@contextlib.asynccontextmanager
async def chatting(folder: Path) -> AsyncIterator[Chat]:
    """Everything, from ready to cleanly stopped."""
    bot_token = f"1000001:{secrets.token_urlsafe(24)}"
    async with (
        serving(state=None, token=bot_token, listen="127.0.0.1:0") as sandbox,
        Driver(sandbox.url) as telegram,
    ):
        chat = Chat(folder, sandbox.url, bot_token, telegram)
        await chat.start()
        try:
            yield chat
        finally:
            codes = await chat.stop()
        assert codes == [0, 0, 0, 0], chat.logs()
