"""Clients: what people do on their phones."""

import re
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, urlsplit

from carteado.telegram_sandbox import groups, shapes
from carteado.telegram_sandbox.chats import ADMINS, PRIVATE, Chat, Document, Member, Message
from carteado.telegram_sandbox.entities import trimmed, with_found
from carteado.telegram_sandbox.errors import NoSuchButton, NotPossible
from carteado.telegram_sandbox.people import ANONYMOUS_ADMIN, Person
from carteado.telegram_sandbox.queries import Query
from carteado.telegram_sandbox.world import World

FIRST_PERSON = 100_000_001
MOST_CHARACTERS = 4096
_PAYLOAD = re.compile(r"[A-Za-z0-9_-]{1,64}")
_COMMAND = re.compile(r"/[A-Za-z0-9_]+(?:@(\w+))?")


def add_person(world: World, name: str, language: str) -> Person:
    """Somebody new, with a private chat that nobody has written in."""
    if not name.strip():
        raise NotPossible("a person needs a name")
    person_id = max(world.people, default=FIRST_PERSON - 1) + 1
    person = Person(person_id, name.strip(), language)
    world.people[person.id] = person
    members = {person.id: Member("member")}
    world.chats[person.id] = Chat(person.id, PRIVATE, members=members)
    world.touch()
    return person


def rename(world: World, person: Person, name: str) -> None:
    """Takes another name."""
    if not name.strip():
        raise NotPossible("a person needs a name")
    person.first_name = name.strip()
    world.touch()


@dataclass(frozen=True, slots=True)
class Words:
    """What somebody writes.

    Attributes:
        reply_to: The message that they answer.
        thread_id: The topic that they write in.
        is_anonymous: They write as the group, as its administrators may.
    """

    text: str
    reply_to: int | None = None
    thread_id: int | None = None
    is_anonymous: bool = False


def asked_by(person: Person, chat: Chat, message: Message) -> str | None:
    """What stands in the field of a client that opened a reply to a message by itself; None where it did not, or was answered.

    A selective wish is for whom the message mentions or answers (Bot API, ForceReply).
    """
    if message.asks is None or any(
        other.reply_to == message.id and other.author_id == person.id
        for other in chat.messages.values()
    ):
        return None
    mentioned = {one["user"]["id"] for one in message.entities if one["type"] == "text_mention"}
    answered = chat.messages.get(message.reply_to or 0)
    wanted = mentioned | ({answered.author_id} if answered else set())
    is_meant = person.id in wanted or not message.asks["selective"]
    return str(message.asks["placeholder"]) if is_meant else None


def document_of(person: Person, chat: Chat, message_id: int) -> Document:
    """The file of a message.

    Raises:
        NotPossible: Their client shows none there.
    """
    shown = {message.id: message for message in chat.seen_by(person.id)}.get(message_id)
    if shown is None or shown.document is None:
        raise NotPossible("this person sees no file there")
    return shown.document


def type_text(world: World, person: Person, chat: Chat, words: Words) -> Message:
    """Writes into a chat; writing to the bot starts it.

    Raises:
        NotPossible: They are not there, may not write, or wrote nothing or too much.
    """
    text, _ = trimmed(words.text, [])
    if not 1 <= len(text) <= MOST_CHARACTERS:
        raise NotPossible(f"a text has 1 to {MOST_CHARACTERS} characters")
    _may_write(person, chat, words)
    message = world.draft(chat, person.id, text)
    message.entities = with_found(text, [])
    message.reply_to, message.thread_id = words.reply_to, words.thread_id
    message.is_anonymous = words.is_anonymous
    person.has_started = person.has_started or chat.kind == PRIVATE
    world.post(chat, message)
    if is_heard(world, chat, message):
        world.updates.put("message", shapes.message(world, message))
    return message


def _may_write(person: Person, chat: Chat, words: Words) -> None:
    if not chat.has(person.id) or chat.migrated_to:
        raise NotPossible("this person is not in this chat")
    if chat.kind == PRIVATE and person.has_blocked:
        raise NotPossible("this person has blocked the bot")
    is_admin = chat.status(person.id) in ADMINS
    if not is_admin and (chat.is_muted or words.is_anonymous):
        raise NotPossible("only administrators write here, or as the group")
    if words.reply_to is not None and words.reply_to not in chat.messages:
        raise NotPossible("there is no such message to reply to")
    if words.thread_id is not None:
        topic = chat.topics.get(words.thread_id)
        if topic is None or (topic.is_closed and not is_admin):
            raise NotPossible("no such topic, or it is closed")


