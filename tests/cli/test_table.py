"""``carteado play``: whole matches typed at a table in a terminal, and what is left of them."""

import json
import re
import signal
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from rich.cells import cell_len
from typer.testing import CliRunner

from carteado.cli.folder import Folder
from carteado.cli.main import command_line
from carteado.cli.table import screens as drawn
from carteado.cli.table.games import GAMES, called
from carteado.cli.table.keeping import KEY
from carteado.cli.words import LOCALES
from carteado.records.verify import verify
from carteado.rules.game import Awaiting
from carteado.words import Words, languages
from tests.cli.table_people import (
    DAY,
    Player,
    Script,
    Typist,
    at_own_turn,
    screens,
    short,
    sitting,
    text_of,
)

NAMES = list(GAMES)
SIZES = [(name, rivals) for name in NAMES for rivals in (1, 3, GAMES[name].rules.max_seats - 1)]
PLACE = re.compile(r"^.*\.json.*$", re.MULTILINE)
"""The lines that say where a record is: they are as long as it takes."""


class Rematch(Player):
    """Wants another match, once."""

    wants = True

    def next_line(self) -> str | None:
        if self.wants and self.prompt.startswith(self.session.words("rematch")):
            self.wants = False
            return ""
        return super().next_line()


class Leaver(Player):
    """Gets up at the first count after so many rounds, by a line or, with none, by the end of all lines."""

    def __init__(self, rounds: int, lines: tuple[str, ...]) -> None:
        super().__init__({})
        self.rounds = rounds
        self.lines = iter(lines)
        self.leaves = False

    def next_line(self) -> str | None:
        assert self.table is not None
        is_decision = self.prompt.startswith(self.session.words("prompt"))
        self.leaves |= is_decision and len(self.table.sheet) == self.rounds
        return next(self.lines, None) if self.leaves else super().next_line()


def kept(folder: Path, name: str, number: str = "") -> Path:
    return folder / "records" / f"{DAY}-{name}{number}.json"


def holds(path: Path) -> bool:
    return verify(path.read_text()).holds


# Whole matches


@pytest.mark.parametrize(("name", "rivals"), SIZES)
def test_whoever_types_anything_comes_to_the_end_on_eighty_columns(
    name: str, rivals: int, tmp_path: Path
) -> None:
    source = Typist(Random(f"{name}{rivals}"))
    assert sitting(short(name), source, tmp_path, rivals=rivals, seed=rivals).play() == 0
    assert source.table is not None
    assert source.table.match.view(None).awaiting is Awaiting.NOTHING
    assert max(map(cell_len, PLACE.sub("", source.output).split("\n"))) <= 80
    assert holds(kept(tmp_path, name))


@pytest.mark.parametrize("language", languages(LOCALES))
@pytest.mark.parametrize(("name", "rivals"), SIZES)
def test_every_screen_of_a_terminal_fits_on_twenty_four_lines(
    name: str, rivals: int, language: str, tmp_path: Path
) -> None:
    source = Typist(Random(f"{rivals}{name}"), on_terminal=True)
    session = sitting(short(name), source, tmp_path, rivals=rivals, seed=rivals, language=language)
    assert session.play() == 0
    seen = list(screens(PLACE.sub("", source.output)))
    assert len(seen) > 10
    assert max(map(len, seen)) <= 24
    assert max(cell_len(line) for screen in seen for line in screen) <= 80


@pytest.mark.parametrize("rivals", [1, 11])
def test_a_hand_of_ninety_cards_still_fits_on_a_screen(rivals: int, tmp_path: Path) -> None:
    table = at_own_turn(GAMES["estou_por_uma"], tmp_path, rivals=rivals)
    table.match.state.hands[table.seat] = sorted([*range(1, 53), *range(1, 39)])
    screen = drawn.decision(table)
    assert len(screen) <= 22
    assert max(line.cell_len for line in screen) <= 80
    assert "que não servem" in text_of(screen)


