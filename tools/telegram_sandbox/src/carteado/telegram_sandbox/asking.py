"""What the bot asks about itself and its chats, and what it tells Telegram about itself."""

from carteado.telegram_sandbox import groups, shapes
from carteado.telegram_sandbox.chats import ADMINS, PRIVATE
from carteado.telegram_sandbox.errors import JSON, bad_request
from carteado.telegram_sandbox.parameters import Parameters
from carteado.telegram_sandbox.reach import known, reached
from carteado.telegram_sandbox.world import World

DESCRIPTION_CHARACTERS = 512
SHORT_DESCRIPTION_CHARACTERS = 120


def get_me(world: World, _: Parameters) -> JSON:
    """``getMe``."""
    return shapes.me(world)


def get_chat(world: World, asked: Parameters) -> JSON:
    """``getChat``."""
    chat = known(world, asked)
    return shapes.full_chat(world, chat if chat.kind == PRIVATE else reached(world, asked))


def get_chat_member(world: World, asked: Parameters) -> JSON:
    """``getChatMember``."""
    chat = reached(world, asked)
    user_id = asked.integer("user_id")
    if user_id is None or user_id not in {world.bot.id, *world.people}:
        raise bad_request("user not found")
    return shapes.member(world, user_id, chat.status(user_id))


def get_chat_administrators(world: World, asked: Parameters) -> list[JSON]:
    """``getChatAdministrators``: other bots are left out, and here there are none."""
    chat = reached(world, asked)
    if chat.kind == PRIVATE:
        raise bad_request("there are no administrators in the private chat")
    return [
        shapes.member(world, user_id, chat.status(user_id))
        for user_id in chat.present()
        if chat.status(user_id) in ADMINS
    ]


def leave_chat(world: World, asked: Parameters) -> bool:
    """``leaveChat``."""
    chat = reached(world, asked)
    if chat.kind == PRIVATE:
        raise bad_request("chat is not a group")
    groups.bot_leaves(world, chat)
    return True


def set_my_commands(world: World, asked: Parameters) -> bool:
    """``setMyCommands``."""
    world.commands.put(asked.json("commands") or [], _scope(asked), asked.text("language_code"))
    world.touch()
    return True


def get_my_commands(world: World, asked: Parameters) -> list[JSON]:
    """``getMyCommands``."""
    return world.commands.get(_scope(asked), asked.text("language_code"))


def set_my_description(world: World, asked: Parameters) -> bool:
    """``setMyDescription``: what a person reads before they press Start; here the same in every language."""
    text = asked.text("description")
    if len(text) > DESCRIPTION_CHARACTERS:
        raise bad_request("BOT_DESCRIPTION_TOO_LONG")
    world.bot.description = text
    world.touch()
    return True


def set_my_short_description(world: World, asked: Parameters) -> bool:
    """``setMyShortDescription``."""
    text = asked.text("short_description")
    if len(text) > SHORT_DESCRIPTION_CHARACTERS:
        raise bad_request("BOT_SHORT_DESCRIPTION_TOO_LONG")
    world.bot.short_description = text
    world.touch()
    return True


def delete_webhook(world: World, asked: Parameters) -> bool:
    """``deleteWebhook``: there is none to delete, but what waits may be dropped."""
    if asked.flag("drop_pending_updates"):
        world.updates.acknowledge(world.updates.last_id + 1)
    return True


def get_webhook_info(world: World, _: Parameters) -> JSON:
    """``getWebhookInfo``."""
    waiting = len(world.updates.waiting)
    return {"url": "", "has_custom_certificate": False, "pending_update_count": waiting}


def _scope(asked: Parameters) -> JSON:
    return asked.json("scope") or {"type": "default"}
