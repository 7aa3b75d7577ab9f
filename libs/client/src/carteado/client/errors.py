"""What a call may raise, by what its caller should do.

::

    CarteadoError        the service failed: INTERNAL, DATA_LOSS and whatever is not below
    ├── TableMoved       ABORTED: read the table again and decide again (PLY_CLOSED)
    ├── Refusal          FAILED_PRECONDITION, RESOURCE_EXHAUSTED: the table, or the rules, refuse it as things stand (BID_LOCKED, TABLE_FULL, ...)
    ├── InvalidRequest   INVALID_ARGUMENT, OUT_OF_RANGE: mend the request; ``violations`` names the fields
    ├── NotAllowed       UNAUTHENTICATED, PERMISSION_DENIED: another credential, or another player, is needed
    ├── NotFound         NOT_FOUND: there is no such table, player or match
    ├── Unsupported      UNIMPLEMENTED: this server does not have it
    └── Unavailable      UNAVAILABLE, DEADLINE_EXCEEDED, CANCELLED: repeated until the patience ran out
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import grpc
import grpc.aio
from google.rpc import error_details_pb2, status_pb2
from grpc_status import rpc_status

DOMAIN = "carteado"


@dataclass(frozen=True, slots=True)
class Violation:
    """A field of the request that broke a rule of the contract.

    Attributes:
        field: Path of the field.
        description: What is wrong, one English sentence for developers.
        rule: Identifier of the rule.
    """

    field: str
    description: str
    rule: str


@dataclass(eq=False)
class CarteadoError(Exception):
    """A call that was not answered with what it asked for.

    Attributes:
        code: The gRPC status code.
        reason: Stable UPPER_SNAKE word for machines and message catalogs; the name of the code where the server gave none.
        message: One English sentence for developers.
        metadata: Further facts, by name.
        violations: The fields at fault.
    """

    code: grpc.StatusCode
    reason: str
    message: str = ""
    metadata: Mapping[str, str] = field(default_factory=dict)
    violations: tuple[Violation, ...] = ()

    def __str__(self) -> str:
        says_more = self.message and self.message != self.reason
        return f"{self.reason}: {self.message}" if says_more else self.reason


class TableMoved(CarteadoError):  # noqa: N818 - these are answers, named by what they say
    """The table moved on since the caller looked: read it again and decide again."""


class Refusal(CarteadoError):  # noqa: N818
    """The table, or the rules, refuse it as things stand."""


class InvalidRequest(CarteadoError):  # noqa: N818
    """No state of the table could accept the request."""


class NotAllowed(CarteadoError):  # noqa: N818
    """The credential is missing or unknown, or the player may not do this."""


class NotFound(CarteadoError):  # noqa: N818
    """There is no such table, player or match."""


class Unsupported(CarteadoError):  # noqa: N818
    """The server does not have this method, game or level."""


class Unavailable(CarteadoError):  # noqa: N818
    """The server could not be reached, or did not answer, for as long as the client had patience."""


_KINDS: Mapping[grpc.StatusCode, type[CarteadoError]] = {
    grpc.StatusCode.ABORTED: TableMoved,
    grpc.StatusCode.FAILED_PRECONDITION: Refusal,
    grpc.StatusCode.RESOURCE_EXHAUSTED: Refusal,
    grpc.StatusCode.INVALID_ARGUMENT: InvalidRequest,
    grpc.StatusCode.OUT_OF_RANGE: InvalidRequest,
    grpc.StatusCode.UNAUTHENTICATED: NotAllowed,
    grpc.StatusCode.PERMISSION_DENIED: NotAllowed,
    grpc.StatusCode.NOT_FOUND: NotFound,
    grpc.StatusCode.UNIMPLEMENTED: Unsupported,
    grpc.StatusCode.UNAVAILABLE: Unavailable,
    grpc.StatusCode.DEADLINE_EXCEEDED: Unavailable,
    grpc.StatusCode.CANCELLED: Unavailable,
}


def is_passing(error: grpc.aio.AioRpcError) -> bool:
    """True when the same call may be repeated as it is: nobody answered, or the answer was lost."""
    return _KINDS.get(error.code()) is Unavailable


def error_of(error: grpc.aio.AioRpcError) -> CarteadoError:
    """The error that a failed call stands for, with what the server said of it."""
    status = rpc_status.from_call(error)
    info = _info(status)
    return _KINDS.get(error.code(), CarteadoError)(
        code=error.code(),
        reason=info.reason or error.code().name,
        message=error.details() or "",
        metadata=dict(info.metadata),
        violations=tuple(_violations(status)),
    )


def _info(status: status_pb2.Status | None) -> error_details_pb2.ErrorInfo:
    info = error_details_pb2.ErrorInfo()
    for detail in status.details if status else ():
        if detail.Unpack(info) and info.domain == DOMAIN:
            return info
    return error_details_pb2.ErrorInfo()


def _violations(status: status_pb2.Status | None) -> Iterator[Violation]:
    bad = error_details_pb2.BadRequest()
    for detail in status.details if status else ():
        if detail.Unpack(bad):
            for fault in bad.field_violations:
                yield Violation(fault.field, fault.description, fault.reason)
