"""The words that the command speaks: gettext catalogs whose keys are stable names, never prose."""

import gettext
import io
import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from babel.lists import format_list
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

DEFAULT_LANGUAGE = "pt_BR"
LOCALES = Path(__file__).with_name("locales")


class Words:
    """The words of one language.

    Args:
        language: One of ``languages()``.
    """

    def __init__(self, language: str) -> None:
        self.language = language
        self._catalog = _read(language)

    def __call__(self, key: str, /, **values: object) -> str:
        """The words of a key, with values in their places."""
        return self._catalog.gettext(key).format(**values)

    def count(self, key: str, n: int, /, **values: object) -> str:
        """The words of a key for ``n`` things; the catalog knows its plurals, and has words of its own for none."""
        return self._catalog.ngettext(key, key, n).format(n=n, **values)

    def listed(self, items: Iterable[str]) -> str:
        """Several things as one speaks of them: with commas, and a word before the last."""
        return format_list(list(items), locale=self.language)


def languages() -> list[str]:
    """The languages that there are catalogs for."""
    return sorted(path.name for path in LOCALES.iterdir())


def language_of(environment: Mapping[str, str]) -> str:
    """The language that CARTEADO_LANGUAGE, or else LANG, asks for; Brazilian Portuguese where there is no catalog for it."""
    wanted = environment.get("CARTEADO_LANGUAGE") or environment.get("LANG") or DEFAULT_LANGUAGE
    spoken = wanted.replace("-", "_").partition("_")[0]
    catalogs = (name for name in languages() if name.partition("_")[0] == spoken)
    return next(catalogs, DEFAULT_LANGUAGE)


def words_of_this_process() -> Words:
    """The words in the language that the environment asks for."""
    return Words(language_of(os.environ))


def _read(language: str) -> gettext.GNUTranslations:
    """Compiles a catalog in memory, so that none is ever stale."""
    with (LOCALES / language / "LC_MESSAGES" / "carteado.po").open("rb") as file:
        catalog = read_po(file, locale=language)
    compiled = io.BytesIO()
    write_mo(compiled, catalog)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)
