"""The one error that a caller ever sees.

``Refused`` carries the gRPC code and the stable reason; the interceptor turns it into a status with ``google.rpc.ErrorInfo``.
"""

from collections.abc import Mapping, Sequence
from datetime import timedelta

import grpc
import grpc.aio
from google.protobuf import any_pb2
from google.protobuf.message import Message
from google.rpc import code_pb2, error_details_pb2, status_pb2
from grpc_status import rpc_status

DOMAIN = "carteado"


class Refused(Exception):  # noqa: N818 - it is an answer, not a fault
    """A call that is answered with an error on purpose.

    Attributes:
        code: The gRPC status code.
        reason: UPPER_SNAKE word for machines and message catalogs.
        message: One English sentence for developers.
        metadata: Further facts, by name.
        violations: Fields of the request that broke a rule of the contract, as (path, description, rule).
    """

    def __init__(
        self,
        code: grpc.StatusCode,
        reason: str,
        message: str = "",
        *,
        metadata: Mapping[str, str] | None = None,
        violations: Sequence[tuple[str, str, str]] = (),
    ) -> None:
        super().__init__(f"{reason}: {message}" if message else reason)
        self.code = code
        self.reason = reason
        self.message = message or reason
        self.metadata = dict(metadata or {})
        self.violations = tuple(violations)

    def status(self) -> grpc.Status:
        """The status to abort a call with: code, sentence and ErrorInfo, and BadRequest where fields are at fault."""
        details = [_packed(self._info())]
        if self.violations:
            details.append(_packed(self._bad_request()))
        details += map(_packed, self._more())
        number = int(self.code.value[0])
        rich = status_pb2.Status(code=number, message=self.message, details=details)
        status: grpc.Status = rpc_status.to_status(rich)
        return status

    def _info(self) -> error_details_pb2.ErrorInfo:
        return error_details_pb2.ErrorInfo(
            reason=self.reason, domain=DOMAIN, metadata=self.metadata
        )

    def _bad_request(self) -> error_details_pb2.BadRequest:
        bad = error_details_pb2.BadRequest()
        for field, description, rule in self.violations:
            bad.field_violations.add(field=field, description=description, reason=rule)
        return bad

    def _more(self) -> Sequence[Message]:
        """Further details of a kind of refusal."""
        return ()


class Throttled(Refused):
    """Too many calls: the same one may be repeated after a while.

    Attributes:
        seconds: After how long.
    """

    def __init__(self, reason: str, message: str, seconds: float) -> None:
        super().__init__(grpc.StatusCode.RESOURCE_EXHAUSTED, reason, message)
        self.seconds = seconds

    def _more(self) -> Sequence[Message]:
        info = error_details_pb2.RetryInfo()
        info.retry_delay.FromTimedelta(timedelta(seconds=self.seconds))
        return (info,)


def _packed(detail: Message) -> any_pb2.Any:
    packed = any_pb2.Any()
    packed.Pack(detail)
    return packed


def refusal_of(error: grpc.aio.AioRpcError) -> Refused:
    """What another service refused, to be passed on as it is; without ErrorInfo the reason is the name of the code."""
    status = rpc_status.from_call(error)
    for detail in status.details if status else ():
        info = error_details_pb2.ErrorInfo()
        if detail.Unpack(info):
            return Refused(error.code(), info.reason, error.details() or "", metadata=info.metadata)
    return Refused(error.code(), code_pb2.Code.Name(error.code().value[0]), error.details() or "")
