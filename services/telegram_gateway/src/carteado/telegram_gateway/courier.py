"""The courier of one chat: one call after the other, no faster than the chat's pace, and always with the newest there is to show."""

import contextlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol

import structlog

from carteado.store import StoreFailed
from carteado.telegram_gateway.clock import Clock, pause_after
from carteado.telegram_gateway.errors import (
    CallFailed,
    Flooded,
    MessageGone,
    Moved,
    Rejected,
    ThreadClosed,
    Unreachable,
)
from carteado.telegram_gateway.message import Message
from carteado.telegram_gateway.outgoing import Item, Outgoing, Remove, Render, Say, Show, Strip
from carteado.telegram_gateway.pace import Pace
from carteado.telegram_gateway.places import Place

RENDER_ATTEMPTS = 5
SLOTS_REMEMBERED = 64

_log = structlog.get_logger()


class Sender(Protocol):
    """What a courier needs of Telegram."""

    async def send(self, place: Place, message: Message, *, silent: bool = False) -> int:
        """Posts a message; answers with its number."""
        ...

    async def edit(self, chat_id: int, message_id: int, message: Message) -> None:
        """Makes a message look like this."""
        ...

    async def strip(self, chat_id: int, message_id: int) -> None:
        """Takes the buttons of a message away."""
        ...

    async def delete(self, chat_id: int, message_id: int) -> None:
        """Takes a message away."""
        ...


