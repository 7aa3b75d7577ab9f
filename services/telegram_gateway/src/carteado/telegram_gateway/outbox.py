"""The outbox: everything that is posted or edited goes through here, so that no chat gets more calls than Telegram allows.

What is shown is not a queue of messages but of wishes: a spot of a chat should look like what ``render`` makes of how things stand when its
turn comes. Thus a hundred changes in a moment are one edit, and after a pause the newest is shown, never what was true before.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator

import structlog

from carteado.telegram_gateway.clock import Clock
from carteado.telegram_gateway.courier import Book, Courier, Sender, Surroundings
from carteado.telegram_gateway.message import Message
from carteado.telegram_gateway.outgoing import Render, Say
from carteado.telegram_gateway.pace import Budget, Pace
from carteado.telegram_gateway.places import Place

CALLS_A_SECOND = 30
"""Telegram's limit for a bot, over all chats."""

_log = structlog.get_logger()


class Outbox:
    """Every courier, one for each chat."""

    def __init__(self, telegram: Sender, book: Book, clock: Clock, budget: Budget) -> None:
        """Delivers to Telegram, notes in the store, and waits by the clock at least so long from one call of a chat to the next."""
        self._book = book
        self._clock = clock
        self._budget = budget
        pace = Pace(0.0, CALLS_A_SECOND, 1.0)
        self._around = Surroundings(telegram, book, clock, pace, self._wake, self.move)
        self._couriers: dict[int, Courier] = {}
        self._moved: dict[int, int] = {}
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._is_running = False

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Delivers for as long as the block runs; what still waits after that is dropped."""
        self._is_running = True
        for chat_id in self._couriers:
            self._wake(chat_id)
        try:
            yield
        finally:
            self._is_running = False
            tasks = list(self._tasks.values())
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            for courier in self._couriers.values():
                courier.give_up()

    def show(self, place: Place, spot: str, render: Render, *, lasts: bool = True) -> None:
        """Has the message of a spot look like what is rendered when its turn comes; the latest call for a spot is the one that counts.

        Args:
            place: Where.
            spot: Which message of that chat; there is at most one for each.
            render: Makes the message then; None where nothing is to be done.
            lasts: False to let it be where the bot may not write now; True to wait until it may.
        """
        self._courier(place.chat_id).show(spot, place.thread_id, render, lasts=lasts)

    def say(
        self, place: Place, spot: str, message: Message, *, replaces: bool = False
    ) -> asyncio.Future[None]:
        """Has an answer posted below all that stands there.

        Args:
            place: Where.
            spot: What it answers; while it waits, a newer answer to the same takes its place.
            message: The answer.
            replaces: True to have what was said there before taken away.

        Returns:
            What is done when it is delivered, replaced, or never will be either.
        """
        settled = asyncio.get_running_loop().create_future()
        self._courier(place.chat_id).say(Say(spot, message, place.thread_id, settled, replaces))
        self._wake(place.chat_id)
        return settled

    def renew(self, place: Place, spot: str) -> None:
        """Has the next show of a spot post a new message, and take the buttons of the old one away."""
        self._courier(place.chat_id).renew(spot)

    def remove(self, place: Place, spot: str) -> None:
        """Has the message of a spot taken away, if there is one."""
        self._courier(place.chat_id).remove(spot)

    def heard(self, chat_id: int) -> None:
        """Something came from a chat: it may be written to again."""
        self._courier(chat_id).heard()

    async def move(self, old_id: int, new_id: int) -> None:
        """A group has a new number: everything for the old one goes to the new one, in the store too; may be told again and again."""
        self._moved[old_id] = new_id
        old = self._couriers.pop(old_id, None)
        if old is not None:
            old.hand_over(self._courier(new_id))
        _log.info("chat_moved", chat_id=old_id, new_chat_id=new_id)
        await self._book.migrate(old_id, new_id)

    @property
    def pending(self) -> int:
        """How much waits or is under way, over all chats."""
        return sum(courier.pending for courier in self._couriers.values())

    def due(self, now: float) -> bool:
        """True while anything is under way, or waits for nothing but its turn."""
        return any(courier.due(now) for courier in self._couriers.values())

    async def settled(self, chat_id: int) -> None:
        """Waits until nothing is pending in a chat, however long that takes, or the outbox stops."""
        while task := self._tasks.get(self._current(chat_id)):
            await asyncio.wait({task})

    async def flush(self, seconds: float) -> None:
        """Waits until nothing is pending, but no longer than this."""
        timer = asyncio.create_task(self._clock.sleep(seconds))
        while self._tasks and not timer.done():
            waited = {timer, *self._tasks.values()}
            await asyncio.wait(waited, return_when=asyncio.FIRST_COMPLETED)
        timer.cancel()
        await asyncio.gather(timer, return_exceptions=True)

    def _courier(self, chat_id: int) -> Courier:
        """The courier of a chat, by any of its numbers."""
        chat_id = self._current(chat_id)
        if chat_id not in self._couriers:
            pace = Pace.of(chat_id, self._budget)
            self._couriers[chat_id] = Courier(chat_id, pace, self._around)
        return self._couriers[chat_id]

    def _current(self, chat_id: int) -> int:
        return self._moved.get(chat_id, chat_id)

    def _wake(self, chat_id: int) -> None:
        if self._is_running and chat_id not in self._tasks:
            self._tasks[chat_id] = asyncio.create_task(self._work(self._couriers[chat_id], chat_id))

    async def _work(self, courier: Courier, chat_id: int) -> None:
        try:
            await courier.work()
        finally:
            del self._tasks[chat_id]
