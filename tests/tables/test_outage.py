"""Outages of our own: the time in which nobody could move is given back, once, and no clock costs anybody a decision meanwhile."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from google.protobuf.duration_pb2 import Duration
from hypothesis import given
from hypothesis import strategies as st

from carteado.api.tables.v1 import tables_pb2
from carteado.engine.server import running as engine_running
from carteado.engine.settings import Settings as EngineSettings
from carteado.runtime.errors import Refused as Refusal
from carteado.tables import croupier, pulse, refusals
from carteado.tables.changes import (
    Author,
    Change,
    Credited,
    Deserted,
    Moved,
    Opened,
    Started,
    StoodIn,
    evolve,
    fold,
)
from carteado.tables.pulse import GRACE, OUTAGE, credit
from carteado.tables.table import Phase, Player, Stand, Table, Terms
from tests.tables.conftest import is_over

if TYPE_CHECKING:
    from tests.tables.conftest import Guest, House, OpenHouse, Refused

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)
SECOND = timedelta(seconds=1)
HURRIED: dict[str, Any] = {"turn_time": Duration(seconds=60)}


def match(set_at: datetime, turn_time: timedelta = MINUTE) -> Table:
    """A match whose clock was set at this time."""
    terms = Terms(options={"euFaco": {}}, game="GAME_EU_FACO", max_seats=8, turn_time=turn_time)
    opening = Opened(
        id="t",
        code="CODE22",
        application="app",
        at=NOON,
        terms=terms,
        host=Player("app/ana", "ana"),
        anchor=b"anchor",
        secret=b"sealed",
    )
    stand = Stand(Phase.SEAT, 0)
    deal = Moved(
        ply=0,
        action={"deal": {}},
        author=Author.TABLE,
        stand=stand,
        deadline=set_at + turn_time,
    )
    return fold([opening, Started("eu_faco/1", {}, Stand(Phase.DEAL)), deal])


def after(table: Table, changes: list[Change]) -> Table:
    for change in changes:
        table = evolve(table, change)
    return table


@given(st.integers(-60, 0), st.integers(6, 10**6), st.integers(5, 600))
def test_whoever_had_time_left_has_it_again_and_a_little_at_least(
    set_at: int, length: int, turn: int
) -> None:
    whole, ends = timedelta(seconds=turn), NOON + length * SECOND
    table = match(NOON + set_at * SECOND, whole)
    left = whole + set_at * SECOND
    credited = after(table, credit(table, NOON, ends))
    if left <= timedelta():
        assert credited == table
    else:
        assert credited.deadline == ends + min(whole, max(left, GRACE))


def test_time_is_given_back_once_for_each_outage() -> None:
    table = match(NOON - 50 * SECOND)
    credited = after(table, credit(table, NOON, NOON + 10 * SECOND))
    assert credit(credited, NOON, NOON + 11 * SECOND) == []
    following = NOON + 20 * SECOND
    again = after(credited, credit(credited, following, following + HOUR))
    assert again.deadline == following + HOUR + GRACE


def test_an_outage_that_went_on_after_time_was_given_back_is_not_over_yet() -> None:
    table = match(NOON - 50 * SECOND)
    credited = after(table, credit(table, NOON, NOON + 10 * SECOND))
    again = after(credited, credit(credited, NOON, NOON + HOUR))
    assert again.deadline == NOON + HOUR + GRACE


def test_a_clock_that_was_set_after_the_outage_runs_as_it_was_set() -> None:
    assert credit(match(NOON + HOUR), NOON, NOON + HOUR + SECOND) == []


def test_a_clock_that_was_set_between_the_last_sign_and_the_outage_is_credited() -> None:
    table = match(NOON + OUTAGE - SECOND)
    assert after(table, credit(table, NOON, NOON + HOUR)).deadline == NOON + HOUR + MINUTE


def test_without_a_clock_there_is_nothing_to_give_back() -> None:
    table = match(NOON)
    for change in (
        StoodIn(0),
        Moved(ply=1, action={}, author=Author.RIVAL, stand=Stand(Phase.DEAL)),
    ):
        assert credit(after(table, [change]), NOON, NOON + HOUR) == []


def test_a_deserted_match_waits_as_much_longer() -> None:
    until = NOON + 10 * MINUTE
    table = after(match(NOON - HOUR), [StoodIn(0), Deserted(until)])
    credited = after(table, credit(table, NOON + MINUTE, NOON + HOUR))
    assert credited.abandon_at == NOON + HOUR + 9 * MINUTE
    assert credited.deadline is None
    assert credit(credited, NOON + MINUTE, NOON + HOUR) == []


def test_a_credit_survives_its_own_encoding() -> None:
    change: Change = Credited(NOON, NOON + HOUR)
    assert msgspec.json.decode(msgspec.json.encode(change), type=Change) == change


async def log(house: "House", table: str) -> list[Change]:
    return [entry.change for entry in await house.room.desk.store.log(table, 10_000)]


def left(house: "House", table: tables_pb2.Table) -> float:
    """Seconds until the open decision runs out."""
    return table.deadline.ToSeconds() - house.clock().timestamp()


@pytest.fixture
def opened_at(url: str, open_house: "OpenHouse") -> "OpenHouse":
    """Opens tables over a store of each kind."""
    return partial(open_house, database=url)


async def test_after_all_services_were_down_a_decision_has_its_time_again(
    opened_at: "OpenHouse",
) -> None:
    async with opened_at() as house:
        table = await house.app.dealt("ana", "bia", **HURRIED)
    async with opened_at(ahead=HOUR) as house:
        seen = await house.app.until(table.id, lambda seen: seen.version > table.version)
        assert 50 < left(house, seen) <= 60
        assert [type(change) for change in await log(house, table.id)][-1] is Credited
        house.clock.pass_by(61)
        await house.room.croupier.sweep()
        await house.app.until(table.id, lambda seen: seen.view.ply > table.view.ply)
        last = (await log(house, table.id))[-1]
        assert isinstance(last, Moved)
        assert (last.author, last.seat) == (Author.CLOCK, table.view.to_act)


async def test_two_services_that_come_back_together_give_the_time_back_once(
    opened_at: "OpenHouse",
) -> None:
    async with opened_at() as house:
        tables = [await house.app.dealt("ana", "bia", **HURRIED) for _ in range(5)]
    async with opened_at(ahead=HOUR) as one, opened_at(ahead=HOUR) as other:
        await asyncio.gather(one.room.pulse.beat(), other.room.pulse.beat())
        for table in tables:
            kinds = [type(change) for change in await log(other, table.id)]
            assert kinds.count(Credited) == 1
            assert kinds[-1] is Credited


async def test_one_service_of_two_that_stops_is_no_outage(opened_at: "OpenHouse") -> None:
    async with opened_at() as staying:
        async with opened_at() as leaving:
            table = await leaving.app.dealt("ana", "bia", **HURRIED)
        staying.clock.pass_by(30)
        await staying.room.pulse.beat()
        async with opened_at(ahead=staying.clock.ahead) as back:
            await back.room.pulse.beat()
            assert (await back.app.get(table.id)).deadline == table.deadline


async def test_a_short_pause_is_no_outage(opened_at: "OpenHouse") -> None:
    async with opened_at() as house:
        table = await house.app.dealt("ana", "bia", **HURRIED)
        await house.room.pulse.beat()
    async with opened_at(ahead=SECOND) as house:
        await house.room.pulse.beat()
        assert (await house.app.get(table.id)).version == table.version


async def test_what_one_service_did_not_get_done_the_next_one_does(
    opened_at: "OpenHouse", monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened_at() as house:
        tables = [await house.app.dealt("ana", "bia", **HURRIED) for _ in range(3)]
    with monkeypatch.context() as broken:
        broken.setattr(pulse, "AT_ONCE", 1)
        for part in (pulse.Pulse, croupier.Croupier):
            broken.setattr(part, "at_work", lambda _: contextlib.nullcontext())
        async with opened_at(ahead=HOUR) as house:
            desk = house.room.desk
            broken.setattr(desk, "change", once(desk.change))
            with pytest.raises(Refusal):
                await house.room.pulse.beat()
            broken.undo()
            assert sorted([await times_credited(house, table) for table in tables]) == [0, 0, 1]
    async with opened_at(ahead=2 * HOUR) as house:
        await house.room.pulse.beat()
        for table in tables:
            assert await times_credited(house, table) >= 1
            assert left(house, await house.app.get(table.id)) > 25
        await house.room.pulse.beat()
        assert sorted([await times_credited(house, table) for table in tables]) == [1, 1, 2]


async def times_credited(house: "House", table: tables_pb2.Table) -> int:
    """How often time was given back to a table."""
    return sum(isinstance(change, Credited) for change in await log(house, table.id))


def once(change: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    """Changes one table; then the store is gone."""
    calls = count()

    async def changing(*arguments: Any) -> Any:
        if next(calls):
            raise refusals.unavailable("STORE_UNAVAILABLE", "gone")
        return await change(*arguments)

    return changing


async def test_a_sweep_at_start_up_costs_nobody_a_decision(opened_at: "OpenHouse") -> None:
    async with opened_at() as house:
        table = await house.app.dealt("ana", "bia", **HURRIED)
    async with opened_at(ahead=HOUR) as house:
        await asyncio.gather(*(house.room.croupier.sweep() for _ in range(5)))
        await house.app.until(table.id, lambda seen: seen.version > table.version)
        await asyncio.sleep(0.1)
        made = [one.author for one in await log(house, table.id) if isinstance(one, Moved)]
        assert made == [Author.TABLE]


async def test_while_the_engine_is_away_no_clock_costs_anybody_a_decision(
    open_house: "OpenHouse",
    engine_settings: EngineSettings,
    monkeypatch: pytest.MonkeyPatch,
    refused: "Refused",
) -> None:
    monkeypatch.setattr(croupier, "LONGEST_PAUSE", 0.2)
    async with engine_running(engine_settings) as port:
        target = f"127.0.0.1:{port}"
        there = engine_settings.model_copy(update={"listen": target})
        house_opened = open_house(engine_target=target)
        house = await house_opened.__aenter__()
        table = await house.app.dealt("ana", "bia", **HURRIED)
        name, view = await house.app.turn(table.id)
        await house.room.pulse.beat()
    try:
        slept = house.clock.ahead
        monkeypatch.setattr(pulse, "uptime", lambda: _uptime(house, slept))
        house.clock.pass_by(HOUR.total_seconds())
        await house.room.croupier.sweep()
        answer = await refused(house.app.act(table.id, name, view.ply, view.legal[0]))
        assert answer[:2] == ("UNAVAILABLE", "ENGINE_UNAVAILABLE")
        async with engine_running(there):
            back = await house.app.until(table.id, lambda seen: seen.version > table.version)
            assert back.view.ply == view.ply
            assert 50 < left(house, back) <= 60
            assert (await house.app.act(table.id, name, view.ply, view.legal[0])).table.view.ply
    finally:
        await house_opened.__aexit__(None, None, None)


def _uptime(house: "House", since: timedelta) -> float:
    """The clock of the machine, which runs on with the clock of the house."""
    return REAL_UPTIME() + (house.clock.ahead - since).total_seconds()


REAL_UPTIME = pulse.uptime


async def test_a_deserted_match_is_kept_over_an_outage(opened_at: "OpenHouse") -> None:
    async with opened_at() as house:
        table = await house.app.dealt("ana", "bia", **HURRIED)
        while not (await house.app.get(table.id)).HasField("abandon_time"):
            house.clock.pass_by(61)
            await house.room.croupier.sweep()
            await asyncio.sleep(0.02)
        await house.room.pulse.beat()
        resting = await house.app.get(table.id)
        ahead = house.clock.ahead
    async with opened_at(ahead=ahead + HOUR) as house:
        kept = await house.app.until(table.id, lambda seen: seen.version > resting.version)
        assert not is_over(kept)
        assert kept.abandon_time.ToSeconds() - house.clock().timestamp() > 500


async def test_a_clock_of_the_machine_that_is_set_is_no_outage(
    house: "House", app: "Guest"
) -> None:
    table = await app.dealt("ana", "bia", **HURRIED)
    await house.room.pulse.beat()
    house.clock.pass_by(30)
    await house.room.pulse.beat()
    assert (await app.get(table.id)).deadline == table.deadline
