"""What this service refuses by itself: one constructor for each kind of refusal that the contract names."""

import grpc

from carteado.runtime.errors import Refused
from carteado.runtime.refusals import forbidden, malformed, not_now, unavailable, unknown

__all__ = [
    "forbidden",
    "game_unavailable",
    "level_unavailable",
    "lost",
    "malformed",
    "not_now",
    "ply_closed",
    "table_busy",
    "table_full",
    "table_unknown",
    "unavailable",
]


def lost(reason: str, message: str = "") -> Refused:
    """Something that nobody here can read any more."""
    return Refused(grpc.StatusCode.DATA_LOSS, reason, message)


def table_unknown() -> Refused:
    """No table has this identifier or code."""
    return unknown("TABLE_UNKNOWN", "no table has this id or code")


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
