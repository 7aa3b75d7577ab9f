"""Every request at its extremes is accepted, or refused with the name of the field."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import grpc
import pytest
from google.protobuf import message_factory
from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message

from carteado.runtime.errors import Refused
from carteado.runtime.interceptor import validate
from tests.contract.rules import REQUESTS, is_map, is_ours, message_of, name_of, paths, rules_of

Path = tuple[FieldDescriptor, ...]
BUILT = [request for request in REQUESTS if "ranking" not in request.full_name]
PATTERNS = {
    "^[a-z][a-z0-9-]{0,31}/[A-Za-z0-9_.:@-]{1,64}$": (
        "a/" + "b" * 64,
        ["ab", "A/b", "a/", "a/b/c"],
    ),
    r"^[^\p{Cc}\p{Zl}\p{Zp}]*[^\p{Z}\p{C}][^\p{Cc}\p{Zl}\p{Zp}]*$": (
        "é" * 64,
        ["a\nb", "a\x00b", "a\u2028b", "a\u2029b", "\x7f", " ", "\u200b"],
    ),
    "^[!-~]+$": ("~" * 64, ["a b", "é", "a\n", "\x00"]),
    "^$|^[a-z][a-z0-9-]{0,31}/[A-Za-z0-9_.:@-]{1,64}$": (
        "a/-" + "1" * 63,
        ["a", "a/", "A/b", "a/é"],
    ),
}
"""For each pattern of the contract the longest text that fits, and some that do not."""

each_request = pytest.mark.parametrize("request_type", BUILT, ids=lambda one: one.name)


@dataclass(frozen=True)
class Case:
    """One value of one field."""

    path: Path
    value: Any
    accepted: bool


def filled(descriptor: Descriptor) -> Any:
    """A message with every field set to something that the contract accepts."""
    message = message_factory.GetMessageClass(descriptor)()
    for field in descriptor.fields:
        if field.containing_oneof is None or field.containing_oneof.fields[0] is field:
            set_to(message, field, ordinary(field))
    return message


def ordinary(field: FieldDescriptor) -> Any:
    if is_map(field):
        return {"k": "v"}
    value = _one(field)
    return [value] if field.is_repeated else value


def _one(field: FieldDescriptor) -> Any:
    if is_ours(field):
        return filled(message_of(field))
    if field.message_type is not None:
        made: Any = message_factory.GetMessageClass(field.message_type)()
        made.seconds = 60
        return made
    if field.type == FieldDescriptor.TYPE_STRING:
        pattern = rules_of(field).string.pattern
        return PATTERNS[pattern][0] if pattern else "x"
    if field.type == FieldDescriptor.TYPE_BYTES:
        return b"x"
    return field.type == FieldDescriptor.TYPE_BOOL or 1


def set_to(message: Any, field: FieldDescriptor, value: Any) -> None:
    """Sets a field of any kind."""
    message.ClearField(field.name)
    target = getattr(message, field.name)
    if is_map(field):
        target.update(value)
    elif field.is_repeated:
        target.extend(value)
    elif isinstance(value, Message):
        target.CopyFrom(value)
    else:
        setattr(message, field.name, value)


def with_value(request: Descriptor, path: Path, value: Any) -> Any:
    """The ordinary request with one value in it."""
    message = top = filled(request)
    for field in path[:-1]:
        if not field.is_repeated and not message.HasField(field.name):
            set_to(message, field, filled(message_of(field)))
        message = getattr(message, field.name)
        message = message[0] if field.is_repeated else message
    set_to(message, path[-1], value)
    return top


def cases(request: Descriptor) -> Iterator[Case]:
    for path in paths(request):
        yield from (Case(path, value, accepted) for value, accepted in extremes(path[-1]))


def extremes(field: FieldDescriptor) -> Iterator[tuple[Any, bool]]:
    """Values at the edges of what a field may hold, and just beyond them."""
    rules = rules_of(field)
    if is_map(field):
        yield from _of_map(rules.map)
    elif field.is_repeated:
        yield from _of_list(field, rules.repeated)
    elif field.type == FieldDescriptor.TYPE_STRING:
        yield from _of_text(rules.string)
    elif field.type == FieldDescriptor.TYPE_BYTES:
        yield from _of_bytes(rules.bytes)
    elif field.enum_type is not None:
        yield from ((value.number, True) for value in field.enum_type.values)
        yield 999, not rules.enum.defined_only
        yield -1, not rules.enum.defined_only
    elif field.type in (FieldDescriptor.TYPE_UINT32, FieldDescriptor.TYPE_UINT64):
        wide = field.type == FieldDescriptor.TYPE_UINT64
        yield from _of_number(field, rules.uint64 if wide else rules.uint32)
    elif field.message_type is not None and field.message_type.full_name.endswith("Duration"):
        yield from _of_duration(field, rules.duration)


def _of_text(rules: Any) -> Iterator[tuple[Any, bool]]:
    longest, wrong = PATTERNS.get(rules.pattern, ("é" * rules.max_len, []))
    yield longest, True
    yield from ((text, False) for text in wrong)
    yield "x" * (rules.max_len + 1), False
    yield "x" * 100_000, False
    yield "", not rules.min_len


def _of_bytes(rules: Any) -> Iterator[tuple[Any, bool]]:
    yield b"\xff" * rules.max_len, True
    yield b"\xff" * (rules.max_len + 1), False
    yield b"", not rules.min_len


def _of_number(field: FieldDescriptor, rules: Any) -> Iterator[tuple[Any, bool]]:
    largest = 2**32 - 1 if field.type == FieldDescriptor.TYPE_UINT32 else 2**64 - 1
    yield 0, True
    yield largest, not rules.HasField("lte")
    if rules.HasField("lte"):
        yield rules.lte, True
        yield rules.lte + 1, False


def _of_duration(field: FieldDescriptor, rules: Any) -> Iterator[tuple[Any, bool]]:
    def lasting(seconds: int, nanos: int = 0) -> Any:
        return message_factory.GetMessageClass(message_of(field))(seconds=seconds, nanos=nanos)

    if rules.HasField("gte"):
        yield lasting(rules.gte.seconds), True
        yield lasting(rules.gte.seconds - 1, 999_999_999), False
        yield lasting(-1), False
    if rules.HasField("lte"):
        yield lasting(rules.lte.seconds), True
        yield lasting(rules.lte.seconds, 1), False


def _of_list(field: FieldDescriptor, rules: Any) -> Iterator[tuple[Any, bool]]:
    yield [], not rules.min_items
    if rules.max_items and rules.max_items <= 5_000:
        yield [_one(field)] * rules.max_items, True
        yield [_one(field)] * (rules.max_items + 1), False
    if rules.items.bytes.max_len:
        yield [b"x" * rules.items.bytes.max_len], True
        yield [b"x" * (rules.items.bytes.max_len + 1)], False
    if rules.items.enum.defined_only:
        yield [999], False


def _of_map(rules: Any) -> Iterator[tuple[Any, bool]]:
    keys, values = rules.keys.string, rules.values.string
    yield {f"{number}": "" for number in range(rules.max_pairs)}, True
    yield {f"{number}": "" for number in range(rules.max_pairs + 1)}, False
    yield {"x" * keys.max_len: "é" * values.max_len}, True
    yield {"é": ""}, False
    yield {"x": "a\nb"}, False
    yield {"x" * (keys.max_len + 1): ""}, False
    yield {"x": "x" * (values.max_len + 1)}, False
    yield {"": "x"}, not keys.min_len


def refusal_of(request: Any) -> Refused | None:
    """Why the edge would not let the request in, if it would not."""
    try:
        validate(request)
    except Refused as refused:
        return refused
    return None


@each_request
def test_every_field_is_held_at_its_bounds_and_named_beyond_them(request_type: Descriptor) -> None:
    validate(filled(request_type))
    for case in cases(request_type):
        request = with_value(request_type, case.path, case.value)
        where = f"{name_of(case.path)} = {str(case.value)[:60]!r}"
        refused = refusal_of(request)
        assert (refused is None) == case.accepted, where
        if refused is not None:
            assert refused.code is grpc.StatusCode.INVALID_ARGUMENT
            assert refused.reason == "FIELD_INVALID"
            named = {re.sub(r"\[[^]]*\]", "", field) for field, _, _ in refused.violations}
            assert named == {name_of(case.path)}, where
            assert len(refused.message) < 1_000


@each_request
def test_an_empty_request_is_accepted_or_names_what_is_missing(request_type: Descriptor) -> None:
    empty = message_factory.GetMessageClass(request_type)()
    needed = {
        field.name
        for field in request_type.fields
        if rules_of(field).required
        or rules_of(field).string.min_len
        or rules_of(field).bytes.min_len
    }
    refused = refusal_of(empty)
    violations = refused.violations if refused else ()
    assert {field for field, _, _ in violations} == needed


@pytest.mark.parametrize(("moves", "told"), [(40, 16), (4_000, 1), (90_000, 1)])
def test_many_faults_are_told_in_a_few_words_and_very_many_in_one(moves: int, told: int) -> None:
    request = next(one for one in BUILT if one.name == "ApplyRequest")
    path = next(path for path in paths(request) if name_of(path) == "moves.action.play.eu_faco")
    message = with_value(request, path, 999)
    message.moves.extend([message.moves[0]] * moves)
    with pytest.raises(Refused) as caught:
        validate(message)
    assert len(caught.value.violations) == told
    metadata = dict(caught.value.status().trailing_metadata)
    assert len(metadata["grpc-status-details-bin"]) < 8_000


def test_the_key_of_a_map_is_not_repeated_in_the_error() -> None:
    request = next(one for one in BUILT if one.name == "CreateTableRequest")
    message: Any = filled(request)
    message.labels["k" * 100_000] = "v"
    with pytest.raises(Refused) as caught:
        validate(message)
    assert [field for field, _, _ in caught.value.violations] == ["labels"]
    assert "kkk" not in str(caught.value.status())
