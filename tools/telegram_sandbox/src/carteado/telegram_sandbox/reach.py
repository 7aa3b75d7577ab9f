"""Reach: which chats a bot may do something in, and why not in the others."""

from carteado.telegram_sandbox.chats import GROUP, PRIVATE, Chat
from carteado.telegram_sandbox.errors import bad_request, forbidden
from carteado.telegram_sandbox.parameters import Parameters
from carteado.telegram_sandbox.world import World


def known(world: World, asked: Parameters) -> Chat:
    """The chat that a call is about.

    Raises:
        ApiError: There is none, or it became another.
    """
    if not asked.text("chat_id"):
        raise bad_request("chat_id is empty")
    name = asked.text("chat_id")
    chat = world.chats.get(int(name)) if name.lstrip("-").isdecimal() else None
    if chat is None:
        raise bad_request("chat not found")
    if chat.migrated_to:
        why = "group chat was upgraded to a supergroup chat"
        raise bad_request(why, migrate_to_chat_id=chat.migrated_to)
    return chat


def reached(world: World, asked: Parameters) -> Chat:
    """The same, where the bot may be heard.

    Raises:
        ApiError: It is not in the group, or the person does not want to hear from it.
    """
    chat = known(world, asked)
    if chat.kind == PRIVATE:
        _reaches_person(world, chat.id)
    else:
        _reaches_group(world, chat)
    return chat


def _reaches_person(world: World, person_id: int) -> None:
    person = world.people[person_id]
    if person.is_deactivated:
        raise forbidden("user is deactivated")
    if not person.has_started:
        raise forbidden("bot can't initiate conversation with a user")
    if person.has_blocked:
        raise forbidden("bot was blocked by the user")


def _reaches_group(world: World, chat: Chat) -> None:
    name = "group" if chat.kind == GROUP else "supergroup"
    if chat.status(world.bot.id) == "kicked":
        raise forbidden(f"bot was kicked from the {name} chat")
    if not chat.has(world.bot.id):
        raise forbidden(f"bot is not a member of the {name} chat")
