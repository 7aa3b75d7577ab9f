"""Who is there: stand-ins after two misses, players who come back, and matches that nobody is at any more."""

import asyncio
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from google.protobuf.duration_pb2 import Duration

from carteado.api.engine.v1 import engine_pb2
from carteado.api.game.v1 import game_pb2
from carteado.api.tables.v1 import tables_pb2
from carteado.tables import decisions, presence
from carteado.tables.changes import (
    Author,
    Change,
    Closed,
    Deserted,
    Joined,
    Left,
    Moved,
    Opened,
    Returned,
    Started,
    StoodIn,
    evolve,
    fold,
    versions,
)
from carteado.tables.decisions import Due
from carteado.tables.table import (
    Controller,
    Level,
    Phase,
    Place,
    Player,
    Stand,
    Table,
    TableState,
    Terms,
)
from tests.tables.conftest import is_over

if TYPE_CHECKING:
    from tests.tables.conftest import House, Refused

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
PEOPLE = [Player(f"app/p{number}", f"p{number}") for number in range(4)]
HURRIED: dict[str, Any] = {"turn_time": Duration(seconds=60)}
RANKED = {**HURRIED, "purpose": tables_pb2.PURPOSE_RANKED}
LONG = 601
NOTHING_DONE = game_pb2.Action(bid=game_pb2.Bid(tricks=40))


def match(people: int, turn_time: timedelta = MINUTE) -> Table:
    """A match of so many people, in which the first has to act."""
    terms = Terms(options={"euFaco": {}}, game="GAME_EU_FACO", max_seats=8, turn_time=turn_time)
    opening = Opened(
        id="t",
        code="CODE22",
        application="app",
        at=NOON,
        terms=terms,
        host=PEOPLE[0],
        anchor=b"anchor",
        secret=b"sealed",
    )
    start = Started("eu_faco/1", {}, Stand(Phase.SEAT, 0))
    return fold([opening, *(Joined(player) for player in PEOPLE[1:people]), start])


def move(table: Table, seat: int, author: Author, **more: Any) -> Moved:
    """A move after which the same seat has to act."""
    stand = Stand(Phase.SEAT, seat)
    given = {"stand": stand, "deadline": NOON + MINUTE, **more}
    return Moved(ply=table.ply, seat=seat, action={"pass": {}}, author=author, **given)


def missed(table: Table, seat: int, times: int = 1) -> Table:
    """The table after a seat missed decisions."""
    for _ in range(times):
        changes = presence.following(table, [move(table, seat, Author.CLOCK)], NOON)
        table = versions(table, changes)[-1]
    return table


def kinds(changes: tuple[Change, ...]) -> list[type[Change]]:
    return [type(change) for change in changes]


def test_after_two_misses_in_a_row_a_house_rival_stands_in_without_a_clock() -> None:
    once = missed(match(2), 0)
    assert (once.seats[0].controller, once.deadline) == (Controller.PLAYER, NOON + MINUTE)
    assert decisions.due(once, NOON) is None
    twice = missed(once, 0)
    assert (twice.seats[0].controller, twice.deadline) == (Controller.STAND_IN, None)
    assert (twice.seats[0].level, twice.seats[0].missed) == (Level.NORMAL, 2)
    assert decisions.due(twice, NOON) is Due.ADVICE
    assert decisions.deadline(twice, 0, 0, NOON) is None


def test_a_move_in_between_ends_the_count() -> None:
    once = missed(match(2), 0)
    there = evolve(once, move(once, 0, Author.PLAYER))
    assert not missed(there, 0).is_away(0)


def test_the_misses_of_one_player_are_not_another_ones() -> None:
    table = missed(missed(match(2), 0), 1)
    assert not table.is_away(0)
    assert not table.is_away(1)


