"""How fast calls may follow each other."""

from collections import deque
from typing import Self

GROUP_CALLS = 20
GROUP_SECONDS = 61.0
"""A minute is what Telegram counts in; the rest is for calls that take longer to get there than others."""


class Pace:
    """When the next call may start, measured from start to start; the first may at once."""

    def __init__(self, gap: float, calls: int, seconds: float) -> None:
        """At most so many calls in any so many seconds, and this long from one to the next."""
        self._gap = gap
        self._seconds = seconds
        self._starts: deque[float] = deque(maxlen=calls)
        self._not_before = float("-inf")

    @classmethod
    def of(cls, chat_id: int, *, group_gap: float, private_gap: float) -> Self:
        """The pace of a chat: the budget of a group, or a private chat's one call each gap."""
        if chat_id < 0:
            return cls(group_gap, GROUP_CALLS, GROUP_SECONDS)
        return cls(private_gap, 1, private_gap)

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
