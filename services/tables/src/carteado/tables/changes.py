"""The changes of a table, as its log keeps them, and the table that follows from them.

The log is the state: ``fold`` of all changes is the table. A change is never altered once it was written, so a field that is added here
needs a default, and a tag keeps its meaning for good.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from enum import StrEnum
from functools import reduce

from msgspec import Struct
from msgspec.structs import replace

from carteado.tables.places import final_places
from carteado.tables.table import (
    Controller,
    JsonObject,
    Level,
    Match,
    Phase,
    Place,
    Player,
    Seat,
    Stand,
    Table,
    TableState,
    Terms,
    rival,
)


class Author(StrEnum):
    """Who made a move."""

    PLAYER = "player"
    RIVAL = "rival"
    CLOCK = "clock"
    TABLE = "table"


class Opened(Struct, frozen=True, kw_only=True, omit_defaults=True, tag="opened"):
    """The table was opened and its host took the first seat."""

    id: str
    code: str
    application: str
    at: datetime
    terms: Terms
    host: Player
    anchor: bytes
    secret: bytes
    labels: dict[str, str] = {}
    group: str = ""
    rematch_of: str | None = None
    order: tuple[str, ...] = ()
    rivals: tuple[Level, ...] = ()
    day: str = ""


class Updated(Struct, frozen=True, tag="updated"):
    """The host changed the terms."""

    terms: Terms


class Joined(Struct, frozen=True, omit_defaults=True, tag="joined"):
    """A player took a seat, or changed the name or the addition to the shuffles; an empty addition leaves the old one."""

    player: Player
    entropy: bytes = b""


class Returned(Struct, frozen=True, omit_defaults=True, tag="returned"):
    """A player who had missed decisions is back.

    Attributes:
        seat: Whose.
        deadline: When the open decision runs out, where it is taken back from a stand-in.
    """

    seat: int
    deadline: datetime | None = None


class StoodIn(Struct, frozen=True, tag="stood_in"):
    """A house rival stands in for a player who missed decisions, until the player is back."""

    seat: int


class Deserted(Struct, frozen=True, tag="deserted"):
    """Stand-ins are all that is left of its people: the match rests, and closes then unless somebody comes back."""

    abandon_at: datetime


class Left(Struct, frozen=True, tag="left"):
    """A player gave the seat back: for good, once the match goes on."""

    seat: int


class RemovalAsked(Struct, frozen=True, tag="removal_asked"):
    """A player asked that another one goes: a vote that counts until the next round, or either of them goes.

    Attributes:
        seat: Who is to go.
        by: Id of who asked.
    """

    seat: int
    by: str


class Removed(Struct, frozen=True, tag="removed"):
    """A player was removed: for good, and as if the seat had been given back."""

    seat: int


class RivalsSet(Struct, frozen=True, tag="rivals_set"):
    """House rivals sat down, or rose."""

    levels: tuple[Level, ...]


class Started(Struct, frozen=True, tag="started"):
    """The match was started, under rules that are pinned from here on."""

    ruleset: str
    options: JsonObject
    stand: Stand


class Moved(Struct, frozen=True, kw_only=True, omit_defaults=True, tag="moved"):
    """A move was made.

    Attributes:
        ply: The decision that it answers.
        seat: Whose move; None for a deal.
        action: What was done.
        author: Who did it.
        stand: Where the match stands after it.
        opened: The secrets that it opened, by round.
        places: The places that the rules give, when it ended the match.
        deadline: When the next decision runs out.
    """

    ply: int
    action: JsonObject
    author: Author
    stand: Stand
    seat: int | None = None
    opened: tuple[bytes, ...] = ()
    places: tuple[Place, ...] = ()
    deadline: datetime | None = None


class Credited(Struct, frozen=True, tag="credited"):
    """Time that nobody could use was given back: the clock that runs, of the open decision or of a deserted match, runs on to a later time.

    Attributes:
        outage: When it began; time is given back once for it.
        until: When the clock runs out now.
    """

    outage: datetime
    until: datetime


class CloseAsked(Struct, frozen=True, tag="close_asked"):
    """A player asked to close the table: a vote that counts until the match starts, or ends, or the player leaves."""

    seat: int


class Closed(Struct, frozen=True, omit_defaults=True, tag="closed"):
    """The table was closed without a result.

    Attributes:
        abandoned_at: When, if nobody asked for it and nobody was there.
    """

    abandoned_at: datetime | None = None


Seating = Joined | Left | RemovalAsked | Removed | RivalsSet | StoodIn | Returned | CloseAsked
"""What concerns seats and who sits in them."""

Change = Opened | Updated | Seating | Started | Moved | Deserted | Credited | Closed


def fold(changes: Sequence[Change]) -> Table:
    """The table after these changes, the first of which opens it."""
    first, *others = changes
    assert isinstance(first, Opened)
    return reduce(evolve, others, opened(first))


def versions(table: Table, changes: Iterable[Change]) -> list[Table]:
    """The table after each of some more changes."""
    tables = []
    for change in changes:
        table = evolve(table, change)
        tables.append(table)
    return tables


def opened(change: Opened) -> Table:
    """The first version of a table."""
    seats = (Seat(change.host), *_rivals(change.rivals))
    return Table(
        id=change.id,
        code=change.code,
        application=change.application,
        created_at=change.at,
        terms=change.terms,
        host=change.host,
        seats=seats,
        anchor=change.anchor,
        secret=change.secret,
        labels=change.labels,
        group=change.group,
        rematch_of=change.rematch_of,
        order=change.order,
        day=change.day,
    )


def evolve(table: Table, change: Change) -> Table:
    """The table after one more change."""
    return replace(_changed(table, change), version=table.version + 1)


def _changed(table: Table, change: Change) -> Table:
    match change:
        case Updated(terms):
            changed = replace(table, terms=terms)
        case Started(ruleset, options, stand):
            changed = _started(table, Match(ruleset, options, stand))
        case Moved():
            changed = _moved(table, change)
        case Deserted(abandon_at):
            changed = replace(table, abandon_at=abandon_at)
        case Credited():
            changed = _credited(table, change)
        case Closed(abandoned_at):
            changed = _closed(table, abandoned_at)
        case Opened():
            raise ValueError("a table is opened once")
        case _:
            changed = _seated(table, change)
    return changed


def _seated(table: Table, change: Seating) -> Table:
    match change:
        case Joined(player, entropy):
            seated = _joined(table, player, entropy)
        case Left(number):
            seated = _left(table, number)
        case Removed(number):
            barred = (*table.barred, table.seats[number].player.id)
            seated = replace(_left(table, number), barred=barred)
        case RemovalAsked(number, by):
            removers = (*table.seats[number].removers, by)
            unwanted = replace(table.seats[number], removers=removers)
            seated = _with_seat(table, number, unwanted)
        case RivalsSet(levels):
            seated = _with_rivals(table, levels)
        case StoodIn(number):
            seated = _replaced(table, number, controller=Controller.STAND_IN)
        case Returned():
            seated = _returned(table, change)
        case CloseAsked(number):
            asking = replace(table.seats[number], wants_closed=True)
            seated = _with_seat(table, number, asking)
    return seated


def _joined(table: Table, player: Player, entropy: bytes) -> Table:
    """People sit before the rivals, in the order in which they came; at a rematch, in the old one."""
    number = table.seat_of(player.id)
    if number is None:
        people = sorted((*_people(table), Seat(player, entropy=entropy)), key=_turn(table.order))
        return replace(table, seats=(*people, *(table.seats[rival] for rival in table.rivals)))
    old = table.seats[number]
    named = _with_seat(table, number, replace(old, player=player, entropy=entropy or old.entropy))
    return replace(named, host=player) if player.id == table.host.id else named


def _turn(order: Sequence[str]) -> Callable[[Seat], int]:
    """Sorts seats by the order of a match before; whoever was not there comes after."""
    turns = {player_id: turn for turn, player_id in enumerate(order)}
    return lambda seat: turns.get(seat.player.id, len(turns))


def back(table: Table, number: int) -> Table:
    """The table with a player back in the own seat, in which decisions were missed; so it is not deserted."""
    present = replace(
        table.seats[number], controller=Controller.PLAYER, level=Level.UNSPECIFIED, missed=0
    )
    return replace(_with_seat(table, number, present), abandon_at=None)


def _returned(table: Table, change: Returned) -> Table:
    """A decision that is taken back from a stand-in has a clock of its own."""
    returned = back(table, change.seat)
    if change.deadline is None or returned.match is None:
        return returned
    return replace(returned, match=replace(returned.match, deadline=change.deadline))


def _with_rivals(table: Table, levels: Iterable[Level]) -> Table:
    """Whoever seats rivals has a table of their own, no quick match any more."""
    terms = replace(table.terms, starts_with=None)
    return replace(table, seats=(*_people(table), *_rivals(levels)), terms=terms)


def _left(table: Table, number: int) -> Table:
    if table.state is TableState.PLAYING:
        return _replaced(table, number, controller=Controller.RIVAL, left=True, missed=0)
    gone = table.seats[number].player
    others = table.seats[:number] + table.seats[number + 1 :]
    seats = tuple(_without_vote(seat, gone.id) for seat in others)
    people = [seat.player for seat in seats if seat.is_human]
    host = people[0] if people and gone.id == table.host.id else table.host
    return replace(table, seats=seats, host=host)


def _without_vote(seat: Seat, gone: str) -> Seat:
    return replace(seat, removers=tuple(by for by in seat.removers if by != gone))


def _replaced(table: Table, number: int, **changed: object) -> Table:
    """A house rival plays on, at once if it is this seat's turn."""
    assert table.match is not None
    seat = replace(table.seats[number], level=Level.NORMAL, **changed)
    if table.match.stand.to_act != number:
        return _with_seat(table, number, seat)
    unhurried = replace(table.match, deadline=None)
    return replace(_with_seat(table, number, seat), match=unhurried)


