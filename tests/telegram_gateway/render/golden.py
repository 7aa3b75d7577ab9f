"""Texts that people have read, and what is held against them.

``CARTEADO_GOLDEN=write pytest tests/telegram_gateway/render`` writes them anew; read what changed before you keep it.
"""

import os
from collections.abc import Callable, Iterable
from pathlib import Path

from carteado.telegram_gateway.message import Message
from carteado.words import Words
from tests.telegram_gateway.render.limits import check
from tests.telegram_gateway.render.scenes import LANGUAGES, words_in

Moments = dict[str, Callable[[Words], Message]]
"""How each moment is told, by its name."""


def drawn(message: Message) -> str:
    """A message as it stands in a chat: its text, and its buttons row by row; before them its file, or the field of the reply that it asks for."""
    rows = ["".join(f"[{button.label}]" for button in row) for row in message.rows]
    file = [f"📎 {message.document.name}"] if message.document else []
    field = [f"↩ {message.asks}"] if message.asks else []
    below = [*file, *field, *rows]
    return "\n".join([message.text, *(["", *below] if below else [])]) + "\n"


def check_moment(folder: Path, name: str, moments: Moments, language: str) -> None:
    """The moment is within Telegram's limits, and reads as people have read it."""
    message = moments[name](words_in(language))
    check(message)
    path = folder / language / f"{name}.txt"
    if os.environ.get("CARTEADO_GOLDEN") == "write":
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(drawn(message), encoding="utf-8")
    assert drawn(message) == path.read_text(encoding="utf-8")


def check_folder(folder: Path, moments: Iterable[str]) -> None:
    """No text is kept of a moment that is no more."""
    for language in LANGUAGES:
        assert {path.stem for path in (folder / language).iterdir()} == set(moments)
