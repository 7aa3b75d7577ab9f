"""The end of a table without a result, told with its cause."""

import pytest

from carteado.api.tables.v1 import tables_pb2
from carteado.telegram_gateway.render import eu_faco, lobby
from carteado.telegram_gateway.render.closing import match_closed
from carteado.telegram_gateway.render.scene import scene_of
from tests.telegram_gateway.render.scenes import BOT, LANGUAGES, lobby_of, words_in


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_table_that_closed_because_nobody_was_there_says_so(language: str) -> None:
    table, words = lobby_of(eu_faco, "Ana", "Bia"), words_in(language)
    table.state = tables_pb2.TABLE_STATE_CLOSED
    assert words("table_closed") in lobby.lobby(table, words, bot=BOT).text
    assert match_closed(scene_of(table, words)) == words("match_closed")
    table.abandon_time.GetCurrentTime()
    assert words("table_abandoned") in lobby.lobby(table, words, bot=BOT).text
    assert match_closed(scene_of(table, words)) == words("match_abandoned")
