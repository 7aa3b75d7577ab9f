"""TablesService on the wire: each method reads its request, asks the desk and shows the table."""

from collections.abc import AsyncIterator, Callable, Sequence

import grpc
from msgspec.structs import replace
from structlog.contextvars import bind_contextvars

from carteado.api.game.v1 import game_pb2
from carteado.api.tables.v1 import tables_pb2, tables_pb2_grpc
from carteado.runtime.credentials import caller, identity
from carteado.runtime.errors import Refused
from carteado.runtime.interceptor import Context
from carteado.tables import asking, decisions, refusals, removal, views
from carteado.tables.changes import Change
from carteado.tables.days import is_over
from carteado.tables.desk import Answer, Decide, Decision, Update
from carteado.tables.matches import started_from
from carteado.tables.player_tokens import LIFETIME, PlayerTokens
from carteado.tables.record import record
from carteado.tables.room import Room
from carteado.tables.signing import SigningKey
from carteado.tables.store import Stored
from carteado.tables.table import Table

DECIDED = (grpc.StatusCode.FAILED_PRECONDITION, grpc.StatusCode.ABORTED)
"""How an action is refused by the table or the rules, rather than by what lies before them."""


class TablesService(tables_pb2_grpc.TablesServiceServicer):
    """Holds matches. Methods that are not here yet are refused as unavailable."""

    def __init__(self, room: Room, tokens: PlayerTokens) -> None:
        self._tokens = tokens
        self._desk = room.desk
        self._store = room.desk.store
        self._matches = room.desk.matches
        self._moves = room.moves
        self._openings = room.openings
        self._watching = room.watching
        self._signing = room.signing

    async def CreateTable(  # noqa: D102 - the contract describes its methods
        self, request: tables_pb2.CreateTableRequest, context: Context
    ) -> tables_pb2.CreateTableResponse:
        host = asking.own_player(request.host)
        answer = await self._openings.create(request, host)
        return tables_pb2.CreateTableResponse(table=self._shown(answer.update, host.id))

    async def GetTable(  # noqa: D102
        self, request: tables_pb2.GetTableRequest, context: Context
    ) -> tables_pb2.GetTableResponse:
        player_id = asking.observer(request.player_id)
        update = await self._desk.standing(request.table)
        return tables_pb2.GetTableResponse(table=self._shown(update, player_id))

    async def ListTables(  # noqa: D102
        self, request: tables_pb2.ListTablesRequest, context: Context
    ) -> tables_pb2.ListTablesResponse:
        listing = asking.listing(request)
        found = await self._store.listing(listing)
        is_full = len(found) == listing.limit
        return tables_pb2.ListTablesResponse(
            tables=[views.listed(table, asking.shown_to()) for table in found],
            next_page_token=asking.page_token(found[-1]) if is_full else "",
        )

    async def UpdateTable(  # noqa: D102
        self, request: tables_pb2.UpdateTableRequest, context: Context
    ) -> tables_pb2.UpdateTableResponse:
        async def decide(stored: Stored) -> Decision:
            table = stored.table
            decisions.check_host(table, request.player_id)
            seats = await self._matches.seats(asking.wanted_game(request, table))
            terms = asking.changed_terms(request, table.terms, seats.most)
            decisions.check_terms(terms, seats)
            if request.HasField("options"):
                checked = await self._matches.checked(table, terms.options, seats.fewest)
                terms = replace(terms, options=checked)
            return Decision(tuple(decisions.update(table, terms)))

        asking.own_id(request.player_id)
        answer = await self._changed(request, decide)
        shown = self._shown(answer.update, request.player_id)
        return tables_pb2.UpdateTableResponse(table=shown)

    async def JoinTable(  # noqa: D102
        self, request: tables_pb2.JoinTableRequest, context: Context
    ) -> tables_pb2.JoinTableResponse:
        player = asking.own_player(request.player)
        decide = self._openings.joining(player, request.entropy)
        answer = await self._changed(request, decide)
        seat = answer.update.table.seat_of(player.id)
        shown = self._shown(answer.update, player.id)
        return tables_pb2.JoinTableResponse(seat=seat, table=shown)

    async def LeaveTable(  # noqa: D102
        self, request: tables_pb2.LeaveTableRequest, context: Context
    ) -> tables_pb2.LeaveTableResponse:
        player_id = asking.own_id(request.player_id)
        decide = _plainly(lambda table: decisions.leave(table, player_id))
        answer = await self._changed(request, decide)
        return tables_pb2.LeaveTableResponse(table=self._shown(answer.update, ""))

    async def SetRivals(  # noqa: D102
        self, request: tables_pb2.SetRivalsRequest, context: Context
    ) -> tables_pb2.SetRivalsResponse:
        player_id, levels = asking.own_id(request.player_id), asking.levels(request)
        decide = _plainly(lambda table: decisions.set_rivals(table, player_id, levels))
        answer = await self._changed(request, decide)
        return tables_pb2.SetRivalsResponse(table=self._shown(answer.update, player_id))

    async def StartMatch(  # noqa: D102
        self, request: tables_pb2.StartMatchRequest, context: Context
    ) -> tables_pb2.StartMatchResponse:
        async def decide(stored: Stored) -> Decision:
            table = stored.table
            seats = await self._matches.seats(table.terms.game)
            decisions.check_start(table, request.player_id, seats.fewest)
            state, scene = await self._matches.start(table)
            return Decision((started_from(scene.public),), state, scene)

        asking.own_id(request.player_id)
        answer = await self._changed(request, decide)
        shown = self._shown(answer.update, request.player_id)
        return tables_pb2.StartMatchResponse(table=shown)

    async def Act(  # noqa: D102
        self, request: tables_pb2.ActRequest, context: Context
    ) -> tables_pb2.ActResponse:
        player_id = asking.own_id(request.player_id)
        if request.action.HasField("deal"):
            raise refusals.malformed("DEAL_BELONGS_TO_TABLE", "the table deals by itself")
        decide = self._moves.act(player_id, request.ply, request.action)
        try:
            answer = await self._changed(request, decide)
        except Refused as refused:
            if refused.code in DECIDED:
                await self._moves.bring_back(request.table, player_id)
            raise
        shown = self._shown(answer.update, player_id)
        return tables_pb2.ActResponse(table=shown, repeated_call=answer.is_repeated)

    async def WatchTable(  # noqa: D102
        self, request: tables_pb2.WatchTableRequest, context: Context
    ) -> AsyncIterator[tables_pb2.WatchTableResponse]:
        player_id = asking.observer(request.player_id)
        sights = self._watching.follow(request.table, player_id, request.after_version)
        async for sight in sights:
            version = sight.table.version
            if sight.scene is None:
                yield tables_pb2.WatchTableResponse(version=version)
            else:
                shown = self._shown(Update(sight.table, sight.scene), player_id)
                yield tables_pb2.WatchTableResponse(version=version, table=shown)

    async def CloseTable(  # noqa: D102
        self, request: tables_pb2.CloseTableRequest, context: Context
    ) -> tables_pb2.CloseTableResponse:
        player_id, application = asking.observer(request.player_id), caller()
        decide = _plainly(lambda table: decisions.close(table, player_id, application))
        answer = await self._changed(request, decide)
        shown = self._shown(answer.update, player_id)
        missing = decisions.votes_missing(answer.update.table)
        return tables_pb2.CloseTableResponse(table=shown, votes_missing=missing)

    async def RemovePlayer(  # noqa: D102
        self, request: tables_pb2.RemovePlayerRequest, context: Context
    ) -> tables_pb2.RemovePlayerResponse:
        player_id, application = asking.observer(request.player_id), caller()
        unwanted = request.removed_id
        decide = _plainly(lambda table: removal.remove(table, player_id, unwanted, application))
        answer = await self._changed(request, decide)
        shown = self._shown(answer.update, player_id)
        missing = removal.votes_missing(answer.update.table, unwanted)
        return tables_pb2.RemovePlayerResponse(table=shown, votes_missing=missing)

    async def Rematch(  # noqa: D102
        self, request: tables_pb2.RematchRequest, context: Context
    ) -> tables_pb2.RematchResponse:
        player_id = asking.own_id(request.player_id)
        answer = await self._openings.rematch(request)
        return tables_pb2.RematchResponse(table=self._shown(answer.update, player_id))

    async def QuickMatch(  # noqa: D102
        self, request: tables_pb2.QuickMatchRequest, context: Context
    ) -> tables_pb2.QuickMatchResponse:
        player = asking.own_player(request.player)
        answer = await self._openings.quick(request, player)
        return tables_pb2.QuickMatchResponse(table=self._shown(answer.update, player.id))

    async def OpenDailyHand(  # noqa: D102
        self, request: tables_pb2.OpenDailyHandRequest, context: Context
    ) -> tables_pb2.OpenDailyHandResponse:
        player = asking.own_player(request.player)
        answer = await self._openings.daily(request, player)
        day = answer.update.table.day
        return tables_pb2.OpenDailyHandResponse(
            table=self._shown(answer.update, player.id),
            day=day,
            next_anchor=await self._openings.next_anchor(day),
        )

    async def GetRecord(  # noqa: D102
        self, request: tables_pb2.GetRecordRequest, context: Context
    ) -> tables_pb2.GetRecordResponse:
        table = (await self._desk.find(request.table)).table
        log = await self._store.log(table.id, table.version)
        kept = await self._kept(table, [entry.change for entry in log])
        signature, key_id = self._signing.sign(kept)
        return tables_pb2.GetRecordResponse(
            record=kept, seats=views.seats(table), signature=signature, key_id=key_id
        )

    async def _kept(self, table: Table, changes: Sequence[Change]) -> game_pb2.Record:
        """The record of a match; the secrets of a Mão do Dia belong to it once nobody plays that day any more."""
        kept = record(table, changes)
        if table.day and table.is_over and is_over(table.day, self._desk.clock()):
            kept.secrets.extend(await self._matches.secrets(table, changes))
        return kept

    async def IssuePlayerToken(  # noqa: D102
        self, request: tables_pb2.IssuePlayerTokenRequest, context: Context
    ) -> tables_pb2.IssuePlayerTokenResponse:
        player_id = asking.whole_id(request.player_id)
        is_set = request.HasField("lifetime")
        lifetime = request.lifetime.ToTimedelta() if is_set else LIFETIME
        token, ends = self._tokens.issue(identity(), player_id, lifetime)
        return tables_pb2.IssuePlayerTokenResponse(token=token, expire_time=views.moment(ends))

    async def ListSigningKeys(  # noqa: D102
        self, request: tables_pb2.ListSigningKeysRequest, context: Context
    ) -> tables_pb2.ListSigningKeysResponse:
        keys = [_signing_key(key) for key in self._signing.keys]
        return tables_pb2.ListSigningKeysResponse(keys=keys)

    async def _changed(self, request: "ChangeRequest", decide: Decide) -> Answer:
        asked = asking.asked(request.request_id, request)
        return await self._desk.change(request.table, asked, decide)

    def _shown(self, update: Update, player_id: str) -> tables_pb2.Table:
        """The table as the player sees it; its ids go into the line that the log has of this call."""
        table = update.table
        bind_contextvars(table=table.id, version=table.version, ply=table.ply)
        return views.shown(update, player_id, asking.shown_to())


ChangeRequest = (
    tables_pb2.UpdateTableRequest
    | tables_pb2.JoinTableRequest
    | tables_pb2.LeaveTableRequest
    | tables_pb2.SetRivalsRequest
    | tables_pb2.StartMatchRequest
    | tables_pb2.ActRequest
    | tables_pb2.CloseTableRequest
    | tables_pb2.RemovePlayerRequest
)


def _plainly(decide: Callable[[Table], Sequence[Change]]) -> Decide:
    """A decision for which the table alone suffices."""

    async def decided(stored: Stored) -> Decision:
        return Decision(tuple(decide(stored.table)))

    return decided


def _signing_key(key: SigningKey) -> tables_pb2.SigningKey:
    public = tables_pb2.SigningKey(
        id=key.id, public_key=key.public, valid_from=views.moment(key.valid_from)
    )
    if key.retired_at is not None:
        public.retired_at.CopyFrom(views.moment(key.retired_at))
    return public
