"""The catalogs of the gateway: every key has words in every language, and no words are without a key."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Message
from babel.messages.pofile import read_po

from carteado import telegram_gateway
from carteado.telegram_gateway.catalogs import LOCALES
from carteado.telegram_gateway.message import ALERT_CHARACTERS
from carteado.telegram_gateway.render import cards, rules
from carteado.telegram_gateway.render import help as help_
from carteado.words import languages
from tests.telegram_gateway.render.limits import length, plain

PACKAGE = Path(str(telegram_gateway.__file__)).parent
ERRORS = Path(__file__).parents[3] / "docs" / "errors.md"
PLACE = re.compile(r"\{(\w+)\}")
SPEAKING = re.compile(r"(.+\.)?words(\.count)?")

CHOSEN = {
    *cards.MEDALS,
    *rules.PAGES,
    *(f"command_{name}" for name in help_.COMMANDS),
    "card_lit",
    "card_won",
    "tally_over",
    "tally_under",
    "refused",
}
"""Keys that are chosen before they are spoken."""


def reasons() -> set[str]:
    """The reasons with which the rules and the tables refuse."""
    page = ERRORS.read_text(encoding="utf-8")
    sections = page.split("## The rules")[1].split("## Records")[0], page.split("## Tables")[1]
    text = sections[0] + sections[1].split("\n## ")[0]
    return set(re.findall(r"^\| `([A-Z_]+)` \|", text, re.MULTILINE))


def catalog(language: str) -> dict[str, Message]:
    with (LOCALES / language / "LC_MESSAGES" / "carteado.po").open("rb") as file:
        messages = [message for message in read_po(file) if message.id]
    return {key_of(message): message for message in messages}


def key_of(message: Message) -> str:
    return message.id if isinstance(message.id, str) else str(message.id[0])


def forms(message: Message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ())


def calls(folder: Path = PACKAGE) -> Iterator[tuple[str, bool]]:
    """The keys that the code asks for by name, and whether it counts with them."""
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and node.args and spoken(node.func):
                for key in literals(node.args[0]):
                    yield key, ast.unparse(node.func).endswith(".count")


def spoken(function: ast.expr) -> bool:
    return SPEAKING.fullmatch(ast.unparse(function)) is not None


def literals(argument: ast.expr) -> Iterator[str]:
    """The keys in an argument; of a key that is put together, nothing."""
    parts = {
        id(part)
        for node in ast.walk(argument)
        if isinstance(node, ast.JoinedStr)
        for part in node.values
    }
    for node in ast.walk(argument):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in parts:
            yield node.value


def answers() -> set[str]:
    """What is answered to taps and commands, in plain text."""
    return {key for key, _ in calls(PACKAGE / "handlers")} | {"refused", *reasons()}


@pytest.mark.parametrize("language", languages(LOCALES))
def test_every_key_has_words_and_no_words_are_without_a_key(language: str) -> None:
    wanted = {key for key, _ in calls()} | CHOSEN | reasons()
    keys = set(catalog(language))
    assert sorted(wanted - keys) == []
    assert sorted(keys - wanted) == []


@pytest.mark.parametrize("language", languages(LOCALES))
def test_a_key_that_counts_has_a_form_for_none_one_and_many(language: str) -> None:
    counted = {key for key, counts in calls() if counts}
    for key, message in catalog(language).items():
        assert len(forms(message)) == (3 if key in counted else 1), key
        assert all(forms(message)), key
        assert not message.fuzzy


def test_each_language_has_the_same_places_in_its_words() -> None:
    first, *others = [catalog(language) for language in languages(LOCALES)]
    for other in others:
        for key, message in other.items():
            assert places(message) == places(first[key]), key


def places(message: Message) -> set[str]:
    return {place for form in forms(message) for place in PLACE.findall(form)}


@pytest.mark.parametrize("language", languages(LOCALES))
def test_answers_and_refusals_are_plain_and_fit_an_alert_with_the_longest_of_names(
    language: str,
) -> None:
    messages = catalog(language)
    for key in answers():
        for form in forms(messages[key]):
            assert "<" not in form, key
            assert (
                length(PLACE.sub("", form)) + 64 * len(PLACE.findall(form)) <= ALERT_CHARACTERS
            ), key


@pytest.mark.parametrize("language", languages(LOCALES))
def test_a_refusal_needs_nothing_that_its_error_may_not_carry(language: str) -> None:
    messages = catalog(language)
    for reason in reasons():
        assert not places(messages[reason]), reason


@pytest.mark.parametrize("language", languages(LOCALES))
def test_marks_are_whole_in_every_text_and_buttons_have_none(language: str) -> None:
    for key, message in catalog(language).items():
        for form in forms(message):
            assert plain(form) == form or not key.startswith(("button_", "command_", "alert_")), key


@pytest.mark.parametrize("language", languages(LOCALES))
def test_what_a_command_does_fits_where_telegram_lists_it(language: str) -> None:
    messages = catalog(language)
    for name in help_.COMMANDS:
        assert re.fullmatch(r"[a-z0-9_]{1,32}", name)
        assert 3 <= length(forms(messages[f"command_{name}"])[0]) <= 256
