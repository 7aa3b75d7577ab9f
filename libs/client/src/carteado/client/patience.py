"""How long a call is tried again, and how long it waits in between."""

import asyncio
import random

FIRST_WAIT = 0.1
LONGEST_WAIT = 1.0


class Patience:
    """The time that one call has, from now on.

    Args:
        seconds: All of it, waits included.
    """

    def __init__(self, seconds: float) -> None:
        self._end = _now() + seconds
        self._longest = FIRST_WAIT

    @property
    def left(self) -> float:
        """Seconds that are left, 0 at least."""
        return max(0.0, self._end - _now())

    async def wait(self) -> bool:
        """Waits before the next attempt, longer each time and never in step with others; False when no time is left."""
        share = random.uniform(0.5, 1.0)  # noqa: S311 - it spreads callers and hides nothing
        await asyncio.sleep(min(self._longest * share, self.left))
        self._longest = min(self._longest * 2, LONGEST_WAIT)
        return self.left > 0


def _now() -> float:
    return asyncio.get_running_loop().time()
