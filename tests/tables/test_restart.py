"""What was acknowledged is never lost: caches deleted, services restarted, killed, and engines that go away."""

import asyncio
import signal
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import grpc
import grpc.aio
import pytest
from google.protobuf.duration_pb2 import Duration
from pydantic import SecretStr
from sqlalchemy import create_engine, update

from carteado.api.engine.v1 import engine_pb2
from carteado.api.tables.v1 import tables_pb2
from carteado.runtime.keys import Keyset
from carteado.tables import schema
from carteado.tables.settings import Settings
from carteado.tables.store import Append, Outcome
from tests.tables.processes import guest_at, start, stop

if TYPE_CHECKING:
    from tests.tables.conftest import Guest, House


def set_sealed(settings: Settings, state: bytes | None) -> None:
    """Deletes, or spoils, the sealed state of every table."""
    engine = create_engine(settings.database)
    with engine.begin() as connection:
        connection.execute(update(schema.tables).values(sealed=state))
    engine.dispose()


@pytest.mark.parametrize("state", [None, b"spoilt"])
async def test_a_match_goes_on_without_its_sealed_state(
    open_house: Any, settings: Settings, state: bytes | None
) -> None:
    async with open_house() as house:
        table = await house.app.dealt("ana", "bia")
        for _ in range(5):
            await house.app.play_on(table.id)
        name, view = await house.app.turn(table.id)
    set_sealed(settings, state)
    async with open_house() as house:
        assert (await house.app.get(table.id, name)).view == view
        set_sealed(settings, state)
        answer = await house.app.act(table.id, name, view.ply, view.legal[0])
        assert answer.table.view.ply == view.ply + 1
        over = await house.app.play_out(table.id)
        assert over.state == tables_pb2.TABLE_STATE_FINISHED


async def test_whoever_follows_a_match_whose_key_is_gone_gets_the_whole_table(
    open_house: Any,
) -> None:
    async with open_house() as house:
        table = await house.app.dealt("ana", "bia")
        await house.app.play_on(table.id)
    async with open_house(keyset=SecretStr(Keyset.make())) as house:
        now = await house.app.get(table.id)
        first = await anext(house.app.watch(table.id, after=now.version - 1))
        assert first.table.version == now.version
        assert first.table.view == now.view
        over = await house.app.play_out(table.id)
        assert over.state == tables_pb2.TABLE_STATE_FINISHED


async def test_a_restarted_service_goes_on_with_what_it_owed(open_house: Any) -> None:
    async with open_house() as house:
        table = await house.app.create()
        await house.app.rivals(table.id, "ana", [engine_pb2.LEVEL_NORMAL])
        house.room.croupier.wake = lambda _: None
        await house.app.start(table.id)
        await asyncio.sleep(0.1)
        assert (await house.app.get(table.id)).view.ply == 0
    async with open_house() as house:
        over = await house.app.play_out(table.id)
        assert over.state == tables_pb2.TABLE_STATE_FINISHED


async def test_a_clock_runs_on_while_the_service_is_down(open_house: Any) -> None:
    async with open_house() as house:
        table = await house.app.dealt("ana", "bia", turn_time=Duration(seconds=60))
    async with open_house() as house:
        assert (await house.app.get(table.id)).deadline == table.deadline
        house.clock.pass_by(61)
        await house.room.croupier.sweep()
        await house.app.until(table.id, lambda seen: seen.view.ply > 1)


async def test_a_change_is_told_even_if_its_caller_hangs_up(
    house: "House", app: "Guest", monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await app.seated("ana", "bia")
    store, written, may_answer = house.room.desk.store, asyncio.Event(), asyncio.Event()
    append = store.append

    async def slow(appends: Sequence[Append]) -> list[Outcome]:
        outcomes = await append(appends)
        written.set()
        await may_answer.wait()
        return outcomes

    monkeypatch.setattr(store, "append", slow)
    starting = asyncio.create_task(app.start(table.id))
    await written.wait()
    starting.cancel()
    await asyncio.sleep(0.05)
    may_answer.set()
    await asyncio.wait_for(app.until(table.id, lambda seen: seen.view.ply == 1), 3)


async def test_without_its_engine_a_table_answers_unavailable_and_waits(
    open_house: Any, refused: Any
) -> None:
    async with open_house() as house:
        table = await house.app.seated("ana", "bia")
        stub = house.room.desk.matches._engine._stub
        whole, stub.Apply = stub.Apply, _dead
        await house.app.start(table.id)
        await asyncio.sleep(0.15)
        assert (await house.app.get(table.id)).view.ply == 0
        stub.Apply = whole
        name, view = await house.app.turn(table.id)
        stub.Apply = _dead
        answer = await refused(house.app.act(table.id, name, view.ply, view.legal[0]))
        assert answer[:2] == ("UNAVAILABLE", "ENGINE_UNAVAILABLE")
        stub.Apply = whole
        moved = await house.app.act(table.id, name, view.ply, view.legal[0])
        assert not moved.repeated_call


async def _dead(*_: object, **__: object) -> None:
    metadata = grpc.aio.Metadata()
    raise grpc.aio.AioRpcError(grpc.StatusCode.UNAVAILABLE, metadata, metadata, "gone")


async def test_killed_in_the_middle_of_a_match_nothing_is_lost_and_nothing_doubled(
    settings: Settings, app: "Guest"
) -> None:
    kind = type(app)
    process, port = await start(settings)
    channel, guest = guest_at(port, kind)
    table = await guest.dealt("ana", "bia")
    for _ in range(2):
        name, view = await guest.turn(table.id)
        request_id = f"last-{view.ply}"
        await guest.act(table.id, name, view.ply, view.legal[0], request_id)
        await stop(process, signal.SIGKILL)
        await channel.close()
        process, port = await start(settings)
        channel, guest = guest_at(port, kind)
        again = await guest.act(table.id, name, view.ply, view.legal[0], request_id)
        assert again.repeated_call
        await guest.turn(table.id)
    over = await guest.play_out(table.id)
    assert over.state == tables_pb2.TABLE_STATE_FINISHED
    await channel.close()
    assert await stop(process, signal.SIGTERM) == 0


async def _to_its_end(stream: Any) -> None:
    async for _ in stream:
        pass


async def test_a_service_told_to_stop_sends_its_watchers_away_and_ends(
    settings: Settings, app: "Guest", tmp_path: Path
) -> None:
    own = settings.model_copy(update={"database": f"sqlite:///{tmp_path}/other.sqlite"})
    process, port = await start(own)
    channel, guest = guest_at(port, type(app))
    table = await guest.create()
    stream = guest.watch(table.id, after=1)
    await anext(stream)
    ending = asyncio.create_task(stop(process, signal.SIGTERM))
    with pytest.raises(grpc.aio.AioRpcError) as ended:
        await _to_its_end(stream)
    assert ended.value.code() is grpc.StatusCode.UNAVAILABLE
    assert await ending == 0
    await channel.close()
