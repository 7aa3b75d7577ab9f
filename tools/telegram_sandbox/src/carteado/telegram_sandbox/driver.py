"""The driver of tests: people with phones, over HTTP, so that it works in one process and across several."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

import aiohttp

from carteado.telegram_sandbox.errors import NoSuchButton, NotPossible
from carteado.telegram_sandbox.queries import Answer
from carteado.telegram_sandbox.sight import Shown
from carteado.telegram_sandbox.world import Call

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import TracebackType

    from carteado.telegram_sandbox.errors import JSON

__all__ = [
    "Answer",
    "Call",
    "Chat",
    "Driver",
    "NoSuchButton",
    "NotPossible",
    "Person",
    "SeenButton",
    "SeenFile",
    "SeenMessage",
    "Shown",
]


@dataclass(frozen=True, slots=True)
class Chat:
    """A chat that people write in."""

    chat_id: int
    title: str


@dataclass(frozen=True, slots=True)
class SeenButton:
    """A button; it carries data or leads somewhere."""

    label: str
    data: str = ""
    url: str = ""


@dataclass(frozen=True, slots=True)
class SeenFile:
    """A file that came with a message."""

    name: str
    size: int


@dataclass(frozen=True, slots=True)
class SeenMessage:
    """A message as a client shows it now.

    Attributes:
        asks: What stands in the field of a reply that their client has opened by itself; None where it has not.
        file: The file under which the text stands; None where there is none.
    """

    message_id: int
    author: str
    text: str
    entities: list[JSON]
    rows: list[list[SeenButton]]
    edited: bool
    thread_id: int | None
    is_service: bool
    asks: str | None = None
    file: SeenFile | None = None

    @property
    def buttons(self) -> list[SeenButton]:
        """Its buttons, without the rows."""
        return [button for row in self.rows for button in row]


class Driver:
    """Everybody's hands: ``async with Driver("http://127.0.0.1:8081") as telegram``."""

    def __init__(self, url: str) -> None:
        self._url = url.rstrip("/")
        self._session: aiohttp.ClientSession | None = None
        self._taps: set[asyncio.Task[Answer | None]] = set()

    async def __aenter__(self) -> Self:
        self._session = aiohttp.ClientSession()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for task in self._taps:
            task.cancel()
        await asyncio.gather(*self._taps, return_exceptions=True)
        if self._session:
            await self._session.close()

    async def person(self, name: str, language: str = "pt-br") -> Person:
        """Somebody of this name, found or made."""
        asked = {"name": name, "language_code": language}
        made = await self.post("people", asked)
        return Person(self, made["id"], made["first_name"])

    async def group(
        self,
        title: str,
        members: Sequence[Person] = (),
        *,
        topics: bool = False,
        kind: str = "supergroup",
    ) -> Chat:
        """A group with the bot in it, found by its title or made; its members join it. ``topics`` makes a forum."""
        asked = {
            "title": title,
            "member_ids": [person.id for person in members],
            "is_forum": topics,
            "kind": kind,
        }
        made = await self.post("chats", asked)
        return Chat(made["id"], made["title"])

    async def what_sees(self, person: Person) -> list[Shown]:
        """Everything that was ever shown to somebody: each version of each message, alerts and toasts, in order."""
        return [Shown(**one) for one in await self.get(f"people/{person.id}/shown")]

    async def calls(self) -> list[Call]:
        """Every call of the bot, in the order in which they ended."""
        return [Call(**one) for one in await self.get("calls")]

    async def fault(  # noqa: PLR0913 - a plan has these parts, each by its name
        self,
        *,
        method: str,
        kind: str,
        times: int = 1,
        retry_after: int = 3,
        chat_id: int | None = None,
        description: str = "",
    ) -> None:
        """Lets the next calls of a method go wrong.

        Args:
            method: The method.
            kind: ``drop_reply`` or ``timeout``, where the call is done; ``400``, ``403``, ``429``, ``500`` or ``502``, where it is not.
            times: How many calls.
            retry_after: For a 429.
            chat_id: Only calls about this chat.
            description: What the error says, where the usual words will not do.
        """
        plan: JSON = {"method": method, "kind": kind, "times": times, "chat_id": chat_id}
        await self.post("faults", {**plan, "retry_after": retry_after, "description": description})

    async def flood(self, *, strict: bool) -> None:
        """Makes the flood limits strict, or lenient."""
        await self.post("flood", {"strict": strict})

    async def flood_counters(self) -> dict[int, JSON]:
        """What was spent, by chat: ``calls``, ``over`` and ``most_in_a_minute``."""
        counted = await self.get("flood")
        return {int(chat_id): counter for chat_id, counter in counted["chats"].items()}

    async def updates(self) -> list[JSON]:
        """The latest updates, as the bot got them or will."""
        found: list[JSON] = await self.get("updates")
        return found

    async def redeliver(self, update_id: int) -> None:
        """Delivers an update once more, under the same id."""
        await self.post(f"updates/{update_id}", {})

    async def privacy(self, *, on: bool) -> None:
        """Turns privacy mode on or off."""
        await self.post("bot", {"reads_all": not on})

    async def set_bot(self, chat: Chat, status: str) -> None:
        """Makes the bot a ``member``, an ``administrator``, ``left`` or ``kicked``."""
        await self.post(f"chats/{chat.chat_id}/bot", {"status": status})

    async def mute(self, chat: Chat, *, on: bool) -> None:
        """Lets only administrators write in a group, or everybody again."""
        await self.post(f"chats/{chat.chat_id}/settings", {"is_muted": on})

    async def topic(self, chat: Chat, name: str) -> int:
        """Opens a topic in a forum; gives its thread id."""
        made = await self.post(f"chats/{chat.chat_id}/topics", {"name": name})
        return int(made["thread_id"])

    async def close_topic(self, chat: Chat, thread_id: int, *, closed: bool = True) -> None:
        """Closes a topic, or opens it again."""
        await self.post(f"chats/{chat.chat_id}/topics/{thread_id}", {"is_closed": closed})

    async def upgrade(self, chat: Chat) -> Chat:
        """Makes a supergroup of a basic group."""
        made = await self.post(f"chats/{chat.chat_id}/upgrade", {})
        return Chat(made["id"], made["title"])

    async def world(self) -> JSON:
        """Who and what there is."""
        found: JSON = await self.get("world")
        return found

    async def changed(self, after: int, seconds: float) -> int:
        """Waits until something has changed after this number; gives the new one."""
        found = await self.get("changes", after=str(after), timeout=str(seconds))
        return int(found["number"])

    def keep(self, task: asyncio.Task[Answer | None]) -> None:
        """Looks after a tap that nobody waits for."""
        self._taps.add(task)
        task.add_done_callback(self._taps.discard)

    async def get(self, path: str, **query: str) -> Any:
        """What the sandbox answers to a question."""
        return await self._ask("GET", path, params=query)

    async def read(self, path: str) -> bytes:
        """The bytes that the sandbox answers with.

        Raises:
            NotPossible: Nobody's client has them.
        """
        async with self._open.get(f"{self._url}/client/{path}") as reply:
            if reply.ok:
                return await reply.read()
            raise NotPossible((await reply.json())["reason"])

    async def post(self, path: str, asked: JSON) -> Any:
        """What the sandbox answers to a request.

        Raises:
            NotPossible: No client offers that.
            NoSuchButton: There is no such button.
        """
        return await self._ask("POST", path, json=asked)

    async def _ask(self, verb: str, path: str, **how: Any) -> Any:
        async with self._open.request(verb, f"{self._url}/client/{path}", **how) as reply:
            answer = await reply.json()
            if reply.ok:
                return answer
            raise (NoSuchButton if answer.get("is_button") else NotPossible)(answer["reason"])

    @property
    def _open(self) -> aiohttp.ClientSession:
        if self._session is None:
            raise RuntimeError("the driver is used inside of its async with")
        return self._session


