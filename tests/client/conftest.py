"""Tables and ranking on one loopback port that do as their script says."""

import asyncio
import contextlib
from collections import defaultdict, deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import grpc
import grpc.aio
import pytest
from google.protobuf import any_pb2, message_factory
from google.protobuf.message import Message
from google.rpc import error_details_pb2, status_pb2
from grpc_status import rpc_status

from carteado.api.ranking.v1 import ranking_pb2
from carteado.api.tables.v1 import tables_pb2
from carteado.client import Client, Ranking

SERVICES = (
    tables_pb2.DESCRIPTOR.services_by_name["TablesService"],
    ranking_pb2.DESCRIPTOR.services_by_name["RankingService"],
)
TOKEN = "a-token"


@dataclass
class Fault:
    """An error that the service answers with."""

    code: grpc.StatusCode
    reason: str = ""
    message: str = "no"
    metadata: Mapping[str, str] = field(default_factory=dict)
    violations: Sequence[tuple[str, str, str]] = ()
    domain: str = "carteado"

    async def end(self, context: Any) -> None:
        details: list[Message] = []
        if self.reason:
            details.append(
                error_details_pb2.ErrorInfo(
                    reason=self.reason, domain=self.domain, metadata=self.metadata
                )
            )
        if self.violations:
            bad = error_details_pb2.BadRequest()
            for path, description, rule in self.violations:
                bad.field_violations.add(field=path, description=description, reason=rule)
            details.append(bad)
        packed = [any_pb2.Any() for _ in details]
        for box, detail in zip(packed, details, strict=True):
            box.Pack(detail)
        status = status_pb2.Status(
            code=int(self.code.value[0]), message=self.message, details=packed
        )
        await context.abort_with_status(rpc_status.to_status(status))


@dataclass
class Silence:
    """A pause in a stream, or before an answer; without end by default."""

    seconds: float = 3600


Answer = Message | Fault | Silence | Callable[[Any], Awaitable[Message]]
Step = Answer | list[Message | Fault | Silence]


class Script:
    """What the service does at each call of a method, in order, and what it was asked."""

    def __init__(self) -> None:
        self.calls: dict[str, list[Any]] = defaultdict(list)
        self.metadata: list[dict[str, str]] = []
        self.called = asyncio.Event()
        self.all_closed = asyncio.Event()
        self._open = 0
        self._steps: dict[str, deque[Step]] = defaultdict(deque)
        self._server: grpc.aio.Server | None = None
        self.port = 0

    def then(self, method: str, *steps: Step) -> None:
        """What the next calls of the method meet; a list is a stream, or a delay and an answer."""
        self._steps[method].extend(steps)

    async def start(self) -> None:
        """Listens, on the port of before if there was one."""
        self._server = grpc.aio.server(options=[("grpc.so_reuseport", 0)])
        self._server.add_generic_rpc_handlers(
            [
                grpc.method_handlers_generic_handler(service.full_name, self._handlers(service))
                for service in SERVICES
            ]
        )
        self.port = self._server.add_insecure_port(f"127.0.0.1:{self.port}")
        await self._server.start()

    async def stop(self) -> None:
        """Drops every connection at once."""
        if self._server:
            await self._server.stop(None)

    def _handlers(self, service: Any) -> dict[str, Any]:
        return {method.name: self._handler(method) for method in service.methods}

    def _handler(self, method: Any) -> Any:
        codecs = {
            "request_deserializer": message_factory.GetMessageClass(method.input_type).FromString,
            "response_serializer": lambda message: message.SerializeToString(),
        }
        if method.server_streaming:
            return grpc.unary_stream_rpc_method_handler(self._stream(method.name), **codecs)
        return grpc.unary_unary_rpc_method_handler(self._unary(method.name), **codecs)

    def _next(self, method: str, request: Any, context: Any) -> list[Any]:
        self.calls[method].append(request)
        self.called.set()
        self.metadata.append(dict(context.invocation_metadata()))
        steps = self._steps[method]
        step = steps.popleft() if steps else Fault(grpc.StatusCode.INTERNAL, "SCRIPT_OVER")
        return list(step) if isinstance(step, list) else [step]

    def _unary(self, method: str) -> Any:
        async def run(request: Any, context: Any) -> Any:
            for part in self._next(method, request, context):
                if isinstance(part, Fault):
                    await part.end(context)
                elif isinstance(part, Silence):
                    await asyncio.sleep(part.seconds)
                else:
                    return part if isinstance(part, Message) else await part(request)
            return None

        return run

    def _stream(self, method: str) -> Any:
        async def run(request: Any, context: Any) -> AsyncIterator[Any]:
            with self._counted():
                for part in self._next(method, request, context):
                    if isinstance(part, Fault):
                        await part.end(context)
                    elif isinstance(part, Silence):
                        await asyncio.sleep(part.seconds)
                    else:
                        yield part

        return run

    @contextlib.contextmanager
    def _counted(self) -> Iterator[None]:
        self._open += 1
        self.all_closed.clear()
        try:
            yield
        finally:
            self._open -= 1
            if not self._open:
                self.all_closed.set()


@pytest.fixture
async def script() -> AsyncIterator[Script]:
    service = Script()
    await service.start()
    yield service
    await service.stop()


@pytest.fixture
async def client(script: Script) -> AsyncIterator[Client]:
    async with Client(f"127.0.0.1:{script.port}", TOKEN, patience=8, attempt=0.5) as connection:
        yield connection


@pytest.fixture
async def ranking(script: Script) -> AsyncIterator[Ranking]:
    async with Ranking(f"127.0.0.1:{script.port}", TOKEN, patience=8, attempt=0.5) as connection:
        yield connection


@pytest.fixture
def fault() -> type[Fault]:
    return Fault


@pytest.fixture
def silence() -> type[Silence]:
    return Silence
