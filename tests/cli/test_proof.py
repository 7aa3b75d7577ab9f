"""What shows that a record is genuine."""

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from carteado.api.engine.v1.engine_pb2 import ReplayResponse
from carteado.api.game.v1.game_pb2 import Action, Bid, Deal, Move, Placement, Record
from carteado.api.tables.v1.tables_pb2 import GetRecordResponse, SigningKey
from carteado.cli.proof import canonical_form, holds, is_signed

PRIVATE = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
KEY = SigningKey(id="k1", public_key=PRIVATE.public_key().public_bytes_raw())
OTHER = SigningKey(id="k0", public_key=Ed25519PrivateKey.generate().public_key().public_bytes_raw())


@pytest.fixture
def record() -> Record:
    moves = [
        Move(action=Action(deal=Deal(entropy=[b"a", b""]))),
        Move(seat=0, action=Action(bid=Bid(tricks=0))),
    ]
    places = [Placement(seat=0, place=1, score=2), Placement(seat=1, place=2)]
    return Record(ruleset="eu_faco/1", seats=2, anchor=b"\xff" * 32, moves=moves, placements=places)


@pytest.fixture
def signed(record: Record) -> GetRecordResponse:
    signature = PRIVATE.sign(canonical_form(record))
    return GetRecordResponse(record=record, signature=signature, key_id="k1")


def test_the_canonical_form_is_json_with_sorted_names(record: Record) -> None:
    assert canonical_form(record) == (
        b'{"anchor":"//////////////////////////////////////////8=",'
        b'"moves":[{"action":{"deal":{"entropy":["YQ==",""]}}},'
        b'{"action":{"bid":{}},"seat":0}],'
        b'"placements":[{"place":1,"score":2},{"place":2,"seat":1}],'
        b'"ruleset":"eu_faco/1","seats":2}'
    )


def test_a_record_that_the_named_key_signed_is_genuine(signed: GetRecordResponse) -> None:
    assert is_signed(signed, [OTHER, KEY])


def test_a_record_that_was_changed_is_not(signed: GetRecordResponse) -> None:
    signed.record.placements[0].score = 3
    assert not is_signed(signed, [KEY])


def test_a_signature_that_was_changed_is_worth_nothing(signed: GetRecordResponse) -> None:
    signed.signature = bytes([signed.signature[0] ^ 1]) + signed.signature[1:]
    assert not is_signed(signed, [KEY])
    signed.signature = b"short"
    assert not is_signed(signed, [KEY])


def test_a_key_that_is_not_listed_proves_nothing(signed: GetRecordResponse) -> None:
    assert not is_signed(signed, [OTHER])
    signed.key_id = "k0"
    assert not is_signed(signed, [OTHER, KEY])
    assert not is_signed(signed, [])


def test_a_replay_holds_when_the_rules_agree_with_moves_and_places(record: Record) -> None:
    assert holds(ReplayResponse(placements=record.placements), record)
    assert not holds(ReplayResponse(placements=record.placements[:1]), record)
    diverged = ReplayResponse(placements=record.placements, divergence=0, reason="BID_RANGE")
    assert not holds(diverged, record)
