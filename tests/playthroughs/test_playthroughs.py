"""Golden playthroughs: a random match for each group of options, kept as prose and compared. ``make playthroughs`` writes them anew."""

import os
from pathlib import Path
from typing import Any, get_args

import pytest

from carteado.rules import GAMES
from carteado.rules.estou_por_uma import events as estou_por_uma_events
from carteado.rules.eu_faco import events as eu_faco_events
from carteado.rules.sevn import events as sevn_events
from tests.playthroughs import estou_por_uma, eu_faco, sevn
from tests.playthroughs.playthrough import Chapter, Teller, written

FOLDER = Path(__file__).parent
TELLERS: dict[str, Teller] = {
    "eu_faco": eu_faco.TELLER,
    "estou_por_uma": estou_por_uma.TELLER,
    "sevn": sevn.TELLER,
}
EVENTS = {
    "eu_faco": get_args(eu_faco_events.Event),
    "estou_por_uma": get_args(estou_por_uma_events.Event),
    "sevn": get_args(sevn_events.Event),
}
CHAPTERS = [*eu_faco.CHAPTERS, *estou_por_uma.CHAPTERS, *sevn.CHAPTERS]


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: chapter.file_name)
def test_a_match_reads_as_it_is_kept(chapter: Chapter) -> None:
    kept = FOLDER / chapter.file_name
    text = written(chapter, TELLERS[chapter.game])
    if os.environ.get("CARTEADO_PLAYTHROUGHS") == "write":
        kept.write_text(text)
    assert text == kept.read_text()
    assert 60 <= text.count("\n") <= 200


def test_every_text_is_that_of_a_chapter_and_every_game_has_some() -> None:
    assert {path.name for path in FOLDER.glob("*.txt")} == {one.file_name for one in CHAPTERS}
    assert {chapter.game for chapter in CHAPTERS} == set(GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_everything_that_can_happen_in_a_game_happens_in_some_playthrough(game: str) -> None:
    happened: set[type] = set()

    class Listening(type(TELLERS[game])):  # type: ignore[misc]
        """Tells as always, and notes what it tells."""

        def event(self, event: Any) -> str:
            happened.add(type(event))
            told: str = super().event(event)
            return told

    for chapter in CHAPTERS:
        if chapter.game == game:
            written(chapter, Listening())
    assert happened == set(EVENTS[game])
