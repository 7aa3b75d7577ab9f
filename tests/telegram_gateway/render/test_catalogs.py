"""The catalogs of the gateway: every key has words in every language, and no words are without a key."""

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Message
from babel.messages.pofile import read_po

from carteado import telegram_gateway
from carteado.telegram_gateway.catalogs import LOCALES
from carteado.telegram_gateway.message import ALERT_CHARACTERS
from carteado.telegram_gateway.render import help as help_
from carteado.telegram_gateway.render.estou_por_uma import cards as estou_por_uma_cards
from carteado.telegram_gateway.render.eu_faco import cards as eu_faco_cards
from carteado.telegram_gateway.render.game import Game
from carteado.telegram_gateway.render.games import GAMES
from carteado.telegram_gateway.render.sevn import cards as sevn_cards
from carteado.words import languages
from tests.telegram_gateway.render.limits import length, plain

PACKAGE = Path(str(telegram_gateway.__file__)).parent
ERRORS = Path(__file__).parents[3] / "docs" / "errors.md"
PLACE = re.compile(r"\{(\w+)\}")
SPEAKING = re.compile(r"(.+\.)?words(\.count)?")

CHOSEN = {*(f"command_{name}" for name in help_.COMMANDS), "refused"}
"""Keys of all games that are chosen before they are spoken."""

ABOUT = ("turn", "freeze", "three", "ballast", "gift", "crossroads")
"""What a decision of SEVN is about."""

OUTCOMES = {
    f"drawn{outcome}"
    for outcome in ("", "_kept", "_discarded", "_saved", "_given", "_bust", "_sevn")
}
"""What becomes of a card that is drawn in SEVN."""

CHOSEN_BY = {
    "eu_faco": {*eu_faco_cards.MEDALS, "card_lit", "card_won", "tally_over", "tally_under"},
    "estou_por_uma": {
        *estou_por_uma_cards.SUIT_NAMES.values(),
        *estou_por_uma_cards.RANK_NAMES.values(),
        *(
            f"button_{button}{way}"
            for button in ("slot", "suit")
            for way in ("", "_call", "_silent")
        ),
    },
    "sevn": {
        *(key for _, key in sevn_cards.NAMED.values()),
        *(f"{verb}_{about}" for verb in ("ask", "wait") for about in ABOUT),
        *OUTCOMES,
    },
}
"""Keys of each game that are chosen before they are spoken, beside those that all have."""

LANGUAGES = languages(LOCALES)


def asked_of(game: Game) -> set[str]:
    """The keys that every game has words for: they are spoken where no game is known."""
    common = {"game", "in_a_line", *game.pages}
    return common if game.hand is None else common | {"hand_watching"}


def reasons() -> set[str]:
    """The reasons with which the rules and the tables refuse."""
    page = ERRORS.read_text(encoding="utf-8")
    sections = page.split("## The rules")[1].split("## Records")[0], page.split("## Tables")[1]
    text = sections[0] + sections[1].split("\n## ")[0]
    return set(re.findall(r"^\| `([A-Z_]+)` \|", text, re.MULTILINE))


def catalog(language: str, name: str = "carteado") -> dict[str, Message]:
    with (LOCALES / language / "LC_MESSAGES" / f"{name}.po").open("rb") as file:
        messages = [message for message in read_po(file) if message.id]
    return {key_of(message): message for message in messages}


def whole(language: str) -> dict[str, Message]:
    """The words of all catalogs, those of a game under its name."""
    owned = {
        f"{name}/{key}": message
        for name in GAMES
        for key, message in catalog(language, name).items()
    }
    return catalog(language) | owned


def bare(key: str) -> str:
    """A key without the name of its game."""
    return key.rpartition("/")[2]


def key_of(message: Message) -> str:
    return message.id if isinstance(message.id, str) else str(message.id[0])


def forms(message: Message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ())


def calls(paths: Iterable[Path]) -> Iterator[tuple[str, bool]]:
    """The keys that the code asks for by name, and whether it counts with them."""
    for path in paths:
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


def sources(game: str) -> set[Path]:
    """The code of a game."""
    return set((PACKAGE / "render" / game).rglob("*.py"))


def common_sources() -> set[Path]:
    """The code that knows no game."""
    return set(PACKAGE.rglob("*.py")).difference(*map(sources, GAMES))


def spoken_by(paths: Iterable[Path]) -> set[str]:
    return {key for key, _ in calls(paths)}


def answers() -> set[str]:
    """What is answered to taps and commands, in plain text."""
    handlers = spoken_by((PACKAGE / "handlers").rglob("*.py"))
    games = {
        f"{name}/{key}"
        for name in GAMES
        for key in spoken_by(path for path in sources(name) if path.name == "taps.py")
    }
    return handlers | games | {"refused", *reasons()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_key_of_all_games_has_words_and_no_words_are_without_a_key(language: str) -> None:
    shared = spoken_by(common_sources()) | CHOSEN | reasons()
    wanted = shared.difference(*map(asked_of, GAMES.values()))
    keys = set(catalog(language))
    assert sorted(wanted - keys) == []
    assert sorted(keys - wanted - spoken_by(PACKAGE.rglob("*.py"))) == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_every_key_of_a_game_has_words_of_its_own_or_those_of_all_games(
    name: str, language: str
) -> None:
    wanted = spoken_by(sources(name)) | CHOSEN_BY[name] | asked_of(GAMES[name])
    keys, common = set(catalog(language, name)), set(catalog(language))
    assert sorted(wanted - keys - common) == []
    assert sorted(asked_of(GAMES[name]) - keys) == []
    assert sorted(keys - wanted) == []
    assert sorted(keys & common) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_key_that_counts_has_a_form_for_none_one_and_many(language: str) -> None:
    counted = {key for key, counts in calls(PACKAGE.rglob("*.py")) if counts}
    for key, message in whole(language).items():
        assert len(forms(message)) == (3 if bare(key) in counted else 1), key
        assert all(forms(message)), key
        assert not message.fuzzy


def test_each_language_has_the_same_places_in_its_words() -> None:
    first, *others = [whole(language) for language in LANGUAGES]
    for other in others:
        for key, message in other.items():
            assert places(message) == places(first[key]), key


def places(message: Message) -> set[str]:
    return {place for form in forms(message) for place in PLACE.findall(form)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_answers_and_refusals_are_plain_and_fit_an_alert_with_the_longest_of_names(
    language: str,
) -> None:
    messages = whole(language)
    for key in answers():
        own = key if key in messages else bare(key)
        for form in forms(messages[own]):
            assert "<" not in form, key
            assert (
                length(PLACE.sub("", form)) + 64 * len(PLACE.findall(form)) <= ALERT_CHARACTERS
            ), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_needs_nothing_that_its_error_may_not_carry(language: str) -> None:
    messages = catalog(language)
    for reason in reasons():
        assert not places(messages[reason]), reason


@pytest.mark.parametrize("language", LANGUAGES)
def test_marks_are_whole_in_every_text_and_buttons_have_none(language: str) -> None:
    for key, message in whole(language).items():
        for form in forms(message):
            assert plain(form) == form or not bare(key).startswith(
                ("button_", "command_", "alert_")
            ), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_command_does_fits_where_telegram_lists_it(language: str) -> None:
    messages = catalog(language)
    for name in help_.COMMANDS:
        assert re.fullmatch(r"[a-z0-9_]{1,32}", name)
        assert 3 <= length(forms(messages[f"command_{name}"])[0]) <= 256
