"""Moves and seats from the wire, held against what any match could accept."""

from collections.abc import Iterable, Iterator

import grpc

from carteado.api.game.v1 import game_pb2
from carteado.records.translate.games import Translation
from carteado.rules.game import Seat
from carteado.rules.record import Deal, Move
from carteado.runtime.errors import Refused


def seat_from(seat: int, seats: int) -> Seat:
    """A seat of the match.

    Raises:
        Refused: INVALID_ARGUMENT / SEAT_RANGE.
    """
    if seat >= seats:
        raise invalid("SEAT_RANGE", f"seats are 0 to {seats - 1}")
    return seat


def observers_from(observers: Iterable[game_pb2.Observer], seats: int) -> list[Seat | None]:
    """For whom views are wanted; None for a spectator."""
    return [
        seat_from(observer.seat, seats) if observer.HasField("seat") else None
        for observer in observers
    ]


def move_from(wire: game_pb2.Move, seats: int, translation: Translation) -> Move:
    """A move; a deal belongs to the table, everything else to a seat.

    Raises:
        Refused: INVALID_ARGUMENT with SEAT_RANGE, SEAT_MISSING or DEAL_BELONGS_TO_TABLE.
    """
    if wire.action.HasField("deal"):
        if wire.HasField("seat"):
            raise invalid("DEAL_BELONGS_TO_TABLE", "a deal has no seat")
        return Move(None, Deal(tuple(wire.action.deal.entropy)))
    if not wire.HasField("seat"):
        raise invalid("SEAT_MISSING", "only a deal has no seat")
    seat = seat_from(wire.seat, seats)
    return Move(seat, translation.action_from(wire.action))


def moves_from(
    wire: Iterable[game_pb2.Move], seats: int, translation: Translation
) -> Iterator[Move]:
    """Moves in order, each translated when it is its turn.

    Raises:
        Refused: As for one move, with its index in the metadata.
    """
    for index, move in enumerate(wire):
        try:
            yield move_from(move, seats, translation)
        except Refused as refused:
            refused.metadata["move"] = str(index)
            raise


def move_to(move: Move, translation: Translation) -> game_pb2.Move:
    """A move as the wire has it."""
    if isinstance(move.action, Deal):
        deal = game_pb2.Deal(entropy=move.action.entropy)
        return game_pb2.Move(action=game_pb2.Action(deal=deal))
    return game_pb2.Move(seat=move.seat, action=translation.action_to(move.action))


def invalid(reason: str, message: str) -> Refused:
    """The answer to a request that no state could accept."""
    return Refused(grpc.StatusCode.INVALID_ARGUMENT, reason, message)
