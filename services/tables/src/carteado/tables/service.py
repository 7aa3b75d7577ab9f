"""TablesService on the wire: each method reads its request, asks the desk and shows the table."""

import secrets
from collections.abc import AsyncIterator, Callable, Sequence

from msgspec.structs import replace
from structlog.contextvars import bind_contextvars

from carteado.api.tables.v1 import tables_pb2, tables_pb2_grpc
from carteado.runtime.credentials import caller, identity
from carteado.runtime.interceptor import Context
from carteado.tables import asking, decisions, refusals, views
from carteado.tables.changes import Change, Opened
from carteado.tables.desk import Answer, Decide, Decision, Update
from carteado.tables.matches import started_from
from carteado.tables.player_tokens import LIFETIME, PlayerTokens
from carteado.tables.record import record
from carteado.tables.room import Room
from carteado.tables.signing import SigningKey
from carteado.tables.store import Asked, Stored
from carteado.tables.table import Player, Table

ID_BYTES = 16


class TablesService(tables_pb2_grpc.TablesServiceServicer):
    """Holds matches. Methods that are not here yet are refused as unavailable."""

    def __init__(self, room: Room, tokens: PlayerTokens) -> None:
        self._tokens = tokens
        self._desk = room.desk
        self._store = room.desk.store
        self._matches = room.desk.matches
        self._moves = room.moves
        self._watching = room.watching
        self._signing = room.signing

    async def CreateTable(  # noqa: D102 - the contract describes its methods
        self, request: tables_pb2.CreateTableRequest, context: Context
    ) -> tables_pb2.CreateTableResponse:
        host = asking.own_player(request.host)
        asked = asking.asked(request.request_id, request)
        answer = await self._desk.answered(asked)
        if answer is None:
            answer = await self._desk.open(asked, await self._draft(request, host))
        assert answer is not None
        return tables_pb2.CreateTableResponse(table=self._shown(answer.update, host.id))

    async def _draft(self, request: tables_pb2.CreateTableRequest, host: Player) -> Opened:
        """The table that is asked for, once game and engine agree with it."""
        decisions.check_group(request.group, caller())
        seats = await self._matches.seats(asking.game_of(request.options))
        terms = asking.opening_terms(request, seats.most)
        decisions.check_terms(terms, seats)
        table_id = secrets.token_hex(ID_BYTES)
        drawn = await self._matches.draw(table_id, terms.options, seats.fewest)
        return Opened(
            id=table_id,
            code="",
            application=caller(),
            at=self._desk.clock(),
            terms=replace(terms, options=drawn.options),
            host=host,
            anchor=drawn.anchor,
            secret=drawn.secret,
            labels=dict(request.labels),
            group=request.group,
        )

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
        decide = _plainly(lambda table: decisions.join(table, player, request.entropy))
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
        answer = await self._changed(request, decide)
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

    async def Rematch(  # noqa: D102
        self, request: tables_pb2.RematchRequest, context: Context
    ) -> tables_pb2.RematchResponse:
        player_id = asking.own_id(request.player_id)
        asked = asking.asked(request.request_id, request)
        answer = await self._desk.answered(asked) or await self._again(request, asked)
        return tables_pb2.RematchResponse(table=self._shown(answer.update, player_id))

    async def _again(self, request: tables_pb2.RematchRequest, asked: Asked) -> Answer:
        """The table after a finished one: whoever asks first opens it, the others join."""
        finished = (await self._desk.find(request.table)).table
        player = decisions.check_rematch(finished, request.player_id)
        following = await self._store.rematch_of(finished.id)
        if following is None:
            answer = await self._desk.open(asked, await self._redraft(finished, player))
            if answer is not None:
                return answer
            following = await self._store.rematch_of(finished.id)
        assert following is not None
        decide = _plainly(lambda table: decisions.join(table, player, b""))
        return await self._desk.change(following.table.id, asked, decide)

    async def _redraft(self, finished: Table, host: Player) -> Opened:
        table_id = secrets.token_hex(ID_BYTES)
        seats = await self._matches.seats(finished.terms.game)
        drawn = await self._matches.draw(table_id, finished.terms.options, seats.fewest)
        return Opened(
            id=table_id,
            code="",
            application=finished.application,
            at=self._desk.clock(),
            terms=finished.terms,
            host=host,
            anchor=drawn.anchor,
            secret=drawn.secret,
            labels=finished.labels,
            group=finished.group,
            rematch_of=finished.id,
            order=tuple(seat.player.id for seat in finished.seats),
            rivals=tuple(finished.seats[number].level for number in finished.rivals),
        )

    async def GetRecord(  # noqa: D102
        self, request: tables_pb2.GetRecordRequest, context: Context
    ) -> tables_pb2.GetRecordResponse:
        table = (await self._desk.find(request.table)).table
        log = await self._store.log(table.id, table.version)
        kept = record(table, [entry.change for entry in log])
        signature, key_id = self._signing.sign(kept)
        return tables_pb2.GetRecordResponse(
            record=kept, seats=views.seats(table), signature=signature, key_id=key_id
        )

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
