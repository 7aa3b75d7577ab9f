"""A house for tests: the engine and tables on ports of their own, a clock that can be moved on, and guests that call over the wire."""

import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import grpc
import grpc.aio
import pytest
from google.rpc import error_details_pb2
from grpc_status import rpc_status
from pydantic import SecretStr

from carteado.api.eu_faco.v1 import eu_faco_pb2
from carteado.api.game.v1 import game_pb2
from carteado.api.tables.v1 import tables_pb2, tables_pb2_grpc
from carteado.engine.server import running as engine_running
from carteado.engine.settings import Settings as EngineSettings
from carteado.runtime.keys import Keyset
from carteado.tables.migrations import MIGRATIONS
from carteado.tables.room import Room, opened
from carteado.tables.server import open_to_callers
from carteado.tables.settings import Settings
from carteado.tables.signing import SigningKeys
from tests.credentials import write_credentials
from tests.postgres import Postgres

if TYPE_CHECKING:
    from carteado.api.tables.v1.tables_pb2_grpc import TablesServiceAsyncStub

TABLES_TOKEN = "token-of-tables"
APPLICATIONS = ("app", "bot")
EU_FACO = game_pb2.Options(eu_faco=eu_faco_pb2.Options())

Refused = Callable[[Any], Awaitable[tuple[str, str, dict[str, str]]]]
"""Awaits a call that must be refused; answers its code, reason and metadata."""


Choose = Callable[[game_pb2.View], game_pb2.Action]
"""What somebody does, from what they see."""


def first(view: game_pb2.View) -> game_pb2.Action:
    """The first thing that is allowed."""
    return view.legal[0]


class Clock:
    """The clock of the house: real time, moved on at will."""

    def __init__(self, ahead: timedelta = timedelta()) -> None:
        self.ahead = ahead

    def __call__(self) -> datetime:
        return datetime.now(UTC) + self.ahead

    def pass_by(self, seconds: float) -> None:
        self.ahead += timedelta(seconds=seconds)


