"""The words of one language."""

import gettext
import io
from collections.abc import Iterable
from pathlib import Path

from babel.lists import format_list
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po


class Words:
    """The words of one language.

    Args:
        locales: The folder of the catalogs: ``<language>/LC_MESSAGES/carteado.po``.
        language: One of ``languages(locales)``.
    """

    def __init__(self, locales: Path, language: str) -> None:
        self.language = language
        catalog = _read(locales, language)
        self._keys = {
            message.id if isinstance(message.id, str) else message.id[0]
            for message in catalog
            if message.id
        }
        self._texts = _compiled(catalog)

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
        """True where the catalog has words for a key that came from elsewhere, such as the reason of an error."""
        return key in self._keys


def _read(locales: Path, language: str) -> Catalog:
    with (locales / language / "LC_MESSAGES" / "carteado.po").open("rb") as file:
        return read_po(file, locale=language)


def _compiled(catalog: Catalog) -> gettext.GNUTranslations:
    """Compiles a catalog in memory, so that none is ever stale."""
    compiled = io.BytesIO()
    write_mo(compiled, catalog)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)
