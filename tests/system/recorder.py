"""A client of one seat that keeps every byte that reaches it: on the socket, and message by message."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any, TypeVar

import grpc
import grpc.aio
from google.protobuf.message import Message

from tests.system.stack import TOKEN

SERVICE = "/carteado.api.tables.v1.TablesService/"
METADATA = (("authorization", f"Bearer {TOKEN}"),)
Answer = TypeVar("Answer", bound=Message)


@dataclass
class Heard:
    """All that one client received.

    Attributes:
        socket: Every byte of its connection.
        messages: Every message, as bytes, with its kind.
        errors: Every error: words and details.
    """

    socket: bytearray = field(default_factory=bytearray)
    messages: list[tuple[type[Message], bytes]] = field(default_factory=list)
    errors: list[bytes] = field(default_factory=list)


class RecordingClient:
    """Calls methods by name over a connection that is recorded."""

    def __init__(self, channel: grpc.aio.Channel, heard: Heard) -> None:
        self._channel = channel
        self.heard = heard

    async def call(self, method: str, request: Message, kind: type[Answer]) -> Answer:
        """A call with one answer.

        Raises:
            AioRpcError: The service refused; what it said is kept too.
        """
        ask: Any = self._channel.unary_unary(
            SERVICE + method, request_serializer=lambda message: message.SerializeToString()
        )
        try:
            return self._kept(kind, await ask(request, metadata=METADATA, timeout=20))
        except grpc.aio.AioRpcError as error:
            details = dict(error.trailing_metadata() or ())
            self.heard.errors.append(repr((error.details(), details)).encode())
            raise

    async def watch(self, request: Message, kind: type[Answer]) -> AsyncIterator[Answer]:
        """A stream of answers."""
        ask: Any = self._channel.unary_stream(
            SERVICE + "WatchTable", request_serializer=lambda message: message.SerializeToString()
        )
        async for raw in ask(request, metadata=METADATA):
            yield self._kept(kind, raw)

    def _kept(self, kind: type[Answer], raw: bytes) -> Answer:
        self.heard.messages.append((kind, raw))
        return kind.FromString(raw)


@contextlib.asynccontextmanager
async def recording(target: str) -> AsyncIterator[RecordingClient]:
    """A client behind a small proxy that keeps what the server sends."""
    heard = Heard()
    host, _, port = target.partition(":")

    async def carry(client_in: asyncio.StreamReader, client_out: asyncio.StreamWriter) -> None:
        server_in, server_out = await asyncio.open_connection(host, int(port))
        await asyncio.gather(
            _pump(client_in, server_out, bytearray()), _pump(server_in, client_out, heard.socket)
        )

    proxy = await asyncio.start_server(carry, "127.0.0.1", 0)
    address = proxy.sockets[0].getsockname()
    async with proxy, grpc.aio.insecure_channel(f"{address[0]}:{address[1]}") as channel:
        yield RecordingClient(channel, heard)


async def _pump(source: asyncio.StreamReader, sink: asyncio.StreamWriter, kept: bytearray) -> None:
    with contextlib.suppress(ConnectionError):
        while piece := await source.read(65536):
            kept += piece
            sink.write(piece)
            await sink.drain()
    sink.close()
