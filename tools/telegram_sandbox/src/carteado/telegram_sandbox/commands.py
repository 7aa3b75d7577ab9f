"""Commands that the bot told Telegram about, by scope and language."""

import re
from dataclasses import dataclass, field

from carteado.telegram_sandbox.chats import ADMINS, PRIVATE, Chat
from carteado.telegram_sandbox.errors import JSON, bad_request

MOST = 100
_NAME = re.compile(r"[a-z0-9_]{1,32}")


@dataclass(slots=True)
class Commands:
    """All lists, each under its scope and language."""

    lists: dict[str, list[JSON]] = field(default_factory=dict)

    def put(self, commands: list[JSON], scope: JSON, language: str) -> None:
        """Replaces a list.

        Raises:
            ApiError: A command or its description is not what it may be.
        """
        if len(commands) > MOST:
            raise bad_request("BOT_COMMANDS_TOO_MUCH")
        for command in commands:
            if not _NAME.fullmatch(str(command.get("command", ""))):
                raise bad_request("BOT_COMMAND_INVALID")
            if not 1 <= len(str(command.get("description", ""))) <= 256:
                raise bad_request("BOT_COMMAND_DESCRIPTION_INVALID")
        self.lists[_key(scope, language)] = [
            {"command": one["command"], "description": one["description"]} for one in commands
        ]

    def get(self, scope: JSON, language: str) -> list[JSON]:
        """The list of exactly this scope and language."""
        return self.lists.get(_key(scope, language), [])

    def shown(self, chat: Chat, user_id: int, language: str) -> list[JSON]:
        """The list that somebody's client offers in a chat: the narrowest scope, in their language if there is one."""
        for scope in _scopes(chat, user_id):
            for tongue in (language[:2], ""):
                if found := self.get(scope, tongue):
                    return found
        return []


def _scopes(chat: Chat, user_id: int) -> list[JSON]:
    """The scopes that hold for somebody in a chat, narrowest first."""
    in_chat: JSON = {"type": "chat", "chat_id": chat.id}
    if chat.kind == PRIVATE:
        return [in_chat, {"type": "all_private_chats"}, {"type": "default"}]
    scopes: list[JSON] = [{"type": "chat_member", "chat_id": chat.id, "user_id": user_id}]
    is_admin = chat.status(user_id) in ADMINS
    if is_admin:
        scopes.append({"type": "chat_administrators", "chat_id": chat.id})
    scopes.append(in_chat)
    if is_admin:
        scopes.append({"type": "all_chat_administrators"})
    return [*scopes, {"type": "all_group_chats"}, {"type": "default"}]


def _key(scope: JSON, language: str) -> str:
    parts = [scope.get(name, "") for name in ("type", "chat_id", "user_id")]
    return "|".join(str(part) for part in [*parts, language])
