"""Removing a player: who suffices, whose votes count, and when nobody may."""

from carteado.tables import refusals
from carteado.tables.changes import Change, RemovalAsked, Removed, evolve
from carteado.tables.decisions import gone, seated
from carteado.tables.table import Table

FEWEST = 2
"""Players who remove another one together: nobody but the host does so alone, not even where there are only two."""


def remove(table: Table, player_id: str, removed_id: str, application: str) -> list[Change]:
    """Removes a player, or counts that another one asks for it; asking again changes nothing, nor does asking it of whoever is out or gone.

    Args:
        table: As it stands.
        player_id: Who asks; empty for the application that opened the table, which counts as its host.
        removed_id: Who is to go.
        application: Who calls.
    """
    is_host = _is_host(table, player_id, application)
    number = _unwanted(table, player_id, removed_id)
    if number is None:
        return []
    if is_host:
        return gone(table, Removed(number))
    asked: list[Change] = []
    if player_id not in table.seats[number].removers:
        asked.append(RemovalAsked(number, player_id))
        table = evolve(table, asked[0])
    return asked if _missing(table, number) else [*asked, *gone(table, Removed(number))]


def _is_host(table: Table, player_id: str, application: str) -> bool:
    """True where who asks suffices; refuses whoever may not ask."""
    if table.is_over:
        raise refusals.not_now("TABLE_CLOSED")
    if player_id:
        seated(table, player_id)
        return player_id == table.host.id
    if table.application != application:
        raise refusals.forbidden("NOT_HOST", "only the application that opened the table may")
    return True


def _unwanted(table: Table, player_id: str, removed_id: str) -> int | None:
    """The seat of who is to go; None where that is the case already."""
    if player_id == removed_id:
        raise refusals.malformed("FIELD_INVALID", "whoever wants to go leaves by LeaveTable")
    if table.is_ranked_match:
        raise refusals.not_now(
            "RANKED_REMOVES_NOBODY", "a stand-in plays for whoever is away from a ranked match"
        )
    number = table.seat_of(removed_id)
    if number is None and not _is_gone(table, removed_id):
        raise refusals.forbidden("NOT_SEATED", "who is to go has no seat here")
    return None if number is None or table.is_out(number) else number


def _is_gone(table: Table, player_id: str) -> bool:
    has_left = any(seat.left and seat.player.id == player_id for seat in table.seats)
    return has_left or player_id in table.barred


def votes_missing(table: Table, removed_id: str) -> int:
    """How many people have yet to ask until a player goes: none once the player is gone."""
    number = table.seat_of(removed_id)
    if table.is_over or number is None or table.is_out(number):
        return 0
    return max(1, _missing(table, number))


def _missing(table: Table, number: int) -> int:
    """Of the other people seated more than half are needed."""
    others = [table.seats[other].player.id for other in table.humans if other != number]
    asking = sum(player_id in others for player_id in table.seats[number].removers)
    return max(0, max(FEWEST, len(others) // 2 + 1) - asking)
