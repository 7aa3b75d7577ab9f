"""The table as a value: who sits where, what was agreed, where the match stands.

Values are immutable and know nothing of wire or store. Enumerations carry the wire's own words, so that a log reads like the contract.
"""

from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from msgspec import Struct

JsonObject = dict[str, Any]
"""A message of the games in its default JSON mapping: options, or an action."""

HOUSE = "house/"
"""What the id of a house rival starts with."""


class TableState(StrEnum):
    """Where a table stands."""

    LOBBY = "TABLE_STATE_LOBBY"
    PLAYING = "TABLE_STATE_PLAYING"
    FINISHED = "TABLE_STATE_FINISHED"
    CLOSED = "TABLE_STATE_CLOSED"


class Visibility(StrEnum):
    """Who may find a table."""

    BY_CODE = "VISIBILITY_UNSPECIFIED"
    PUBLIC = "VISIBILITY_PUBLIC"


class Purpose(StrEnum):
    """What a match is for."""

    FRIENDS = "PURPOSE_UNSPECIFIED"
    RANKED = "PURPOSE_RANKED"
    TRAINING = "PURPOSE_TRAINING"
    DAILY = "PURPOSE_DAILY"


class Controller(StrEnum):
    """Who plays a seat now."""

    PLAYER = "CONTROLLER_PLAYER"
    RIVAL = "CONTROLLER_RIVAL"
    STAND_IN = "CONTROLLER_STAND_IN"


class Level(StrEnum):
    """How strong a house rival plays."""

    UNSPECIFIED = "LEVEL_UNSPECIFIED"
    EASY = "LEVEL_EASY"
    NORMAL = "LEVEL_NORMAL"
    HARD = "LEVEL_HARD"


class Phase(StrEnum):
    """What a match waits for."""

    DEAL = "PHASE_AWAITING_DEAL"
    SEAT = "PHASE_AWAITING_SEAT"
    FINISHED = "PHASE_FINISHED"


class Player(Struct, frozen=True):
    """Somebody, or something, that sits at a table."""

    id: str
    name: str

    @property
    def is_rival(self) -> bool:
        """True for a house rival."""
        return self.id.startswith(HOUSE)


class Seat(Struct, frozen=True, omit_defaults=True):
    """A seat; its number is its place in the table's list.

    Attributes:
        removers: Ids of the players who ask that this one goes.
    """

    player: Player
    controller: Controller = Controller.PLAYER
    level: Level = Level.UNSPECIFIED
    missed: int = 0
    left: bool = False
    entropy: bytes = b""
    wants_closed: bool = False
    removers: tuple[str, ...] = ()

    @property
    def is_human(self) -> bool:
        """True while a person sits here: neither a house rival nor somebody who left for good."""
        return not self.player.is_rival and not self.left


