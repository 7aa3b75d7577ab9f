"""Proofs as files: what is written is read, what is no proof is no error of ours."""

import base64
import json
import stat
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carteado.api.game.v1.game_pb2 import Record
from carteado.proof.digests import PARTS, digests
from carteado.proof.file import NotAProofError, kept, read, written
from carteado.proof.signature import Key, Proof, SigningKey, fingerprint, is_signed
from tests.records.golden import GOLDEN, KEY

TEXT = GOLDEN[0].path.read_text()


def changed(**members: Any) -> str:
    return json.dumps({**json.loads(TEXT), **members})


def test_what_is_written_is_read() -> None:
    proof = read(TEXT).proof
    assert read(written(proof)).proof == proof
    assert is_signed(proof)
    assert proof.key.is_named_right()
    assert read(TEXT).altered() == []


def test_a_file_is_kept_in_a_folder_that_is_made_at_need(tmp_path: Path) -> None:
    proof = read(TEXT).proof
    path = kept(proof, tmp_path / "records" / "one.json")
    assert path.read_text() == TEXT


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "null",
        "{" * 100_000,
        '{"format": "carteado/proof/1", "format": "carteado/proof/1"}',
        changed(format="carteado/proof/2"),
        changed(more=1),
        changed(record=[]),
        changed(record={"unheard": 1}),
        changed(record={"seats": "4"}),
        changed(record={"options": {"sevn": {"composition": "COMPOSITION_UNSPECIFIED"}}}),
        changed(signature=5),
        changed(signature="c2lnbmF0dXJl="),
        changed(signature="c2lnbmF0dXJf"[:-1]),
        changed(key={"id": "x"}),
        changed(key={"id": 5, "publicKey": ""}),
        changed(digests={}),
        changed(digests=dict.fromkeys(PARTS, "x")),
    ],
    ids=lambda text: text[:40],
)
def test_what_is_no_proof_is_said_to_be_none(text: str) -> None:
    with pytest.raises(NotAProofError):
        read(text)


def test_a_file_that_is_too_long_is_not_even_parsed() -> None:
    with pytest.raises(NotAProofError, match="long"):
        read("[" + "0," * (4 << 20) + "0]")


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    with pytest.raises(NotAProofError):
        read(text)


def test_what_the_seats_added_has_a_digest_of_its_own_and_does_not_count_with_the_moves() -> None:
    record = Record()
    record.CopyFrom(read(TEXT).proof.record)
    before = digests(record)
    record.moves[0].action.deal.entropy[0] = b"other"
    after = digests(record)
    assert {part for part in PARTS if before[part] != after[part]} == {"entropy"}


def test_moves_in_another_order_differ_in_their_order_alone() -> None:
    record = Record()
    record.CopyFrom(read(TEXT).proof.record)
    before, first, second = digests(record), record.moves[1], record.moves[2]
    assert first != second
    kept_ = Record(moves=[first]).moves[0]
    record.moves[1].CopyFrom(second)
    record.moves[2].CopyFrom(kept_)
    assert {part for part in PARTS if before[part] != digests(record)[part]} == {"order"}


def test_a_record_without_a_move_has_digests_too() -> None:
    assert set(digests(Record())) == set(PARTS)


def test_a_key_is_named_by_its_fingerprint() -> None:
    public = bytes(range(32))
    assert fingerprint(public) == "630dcd2966c43366"
    assert not Key("0" * 16, public).is_named_right()


def test_a_signature_of_another_key_or_of_no_key_is_none() -> None:
    proof = read(TEXT).proof
    for key in (Key(proof.key.id, bytes(32)), Key(proof.key.id, b"short"), Key("", b"")):
        assert not is_signed(Proof(proof.record, proof.signature, key))
    assert not is_signed(Proof(proof.record, proof.signature[:-1], proof.key))


def test_a_key_of_ones_own_is_made_once_and_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "data" / "play-key.json"
    first, again = SigningKey.load_or_make(path), SigningKey.load_or_make(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert first.sign(Record(seats=2)) == again.sign(Record(seats=2)) != KEY.sign(Record(seats=2))


@pytest.mark.parametrize("text", ["", "{}", '{"private": 5}', '{"private": "c2hvcnQ="}', "[]"])
def test_a_file_that_holds_no_key_is_left_as_it_is_and_said_to_hold_none(
    tmp_path: Path, text: str
) -> None:
    path = tmp_path / "play-key.json"
    path.write_text(text)
    with pytest.raises(ValueError, match="holds no key"):
        SigningKey.load_or_make(path)
    assert path.read_text() == text


def test_bytes_are_written_in_one_way_only() -> None:
    spare = base64.b64encode(b"s" * 31).decode()
    assert spare.endswith("=")
    assert base64.b64decode("cw==") == base64.b64decode("cx==")
    with pytest.raises(NotAProofError, match="bits to spare"):
        read(changed(signature="cx=="))
