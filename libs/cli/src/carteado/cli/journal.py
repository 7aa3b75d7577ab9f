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
        self._last: dict[str, str] = {}
        self._lines: defaultdict[tuple[str, str], asyncio.Event] = defaultdict(asyncio.Event)

    def write(self, name: str, line: str) -> None:
        """Keeps a line of a child."""
        print(f"{name:<7} {line}", file=self._file, flush=True)
        self._lines[name, line].set()
        self._last[name] = line

    async def heard(self, name: str, line: str) -> None:
        """Returns once the child has said the line."""
        await self._lines[name, line].wait()

    def last(self, name: str) -> str:
        """The last line of a child; empty where it said nothing."""
        return self._last.get(name, "")
