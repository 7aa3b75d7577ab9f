"""The catalogs: every key has words in every language, and no words are without a key."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Message
from babel.messages.pofile import read_po

from carteado.cli import cards, words
from carteado.cli.applications import COLUMNS, FAULTS
from carteado.cli.verify import CHECKS
from carteado.cli.words import LOCALES, language_of
from carteado.records.verify import Reason
from carteado.words import Words, languages

SOURCES = Path(words.__file__).parent
PLACE = re.compile(r"\{(\w+)\}")


def catalog(language: str) -> dict[str, Message]:
    with (LOCALES / language / "LC_MESSAGES" / "carteado.po").open("rb") as file:
        messages = [message for message in read_po(file) if message.id]
    return {
        message.id if isinstance(message.id, str) else message.id[0]: message
        for message in messages
    }


def forms(message: Message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ())


def calls() -> Iterator[tuple[str, bool]]:
    """The keys that the code asks for by name, and whether it counts with them."""
    for path in SOURCES.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and node.args and spoken(node.func):
                for key in literals(node.args[0]):
                    yield key, isinstance(node.func, ast.Attribute) and node.func.attr == "count"


def spoken(function: ast.expr) -> bool:
    return bool(re.fullmatch(r"(self\._?|register\.)?words(\.count)?", ast.unparse(function)))


def literals(argument: ast.expr) -> Iterator[str]:
    for node in ast.walk(argument):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


# Keys that are chosen before they are spoken.
CHOSEN = {
    *cards.MEDALS,
    "trick_cancelled",
    "tiebreak_cancelled",
    *CHECKS,
    *Reason,
    *COLUMNS,
    *FAULTS,
}


@pytest.mark.parametrize("language", languages(LOCALES))
def test_every_key_has_words_and_no_words_are_without_a_key(language: str) -> None:
    assert set(catalog(language)) == {key for key, _ in calls()} | CHOSEN


@pytest.mark.parametrize("language", languages(LOCALES))
def test_a_key_that_counts_has_a_form_for_none_one_and_many(language: str) -> None:
    messages = catalog(language)
    counting = {key for key, counts in calls() if counts}
    for key, message in messages.items():
        assert len(forms(message)) == (3 if key in counting else 1), key
        assert all(forms(message)), key
        assert not message.fuzzy


def test_each_language_has_the_same_places_in_its_words() -> None:
    first, *others = [catalog(language) for language in languages(LOCALES)]
    for other in others:
        for key, message in other.items():
            assert places(message) == places(first[key]), key


def places(message: Message) -> list[set[str]]:
    return [set(PLACE.findall(form)) for form in forms(message)]


@pytest.mark.parametrize(
    ("language", "none", "one", "two"),
    [
        ("pt_BR", "nenhuma vida", "1 vida", "2 vidas"),
        ("en", "no lives", "1 life", "2 lives"),
    ],
)
def test_none_one_and_many_are_spoken_of_rightly(
    language: str, none: str, one: str, two: str
) -> None:
    speak = Words(LOCALES, language)
    assert [speak.count("lives", n) for n in range(3)] == [none, one, two]


def test_cards_are_called_by_rank_and_medal() -> None:
    called = [cards.name(card, Words(LOCALES, "pt_BR")) for card in (1, 16, 29, 40)]
    assert called == ["1 de bronze", "6 de prata", "9 de ouro", "10 de diamante"]
    assert cards.name(29, Words(LOCALES, "en")) == "9 of gold"


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "pt_BR"),
        ({"LANG": "C.UTF-8"}, "pt_BR"),
        ({"LANG": "pt_PT.UTF-8"}, "pt_BR"),
        ({"LANG": "en_US.UTF-8"}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "pt_BR"),
        ({"LANG": "en_US.UTF-8", "CARTEADO_LANGUAGE": "pt-BR"}, "pt_BR"),
        ({"LANG": "pt_BR.UTF-8", "CARTEADO_LANGUAGE": "en"}, "en"),
    ],
)
def test_the_environment_chooses_the_language(environment: dict[str, str], language: str) -> None:
    assert language_of(environment) == language


def test_no_prose_stands_in_the_code() -> None:
    accented = re.compile(r"[À-ÿ]")
    for path in SOURCES.glob("*.py"):
        tree = ast.parse(path.read_text())
        texts = {
            node.value
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
        }
        for text in texts - set(docstrings(tree)):
            assert not accented.search(text), (path.name, text)


def docstrings(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield str(node.value.value)
