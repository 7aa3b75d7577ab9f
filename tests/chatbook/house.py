"""Everything in one process and on one clock that is moved by hand, so that a match in a chat goes the same way each time."""

import asyncio
import contextlib
import json
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from carteado.api.game.v1.game_pb2 import PHASE_AWAITING_DEAL
from carteado.api.tables.v1.tables_pb2 import (
    PURPOSE_RANKED,
    TABLE_STATE_FINISHED,
    TABLE_STATE_PLAYING,
    Table,
)
from carteado.client import Client, NotFound
from carteado.engine.server import running as engine_running
from carteado.engine.settings import Settings as EngineSettings
from carteado.ranking.server import running as ranking_running
from carteado.ranking.settings import Settings as RankingSettings
from carteado.runtime.keys import Keyset
from carteado.tables import vault
from carteado.tables.server import running as tables_running
from carteado.tables.settings import Settings as TablesSettings
from carteado.tables.signing import SigningKeys
from carteado.telegram_gateway.server import Gateway, opened
from carteado.telegram_gateway.settings import Settings as GatewaySettings
from carteado.telegram_sandbox.driver import Driver
from carteado.telegram_sandbox.server import serving
from carteado.telegram_sandbox.world import World
from tests.credentials import write_credentials
from tests.telegram_gateway.doubles import HandClock

TOKEN = "a-token-of-this-book"
BOT_TOKEN = "1000001:a-bot-of-this-book"
GLANCE_SECONDS = 0.004
PATIENCE_SECONDS = 20.0
STEP_SECONDS = 0.5


@dataclass(frozen=True)
class House:
    """A chat with everything behind it.

    Attributes:
        telegram: What people do and see.
        world: The same, as the sandbox holds it.
        tables: The tables service, as the gateway sees it.
        gateway: The gateway at work.
        clock: The gateway's clock.
    """

    telegram: Driver
    world: World
    tables: Client
    gateway: Gateway
    clock: HandClock

    async def settled(self) -> None:
        """Returns once nothing more happens until time goes on."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        calm = 0
        while calm < 3:
            assert time.monotonic() < deadline
            await asyncio.sleep(GLANCE_SECONDS)
            calm = calm + 1 if await self._is_calm() else 0

    async def pass_by(self, seconds: float) -> None:
        """Lets time go on, a little at a time."""
        for _ in range(round(seconds / STEP_SECONDS)):
            await self.clock.pass_by(STEP_SECONDS)
            await self.settled()

    async def _is_calm(self) -> bool:
        if self.world.updates.waiting or self.gateway.inbox.pending:
            return False
        if self.gateway.company.outbox.due(self.clock.now()):
            return False
        for follower in self.gateway.followers:
            table = await self.tables.get_table(follower.hosted.table_id)
            if follower.table.version != table.version or _owes_something(table):
                return False
            if table.state == TABLE_STATE_FINISHED and not await self._is_rated(table):
                return False
        return True

    async def _is_rated(self, table: Table) -> bool:
        """True once the ranking knows of the match, or never will."""
        ranking = self.gateway.company.ranking
        if ranking is None or table.purpose != PURPOSE_RANKED:
            return True
        try:
            await ranking.explain(table.id)
        except NotFound:
            return False
        return True


def _owes_something(table: Table) -> bool:
    """True while the table is about to go on by itself."""
    return table.state == TABLE_STATE_PLAYING and table.view.phase == PHASE_AWAITING_DEAL


@contextlib.asynccontextmanager
async def standing(
    folder: Path, monkeypatch: pytest.MonkeyPatch, secret: bytes, **gateway_settings: Any
) -> AsyncIterator[House]:
    """A house whose shuffles follow from a secret that is known."""
    monkeypatch.setattr(vault, "draw", lambda: secret)
    callers = ("telegram", "tables", "ranking")
    tokens = {name: TOKEN + name for name in callers}
    credentials = write_credentials(folder / "credentials.json", tokens)
    settings = {"listen": "127.0.0.1:0", "credentials_file": credentials, "drain_seconds": 0}
    async with contextlib.AsyncExitStack() as stack:
        services = Services(folder, settings)
        engine = await stack.enter_async_context(engine_running(services.engine()))
        ranking = await stack.enter_async_context(ranking_running(services.ranking(engine)))
        tables = await stack.enter_async_context(tables_running(services.tables(engine, ranking)))
        sandbox = await stack.enter_async_context(serving(state=None, token=BOT_TOKEN))
        telegram = await stack.enter_async_context(Driver(sandbox.url))
        client = Client(_at(tables), TOKEN + "telegram")
        await stack.enter_async_context(client)
        clock = HandClock()
        last = await stack.enter_async_context(_last_minute(clock))
        gateway = services.gateway(sandbox.url, tables, ranking, **gateway_settings)
        at_work = await stack.enter_async_context(opened(gateway, clock))
        stack.callback(last.set)
        yield House(telegram, sandbox.world, client, at_work, clock)


@contextlib.asynccontextmanager
async def _last_minute(clock: HandClock) -> AsyncIterator[asyncio.Event]:
    """Time that goes on by itself once the event is set, for whoever waits by the clock while the house is closed."""
    begins = asyncio.Event()

    async def go_on() -> None:
        await begins.wait()
        while True:
            await clock.pass_by(STEP_SECONDS)
            await asyncio.sleep(GLANCE_SECONDS)

    going = asyncio.create_task(go_on())
    try:
        yield begins
    finally:
        going.cancel()
        await asyncio.gather(going, return_exceptions=True)


class Services:
    """The settings of each service, for one process."""

    def __init__(self, folder: Path, common: dict[str, Any]) -> None:
        self._folder = folder
        self._common = common
        self._signing_keys = SigningKeys.make()

    def engine(self) -> EngineSettings:
        return EngineSettings(keyset=SecretStr(Keyset.make()), **self._common)

    def ranking(self, engine: int) -> RankingSettings:
        return RankingSettings(
            database=f"sqlite:///{self._folder / 'ranking.sqlite'}",
            engine_target=_at(engine),
            engine_token=SecretStr(TOKEN + "ranking"),
            signing_keys=SecretStr(_public_halves(self._signing_keys)),
            **self._common,
        )

    def tables(self, engine: int, ranking: int) -> TablesSettings:
        return TablesSettings(
            database=f"sqlite:///{self._folder / 'tables.sqlite'}",
            engine_target=_at(engine),
            engine_token=SecretStr(TOKEN + "tables"),
            ranking_target=_at(ranking),
            ranking_token=SecretStr(TOKEN + "tables"),
            keyset=SecretStr(Keyset.make()),
            signing_keys=SecretStr(self._signing_keys),
            **self._common,
        )

    def gateway(self, api_url: str, tables: int, ranking: int, **more: Any) -> GatewaySettings:
        return GatewaySettings(
            token=SecretStr(BOT_TOKEN),
            api_url=api_url,
            database=f"sqlite:///{self._folder / 'gateway.sqlite'}",
            tables_target=_at(tables),
            tables_token=SecretStr(TOKEN + "telegram"),
            ranking_target=_at(ranking),
            ranking_token=SecretStr(TOKEN + "telegram"),
            **self._common,
            **more,
        )


def _public_halves(signing_keys: str) -> str:
    keys = json.loads(signing_keys)["keys"]
    return json.dumps({"keys": [{**key, "private": None} for key in keys]})


def _at(port: int) -> str:
    return f"127.0.0.1:{port}"
