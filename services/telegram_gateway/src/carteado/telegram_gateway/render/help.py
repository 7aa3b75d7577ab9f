"""What the bot says of itself."""

from carteado.telegram_gateway.message import Button, Message
from carteado.telegram_gateway.render.keyboard import Row
from carteado.telegram_gateway.render.rules import CONTENTS
from carteado.telegram_gateway.render.scene import paragraphs
from carteado.telegram_gateway.taps import Op, Tap
from carteado.words import Words

COMMANDS = (
    "jogar",
    "mesa",
    "palpite",
    "mao",
    "sair",
    "encerrar",
    "regras",
    "ranking",
    "ajuda",
    "start",
)
"""The commands, in the order in which they are listed; what each does stands in the catalog as command_<name>."""


def start(words: Words, *, bot: str) -> Message:
    """The greeting in private.

    Args:
        words: The language.
        bot: The name of the bot, without the at sign.
    """
    return Message(words("start"), _buttons(words, bot))


def help(words: Words, *, bot: str) -> Message:  # noqa: A001 - the command's own name
    """What there is to do, command by command.

    Args:
        words: The language.
        bot: The name of the bot, without the at sign.
    """
    lines = [f"/{name} · {description}" for name, description in commands(words)]
    text = paragraphs(words("help_head"), "\n".join(lines), words("help_foot"))
    return Message(text, _buttons(words, bot))


def must_be_group(words: Words, *, bot: str) -> Message:
    """For whoever wants to play in private: tables stand in groups.

    Args:
        words: The language.
        bot: The name of the bot, without the at sign.
    """
    return Message(words("must_be_group"), ((_invite(words, bot),),))


def open_private(words: Words, *, bot: str) -> Message:
    """For whoever wants to see a hand and has not opened the private chat.

    Args:
        words: The language.
        bot: The name of the bot, without the at sign.
    """
    opening = Button(words("button_private"), url=f"https://t.me/{bot}?start=hand")
    return Message(words("group_only_hand"), ((opening,),))


def commands(words: Words) -> list[tuple[str, str]]:
    """Each command with what it does, as Telegram lists them."""
    return [(name, words(f"command_{name}")) for name in COMMANDS]


def _buttons(words: Words, bot: str) -> tuple[Row, ...]:
    rules = Button(words("button_rules"), Tap("", 0, Op.RULES, CONTENTS).pack())
    return ((_invite(words, bot),), (rules,))


def _invite(words: Words, bot: str) -> Button:
    return Button(words("button_invite"), url=f"https://t.me/{bot}?startgroup=jogar")
