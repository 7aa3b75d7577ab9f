"""Chats: who is in them and what was said, as the server keeps it."""

import base64
from dataclasses import dataclass, field

from carteado.telegram_sandbox.errors import JSON

PRIVATE, GROUP, SUPERGROUP = "private", "group", "supergroup"
IN_CHAT = ("creator", "administrator", "member")
ADMINS = ("creator", "administrator")
HISTORY = 2000
"""How many messages of a chat are kept."""

Rows = list[list[JSON]]
"""Buttons of a message, row by row, as Telegram writes them."""


@dataclass(slots=True)
class Document:
    """A file that was sent.

    Attributes:
        content: Its bytes, in base64.
    """

    id: str
    name: str
    mime_type: str
    content: str

    @property
    def bytes(self) -> bytes:
        """What is in it."""
        return base64.b64decode(self.content)


@dataclass(slots=True)
class Message:
    """A message as it stands now.

    Attributes:
        text: What it says; under a document, its caption.
        rows: Its inline keyboard; None where it has none.
        asks: Telegram's ForceReply, where clients are to open a reply to it by themselves.
        service: What happened, in Telegram's fields, where it tells of an event and not of a text.
        is_anonymous: An administrator wrote it as the group.
    """

    id: int
    chat_id: int
    author_id: int
    date: int
    text: str = ""
    entities: list[JSON] = field(default_factory=list)
    rows: Rows | None = None
    asks: JSON | None = None
    document: Document | None = None
    thread_id: int | None = None
    reply_to: int | None = None
    edit_date: int | None = None
    is_protected: bool = False
    is_anonymous: bool = False
    service: JSON = field(default_factory=dict)

    @property
    def buttons(self) -> list[JSON]:
        """Its buttons, without the rows."""
        return [button for row in self.rows or [] for button in row]


@dataclass(slots=True)
class Member:
    """How somebody stands in a chat.

    Attributes:
        since: The last message that they may not read, having come later.
    """

    status: str
    since: int = 0


@dataclass(slots=True)
class Topic:
    """A topic of a forum."""

    name: str
    is_closed: bool = False


@dataclass(slots=True)
class Chat:
    """A chat, with everything in it.

    Attributes:
        is_muted: Members may not write, and a bot that is no administrator neither.
    """

    id: int
    kind: str
    title: str = ""
    is_forum: bool = False
    is_muted: bool = False
    last_id: int = 0
    migrated_to: int | None = None
    members: dict[int, Member] = field(default_factory=dict)
    topics: dict[int, Topic] = field(default_factory=dict)
    messages: dict[int, Message] = field(default_factory=dict)
    pinned: list[int] = field(default_factory=list)

    def status(self, user_id: int) -> str:
        """How somebody stands here."""
        member = self.members.get(user_id)
        return member.status if member else "left"

    def has(self, user_id: int) -> bool:
        """Whether somebody is here."""
        return self.status(user_id) in IN_CHAT

    def present(self) -> list[int]:
        """Everybody who is here."""
        return [user_id for user_id in self.members if self.has(user_id)]

    def seen_by(self, user_id: int) -> list[Message]:
        """What somebody's client shows of it now, oldest first."""
        if not self.has(user_id):
            return []
        since = self.members[user_id].since
        return [message for message in self.messages.values() if message.id > since]

    def add(self, message: Message) -> None:
        """Takes in a message; the oldest is forgotten once there are too many."""
        self.messages[message.id] = message
        if len(self.messages) > HISTORY:
            del self.messages[next(iter(self.messages))]

    def next_id(self) -> int:
        """The id of a new message; never given twice."""
        self.last_id += 1
        return self.last_id