@pytest.mark.parametrize("name", NAMES)
def test_a_second_match_has_secrets_and_a_record_of_its_own(name: str, tmp_path: Path) -> None:
    assert sitting(short(name), Rematch({}), tmp_path).play() == 0
    verdicts = [verify(kept(tmp_path, name, number).read_text()) for number in ("", "-2")]
    assert all(verdict.holds for verdict in verdicts)
    first, second = (verdict.proof.record for verdict in verdicts if verdict.proof)
    assert first.anchor != second.anchor
    assert first.placements
    assert second.placements


def test_the_seat_of_the_person_is_drawn_and_so_is_every_secret(tmp_path: Path) -> None:
    tables = [
        sitting(GAMES["sevn"], Script([]), tmp_path, rivals=3, seed=seed).seated()
        for seed in range(400)
    ]
    seats = [table.seat for table in tables]
    assert all(70 < seats.count(seat) < 130 for seat in range(4))
    assert len({table.match.secrets.anchor for table in tables}) == 400


# Shuffles


def test_g_3_what_the_person_adds_goes_into_the_shuffle_after_the_anchor_is_out(
    tmp_path: Path,
) -> None:
    source = Player({1: "jabuticaba"})
    assert sitting(GAMES["eu_faco"], source, tmp_path, seed=4).play() == 0
    table = source.table
    assert table is not None
    anchor = json.loads(kept(tmp_path, "eu_faco").read_text())["record"]["anchor"]
    before, _, after = source.output.partition("jabuticaba")
    assert anchor in before
    assert "Rodada 1" in after
    assert table.moves[0].action.entropy[table.seat] == b"jabuticaba"
    assert [len(entropy) for entropy in table.moves[0].action.entropy].count(0) == 1
    assert holds(kept(tmp_path, "eu_faco"))


def test_an_addition_that_is_too_long_is_asked_for_again(tmp_path: Path) -> None:
    source = Script(["\N{LATIN SMALL LETTER E WITH ACUTE}" * 33, "curto"])
    session = sitting(GAMES["eu_faco"], source, tmp_path)
    assert session.play() == 0
    assert "cabem 64 bytes" in source.output
    assert source.table is not None
    assert b"curto" in source.table.moves[0].action.entropy


# Leaving


@pytest.mark.parametrize("lines", [(), ("q", "s"), ("q", "n", "q", "sim")], ids=len)
@pytest.mark.parametrize("name", ["eu_faco", "estou_por_uma"])
def test_whoever_leaves_keeps_the_rounds_that_were_counted(
    name: str, lines: tuple[str, ...], tmp_path: Path
) -> None:
    source = Leaver(2, lines)
    assert sitting(GAMES[name], source, tmp_path, rivals=2).play() == 0
    verdict = verify(kept(tmp_path, name).read_text())
    assert verdict.holds
    assert verdict.proof is not None
    assert len(verdict.proof.record.secrets) == 2
    assert not verdict.proof.record.placements
    assert source.output.count("Registro assinado: ") == 1


@pytest.mark.parametrize("name", NAMES)
def test_whoever_leaves_before_a_count_keeps_nothing_and_is_told_so(
    name: str, tmp_path: Path
) -> None:
    source = Leaver(0, ("q", "s"))
    assert sitting(GAMES[name], source, tmp_path, seed=2).play() == 0
    assert not (tmp_path / "records").exists()
    told = "O baralho do SEVN passa" if name == "sevn" else "Nenhuma rodada foi contada"
    assert told in source.output


def test_a_match_of_sevn_is_kept_whole_or_not_at_all_for_its_secrets_open_at_its_end(
    tmp_path: Path,
) -> None:
    source = Leaver(1, ("q", "s"))
    assert sitting(GAMES["sevn"], source, tmp_path).play() == 0
    assert not (tmp_path / "records").exists()


class Interrupted(Leaver):
    """Is interrupted instead of leaving."""

    def next_line(self) -> str | None:
        line = super().next_line()
        if self.leaves:
            self.session.house.terminal.stop()
        return line


def test_an_interruption_keeps_the_counted_rounds_and_ends_with_130(tmp_path: Path) -> None:
    assert sitting(GAMES["eu_faco"], Interrupted(1, ()), tmp_path).play() == 130
    assert holds(kept(tmp_path, "eu_faco"))


