"""A service of no domain on a loopback port, behind the real edge."""

import contextlib
from collections.abc import AsyncIterator, Callable, Iterable
from pathlib import Path
from typing import Any

import grpc
import grpc.aio
from google.protobuf.wrappers_pb2 import StringValue
from google.rpc import error_details_pb2
from grpc_status import rpc_status

from carteado.runtime.applications import Scope
from carteado.runtime.credentials import Credentials
from carteado.runtime.interceptor import Admission
from carteado.runtime.server import serving
from carteado.runtime.settings import ServiceSettings
from tests.credentials import write_credentials

NAME = "tests.Loopback"
TOKEN = "a-token-that-no-line-may-show"
BEARER = (("authorization", f"Bearer {TOKEN}"),)

Behaviour = Callable[[Any, Any], Any]


def unary(behaviour: Behaviour, request: Any = StringValue) -> Any:
    """A method with one request and one answer."""
    return grpc.unary_unary_rpc_method_handler(
        behaviour,
        request_deserializer=request.FromString,
        response_serializer=StringValue.SerializeToString,
    )


def stream(behaviour: Behaviour) -> Any:
    """A method with one request and many answers."""
    return grpc.unary_stream_rpc_method_handler(
        behaviour,
        request_deserializer=StringValue.FromString,
        response_serializer=StringValue.SerializeToString,
    )


def credentials_in(folder: Path) -> Path:
    """A file that lets one caller in, by the name of somebody."""
    return write_credentials(folder / "credentials.json", {"somebody": TOKEN})


def admission_of(settings: ServiceSettings, methods: Iterable[str]) -> Admission:
    """Lets those of the settings' file in, to everything that reads."""
    scopes = dict.fromkeys(methods, Scope.READ)
    return Admission(Credentials(settings.credentials_file), {NAME: scopes})


@contextlib.asynccontextmanager
async def loopback(folder: Path, handlers: dict[str, Any], **settings: Any) -> AsyncIterator[Any]:
    """Serves the handlers, and gives a channel to them."""

    def register(server: grpc.aio.Server) -> None:
        server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(NAME, handlers),))

    given = {"credentials_file": credentials_in(folder), "drain_seconds": 0, **settings}
    chosen = ServiceSettings(**given)
    async with (
        serving(chosen, [NAME], register, admission_of(chosen, handlers)) as port,
        grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel,
    ):
        yield channel


async def call(channel: Any, method: str, request: bytes = b"", metadata: Any = BEARER) -> str:
    """What one call answers."""
    answer = await channel.unary_unary(f"/{NAME}/{method}")(request, metadata=metadata)
    return StringValue.FromString(answer).value


async def refused(
    channel: Any, method: str, request: bytes = b"", metadata: Any = BEARER
) -> grpc.aio.AioRpcError:
    """The error that one call ends with."""
    try:
        await call(channel, method, request, metadata)
    except grpc.aio.AioRpcError as error:
        return error
    raise AssertionError("not refused")


def info_of(error: grpc.aio.AioRpcError) -> error_details_pb2.ErrorInfo:
    """Its ErrorInfo; fails when there is none."""
    status = rpc_status.from_call(error)
    assert status is not None
    info = error_details_pb2.ErrorInfo()
    assert status.details[0].Unpack(info)
    return info
