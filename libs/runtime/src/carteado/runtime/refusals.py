"""The kinds of refusal that every service has, one constructor for each."""

import grpc

from carteado.runtime.errors import Refused


def malformed(reason: str, message: str = "", **metadata: str) -> Refused:
    """A request that can never be accepted as it is."""
    return Refused(grpc.StatusCode.INVALID_ARGUMENT, reason, message, metadata=metadata)


def not_now(reason: str, message: str = "") -> Refused:
    """Something that is refused as things stand."""
    return Refused(grpc.StatusCode.FAILED_PRECONDITION, reason, message)


def forbidden(reason: str, message: str = "") -> Refused:
    """Something that this caller, or whoever it acts for, may not do."""
    return Refused(grpc.StatusCode.PERMISSION_DENIED, reason, message)


def unknown(reason: str, message: str = "") -> Refused:
    """Something that is not here."""
    return Refused(grpc.StatusCode.NOT_FOUND, reason, message)


def unavailable(reason: str, message: str = "") -> Refused:
    """Something that failed for now: the same call may be repeated as it is."""
    return Refused(grpc.StatusCode.UNAVAILABLE, reason, message)
