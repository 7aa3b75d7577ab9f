"""What this service refuses by itself: one constructor for each kind of refusal that the contract names."""

import grpc

from carteado.runtime.errors import Refused


def malformed(reason: str, message: str = "") -> Refused:
    """A request that no table could accept."""
    return Refused(grpc.StatusCode.INVALID_ARGUMENT, reason, message)


def not_now(reason: str, message: str = "") -> Refused:
    """Something that the table refuses as it stands."""
    return Refused(grpc.StatusCode.FAILED_PRECONDITION, reason, message)


def forbidden(reason: str, message: str = "") -> Refused:
    """Something that this caller, or this player, may not do."""
    return Refused(grpc.StatusCode.PERMISSION_DENIED, reason, message)


def lost(reason: str, message: str = "") -> Refused:
    """Something that nobody here can read any more."""
    return Refused(grpc.StatusCode.DATA_LOSS, reason, message)


def unavailable(reason: str, message: str = "") -> Refused:
    """Something that failed for now: the same call may be repeated as it is."""
    return Refused(grpc.StatusCode.UNAVAILABLE, reason, message)


def table_unknown() -> Refused:
    """No table has this identifier or code."""
    return Refused(grpc.StatusCode.NOT_FOUND, "TABLE_UNKNOWN", "no table has this id or code")


def table_full() -> Refused:
    """Every seat is taken."""
    return Refused(grpc.StatusCode.RESOURCE_EXHAUSTED, "TABLE_FULL", "every seat is taken")


def table_busy() -> Refused:
    """Others changed the table again and again while this call was being decided."""
    return Refused(grpc.StatusCode.ABORTED, "TABLE_BUSY", "the table kept moving on; try again")


def ply_closed(ply: int) -> Refused:
    """The decision that the call names is not the one that is open."""
    return Refused(
        grpc.StatusCode.ABORTED,
        "PLY_CLOSED",
        "another decision is open; read the table again",
        metadata={"ply": str(ply)},
    )


def level_unavailable() -> Refused:
    """No house rival of this strength has been built."""
    return Refused(
        grpc.StatusCode.UNIMPLEMENTED, "LEVEL_UNAVAILABLE", "house rivals play at LEVEL_NORMAL"
    )


def game_unavailable() -> Refused:
    """The engine does not play this game."""
    return Refused(
        grpc.StatusCode.UNIMPLEMENTED, "GAME_UNAVAILABLE", "the engine does not play this game"
    )
