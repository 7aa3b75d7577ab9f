"""The file of a match, and what stands under it."""

import re

import pytest

from carteado.telegram_gateway.render import proof
from carteado.telegram_gateway.render.game import Game
from carteado.telegram_gateway.render.games import GAMES
from tests.telegram_gateway.render.limits import check, plain
from tests.telegram_gateway.render.scenes import (
    CODE,
    HOSTILE_NAMES,
    LANGUAGES,
    lobby_of,
    words_in,
)

KEY = "0123456789abcdef"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", [2, 12])
def test_the_caption_of_any_match_with_the_worst_of_names_is_within_the_limits(
    seats: int, language: str
) -> None:
    for game in GAMES.values():
        table = lobby_of(game, *(HOSTILE_NAMES * 2)[:seats])
        message = proof.proof(table, words_in(language), key=KEY, content="{}")
        check(message)
        assert len(re.findall(r"^\w+ \d+: ", plain(message.text), re.MULTILINE)) == seats


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_the_file_is_called_after_the_game_and_the_table_and_so_is_the_way_to_check_it(
    game: Game,
) -> None:
    table = lobby_of(game, "Ana", "Bia")
    message = proof.proof(table, words_in("pt_BR"), key=KEY, content="{}")
    name = f"{game.name.replace('_', '-')}-{CODE}.json"
    assert message.document is not None
    assert message.document.name == name
    assert f"carteado verify {name}" in message.text
    assert KEY in message.text


def test_people_count_seats_from_one() -> None:
    table = lobby_of(GAMES["sevn"], "Ana", "Bia")
    text = plain(proof.proof(table, words_in("pt_BR"), key=KEY, content="{}").text)
    assert "Lugar 1: Ana\nLugar 2: Bia" in text
