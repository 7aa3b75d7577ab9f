"""Whom the gateway works with: the services, Telegram, its own store and outbox, the words."""

from collections.abc import Callable
from dataclasses import dataclass

from carteado.client import Client, Ranking
from carteado.telegram_gateway.clock import Clock
from carteado.telegram_gateway.outbox import Outbox
from carteado.telegram_gateway.store import Store
from carteado.telegram_gateway.telegram import Telegram
from carteado.words import Words


@dataclass(frozen=True, slots=True)
class Company:
    """Everything that lasts as long as the process, made once and handed to whoever needs it.

    Attributes:
        bot: The name of the bot, without the at sign.
        tables: The tables service.
        ranking: The ranking service, where there is one.
        catalogs: The words of a language.
    """

    bot: str
    tables: Client
    ranking: Ranking | None
    telegram: Telegram
    store: Store
    outbox: Outbox
    catalogs: Callable[[str], Words]
    clock: Clock

    async def group_words(self, chat_id: int) -> Words:
        """The words of a group."""
        group = await self.store.group(chat_id)
        return self.catalogs(group.language if group else "")
