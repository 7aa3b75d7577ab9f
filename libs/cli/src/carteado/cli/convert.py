"""``carteado convert``: the notation of a record, or the file of a notation."""

import sys
from pathlib import Path

from rich.console import Console

from carteado.proof.file import NotAProofError, read, written
from carteado.records import notation
from carteado.words import Words

DONE, REFUSED, UNREADABLE = 0, 1, 2
"""Exit codes."""


def convert(path: Path, console: Console, words: Words) -> int:
    """Writes the other form of a record to standard output."""
    try:
        text = path.read_text()
    except (OSError, UnicodeDecodeError) as error:
        console.print(words("file_unreadable", path=path, error=error), style="red")
        return UNREADABLE
    try:
        sys.stdout.write(_other(text))
    except (NotAProofError, notation.NotationError) as error:
        console.print(words("FORMAT_UNKNOWN", detail=error), style="red", soft_wrap=True)
        return REFUSED
    return DONE


def _other(text: str) -> str:
    if text.startswith(notation.FORMAT):
        return written(notation.read(text))
    return notation.told(read(text).proof)
