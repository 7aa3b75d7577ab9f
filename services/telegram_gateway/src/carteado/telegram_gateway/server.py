"""The gateway as a running service."""

import asyncio
import contextlib
import functools
from collections.abc import AsyncIterator
from dataclasses import dataclass

from carteado.client import Client, Ranking
from carteado.runtime.credentials import Credentials
from carteado.runtime.interceptor import Admission
from carteado.runtime.server import serving
from carteado.telegram_gateway.adapters import sqlite
from carteado.telegram_gateway.catalogs import words_of
from carteado.telegram_gateway.clock import Clock, LoopClock
from carteado.telegram_gateway.company import Company
from carteado.telegram_gateway.errors import CallFailed
from carteado.telegram_gateway.followers import Followers
from carteado.telegram_gateway.handlers.router import Router, lane_of
from carteado.telegram_gateway.inbox import Inbox
from carteado.telegram_gateway.outbox import Outbox
from carteado.telegram_gateway.pace import Budget
from carteado.telegram_gateway.render.help import commands
from carteado.telegram_gateway.settings import Settings
from carteado.telegram_gateway.telegram import Telegram

LANGUAGE_CODES = ("pt", "en")
"""As Telegram names the languages that there are words for; the first is for everybody else too."""

LAST_WORDS_SECONDS = 5.0
"""How long the outbox has to say what is pending when the gateway stops."""


@dataclass(frozen=True, slots=True)
class Gateway:
    """The gateway at work."""

    company: Company
    inbox: Inbox
    followers: Followers


@contextlib.asynccontextmanager
async def running(settings: Settings) -> AsyncIterator[int]:
    """Plays for as long as the block runs, and gives the port on which its health is asked for.

    Raises:
        ValueError: Telegram does not know the token, or the store is broken.
    """
    admission = Admission(Credentials(settings.credentials_file))
    async with (
        opened(settings, LoopClock()),
        serving(settings, [], lambda _: None, admission) as port,
    ):
        yield port


@contextlib.asynccontextmanager
async def opened(settings: Settings, clock: Clock) -> AsyncIterator[Gateway]:
    """Everything at work: what comes in is handled, and every table is followed."""
    await asyncio.to_thread(sqlite.migrate, settings.database)
    async with contextlib.AsyncExitStack() as stack:
        company = await _company(settings, clock, stack)
        followers = Followers(company)
        router = Router(company, followers)
        inbox = Inbox(company.telegram, company.store, router.handle, lane_of, clock)
        await _introduce(company.telegram)
        await stack.enter_async_context(company.outbox.running())
        stack.push_async_callback(company.outbox.flush, LAST_WORDS_SECONDS)
        await stack.enter_async_context(followers.at_work())
        await stack.enter_async_context(inbox.running())
        yield Gateway(company, inbox, followers)


async def _company(settings: Settings, clock: Clock, stack: contextlib.AsyncExitStack) -> Company:
    """The services, Telegram and the store, for as long as the stack stands."""
    store = await stack.enter_async_context(sqlite.SqliteStore(settings.database))
    token = settings.token.get_secret_value()
    telegram = await stack.enter_async_context(Telegram(token, settings.api_url, clock))
    tables = Client(settings.tables_target, settings.tables_token.get_secret_value())
    ranking = None
    if settings.ranking_target:
        ranking = Ranking(settings.ranking_target, settings.ranking_token.get_secret_value())
        await stack.enter_async_context(ranking)
    return Company(
        bot=telegram.username,
        tables=await stack.enter_async_context(tables),
        ranking=ranking,
        telegram=telegram,
        store=store,
        outbox=Outbox(
            telegram,
            store,
            clock,
            Budget(
                group_gap=settings.group_gap_seconds,
                group_calls=settings.group_calls_a_minute,
                private_gap=settings.private_gap_seconds,
            ),
        ),
        catalogs=functools.partial(words_of, default=settings.language),
        clock=clock,
    )


async def _introduce(telegram: Telegram) -> None:
    """Tells Telegram which commands there are; where it does not listen, those of before stand."""
    offered = {code: commands(words_of(code, default=code)) for code in LANGUAGE_CODES}
    with contextlib.suppress(CallFailed):
        await telegram.announce({"": offered[LANGUAGE_CODES[0]], **offered})
