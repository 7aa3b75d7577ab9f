"""The rules of validation: those of protovalidate, and carried by stubs that need nothing of Buf."""

import subprocess
import sys
from pathlib import Path

import pytest
from google.protobuf import descriptor_pb2

from tests.contract.rules import SERVICES, original

ROOT = Path(__file__).resolve().parent.parent.parent
GENERATED = sorted((ROOT / "proto" / "gen").rglob("*.py*"))


@pytest.fixture(scope="module")
def excerpt(tmp_path_factory: pytest.TempPathFactory) -> descriptor_pb2.FileDescriptorProto:
    """The part of the rules that this contract uses, as buf compiles it."""
    target = tmp_path_factory.mktemp("image") / "image.binpb"
    buf = Path(sys.executable).parent / "buf"
    subprocess.run([buf, "build", "third_party", "-o", target], cwd=ROOT, check=True)
    files = descriptor_pb2.FileDescriptorSet.FromString(target.read_bytes()).file
    return next(file for file in files if file.name == "buf/validate/validate.proto")


def test_the_excerpt_has_the_package_and_the_extensions_of_the_original(
    excerpt: descriptor_pb2.FileDescriptorProto,
) -> None:
    assert (excerpt.package, excerpt.syntax) == (original().package, original().syntax)
    theirs = {one.name: one for one in original().extension}
    assert {one.name for one in excerpt.extension} == {"oneof", "field"}
    for one in excerpt.extension:
        other = theirs[one.name]
        assert (one.number, one.extendee, one.type_name) == (
            other.number,
            other.extendee,
            other.type_name,
        )
        assert (one.type, one.label) == (other.type, other.label)


def test_every_field_of_the_excerpt_is_that_of_the_original(
    excerpt: descriptor_pb2.FileDescriptorProto,
) -> None:
    theirs = {message.name: message for message in original().message_type}
    for message in excerpt.message_type:
        other = theirs[message.name]
        assert not message.nested_type
        fields = {field.name: field for field in other.field}
        for field in message.field:
            twin = fields[field.name]
            where = f"{message.name}.{field.name}"
            assert (field.number, field.type) == (twin.number, twin.type), where
            assert (field.label, field.type_name) == (twin.label, twin.type_name), where
            assert _oneof(message, field) == _oneof(other, twin), where


def _oneof(
    message: descriptor_pb2.DescriptorProto, field: descriptor_pb2.FieldDescriptorProto
) -> str:
    if not field.HasField("oneof_index"):
        return ""
    return message.oneof_decl[field.oneof_index].name


def test_generated_code_imports_nothing_of_buf() -> None:
    assert len(GENERATED) > 15
    for path in GENERATED:
        lines = [line for line in path.read_text().splitlines() if "import" in line]
        assert not [line for line in lines if "buf" in line.replace("protobuf", "")], path


def test_the_stubs_load_where_nothing_of_buf_can_be_imported() -> None:
    program = (
        "import sys\n"
        "sys.modules['protovalidate'] = sys.modules['buf'] = None\n"
        "from carteado.api.engine.v1 import engine_pb2_grpc\n"
        "from carteado.api.tables.v1 import tables_pb2_grpc\n"
        "from carteado.api.ranking.v1 import ranking_pb2_grpc\n"
        "from google.protobuf import descriptor_pool\n"
        "names = [n for n in sys.modules if n.startswith(('buf', 'protovalidate'))]\n"
        "assert all(sys.modules[n] is None for n in names), names\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_no_file_of_the_contract_depends_on_buf() -> None:
    seen, waiting = set(), [service.file for service in SERVICES]
    while waiting:
        file = waiting.pop()
        seen.add(file.name)
        waiting += [one for one in file.dependencies if one.name not in seen]
    assert "carteado/api/game/v1/game.proto" in seen
    assert not [name for name in seen if name.startswith("buf/")]
