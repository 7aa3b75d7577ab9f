"""Which languages there are, and which of them to speak."""

from pathlib import Path

DEFAULT_LANGUAGE = "pt_BR"


def languages(locales: Path) -> list[str]:
    """The languages that there are catalogs for.

    Args:
        locales: The folder of the catalogs: ``<language>/LC_MESSAGES/<catalog>.po``.
    """
    return sorted(path.name for path in locales.iterdir())


def language_for(wanted: str, locales: Path) -> str:
    """The language of the catalogs that is nearest to the one wanted: itself, else another form of it, else Brazilian Portuguese.

    Args:
        wanted: Its name in any usual form, such as ``pt-br``, ``en_US.UTF-8`` or ``en``.
        locales: The folder of the catalogs.
    """
    asked = wanted.replace("-", "_").partition(".")[0].lower()
    forms = [name for name in languages(locales) if _spoken(name) == _spoken(asked)]
    exact = [name for name in forms if name.lower() == asked]
    return next(iter(exact or forms), DEFAULT_LANGUAGE)


def _spoken(language: str) -> str:
    """A language without its country."""
    return language.partition("_")[0].lower()
