"""The contract as it was released: messages of that day, to read what today's services answer as a client of that day does."""

from pathlib import Path
from typing import Any

from google.protobuf.descriptor_pb2 import FileDescriptorProto, FileDescriptorSet
from google.protobuf.descriptor_pool import DescriptorPool
from google.protobuf.message_factory import GetMessageClass

RELEASED = Path(__file__).parent.parent.parent / "proto" / "released.binpb"


class Contract:
    """The messages of an image that buf built."""

    def __init__(self, image: bytes) -> None:
        self._files = {file.name: file for file in FileDescriptorSet.FromString(image).file}
        self._pool = DescriptorPool()
        self._added: set[str] = set()
        for name in self._files:
            self._add(name)

    def _add(self, name: str) -> None:
        """A file after those that it imports."""
        if name in self._added:
            return
        self._added.add(name)
        file: FileDescriptorProto = self._files[name]
        for imported in file.dependency:
            self._add(imported)
        self._pool.Add(file)

    def read(self, message: str, content: bytes) -> Any:
        """What a client of that day makes of an answer: what it does not know is as if it were not there."""
        found = GetMessageClass(self._pool.FindMessageTypeByName(message))()
        found.ParseFromString(content)
        found.DiscardUnknownFields()
        return found
