"""Groups: made, joined, left, upgraded; and how the bot stands in them."""

from collections.abc import Sequence

from carteado.telegram_sandbox import shapes
from carteado.telegram_sandbox.chats import (
    ADMINS,
    GROUP,
    IN_CHAT,
    PRIVATE,
    SUPERGROUP,
    Chat,
    Member,
    Topic,
)
from carteado.telegram_sandbox.errors import NotPossible
from carteado.telegram_sandbox.people import Person
from carteado.telegram_sandbox.world import World

FIRST_ID = {GROUP: -4_001_000_001, SUPERGROUP: -1_001_000_000_001}


def add_group(
    world: World,
    title: str,
    people: Sequence[Person],
    *,
    kind: str = SUPERGROUP,
    is_forum: bool = False,
) -> Chat:
    """A new group of these people, the first of whom made it and brought the bot.

    Raises:
        NotPossible: It has no title or nobody is in it.
    """
    if not title.strip() or not people or kind not in FIRST_ID:
        raise NotPossible("a group needs a title, a kind and somebody in it")
    chat = Chat(_new_id(world, kind), kind, title.strip(), is_forum and kind == SUPERGROUP)
    world.chats[chat.id] = chat
    owner, *others = people
    chat.members[owner.id] = Member("creator")
    chat.members |= {person.id: Member("member") for person in others}
    created = "supergroup_chat_created" if kind == SUPERGROUP else "group_chat_created"
    world.tell(chat, owner.id, {created: True})
    bring_bot(world, owner, chat)
    return chat


def _new_id(world: World, kind: str) -> int:
    ids = [chat.id for chat in world.chats.values() if chat.kind == kind]
    return min(ids, default=FIRST_ID[kind] + 1) - 1


def bring_bot(world: World, person: Person, chat: Chat) -> None:
    """Adds the bot to a group, unless it is there."""
    if not chat.has(person.id):
        raise NotPossible("this person is not in this chat")
    if not chat.has(world.bot.id):
        set_bot(world, person, chat, "member")


def set_bot(world: World, actor: Person, chat: Chat, status: str) -> None:
    """Brings the bot in, makes it an administrator, or takes that or all from it."""
    if chat.kind == PRIVATE or status not in {"member", "administrator", "left", "kicked"}:
        raise NotPossible("the bot cannot stand like that in this chat")
    old = chat.status(world.bot.id)
    if old == status:
        return
    chat.members[world.bot.id] = Member(status)
    report_bot(world, chat, actor.id, old, status)
    bot = shapes.user(world, world.bot.id)
    if old not in IN_CHAT and status in IN_CHAT:
        world.tell(chat, actor.id, {"new_chat_members": [bot], "new_chat_member": bot})
    elif status not in IN_CHAT:
        world.tell(chat, actor.id, {"left_chat_member": bot})


def bot_leaves(world: World, chat: Chat) -> None:
    """The bot goes by itself."""
    old = chat.status(world.bot.id)
    chat.members[world.bot.id] = Member("left")
    report_bot(world, chat, world.bot.id, old, "left")
    world.tell(chat, world.bot.id, {"left_chat_member": shapes.user(world, world.bot.id)})


def report_bot(world: World, chat: Chat, actor_id: int, old: str, new: str) -> None:
    """Tells the bot how it stands in a chat from now on."""
    change = shapes.membership(world, chat, actor_id, world.bot.id, (old, new))
    world.updates.put("my_chat_member", change)


def join(world: World, person: Person, chat: Chat) -> None:
    """Comes into a group; a supergroup shows them what was said before.

    Raises:
        NotPossible: They were banned.
    """
    if chat.has(person.id):
        return
    if chat.kind == PRIVATE or chat.status(person.id) == "kicked":
        raise NotPossible("this person may not join this chat")
    since = 0 if chat.kind == SUPERGROUP else chat.last_id
    old = chat.status(person.id)
    chat.members[person.id] = Member("member", since)
    for message in chat.seen_by(person.id):
        world.sight.message(person.id, message)
    _report_person(world, chat, person, person, old)
    user = shapes.user(world, person.id)
    world.tell(chat, person.id, {"new_chat_members": [user], "new_chat_member": user})


def leave(world: World, person: Person, chat: Chat, *, banned_by: Person | None = None) -> None:
    """Goes out of a group, by themselves or banned.

    Raises:
        NotPossible: They are not in it.
    """
    if chat.kind == PRIVATE or not chat.has(person.id):
        raise NotPossible("this person is not in this group")
    actor = banned_by or person
    old = chat.status(person.id)
    chat.members[person.id] = Member("kicked" if banned_by else "left")
    _report_person(world, chat, actor, person, old)
    world.tell(chat, actor.id, {"left_chat_member": shapes.user(world, person.id)})


def _report_person(world: World, chat: Chat, actor: Person, person: Person, old: str) -> None:
    """Tells the bot who comes and goes, which only an administrator hears."""
    if chat.status(world.bot.id) in ADMINS:
        statuses = (old, chat.status(person.id))
        change = shapes.membership(world, chat, actor.id, person.id, statuses)
        world.updates.put("chat_member", change)


def add_topic(world: World, person: Person, chat: Chat, name: str) -> int:
    """Opens a topic in a forum; gives its thread id."""
    if not chat.is_forum or not chat.has(person.id):
        raise NotPossible("this chat has no topics")
    message = world.draft(chat, person.id)
    message.service = {"forum_topic_created": {"name": name, "icon_color": 7322096}}
    message.thread_id = message.id
    chat.topics[message.id] = Topic(name)
    world.post(chat, message)
    if chat.has(world.bot.id):
        world.updates.put("message", shapes.message(world, message))
    return message.id


def close_topic(world: World, chat: Chat, thread_id: int, *, is_closed: bool) -> None:
    """Closes a topic, or opens it again."""
    if thread_id not in chat.topics:
        raise NotPossible("no such topic")
    chat.topics[thread_id].is_closed = is_closed
    world.touch()


def upgrade(world: World, chat: Chat, actor: Person) -> Chat:
    """Makes a supergroup of a basic group; the old one only points to it from now on."""
    if chat.kind != GROUP or chat.migrated_to:
        raise NotPossible("only a basic group can be upgraded")
    new = Chat(_new_id(world, SUPERGROUP), SUPERGROUP, chat.title)
    new.members = {user_id: Member(chat.status(user_id)) for user_id in chat.present()}
    world.chats[new.id] = new
    world.tell(chat, actor.id, {"migrate_to_chat_id": new.id})
    world.tell(new, actor.id, {"migrate_from_chat_id": chat.id})
    chat.migrated_to = new.id
    return new
