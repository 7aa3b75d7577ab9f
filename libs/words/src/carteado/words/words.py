"""The words of one language."""

import gettext
import io
from collections.abc import Iterable
from pathlib import Path
from typing import Self

from babel.lists import format_list
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

COMMON = "carteado"
"""The catalog that everybody speaks from."""


class Words:
    """The words of one language.

    Args:
        locales: The folder of the catalogs: ``<language>/LC_MESSAGES/<catalog>.po``.
        language: One of ``languages(locales)``.
        catalog: Which catalog to speak from.
        beneath: What speaks the keys that the catalog lacks.
    """

    def __init__(
        self,
        locales: Path,
        language: str,
        catalog: str = COMMON,
        beneath: Self | None = None,
    ) -> None:
        self.language = language
        self._locales = locales
        self._catalog = catalog
        self._beneath = beneath
        self._above: dict[str, Self] = {}
        texts = _read(locales, language, catalog)
        self._keys = {
            message.id if isinstance(message.id, str) else message.id[0]
            for message in texts
            if message.id
        }
        self._texts = _compiled(texts)
        if beneath is not None:
            self._texts.add_fallback(beneath._texts)  # noqa: SLF001 - of the same class

    def of(self, catalog: str) -> Self:
        """The words of another catalog of the language, and for what that lacks the common ones; read once."""
        if catalog == self._catalog:
            return self
        if self._beneath is not None:
            return self._beneath.of(catalog)
        if catalog not in self._above:
            self._above[catalog] = type(self)(self._locales, self.language, catalog, self)
        return self._above[catalog]

    def __call__(self, key: str, /, **values: object) -> str:
        """The words of a key, with values in their places."""
        return self._texts.gettext(key).format(**values)

    def count(self, key: str, n: int, /, **values: object) -> str:
        """The words of a key for ``n`` things; the catalog knows its plurals, and has words of its own for none."""
        return self._texts.ngettext(key, key, n).format(n=n, **values)

    def listed(self, items: Iterable[str]) -> str:
        """Several things as one speaks of them: with commas, and a word before the last."""
        return format_list(list(items), locale=self.language)

    def has(self, key: str) -> bool:
        """True where there are words for a key that came from elsewhere, such as the reason of an error."""
        return key in self._keys or (self._beneath is not None and self._beneath.has(key))


def _read(locales: Path, language: str, catalog: str) -> Catalog:
    with (locales / language / "LC_MESSAGES" / f"{catalog}.po").open("rb") as file:
        return read_po(file, locale=language)


def _compiled(catalog: Catalog) -> gettext.GNUTranslations:
    """Compiles a catalog in memory, so that none is ever stale."""
    compiled = io.BytesIO()
    write_mo(compiled, catalog)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)