def test_a_stand_in_keeps_the_seat_for_its_player() -> None:
    table = missed(match(2), 0, 2)
    table = evolve(table, move(table, 0, Author.RIVAL, deadline=None))
    assert table.seat_of(PEOPLE[0].id) == 0
    assert table.observer(PEOPLE[0].id) == 0
    assert table.is_away(0)
    assert table.seats[0].missed == 2


def test_whoever_takes_the_open_decision_back_has_the_whole_time_for_it() -> None:
    table = missed(match(2), 0, 2)
    later = NOON + timedelta(hours=1)
    changes = presence.following(table, decisions.join(table, PEOPLE[0], b""), later)
    assert changes == (Returned(0, later + MINUTE),)
    [back] = versions(table, changes)
    assert back.deadline == later + MINUTE
    assert (back.seats[0].controller, back.seats[0].level) == (
        Controller.PLAYER,
        Level.UNSPECIFIED,
    )


def test_whoever_comes_back_while_others_decide_takes_no_time_from_them() -> None:
    table = missed(match(3), 0, 2)
    table = evolve(table, move(table, 0, Author.RIVAL, stand=Stand(Phase.SEAT, 1)))
    assert presence.following(table, [Returned(0)], NOON) == (Returned(0),)
    [back] = versions(table, [Returned(0)])
    assert back.deadline == table.deadline
    assert not back.is_away(0)


def test_coming_back_after_one_miss_gives_no_more_time() -> None:
    table = missed(match(2), 0)
    assert presence.following(table, [Returned(0)], NOON + MINUTE) == (Returned(0),)


def test_a_player_who_acts_is_back() -> None:
    table = missed(match(2), 0, 2)
    back = evolve(table, move(table, 0, Author.PLAYER))
    assert back.seats[0].controller is Controller.PLAYER
    assert back.seats[0].missed == 0


def test_a_match_that_ends_with_the_second_miss_has_no_stand_in() -> None:
    table = missed(match(2), 0)
    last = move(
        table,
        0,
        Author.CLOCK,
        stand=Stand(Phase.FINISHED),
        places=(Place(0, 1), Place(1, 2)),
        deadline=None,
    )
    assert kinds(presence.following(table, [last], NOON)) == [Moved]


def test_a_match_that_stand_ins_play_for_everybody_rests_and_then_closes() -> None:
    table = missed(missed(match(2), 0, 2), 1, 2)
    assert table.abandon_at == table.alarm == NOON + presence.LEAST_PATIENCE
    assert decisions.due(table, NOON) is None
    assert decisions.due(table, NOON + presence.LEAST_PATIENCE) is Due.CLOSE


def test_a_match_of_slow_turns_waits_for_a_turn() -> None:
    day = timedelta(days=1)
    assert missed(match(1, day), 0, 2).abandon_at == NOON + day


def test_one_who_is_back_is_enough_for_the_match_to_go_on() -> None:
    table = missed(missed(match(2), 0, 2), 1, 2)
    [back] = versions(table, presence.following(table, [Returned(0)], NOON))
    assert back.abandon_at is None
    assert decisions.due(back, NOON) is Due.ADVICE
    acted = evolve(table, move(table, 1, Author.PLAYER))
    assert acted.abandon_at is None


def test_a_match_is_deserted_too_when_the_last_who_is_there_leaves() -> None:
    table = missed(match(3), 0, 2)
    left = presence.following(table, decisions.leave(table, PEOPLE[1].id), NOON)
    assert kinds(left) == [Left]
    [table] = versions(table, left)
    gone = presence.following(table, [Left(2)], NOON)
    assert kinds(gone) == [Left, Deserted]


def test_who_is_out_is_still_there_to_see_the_end() -> None:
    table = match(2)
    out = move(table, 1, Author.PLAYER, stand=Stand(Phase.SEAT, 0, (1,)))
    table = missed(evolve(table, out), 0, 2)
    assert table.is_away(0)
    assert table.abandon_at is None


