"""The rules to leaf through, and what the bot says of itself."""

import pytest

from carteado.telegram_gateway.message import Button
from carteado.telegram_gateway.render import help as help_
from carteado.telegram_gateway.render import keyboard, rules
from carteado.telegram_gateway.taps import Op, unpack
from tests.telegram_gateway.render.limits import check
from tests.telegram_gateway.render.scenes import BOT, LANGUAGES, words_in


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_is_within_the_limits_and_short(language: str) -> None:
    words = words_in(language)
    for message in [*rules.pages(words), help_.start(words, bot=BOT), help_.help(words, bot=BOT)]:
        check(message)
        assert len(message.text) < 1024


def test_the_buttons_of_a_page_lead_to_the_pages_beside_it() -> None:
    led = []
    for message in rules.pages(words_in("pt_BR")):
        taps = [unpack(button.data) for row in message.rows for button in row]
        assert {tap.op for tap in taps if tap} == {Op.RULES}
        led.append([tap.arg for tap in taps if tap])
    assert led == [[2], [1, 3], [2, 4], [3, 5], [4, 6], [5]]


@pytest.mark.parametrize(("asked", "given"), [(0, 1), (-3, 1), (7, 6), (99, 6)])
def test_a_page_that_there_is_not_gives_the_nearest(asked: int, given: int) -> None:
    words = words_in("pt_BR")
    assert rules.page(words, asked) == rules.page(words, given)


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