class Guest:
    """An application at the wire, with a request id of its own for every call."""

    _ids = count()

    def __init__(self, stub: "TablesServiceAsyncStub", application: str) -> None:
        self.stub = stub
        self.application = application
        self.metadata = (("authorization", f"Bearer token-of-{application}"),)

    def request_id(self) -> str:
        return f"request-{next(self._ids)}"

    def player(self, name: str) -> tables_pb2.Player:
        return tables_pb2.Player(id=f"{self.application}/{name}", name=name)

    async def call(self, method: str, request: Any) -> Any:
        if "request_id" in request.DESCRIPTOR.fields_by_name and not request.request_id:
            request.request_id = self.request_id()
        return await getattr(self.stub, method)(request, metadata=self.metadata, timeout=20)

    async def create(self, host: str = "ana", **more: Any) -> tables_pb2.Table:
        request = tables_pb2.CreateTableRequest(
            **{"options": EU_FACO, "host": self.player(host), **more}
        )
        table: tables_pb2.Table = (await self.call("CreateTable", request)).table
        return table

    async def join(self, table: str, name: str, **more: Any) -> tables_pb2.JoinTableResponse:
        request = tables_pb2.JoinTableRequest(table=table, player=self.player(name), **more)
        answer: tables_pb2.JoinTableResponse = await self.call("JoinTable", request)
        return answer

    async def leave(self, table: str, name: str) -> tables_pb2.Table:
        request = tables_pb2.LeaveTableRequest(table=table, player_id=self.player(name).id)
        left: tables_pb2.Table = (await self.call("LeaveTable", request)).table
        return left

    async def update(self, table: str, name: str, **more: Any) -> tables_pb2.Table:
        request = tables_pb2.UpdateTableRequest(table=table, player_id=self.player(name).id, **more)
        updated: tables_pb2.Table = (await self.call("UpdateTable", request)).table
        return updated

    async def rivals(self, table: str, name: str, levels: list[Any]) -> tables_pb2.Table:
        request = tables_pb2.SetRivalsRequest(
            table=table, player_id=self.player(name).id, levels=levels
        )
        seated: tables_pb2.Table = (await self.call("SetRivals", request)).table
        return seated

    async def start(self, table: str, name: str = "ana") -> tables_pb2.Table:
        request = tables_pb2.StartMatchRequest(table=table, player_id=self.player(name).id)
        started: tables_pb2.Table = (await self.call("StartMatch", request)).table
        return started

    async def close(
        self, table: str, name: str = "", request_id: str = ""
    ) -> tables_pb2.CloseTableResponse:
        """Asks as a player, or, without a name, as the application."""
        player_id = self.player(name).id if name else ""
        request = tables_pb2.CloseTableRequest(
            request_id=request_id, table=table, player_id=player_id
        )
        answer: tables_pb2.CloseTableResponse = await self.call("CloseTable", request)
        return answer

    async def remove(
        self, table: str, removed_id: str, name: str = "", request_id: str = ""
    ) -> tables_pb2.RemovePlayerResponse:
        """Asks as a player, or, without a name, as the application."""
        player_id = self.player(name).id if name else ""
        request = tables_pb2.RemovePlayerRequest(
            request_id=request_id, table=table, player_id=player_id, removed_id=removed_id
        )
        answer: tables_pb2.RemovePlayerResponse = await self.call("RemovePlayer", request)
        return answer

    async def rematch(self, table: str, name: str) -> tables_pb2.Table:
        request = tables_pb2.RematchRequest(table=table, player_id=self.player(name).id)
        following: tables_pb2.Table = (await self.call("Rematch", request)).table
        return following

    async def act(
        self, table: str, name: str, ply: int, action: game_pb2.Action, request_id: str = ""
    ) -> tables_pb2.ActResponse:
        request = tables_pb2.ActRequest(
            request_id=request_id,
            table=table,
            player_id=self.player(name).id,
            ply=ply,
            action=action,
        )
        answer: tables_pb2.ActResponse = await self.call("Act", request)
        return answer

    async def get(self, table: str, name: str = "") -> tables_pb2.Table:
        player_id = self.player(name).id if name else ""
        request = tables_pb2.GetTableRequest(table=table, player_id=player_id)
        shown: tables_pb2.Table = (await self.call("GetTable", request)).table
        return shown

    async def record(self, table: str) -> tables_pb2.GetRecordResponse:
        request = tables_pb2.GetRecordRequest(table=table)
        answer: tables_pb2.GetRecordResponse = await self.call("GetRecord", request)
        return answer

    async def list(self, **more: Any) -> tables_pb2.ListTablesResponse:
        request = tables_pb2.ListTablesRequest(**more)
        answer: tables_pb2.ListTablesResponse = await self.call("ListTables", request)
        return answer

    def watching(self, table: str, name: str = "", after: int = 0) -> Any:
        """The call itself, to be cancelled."""
        player_id = self.player(name).id if name else ""
        request = tables_pb2.WatchTableRequest(
            table=table, player_id=player_id, after_version=after
        )
        return self.stub.WatchTable(request, metadata=self.metadata)

    def watch(
        self, table: str, name: str = "", after: int = 0
    ) -> AsyncIterator[tables_pb2.WatchTableResponse]:
        return aiter(self.watching(table, name, after))

    async def until(
        self, table: str, is_there: Callable[[tables_pb2.Table], bool]
    ) -> tables_pb2.Table:
        """Follows a table until it stands as wished."""
        call = self.watching(table)
        try:
            async for response in call:
                if response.HasField("table") and is_there(response.table):
                    seen: tables_pb2.Table = response.table
                    return seen
        finally:
            call.cancel()
        raise AssertionError("the table never stood like that")

    async def seated(self, *names: str, **more: Any) -> tables_pb2.Table:
        """A table with these players, the first of whom is its host."""
        table = await self.create(names[0], **more)
        for name in names[1:]:
            await self.join(table.id, name)
        return await self.get(table.id)

    async def dealt(self, *names: str, **more: Any) -> tables_pb2.Table:
        """A match among these players whose first round is dealt."""
        table = await self.seated(*names, **more)
        await self.start(table.id, names[0])
        return await self.until(table.id, awaits_seat)

    async def turn(self, table: str) -> tuple[str, game_pb2.View]:
        """Who has to act, and what that player sees."""
        shown = await self.until(table, awaits_seat)
        name = shown.seats[shown.view.to_act].player.name
        return name, (await self.get(table, name)).view

    async def play_on(self, table: str, choose: Choose = first) -> tables_pb2.ActResponse:
        """The player whose turn it is does the first thing that is allowed, or what is chosen."""
        name, view = await self.turn(table)
        return await self.act(table, name, view.ply, choose(view))

    async def play_out(self, table: str, choose: Choose = first) -> tables_pb2.Table:
        """Plays a match to its end."""
        while True:
            shown = await self.until(table, lambda seen: awaits_seat(seen) or is_over(seen))
            if is_over(shown):
                return shown
            with contextlib.suppress(grpc.aio.AioRpcError):
                await self.play_on(table, choose)


