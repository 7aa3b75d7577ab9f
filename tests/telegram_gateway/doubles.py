"""Stand-ins for the gateway's surroundings: a clock moved by hand, a Telegram that keeps account, a store in memory."""

import asyncio
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from carteado.store import StoreFailed
from carteado.telegram_gateway.message import Message
from carteado.telegram_gateway.places import Place
from carteado.telegram_gateway.store import Kept


class HandClock:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self._now = 1000.0
        self._sleepers: list[tuple[float, asyncio.Future[None]]] = []

    def now(self) -> float:
        return self._now

    async def sleep(self, seconds: float) -> None:
        alarm: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._sleepers.append((self._now + seconds, alarm))
        await alarm

    async def pass_by(self, seconds: float) -> None:
        """Lets time go by, from one alarm to the next, with everything done that each of them sets off."""
        end = self._now + seconds
        await settle()
        while due := [moment for moment, alarm in self._sleepers if not alarm.done()]:
            if min(due) > end:
                break
            self._ring(min(due))
            await settle()
        self._now = end

    def _ring(self, moment: float) -> None:
        self._now = max(self._now, moment)
        for at, alarm in self._sleepers:
            if at <= moment and not alarm.done():
                alarm.set_result(None)
        self._sleepers = [(at, alarm) for at, alarm in self._sleepers if not alarm.done()]


async def settle() -> None:
    """Lets every task come to where it waits."""
    for _ in range(60):
        await asyncio.sleep(0)


@dataclass(frozen=True)
class Call:
    """A call of the Bot API."""

    at: float
    method: str
    chat_id: int
    message_id: int | None
    text: str = ""
    silent: bool = False
    thread_id: int | None = None


Fault = Callable[[Call], Exception | None]


@dataclass
class Account:
    """A Telegram that notes every call and, where it is told to, fails."""

    clock: HandClock
    calls: list[Call] = field(default_factory=list)
    fault: Fault = lambda _: None
    username: str = "carteado_bot"
    batches: deque[list[dict[str, Any]] | Exception] = field(default_factory=deque)
    offsets: list[int] = field(default_factory=list)
    posted: int = 100
    came: asyncio.Event = field(default_factory=asyncio.Event)

    async def send(self, place: Place, message: Message, *, silent: bool = False) -> int:
        self.posted += 1
        self._note("send", place.chat_id, None, message.text, silent, place.thread_id)
        return self.posted

    async def edit(self, chat_id: int, message_id: int, message: Message) -> None:
        self._note("edit", chat_id, message_id, message.text)

    async def strip(self, chat_id: int, message_id: int) -> None:
        self._note("strip", chat_id, message_id)

    async def delete(self, chat_id: int, message_id: int) -> None:
        self._note("delete", chat_id, message_id)

    def _note(self, method: str, chat_id: int, message_id: int | None, *more: Any) -> None:
        call = Call(self.clock.now(), method, chat_id, message_id, *more)
        self.calls.append(call)
        error = self.fault(call)
        if error is not None:
            raise error

    def brief(self, chat_id: int | None = None) -> list[tuple[str, str]]:
        """Method and text of every call, in one chat or in all."""
        wanted = (call for call in self.calls if chat_id in (None, call.chat_id))
        return [(call.method, call.text) for call in wanted]

    async def updates(self, offset: int, seconds: int) -> list[dict[str, Any]]:
        self.offsets.append(offset)
        while not self.batches:
            if seconds == 0:
                return []
            self.came.clear()
            await self.came.wait()
        batch = self.batches.popleft()
        if isinstance(batch, Exception):
            raise batch
        return batch

    def report(self, *updates: dict[str, Any]) -> None:
        """Has these come with one answer."""
        self.batches.append(list(updates))
        self.came.set()

    def fail(self, error: Exception) -> None:
        """Has a poll fail."""
        self.batches.append(error)
        self.came.set()


@dataclass
class Memory:
    """A store that forgets everything with the process, or fails where it is told to."""

    spots: dict[tuple[int, str], int] = field(default_factory=dict)
    closed: set[int] = field(default_factory=set)
    unreachable: set[int] = field(default_factory=set)
    migrations: list[tuple[int, int]] = field(default_factory=list)
    kept: dict[int, Kept] = field(default_factory=dict)
    finished: list[int] = field(default_factory=list)
    is_broken: bool = False

    def _check(self) -> None:
        if self.is_broken:
            raise StoreFailed("broken")

    async def message(self, chat_id: int, spot: str) -> int | None:
        self._check()
        return self.spots.get((chat_id, spot))

    async def posted(self, place: Place, spot: str, message_id: int) -> None:
        self.spots[place.chat_id, spot] = message_id

    async def forget(self, chat_id: int, spot: str) -> None:
        self.spots.pop((chat_id, spot), None)

    async def set_private(self, user_id: int, *, is_open: bool) -> None:
        (self.closed.discard if is_open else self.closed.add)(user_id)

    async def set_reachable(self, chat_id: int, *, is_reachable: bool) -> None:
        (self.unreachable.discard if is_reachable else self.unreachable.add)(chat_id)

    async def migrate(self, old_id: int, new_id: int) -> None:
        self.migrations.append((old_id, new_id))

    async def keep(self, updates: Sequence[Mapping[str, Any]]) -> list[Kept]:
        self._check()
        fresh = {raw["update_id"]: Kept(raw["update_id"], raw) for raw in updates}
        fresh = {number: kept for number, kept in fresh.items() if number not in self.kept}
        self.kept |= fresh
        return list(fresh.values())

    async def waiting(self) -> list[Kept]:
        return [kept for number, kept in self.kept.items() if number not in self.finished]

    async def done(self, update_id: int) -> None:
        self._check()
        self.finished.append(update_id)

    async def next_offset(self) -> int:
        return max(self.kept, default=-1) + 1


def typed(
    update_id: int, text: str, *, user_id: int = 7, chat_id: int = -5, **more: Any
) -> dict[str, Any]:
    """The update of somebody who types in a group."""
    message = {
        "message_id": update_id,
        "date": 1_700_000_000,
        "chat": {"id": chat_id, "type": "supergroup", "title": "Mesa"},
        "from": {"id": user_id, "is_bot": False, "first_name": "Ana", "language_code": "pt-br"},
        "text": text,
        **more,
    }
    return {"update_id": update_id, "message": message}
