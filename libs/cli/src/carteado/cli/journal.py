"""What children say, kept in a file for whoever wants to know."""

import asyncio
from collections import defaultdict
from typing import TextIO


class Journal:
    """Writes down the lines of the children, and tells who waits for one.

    Args:
        file: Where to write.
    """

    def __init__(self, file: TextIO) -> None:
        self._file = file
        self._lines: defaultdict[tuple[str, str], asyncio.Event] = defaultdict(asyncio.Event)

    def write(self, name: str, line: str) -> None:
        """Keeps a line of a child."""
        print(f"{name:<7} {line}", file=self._file, flush=True)
        self._lines[name, line].set()

    async def heard(self, name: str, line: str) -> None:
        """Returns once the child has said the line."""
        await self._lines[name, line].wait()
