"""Tables: one method for each thing to ask of it."""

import uuid
from collections.abc import AsyncGenerator, AsyncIterator, Iterable, Mapping
from datetime import timedelta
from functools import cached_property
from typing import TYPE_CHECKING

from google.protobuf.duration_pb2 import Duration

from carteado.api.game.v1.game_pb2 import GAME_UNSPECIFIED, Action, Game, Options
from carteado.api.tables.v1 import tables_pb2, tables_pb2_grpc
from carteado.api.tables.v1.tables_pb2 import (
    PURPOSE_UNSPECIFIED,
    VISIBILITY_UNSPECIFIED,
    Player,
    Purpose,
    Table,
    Visibility,
)
from carteado.client.connection import Connection
from carteado.client.watch import Stream, Watch

if TYPE_CHECKING:
    from carteado.api.engine.v1.engine_pb2 import Level
    from carteado.api.tables.v1.tables_pb2_grpc import TablesServiceAsyncStub


class Client(Connection):
    """Speaks to a tables service for one application; ``Connection`` says how to make it.

    A method that changes something carries the same ``request_id`` each time that it repeats itself, so that it happens
    once: give one to repeat a call of an earlier process. Where a method takes a table, its identifier or its code will do.
    """

    @cached_property
    def _stub(self) -> "TablesServiceAsyncStub":
        return tables_pb2_grpc.TablesServiceStub(self._channel)

    async def create_table(  # noqa: PLR0913 - one name for each field of the contract
        self,
        host: Player,
        options: Options,
        *,
        max_seats: int = 0,
        visibility: "Visibility.ValueType" = VISIBILITY_UNSPECIFIED,
        purpose: "Purpose.ValueType" = PURPOSE_UNSPECIFIED,
        turn_time: timedelta | None = None,
        labels: Mapping[str, str] | None = None,
        group: str = "",
        request_id: str = "",
    ) -> Table:
        """Opens a table and seats its host. No turn time is no limit; 0 seats are as many as the game allows."""
        request = tables_pb2.CreateTableRequest(
            request_id=request_id or _new_id(),
            host=host,
            options=options,
            max_seats=max_seats,
            visibility=visibility,
            purpose=purpose,
            turn_time=_duration(turn_time),
            labels=labels,
            group=group,
        )
        return (await self._call(self._stub.CreateTable, request)).table

    async def get_table(self, table: str, player_id: str = "") -> Table:
        """The table as the player may see it; without one, as the public does."""
        request = tables_pb2.GetTableRequest(table=table, player_id=player_id)
        return (await self._call(self._stub.GetTable, request)).table

    async def list_tables(
        self,
        *,
        game: "Game.ValueType" = GAME_UNSPECIFIED,
        player_id: str = "",
        labels: Mapping[str, str] | None = None,
        page_size: int = 0,
    ) -> AsyncIterator[Table]:
        """Every table that fits, without its view, read page by page: the public ones that wait for players, or the application's own."""
        request = tables_pb2.ListTablesRequest(
            game=game, player_id=player_id, labels=labels, page_size=page_size
        )
        async for page in self._pages(self._stub.ListTables, request):
            for table in page.tables:
                yield table

    async def update_table(  # noqa: PLR0913 - as above
        self,
        table: str,
        player_id: str,
        *,
        options: Options | None = None,
        max_seats: int | None = None,
        visibility: "Visibility.ValueType | None" = None,
        purpose: "Purpose.ValueType | None" = None,
        turn_time: timedelta | None = None,
        no_turn_time: bool = False,
        request_id: str = "",
    ) -> Table:
        """Changes a table in the lobby, as its host. What is not given stays as it is."""
        request = tables_pb2.UpdateTableRequest(
            request_id=request_id or _new_id(),
            table=table,
            player_id=player_id,
            options=options,
            max_seats=max_seats,
            visibility=visibility,
            purpose=purpose,
            turn_time=_duration(turn_time),
            no_turn_time=no_turn_time,
        )
        return (await self._call(self._stub.UpdateTable, request)).table

    async def join_table(
        self, table: str, player: Player, *, entropy: bytes = b"", request_id: str = ""
    ) -> tables_pb2.JoinTableResponse:
        """Takes a seat, or comes back to it. The entropy, 64 bytes at most, is what the player adds to the shuffles."""
        request = tables_pb2.JoinTableRequest(
            request_id=request_id or _new_id(), table=table, player=player, entropy=entropy
        )
        return await self._call(self._stub.JoinTable, request)

    async def leave_table(self, table: str, player_id: str, *, request_id: str = "") -> Table:
        """Gives the seat back for good."""
        request = tables_pb2.LeaveTableRequest(
            request_id=request_id or _new_id(), table=table, player_id=player_id
        )
        return (await self._call(self._stub.LeaveTable, request)).table

    async def set_rivals(
        self,
        table: str,
        player_id: str,
        levels: Iterable["Level.ValueType"],
        *,
        request_id: str = "",
    ) -> Table:
        """Seats one house rival of each level, and no other; the host alone."""
        request = tables_pb2.SetRivalsRequest(
            request_id=request_id or _new_id(), table=table, player_id=player_id, levels=levels
        )
        return (await self._call(self._stub.SetRivals, request)).table

    async def start_match(self, table: str, player_id: str, *, request_id: str = "") -> Table:
        """Starts the match, as somebody seated."""
        request = tables_pb2.StartMatchRequest(
            request_id=request_id or _new_id(), table=table, player_id=player_id
        )
        return (await self._call(self._stub.StartMatch, request)).table

    async def act(
        self, table: str, player_id: str, ply: int, action: Action, *, request_id: str = ""
    ) -> tables_pb2.ActResponse:
        """Does something in the match; the ply is that of the view that the player decided from.

        Raises:
            TableMoved: The decision is no longer open.
            Refusal: The rules refuse the action.
        """
        request = tables_pb2.ActRequest(
            request_id=request_id or _new_id(),
            table=table,
            player_id=player_id,
            ply=ply,
            action=action,
        )
        return await self._call(self._stub.Act, request)

    async def close_table(
        self, table: str, player_id: str = "", *, request_id: str = ""
    ) -> tables_pb2.CloseTableResponse:
        """Closes a table that is not over, or counts as one who asks for it; without a player, as the application that opened it."""
        request = tables_pb2.CloseTableRequest(
            request_id=request_id or _new_id(), table=table, player_id=player_id
        )
        return await self._call(self._stub.CloseTable, request)

    async def remove_player(
        self, table: str, removed_id: str, player_id: str = "", *, request_id: str = ""
    ) -> tables_pb2.RemovePlayerResponse:
        """Removes a player, or counts as one who asks for it; without a player who asks, as the application that opened the table."""
        request = tables_pb2.RemovePlayerRequest(
            request_id=request_id or _new_id(),
            table=table,
            player_id=player_id,
            removed_id=removed_id,
        )
        return await self._call(self._stub.RemovePlayer, request)

    async def rematch(self, table: str, player_id: str, *, request_id: str = "") -> Table:
        """Opens a table like a finished one: the same for everybody who asks."""
        request = tables_pb2.RematchRequest(
            request_id=request_id or _new_id(), table=table, player_id=player_id
        )
        return (await self._call(self._stub.Rematch, request)).table

    async def record(self, table: str) -> tables_pb2.GetRecordResponse:
        """The signed record of a match that is over, or of its rounds that are."""
        request = tables_pb2.GetRecordRequest(table=table)
        return await self._call(self._stub.GetRecord, request)

    async def signing_keys(self) -> list[tables_pb2.SigningKey]:
        """The public keys that records are signed with, the one in use first."""
        request = tables_pb2.ListSigningKeysRequest()
        return list((await self._call(self._stub.ListSigningKeys, request)).keys)

    def watch(
        self, table: str, player_id: str = "", *, after_version: int = 0, silence: float = 40.0
    ) -> AsyncGenerator[Table]:
        """Follows a table as the player may see it; without one, as the public does.

        Each version comes once and in order, across lost connections and restarts of the server, until the table is
        finished or closed. Where the server no longer keeps what lies between, the whole table as it stands comes instead.

        Args:
            table: Identifier or code.
            player_id: Who watches.
            after_version: The version that the caller has; what follows it comes first. 0 to begin with the whole table.
            silence: Seconds without any message, signs of life included, after which the stream counts as broken.

        Raises:
            NotFound: There is no such table.
            NotAllowed: The credential or the player is not the application's.
            Unavailable: No message came for as long as the client has patience.
        """

        def connect(version: int) -> Stream:
            request = tables_pb2.WatchTableRequest(
                table=table, player_id=player_id, after_version=version
            )
            return self._stub.WatchTable(request, metadata=self._metadata)

        return Watch(
            connect,
            lambda: self.get_table(table, player_id),
            version=after_version,
            silence=silence,
            patience=self._patience,
        ).tables()


def _new_id() -> str:
    return uuid.uuid4().hex


def _duration(time: timedelta | None) -> Duration | None:
    if time is None:
        return None
    duration = Duration()
    duration.FromTimedelta(time)
    return duration
