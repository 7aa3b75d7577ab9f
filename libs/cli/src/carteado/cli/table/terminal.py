"""Lines out and lines in: a screen at a time where somebody looks on, plain text where something reads."""

import unicodedata
from collections.abc import Sequence
from typing import Protocol

from rich.console import Console
from rich.text import Text

from carteado.cli.table.frame import COLUMNS, wrapped


class Source(Protocol):
    """Where lines come from, such as the standard input."""

    def readline(self) -> str:
        """The next line with its end; nothing where there will be no more."""

    def isatty(self) -> bool:
        """Whether whoever types sees it on the same screen."""


class Terminal:
    """Where the person is.

    A signal to stop is heeded while a line is awaited and at no other time, so that no move is torn: give ``stop`` to whoever hears signals.

    Args:
        console: Where to write.
        source: Where the person's lines come from.
    """

    def __init__(self, console: Console, source: Source) -> None:
        self._console = console
        self._source = source
        self._waits = False
        self._stopped = False

    def stop(self, *_: object) -> None:
        """Ends the wait for a line, now or when the next one begins."""
        self._stopped = True
        if self._waits:
            raise KeyboardInterrupt

    def show(self, screen: Sequence[Text], complaint: str = "") -> None:
        """A screen in place of the one before it; a complaint alone where the one before is still to be read."""
        if self._console.is_terminal:
            self._console.clear()
        elif complaint:
            self.say(complaint)
            return
        else:
            self._console.print()
        self.write(screen)
        if complaint:
            self.say(complaint, "yellow")

    def say(self, text: str, style: str = "") -> None:
        """A sentence below what is there."""
        for line in wrapped(text, style):
            self._console.print(line)

    def write(self, lines: Sequence[Text]) -> None:
        """Lines below what is there, as they are, however long, for whoever wants to copy one."""
        for line in lines:
            self._console.print(line, soft_wrap=True)

    def ask(self, prompt: str) -> str:
        """The next line, without what cannot be printed.

        Raises:
            EOFError: There will be no more.
            KeyboardInterrupt: The process was told to stop.
        """
        self._console.print(prompt, end=" ", soft_wrap=True)
        line = self._line()
        if not line:
            self._console.print()
            raise EOFError
        typed = "".join(each for each in line if each.isprintable()).strip()
        if not self._source.isatty():
            echo = Text(typed)
            echo.truncate(COLUMNS - len(prompt) - 1, overflow="ellipsis")
            self._console.print(echo)
        return typed

    def _line(self) -> str:
        self._waits = True
        try:
            if self._stopped:
                self.stop()
            return self._source.readline()
        except KeyboardInterrupt:
            self._console.print()
            raise
        finally:
            self._waits = False


def folded(typed: str) -> str:
    """A line without capitals, accents and spaces around it, so that a key counts however it is written."""
    letters = unicodedata.normalize("NFKD", typed).casefold()
    return "".join(each for each in letters if not unicodedata.combining(each)).strip()
