"""Generates ``proto/gen`` from ``proto/carteado``: typed Python stubs that carry the validation rules but import nothing of Buf.

The rules of protovalidate stand in the contract as options. An image built by buf holds them as plain bytes, so the import that declares them can be
dropped before protoc runs: clients then need only protobuf and grpc, and a server that has protovalidate still finds every rule in the descriptors.
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from google.protobuf.descriptor_pb2 import FileDescriptorProto, FileDescriptorSet

ROOT = Path(__file__).resolve().parent.parent
GEN = ROOT / "proto" / "gen" / "carteado" / "api"


def image(folder: Path) -> FileDescriptorSet:
    """The whole contract as buf compiles it, comments included."""
    target = folder / "image.binpb"
    subprocess.run(["buf", "build", "-o", str(target)], cwd=ROOT, check=True)
    return FileDescriptorSet.FromString(target.read_bytes())


def without_buf(files: FileDescriptorSet) -> FileDescriptorSet:
    """The same files without Buf's own, and without the imports of them."""
    kept = FileDescriptorSet()
    for file in files.file:
        if not file.name.startswith("buf/"):
            drop_imports(kept.file.add(), file)
    return kept


def drop_imports(copy: FileDescriptorProto, file: FileDescriptorProto) -> None:
    """Fills a copy of the file that imports nothing of Buf."""
    copy.CopyFrom(file)
    del copy.dependency[:]
    copy.dependency.extend(name for name in file.dependency if not name.startswith("buf/"))


def protoc(descriptors: Path, outputs: list[str], names: list[str]) -> None:
    """Runs the pinned compiler over files of a descriptor set."""
    command = [sys.executable, "-m", "grpc_tools.protoc", f"--descriptor_set_in={descriptors}"]
    out = ROOT / "proto" / "gen"
    subprocess.run(
        [*command, *(f"--{output}={out}" for output in outputs), *names],
        check=True,
        stderr=subprocess.DEVNULL,
    )


def main() -> None:
    """Generates everything anew; what no longer has a source goes."""
    for folder in GEN.iterdir():
        if folder.is_dir():
            shutil.rmtree(folder)
    with tempfile.TemporaryDirectory() as scratch:
        files = without_buf(image(Path(scratch)))
        descriptors = Path(scratch) / "stripped.binpb"
        descriptors.write_bytes(files.SerializeToString())
        ours = [file for file in files.file if file.name.startswith("carteado/")]
        protoc(descriptors, ["python_out", "mypy_out"], [file.name for file in ours])
        services = [file.name for file in ours if file.service]
        protoc(descriptors, ["grpc_python_out", "mypy_grpc_out"], services)


if __name__ == "__main__":
    main()
