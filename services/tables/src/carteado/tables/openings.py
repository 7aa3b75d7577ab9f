"""Openings: how a table comes to be. By a host's wish, as a rematch, as a quick match, or as somebody's Mão do Dia."""

import secrets
from datetime import timedelta

from msgspec.structs import replace

from carteado.api.tables.v1 import tables_pb2
from carteado.runtime.credentials import caller
from carteado.runtime.errors import Refused
from carteado.tables import asking, days, decisions, refusals
from carteado.tables.changes import Opened, opened, versions
from carteado.tables.days import Days
from carteado.tables.decisions import SeatRange
from carteado.tables.desk import ATTEMPTS, Answer, Decide, Decision, Desk
from carteado.tables.matches import Drawn, started_from
from carteado.tables.store import Asked, Stored
from carteado.tables.table import (
    JsonObject,
    Player,
    Purpose,
    Table,
    Terms,
    Visibility,
    daily_claim,
    quick_claim,
    rematch_claim,
)

ID_BYTES = 16
HOUSE_TURN_TIME = timedelta(seconds=60)
"""The time for each decision of a quick match."""
GONE = ("TABLE_FULL", "MATCH_STARTED", "TABLE_CLOSED")
"""Why somebody else may have been faster."""


class Openings:
    """Opens tables. What only one table can be, the store decides: whoever comes second finds the first one."""

    def __init__(self, desk: Desk, of_days: Days) -> None:
        self._desk = desk
        self._store = desk.store
        self._matches = desk.matches
        self._days = of_days

    async def create(self, request: tables_pb2.CreateTableRequest, host: Player) -> Answer:
        """The table that a host asks for, once game and engine agree with it."""
        asked = asking.asked(request.request_id, request)
        if answer := await self._desk.answered(asked):
            return answer
        decisions.check_group(request.group, caller())
        seats = await self._matches.seats(asking.game_of(request.options))
        terms = asking.opening_terms(request, seats.most)
        decisions.check_terms(terms, seats)
        draft = await self._draft(terms, seats, host)
        labelled = replace(draft, labels=dict(request.labels), group=request.group)
        answer = await self._desk.open(asked, labelled)
        assert answer is not None
        return answer

    async def rematch(self, request: tables_pb2.RematchRequest) -> Answer:
        """The table after a finished one: whoever asks first opens it, the others join."""
        asked = asking.asked(request.request_id, request)
        if answer := await self._desk.answered(asked):
            return answer
        finished = (await self._desk.find(request.table)).table
        player = decisions.check_rematch(finished, request.player_id)
        claim = rematch_claim(finished.id)
        following = await self._store.claimed(claim)
        if following is None:
            answer = await self._desk.open(asked, await self._redraft(finished, player))
            if answer is not None:
                return answer
            following = await self._store.claimed(claim)
        assert following is not None
        return await self._desk.change(following.table.id, asked, self.joining(player))

    async def quick(self, request: tables_pb2.QuickMatchRequest, player: Player) -> Answer:
        """A seat at a quick match that waits for at least as many players as wanted, or at a new one."""
        asked = asking.asked(request.request_id, request)
        if answer := await self._desk.answered(asked):
            return answer
        seats = await self._matches.seats(asking.game_named(request.game))
        draft = await self._quick_draft(request, seats, player)
        for _ in range(ATTEMPTS):
            answer = await self._joined(asked, draft.terms, seats, player)
            answer = answer or await self._desk.open(asked, draft)
            if answer is not None:
                return answer
        raise refusals.table_busy()

    async def daily(self, request: tables_pb2.OpenDailyHandRequest, player: Player) -> Answer:
        """The player's hand of today, dealt at once; the same one however often it is asked for (EF-R29)."""
        asked = asking.asked(request.request_id, request)
        if answer := await self._desk.answered(asked):
            return answer
        day = days.day_of(self._desk.clock())
        claim = daily_claim(day, player.id)
        known = await self._store.claimed(claim)
        if known is None:
            draft = await self._daily_draft(day, player)
            state, scene = await self._matches.start(opened(draft))
            then = Decision((started_from(scene.public),), state, scene)
            answer = await self._desk.open(asked, draft, then)
            if answer is not None:
                return answer
            known = await self._store.claimed(claim)
        assert known is not None
        return await self._desk.change(known.table.id, asked, _unchanged)

    async def next_anchor(self, day: str) -> bytes:
        """The anchor of the day after, for everybody to keep before anybody plays it."""
        return (await self._drawn_for("", days.day_after(day))).anchor

    def joining(self, player: Player, entropy: bytes = b"") -> Decide:
        """Takes a seat; the last one of a quick match starts it."""

        async def decide(stored: Stored) -> Decision:
            joined = tuple(decisions.join(stored.table, player, entropy))
            after = versions(stored.table, joined)[-1] if joined else stored.table
            if not decisions.is_complete(after):
                return Decision(joined)
            state, scene = await self._matches.start(after)
            return Decision((*joined, started_from(scene.public)), state, scene)

        return decide

    async def _joined(
        self, asked: Asked, terms: Terms, seats: SeatRange, player: Player
    ) -> Answer | None:
        """A seat at a quick match that waits already, unless there is none, or somebody else was faster."""
        assert terms.starts_with is not None
        for wanted in range(terms.starts_with, seats.most + 1):
            waits = await self._store.claimed(quick_claim(terms.game, terms.purpose, wanted))
            if waits is None:
                continue
            try:
                return await self._desk.change(waits.table.id, asked, self.joining(player))
            except Refused as refused:
                if refused.reason not in GONE:
                    raise
        return None

    async def _quick_draft(
        self, request: tables_pb2.QuickMatchRequest, seats: SeatRange, player: Player
    ) -> Opened:
        wanted = request.min_seats or seats.fewest
        terms = Terms(
            options=asking.default_options(request.game),
            game=asking.game_named(request.game),
            max_seats=wanted,
            visibility=Visibility.PUBLIC,
            purpose=Purpose.RANKED if request.ranked else Purpose.FRIENDS,
            turn_time=HOUSE_TURN_TIME,
            starts_with=wanted,
        )
        decisions.check_terms(terms, seats)
        return await self._draft(terms, seats, player)

    async def _redraft(self, finished: Table, host: Player) -> Opened:
        seats = await self._matches.seats(finished.terms.game)
        draft = await self._draft(replace(finished.terms, starts_with=None), seats, host)
        return replace(
            draft,
            application=finished.application,
            labels=finished.labels,
            group=finished.group,
            rematch_of=finished.id,
            order=tuple(seat.player.id for seat in finished.seats),
            rivals=tuple(finished.seats[number].level for number in finished.rivals),
        )

    async def _daily_draft(self, day: str, player: Player) -> Opened:
        table_id = _table_id()
        drawn = await self._drawn_for(table_id, day)
        draft = self._opened(table_id, days.TERMS, drawn, player)
        return replace(draft, rivals=days.RIVALS, day=day)

    async def _drawn_for(self, table_id: str, day: str) -> Drawn:
        options, seats, secret = days.OPTIONS, days.TERMS.max_seats, self._days.secret(day)
        return await self._matches.drawn(table_id, options, seats, secret)

    async def _draft(self, terms: Terms, seats: SeatRange, host: Player) -> Opened:
        table_id = _table_id()
        drawn = await self._matches.draw(table_id, terms.options, seats.fewest)
        return self._opened(table_id, terms, drawn, host)

    def _opened(self, table_id: str, terms: Terms, drawn: Drawn, host: Player) -> Opened:
        options: JsonObject = drawn.options
        return Opened(
            id=table_id,
            code="",
            application=caller(),
            at=self._desk.clock(),
            terms=replace(terms, options=options),
            host=host,
            anchor=drawn.anchor,
            secret=drawn.secret,
        )


async def _unchanged(_: Stored) -> Decision:
    return Decision()


def _table_id() -> str:
    return secrets.token_hex(ID_BYTES)
