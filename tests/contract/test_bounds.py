"""Whatever a caller may send has an upper bound, and nothing has a meaning by accident."""

from collections.abc import Iterator
from typing import Any

import pytest
from google.protobuf.descriptor import Descriptor, FieldDescriptor

from tests.contract.rules import (
    REQUESTS,
    SERVICES,
    is_map,
    name_of,
    oneof_rules_of,
    paths,
    rules_of,
)

each_request = pytest.mark.parametrize("request_type", REQUESTS, ids=lambda one: one.name)


def is_bounded(field: FieldDescriptor) -> bool:
    """Whether the contract says how long the field may be at most, and each of its entries."""
    rules = rules_of(field)
    if is_map(field):
        entries = (rules.map.keys.string.max_len, rules.map.values.string.max_len)
        return bool(rules.map.max_pairs and all(entries))
    if field.is_repeated:
        items = rules.repeated.items
        entry = not is_long(field) or items.string.max_len or items.bytes.max_len
        return bool(rules.repeated.max_items and entry)
    return not is_long(field) or bool(rules.string.max_len or rules.bytes.max_len)


def is_long(field: FieldDescriptor) -> bool:
    return field.type in (FieldDescriptor.TYPE_STRING, FieldDescriptor.TYPE_BYTES)


@each_request
def test_every_text_and_every_list_of_a_request_has_an_upper_bound(
    request_type: Descriptor,
) -> None:
    assert not {name_of(path) for path in paths(request_type) if not is_bounded(path[-1])}


def loose_enums(request: Descriptor) -> Iterator[str]:
    for path in paths(request):
        rules = rules_of(path[-1])
        known = rules.enum.defined_only or rules.repeated.items.enum.defined_only
        if path[-1].enum_type is not None and not known:
            yield f"{request.name}.{name_of(path)}"


def test_every_enum_of_a_request_takes_only_its_own_values() -> None:
    assert not {name for request in REQUESTS for name in loose_enums(request)}


def every_oneof(request: Descriptor) -> Iterator[tuple[str, Any]]:
    for message in {request, *(path[-1].message_type for path in paths(request))} - {None}:
        assert message is not None
        for oneof in message.oneofs:
            if len(oneof.fields) > 1:
                yield f"{message.full_name}.{oneof.name}", oneof


@each_request
def test_a_choice_that_must_be_made_is_required(request_type: Descriptor) -> None:
    for name, oneof in every_oneof(request_type):
        if name.startswith("carteado.api.game."):
            assert oneof_rules_of(oneof).required, name


def test_every_enum_begins_with_a_zero_that_means_nothing_chosen() -> None:
    enums = [enum for file in files_of_the_contract() for enum in file.enum_types_by_name.values()]
    assert len(enums) > 15
    for enum in enums:
        zero = enum.values[0]
        assert (zero.number, zero.name[-12:]) == (0, "_UNSPECIFIED"), enum.full_name
        assert len({value.number for value in enum.values}) == len(enum.values)


def files_of_the_contract() -> list[Any]:
    seen: dict[str, Any] = {}
    waiting: list[Any] = [service.file for service in SERVICES]
    while waiting:
        file = waiting.pop()
        if file.name not in seen and file.package.startswith("carteado"):
            seen[file.name] = file
            waiting += list(file.dependencies)
    return list(seen.values())


def test_cards_have_the_numbers_that_the_rules_give_them() -> None:
    from carteado.api.eu_faco.v1 import eu_faco_pb2  # noqa: PLC0415 - the only test of a game here

    medals = ("BRONZE", "SILVER", "GOLD", "DIAMOND")
    expected = {
        f"CARD_{medal}_{rank}": 10 * at + rank
        for at, medal in enumerate(medals)
        for rank in range(1, 11)
    }
    assert dict(eu_faco_pb2.Card.items()) == {"CARD_UNSPECIFIED": 0, **expected}


def test_every_method_has_a_request_and_a_response_of_its_own() -> None:
    seen = set()
    for service in SERVICES:
        for method in service.methods:
            assert method.input_type.name == f"{method.name}Request"
            assert method.output_type.name == f"{method.name}Response"
            seen |= {method.input_type.full_name, method.output_type.full_name}
    assert len(seen) == 2 * sum(len(service.methods) for service in SERVICES)
