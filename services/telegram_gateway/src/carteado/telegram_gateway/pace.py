"""How fast calls may follow each other."""

from collections import deque
from dataclasses import dataclass
from typing import Self

GROUP_SECONDS = 61.0
"""A minute is what Telegram counts in; the rest is for calls that take longer to get there than others."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How much Telegram lets a bot do.

    Attributes:
        group_gap: Seconds from one call about a group to the next, at least.
        group_calls: Calls about a group in a minute, at most.
        private_gap: Seconds from one call about a private chat to the next, at least.
    """

    group_gap: float
    group_calls: int
    private_gap: float


class Pace:
    """When the next call may start, measured from start to start; the first may at once."""

    def __init__(self, gap: float, calls: int, seconds: float) -> None:
        """At most so many calls in any so many seconds, and this long from one to the next."""
        self._gap = gap
        self._seconds = seconds
        self._starts: deque[float] = deque(maxlen=calls)
        self._not_before = float("-inf")

    @classmethod
    def of(cls, chat_id: int, budget: Budget) -> Self:
        """The pace of a chat: what a group may have, or a private chat's one call each gap."""
        if chat_id < 0:
            return cls(budget.group_gap, budget.group_calls, GROUP_SECONDS)
        return cls(budget.private_gap, 1, budget.private_gap)

    @property
    def next_start(self) -> float:
        """The moment from which a call may start."""
        if len(self._starts) < (self._starts.maxlen or 0):
            return self._not_before
        return max(self._not_before, self._starts[0] + self._seconds)

    def start(self, now: float) -> None:
        """Notes that a call starts."""
        self._starts.append(now)
        self.rest_until(now + self._gap)

    def rest_until(self, moment: float) -> None:
        """Allows no call before this moment."""
        self._not_before = max(self._not_before, moment)
