"""Clocks: a decision that runs out is taken by its default, once, and a player who comes back is back."""

import asyncio
from datetime import datetime
from typing import TYPE_CHECKING, Any

import pytest
from google.protobuf.duration_pb2 import Duration

from carteado.tables import croupier
from carteado.tables.changes import Author, Moved

if TYPE_CHECKING:
    from tests.tables.conftest import Guest, House

HURRIED = {"turn_time": Duration(seconds=60)}


async def run_out(house: "House") -> None:
    """The open decision runs out, and the sweeper looks."""
    house.clock.pass_by(61)
    await house.room.croupier.sweep()


async def moves(house: "House", table: str) -> list[Moved]:
    log = await house.room.desk.store.log(table, 10_000)
    return [entry.change for entry in log if isinstance(entry.change, Moved)]


async def test_a_decision_that_runs_out_is_taken_by_its_default(
    house: "House", app: "Guest"
) -> None:
    table = await app.dealt("ana", "bia", **HURRIED)
    name, view = await app.turn(table.id)
    shown = await app.get(table.id, name)
    left = shown.deadline.ToSeconds() - house.clock().timestamp()
    assert 55 < left <= 60
    await run_out(house)
    moved = await app.until(table.id, lambda seen: seen.view.ply > view.ply)
    last = (await moves(house, table.id))[-1]
    assert last.author is Author.CLOCK
    assert moved.seats[shown.view.to_act].missed == 1
    assert view.default_action in view.legal


async def test_the_sweeper_wakes_by_itself(house: "House", app: "Guest") -> None:
    table = await app.dealt("ana", "bia", turn_time=Duration(seconds=5))
    await app.play_on(table.id)
    house.clock.pass_by(4.8)
    house.room.croupier._clock_set.set()
    await asyncio.wait_for(app.until(table.id, lambda seen: seen.view.ply >= 3), 3)


async def test_no_clock_runs_without_a_turn_time(app: "Guest") -> None:
    table = await app.dealt("ana", "bia")
    assert not table.HasField("deadline")


async def test_a_player_in_time_is_not_overtaken(house: "House", app: "Guest") -> None:
    table = await app.dealt("ana", "bia", **HURRIED)
    await app.play_on(table.id)
    house.clock.pass_by(30)
    await house.room.croupier.sweep()
    await asyncio.sleep(0.1)
    assert [one.author for one in await moves(house, table.id)] == [Author.TABLE, Author.PLAYER]


async def test_two_services_take_a_decision_that_ran_out_once(open_house: Any, url: str) -> None:
    async with open_house(database=url) as left, open_house(database=url) as right:
        table = await left.app.dealt("ana", "bia", **HURRIED)
        for house in (left, right):
            house.clock.pass_by(61)
        await asyncio.gather(left.room.croupier.sweep(), right.room.croupier.sweep())
        await left.app.until(table.id, lambda seen: seen.view.ply > 1)
        await asyncio.sleep(0.2)
        made = await moves(left, table.id)
        assert [one.author for one in made] == [Author.TABLE, Author.CLOCK]
        assert made[-1].seat == table.view.to_act


async def test_joining_or_acting_again_ends_the_count_of_missed_decisions(
    house: "House", app: "Guest"
) -> None:
    table = await app.dealt("ana", "bia", **HURRIED)
    await run_out(house)
    await app.until(table.id, lambda seen: seen.view.ply == 2)
    await run_out(house)
    seen = await app.until(table.id, lambda seen: seen.view.ply == 3)
    assert [seat.missed for seat in seen.seats] == [1, 1]
    back = await app.join(table.id, "ana")
    assert back.seat == 0
    assert [seat.missed for seat in back.table.seats] == [0, 1]
    while (await app.get(table.id)).seats[1].missed:
        await app.play_on(table.id)


async def test_the_clock_stops_when_the_player_leaves(house: "House", app: "Guest") -> None:
    table = await app.dealt("ana", "bia", "caio", **HURRIED)
    name, view = await app.turn(table.id)
    left = await app.leave(table.id, name)
    assert not left.HasField("deadline")
    await app.until(table.id, lambda seen: seen.view.ply > view.ply)
    authors = [one.author for one in await moves(house, table.id)]
    assert authors[:2] == [Author.TABLE, Author.RIVAL]


async def test_the_sweeper_survives_a_store_that_fails(
    house: "House", app: "Guest", monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(croupier, "SECOND_LOOK", 0.01)
    store = house.room.desk.store
    due, failed = store.due, asyncio.Event()

    async def failing(now: datetime) -> list[str]:
        monkeypatch.setattr(store, "due", due)
        failed.set()
        raise OSError(now)

    table = await app.dealt("ana", "bia", **HURRIED)
    monkeypatch.setattr(store, "due", failing)
    house.clock.pass_by(61)
    house.room.croupier._clock_set.set()
    await failed.wait()
    await asyncio.wait_for(app.until(table.id, lambda seen: seen.view.ply > 1), 3)
