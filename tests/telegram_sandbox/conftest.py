"""A sandbox of its own for each test, python-telegram-bot as the bot, a clock that can be moved on."""

import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest
from telegram import Bot, Update
from telegram.request import HTTPXRequest

from carteado.telegram_sandbox.driver import Chat, Driver, Person
from carteado.telegram_sandbox.server import Sandbox, serving

TOKEN = "7000000001:for-tests"
EVENING = 1_800_000_000.0


@dataclass
class Clock:
    """A clock that stands still until it is moved on."""

    now: float = EVENING

    def __call__(self) -> float:
        return self.now

    def move(self, seconds: float) -> None:
        self.now += seconds


@dataclass
class Room:
    """Everything that a test needs: the sandbox, the bot, two people and their group."""

    sandbox: Sandbox
    clock: Clock
    bot: Bot
    telegram: Driver
    ana: Person
    bia: Person
    group: Chat

    async def updates(self, **asked: object) -> list[Update]:
        """What waits for the bot; acknowledges it."""
        updates = list(await self.bot.get_updates(timeout=0, **asked))  # type: ignore[arg-type]
        if updates:
            await self.bot.get_updates(offset=updates[-1].update_id + 1, timeout=0)
        return updates


@contextlib.asynccontextmanager
async def talking(url: str, token: str = TOKEN, read_timeout: float = 5) -> AsyncIterator[Bot]:
    """python-telegram-bot, talking to a sandbox."""
    plain = {"verify": False}
    request = HTTPXRequest(16, read_timeout=read_timeout, httpx_kwargs=plain)
    polling = HTTPXRequest(4, read_timeout=read_timeout, httpx_kwargs=plain)
    bot = Bot(token, base_url=f"{url}/bot", request=request, get_updates_request=polling)
    await request.initialize()
    await polling.initialize()
    try:
        yield bot
    finally:
        await request.shutdown()
        await polling.shutdown()


@pytest.fixture(autouse=True)
def _seconds_as_timedeltas(monkeypatch: pytest.MonkeyPatch) -> None:
    """The library warns of its own change to come unless it is asked to have made it."""
    monkeypatch.setenv("PTB_TIMEDELTA", "true")


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def room(clock: Clock) -> AsyncIterator[Room]:
    async with (
        serving(None, TOKEN, clock=clock) as sandbox,
        talking(sandbox.url) as bot,
        Driver(sandbox.url) as telegram,
    ):
        ana, bia = await telegram.person("Ana"), await telegram.person("Bia", language="en")
        group = await telegram.group("Mesa da sexta", members=[ana, bia])
        room = Room(sandbox, clock, bot, telegram, ana, bia, group)
        await room.updates()
        yield room
