"""Flood limits: how often a bot may send and edit.

Telegram publishes no exact limits. These follow its FAQ: a message a second to one chat with short bursts, 20 a minute to a
group, 30 a second overall; edits count as sends do.
"""

import math
from collections import deque
from collections.abc import Callable
from dataclasses import asdict, dataclass, field

from carteado.telegram_sandbox.errors import JSON


@dataclass(frozen=True, slots=True)
class Limit:
    """So many calls in any stretch of so many seconds."""

    calls: int
    seconds: float


OVERALL = Limit(30, 1.0)
CHAT = Limit(3, 3.0)
GROUP = Limit(20, 60.0)
LONGEST_PENALTY = 300
ALL_CHATS = 0
"""The key of what is counted over all chats."""


@dataclass(slots=True)
class Counter:
    """What was spent on one chat.

    Attributes:
        calls: Sends and edits that went through.
        over: Those above the budget, refused or, when lenient, let through.
        most_in_a_minute: The most that went through in any 60 seconds.
    """

    calls: int = 0
    over: int = 0
    most_in_a_minute: int = 0


@dataclass(slots=True)
class _Ledger:
    times: deque[float] = field(default_factory=deque)
    counter: Counter = field(default_factory=Counter)
    closed_until: float = 0.0
    penalty: int = 0

    def wait(self, limit: Limit, now: float) -> float:
        recent = [time for time in self.times if time > now - limit.seconds]
        if len(recent) < limit.calls:
            return 0.0
        return recent[-limit.calls] + limit.seconds - now

    def spend(self, now: float) -> None:
        while self.times and self.times[0] <= now - GROUP.seconds:
            self.times.popleft()
        self.times.append(now)
        self.counter.calls += 1
        self.counter.most_in_a_minute = max(self.counter.most_in_a_minute, len(self.times))

    def punish(self, seconds: float, now: float) -> int:
        is_ignored = now < self.closed_until
        self.penalty = self.penalty * 2 if is_ignored else math.ceil(seconds)
        self.penalty = min(max(self.penalty, 1), LONGEST_PENALTY)
        self.closed_until = now + self.penalty
        return self.penalty


class Flood:
    """The budgets of all chats; counts always, refuses only when strict."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.is_strict = False
        self._clock = clock
        self._ledgers: dict[int, _Ledger] = {}

    def spend(self, chat_id: int) -> int:
        """Counts a send or an edit; gives the seconds that the bot has to wait, 0 where it went through."""
        now = self._clock()
        chat, overall = self._ledger(chat_id), self._ledger(ALL_CHATS)
        wait = max(chat.wait(CHAT, now), overall.wait(OVERALL, now))
        if chat_id < 0:
            wait = max(wait, chat.wait(GROUP, now))
        if self.is_strict:
            wait = max(wait, chat.closed_until - now)
        if wait > 0:
            chat.counter.over += 1
            if self.is_strict:
                return chat.punish(wait, now)
        chat.spend(now)
        overall.spend(now)
        return 0

    def counters(self) -> dict[str, JSON]:
        """What was spent, by chat."""
        return {
            str(chat_id): asdict(ledger.counter)
            for chat_id, ledger in self._ledgers.items()
            if chat_id != ALL_CHATS
        }

    def _ledger(self, chat_id: int) -> _Ledger:
        return self._ledgers.setdefault(chat_id, _Ledger())
