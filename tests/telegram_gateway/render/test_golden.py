"""What people read outside of any match, held against texts that people have read."""

from pathlib import Path

import pytest

from carteado.api.ranking.v1.ranking_pb2 import ListLeaderboardResponse
from carteado.api.tables.v1.tables_pb2 import Player
from carteado.telegram_gateway.render import eu_faco, guess, picker, proof, rules, standings
from carteado.telegram_gateway.render import help as help_
from tests.telegram_gateway.render.golden import Moments, check_folder, check_moment
from tests.telegram_gateway.render.scenes import BOT, LANGUAGES, lobby_of
from tests.telegram_gateway.render.standings import STANDINGS

GOLDEN = Path(__file__).with_name("golden")
TITLE = "Turma do <Zé>"
ZE = Player(id="telegram/1", name="Bia & Zé")
TABLE = lobby_of(eu_faco, "Ana", "Bia & Zé", "1")
KEY = "0123456789abcdef"
MOMENTS: Moments = {
    "20_ranking": lambda words: standings.standings(STANDINGS, words, game="Eu Faço!", title=TITLE),
    "21_ranking_empty": lambda words: standings.standings(
        ListLeaderboardResponse(), words, game="SEVN", title=TITLE
    ),
    "23_start": lambda words: help_.start(words, bot=BOT),
    "24_help": lambda words: help_.help(words, bot=BOT),
    "25_picker": picker.picker,
    "26_rules_contents": rules.contents,
    "27_guess_question": lambda words: guess.question(ZE, 7, words),
    "28_guess_no_text": lambda words: guess.no_text(ZE, 7, words),
    "29_guess_too_long": lambda words: guess.too_long(ZE, 7, words, size=80),
    "30_guess_in": lambda words: guess.taken(ZE, 7, words),
    "31_proof": lambda words: proof.proof(TABLE, words, key=KEY, content="{}"),
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("moment", MOMENTS)
def test_a_moment_reads_as_people_have_read_it(moment: str, language: str) -> None:
    check_moment(GOLDEN, moment, MOMENTS, language)


def test_no_text_is_kept_of_a_moment_that_is_no_more() -> None:
    check_folder(GOLDEN, MOMENTS)