def awaits_seat(table: tables_pb2.Table) -> bool:
    """True where a person has to act."""
    return (
        table.state == tables_pb2.TABLE_STATE_PLAYING
        and table.view.phase == game_pb2.PHASE_AWAITING_SEAT
        and table.seats[table.view.to_act].controller == tables_pb2.CONTROLLER_PLAYER
    )


def is_over(table: tables_pb2.Table) -> bool:
    """True once nothing changes any more."""
    return table.state in (tables_pb2.TABLE_STATE_FINISHED, tables_pb2.TABLE_STATE_CLOSED)


@dataclass
class House:
    """Tables at work, with guests of two applications."""

    room: Room
    clock: Clock
    settings: Settings
    app: Guest
    bot: Guest
    port: int


OpenHouse = Callable[..., AbstractAsyncContextManager[House]]
Refusal = tuple[str, str, dict[str, str]]


@pytest.fixture(scope="session")
def migrated(postgres: Postgres) -> str:
    """The name of an empty database at the newest schema, to be copied."""
    name = postgres.make()
    MIGRATIONS.migrate(postgres.url(name))
    return name


@pytest.fixture
def postgresql_url(postgres: Postgres, migrated: str) -> Iterator[str]:
    """An empty store on PostgreSQL, for one test."""
    name = postgres.make(migrated)
    yield postgres.url(name)
    postgres.drop(name)


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """An empty store on SQLite, for one test."""
    url = f"sqlite:///{tmp_path}/folder/tables.sqlite"
    MIGRATIONS.migrate(url)
    return url


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest) -> str:
    """An empty store, of each kind in turn."""
    one: str = request.getfixturevalue(f"{request.param}_url")
    return one


@pytest.fixture
def engine_settings(tmp_path: Path) -> EngineSettings:
    credentials = write_credentials(tmp_path / "engine-credentials.json", {"tables": TABLES_TOKEN})
    return EngineSettings(
        listen="127.0.0.1:0",
        credentials_file=credentials,
        keyset=SecretStr(Keyset.make()),
        drain_seconds=0,
        grace_seconds=0.2,
    )


@pytest.fixture
async def engine(engine_settings: EngineSettings) -> AsyncIterator[str]:
    async with engine_running(engine_settings) as port:
        yield f"127.0.0.1:{port}"


@pytest.fixture
def settings(tmp_path: Path, engine: str) -> Settings:
    tokens = {name: f"token-of-{name}" for name in APPLICATIONS}
    credentials = write_credentials(tmp_path / "credentials.json", tokens)
    return Settings(
        listen="127.0.0.1:0",
        credentials_file=credentials,
        database=f"sqlite:///{tmp_path}/tables.sqlite",
        engine_target=engine,
        engine_token=SecretStr(TABLES_TOKEN),
        keyset=SecretStr(Keyset.make()),
        signing_keys=SecretStr(SigningKeys.make()),
        watch_heartbeat_seconds=0.3,
        drain_seconds=0,
        grace_seconds=0.2,
    )


@pytest.fixture
def open_house(settings: Settings) -> OpenHouse:
    """Opens tables over the same store as often as wished: one after the other, or side by side."""

    @contextlib.asynccontextmanager
    async def open_one(ahead: timedelta = timedelta(), **changes: Any) -> AsyncIterator[House]:
        clock = Clock(ahead)
        own = settings.model_copy(update=changes)
        async with AsyncExitStack() as stack:
            room = await stack.enter_async_context(opened(own, clock))
            port = await stack.enter_async_context(open_to_callers(own, room))
            channel = await stack.enter_async_context(
                grpc.aio.insecure_channel(f"127.0.0.1:{port}")
            )
            stub = tables_pb2_grpc.TablesServiceStub(channel)
            yield House(room, clock, own, Guest(stub, "app"), Guest(stub, "bot"), port)

    return open_one


@pytest.fixture
async def house(open_house: OpenHouse) -> AsyncIterator[House]:
    async with open_house() as one:
        yield one


@pytest.fixture
def app(house: House) -> Guest:
    return house.app


@pytest.fixture
def bot(house: House) -> Guest:
    return house.bot


@pytest.fixture
def refused() -> Callable[[Any], Any]:
    """Awaits a call that is refused: answers with code, reason and metadata."""

    async def refusal(call: Any) -> Refusal:
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await call
        status = rpc_status.from_call(caught.value)
        info = error_details_pb2.ErrorInfo()
        assert status.details[0].Unpack(info)
        return caught.value.code().name, info.reason, dict(info.metadata)

    return refusal
