"""What may be done at a table, by whom and when: each decision answers with the changes that follow, or refuses.

Nothing here reads a clock, a store or a wire; what the engine has to say comes in as an argument.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from enum import Enum, auto

from msgspec import Struct
from msgspec.structs import replace

from carteado.tables import refusals
from carteado.tables.changes import (
    Change,
    CloseAsked,
    Closed,
    Joined,
    Left,
    Removed,
    Returned,
    RivalsSet,
    Updated,
    evolve,
)
from carteado.tables.table import (
    Controller,
    Level,
    Phase,
    Player,
    Purpose,
    Table,
    TableState,
    Terms,
)

RANKED_LENGTHS: Mapping[str, Mapping[str, object]] = {
    "euFaco": {"lives": 3, "fixedRounds": []},
    "estouPorUma": {"limit": 100, "endMode": "END_MODE_UNSPECIFIED"},
    "sevn": {"target": 250},
}
"""The options of each game that say how long a match is: at a ranked table unset, or the default written out."""


class SeatRange(Struct, frozen=True):
    """How many seats a game has."""

    fewest: int
    most: int


def check_terms(terms: Terms, seats: SeatRange) -> None:
    """Refuses terms that contradict the game or themselves."""
    if not seats.fewest <= terms.max_seats <= seats.most:
        raise refusals.malformed(
            "PLAYER_COUNT", f"this game has {seats.fewest} to {seats.most} seats"
        )
    if terms.purpose is Purpose.DAILY:
        raise refusals.malformed(
            "DAILY_HAS_ITS_OWN_METHOD", "a Mão do Dia is opened by OpenDailyHand"
        )
    if terms.purpose is Purpose.RANKED:
        _check_ranked(terms)


def _check_ranked(terms: Terms) -> None:
    if terms.turn_time is None:
        raise refusals.malformed("TURN_TIME_REQUIRED", "a ranked match needs a turn time")
    for game, lengths in RANKED_LENGTHS.items():
        chosen = terms.options.get(game, {})
        if any(chosen.get(name) not in (None, 0, default) for name, default in lengths.items()):
            raise refusals.malformed("OPTIONS_CONTRADICT", "a ranked match has the default length")


def check_group(group: str, application: str) -> None:
    """Refuses a group of another application."""
    if group and group.removeprefix(f"{application}/") in ("", group):
        raise refusals.forbidden("NOT_YOUR_GROUP", "a group is named application/group")


def check_host(table: Table, player_id: str) -> None:
    """Refuses whoever is not the host, and everything once the match has started."""
    if table.seat_of(player_id) is None:
        raise refusals.forbidden("NOT_SEATED")
    if table.host.id != player_id:
        raise refusals.forbidden("NOT_HOST", "only the host may do this")
    _check_lobby(table)


def _check_lobby(table: Table) -> None:
    if table.is_over:
        raise refusals.not_now("TABLE_CLOSED")
    if table.state is not TableState.LOBBY:
        raise refusals.not_now("MATCH_STARTED")


def seated(table: Table, player_id: str) -> int:
    """The seat of a player; refuses whoever has none."""
    number = table.seat_of(player_id)
    if number is None:
        raise refusals.forbidden("NOT_SEATED", "this player has no seat here")
    return number


def update(table: Table, terms: Terms) -> list[Change]:
    """The host changes the terms, which were checked; nobody loses a seat by it. A quick match is from then on a table of the host's own."""
    if terms.max_seats < len(table.seats):
        raise refusals.not_now("SEATS_TAKEN", "more seats than that are taken")
    if terms.purpose is Purpose.RANKED and table.rivals:
        raise refusals.not_now("RANKED_WITHOUT_RIVALS", "no house rival sits at a ranked table")
    return [] if terms == table.terms else [Updated(replace(terms, starts_with=None))]


def join(table: Table, player: Player, entropy: bytes) -> list[Change]:
    """Takes a seat, or the same one again; in the match, only who sits may come back."""
    if table.is_over:
        raise refusals.not_now("TABLE_CLOSED")
    number = table.seat_of(player.id)
    if table.state is TableState.PLAYING:
        return _come_back(table, number)
    if number is None:
        if player.id in table.barred:
            raise refusals.forbidden("REMOVED", "this player was removed from the table")
        if len(table.seats) >= table.terms.max_seats:
            raise refusals.table_full()
        return [Joined(player, entropy)]
    seat = table.seats[number]
    is_same = player == seat.player and entropy in (b"", seat.entropy)
    return [] if is_same else [Joined(player, entropy)]


def _come_back(table: Table, number: int | None) -> list[Change]:
    if number is None:
        raise refusals.not_now("MATCH_STARTED")
    return [Returned(number)] if table.seats[number].missed else []


def is_complete(table: Table) -> bool:
    """True for a quick match with as many seats taken as it starts with."""
    wanted = table.terms.starts_with
    return table.state is TableState.LOBBY and wanted is not None and len(table.seats) >= wanted


def leave(table: Table, player_id: str) -> list[Change]:
    """Gives a seat back. It costs nothing once the seat is out of the match.

    The table closes with its last person, and where those who stay had asked for it in sufficient number. A ranked match does not: whoever leaves
    one loses it.
    """
    if table.is_over:
        raise refusals.not_now("TABLE_CLOSED")
    number = seated(table, player_id)
    if table.is_out(number):
        return []
    return gone(table, Left(number))


def gone(table: Table, change: Left | Removed) -> list[Change]:
    """Somebody goes, and the table closes with the last person, and where those who stay had asked for it in sufficient number."""
    without = evolve(table, change)
    return [change] if without.humans and votes_missing(without) else [change, Closed()]


