"""Lines for a screen of 80 columns and 24 lines: cells in a row, text that wraps, and what has to give way."""

import textwrap
from collections.abc import Iterable, Sequence

from rich.text import Text

COLUMNS = 80
LINES = 24

TYPED_LINES = 2
"""Kept free for the line on which one types, and for what was wrong with it."""

FEW = 3
"""With room for so few news or fewer, blank lines give way to them."""

RED = r"(10|[2-9AJQK])?[♥♦]"
"""What is red in any game: hearts, which are lives in one of them, and diamonds, with what stands before them."""

MORE = "… "

Cell = tuple[Text | str, int]
"""What stands in a column, and how wide the column is."""


def row(*cells: Cell) -> Text:
    """Cells side by side, each cut to its width."""
    line = Text()
    for content, width in cells:
        cell = content.copy() if isinstance(content, Text) else Text(content)
        cell.truncate(width - 1, overflow="ellipsis", pad=True)
        line.append_text(cell).append(" ")
    line.rstrip()
    return _cut(line)


def wrapped(text: str, style: str = "") -> list[Text]:
    """A text in as many lines as it takes."""
    lines = textwrap.wrap(text, COLUMNS, break_on_hyphens=False)
    return [_cut(Text(line, style)) for line in lines]


def flowing(cells: Iterable[Text], width: int) -> list[Text]:
    """Cells of one width, as many on each line as fit."""
    each = list(cells)
    across = COLUMNS // width
    rows = (each[at : at + across] for at in range(0, len(each), across))
    return [row(*((cell, width) for cell in cells_)) for cells_ in rows]


def listed(cells: Iterable[Text]) -> list[Text]:
    """Cells side by side as they are, on as many lines as it takes; none is torn apart."""
    lines = [Text()]
    for cell in cells:
        if lines[-1].cell_len + 2 + cell.cell_len > COLUMNS:
            lines.append(Text())
        if lines[-1].cell_len:
            lines[-1].append("  ")
        lines[-1].append_text(cell)
    return [_cut(line) for line in lines]


def sentence(parts: Sequence[str]) -> str:
    """Several things that belong together, as one sentence."""
    told = " · ".join(parts)
    return told if told.endswith((".", "!", "?")) else f"{told}."


def framed(
    title: str, table: Sequence[Text], news: Sequence[str], below: Sequence[Text]
) -> list[Text]:
    """A whole screen: of the news as many as there is room for, the newest last."""
    head = [_cut(Text(title, "bold")), Text("─" * COLUMNS, "dim"), *table]
    room = LINES - TYPED_LINES - len(head) - len(below)
    gap = [Text()] if room > FEW + 2 else []
    told = fitted(news, room - 2 * len(gap))
    return [*head, *(gap if told else ()), *told, *gap, *below]


def fitted(news: Sequence[str], room: int) -> list[Text]:
    """Sentences on a line of their own; on as few lines as they take, where there is no room for that; the last of them, if still not."""
    apart = [line for sentence in news for line in wrapped(sentence)]
    if len(apart) <= room:
        return apart
    together = wrapped(" ".join(news))
    if len(together) <= room:
        return together
    if room < 1:
        return []
    kept = textwrap.wrap(" ".join(news), COLUMNS - len(MORE), break_on_hyphens=False)[-room:]
    return [_cut(Text(MORE + line if at == 0 else line)) for at, line in enumerate(kept)]


def _cut(line: Text) -> Text:
    line.truncate(COLUMNS, overflow="ellipsis")
    line.highlight_regex(RED, "red")
    return line