def _started(table: Table, match: Match) -> Table:
    """Whoever asked to close the lobby did not ask to close the match."""
    return replace(_unasked(table), state=TableState.PLAYING, match=match)


def _unasked(table: Table) -> Table:
    """Nobody asks any more to close the table, or that somebody goes."""
    seats = tuple(replace(seat, wants_closed=False, removers=()) for seat in table.seats)
    return replace(table, seats=seats)


def _moved(table: Table, move: Moved) -> Table:
    assert table.match is not None
    match = replace(table.match, ply=move.ply + 1, stand=move.stand, deadline=move.deadline)
    moved = replace(_counted(table, move), match=match)
    if move.stand.phase is not Phase.FINISHED:
        return moved
    leavers = {number for number, seat in enumerate(table.seats) if seat.left}
    places = final_places(move.places, leavers)
    return replace(moved, state=TableState.FINISHED, places=places)


def _counted(table: Table, move: Moved) -> Table:
    """A move by the clock is a decision missed; one by the player ends the count. Who asked to close the table asked for that round."""
    if move.seat is None:
        return _unasked(table) if move.ply else table
    if move.author not in (Author.PLAYER, Author.CLOCK):
        return table
    if move.author is Author.PLAYER:
        return back(table, move.seat)
    seat = table.seats[move.seat]
    return _with_seat(table, move.seat, replace(seat, missed=seat.missed + 1))


def _credited(table: Table, change: Credited) -> Table:
    assert table.match is not None
    if table.abandon_at is not None:
        match = replace(table.match, outage=change.outage)
        return replace(table, match=match, abandon_at=change.until)
    match = replace(table.match, outage=change.outage, deadline=change.until)
    return replace(table, match=match)


def _closed(table: Table, abandoned_at: datetime | None) -> Table:
    match = replace(table.match, deadline=None) if table.match else None
    return replace(table, state=TableState.CLOSED, match=match, abandon_at=abandoned_at)


def _with_seat(table: Table, number: int, seat: Seat) -> Table:
    return replace(table, seats=(*table.seats[:number], seat, *table.seats[number + 1 :]))


def _people(table: Table) -> tuple[Seat, ...]:
    return tuple(table.seats[number] for number in table.humans)


def _rivals(levels: Iterable[Level]) -> tuple[Seat, ...]:
    return tuple(rival(number, level) for number, level in enumerate(levels, start=1))