def is_heard(world: World, chat: Chat, message: Message) -> bool:
    """Whether the bot gets a message: in privacy mode commands for it and replies to it, as an administrator everything."""
    if chat.kind == PRIVATE:
        return True
    if not chat.has(world.bot.id):
        return False
    if world.bot.reads_all or chat.status(world.bot.id) in ADMINS:
        return True
    replied = chat.messages.get(message.reply_to or 0)
    if replied and replied.author_id == world.bot.id:
        return True
    command = _COMMAND.match(message.text)
    addressee = (command[1] or world.bot.username) if command else ""
    return addressee.lower() == world.bot.username.lower()


def tap(world: World, person: Person, chat: Chat, message_id: int, data: str) -> Query:
    """Taps a button.

    Raises:
        NoSuchButton: Their client shows no such button.
    """
    shown = {message.id: message for message in chat.seen_by(person.id)}.get(message_id)
    if shown is None or all(button.get("callback_data") != data for button in shown.buttons):
        raise NoSuchButton(f"message {message_id} shows {person.first_name} no such button")
    return tap_stale(world, person, chat, message_id, data)


def tap_stale(world: World, person: Person, chat: Chat, message_id: int, data: str) -> Query:
    """Taps a button that may not be there any more, or never was."""
    query = world.queries.open(person.id, chat.id, message_id)
    world.updates.put("callback_query", shapes.callback_query(world, query, data))
    world.touch()
    return query


def follow(world: World, person: Person, url: str, chat: Chat | None = None) -> Message:
    """Opens a deep link to the bot; one for a group brings the bot into it.

    Args:
        world: The world.
        person: Who follows it.
        url: The link.
        chat: The group that they choose, for a link that asks for one.

    Raises:
        NotPossible: The link does not lead to this bot, or its parameter is not what it may be.
    """
    link = urlsplit(url if "://" in url else f"https://{url}")
    asked = {name: values[0] for name, values in parse_qs(link.query).items()}
    name = asked.get("domain", "") if link.scheme == "tg" else link.path.strip("/")
    if name.lower() != world.bot.username.lower():
        raise NotPossible("this link does not lead to the bot")
    if "startgroup" in asked and chat:
        groups.bring_bot(world, person, chat)
        command = f"/start@{world.bot.username}"
        return type_text(world, person, chat, Words(f"{command} {_payload(asked, 'startgroup')}"))
    return start(world, person, _payload(asked, "start") if "start" in asked else "")


def _payload(asked: dict[str, str], name: str) -> str:
    if not _PAYLOAD.fullmatch(asked[name]):
        raise NotPossible("a parameter of a link has 1 to 64 of A-Z a-z 0-9 _ -")
    return asked[name]


def start(world: World, person: Person, payload: str = "") -> Message:
    """Presses Start in the private chat."""
    unblock(world, person)
    return type_text(world, person, world.private(person), Words(f"/start {payload}"))


def block(world: World, person: Person) -> None:
    """Wants to hear nothing more from the bot."""
    _set_blocked(world, person, is_blocked=True)


def unblock(world: World, person: Person) -> None:
    """Wants to hear from the bot again."""
    _set_blocked(world, person, is_blocked=False)


def _set_blocked(world: World, person: Person, *, is_blocked: bool) -> None:
    if person.has_blocked == is_blocked:
        return
    person.has_blocked = is_blocked
    old, new = ("member", "kicked") if is_blocked else ("kicked", "member")
    chat = world.private(person)
    groups.report_bot(world, chat, person.id, old, new)
    world.touch()


def messages_of(world: World, person: Person, chat: Chat) -> list[dict[str, Any]]:
    """What their client shows of a chat now, oldest first."""
    return [
        {
            "message_id": message.id,
            "author": shapes.user(world, _shown_author(message))["first_name"],
            "author_id": _shown_author(message),
            "is_mine": message.author_id == person.id,
            "date": message.date,
            "text": message.text,
            "entities": message.entities,
            "rows": message.rows or [],
            "edited": message.edit_date is not None,
            "thread_id": message.thread_id,
            "reply_to": message.reply_to,
            "asks": asked_by(person, chat, message),
            "file": message.document and _file(message.document),
            "service": message.service,
        }
        for message in chat.seen_by(person.id)
    ]


def _file(document: Document) -> dict[str, Any]:
    return {"name": document.name, "size": len(document.bytes)}


def _shown_author(message: Message) -> int:
    return ANONYMOUS_ADMIN if message.is_anonymous else message.author_id
