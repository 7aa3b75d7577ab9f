"""The rules that the contract states, read from the stubs as a server reads them."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from google.protobuf import (
    descriptor_pb2,
    descriptor_pool,
    duration_pb2,
    message_factory,
    timestamp_pb2,
)
from google.protobuf.descriptor import Descriptor, FieldDescriptor, ServiceDescriptor
from google.protobuf.message import Message
from protovalidate._gen.buf.validate import validate_pb

from carteado.api.engine.v1 import engine_pb2
from carteado.api.ranking.v1 import ranking_pb2
from carteado.api.tables.v1 import tables_pb2

SERVICES: list[ServiceDescriptor] = [
    service
    for module in (engine_pb2, tables_pb2, ranking_pb2)
    for service in module.DESCRIPTOR.services_by_name.values()
]
REQUESTS: list[Descriptor] = [
    method.input_type for service in SERVICES for method in service.methods
]


def original() -> descriptor_pb2.FileDescriptorProto:
    """The rules of protovalidate as the library itself declares them."""
    return descriptor_pb2.FileDescriptorProto.FromString(validate_pb.desc().proto.to_binary())


@cache
def _pool() -> descriptor_pool.DescriptorPool:
    pool = descriptor_pool.DescriptorPool()
    for module in (descriptor_pb2, duration_pb2, timestamp_pb2):
        pool.AddSerializedFile(module.DESCRIPTOR.serialized_pb)
    field_mask = descriptor_pb2.FileDescriptorProto(
        name="google/protobuf/field_mask.proto", package="google.protobuf", syntax="proto3"
    )
    field_mask.message_type.add(name="FieldMask")
    pool.AddSerializedFile(field_mask.SerializeToString())
    pool.AddSerializedFile(original().SerializeToString())
    return pool


def _extended(options: Message, kind: str, extension: str) -> Any:
    """The extension of some options, parsed by a pool that knows it."""
    pool = _pool()
    parser = message_factory.GetMessageClass(pool.FindMessageTypeByName(f"google.protobuf.{kind}"))
    parsed: Any = parser.FromString(options.SerializeToString())
    return parsed.Extensions[pool.FindExtensionByName(f"buf.validate.{extension}")]


def rules_of(field: FieldDescriptor) -> Any:
    """The FieldRules of a field; empty where there are none."""
    return _extended(field.GetOptions(), "FieldOptions", "field")


def oneof_rules_of(oneof: Any) -> Any:
    """The OneofRules of a oneof."""
    return _extended(oneof.GetOptions(), "OneofOptions", "oneof")


def is_ours(field: FieldDescriptor) -> bool:
    """Whether the field holds a message of this contract."""
    message = field.message_type
    return bool(message and message.file.package.startswith("carteado") and not is_map(field))


def message_of(field: FieldDescriptor) -> Descriptor:
    """The message that the field holds."""
    assert field.message_type is not None
    return field.message_type


def is_map(field: FieldDescriptor) -> bool:
    """Whether the field is a map."""
    return bool(field.message_type and field.message_type.GetOptions().map_entry)


def paths(
    message: Descriptor, before: tuple[FieldDescriptor, ...] = ()
) -> Iterator[tuple[FieldDescriptor, ...]]:
    """Every field of a message, and of the messages in it."""
    for field in message.fields:
        yield (*before, field)
        if is_ours(field):
            assert field.message_type not in [one.message_type for one in before], "no recursion"
            yield from paths(message_of(field), (*before, field))


def name_of(path: tuple[FieldDescriptor, ...]) -> str:
    """Names of the fields, with dots."""
    return ".".join(field.name for field in path)
