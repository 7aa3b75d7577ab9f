"""The catalogs of ``carteado play``: every key has words in every language, and no words are without a key."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Message
from babel.messages.pofile import read_po

from carteado.cli import table
from carteado.cli.table import screens
from carteado.cli.table.frame import COLUMNS
from carteado.cli.table.games import GAMES
from carteado.cli.words import LOCALES
from carteado.words import languages
from tests.cli.table_people import words_of
from tests.house.sources import strings

SOURCES = Path(table.__file__).parent
OF_EVERY_GAME = "table"
CATALOGS = [OF_EVERY_GAME, *GAMES]
PLACE = re.compile(r"\{(\w+)\}")
KEY = re.compile(r"[a-z]+(_[a-z]+)*")


def messages(language: str, catalog: str) -> dict[str, Message]:
    with (LOCALES / language / "LC_MESSAGES" / f"{catalog}.po").open("rb") as file:
        found = [message for message in read_po(file) if message.id]
    return {each.id if isinstance(each.id, str) else each.id[0]: each for each in found}


def forms(message: Message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ())


def owner(path: Path) -> str:
    """Whose code a file is: a game's, or that of all of them."""
    name = path.relative_to(SOURCES).parts[0].removesuffix(".py")
    return name if name in GAMES else OF_EVERY_GAME


def said(*catalogs: str) -> set[str]:
    """Every string of the code of a game, or of all of them."""
    paths = (path for path in SOURCES.rglob("*.py") if owner(path) in catalogs)
    return {text for path in paths for text in strings(path)}


def spoken() -> Iterator[tuple[str, str]]:
    """Each catalog with each of its keys."""
    for catalog in CATALOGS:
        yield from ((catalog, key) for key in messages("pt_BR", catalog))


@pytest.mark.parametrize("catalog", CATALOGS)
def test_no_words_are_without_a_key_in_the_code(catalog: str) -> None:
    keys = {key.removesuffix("_own") for key in messages("pt_BR", catalog)}
    speakers = CATALOGS if catalog == OF_EVERY_GAME else [catalog, OF_EVERY_GAME]
    assert sorted(keys - said(*speakers)) == []


@pytest.mark.parametrize("catalog", CATALOGS)
def test_every_language_has_the_same_keys_with_the_same_places_and_forms(catalog: str) -> None:
    first, *others = [messages(language, catalog) for language in languages(LOCALES)]
    for other in others:
        assert other.keys() == first.keys()
        for key, message in other.items():
            assert places(message) == places(first[key]), key
            assert all(forms(message)), key


def places(message: Message) -> list[set[str]]:
    return [set(PLACE.findall(form)) for form in forms(message)]


@pytest.mark.parametrize("language", languages(LOCALES))
@pytest.mark.parametrize("game", list(GAMES))
def test_every_key_has_words(game: str, language: str) -> None:
    """A key that is chosen from several stands in the code as they do, between quotes."""
    words = words_of(game, language)
    prefixes = {key.split("_")[0] for _, key in spoken() if "_" in key}
    wanted = {text for text in said(game, OF_EVERY_GAME) if KEY.fullmatch(text) and "_" in text}
    keys = {text for text in wanted if text.split("_")[0] in prefixes} - {*GAMES}
    assert sorted(key for key in keys if not words.has(key)) == []


@pytest.mark.parametrize("language", languages(LOCALES))
@pytest.mark.parametrize("game", list(GAMES))
def test_a_letter_means_one_thing_where_it_is_asked_for(game: str, language: str) -> None:
    words = words_of(game, language)
    suits = {"key_clubs", "key_diamonds", "key_hearts", "key_spades"}
    keys = {key for catalog in (OF_EVERY_GAME, game) for key in messages(language, catalog)}
    keys = {key for key in keys if key.startswith("key_")}
    for together in (keys & suits, keys - suits):
        typed = [word for key in together for word in words(key).split()]
        assert len(typed) == len(set(typed))


@pytest.mark.parametrize("language", languages(LOCALES))
@pytest.mark.parametrize("game", list(GAMES))
def test_the_rules_are_read_in_a_minute_on_one_screen(game: str, language: str) -> None:
    screen = screens.rules(words_of(game, language))
    assert len(screen) <= 22
    assert 100 < sum(len(line.plain.split()) for line in screen) < 250
    assert max(line.cell_len for line in screen) <= COLUMNS


@pytest.mark.parametrize("language", languages(LOCALES))
def test_there_is_a_name_for_each_rival_of_the_largest_table(language: str) -> None:
    for game in GAMES.values():
        names = words_of(game.name, language)("rivals").split()
        assert len(set(names)) >= game.rules.max_seats - 1
        assert max(map(len, names)) <= 6
