"""The rules to leaf through, and what the bot says of itself."""

import pytest

from carteado.telegram_gateway.message import Button, Message
from carteado.telegram_gateway.render import eu_faco, keyboard, picker, rules
from carteado.telegram_gateway.render import help as help_
from carteado.telegram_gateway.render.game import Game
from carteado.telegram_gateway.render.games import CHOICES, GAMES, MOVES, called, numbered
from carteado.telegram_gateway.taps import Op, Tap, unpack
from tests.telegram_gateway.render.limits import check
from tests.telegram_gateway.render.scenes import BOT, LANGUAGES, words_in


def taps_of(message: Message, op: Op) -> list[Tap]:
    """The taps on the buttons of a message, all of which ask for the same."""
    taps = [unpack(button.data) for row in message.rows for button in row]
    assert {tap.op for tap in taps if tap} <= {op}
    return [tap for tap in taps if tap]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_is_within_the_limits_and_short(language: str) -> None:
    words = words_in(language)
    told = [page for game in GAMES.values() for page in rules.pages(game, words)]
    for message in [*told, help_.start(words, bot=BOT), help_.help(words, bot=BOT)]:
        check(message)
        assert len(message.text) < 1024


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_the_buttons_of_a_page_lead_to_the_pages_beside_it(game: Game) -> None:
    words = words_in("pt_BR")
    pages = rules.pages(game, words)
    for place, message in enumerate(pages):
        beside = [pages[at] for at in (place - 1, place + 1) if 0 <= at < len(pages)]
        assert [rules.turned_to(words, tap.arg) for tap in taps_of(message, Op.RULES)] == beside


def test_the_pages_of_the_first_game_have_the_numbers_that_they_had_when_it_was_the_only_one() -> (
    None
):
    led = [taps_of(page, Op.RULES) for page in rules.pages(eu_faco, words_in("pt_BR"))]
    assert [[tap.arg for tap in taps] for taps in led] == [[2], [1, 3], [2, 4], [3, 5], [4, 6], [5]]


@pytest.mark.parametrize(("asked", "given"), [(0, 1), (-3, 1), (7, 6), (99, 6)])
def test_a_page_that_there_is_not_gives_the_nearest(asked: int, given: int) -> None:
    words = words_in("pt_BR")
    assert rules.page(eu_faco, words, asked) == rules.page(eu_faco, words, given)


@pytest.mark.parametrize("number", [rules.CONTENTS, 301, 9_999_999])
def test_a_number_of_no_game_asks_whose_rules(number: int) -> None:
    words = words_in("pt_BR")
    assert rules.turned_to(words, number) == rules.contents(words)


def test_whoever_asks_whose_rules_gets_the_first_page_of_the_game_that_is_tapped() -> None:
    words = words_in("pt_BR")
    taps = taps_of(rules.contents(words), Op.RULES)
    first = [rules.page(game, words, 1) for game in GAMES.values()]
    assert [rules.turned_to(words, tap.arg) for tap in taps] == first


def test_the_picker_has_a_line_and_a_button_for_each_game() -> None:
    words = words_in("pt_BR")
    message = picker.picker(words)
    taps = taps_of(message, Op.OPEN)
    assert [numbered(tap.arg) for tap in taps] == list(GAMES.values())
    for game in GAMES.values():
        assert words.of(game.name)("in_a_line") in message.text


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("sevn", "sevn"),
        ("Eu Faço!", "eu_faco"),
        ("eu-faco", "eu_faco"),
        ("EUFACO", "eu_faco"),
        ("estou-por-uma", "estou_por_uma"),
        ("estou por uma", "estou_por_uma"),
        ("estouporuma", "estou_por_uma"),
    ],
)
def test_a_game_is_known_however_its_name_is_written(text: str, name: str) -> None:
    game = called(text)
    assert game is not None
    assert game.name == name


@pytest.mark.parametrize("text", ["", "truco", "eu", "sevn sevn", "\u5b57"])
def test_no_game_is_guessed(text: str) -> None:
    assert called(text) is None


def test_what_a_game_asks_for_means_nothing_else_anywhere() -> None:
    common = set(Op)
    moves, choices = set(MOVES), set(CHOICES)
    assert not common & moves
    assert not common & choices
    assert not moves & choices


def test_help_names_every_command() -> None:
    text = help_.help(words_in("pt_BR"), bot=BOT).text
    assert all(f"/{name} " in text for name in help_.COMMANDS)


@pytest.mark.parametrize(
    ("buttons", "lengths"),
    [(0, []), (1, [1]), (6, [6]), (7, [4, 3]), (11, [6, 5]), (13, [5, 5, 3])],
)
def test_buttons_stand_in_as_few_rows_as_they_need_and_evenly(
    buttons: int, lengths: list[int]
) -> None:
    made = [Button(str(number), str(number)) for number in range(buttons)]
    assert [len(row) for row in keyboard.rows(made, 6)] == lengths
