"""Notation: every record is text that people read, and the text is the record again."""

import re
from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner

from carteado.api.game.v1.game_pb2 import Action, Bid, Draw, Move, Play
from carteado.cli.main import command_line
from carteado.cli.words import LOCALES
from carteado.proof.file import read as read_file
from carteado.proof.signature import Proof
from carteado.records.notation import NotationError, read, told
from carteado.records.recording import recorded
from carteado.records.verify import Reason, verify
from carteado.rules.game import Awaiting
from carteado.rules.record import Move as RulesMove
from carteado.rules.record import play
from carteado.words import Words
from tests.conformance.games import SUBJECTS, Subject
from tests.conformance.playouts import opened, random_move
from tests.conftest import Proof as Count
from tests.records.golden import GOLDEN, KEY, Golden

PAGE = Path(__file__).parent.parent.parent / "docs" / "notation.md"
PROOF = read_file(GOLDEN[0].path.read_text()).proof
TEXT = told(PROOF)


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda golden: f"{golden.game}-{golden.name}")
def test_the_text_of_a_golden_record_is_that_record_and_holds(golden: Golden) -> None:
    proof = read_file(golden.path.read_text()).proof
    text = told(proof)
    assert read(text) == proof
    assert told(read(text)) == text
    assert verify(text).holds


@pytest.mark.parametrize("subject", SUBJECTS, ids=lambda subject: subject.game.name)
@pytest.mark.proof(name="notation", small=3, whole=1000)
def test_the_text_of_a_random_record_is_that_record(subject: Subject, proof: Count) -> None:
    for number in range(proof.count):
        rng = Random(f"notation/{proof.seed}/{number}")
        match = opened(subject, rng)
        moves: list[RulesMove] = []
        until = rng.choice((1, 20, 100, subject.most_moves))
        while len(moves) < until and match.game.awaiting(match.state) is not Awaiting.NOTHING:
            moves.append(random_move(subject, match, rng))
            play(match, moves[-1])
        signed = KEY.sign(recorded(match, moves))
        assert read(told(signed)) == signed


def test_what_no_rules_accept_is_written_without_a_loss_all_the_same() -> None:
    strange = [
        Move(action=Action(draw=Draw())),
        Move(seat=4_000_000_000, action=Action(bid=Bid(tricks=4_000_000_000))),
        Move(seat=0, action=Action(play=Play(eu_faco=99))),  # type: ignore[arg-type]
        Move(seat=0, action=Action()),
        Move(seat=0),
    ]
    record = type(PROOF.record)()
    record.CopyFrom(PROOF.record)
    record.moves.extend(strange)
    assert read(told(Proof(record, b"", PROOF.key))).record.moves[-4:] == strange[1:]


def test_white_space_and_comments_mean_nothing() -> None:
    head, _, moves = TEXT.partition("\n\n")
    bare = re.sub(r";.*", "", moves)
    assert read(head + "\n" + "   ".join(bare.split())) == PROOF
    assert read(head + "\n; a word\n" + "\n\n".join(bare.split())) == PROOF


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("carteado/text/1", "carteado/text/2", 1),
        ("seats: 4", "seat: 4", 4),
        ("seats: 4", "seats: four", 2),
        ("seats: 4", "seats: -1", 2),
        ("anchor: ", "anchor: !", 2),
        ("options: {", "options: [", 2),
        ("2:=0 3:=0", "2:=0 3:zero", 12),
        ("2:=0 3:=0", "2:=0 nobody", 12),
        ("2:=0 3:=0", "2:=0 9999999999:=0", 12),
        ("deal Ym9h", "deal §", 11),
    ],
)
def test_what_cannot_be_read_is_told_with_its_line(old: str, new: str, line: int) -> None:
    assert old in TEXT
    with pytest.raises(NotationError, match=f"line {line}: "):
        read(TEXT.replace(old, new, 1))


def test_a_text_that_was_mangled_is_read_or_refused_and_never_anything_else() -> None:
    rng = Random(7)
    refused = 0
    for _ in range(400):
        at = rng.randrange(len(TEXT))
        put = "".join(rng.choice(TEXT + '{[\\"\n\0é') for _ in range(rng.randrange(4)))
        try:
            read(TEXT[:at] + put + TEXT[at + rng.randrange(4) :])
        except NotationError:
            refused += 1
    assert 0 < refused < 400


def test_a_text_whose_moves_were_changed_is_a_record_that_nobody_signed() -> None:
    changed = TEXT.replace("2:=0 3:=0", "2:=1 3:=0", 1)
    assert Reason.SIGNATURE_INVALID in [fault.reason for fault in verify(changed).faults]
    assert verify(TEXT.replace("seats: 4", "seats: x")).faults[0].reason is Reason.FORMAT_UNKNOWN


def test_where_the_rules_disagree_the_text_says_so() -> None:
    record = type(PROOF.record)()
    record.CopyFrom(PROOF.record)
    del record.moves[2]
    assert "the rules refuse this: NOT_YOUR_TURN" in told(Proof(record, b"", PROOF.key))


def test_the_examples_of_the_page_are_what_is_written() -> None:
    texts = [told(read_file(golden.path.read_text()).proof) for golden in GOLDEN]
    examples = re.findall(r"```\n(.*?)\n```", PAGE.read_text(), re.DOTALL)
    assert len(examples) == 4
    for example in examples:
        assert any(example in text for text in texts), example


def test_the_command_turns_either_form_into_the_other(tmp_path: Path) -> None:
    app = command_line(Words(LOCALES, "pt_BR"))
    told_ = CliRunner().invoke(app, ["convert", str(GOLDEN[0].path)])
    assert (told_.exit_code, told_.stdout) == (0, TEXT)
    (tmp_path / "match.txt").write_text(TEXT)
    back = CliRunner().invoke(app, ["convert", str(tmp_path / "match.txt")])
    assert (back.exit_code, back.stdout) == (0, GOLDEN[0].path.read_text())
    (tmp_path / "other.txt").write_text("1. e4 e5")
    assert CliRunner().invoke(app, ["convert", str(tmp_path / "other.txt")]).exit_code == 1
    assert CliRunner().invoke(app, ["convert", str(tmp_path / "none.txt")]).exit_code == 2
