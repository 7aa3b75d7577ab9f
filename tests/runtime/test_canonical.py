"""The canonical form of a message: RFC 8785 over its default JSON mapping."""

import hashlib
import json
import os
import subprocess
import sys
from typing import Any

import pytest
from google.protobuf import struct_pb2, wrappers_pb2
from google.protobuf.message import Message

from carteado.api.eu_faco.v1 import eu_faco_pb2
from carteado.api.game.v1 import game_pb2
from carteado.api.tables.v1 import tables_pb2
from carteado.runtime.canonical import canonical_form, digest


def struct(**fields: Any) -> struct_pb2.Struct:
    made = struct_pb2.Struct()
    made.update(fields)
    return made


def test_the_example_of_rfc_8785_comes_out_as_printed_there() -> None:
    """Section 3.2.3: literals, numbers and strings, sorted."""
    given = struct(
        numbers=[333333333.33333329, 1e30, 4.50, 2e-3, 1e-27],
        string="\u20ac$\u000f\u000aA'\u0042\u0022\u005c\\\"/",
        literals=[None, True, False],
    )
    expected = (
        '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],'
        '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}'
    )
    assert canonical_form(given).decode() == expected


def test_names_are_sorted_by_utf_16_code_units() -> None:
    """Section 3.2.3 again: a name above the basic plane sorts by its surrogates."""
    names = ["\u20ac", "\r", "\ufb33", "1", "\U0001f600", "\u0080", "\u00f6"]
    form = canonical_form(struct(**dict.fromkeys(names, 1))).decode()
    assert list(json.loads(form)) == [
        "\r",
        "1",
        "\u0080",
        "\u00f6",
        "\u20ac",
        "\U0001f600",
        "\ufb33",
    ]


def test_a_record_is_written_as_the_fairness_page_says() -> None:
    record = game_pb2.Record(
        ruleset="eu_faco/1",
        options=game_pb2.Options(
            eu_faco=eu_faco_pb2.Options(lives=3, cancel_mode=eu_faco_pb2.CANCEL_MODE_PAIRS)
        ),
        seats=2,
        anchor=b"\xff\xfe",
        moves=[
            game_pb2.Move(action=game_pb2.Action(deal=game_pb2.Deal(entropy=[b"", b"?"]))),
            game_pb2.Move(seat=0, action=game_pb2.Action(bid=game_pb2.Bid())),
            game_pb2.Move(
                seat=1, action=game_pb2.Action(play=game_pb2.Play(eu_faco=eu_faco_pb2.CARD_GOLD_1))
            ),
        ],
        placements=[game_pb2.Placement(seat=0, place=1, score=-2)],
    )
    assert canonical_form(record).decode() == (
        '{"anchor":"//4=","moves":[{"action":{"deal":{"entropy":["","Pw=="]}}},'
        '{"action":{"bid":{}},"seat":0},{"action":{"play":{"euFaco":"CARD_GOLD_1"}},"seat":1}],'
        '"options":{"euFaco":{"cancelMode":"CANCEL_MODE_PAIRS","lives":3}},'
        '"placements":[{"place":1,"score":-2}],"ruleset":"eu_faco/1","seats":2}'
    )


@pytest.mark.parametrize("number", [1, 2**53, 2**53 + 1, 2**64 - 1])
def test_numbers_of_64_bits_are_strings(number: int) -> None:
    form = canonical_form(game_pb2.View(ply=number)).decode()
    assert form == f'{{"ply":"{number}"}}'


def test_an_empty_message_is_an_empty_object() -> None:
    assert canonical_form(game_pb2.Record()) == b"{}"


def test_letters_stand_for_themselves_in_utf_8() -> None:
    form = canonical_form(tables_pb2.Player(name="João 🂡 \u2028\x7f</>"))
    assert form == '{"name":"João 🂡 \u2028\x7f</>"}'.encode()


def labelled(names: list[str]) -> tables_pb2.Table:
    return tables_pb2.Table(labels={name: name for name in names})


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (labelled(["a", "b", "c", "ç"]), labelled(["ç", "c", "b", "a"])),
        (struct(x=1, y=[1, 2]), struct(y=[1, 2], x=1)),
    ],
    ids=["labels", "struct"],
)
def test_equal_messages_have_equal_bytes(one: Message, other: Message) -> None:
    assert one == other
    assert canonical_form(one) == canonical_form(other)
    again = type(one).FromString(other.SerializeToString())
    assert canonical_form(again) == canonical_form(one)


def test_presence_is_kept_apart_from_zero() -> None:
    assert canonical_form(game_pb2.Move(seat=0)) != canonical_form(game_pb2.Move())
    assert canonical_form(game_pb2.Placement(seat=0)) == canonical_form(game_pb2.Placement())


def test_the_digest_is_the_sha_256_of_the_form() -> None:
    record = game_pb2.Record(ruleset="eu_faco/1")
    assert digest(record) == hashlib.sha256(b'{"ruleset":"eu_faco/1"}').digest()


def test_a_wrapper_is_canonical_as_its_value() -> None:
    """Messages whose JSON is no object have a form too."""
    assert canonical_form(wrappers_pb2.StringValue(value="é")) == '"é"'.encode()


def test_the_form_is_the_same_under_two_hash_seeds() -> None:
    program = (
        "from carteado.api.tables.v1 import tables_pb2 as t\n"
        "from carteado.runtime.canonical import digest\n"
        "print(digest(t.Table(labels={str(n): str(n) for n in range(99)})).hex())"
    )
    digests = {
        subprocess.check_output(
            [sys.executable, "-c", program], env={**os.environ, "PYTHONHASHSEED": seed}
        )
        for seed in ("0", "4242")
    }
    assert len(digests) == 1
