"""The Bot API, by way of python-telegram-bot, of which no other module sends anything: few methods, and few ways to fail."""

import contextlib
import json
import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from http import HTTPStatus
from typing import Any, Self, cast

import structlog
import telegram
from telegram import error
from telegram.request import HTTPXRequest

from carteado.telegram_gateway.clock import Clock, LoopClock, pause_after
from carteado.telegram_gateway.errors import (
    BadToken,
    CallFailed,
    Conflict,
    Flooded,
    MessageGone,
    Moved,
    Passing,
    Rejected,
    ThreadClosed,
    Unreachable,
)
from carteado.telegram_gateway.message import Message
from carteado.telegram_gateway.places import Place

UPDATES = ("message", "callback_query", "my_chat_member")
READ_SECONDS = 10.0
CONNECT_SECONDS = 5.0
POOL_SECONDS = 1.0
UNTOLD_WAIT = 5.0
"""Seconds to wait where Telegram asks for it, and does not say how long."""

_NO_PREVIEW = telegram.LinkPreviewOptions(is_disabled=True)

_log = structlog.get_logger()


class _FloodError(error.TelegramError):
    """Too many calls; the library's own exception gives the time to wait in a form that is about to change."""

    def __init__(self, payload: bytes) -> None:
        super().__init__("too many calls")
        try:
            self.seconds = float(json.loads(payload)["parameters"]["retry_after"])
        except (LookupError, TypeError, ValueError):
            self.seconds = UNTOLD_WAIT


class _Request(HTTPXRequest):
    """The connections to Telegram."""

    async def do_request(self, *args: Any, **kwargs: Any) -> tuple[int, bytes]:
        status, payload = await super().do_request(*args, **kwargs)
        if status == HTTPStatus.TOO_MANY_REQUESTS:
            raise _FloodError(payload)
        return status, payload


class _Bot(telegram.Bot):
    """A bot that hands updates over as they came."""

    async def raw_updates(self, offset: int, seconds: int) -> list[dict[str, Any]]:
        wanted = {"offset": offset, "timeout": seconds, "allowed_updates": UPDATES}
        patience = READ_SECONDS + seconds
        return cast(
            "list[dict[str, Any]]",
            await self._post("getUpdates", wanted, read_timeout=patience),
        )


class Telegram:
    """The bot at Telegram. Every method but those that say otherwise raises CallFailed, never anything of the library beneath."""

    def __init__(self, token: str, api_url: str, clock: Clock | None = None) -> None:
        """For the bot with this token, at this address.

        Raises:
            BadToken: The token is empty.
        """
        self._clock = clock or LoopClock()
        with _mapped():
            self._bot = _Bot(
                token,
                base_url=f"{api_url.rstrip('/')}/bot",
                request=_request(256),
                get_updates_request=_request(1),
            )

    async def __aenter__(self) -> Self:
        """Waits until Telegram answers.

        Raises:
            BadToken: It does not know the token.
        """
        _keep_addresses_out_of_the_log()
        failures = 0
        while not await self._answers():
            failures += 1
            await self._clock.sleep(pause_after(failures))
        return self

    async def _answers(self) -> bool:
        try:
            with _mapped():
                await self._bot.initialize()
        except (Passing, Flooded) as failed:
            _log.warning("telegram_awaited", cause=str(failed))
            return False
        except CallFailed:
            await self._bot.shutdown()
            raise
        return True

    async def __aexit__(self, *_: object) -> None:
        await self._bot.shutdown()

    @property
    def username(self) -> str:
        """The name of the bot, without the at sign."""
        return self._bot.username

    async def updates(self, offset: int, seconds: int) -> list[dict[str, Any]]:
        """The updates from a number on, as Telegram sent them; waits so long for one. All before are thus acknowledged."""
        with _mapped():
            return await self._bot.raw_updates(offset, seconds)

    async def send(self, place: Place, message: Message, *, silent: bool = False) -> int:
        """Posts a message; answers with its number."""
        how = {
            "message_thread_id": place.thread_id,
            "disable_notification": silent,
            "reply_markup": _markup(message),
            "parse_mode": "HTML",
        }
        with _mapped():
            sent = await self._sent(place.chat_id, message, how)
        return sent.message_id

    async def _sent(self, chat_id: int, message: Message, how: dict[str, Any]) -> telegram.Message:
        document = message.document
        if document is None:
            return await self._bot.send_message(
                chat_id, message.text, link_preview_options=_NO_PREVIEW, **how
            )
        content = document.content.encode()
        return await self._bot.send_document(
            chat_id, content, caption=message.text, filename=document.name, **how
        )

    async def edit(self, chat_id: int, message_id: int, message: Message) -> None:
        """Makes a message look like this, the file in it excepted; no fault where it does already."""
        how: dict[str, Any] = {"reply_markup": _keyboard(message), "parse_mode": "HTML"}
        with _unless_unchanged(), _mapped():
            if message.document:
                await self._bot.edit_message_caption(
                    chat_id, message_id, caption=message.text, **how
                )
                return
            await self._bot.edit_message_text(
                message.text, chat_id, message_id, link_preview_options=_NO_PREVIEW, **how
            )

    async def strip(self, chat_id: int, message_id: int) -> None:
        """Takes the buttons of a message away; no fault where it has none."""
        with _unless_unchanged(), _mapped():
            await self._bot.edit_message_reply_markup(chat_id, message_id)

    async def delete(self, chat_id: int, message_id: int) -> None:
        """Takes a message away."""
        with _mapped():
            await self._bot.delete_message(chat_id, message_id)

    async def answer(
        self, callback_id: str, text: str = "", *, alert: bool = False, url: str = ""
    ) -> bool:
        """Answers a tap, with words or by leading somewhere; False where it is too late for that."""
        try:
            with _mapped():
                await self._bot.answer_callback_query(
                    callback_id, text or None, show_alert=alert, url=url or None
                )
        except _TooLate:
            return False
        return True

    async def has_left(self, chat_id: int, user_id: int) -> bool:
        """True for a person who is not in the group; False too where Telegram does not let the bot know."""
        try:
            with _mapped():
                member = await self._bot.get_chat_member(chat_id, user_id)
        except Rejected as rejected:
            return any(word in rejected.reason for word in _STRANGER)
        if isinstance(member, telegram.ChatMemberRestricted):
            return not member.is_member
        return member.status in _OUTSIDE

    async def is_admin(self, chat_id: int, user_id: int) -> bool:
        """True for a person who owns the group or looks after it; False too where Telegram does not let the bot know."""
        try:
            with _mapped():
                member = await self._bot.get_chat_member(chat_id, user_id)
        except Rejected:
            return False
        return isinstance(member, _ADMINS)

    async def announce(self, commands: Mapping[str, Sequence[tuple[str, str]]]) -> None:
        """Tells Telegram which commands to offer: name and description, by two-letter language; the empty one is for all others."""
        for language, offered in commands.items():
            with _mapped():
                await self._bot.set_my_commands(offered, language_code=language or None)