def test_a_table_that_somebody_closes_was_not_abandoned() -> None:
    table = missed(match(1), 0, 2)
    assert evolve(table, Closed()).abandon_at is None
    abandoned = evolve(table, Closed(NOON))
    assert (abandoned.abandon_at, abandoned.alarm) == (NOON, None)
    assert abandoned.state is TableState.CLOSED


def test_what_became_of_somebody_away_survives_its_own_encoding() -> None:
    changes: list[Change] = [StoodIn(1), Deserted(NOON), Returned(1, NOON), Closed(NOON)]
    for change in changes:
        assert msgspec.json.decode(msgspec.json.encode(change), type=Change) == change
    assert msgspec.json.decode(b'{"type":"returned","seat":1}', type=Change) == Returned(1)


async def miss(house: "House", table: str) -> tables_pb2.Table:
    """The open decision runs out."""
    before = await house.app.get(table)
    house.clock.pass_by(61)
    await house.room.croupier.sweep()
    return await house.app.until(table, lambda seen: seen.version > before.version)


def is_away(table: tables_pb2.Table, name: str) -> bool:
    [seat] = [seat for seat in table.seats if seat.player.name == name]
    return seat.controller == tables_pb2.CONTROLLER_STAND_IN


async def away(house: "House", table: str, name: str) -> tables_pb2.Table:
    """This player misses decisions, and the others take theirs, until a stand-in plays."""
    while not is_away(await house.app.get(table), name):
        to_act, _ = await house.app.turn(table)
        if to_act == name:
            await miss(house, table)
        else:
            await house.app.play_on(table)
    return await house.app.get(table)


async def log(house: "House", table: str) -> list[Change]:
    return [entry.change for entry in await house.room.desk.store.log(table, 10_000)]


@pytest.mark.parametrize("terms", [HURRIED, RANKED], ids=["friends", "ranked"])
async def test_a_stand_in_plays_promptly_for_whoever_missed_two_decisions(
    house: "House", terms: dict[str, Any]
) -> None:
    app = house.app
    table = await app.dealt("ana", "bia", **terms)
    await away(house, table.id, "ana")
    over = await app.play_out(table.id)
    assert over.state == tables_pb2.TABLE_STATE_FINISHED
    assert over.seats[0].controller == tables_pb2.CONTROLLER_STAND_IN
    assert not over.seats[0].left
    changes = await log(house, table.id)
    after = changes[changes.index(StoodIn(0)) :]
    made = [one for one in after if isinstance(one, Moved) and one.seat == 0]
    assert {one.author for one in made} == {Author.RIVAL}


async def test_whoever_was_away_sees_the_own_hand_at_once_and_is_back_at_the_next_decision(
    house: "House",
) -> None:
    app = house.app
    table = await app.dealt("ana", "bia", **HURRIED)
    await away(house, table.id, "ana")
    shown = await app.get(table.id, "ana")
    assert shown.view.observer.seat == 0
    back = await app.join(table.id, "ana")
    assert back.seat == 0
    assert back.table.seats[0].controller == tables_pb2.CONTROLLER_PLAYER
    while (await app.turn(table.id))[0] != "ana":
        await app.play_on(table.id)
    name, view = await app.turn(table.id)
    assert (await app.act(table.id, name, view.ply, view.legal[0])).table.seats[0].missed == 0


async def test_even_an_action_that_is_refused_brings_its_player_back(
    house: "House", refused: "Refused"
) -> None:
    app = house.app
    table = await app.dealt("ana", "bia", **HURRIED)
    gone = await away(house, table.id, "ana")
    await app.until(table.id, lambda seen: seen.seats[seen.view.to_act].player.name == "bia")
    answer = await refused(app.act(table.id, "ana", gone.view.ply - 1, NOTHING_DONE))
    assert answer[:2] == ("ABORTED", "PLY_CLOSED")
    back = await app.get(table.id)
    assert back.seats[0].controller == tables_pb2.CONTROLLER_PLAYER
    again = await refused(app.act(table.id, "ana", gone.view.ply - 1, NOTHING_DONE))
    assert again[1] == "PLY_CLOSED"
    assert (await app.get(table.id)).version == back.version


