"""Time as those see it who wait: real on a loop, moved by hand in tests."""

import asyncio
from typing import Protocol

FIRST_PAUSE = 1.0
LONGEST_PAUSE = 30.0


class Clock(Protocol):
    """What tells the time, and lets it pass."""

    def now(self) -> float:
        """Seconds since some moment; never less than before."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Waits."""
        ...


class LoopClock:
    """The clock of the loop that runs."""

    def now(self) -> float:
        """The seconds of the loop."""
        return asyncio.get_running_loop().time()

    async def sleep(self, seconds: float) -> None:
        """Waits, and lets others run."""
        await asyncio.sleep(seconds)


def pause_after(failures: int) -> float:
    """How long to wait after so many failures in a row, of which there is one at least: twice as long each time, up to a limit."""
    return float(min(FIRST_PAUSE * 2 ** min(failures - 1, 16), LONGEST_PAUSE))
