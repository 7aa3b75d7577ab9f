"""Words for people: gettext catalogs, read as they are written, whose keys are stable names, never prose."""

from carteado.words.languages import DEFAULT_LANGUAGE, language_for, languages
from carteado.words.words import Words

__all__ = ["DEFAULT_LANGUAGE", "Words", "language_for", "languages"]
