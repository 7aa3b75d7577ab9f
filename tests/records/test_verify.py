"""Verifying: what the rules have against a record, and what the command says of it."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from carteado.api.game.v1.game_pb2 import Record
from carteado.cli.main import command_line
from carteado.cli.words import LOCALES
from carteado.proof.file import read, written
from carteado.records.verify import Reason, faults_by_rules, verify
from carteado.words import Words
from tests.records.golden import GOLDEN, KEY
from tests.records.tampering import KINDS, tampered

TEXT = GOLDEN[0].path.read_text()
PAGE = Path(__file__).parent.parent.parent / "docs" / "records.md"


@pytest.fixture
def record() -> Record:
    return read(TEXT).proof.record


def test_the_page_names_every_reason_in_the_order_in_which_reasons_count() -> None:
    page = PAGE.read_text().split("## What a verifier checks")[1]
    rows = [line.split("`")[1] for line in page.splitlines() if line.startswith("| `")]
    assert rows == [reason.value for reason in Reason]


@pytest.mark.parametrize(
    ("change", "reason", "detail"),
    [
        (
            lambda record: setattr(record, "ruleset", "eu_faco/99"),
            "RULESET_UNKNOWN",
            "RULESET_UNKNOWN",
        ),
        (
            lambda record: setattr(record, "ruleset", "sevn/1"),
            "RULESET_UNKNOWN",
            "RULESET_MISMATCH",
        ),
        (lambda record: setattr(record, "ruleset", ""), "RULESET_UNKNOWN", "RULESET_UNKNOWN"),
        (lambda record: record.ClearField("options"), "RULESET_UNKNOWN", "GAME_UNAVAILABLE"),
        (
            lambda record: setattr(record.options.eu_faco, "lives", 4),
            "MATCH_INVALID",
            "OPTION_RANGE",
        ),
        (lambda record: setattr(record, "seats", 99), "MATCH_INVALID", "PLAYER_COUNT"),
        (lambda record: record.secrets.append(bytes(32)), "SECRET_MISMATCH", ""),
        (lambda record: record.secrets.pop(), "SECRET_MISMATCH", ""),
        (lambda record: record.placements.pop(), "RESULT_MISMATCH", ""),
        (
            lambda record: setattr(record.moves[0], "seat", 0),
            "MOVE_REFUSED",
            "DEAL_BELONGS_TO_TABLE",
        ),
        (lambda record: record.moves[1].ClearField("seat"), "MOVE_REFUSED", "SEAT_MISSING"),
        (lambda record: setattr(record.moves[1], "seat", 4), "MOVE_REFUSED", "SEAT_RANGE"),
    ],
)
def test_the_rules_refuse_what_no_signature_can_make_true(
    record: Record, change: object, reason: str, detail: str
) -> None:
    assert callable(change)
    change(record)
    [fault] = verify(written(KEY.sign(record))).faults
    assert (fault.reason, fault.detail) == (reason, detail)
    assert (fault.move is not None) == (reason == "MOVE_REFUSED")


def test_a_record_that_holds_has_no_fault_whoever_signed_it(record: Record) -> None:
    assert faults_by_rules(record) == []


@pytest.mark.parametrize("text", ["", "[1]", TEXT[:-10]])
def test_what_is_no_proof_is_refused_for_its_format(text: str) -> None:
    verdict = verify(text)
    assert [fault.reason for fault in verdict.faults] == [Reason.FORMAT_UNKNOWN]
    assert verdict.proof is None


def said(path: Path, *more: str) -> tuple[int, str]:
    done = CliRunner().invoke(
        command_line(Words(LOCALES, "pt_BR")), ["verify", str(path), *more], env={"COLUMNS": "80"}
    )
    return done.exit_code, done.output


def test_the_command_says_what_it_checked_and_that_it_holds(tmp_path: Path) -> None:
    path = tmp_path / "record.json"
    path.write_text(TEXT)
    code, told = said(path)
    assert code == 0
    assert told.count("✔") == 8
    assert "✘" not in told
    assert "eu_faco/1: 4 lugares" in told
    assert json.loads(TEXT)["key"]["id"] in told
    assert told.rstrip().endswith("Confere.")


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_the_command_says_first_what_counts(kind: object, tmp_path: Path) -> None:
    path = tmp_path / "record.json"
    path.write_text(tampered(TEXT, kind))  # type: ignore[arg-type]
    code, told = said(path)
    assert code == 1
    assert f"✘ {KINDS[kind]}: " in told  # type: ignore[index]
    assert told.rstrip().endswith(f"Não confere: {KINDS[kind]}.")  # type: ignore[index]


def test_the_command_refuses_another_key_than_was_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "record.json"
    path.write_text(TEXT)
    code, told = said(path, "--key", "0123456789abcdef")
    assert (code, "KEY_UNKNOWN" in told) == (1, True)


def test_a_file_that_is_not_there_or_not_text_is_said_to_be_so(tmp_path: Path) -> None:
    code, told = said(tmp_path / "none.json")
    assert (code, "Não consegui ler" in told) == (2, True)
    (tmp_path / "bytes.json").write_bytes(b"\xff\xfe\x00")
    code, told = said(tmp_path / "bytes.json")
    assert (code, "FORMAT_UNKNOWN" in told) == (1, True)
