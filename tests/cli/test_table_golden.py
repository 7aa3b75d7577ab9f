"""A short match of each game as a person reads it in a terminal that is no screen, kept as prose and compared. CARTEADO_CHATBOOK=write writes it anew."""

import os
from pathlib import Path

import pytest

from carteado.cli.table.games import GAMES
from tests.cli.table_people import Player, short, sitting

ASIDES = {1: "jabuticaba", 2: "?", 3: "", 4: "abacaxi", 5: "h", 6: "q", 7: ""}
"""What is typed first: a word for the shuffle, then all that can be typed anywhere, and something that means nothing."""

SEEDS = {"eu_faco": 2, "estou_por_uma": 6, "sevn": 2}


@pytest.mark.parametrize("name", list(GAMES))
def test_a_match_at_the_table_reads_as_it_is_kept(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    source = Player(ASIDES)
    assert sitting(short(name), source, Path(".carteado"), rivals=2, seed=SEEDS[name]).play() == 0
    told = "\n".join(line.rstrip() for line in source.output.strip().split("\n")) + "\n"
    kept = Path(__file__).with_name(f"table.{name}.txt")
    if os.environ.get("CARTEADO_CHATBOOK") == "write":
        kept.write_text(told)
    assert told == kept.read_text()
