"""The port of the store: updates until they are dealt with, who is who, which table is played where, and which message shows what.

Never a hand, a card or a token: what goes in went through ``incoming.bare`` before.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol

from carteado.telegram_gateway.incoming import Chat, User
from carteado.telegram_gateway.places import Place


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who was met.

    Attributes:
        user_id: Telegram's number, which others never see.
        key: What stands for it everywhere else; random, made once.
        name: As Telegram last told it.
        language: Of the person's client; empty where it was not told.
        private_open: True while the bot may write to the person.
    """

    user_id: int
    key: str
    name: str
    language: str
    private_open: bool


@dataclass(frozen=True, slots=True)
class Group:
    """A chat where tables are held.

    Attributes:
        chat_id: Telegram's number, the newest of it.
        key: What stands for it everywhere else; random, made once.
        title: As Telegram last told it.
        language: What is spoken there; empty where nothing was chosen.
        reachable: False once the bot found that it cannot write there.
    """

    chat_id: int
    key: str
    title: str
    language: str
    reachable: bool


class HostedState(StrEnum):
    """Whether a table still needs to be followed."""

    LIVE = "live"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Hosted:
    """A table that is played in a chat.

    Attributes:
        table_id: Its identifier at tables.
        code: What one types to join.
        chat_id: Where.
        thread_id: In which topic.
        version: Up to which change it was followed.
        state: Whether it goes on.
    """

    table_id: str
    code: str
    chat_id: int
    thread_id: int | None = None
    version: int = 0
    state: HostedState = HostedState.LIVE


@dataclass(frozen=True, slots=True)
class Kept:
    """An update that waits to be dealt with."""

    update_id: int
    body: Mapping[str, Any]


class Store(Protocol):
    """What a store can do. Every method may raise carteado.store.StoreFailed."""

    async def keep(self, updates: Sequence[Mapping[str, Any]]) -> list[Kept]:
        """Keeps updates, all or none; answers with those that were not known. Old ones that are done are thrown away."""
        ...

    async def waiting(self) -> list[Kept]:
        """The updates that are not done, in the order in which they came."""
        ...

    async def done(self, update_id: int) -> None:
        """Notes that an update is dealt with."""
        ...

    async def next_offset(self) -> int:
        """Which update to ask for next: the one after the newest; 0 after a quiet day, for then Telegram may count anew."""
        ...

    async def meet(self, user: User) -> Person:
        """Who this is, under the name and in the language of now; a stranger gets a key."""
        ...

    async def person(self, key: str) -> Person | None:
        """Who has this key."""
        ...

    async def set_private(self, user_id: int, *, is_open: bool) -> None:
        """Notes whether the bot may write to a person."""
        ...

    async def enter(self, chat: Chat) -> Group:
        """Which group this is, under the title of now, and that it can be reached; a new one gets a key."""
        ...

    async def group(self, chat_id: int) -> Group | None:
        """The group with this number, even with an old one."""
        ...

    async def set_reachable(self, chat_id: int, *, is_reachable: bool) -> None:
        """Notes whether the bot may write in a group."""
        ...

    async def migrate(self, old_id: int, new_id: int) -> None:
        """Moves all that belongs to a group to its new number, once; the messages of the old one are out of reach."""
        ...

    async def host(self, hosted: Hosted) -> None:
        """Notes that a table is played in a chat; once, however often it is said."""
        ...

    async def hosted_by(self, key: str) -> Hosted | None:
        """The table with this identifier or code, in any case."""
        ...

    async def live(self) -> list[Hosted]:
        """The tables that go on, oldest first."""
        ...

    async def latest(self, place: Place) -> Hosted | None:
        """The newest table of a chat's topic."""
        ...

    async def saw(self, table_id: str, version: int) -> None:
        """Notes up to which change a table was followed; never goes back."""
        ...

    async def end(self, table_id: str) -> None:
        """Notes that a table is over."""
        ...

    async def message(self, chat_id: int, spot: str) -> int | None:
        """The message that shows a spot."""
        ...

    async def spot_of(self, chat_id: int, message_id: int) -> str | None:
        """The spot that a message shows; None for one that shows none any more, or never did."""
        ...

    async def posted(self, place: Place, spot: str, message_id: int) -> None:
        """Notes which message shows a spot from now on."""
        ...

    async def forget(self, chat_id: int, spot: str) -> None:
        """Notes that no message shows a spot any more."""
        ...
