"""Catalogs are read as they are written, in the language that is nearest to the one wanted."""

from pathlib import Path

import pytest

from carteado.words import Words, language_for, languages

HEADER = """
msgid ""
msgstr ""
"Language: {language}\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=3; plural=(n==0 ? 0 : n==1 ? 1 : 2);\\n"
"""
PORTUGUESE = """
msgid "card"
msgstr "{rank} de {medal}"

msgid "lives"
msgid_plural "lives"
msgstr[0] "nenhuma vida"
msgstr[1] "{n} vida de {name}"
msgstr[2] "{n} vidas de {name}"
"""
ENGLISH = """
msgid "card"
msgstr "{rank} of {medal}"
"""
GAME = """
msgid "turn"
msgstr "{name} pesca"

msgid "lives"
msgid_plural "lives"
msgstr[0] "sem peixes"
msgstr[1] "{n} peixe"
msgstr[2] "{n} peixes"
"""


@pytest.fixture
def locales(tmp_path: Path) -> Path:
    for language, texts in (("pt_BR", PORTUGUESE), ("en", ENGLISH)):
        folder = tmp_path / language / "LC_MESSAGES"
        folder.mkdir(parents=True)
        text = HEADER.replace("{language}", language) + texts
        (folder / "carteado.po").write_text(text, encoding="utf-8")
    game = HEADER.replace("{language}", "pt_BR") + GAME
    (tmp_path / "pt_BR" / "LC_MESSAGES" / "fishing.po").write_text(game, encoding="utf-8")
    return tmp_path


def test_values_stand_in_their_places(locales: Path) -> None:
    assert Words(locales, "pt_BR")("card", rank=7, medal="ouro") == "7 de ouro"
    assert Words(locales, "en")("card", rank=7, medal="gold") == "7 of gold"


def test_a_value_that_is_missing_is_an_error(locales: Path) -> None:
    with pytest.raises(KeyError, match="medal"):
        Words(locales, "en")("card", rank=7)


def test_none_has_words_of_its_own_and_one_is_not_many(locales: Path) -> None:
    words = Words(locales, "pt_BR")
    told = [words.count("lives", n, name="Ana") for n in range(3)]
    assert told == ["nenhuma vida", "1 vida de Ana", "2 vidas de Ana"]


def test_a_catalog_has_its_keys_those_that_count_included_and_no_other(locales: Path) -> None:
    words = Words(locales, "pt_BR")
    assert words.has("card")
    assert words.has("lives")
    assert not words.has("BID_LOCKED")
    assert not words.has("")
    assert not Words(locales, "en").has("lives")


def test_a_key_without_words_speaks_its_own_name(locales: Path) -> None:
    assert Words(locales, "en")("nothing_like_it") == "nothing_like_it"


def test_a_catalog_of_its_own_speaks_first_and_the_common_one_what_it_lacks(locales: Path) -> None:
    common = Words(locales, "pt_BR")
    game = common.of("fishing")
    assert game("turn", name="Ana") == "Ana pesca"
    assert game("card", rank=7, medal="ouro") == "7 de ouro"
    assert game.count("lives", 2, name="Ana") == "2 peixes"
    assert common.count("lives", 2, name="Ana") == "2 vidas de Ana"
    assert (game.has("turn"), game.has("card"), common.has("turn")) == (True, True, False)


def test_the_words_of_a_catalog_are_read_once_and_found_from_any_other(locales: Path) -> None:
    common = Words(locales, "pt_BR")
    game = common.of("fishing")
    assert common.of("fishing") is game
    assert game.of("fishing") is game
    assert game.of("carteado") is common


def test_names_are_listed_as_one_speaks(locales: Path) -> None:
    names = ["Ana", "Bia", "Caio"]
    assert Words(locales, "pt_BR").listed(names) == "Ana, Bia e Caio"
    assert Words(locales, "en").listed(names) == "Ana, Bia, and Caio"
    assert Words(locales, "pt_BR").listed(names[:1]) == "Ana"


def test_the_languages_are_those_of_the_folder(locales: Path) -> None:
    assert languages(locales) == ["en", "pt_BR"]


@pytest.mark.parametrize(
    ("wanted", "language"),
    [
        ("pt_BR", "pt_BR"),
        ("pt-br", "pt_BR"),
        ("pt", "pt_BR"),
        ("pt-PT", "pt_BR"),
        ("en", "en"),
        ("en-US", "en"),
        ("en_US.UTF-8", "en"),
        ("C.UTF-8", "pt_BR"),
        ("fr", "pt_BR"),
        ("", "pt_BR"),
        ("../en", "pt_BR"),
    ],
)
def test_the_language_is_the_nearest_that_there_is(
    wanted: str, language: str, locales: Path
) -> None:
    assert language_for(wanted, locales) == language


def test_a_form_of_the_language_of_its_own_comes_before_another(locales: Path) -> None:
    (locales / "pt_AO").mkdir()
    assert language_for("pt-br", locales) == "pt_BR"
    assert language_for("pt-AO", locales) == "pt_AO"