def test_an_interruption_between_two_lines_waits_for_the_next_one(tmp_path: Path) -> None:
    source = Script(["", "0"])
    session = sitting(GAMES["eu_faco"], source, tmp_path)
    session.house.terminal.stop()
    assert session.play() == 130
    assert source.asked == 0


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_the_command_with_130(number: signal.Signals, tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", "from carteado.cli.main import main; main()", "play", "sevn"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=tmp_path,
        text=True,
    ) as process:
        assert process.stdout is not None
        while (
            "\N{LATIN SMALL LETTER A WITH CIRCUMFLEX}ncora" not in process.stdout.readline().lower()
        ):
            pass
        process.stdout.read(len("x" * 45))
        process.send_signal(number)
        assert process.wait(30) == 130


# Records


def test_the_record_is_signed_by_a_key_that_only_its_owner_may_read(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    assert sitting(GAMES["eu_faco"], Player({}), folder).play() == 0
    assert (folder / KEY).stat().st_mode & 0o777 == 0o600
    assert folder.stat().st_mode & 0o077 == 0


def test_a_record_goes_where_it_is_wanted_and_never_over_another(tmp_path: Path) -> None:
    wanted = tmp_path / "mine" / "match.json"
    for _ in range(2):
        sitting(GAMES["eu_faco"], Player({}), tmp_path, wanted=wanted).play()
    assert holds(wanted)
    assert holds(wanted.with_name("match-2.json"))
    assert not Folder(tmp_path).records.exists()


def test_a_record_that_cannot_be_kept_is_said_and_the_result_is_not_lost(tmp_path: Path) -> None:
    (tmp_path / KEY).write_text("no key")
    source = Player({})
    assert sitting(GAMES["eu_faco"], source, tmp_path).play() == 1
    assert "Não consegui guardar o registro" in source.output
    assert "venceu a partida" in source.output or "A partida é sua" in source.output


# The command


def played(arguments: list[str], lines: str, folder: Path) -> tuple[int, str]:
    command = command_line(Words(LOCALES, "pt_BR"))
    result = CliRunner().invoke(command, ["play", *arguments, "--data", str(folder)], input=lines)
    return result.exit_code, result.output


def test_the_command_plays_from_a_pipe_and_ends_with_its_lines(tmp_path: Path) -> None:
    code, output = played(["eu_faco", "--rivals", "1"], "sorte\n", tmp_path)
    assert code == 0
    assert "Eu Faço! · Rodada 1" in output
    assert not tmp_path.joinpath("records").exists()


@pytest.mark.parametrize("written", ["eu_faco", "eu-faco", "EuFaco", "EU FACO"])
def test_a_game_is_understood_however_its_name_is_written(written: str) -> None:
    assert called(written) is GAMES["eu_faco"]


def test_a_game_that_does_not_exist_is_answered_with_those_that_do(tmp_path: Path) -> None:
    code, output = played(["truco"], "", tmp_path)
    assert code == 2
    assert output == "Não conheço truco. Há: eu_faco, estou_por_uma e sevn.\n"


@pytest.mark.parametrize("rivals", ["0", "8", "-1"])
def test_ef_4_a_table_that_is_too_small_or_too_large_is_refused(
    rivals: str, tmp_path: Path
) -> None:
    code, output = played(["eu_faco", "--rivals", rivals], "", tmp_path)
    assert code == 2
    assert output == "Eu Faço! é de 1 a 7 rivais.\n"


def test_neither_wire_nor_keys_are_loaded_to_play(tmp_path: Path) -> None:
    code = (
        "import sys; from carteado.cli.main import main\n"
        "try: main()\n"
        "finally: print({'grpc', 'google.protobuf', 'cryptography'} & set(sys.modules))"
    )
    process = subprocess.run(
        [sys.executable, "-c", code, "play", "estou_por_uma"],
        input="\n",
        capture_output=True,
        cwd=tmp_path,
        text=True,
        check=True,
    )
    assert process.stdout.endswith("set()\n")