class Person:
    """Somebody with a phone; ``private`` is their chat with the bot."""

    def __init__(self, driver: Driver, person_id: int, name: str) -> None:
        self.id = person_id
        self.name = name
        self.private = Chat(person_id, name)
        self._driver = driver

    async def type(
        self,
        chat: Chat,
        text: str,
        *,
        reply_to: int | None = None,
        thread_id: int | None = None,
        as_group: bool = False,
    ) -> int:
        """Writes into a chat; gives the message id. An administrator may write ``as_group``."""
        said: JSON = {"chat_id": chat.chat_id, "text": text, "is_anonymous": as_group}
        said |= {"reply_to": reply_to, "thread_id": thread_id}
        made = await self._post("messages", said)
        return int(made["message_id"])

    async def reply(self, chat: Chat, text: str, *, to: int | None = None) -> int:
        """Replies in the topic of what is replied to; gives the message id.

        Args:
            chat: The chat.
            text: What is said.
            to: The message; without it, the newest to which their client has opened a reply by itself.

        Raises:
            NotPossible: There is no such message.
        """
        seen = await self.sees(chat)
        for one in reversed(seen):
            if one.message_id == to or (to is None and one.asks is not None):
                return await self.type(chat, text, reply_to=one.message_id, thread_id=one.thread_id)
        raise NotPossible(f"{self.name} is asked for no reply")

    async def file(self, chat: Chat, message_id: int) -> bytes:
        """What is in the file of a message.

        Raises:
            NotPossible: Their client shows none there.
        """
        return await self._driver.read(f"people/{self.id}/chats/{chat.chat_id}/files/{message_id}")

    async def open_private(self) -> None:
        """Opens the private chat and presses Start."""
        await self._post("private", {"do": "start"})

    async def follow(self, url: str, group: Chat | None = None) -> None:
        """Opens a deep link; one that asks for a group brings the bot into this one."""
        await self._post("links", {"url": url, "chat_id": group.chat_id if group else None})

    async def sees(self, chat: Chat) -> list[SeenMessage]:
        """What their client shows of a chat now, oldest first."""
        found = await self._driver.get(f"people/{self.id}/chats/{chat.chat_id}")
        return [_seen(one) for one in found["messages"]]

    async def commands(self, chat: Chat) -> list[str]:
        """The commands that their client offers in a chat."""
        found = await self._driver.get(f"people/{self.id}/chats/{chat.chat_id}")
        return [one["command"] for one in found["commands"]]

    async def waits(
        self, chat: Chat, until: Callable[[list[SeenMessage]], bool], seconds: float = 10.0
    ) -> list[SeenMessage]:
        """Watches a chat until it shows what is waited for.

        Raises:
            TimeoutError: It did not in time.
        """
        ends = time.monotonic() + seconds
        number = -1
        while (left := ends - time.monotonic()) > 0:
            number = await self._driver.changed(number, left)
            if until(seen := await self.sees(chat)):
                return seen
        raise TimeoutError

    async def tap(
        self,
        chat: Chat,
        label: str = "",
        *,
        data: str = "",
        message_id: int | None = None,
        timeout: float = 10.0,  # noqa: ASYNC109 - how long the bot may take, not this coroutine
    ) -> Answer | None:
        """Taps a button, found in the newest message that has it; gives the bot's answer, None if none came in time.

        Args:
            chat: The chat.
            label: What it says, exactly or, where only one does, in part.
            data: What it carries, instead of a label.
            message_id: The message, where it is not the newest.
            timeout: How long the answer is waited for.

        Raises:
            NoSuchButton: Their client shows none.
        """
        message, button = _find(await self.sees(chat), label, data, message_id)
        if button.url:
            return Answer(url=button.url)
        tapped = {"chat_id": chat.chat_id, "message_id": message, "data": button.data}
        return await self._answer(await self._post("taps", tapped), timeout)

    def tap_nowait(
        self, chat: Chat, label: str = "", *, data: str = "", message_id: int | None = None
    ) -> asyncio.Task[Answer | None]:
        """Taps a button and waits for nothing; the task ends with the answer."""
        tapping = self.tap(chat, label, data=data, message_id=message_id)
        task = asyncio.create_task(tapping)
        self._driver.keep(task)
        return task

    async def tap_stale(
        self,
        chat: Chat,
        message_id: int,
        data: str,
        timeout: float = 10.0,  # noqa: ASYNC109 - as above
    ) -> Answer | None:
        """Taps a button that a slow client still shows, or a made-up one."""
        tapped = {"chat_id": chat.chat_id, "message_id": message_id, "data": data}
        return await self._answer(await self._post("taps", {**tapped, "is_stale": True}), timeout)

    async def block_bot(self) -> None:
        """Blocks the bot."""
        await self._post("private", {"do": "block"})

    async def unblock_bot(self) -> None:
        """Unblocks the bot."""
        await self._post("private", {"do": "unblock"})

    async def deactivate(self) -> None:
        """Closes their account."""
        await self._post("private", {"do": "deactivate"})

    async def join(self, group: Chat) -> None:
        """Joins a group."""
        await self._post("membership", {"chat_id": group.chat_id, "do": "join"})

    async def leave(self, group: Chat) -> None:
        """Leaves a group."""
        await self._post("membership", {"chat_id": group.chat_id, "do": "leave"})

    async def is_banned_from(self, group: Chat) -> None:
        """Is banned from a group by its owner."""
        await self._post("membership", {"chat_id": group.chat_id, "do": "ban"})

    async def _answer(self, tapped: JSON, seconds: float) -> Answer | None:
        path = f"people/{self.id}/answers/{tapped['query_id']}"
        found = await self._driver.get(path, timeout=str(seconds))
        return Answer(**found["answer"]) if found["answer"] else None

    async def _post(self, path: str, asked: JSON) -> Any:
        return await self._driver.post(f"people/{self.id}/{path}", asked)


