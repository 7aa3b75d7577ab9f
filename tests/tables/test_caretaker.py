"""Tables that nobody touches: those without hurry keep their seats for very long, and every one ends at last."""

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from carteado.api.engine.v1 import engine_pb2
from carteado.api.tables.v1 import tables_pb2
from carteado.tables.changes import Author, Closed, Moved
from carteado.tables.store import Untouched
from carteado.tables.table import TableState
from tests.tables.conftest import is_over

if TYPE_CHECKING:
    from tests.tables.conftest import Guest, House, Refused

DAY = 86_400
HOUR = 3_600


async def pass_by(house: "House", seconds: float) -> None:
    """Time passes, and the sweeper and the caretaker look."""
    house.clock.pass_by(seconds)
    await house.room.croupier.sweep()
    await house.room.caretaker.tidy()


async def test_at_a_table_without_hurry_rivals_play_at_once_and_people_when_they_like(
    house: "House", app: "Guest"
) -> None:
    table = await app.seated("ana", "bia")
    await app.rivals(table.id, "ana", [engine_pb2.LEVEL_NORMAL])
    await app.start(table.id)
    name, view = await app.turn(table.id)
    await pass_by(house, 7 * DAY)
    shown = await app.get(table.id, name)
    assert shown.view == view
    assert [seat.missed for seat in shown.seats] == [0, 0, 0]
    over = await app.play_out(table.id)
    assert over.state == tables_pb2.TABLE_STATE_FINISHED
    log = await house.room.desk.store.log(table.id, over.version)
    authors = {entry.change.author for entry in log if isinstance(entry.change, Moved)}
    assert authors == {Author.TABLE, Author.PLAYER, Author.RIVAL}


async def test_a_match_that_nobody_touches_for_thirty_days_closes_without_a_result(
    house: "House", app: "Guest"
) -> None:
    table = await app.dealt("ana", "bia")
    await pass_by(house, 29 * DAY)
    assert not is_over(await app.get(table.id))
    await app.play_on(table.id)
    await pass_by(house, 29 * DAY)
    assert not is_over(await app.get(table.id))
    await pass_by(house, DAY + 1)
    over = await app.get(table.id)
    assert over.state == tables_pb2.TABLE_STATE_CLOSED
    assert over.HasField("abandon_time")
    assert not over.placements


async def test_a_lobby_that_nobody_touches_for_a_day_closes(
    house: "House", app: "Guest", refused: "Refused"
) -> None:
    table = await app.seated("ana", visibility=tables_pb2.VISIBILITY_PUBLIC)
    await pass_by(house, 23 * HOUR)
    await app.join(table.id, "bia")
    await pass_by(house, 23 * HOUR)
    assert [one.id for one in (await app.list()).tables] == [table.id]
    await pass_by(house, HOUR + 1)
    assert not (await app.list()).tables
    assert (await refused(app.join(table.id, "caio")))[1] == "TABLE_CLOSED"
    assert (await app.get(table.id)).HasField("abandon_time")


async def test_a_table_that_somebody_touches_meanwhile_stays_open(
    house: "House", app: "Guest", monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await app.create()
    store = house.room.desk.store

    async def too_late(state: TableState, _: Any) -> list[Untouched]:
        return [Untouched(table.id, table.version)] if state is TableState.LOBBY else []

    monkeypatch.setattr(store, "untouched", too_late)
    await app.join(table.id, "bia")
    await house.room.caretaker.tidy()
    assert not is_over(await app.get(table.id))


async def test_two_services_close_a_table_that_nobody_touches_once(
    open_house: Any, url: str
) -> None:
    async with open_house(database=url) as left, open_house(database=url) as right:
        table = await left.app.create()
        await asyncio.gather(pass_by(left, DAY + 1), pass_by(right, DAY + 1))
        over = await left.app.get(table.id)
        log = await left.room.desk.store.log(table.id, over.version)
        assert [type(entry.change) for entry in log].count(Closed) == 1
        assert over.version == table.version + 1


async def test_what_cannot_be_closed_holds_up_no_other(
    house: "House", app: "Guest", monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = [await app.create(name) for name in ("ana", "bia", "caio")]
    change = house.room.desk.change

    async def failing(key: str, *more: Any) -> Any:
        if key == tables[1].id:
            raise OSError(key)
        return await change(key, *more)

    monkeypatch.setattr(house.room.desk, "change", failing)
    await pass_by(house, DAY + 1)
    assert [is_over(await app.get(table.id)) for table in tables] == [True, False, True]