class Book(Protocol):
    """What a courier needs of the store."""

    async def message(self, chat_id: int, slot: str) -> int | None:
        """The message that shows a slot."""
        ...

    async def posted(self, place: Place, slot: str, message_id: int) -> None:
        """Notes which message shows a slot from now on."""
        ...

    async def forget(self, chat_id: int, slot: str) -> None:
        """Notes that no message shows a slot any more."""
        ...

    async def set_private(self, user_id: int, *, is_open: bool) -> None:
        """Notes whether the bot may write to a person."""
        ...

    async def set_reachable(self, chat_id: int, *, is_reachable: bool) -> None:
        """Notes whether the bot may write in a group."""
        ...

    async def migrate(self, old_id: int, new_id: int) -> None:
        """Moves all that belongs to a group to its new number."""
        ...


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What all couriers share.

    Attributes:
        telegram: Where they deliver.
        book: Where they note it.
        clock: What they wait by.
        pace: How fast all of them together may call.
        wake: Sees to it that the courier of a chat works.
        moved: Is told that a chat has a new number, by its old and its new one.
    """

    telegram: Sender
    book: Book
    clock: Clock
    pace: Pace
    wake: Callable[[int], None]
    moved: Callable[[int, int], Awaitable[None]]


@dataclass(slots=True)
class _Slot:
    """What is known of a slot: its message, and how that looks, unless that is in doubt."""

    message_id: int | None
    shown: Message | None = None


class _RenderFailedError(Exception):
    """What should be shown could not be made."""


class Courier:
    """Delivers to one chat."""

    def __init__(self, chat_id: int, pace: Pace, around: Surroundings) -> None:
        self._chat_id = chat_id
        self._pace = pace
        self._around = around
        self._outgoing = Outgoing()
        self._under_way: Item | None = None
        self._is_busy = False
        self._is_mute = False
        self._successor: Courier | None = None
        self._failures = 0
        self._slots: dict[str, _Slot] = {}
        self._renewals: set[str] = set()

    @property
    def pending(self) -> int:
        """How much waits or is under way."""
        return len(self._outgoing) + (self._under_way is not None)

    def due(self, now: float) -> bool:
        """True while it has something to do that need not wait for the clock."""
        return self._is_busy or (len(self._outgoing) > 0 and self._next_start <= now)

    def show(self, slot: str, thread_id: int | None, render: Render) -> None:
        """Has a slot shown, unless nobody can be reached."""
        self._put(Show(slot, thread_id, render))

    def remove(self, slot: str) -> None:
        """Has the message of a slot taken away."""
        self._put(Remove(slot))

    def say(self, item: Say) -> None:
        """Has a message posted, unless nobody can be reached."""
        self._put(item)

    def renew(self, slot: str) -> None:
        """Has the next show of a slot post a new message."""
        self._renewals.add(slot)

    def heard(self) -> None:
        """Takes items again after the chat could not be reached."""
        self._is_mute = False

    def hand_over(self, other: "Courier") -> None:
        """Gives all that waits, now and from now on, to the courier of the chat's new number."""
        self._successor = other
        for item in self._outgoing.take_all():
            self._put_back(item)

    def give_up(self) -> None:
        """Drops everything, also what is under way."""
        self._drop_all()
        if self._under_way is not None:
            _settle(self._under_way)

    def _put(self, item: Item) -> None:
        if self._is_mute:
            _settle(item)
        else:
            self._outgoing.put(item)
            self._around.wake(self._chat_id)

    def _put_back(self, item: Item) -> None:
        """Has an item done again; by the successor where there is one, which cannot reach the messages of old."""
        if self._successor is None:
            self._outgoing.put_back(item)
        elif not isinstance(item, Strip):
            self._successor._put(item)  # noqa: SLF001 - of the same class

    def _drop_all(self) -> None:
        for item in self._outgoing.take_all():
            _settle(item)

    @property
    def _next_start(self) -> float:
        return max(self._pace.next_start, self._around.pace.next_start)

    async def work(self) -> None:
        """Delivers until nothing waits any more."""
        while self._outgoing:
            wait = self._next_start - self._around.clock.now()
            if wait > 0:
                await self._around.clock.sleep(wait)
                continue
            self._is_busy = True
            try:
                await self._deliver_one()
            finally:
                self._is_busy = False

    async def _deliver_one(self) -> None:
        try:
            await self._look_up()
            self._under_way = item = self._outgoing.take(self._is_new)
            if item is not None:
                await self._deliver(item)
        except StoreFailed:
            self._rest()
        else:
            self._under_way = None

    async def _look_up(self) -> None:
        """Learns which of the waiting slots have a message."""
        while unknown := self._outgoing.slots() - self._slots.keys():
            slot = unknown.pop()
            message_id = await self._around.book.message(self._chat_id, slot)
            self._slots.setdefault(slot, _Slot(message_id))
        for slot in list(self._slots)[:-SLOTS_REMEMBERED]:
            if slot not in self._outgoing.slots():
                del self._slots[slot]

    def _is_new(self, item: Show) -> bool:
        is_there = self._slots[item.slot].message_id is not None
        return item.anew or item.slot in self._renewals or not is_there

    async def _deliver(self, item: Item) -> None:
        self._around.pace.start(self._around.clock.now())
        try:
            await self._carry_out(item)
        except Exception as failure:  # noqa: BLE001 - a courier goes on whatever happens
            with contextlib.suppress(StoreFailed):
                await self._after(failure, item)
        else:
            self._failures = 0
            _settle(item)

    async def _carry_out(self, item: Item) -> None:
        if isinstance(item, Show):
            await self._show(item)
        elif isinstance(item, Remove):
            await self._remove(item)
        elif isinstance(item, Say):
            self._start()
            place = Place(self._chat_id, item.thread_id)
            await self._around.telegram.send(place, item.message)
        else:
            self._start()
            await self._around.telegram.strip(self._chat_id, item.message_id)

    def _start(self) -> None:
        self._pace.start(self._around.clock.now())

    async def _show(self, item: Show) -> None:
        """One call at most: none where there is nothing to show, or the slot looks like that already."""
        item.anew = item.anew or item.slot in self._renewals
        self._renewals.discard(item.slot)
        message = await _rendered(item)
        slot = self._slots[item.slot]
        if message is None:
            if item.anew:
                self._renewals.add(item.slot)
        elif item.anew or slot.message_id is None:
            await self._post(item, slot, message)
        elif message != slot.shown:
            self._start()
            slot.shown = None
            await self._around.telegram.edit(self._chat_id, slot.message_id, message)
            slot.shown = message

    async def _post(self, item: Show, slot: _Slot, message: Message) -> None:
        """A new message for a slot, silent where it replaces one; that one loses its buttons later."""
        self._start()
        place = Place(self._chat_id, item.thread_id)
        message_id = await self._around.telegram.send(place, message, silent=item.anew)
        if slot.message_id is not None:
            self._outgoing.put(Strip(slot.message_id))
        slot.message_id, slot.shown, item.anew = message_id, message, False
        await self._around.book.posted(place, item.slot, message_id)

    async def _remove(self, item: Remove) -> None:
        """No call where there is nothing to take away."""
        message_id = self._slots[item.slot].message_id
        if message_id is None:
            return
        self._start()
        await self._around.telegram.delete(self._chat_id, message_id)
        await self._forget(item.slot)

    async def _forget(self, slot: str) -> None:
        self._slots[slot] = _Slot(None)
        await self._around.book.forget(self._chat_id, slot)

    async def _after(self, failure: Exception, item: Item) -> None:
        """Tries again what may work later, and drops what will not."""
        log = _log.bind(chat_id=self._chat_id, slot=getattr(item, "slot", None))
        match failure:
            case Flooded():
                log.warning("chat_flooded", seconds=failure.seconds)
                self._pace.rest_until(self._around.clock.now() + failure.seconds)
                self._put_back(item)
            case Moved():
                self._put_back(item)
                await self._around.moved(self._chat_id, failure.new_chat_id)
            case MessageGone():
                await self._after_gone(item)
            case Unreachable():
                log.info("chat_unreachable")
                await self._after_unreachable(item)
            case _RenderFailedError():
                self._after_unrendered(failure, item, log)
            case ThreadClosed():
                log.info("thread_closed")
                _settle(item)
            case Rejected():
                log.error("message_rejected", reason=failure.reason)
                _settle(item)
            case CallFailed() | StoreFailed():
                log.warning("delivery_waits", cause=str(failure) or type(failure).__name__)
                self._put_back(item)
                self._rest()
            case _:
                log.error("delivery_failed", cause=type(failure).__name__)
                _settle(item)

    def _rest(self) -> None:
        self._failures += 1
        self._pace.rest_until(self._around.clock.now() + pause_after(self._failures))

    async def _after_gone(self, item: Item) -> None:
        """What was deleted is posted anew, where it should be shown."""
        if isinstance(item, Show):
            item.anew = True
            self._put_back(item)
        if isinstance(item, Show | Remove):
            await self._forget(item.slot)

    async def _after_unreachable(self, item: Item) -> None:
        """Nothing more for this chat; a group has to be heard of first, and who else shuts the bot out is noted."""
        _settle(item)
        self._drop_all()
        if self._chat_id < 0:
            self._is_mute = True
            await self._around.book.set_reachable(self._chat_id, is_reachable=False)
        else:
            await self._around.book.set_private(self._chat_id, is_open=False)

    def _after_unrendered(
        self, failure: _RenderFailedError, item: Item, log: structlog.typing.FilteringBoundLogger
    ) -> None:
        """Again in its turn, a few times; others of the chat go before."""
        assert isinstance(item, Show)
        item.failures += 1
        cause = type(failure.__cause__).__name__
        if item.failures == RENDER_ATTEMPTS:
            log.error("render_given_up", cause=cause)
            return
        log.warning("render_failed", cause=cause)
        self._pace.rest_until(self._around.clock.now() + pause_after(item.failures))
        self._outgoing.put_last(item)


async def _rendered(item: Show) -> Message | None:
    try:
        return await item.render()
    except Exception as error:
        raise _RenderFailedError from error


def _settle(item: Item) -> None:
    """Lets go of an item, and tells whoever waits for it."""
    if isinstance(item, Say) and not item.settled.done():
        item.settled.set_result(None)