class Terms(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a table agreed on before its match."""

    options: JsonObject
    game: str
    max_seats: int
    visibility: Visibility = Visibility.BY_CODE
    purpose: Purpose = Purpose.FRIENDS
    turn_time: timedelta | None = None
    starts_with: int | None = None
    """At a quick match, the number of seats taken with which it starts by itself."""


class Stand(Struct, frozen=True, omit_defaults=True):
    """Where a match stands, as everybody may know it: what the engine's public view said last."""

    phase: Phase
    to_act: int | None = None
    out: tuple[int, ...] = ()


class Match(Struct, frozen=True, omit_defaults=True):
    """A match that was started.

    Attributes:
        ruleset: The frozen rules that it is played under to its end.
        options: The options, with the defaults written out.
        stand: Where it stands.
        ply: Moves so far, deals included; it names the decision that is open.
        deadline: When that decision runs out, if it does.
        outage: When the last outage began for which time was given back.
    """

    ruleset: str
    options: JsonObject
    stand: Stand
    ply: int = 0
    deadline: datetime | None = None
    outage: datetime | None = None


class Place(Struct, frozen=True, omit_defaults=True):
    """Where a seat finished."""

    seat: int
    place: int
    score: int = 0
    tie_break: int = 0


class Table(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A table at one version.

    Attributes:
        secret: The last secret of the chain, sealed.
        order: Ids of the players of the match before, in their order, where this table is a rematch.
        day: The day, as YYYY-MM-DD, whose Mão do Dia this is; empty for any other match.
        abandon_at: When the table closes, or closed, because nobody was there.
        barred: Ids of the players who were removed before the match, and sit here no more.
    """

    id: str
    code: str
    application: str
    created_at: datetime
    terms: Terms
    host: Player
    seats: tuple[Seat, ...]
    anchor: bytes
    secret: bytes
    version: int = 1
    state: TableState = TableState.LOBBY
    labels: dict[str, str] = {}
    group: str = ""
    rematch_of: str | None = None
    order: tuple[str, ...] = ()
    day: str = ""
    match: Match | None = None
    places: tuple[Place, ...] = ()
    abandon_at: datetime | None = None
    barred: tuple[str, ...] = ()

    def seat_of(self, player_id: str) -> int | None:
        """The number of the seat where this player sits and has not left."""
        for number, seat in enumerate(self.seats):
            if seat.player.id == player_id and seat.is_human:
                return number
        return None

    def observer(self, player_id: str) -> int | None:
        """The seat whose view this player gets; None for what the public sees."""
        number = self.seat_of(player_id)
        return None if number is None or self.is_out(number) else number

    def is_out(self, number: int) -> bool:
        """True where this seat is out of the match."""
        return self.match is not None and number in self.match.stand.out

    def is_away(self, number: int) -> bool:
        """True where a stand-in plays for the player of this seat."""
        return self.seats[number].controller is Controller.STAND_IN

    @property
    def humans(self) -> tuple[int, ...]:
        """The seats where people sit."""
        return tuple(number for number, seat in enumerate(self.seats) if seat.is_human)

    @property
    def rivals(self) -> tuple[int, ...]:
        """The seats of house rivals that were seated as such."""
        return tuple(number for number, seat in enumerate(self.seats) if seat.player.is_rival)

    @property
    def claim(self) -> str | None:
        """What only one table can be at a time: a player's hand of a day, the rematch of a match, a quick match that waits."""
        if self.day:
            return daily_claim(self.day, self.host.id)
        if self.rematch_of:
            return None if self.state is TableState.CLOSED else rematch_claim(self.rematch_of)
        if self.state is TableState.LOBBY and self.terms.starts_with:
            return quick_claim(self.terms.game, self.terms.purpose, self.terms.starts_with)
        return None

    @property
    def is_over(self) -> bool:
        """True once nothing can change any more."""
        return self.state in (TableState.FINISHED, TableState.CLOSED)

    @property
    def is_ranked_match(self) -> bool:
        """True while a match goes on that is to be rated."""
        return self.state is TableState.PLAYING and self.terms.purpose is Purpose.RANKED

    @property
    def has_ranked_result(self) -> bool:
        """True once a match that was opened as ranked was played to its end."""
        return self.state is TableState.FINISHED and self.terms.purpose is Purpose.RANKED

    @property
    def deadline(self) -> datetime | None:
        """When the open decision runs out, if it does."""
        return self.match.deadline if self.match else None

    @property
    def alarm(self) -> datetime | None:
        """When the table does something by itself: the open decision runs out, or nobody came back."""
        return None if self.is_over else self.abandon_at or self.deadline

    @property
    def ply(self) -> int:
        """Moves so far; 0 before the match."""
        return self.match.ply if self.match else 0


def daily_claim(day: str, player_id: str) -> str:
    """A player's one attempt of a day (EF-R29)."""
    return f"daily/{day}/{player_id}"


def rematch_claim(table_id: str) -> str:
    """The one table that may follow another."""
    return f"rematch/{table_id}"


def quick_claim(game: str, purpose: Purpose, seats: int) -> str:
    """The one quick match that waits for so many players."""
    return f"quick/{game}/{purpose.value}/{seats}"


def rival(number: int, level: Level) -> Seat:
    """A seat for the house rival of this number."""
    return Seat(Player(f"{HOUSE}{number}", str(number)), Controller.RIVAL, level)