def _seen(one: JSON) -> SeenMessage:
    rows = [
        [
            SeenButton(button["text"], button.get("callback_data", ""), button.get("url", ""))
            for button in row
        ]
        for row in one["rows"]
    ]
    return SeenMessage(
        message_id=one["message_id"],
        author=one["author"],
        text=one["text"],
        entities=one["entities"],
        rows=rows,
        edited=one["edited"],
        thread_id=one["thread_id"],
        is_service=bool(one["service"]),
        asks=one["asks"],
        file=SeenFile(**one["file"]) if one["file"] else None,
    )


def _find(
    seen: Sequence[SeenMessage], label: str, data: str, message_id: int | None
) -> tuple[int, SeenButton]:
    """The button that is meant: of the newest message that has it, or of the one that is named."""
    for message in reversed(seen):
        if message_id in {None, message.message_id}:
            matching = _matching(message.buttons, label, data)
            if len(matching) > 1:
                raise NoSuchButton(f"{len(matching)} buttons say {label!r}")
            if matching:
                return message.message_id, matching[0]
    raise NoSuchButton(f"no button says {label or data!r}")


def _matching(buttons: Sequence[SeenButton], label: str, data: str) -> list[SeenButton]:
    if data:
        return [button for button in buttons if button.data == data][:1]
    exact = [button for button in buttons if button.label == label]
    return exact[:1] or [button for button in buttons if label in button.label]
