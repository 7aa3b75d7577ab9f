"""What people read outside of any match, held against texts that people have read."""

from pathlib import Path

import pytest

from carteado.api.ranking.v1.ranking_pb2 import ListLeaderboardResponse
from carteado.telegram_gateway.render import help as help_
from carteado.telegram_gateway.render import picker, rules, standings
from tests.telegram_gateway.render.golden import Moments, check_folder, check_moment
from tests.telegram_gateway.render.scenes import BOT, LANGUAGES
from tests.telegram_gateway.render.standings import STANDINGS

GOLDEN = Path(__file__).with_name("golden")
TITLE = "Turma do <Zé>"
MOMENTS: Moments = {
    "20_ranking": lambda words: standings.standings(STANDINGS, words, game="Eu Faço!", title=TITLE),
    "21_ranking_empty": lambda words: standings.standings(
        ListLeaderboardResponse(), words, game="SEVN", title=TITLE
    ),
    "23_start": lambda words: help_.start(words, bot=BOT),
    "24_help": lambda words: help_.help(words, bot=BOT),
    "25_picker": picker.picker,
    "26_rules_contents": rules.contents,
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("moment", MOMENTS)
def test_a_moment_reads_as_people_have_read_it(moment: str, language: str) -> None:
    check_moment(GOLDEN, moment, MOMENTS, language)


def test_no_text_is_kept_of_a_moment_that_is_no_more() -> None:
    check_folder(GOLDEN, MOMENTS)
