"""The world: who there is, what was said, what the bot is told and what went wrong on purpose."""

from collections.abc import Callable
from dataclasses import dataclass, field

from carteado.telegram_sandbox import shapes
from carteado.telegram_sandbox.chats import Chat, Message
from carteado.telegram_sandbox.commands import Commands
from carteado.telegram_sandbox.errors import JSON
from carteado.telegram_sandbox.faults import Faults
from carteado.telegram_sandbox.flood import Flood
from carteado.telegram_sandbox.news import News
from carteado.telegram_sandbox.people import Bot, Person
from carteado.telegram_sandbox.queries import Queries
from carteado.telegram_sandbox.sight import Sight
from carteado.telegram_sandbox.updates import Updates

Clock = Callable[[], float]


@dataclass(frozen=True, slots=True)
class Call:
    """One call of the bot.

    Attributes:
        error: Telegram's description, or the name of the fault that struck a call that was done.
    """

    at: float
    method: str
    chat_id: int | None
    parameters: JSON
    ok: bool
    error: str = ""


@dataclass
class World:
    """Everything; the bot and the people act on it, nothing in it acts by itself."""

    bot: Bot
    clock: Clock
    people: dict[int, Person] = field(default_factory=dict)
    chats: dict[int, Chat] = field(default_factory=dict)
    commands: Commands = field(default_factory=Commands)
    faults: Faults = field(default_factory=Faults)
    calls: list[Call] = field(default_factory=list)
    changes: News = field(default_factory=News)

    def __post_init__(self) -> None:
        self.updates = Updates(self.clock)
        self.queries = Queries(self.clock)
        self.flood = Flood(self.clock)
        self.sight = Sight(self.clock)

    def post(self, chat: Chat, message: Message) -> Message:
        """Puts a new message into a chat and shows it to everybody there."""
        chat.add(message)
        self._show(chat, message)
        return message

    def edit(self, chat: Chat, message: Message) -> None:
        """Shows a message anew that the bot has changed."""
        message.edit_date = self.now()
        self._show(chat, message, is_edit=True)

    def delete(self, chat: Chat, message: Message) -> None:
        """Takes a message away from everybody."""
        del chat.messages[message.id]
        if message.id in chat.pinned:
            chat.pinned.remove(message.id)
        self.touch()

    def draft(self, chat: Chat, author_id: int, text: str = "") -> Message:
        """A message that is about to be posted."""
        return Message(chat.next_id(), chat.id, author_id, self.now(), text)

    def tell(self, chat: Chat, author_id: int, service: JSON) -> Message:
        """Posts a service message; the bot hears of it if it is there, or if it is about its leaving."""
        message = self.draft(chat, author_id)
        message.service = service
        self.post(chat, message)
        is_about_bot = service.get("left_chat_member", {}).get("id") == self.bot.id
        if chat.has(self.bot.id) or is_about_bot:
            self.updates.put("message", shapes.message(self, message))
        return message

    def touch(self) -> None:
        """Lets everybody know that something has changed."""
        self.changes.ring()

    def now(self) -> int:
        """The time as messages carry it."""
        return int(self.clock())

    def private(self, person: Person) -> Chat:
        """The private chat of a person with the bot."""
        return self.chats[person.id]

    def _show(self, chat: Chat, message: Message, *, is_edit: bool = False) -> None:
        for person_id in chat.present():
            if person_id in self.people:
                self.sight.message(person_id, message, is_edit=is_edit)
        self.touch()

    def close(self) -> None:
        """Sends everybody away who waits for something."""
        for news in (self.changes, self.updates.news, self.queries.news):
            news.close()