def close(table: Table, player_id: str, application: str) -> list[Change]:
    """Closes a table that is not over, or counts that a player asks for it; asking again changes nothing.

    Args:
        table: As it stands.
        player_id: Who asks; empty for the application that opened the table, which counts as its host.
        application: Who calls.
    """
    if table.is_over:
        raise refusals.not_now("TABLE_CLOSED")
    if not player_id:
        _check_owner(table, application)
        return [Closed()]
    number = seated(table, player_id)
    if table.seats[number].wants_closed:
        return []
    if table.is_ranked_match and any(seat.left for seat in table.seats):
        raise refusals.not_now(
            "RANKED_NEEDS_EVERYBODY", "somebody has left, so the match is played to its end"
        )
    asked = CloseAsked(number)
    return [asked] if votes_missing(evolve(table, asked)) else [asked, Closed()]


def _check_owner(table: Table, application: str) -> None:
    if table.application != application:
        raise refusals.forbidden("NOT_HOST", "only the application that opened the table may")
    if table.is_ranked_match:
        raise refusals.not_now(
            "RANKED_NEEDS_EVERYBODY", "only all of its players together close a ranked match"
        )


def votes_missing(table: Table) -> int:
    """How many people have yet to ask until the table closes: none once it is over.

    The host suffices, else more than half of the people seated; a ranked match takes all who began it, and so none that somebody has left.
    """
    if table.is_over:
        return 0
    if table.is_ranked_match:
        return sum(seat.left or not seat.wants_closed for seat in table.seats)
    people = [table.seats[number] for number in table.humans]
    asking = [seat.player.id for seat in people if seat.wants_closed]
    return 0 if table.host.id in asking else len(people) // 2 + 1 - len(asking)


def set_rivals(table: Table, player_id: str, levels: Sequence[Level]) -> list[Change]:
    """The host seats house rivals after the people, or sends them away."""
    check_host(table, player_id)
    wanted = tuple(Level.NORMAL if level is Level.UNSPECIFIED else level for level in levels)
    if table.terms.purpose is Purpose.RANKED and wanted:
        raise refusals.not_now("RANKED_WITHOUT_RIVALS", "no house rival sits at a ranked table")
    if any(level is not Level.NORMAL for level in wanted):
        raise refusals.level_unavailable()
    if len(table.humans) + len(wanted) > table.terms.max_seats:
        raise refusals.table_full()
    present = tuple(table.seats[number].level for number in table.rivals)
    return [] if wanted == present else [RivalsSet(wanted)]


def check_start(table: Table, player_id: str, fewest: int) -> None:
    """Refuses to start a match whose table is not complete."""
    seated(table, player_id)
    _check_lobby(table)
    if len(table.seats) < fewest:
        raise refusals.not_now("TOO_FEW_SEATS", f"this game needs {fewest} seats")
    is_alone = len(table.humans) == 1 and table.rivals
    if table.terms.purpose is Purpose.TRAINING and not is_alone:
        raise refusals.not_now("TRAINING_SEATS", "training is one player against house rivals")


def check_act(table: Table, player_id: str) -> int:
    """The seat of who acts; refuses whoever has none, and where no match goes on or ended."""
    number = seated(table, player_id)
    if table.state is TableState.CLOSED:
        raise refusals.not_now("TABLE_CLOSED")
    if table.match is None:
        raise refusals.not_now("MATCH_NOT_STARTED")
    return number


def check_rematch(table: Table, player_id: str) -> Player:
    """Who asks for another match, as the table knows them; refuses before its end, and whoever did not sit there."""
    if table.state is TableState.CLOSED:
        raise refusals.not_now("TABLE_CLOSED", "its match has no result")
    if table.state is not TableState.FINISHED:
        raise refusals.not_now("MATCH_NOT_OVER")
    if table.day:
        raise refusals.not_now("DAILY_ONCE", "a day has one hand for each player")
    for seat in table.seats:
        if seat.player.id == player_id:
            return seat.player
    raise refusals.forbidden("NOT_SEATED", "only who sat there may ask")


class Due(Enum):
    """What a table has to do by itself."""

    DEAL = auto()
    ADVICE = auto()
    DEFAULT = auto()
    CLOSE = auto()


CLOCKED = (Due.DEFAULT, Due.CLOSE)
"""What is owed because time ran out."""


def due(table: Table, now: datetime) -> Due | None:
    """What the table owes now: a deal, a rival's move, the default of a decision that ran out, its end, or nothing.

    A table without anybody rests: rivals do not play on among themselves.
    """
    if table.state is not TableState.PLAYING or table.match is None:
        return None
    if table.abandon_at is not None:
        return Due.CLOSE if table.abandon_at <= now else None
    stand = table.match.stand
    if stand.phase is Phase.DEAL:
        return Due.DEAL
    if stand.to_act is None:
        return None
    if table.seats[stand.to_act].controller is not Controller.PLAYER:
        return Due.ADVICE
    deadline = table.match.deadline
    return Due.DEFAULT if deadline is not None and deadline <= now else None


def deadline(table: Table, mover: int | None, to_act: int | None, now: datetime) -> datetime | None:
    """When the decision of the seat to act runs out: never for a rival, a stand-in, a deal, or a table without hurry.

    Args:
        table: As it stood before the move.
        mover: Who moved; whoever speaks out of turn gives nobody more time. None for a deal.
        to_act: Who is to act after it.
        now: The time.
    """
    if to_act is None or table.terms.turn_time is None:
        return None
    if table.match is not None and mover != to_act == table.match.stand.to_act:
        return table.match.deadline
    is_person = table.seats[to_act].controller is Controller.PLAYER
    return now + table.terms.turn_time if is_person else None
