"""The edge that every call passes: who calls, is the request well formed, what went wrong, one line in the log."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import grpc
import grpc.aio
import protovalidate
import structlog
from google.protobuf.message import DecodeError

from carteado.runtime.applications import Scope
from carteado.runtime.credentials import Authenticator, Identity, bind_caller
from carteado.runtime.errors import Refused

if TYPE_CHECKING:
    Context = grpc.aio.ServicerContext[Any, Any]
    Handler = grpc.RpcMethodHandler[Any, Any]
else:
    Context = grpc.aio.ServicerContext
    Handler = grpc.RpcMethodHandler

OPEN_TO_ALL = "/grpc.health.v1.Health/"

OPEN_TO_CALLERS = "/grpc.reflection."
"""What every known caller may ask for, whatever its scopes."""

LONG_BYTES = 4_096
"""Up to this size a request is told all its faults, beyond it only the first."""

MOST_FAULTS = 16

_log = structlog.get_logger()


def _heed_nothing(_identity: Identity, _method: str, _request: Any) -> None:
    """Lets every request through."""


@dataclass(frozen=True, slots=True)
class Admission:
    """Who gets in, and to what.

    Attributes:
        callers: Knows them.
        scopes: The scope that each method needs, by the full name of its service; a method without one is closed.
        heed: Looks at who asks which method for what, before the request is held against the contract; raises Refused to turn it away.
    """

    callers: Authenticator
    scopes: Mapping[str, Mapping[str, Scope]] = field(default_factory=dict)
    heed: Callable[[Identity, str, Any], None] = _heed_nothing

    def identity(self, path: str, authorization: str | None) -> Identity:
        """Who calls ``/package.Service/Method``.

        Raises:
            Refused: UNAUTHENTICATED for whoever is not known, PERMISSION_DENIED / SCOPE_MISSING for whoever may not.
        """
        identity = self.callers.authenticate(authorization)
        if path.startswith(OPEN_TO_CALLERS):
            return identity
        _, service, method = path.split("/")
        scope = self.scopes.get(service, {}).get(method)
        if scope not in identity.scopes:
            raise Refused(
                grpc.StatusCode.PERMISSION_DENIED,
                "SCOPE_MISSING",
                "the application has not the scope that this method needs",
                metadata={"scope": scope or ""},
            )
        return identity


class Edge(grpc.aio.ServerInterceptor):
    """Authenticates, validates, answers errors with a reason and logs, for every method but the health check."""

    def __init__(self, admission: Admission) -> None:
        self._admission = admission

    async def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], Awaitable[Handler | None]],
        handler_call_details: grpc.HandlerCallDetails,
    ) -> Handler | None:
        """Wraps the method that the call names."""
        handler = await continuation(handler_call_details)
        method = handler_call_details.method
        if handler is None or method.startswith(OPEN_TO_ALL):
            return handler
        metadata: dict[str, str | bytes] = dict(handler_call_details.invocation_metadata)
        authorization = metadata.get("authorization")
        call = _Call(
            method, self._admission, authorization if isinstance(authorization, str) else None
        )
        return _wrapped(handler, call)


def _wrapped(handler: Any, call: "_Call") -> Handler:
    """The same handler behind the edge, which reads requests itself; `Any`, for the stubs type handlers for the synchronous server only."""
    call.parse = handler.request_deserializer
    codecs = {"request_deserializer": None, "response_serializer": handler.response_serializer}
    if handler.unary_unary:
        return grpc.unary_unary_rpc_method_handler(call.unary(handler.unary_unary), **codecs)
    if handler.unary_stream:
        return grpc.unary_stream_rpc_method_handler(call.stream(handler.unary_stream), **codecs)
    return grpc.stream_stream_rpc_method_handler(call.both(handler.stream_stream), **codecs)


class _Call:
    """One call on its way through the edge. Nothing of a request is read before its caller is known."""

    parse: Callable[[bytes], Any]

    def __init__(self, method: str, admission: Admission, authorization: str | None) -> None:
        self._method = method
        self._admission = admission
        self._authorization = authorization
        self._started = time.perf_counter()

    def unary(self, inner: Callable[[Any, Context], Awaitable[Any]]) -> Any:
        async def run(raw: bytes, context: Context) -> Any:
            async with self._answered(context):
                identity = self._authenticate()
                return await inner(self._read(raw, identity), context)

        return run

    def stream(self, inner: Callable[[Any, Context], AsyncIterator[Any]]) -> Any:
        """Whoever is let in no longer hears nothing more, for a stream may outlive its credential."""

        async def run(raw: bytes, context: Context) -> AsyncIterator[Any]:
            async with self._answered(context):
                identity = self._authenticate()
                async for response in inner(self._read(raw, identity), context):
                    self._admission.identity(self._method, self._authorization)
                    yield response

        return run

    def both(self, inner: Callable[[Any, Context], AsyncIterator[Any]]) -> Any:
        async def run(raws: AsyncIterator[bytes], context: Context) -> AsyncIterator[Any]:
            async with self._answered(context):
                identity = self._authenticate()
                async for response in inner(self._read_each(raws, identity), context):
                    yield response

        return run

    def _authenticate(self) -> Identity:
        """Who calls; refuses whoever has no credential, or none for this method."""
        identity = self._admission.identity(self._method, self._authorization)
        bind_caller(identity)
        structlog.contextvars.bind_contextvars(caller=identity.application)
        return identity

    def _read(self, raw: bytes, identity: Identity) -> Any:
        """The request; refuses what is none, or breaks a rule of the contract."""
        try:
            request = self.parse(raw)
        except DecodeError as error:
            raise Refused(
                grpc.StatusCode.INVALID_ARGUMENT,
                "MESSAGE_MALFORMED",
                "not a message of this method",
            ) from error
        self._admission.heed(identity, self._method, request)
        validate(request)
        return request

    async def _read_each(
        self, raws: AsyncIterator[bytes], identity: Identity
    ) -> AsyncIterator[Any]:
        async for raw in raws:
            yield self._read(raw, identity)

    @contextlib.asynccontextmanager
    async def _answered(self, context: Context) -> AsyncIterator[None]:
        """Ends the call with the error's own status, and says in one line how it ended.

        What nobody foresaw is INTERNAL, and its story stays in the log.
        """
        try:
            yield
        except (asyncio.CancelledError, GeneratorExit):
            self._log("CANCELLED")
            raise
        except grpc.aio.AbortError:
            self._log(_name(context.code()))
            raise
        except Exception as error:  # noqa: BLE001 - whatever it is, the caller gets an answer
            refused = error if isinstance(error, Refused) else _unforeseen(error)
            self._log(refused.code.name, refused.reason, error if refused is not error else None)
            await context.abort_with_status(refused.status())
        else:
            self._log("OK")

    def _log(self, code: str, reason: str = "", error: Exception | None = None) -> None:
        level = _log.error if code == "INTERNAL" else _log.info
        spent = round((time.perf_counter() - self._started) * 1000, 2)
        extra = {"reason": reason} if reason else {}
        level("rpc", method=self._method, code=code, ms=spent, exc_info=error, **extra)


def _name(code: Any) -> str:
    """The name of a status code, however grpc gives it."""
    return next((one.name for one in grpc.StatusCode if code in (one, one.value[0])), "UNKNOWN")


def _unforeseen(error: Exception) -> Refused:
    """What a caller is told of a fault; a method without a body is not one."""
    if isinstance(error, NotImplementedError):
        return Refused(
            grpc.StatusCode.UNIMPLEMENTED, "METHOD_UNAVAILABLE", "this build does not have it"
        )
    return Refused(grpc.StatusCode.INTERNAL, "INTERNAL", "the service failed; it was logged")


def validate(request: Any) -> None:
    """Holds a request against the rules that its contract states.

    A long request is given up at its first fault, for a list of a million faults would hold up everybody else.

    Raises:
        Refused: INVALID_ARGUMENT / FIELD_INVALID with the fields at fault. The values themselves are not repeated.
    """
    is_long = request.ByteSize() > LONG_BYTES
    found = protovalidate.collect_violations(request, fail_fast=is_long)
    violations = [violation.proto for violation in found[:MOST_FAULTS]]
    if violations:
        faults = [
            (_path(violation.field), violation.message, violation.rule_id)
            for violation in violations
        ]
        summary = "; ".join(f"{field}: {text}" for field, text, _ in faults[:4])
        raise Refused(grpc.StatusCode.INVALID_ARGUMENT, "FIELD_INVALID", summary, violations=faults)


def _path(field: Any) -> str:
    """Where a field stands, such as ``moves[1].action``."""
    if not field:
        return ""
    return ".".join(element.field_name + _subscript(element) for element in field.elements)


def _subscript(element: Any) -> str:
    """The place in a list; the key of a map is the caller's own text, and is not repeated."""
    place = element.subscript
    return f"[{place.value}]" if place and place.field == "index" else ""
