"""What people do in Telegram, as far as the bot has to know it: small values, read from the Bot API's updates.

A tap reports the whole message that it was made on, and a reply the one that it answers: a hand, where that is the hand. So ``bare`` takes
from an update all that is not needed to understand it, before it is kept anywhere. What people say to each other is not kept either: only
commands, and replies to what the bot asked of whoever replies, which it mentions.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, cast

import telegram

ANONYMOUS_ADMIN = 1087968824
"""Who writes, as Telegram tells it, when an admin hides behind the group."""
GENERAL_TOPIC = 1

_COMMAND = re.compile(r"/([A-Za-z0-9_]{1,32})(?:@([A-Za-z0-9_]+))?(?:\s+(.*))?", re.DOTALL)

Kind = Literal["private", "group", "supergroup"]


@dataclass(frozen=True, slots=True)
class Chat:
    """Where something happened.

    Attributes:
        id: Telegram's number.
        kind: What sort of chat.
        title: The name of a group; empty for a private chat.
        thread_id: The topic; None for the General topic, and where there are none.
    """

    id: int
    kind: Kind
    title: str = ""
    thread_id: int | None = None


@dataclass(frozen=True, slots=True)
class User:
    """Who did it.

    Attributes:
        id: Telegram's number.
        name: First and last name as the person wrote them; never trusted as markup.
        language_code: Of the person's client, such as ``pt-br``; empty where it is not told.
    """

    id: int
    name: str
    language_code: str = ""


@dataclass(frozen=True, slots=True)
class Command:
    """Somebody typed a command of this bot.

    Attributes:
        update_id: The number of the update.
        chat: Where.
        user: Who; None for an admin who hides behind the group.
        name: Which, in lower case, without slash and bot.
        argument: What follows it.
        message_id: The message.
    """

    update_id: int
    chat: Chat
    user: User | None
    name: str
    argument: str
    message_id: int

    @property
    def is_anonymous(self) -> bool:
        """True for an admin who hides behind the group."""
        return self.user is None


@dataclass(frozen=True, slots=True)
class Replied:
    """Somebody replied to a question that the bot asked of them.

    Attributes:
        update_id: The number of the update.
        chat: Where.
        user: Who.
        text: What they said, without blanks around it; empty where it was no text.
    """

    update_id: int
    chat: Chat
    user: User
    text: str


@dataclass(frozen=True, slots=True)
class Tapped:
    """Somebody tapped a button.

    Attributes:
        update_id: The number of the update.
        callback_id: What to answer to.
        chat: Where the button is; None where Telegram does not tell.
        message_id: The message under which it is; None where Telegram does not tell.
        user: Who, by their own name even where they hide behind the group.
        data: What the button carries.
    """

    update_id: int
    callback_id: str
    chat: Chat | None
    message_id: int | None
    user: User
    data: str


@dataclass(frozen=True, slots=True)
class Migrated:
    """A group became a supergroup; both of them say so, in any order."""

    update_id: int
    old_id: int
    new_id: int


@dataclass(frozen=True, slots=True)
class Membership:
    """The bot was let into a group, was thrown out, or may do more or less there than before."""

    update_id: int
    chat: Chat
    is_member: bool
    can_send: bool


@dataclass(frozen=True, slots=True)
class Blocked:
    """A person closed their private chat to the bot, or opened it again."""

    update_id: int
    user: User
    is_blocked: bool


Incoming = Command | Replied | Tapped | Migrated | Membership | Blocked


def bare(raw: Mapping[str, Any], bot_username: str) -> dict[str, Any]:
    """The update without anything that was shown, or is neither a command nor a reply that this bot asked for: what may be kept of it."""
    kept: dict[str, Any] = {"update_id": raw.get("update_id")}
    if isinstance(message := raw.get("message"), dict):
        kept["message"] = _only(message, _MESSAGE) | _said(message, bot_username)
    if isinstance(tap := raw.get("callback_query"), dict):
        kept["callback_query"] = _only(tap, _TAP)
        if isinstance(message := tap.get("message"), dict):
            kept["callback_query"]["message"] = _only(message, _MESSAGE)
    if isinstance(change := raw.get("my_chat_member"), dict):
        kept["my_chat_member"] = _only(change, _CHANGE)
    return kept


def _said(message: Mapping[str, Any], bot_username: str) -> dict[str, Any]:
    """What a message says, where that is for the bot."""
    text = message.get("text")
    if "forward_origin" in message:
        return {}
    said = {"text": text} if isinstance(text, str) else {}
    if question := _question(message, bot_username):
        return {**said, "reply_to_message": question}
    return said if said.get("text", "").startswith("/") else {}


def _question(message: Mapping[str, Any], bot_username: str) -> dict[str, Any] | None:
    """The message that is replied to, without its words, where this bot asked it of whoever replies; None otherwise."""
    asked, author = message.get("reply_to_message"), message.get("from")
    if not isinstance(asked, dict) or not isinstance(author, dict):
        return None
    asker, marks = asked.get("from"), asked.get("entities")
    if not isinstance(asker, dict) or not isinstance(marks, list):
        return None
    if str(asker.get("username")).lower() != bot_username.lower():
        return None
    mentions = [mark for mark in marks if _is_mention(mark, author.get("id"))]
    return {**_only(asked, _QUESTION), "entities": mentions} if mentions else None


def _is_mention(mark: object, user_id: object) -> bool:
    """True for the part of a text that mentions this person by number."""
    user = mark.get("user") if isinstance(mark, dict) else None
    return isinstance(user, dict) and isinstance(user_id, int) and user.get("id") == user_id


_QUESTION = ("message_id", "date", "chat", "from")
_MESSAGE = (
    *("message_id", "date", "chat", "from", "sender_chat"),
    *("message_thread_id", "is_topic_message", "migrate_to_chat_id", "migrate_from_chat_id"),
)
_TAP = ("id", "from", "chat_instance", "data")
_CHANGE = ("chat", "from", "new_chat_member")


def _only(raw: Mapping[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    return {name: raw[name] for name in names if name in raw}


def parse(raw: Mapping[str, Any], bot_username: str) -> Incoming | None:
    """What the update tells; None for what is not for this bot, is of no use to it, or makes no sense."""
    try:
        return _understood(bare(raw, bot_username), bot_username.lower())
    except (AttributeError, LookupError, OSError, OverflowError, TypeError, ValueError):
        return None


def _understood(raw: dict[str, Any], bot_username: str) -> Incoming | None:
    number = _number(raw["update_id"])
    if "my_chat_member" in raw:
        return _membership(number, raw["my_chat_member"])
    update = telegram.Update.de_json(raw, None)
    if update.message is not None:
        message = update.message
        return (
            _migration(number, message)
            or _command(number, message, bot_username)
            or _reply(number, message)
        )
    if update.callback_query is not None:
        return _tap(number, update.callback_query)
    return None


def _migration(number: int, message: telegram.Message) -> Migrated | None:
    if message.migrate_to_chat_id:
        return Migrated(number, _number(message.chat.id), _number(message.migrate_to_chat_id))
    if message.migrate_from_chat_id:
        return Migrated(number, _number(message.migrate_from_chat_id), _number(message.chat.id))
    return None


def _command(number: int, message: telegram.Message, bot_username: str) -> Command | None:
    found = _COMMAND.fullmatch(message.text or "")
    chat = _chat(message.chat, message)
    if found is None or chat is None or (found[2] or bot_username).lower() != bot_username:
        return None
    is_anonymous = _is_anonymous(message)
    user = None if is_anonymous else _author(message)
    if user is None and not is_anonymous:
        return None
    argument = (found[3] or "").strip()
    return Command(number, chat, user, found[1].lower(), argument, _number(message.message_id))


def _reply(number: int, message: telegram.Message) -> Replied | None:
    """A reply to a question: what is bare has no other."""
    chat, user = _chat(message.chat, message), _author(message)
    if message.reply_to_message is None or chat is None or user is None:
        return None
    return Replied(number, chat, user, (message.text or "").strip())


def _is_anonymous(message: telegram.Message) -> bool:
    if message.sender_chat is not None:
        return message.sender_chat.id == message.chat.id
    return message.from_user is not None and message.from_user.id == ANONYMOUS_ADMIN


def _author(message: telegram.Message) -> User | None:
    """The person; None for channels that write in a group, and for bots."""
    if message.sender_chat is not None or message.from_user is None:
        return None
    return _user(message.from_user)


def _tap(number: int, tap: telegram.CallbackQuery) -> Tapped | None:
    user = _user(tap.from_user)
    if user is None or not isinstance(tap.data, str):
        return None
    chat, message_id = None, None
    if tap.message is not None:
        topical = tap.message if isinstance(tap.message, telegram.Message) else None
        chat, message_id = _chat(tap.message.chat, topical), _number(tap.message.message_id)
    return Tapped(number, str(tap.id), chat, message_id, user, tap.data)


def _membership(number: int, change: Mapping[str, Any]) -> Membership | Blocked | None:
    """Read without the library, which takes no member that lacks a right it knows of, or that Telegram no longer tells of."""
    chat = _chat(telegram.Chat.de_json(change["chat"], None))
    if chat is None:
        return None
    member = change["new_chat_member"]
    status = member["status"]
    is_member = status not in ("left", "kicked") and bool(member.get("is_member", True))
    if chat.kind == "private":
        user = _user(telegram.User.de_json(change["from"], None))
        return None if user is None else Blocked(number, user, not is_member)
    is_bound = status == "restricted" and not member.get("can_send_messages")
    return Membership(number, chat, is_member, is_member and not is_bound)


def _chat(chat: telegram.Chat, message: telegram.Message | None = None) -> Chat | None:
    """The chat, with the topic of the message; None for channels."""
    if chat.type not in ("private", "group", "supergroup"):
        return None
    thread_id = None
    if message is not None and message.is_topic_message:
        thread_id = message.message_thread_id
    if thread_id == GENERAL_TOPIC:
        thread_id = None
    return Chat(_number(chat.id), cast("Kind", chat.type), chat.title or "", thread_id)


def _user(user: telegram.User) -> User | None:
    """The person; None for a bot."""
    if user.is_bot:
        return None
    return User(_number(user.id), user.full_name, user.language_code or "")


def _number(value: object) -> int:
    if not isinstance(value, int):
        raise TypeError("not a number")
    return value
