"""The words of each language, read once."""

from functools import cache
from pathlib import Path

from carteado.words import Words, language_for

LOCALES = Path(__file__).with_name("locales")


def words_of(language: str, *, default: str) -> Words:
    """The words of a language, as Telegram or a person names it.

    Args:
        language: Such as ``pt-br``; empty where nobody said.
        default: What is spoken then.
    """
    return _read(language_for(language or default, LOCALES))


@cache
def _read(language: str) -> Words:
    return Words(LOCALES, language)