async def test_each_change_of_who_plays_is_seen_once_by_those_who_watch(house: "House") -> None:
    app = house.app
    table = await app.dealt("ana", "bia", **HURRIED)
    stream = app.watch(table.id, "bia", table.version)
    gone = await away(house, table.id, "ana")
    seen: list[tables_pb2.Table] = []
    while not seen or not is_away(seen[-1], "ana"):
        response = await anext(stream)
        seen += [response.table] if response.HasField("table") else []
    assert [one.version for one in seen] == list(range(table.version + 1, seen[-1].version + 1))
    assert seen[-2].view.events
    assert not seen[-1].view.events
    assert gone.version >= seen[-1].version


async def test_a_match_that_all_its_people_left_to_stand_ins_closes_unrated(
    house: "House",
) -> None:
    app = house.app
    table = await app.dealt("ana", "bia", **RANKED)
    await away(house, table.id, "ana")
    resting = await deserted(house, table.id)
    await asyncio.sleep(0.1)
    assert (await app.get(table.id)).version == resting.version
    assert not resting.HasField("deadline")
    left = resting.abandon_time.ToSeconds() - house.clock().timestamp()
    assert LONG - 5 < left <= LONG
    house.clock.pass_by(LONG)
    await house.room.croupier.sweep()
    over = await app.until(table.id, is_over)
    assert over.state == tables_pb2.TABLE_STATE_CLOSED
    assert over.HasField("abandon_time")
    assert not over.placements
    assert await house.room.desk.store.next_report(house.clock()) is None
    assert (await log(house, table.id))[-1] == Closed(over.abandon_time.ToDatetime(UTC))


async def deserted(house: "House", table: str) -> tables_pb2.Table:
    """Everybody misses decisions until nobody is there."""
    while not (shown := await house.app.get(table)).HasField("abandon_time"):
        house.clock.pass_by(61)
        await house.room.croupier.sweep()
        await asyncio.sleep(0.02)
    return shown


async def test_a_match_that_rests_goes_on_when_somebody_comes_back(open_house: Any) -> None:
    async with open_house() as house:
        table = await house.app.dealt("ana", "bia", **HURRIED)
        resting = await deserted(house, table.id)
    async with open_house() as house:
        await house.app.join(table.id, "bia")
        going = await house.app.until(table.id, lambda seen: seen.version > resting.version)
        assert not going.HasField("abandon_time")
        over = await house.app.play_out(table.id)
        assert over.state == tables_pb2.TABLE_STATE_FINISHED


async def test_training_rests_like_any_other_match(house: "House") -> None:
    app = house.app
    table = await app.create(purpose=tables_pb2.PURPOSE_TRAINING, **HURRIED)
    await app.rivals(table.id, "ana", [engine_pb2.LEVEL_NORMAL] * 2)
    await app.start(table.id)
    resting = await deserted(house, table.id)
    assert resting.state == tables_pb2.TABLE_STATE_PLAYING
    await app.join(table.id, "ana")
    assert (await app.play_out(table.id)).state == tables_pb2.TABLE_STATE_FINISHED


async def test_two_services_close_a_deserted_match_once(open_house: Any, url: str) -> None:
    async with open_house(database=url) as left, open_house(database=url) as right:
        table = await left.app.dealt("ana", "bia", **HURRIED)
        await deserted(left, table.id)
        right.clock.ahead = left.clock.ahead
        for house in (left, right):
            house.clock.pass_by(LONG)
        await asyncio.gather(left.room.croupier.sweep(), right.room.croupier.sweep())
        await left.app.until(table.id, is_over)
        await asyncio.sleep(0.1)
        kinds = [type(change) for change in await log(left, table.id)]
        assert kinds.count(Closed) == kinds.count(Deserted) == 1
        assert kinds[-1] is Closed
