"""The inbox: what Telegram reports is on the disk before it is acknowledged, and is dealt with once, in order within its lane.

A lane is a table, a chat, a person: whatever must not be in two minds. Lanes do not wait for each other.
"""

import asyncio
import contextlib
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from typing import Any, Protocol

import structlog

from carteado.client import Unavailable
from carteado.store import StoreFailed
from carteado.telegram_gateway.clock import Clock, pause_after
from carteado.telegram_gateway.errors import BadToken, CallFailed, Conflict
from carteado.telegram_gateway.incoming import Incoming, bare, parse
from carteado.telegram_gateway.store import Kept

POLL_SECONDS = 10
"""A reply that is lost on its way is waited for in vain this long, and a little longer."""
PATIENCE_SECONDS = 300.0
"""How long an update is tried again before it is given up, so that what comes after it in its lane is not."""
STOP_SECONDS = 5.0
PASSING = (CallFailed, StoreFailed, Unavailable)
"""What may work later; anything else would fail again."""

_log = structlog.get_logger()


class Source(Protocol):
    """What the inbox needs of Telegram."""

    @property
    def username(self) -> str:
        """The name of the bot."""
        ...

    async def updates(self, offset: int, seconds: int) -> list[dict[str, Any]]:
        """The updates from a number on; all before are acknowledged."""
        ...


class Keeper(Protocol):
    """What the inbox needs of the store."""

    async def keep(self, updates: Sequence[Mapping[str, Any]]) -> list[Kept]:
        """Keeps updates, all or none; answers with those that were not known."""
        ...

    async def waiting(self) -> list[Kept]:
        """The updates that are not done, in the order in which they came."""
        ...

    async def done(self, update_id: int) -> None:
        """Notes that an update is dealt with."""
        ...

    async def next_offset(self) -> int:
        """Which update to ask for next."""
        ...


class Inbox:
    """Takes what Telegram reports, and has it dealt with."""

    def __init__(
        self,
        telegram: Source,
        keeper: Keeper,
        handle: Callable[[Incoming], Awaitable[None]],
        lane_of: Callable[[Incoming], str],
        clock: Clock,
    ) -> None:
        """Has each update handled, after those before it in the lane that is told; one that fails is handled again, so handling it twice must do no harm."""
        self._telegram = telegram
        self._keeper = keeper
        self._handle = handle
        self._lane_of = lane_of
        self._clock = clock
        self._lanes: dict[str, deque[tuple[int, Incoming]]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._stopped = asyncio.Event()

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Polls for as long as the block runs, beginning with what was left undone; then finishes what is under way.

        Raises:
            BadToken: Telegram does not know the bot.
            StoreFailed: What was left undone cannot be read.
        """
        async with self._finishing():
            for kept in await self._keeper.waiting():
                await self._dispatch(kept)
            await self._first_look()
            polling = asyncio.create_task(self._poll())
            try:
                yield
            finally:
                self._stopped.set()
                polling.cancel()
                await asyncio.gather(polling, return_exceptions=True)

    @property
    def pending(self) -> int:
        """How many lanes have something that is not done."""
        return len(self._lanes)

    async def _first_look(self) -> None:
        """Asks once without waiting, for a bot that Telegram does not know should not start."""
        try:
            await self._take(0)
        except BadToken:
            raise
        except (CallFailed, StoreFailed) as error:
            _complain(error)

    async def _poll(self) -> None:
        """Asks again and again, more and more slowly while it fails."""
        failures = 0
        while True:
            try:
                await self._take(POLL_SECONDS)
                failures = 0
            except Exception as error:  # noqa: BLE001 - updates must go on coming
                failures += 1
                _complain(error)
                await self._clock.sleep(pause_after(failures))

    async def _take(self, seconds: int) -> None:
        """One round: asking acknowledges what was kept the round before; what comes is kept, and only then handed on."""
        offset = await self._keeper.next_offset()
        reported = await self._telegram.updates(offset, seconds)
        name = self._telegram.username
        updates = [bare(raw, name) for raw in reported if isinstance(raw.get("update_id"), int)]
        for kept in await self._keeper.keep(updates) if updates else ():
            await self._dispatch(kept)

    async def _dispatch(self, kept: Kept) -> None:
        incoming = parse(kept.body, self._telegram.username)
        if incoming is None:
            await self._done(kept.update_id)
            return
        lane = self._lane_of(incoming)
        if lane in self._lanes:
            self._lanes[lane].append((kept.update_id, incoming))
            return
        self._lanes[lane] = deque([(kept.update_id, incoming)])
        task = asyncio.create_task(self._clear(lane))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _clear(self, lane: str) -> None:
        """Everything that waits in a lane, one after the other; what is not begun when the inbox stops is left for the next start."""
        waiting = self._lanes[lane]
        try:
            while waiting and not self._stopped.is_set():
                update_id, incoming = waiting.popleft()
                if await self._deal_with(update_id, incoming):
                    await self._done(update_id)
        finally:
            del self._lanes[lane]

    async def _deal_with(self, update_id: int, incoming: Incoming) -> bool:
        """Tries until it works or has taken too long; False where the inbox stops before that."""
        begun = self._clock.now()
        failures = 0
        while True:
            try:
                await self._handle(incoming)
            except PASSING as error:
                failures += 1
                cause = type(error).__name__
                _log.warning("update_failed", update_id=update_id, cause=cause, failures=failures)
            except Exception as error:  # noqa: BLE001 - one update must not take the others with it
                _log.error("update_dropped", update_id=update_id, cause=type(error).__name__)
                return True
            else:
                return True
            if self._clock.now() - begun >= PATIENCE_SECONDS:
                _log.error("update_given_up", update_id=update_id)
                return True
            if await self._stops_within(pause_after(failures)):
                return False

    async def _stops_within(self, seconds: float) -> bool:
        """Waits, unless the inbox stops."""
        pause = asyncio.create_task(self._clock.sleep(seconds))
        stop = asyncio.create_task(self._stopped.wait())
        try:
            await asyncio.wait({pause, stop}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            pause.cancel()
            stop.cancel()
        return self._stopped.is_set()

    async def _done(self, update_id: int) -> None:
        """Notes it; where that fails, the update is handled once more at the next start."""
        with contextlib.suppress(StoreFailed):
            await self._keeper.done(update_id)

    @contextlib.asynccontextmanager
    async def _finishing(self) -> AsyncIterator[None]:
        """Lets what is under way when the block ends come to its own end, for a while."""
        try:
            yield
        finally:
            self._stopped.set()
            timer = asyncio.create_task(self._clock.sleep(STOP_SECONDS))
            while self._tasks and not timer.done():
                await asyncio.wait({timer, *self._tasks}, return_when=asyncio.FIRST_COMPLETED)
            for task in (timer, *self._tasks):
                task.cancel()
            await asyncio.gather(timer, *self._tasks, return_exceptions=True)


def _complain(error: Exception) -> None:
    """Says what keeps updates from coming."""
    if isinstance(error, Conflict):
        _log.error("updates_taken_by_another")
    else:
        _log.warning("updates_awaited", cause=type(error).__name__)
