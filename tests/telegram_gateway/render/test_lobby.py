"""The lobby: who sits there, what was agreed, and the buttons that make sense."""

import pytest

from carteado.api.tables.v1 import tables_pb2
from carteado.telegram_gateway.message import Message
from carteado.telegram_gateway.render import eu_faco, lobby
from carteado.telegram_gateway.render import names as names_
from carteado.telegram_gateway.render.game import Game
from carteado.telegram_gateway.render.games import GAMES
from carteado.telegram_gateway.taps import Op, Tap, unpack
from tests.telegram_gateway.render.limits import check
from tests.telegram_gateway.render.scenes import (
    BOT,
    CODE,
    HOSTILE_NAMES,
    LANGUAGES,
    lobby_of,
    words_in,
)


def taps(message: Message) -> list[Tap]:
    found = [unpack(button.data) for row in message.rows for button in row if button.data]
    return [tap for tap in found if tap is not None]


def ops(*names: str, game: Game = eu_faco) -> set[str]:
    message = lobby.lobby(lobby_of(game, *names), words_in("pt_BR"), bot=BOT)
    return {tap.op for tap in taps(message)}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", range(1, 13))
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_a_lobby_of_up_to_twelve_with_the_worst_of_names_is_within_the_limits(
    game: Game, seats: int, language: str
) -> None:
    names = (HOSTILE_NAMES * 2)[:seats]
    message = lobby.lobby(lobby_of(game, *names), words_in(language), bot=BOT)
    check(message)
    assert sum(line.startswith(f"{seats}. ") for line in message.text.splitlines()) == 1


def test_people_of_the_same_name_are_told_apart_at_a_table_of_twelve() -> None:
    shown = names_.of(lobby_of(eu_faco, *(HOSTILE_NAMES * 2)[:12]), words_in("pt_BR"))
    assert len(set(shown)) == 12


def test_a_die_stands_beside_whoever_has_added_to_the_shuffles_and_in_no_name() -> None:
    table = lobby_of(eu_faco, "Ana \N{GAME DIE}", "Bia", "1")
    table.seats[1].has_entropy = True
    text = lobby.lobby(table, words_in("pt_BR"), bot=BOT).text
    marked = [line for line in text.splitlines() if "\N{GAME DIE}" in line]
    assert marked == ["2. <b>Bia</b> \N{GAME DIE}"]


def test_only_a_game_with_hands_speaks_of_them() -> None:
    for game in GAMES.values():
        message = lobby.lobby(lobby_of(game, "Ana", "Bia"), words_in("pt_BR"), bot=BOT)
        links = [button for row in message.rows for button in row if button.url]
        speaks = words_in("pt_BR")("lobby_hint") in message.text
        assert (len(links), speaks) == ((0, False) if game.hand is None else (1, True))


def test_a_button_of_the_lobby_asks_for_what_the_game_knows() -> None:
    for game in GAMES.values():
        own = ops("Ana", "1", game=game) - set(Op)
        assert own == set(game.choices)


def test_nobody_starts_alone() -> None:
    assert Op.START not in ops("Ana")
    assert Op.START in ops("Ana", "1")


def test_nobody_comes_to_a_full_table_and_no_rival_leaves_that_is_not_there() -> None:
    assert {Op.JOIN, Op.MORE_RIVALS} <= ops("Ana")
    assert Op.FEWER_RIVALS not in ops("Ana", "Bia")
    full = ops("Ana", *"123456789", "10", "11")
    assert not {Op.JOIN, Op.MORE_RIVALS} & full
    assert Op.FEWER_RIVALS in full
    assert Op.FEWER_RIVALS not in ops(*"abcdefghijkl")


def test_every_button_names_the_table_and_is_of_no_ply() -> None:
    message = lobby.lobby(lobby_of(eu_faco, "Ana", "Bia"), words_in("pt_BR"), bot=BOT)
    assert {(tap.table, tap.ply) for tap in taps(message)} == {(CODE, 0)}


def test_the_hand_in_private_is_opened_by_a_link_to_the_bot() -> None:
    message = lobby.lobby(lobby_of(eu_faco, "Ana"), words_in("pt_BR"), bot=BOT)
    assert message.rows[-1][0].url == f"https://t.me/{BOT}?start=hand"


@pytest.mark.parametrize(
    ("state", "key"),
    [
        (tables_pb2.TABLE_STATE_CLOSED, "table_closed"),
        (tables_pb2.TABLE_STATE_PLAYING, "lobby_started"),
    ],
)
def test_a_lobby_that_waits_no_more_says_why_and_has_no_buttons(
    state: tables_pb2.TableState.ValueType, key: str
) -> None:
    table = lobby_of(eu_faco, "Ana", "Bia")
    table.state = state
    words = words_in("pt_BR")
    message = lobby.lobby(table, words, bot=BOT)
    assert words(key) in message.text
    assert not message.rows
