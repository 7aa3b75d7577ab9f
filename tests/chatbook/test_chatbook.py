"""The chatbook: a scripted match of each game as each person sees it, kept as prose and compared. ``make chatbook`` writes it anew."""

import hashlib
import os
from pathlib import Path

import pytest

from tests.chatbook.house import standing
from tests.chatbook.parts import PARTS
from tests.chatbook.script import check_budget, ended, gathered, played

FOLDER = Path(__file__).parent
BOOKS = [(name, rung) for name, part in PARTS.items() for rung in part.rungs]


def ids(book: tuple[str, str]) -> str:
    return "-".join(word for word in book if word)


@pytest.mark.parametrize("book", BOOKS, ids=ids)
async def test_a_match_in_a_chat_reads_as_it_is_kept(
    book: tuple[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, rung = book
    part = PARTS[name]
    secret = hashlib.sha256(f"chatbook/{part.rungs[rung].seed}".encode()).digest()
    async with standing(tmp_path, monkeypatch, secret) as house:
        script = await gathered(house, part, rung)
        table = await played(script)
        await ended(script, table)
        await check_budget(script, table)
    kept = FOLDER / f"{ids(book)}.txt"
    if os.environ.get("CARTEADO_CHATBOOK") == "write":
        kept.write_text(script.book.text)
    assert script.book.text == kept.read_text()
