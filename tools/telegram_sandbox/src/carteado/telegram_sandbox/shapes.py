"""Shapes: the objects of the Bot API, as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from carteado.telegram_sandbox.chats import ADMINS, PRIVATE, Chat, Document, Message
from carteado.telegram_sandbox.people import ANONYMOUS_ADMIN

if TYPE_CHECKING:
    from carteado.telegram_sandbox.errors import JSON
    from carteado.telegram_sandbox.queries import Query
    from carteado.telegram_sandbox.world import World

CHAT_RIGHTS = (
    "can_manage_chat",
    "can_delete_messages",
    "can_manage_video_chats",
    "can_restrict_members",
    "can_promote_members",
    "can_change_info",
    "can_invite_users",
    "can_post_stories",
    "can_edit_stories",
    "can_delete_stories",
    "can_pin_messages",
    "can_manage_topics",
)
GIFTS = (
    "unlimited_gifts",
    "limited_gifts",
    "unique_gifts",
    "premium_subscription",
    "gifts_from_channels",
)


def user(world: World, user_id: int) -> JSON:
    """A User."""
    if user_id == world.bot.id:
        return {
            "id": user_id,
            "is_bot": True,
            "first_name": world.bot.first_name,
            "username": world.bot.username,
        }
    if user_id == ANONYMOUS_ADMIN:
        name = {"first_name": "Group", "username": "GroupAnonymousBot"}
        return {"id": user_id, "is_bot": True, **name}
    person = world.people[user_id]
    return {
        "id": user_id,
        "is_bot": False,
        "first_name": person.first_name,
        "language_code": person.language_code,
    }


def me(world: World) -> JSON:
    """The bot itself, as getMe gives it."""
    return {
        **user(world, world.bot.id),
        "can_join_groups": True,
        "can_read_all_group_messages": world.bot.reads_all,
        "supports_inline_queries": False,
        "can_connect_to_business": False,
        "has_main_web_app": False,
    }


def chat(world: World, one: Chat) -> JSON:
    """A Chat."""
    if one.kind == PRIVATE:
        person = world.people[one.id]
        return {"id": one.id, "type": one.kind, "first_name": person.first_name}
    forum = {"is_forum": True} if one.is_forum else {}
    return {"id": one.id, "type": one.kind, "title": one.title, **forum}


def full_chat(world: World, one: Chat) -> JSON:
    """A ChatFullInfo."""
    shape = {
        **chat(world, one),
        "accent_color_id": abs(one.id) % 7,
        "max_reaction_count": 11,
        "accepted_gift_types": dict.fromkeys(GIFTS, False),
    }
    if one.kind != PRIVATE:
        shape["permissions"] = {"can_send_messages": not one.is_muted}
    if pinned := [one.messages[message_id] for message_id in one.pinned]:
        shape["pinned_message"] = message(world, pinned[-1], is_nested=True)
    return shape


def member(world: World, user_id: int, status: str) -> JSON:
    """A ChatMember."""
    shape: JSON = {"status": status, "user": user(world, user_id)}
    if status in ADMINS:
        shape["is_anonymous"] = False
    if status == "administrator":
        shape |= {"can_be_edited": False, **dict.fromkeys(CHAT_RIGHTS, True)}
    if status == "kicked":
        shape["until_date"] = 0
    return shape


def message(world: World, one: Message, *, is_nested: bool = False) -> JSON:
    """A Message; one that is part of another shows no message that it replies to."""
    place = world.chats[one.chat_id]
    author = ANONYMOUS_ADMIN if one.is_anonymous else one.author_id
    shape: JSON = {
        "message_id": one.id,
        "from": user(world, author),
        "date": one.date,
        "chat": chat(world, place),
        **one.service,
    }
    if one.is_anonymous:
        shape["sender_chat"] = chat(world, place)
    if not one.service:
        shape |= _content(one)
    optional = {
        "edit_date": one.edit_date,
        "message_thread_id": one.thread_id,
        "is_topic_message": one.thread_id is not None,
        "has_protected_content": one.is_protected,
        "reply_markup": one.rows and {"inline_keyboard": one.rows},
        "reply_to_message": None if is_nested else _answered(world, place, one),
    }
    return shape | {name: value for name, value in optional.items() if value}


def _content(one: Message) -> JSON:
    """What a message says, or its document with the caption."""
    if one.document is None:
        return {"text": one.text} | ({"entities": one.entities} if one.entities else {})
    said: JSON = {"caption": one.text, "caption_entities": one.entities}
    kept = {name: value for name, value in said.items() if value}
    return {"document": document(one.document), **kept}


def document(one: Document) -> JSON:
    """A Document."""
    return {
        "file_id": one.id,
        "file_unique_id": f"u{one.id}",
        "file_name": one.name,
        "mime_type": one.mime_type,
        "file_size": len(one.bytes),
    }


def _answered(world: World, place: Chat, one: Message) -> JSON | None:
    """What a message replies to; in a topic, at least the message that opened it."""
    replied = place.messages.get(one.reply_to or one.thread_id or 0)
    if replied is None or replied.id == one.id:
        return None
    return message(world, replied, is_nested=True)


def tapped_message(world: World, place: Chat, message_id: int) -> JSON:
    """The message under a tap; of one that is gone, only where it was."""
    if found := place.messages.get(message_id):
        return message(world, found)
    return {"chat": chat(world, place), "message_id": message_id, "date": 0}


def callback_query(world: World, query: Query, data: str) -> JSON:
    """A CallbackQuery."""
    place = world.chats[query.chat_id]
    return {
        "id": query.id,
        "from": user(world, query.person_id),
        "message": tapped_message(world, place, query.message_id),
        "chat_instance": str(abs(place.id) * 7919),
        "data": data,
    }


def membership(
    world: World, place: Chat, actor_id: int, user_id: int, statuses: tuple[str, str]
) -> JSON:
    """A ChatMemberUpdated: how somebody stood before and stands now."""
    old, new = (member(world, user_id, status) for status in statuses)
    return {
        "chat": chat(world, place),
        "from": user(world, actor_id),
        "date": world.now(),
        "old_chat_member": old,
        "new_chat_member": new,
    }