_OUTSIDE = (telegram.ChatMember.LEFT, telegram.ChatMember.BANNED)
_STRANGER = ("user not found", "participant_id_invalid", "user_not_participant", "member not found")
"""What Telegram says of somebody who was never in the group."""
_ADMINS = (telegram.ChatMemberOwner, telegram.ChatMemberAdministrator)


def _request(connections: int) -> _Request:
    return _Request(
        connections,
        read_timeout=READ_SECONDS,
        connect_timeout=CONNECT_SECONDS,
        pool_timeout=POOL_SECONDS,
    )


def _keep_addresses_out_of_the_log() -> None:
    """The libraries beneath would log addresses, where the token stands, and answers, where a hand may stand."""
    for name, level in (
        ("httpx", logging.WARNING),
        ("httpcore", logging.WARNING),
        ("telegram", logging.CRITICAL),
    ):
        logging.getLogger(name).setLevel(level)


def _markup(message: Message) -> telegram.InlineKeyboardMarkup | telegram.ForceReply | None:
    """The buttons of a new message, or the wish for a reply of whoever it mentions."""
    if message.asks:
        return telegram.ForceReply(selective=True, input_field_placeholder=message.asks)
    return _keyboard(message)


def _keyboard(message: Message) -> telegram.InlineKeyboardMarkup | None:
    if not message.rows:
        return None
    return telegram.InlineKeyboardMarkup(
        [
            [
                telegram.InlineKeyboardButton(
                    button.label,
                    url=button.url or None,
                    callback_data=None if button.url else button.data,
                )
                for button in row
            ]
            for row in message.rows
        ]
    )


class _NotModified(CallFailed):
    """The message looks like that already."""


class _TooLate(CallFailed):
    """The tap was too long ago to be answered."""


@contextlib.contextmanager
def _unless_unchanged() -> Iterator[None]:
    with contextlib.suppress(_NotModified):
        yield


@contextlib.contextmanager
def _mapped() -> Iterator[None]:
    try:
        yield
    except error.TelegramError as raised:
        raise _failure(raised) from None


def _failure(raised: error.TelegramError) -> CallFailed:
    """What the library's exception means here; its text, where the token may stand, goes no further."""
    if isinstance(raised, error.BadRequest):
        return _bad_request(raised.message)
    for kind, meaning in _BY_KIND:
        if isinstance(raised, kind):
            return meaning(raised)
    return Passing(type(raised.__cause__ or raised).__name__)


def _bad_request(description: str) -> CallFailed:
    lowered = description.lower()
    for part, meaning in _BY_DESCRIPTION:
        if part in lowered:
            return meaning()
    return Rejected(lowered.partition(":")[0])


_BY_KIND: tuple[tuple[type[error.TelegramError], Callable[[Any], CallFailed]], ...] = (
    (error.ChatMigrated, lambda raised: Moved(raised.new_chat_id)),
    (_FloodError, lambda raised: Flooded(raised.seconds)),
    (error.Forbidden, lambda _: Unreachable()),
    (error.InvalidToken, lambda _: BadToken()),
    (error.Conflict, lambda _: Conflict()),
)
_BY_DESCRIPTION: tuple[tuple[str, Callable[[], CallFailed]], ...] = (
    ("message is not modified", _NotModified),
    ("query is too old", _TooLate),
    ("query id is invalid", _TooLate),
    ("message to edit not found", MessageGone),
    ("message to delete not found", MessageGone),
    ("message can't be edited", MessageGone),
    ("message can't be deleted", MessageGone),
    ("message_id_invalid", MessageGone),
    ("topic_closed", ThreadClosed),
    ("topic_deleted", ThreadClosed),
    ("thread not found", ThreadClosed),
    ("not enough rights", ThreadClosed),
    ("have no rights", ThreadClosed),
    ("chat_write_forbidden", ThreadClosed),
    ("chat_restricted", ThreadClosed),
    ("chat not found", Unreachable),
    ("peer_id_invalid", Unreachable),
    ("user is deactivated", Unreachable),
)
