"""The words that the command speaks."""

import os
from collections.abc import Mapping
from pathlib import Path

from carteado.words import DEFAULT_LANGUAGE, Words, language_for

LOCALES = Path(__file__).with_name("locales")


def language_of(environment: Mapping[str, str]) -> str:
    """The language that CARTEADO_LANGUAGE, or else LANG, asks for; Brazilian Portuguese where there is no catalog for it."""
    wanted = environment.get("CARTEADO_LANGUAGE") or environment.get("LANG") or DEFAULT_LANGUAGE
    return language_for(wanted, LOCALES)


def words_of_this_process() -> Words:
    """The words in the language that the environment asks for."""
    return Words(LOCALES, language_of(os.environ))
