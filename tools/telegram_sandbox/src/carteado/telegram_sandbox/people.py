"""Whoever may write in a chat: people, and the one bot."""

import re
from dataclasses import dataclass

ANONYMOUS_ADMIN = 1087968824
"""The account that Telegram shows in place of an administrator who writes as the group."""

_BOT_ID = 7_000_000_001
_TOKEN = re.compile(r"([0-9]{1,18}):\S+")


@dataclass(slots=True)
class Person:
    """Somebody with a client.

    Attributes:
        has_started: The bot may write to them.
        has_blocked: They do not want to hear from it.
        is_deactivated: Their account is gone.
    """

    id: int
    first_name: str
    language_code: str = "pt-br"
    has_started: bool = False
    has_blocked: bool = False
    is_deactivated: bool = False


@dataclass(slots=True)
class Bot:
    """The bot.

    Attributes:
        reads_all: Privacy mode is off: it gets whatever is written in its groups.
    """

    id: int
    username: str = "carteado_sandbox_bot"
    first_name: str = "Carteado"
    reads_all: bool = False
    description: str = ""
    short_description: str = ""


def bot_of(token: str) -> Bot:
    """The bot that a token belongs to; as in Telegram, its id is what stands before the colon."""
    found = _TOKEN.fullmatch(token)
    return Bot(int(found[1]) if found else _BOT_ID)
