"""The courier of one chat: one call after the other, no faster than the chat's pace, and always with the newest there is to show."""

import asyncio
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
from carteado.telegram_gateway.outgoing import Item, Outgoing, Remove, Render, Retire, Say, Show
from carteado.telegram_gateway.pace import Pace
from carteado.telegram_gateway.places import Place

RENDER_ATTEMPTS = 5
AWAY_SECONDS = 30.0
"""How long after the bot could not write somewhere it tries again, unless something comes from there before."""
SPOTS_REMEMBERED = 64

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

    async def message(self, chat_id: int, spot: str) -> int | None:
        """The message that shows a spot."""
        ...

    async def posted(self, place: Place, spot: str, message_id: int) -> None:
        """Notes which message shows a spot from now on."""
        ...

    async def forget(self, chat_id: int, spot: str) -> None:
        """Notes that no message shows a spot any more."""
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
class _Spot:
    """What is known of a spot: its message, and how that looks, unless that is in doubt."""

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
        self._away_until = float("-inf")
        self._stirred = asyncio.Event()
        self._successor: Courier | None = None
        self._failures = 0
        self._spots: dict[str, _Spot] = {}
        self._renewals: set[str] = set()

    @property
    def pending(self) -> int:
        """How much waits or is under way."""
        return len(self._outgoing) + (self._under_way is not None)

    def due(self, now: float) -> bool:
        """True while it has something to do that need not wait for the clock."""
        return self._is_busy or (len(self._outgoing) > 0 and self._next_start <= now)

    def show(self, spot: str, thread_id: int | None, render: Render, *, lasts: bool) -> None:
        """Has a spot shown, unless nobody can be reached."""
        self._put(Show(spot, thread_id, render, lasts))

    def remove(self, spot: str) -> None:
        """Has the message of a spot taken away."""
        self._put(Remove(spot))

    def say(self, item: Say) -> None:
        """Has a message posted, unless nobody can be reached."""
        self._put(item)

    def renew(self, spot: str) -> None:
        """Has the next show of a spot post a new message."""
        self._renewals.add(spot)

    def heard(self) -> None:
        """Something came from the chat: what could not be delivered may be by now."""
        self._away_until = float("-inf")
        self._outgoing.hasten()
        self._stirred.set()

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
        self._outgoing.put(item)
        self._stirred.set()
        self._around.wake(self._chat_id)

    def _put_back(self, item: Item) -> None:
        """Has an item done again; by the successor where there is one, which cannot reach the messages of old."""
        if self._successor is None:
            self._outgoing.put_back(item)
        elif not isinstance(item, Retire):
            self._successor._put(item)  # noqa: SLF001 - of the same class

    def _drop_all(self) -> None:
        for item in self._outgoing.take_all():
            _settle(item)

    @property
    def _next_start(self) -> float:
        paces = (self._pace.next_start, self._around.pace.next_start)
        return max(*paces, self._away_until, self._outgoing.earliest)

    async def work(self) -> None:
        """Delivers until nothing waits any more."""
        while self._outgoing:
            wait = self._next_start - self._around.clock.now()
            if wait > 0:
                await self._wait(wait)
                continue
            self._is_busy = True
            try:
                await self._deliver_one()
            finally:
                self._is_busy = False

    async def _wait(self, seconds: float) -> None:
        """Waits, unless there is something new meanwhile, from the chat or for it."""
        self._stirred.clear()
        waits = [
            asyncio.create_task(self._around.clock.sleep(seconds)),
            asyncio.create_task(self._stirred.wait()),
        ]
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for each in waits:
                each.cancel()

    async def _deliver_one(self) -> None:
        try:
            await self._look_up()
            now = self._around.clock.now()
            self._under_way = item = self._outgoing.take(self._is_new, now)
            if item is not None:
                await self._deliver(item)
        except StoreFailed:
            self._rest()
        else:
            self._under_way = None

    async def _look_up(self) -> None:
        """Learns which of the waiting spots have a message."""
        while unknown := self._outgoing.spots() - self._spots.keys():
            spot = unknown.pop()
            message_id = await self._around.book.message(self._chat_id, spot)
            self._spots.setdefault(spot, _Spot(message_id))
        for spot in list(self._spots)[:-SPOTS_REMEMBERED]:
            if spot not in self._outgoing.spots():
                del self._spots[spot]

    def _is_new(self, item: Show) -> bool:
        is_there = self._spots[item.spot].message_id is not None
        return item.anew or item.spot in self._renewals or not is_there

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
            await self._say(item)
        else:
            await self._retire(item)

    def _start(self) -> None:
        self._pace.start(self._around.clock.now())

    async def _show(self, item: Show) -> None:
        """One call at most: none where there is nothing to show, or the spot looks like that already."""
        item.anew = item.anew or item.spot in self._renewals
        self._renewals.discard(item.spot)
        message = await _rendered(item)
        spot = self._spots[item.spot]
        if message is None:
            if item.anew:
                self._renewals.add(item.spot)
        elif item.anew or spot.message_id is None:
            await self._post(item, spot, message)
        elif message != spot.shown:
            self._start()
            spot.shown = None
            await self._around.telegram.edit(self._chat_id, spot.message_id, message)
            spot.shown = _remembered(message)

    async def _post(self, item: Show, spot: _Spot, message: Message) -> None:
        """A new message for a spot, silent where it replaces one; that one loses its buttons later."""
        self._start()
        place = Place(self._chat_id, item.thread_id)
        message_id = await self._around.telegram.send(place, message, silent=item.anew)
        if spot.message_id is not None:
            self._outgoing.put(Retire(spot.message_id))
        spot.message_id, spot.shown, item.anew = message_id, _remembered(message), False
        await self._around.book.posted(place, item.spot, message_id)

    async def _say(self, item: Say) -> None:
        """A new message, which is from now on that of its spot."""
        self._start()
        place = Place(self._chat_id, item.thread_id)
        message_id = await self._around.telegram.send(place, item.message)
        before = self._spots[item.spot].message_id
        if item.replaces and before is not None:
            self._outgoing.put(Retire(before, goes=True))
        self._spots[item.spot] = _Spot(message_id, _remembered(item.message))
        await self._around.book.posted(place, item.spot, message_id)

    async def _retire(self, item: Retire) -> None:
        self._start()
        telegram = self._around.telegram
        take = telegram.delete if item.goes else telegram.strip
        await take(self._chat_id, item.message_id)

    async def _remove(self, item: Remove) -> None:
        """No call where there is nothing to take away."""
        message_id = self._spots[item.spot].message_id
        if message_id is None:
            return
        self._start()
        await self._around.telegram.delete(self._chat_id, message_id)
        await self._forget(item.spot)

    async def _forget(self, spot: str) -> None:
        self._spots[spot] = _Spot(None)
        await self._around.book.forget(self._chat_id, spot)

    async def _after(self, failure: Exception, item: Item) -> None:
        """Tries again what may work later, and drops what will not."""
        log = _log.bind(chat_id=self._chat_id, spot=getattr(item, "spot", None))
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
                self._after_closed(item)
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
            await self._forget(item.spot)

    def _after_closed(self, item: Item) -> None:
        """What is to be shown in a topic waits until that is open again; others of the chat go before."""
        if isinstance(item, Show) and item.lasts:
            item.not_before = self._around.clock.now() + AWAY_SECONDS
            self._put_back(item)
        else:
            _settle(item)

    async def _after_unreachable(self, item: Item) -> None:
        """A group is tried again now and then, and with the newest state; who shuts the bot out is noted, and left in peace."""
        if self._chat_id < 0:
            self._away_until = self._around.clock.now() + AWAY_SECONDS
            if isinstance(item, Show) and item.lasts:
                self._put_back(item)
            _settle(item)
            await self._around.book.set_reachable(self._chat_id, is_reachable=False)
        else:
            _settle(item)
            self._drop_all()
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


def _remembered(message: Message) -> Message | None:
    """How a message looks, as far as that is kept in mind: a document is too long for that, so it is in doubt whenever it is to be shown."""
    return None if message.document else message


async def _rendered(item: Show) -> Message | None:
    try:
        return await item.render()
    except Exception as error:
        raise _RenderFailedError from error


def _settle(item: Item) -> None:
    """Lets go of an item, and tells whoever waits for it."""
    if isinstance(item, Say) and not item.settled.done():
        item.settled.set_result(None)
