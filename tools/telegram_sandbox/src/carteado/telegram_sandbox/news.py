"""News: a number that grows, and those who wait for it to grow."""

import asyncio
import contextlib


class News:
    """Wakes up whoever waits for something to happen."""

    def __init__(self) -> None:
        self.number = 0
        self.is_over = False
        self._waiting: set[asyncio.Future[None]] = set()

    def ring(self) -> int:
        """Something happened; gives the new number."""
        self.number += 1
        self._wake()
        return self.number

    def close(self) -> None:
        """Nothing will happen any more; nobody waits from now on."""
        self.is_over = True
        self._wake()

    async def wait(self, after: int, seconds: float) -> int:
        """Waits until the number is greater than this one, the time is over or the news are; gives the number."""
        if self.number <= after and not self.is_over and seconds > 0:
            ring = asyncio.get_running_loop().create_future()
            self._waiting.add(ring)
            try:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(seconds):
                        await ring
            finally:
                self._waiting.discard(ring)
        return self.number

    def _wake(self) -> None:
        for ring in self._waiting:
            if not ring.done():
                ring.set_result(None)
        self._waiting.clear()
