"""What every store promises, kept by SQLite and by PostgreSQL alike."""

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from msgspec.structs import replace

from carteado.tables.adapters import store_at
from carteado.tables.changes import (
    Author,
    Change,
    Closed,
    Credited,
    Deserted,
    Joined,
    Left,
    Moved,
    Opened,
    Started,
    StoodIn,
    Updated,
    fold,
    opened,
    versions,
)
from carteado.tables.store import (
    Append,
    Appended,
    Asked,
    Entry,
    Listing,
    Position,
    Report,
    RequestKnown,
    Store,
    Stored,
    Taken,
    Untouched,
    VersionConflict,
)
from carteado.tables.table import (
    Phase,
    Place,
    Player,
    Purpose,
    Stand,
    Table,
    TableState,
    Terms,
    Visibility,
)

MICROSECOND = timedelta(microseconds=1)
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
ANA, BIA = Player("app/ana", "ana"), Player("app/bia", "bia")
TERMS = Terms(options={"euFaco": {}}, game="GAME_EU_FACO", max_seats=3)
HURRIED = replace(TERMS, turn_time=timedelta(seconds=30))
START = Started("eu_faco/1", {}, Stand(Phase.DEAL))


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    async with store_at(url) as one:
        yield one


def opening(name: str = "one", **more: Any) -> Opened:
    return Opened(
        **{
            "id": f"table-{name}",
            "code": name.upper(),
            "application": "app",
            "at": NOON,
            "terms": TERMS,
            "host": ANA,
            "anchor": b"anchor",
            "secret": b"sealed",
            **more,
        }
    )


def new(name: str = "one", asked: Asked | None = None, **more: Any) -> Append:
    change = opening(name, **more)
    return Append(opened(change), (change,), change.at, asked=asked)


def after(table: Table, *changes: Change, **more: Any) -> Append:
    return Append(versions(table, changes)[-1], changes, NOON, **more)


def request(name: str, digest: bytes = b"digest") -> Asked:
    return Asked("app", name, digest)


def moved(ply: int = 0, **more: Any) -> Moved:
    stand = Stand(Phase.SEAT, 0)
    return Moved(ply=ply, action={"deal": {}}, author=Author.TABLE, stand=stand, **more)


async def held(store: Store, **more: Any) -> Table:
    append = new(**more)
    assert await store.append([append]) == [Appended()]
    return append.head


async def test_what_was_appended_is_found_by_id_and_by_code_in_any_case(store: Store) -> None:
    table = await held(store)
    assert await store.find("table-one") == Stored(table)
    assert await store.find("one") == Stored(table)
    assert await store.find("two") is None


async def test_the_head_is_what_the_log_folds_to(store: Store) -> None:
    table = await held(store)
    await store.append([after(table, Joined(BIA, b"x"), START, moved())])
    stored = await store.find("one")
    assert stored is not None
    log = await store.log(table.id, stored.table.version)
    assert [entry.version for entry in log] == [1, 2, 3, 4]
    assert fold([entry.change for entry in log]) == stored.table
    assert await store.log(table.id, 2) == log[:2]


async def test_of_two_changes_of_one_version_the_first_wins(store: Store) -> None:
    table = await held(store)
    first, second = after(table, Joined(BIA)), after(table, Updated(HURRIED))
    assert await store.append([first, second]) == [Appended(), VersionConflict()]
    assert await store.find("one") == Stored(first.head)


async def test_a_conflict_takes_nothing_else_along(store: Store) -> None:
    table = await held(store)
    stale = after(table, Updated(HURRIED), asked=request("stale"))
    outcomes = await store.append(
        [after(table, Joined(BIA)), stale, new("two", asked=request("two"))]
    )
    assert outcomes == [Appended(), VersionConflict(), Appended()]
    assert await store.request("app", "stale") is None
    assert await store.request("app", "two") == RequestKnown(b"digest", "table-two")


async def test_a_request_is_answered_once_and_a_known_one_writes_nothing(store: Store) -> None:
    table = await held(store)
    first = after(table, Joined(BIA), asked=request("join"))
    again = after(first.head, Left(1), asked=request("join", b"other"))
    known = RequestKnown(b"digest", "table-one")
    assert await store.append([first, again]) == [Appended(), known]
    assert await store.find("one") == Stored(first.head)


async def test_a_request_of_another_application_is_another_one(store: Store) -> None:
    table = await held(store, asked=request("same"))
    other = after(table, Joined(BIA), asked=Asked("bot", "same", b"digest"))
    assert await store.append([other]) == [Appended()]


async def test_a_request_that_changed_nothing_is_noted(store: Store) -> None:
    table = await held(store)
    nothing = Append(table, (), NOON, asked=request("nothing"))
    assert await store.append([nothing]) == [Appended()]
    assert await store.request("app", "nothing") == RequestKnown(b"digest", "table-one")


async def test_a_code_and_a_rematch_are_taken_once(store: Store) -> None:
    await held(store)
    first = new("two", rematch_of="table-one")
    outcomes = await store.append(
        [first, new("three", rematch_of="table-one"), new("four", code="ONE")]
    )
    assert outcomes == [Appended(), Taken.CLAIM, Taken.CODE]
    assert await store.claimed("rematch/table-one") == Stored(first.head)
    assert await store.claimed("rematch/table-two") is None


async def test_a_ply_is_answered_once(store: Store) -> None:
    table = await held(store)
    first = after(table, START, moved(), sealed=b"state")
    await store.append([first])
    assert await store.append([after(first.head, moved())]) == [VersionConflict()]
    assert await store.move(table.id, 0) == Entry(3, NOON, moved())
    assert await store.move(table.id, 1) is None
    assert await store.find("one") == Stored(first.head, b"state")


async def test_a_clock_is_replaced_by_the_next_move_and_cleared_without_one(store: Store) -> None:
    table = await held(store, terms=HURRIED)
    first = after(table, START, moved(deadline=NOON))
    await store.append([first])
    assert await store.due(NOON) == ["table-one"]
    assert await store.due(NOON - timedelta(seconds=1)) == []
    later = NOON + timedelta(seconds=30)
    second = after(first.head, moved(1, deadline=later))
    await store.append([second])
    assert await store.due(NOON) == []
    assert await store.next_deadline(NOON) == later
    await store.append([after(second.head, moved(2))])
    assert await store.next_deadline(NOON) is None


async def test_clocks_that_run_out_after_a_time_are_known(store: Store) -> None:
    table = await held(store, terms=HURRIED)
    await store.append([after(table, START, moved(deadline=NOON))])
    assert await store.running(NOON - MICROSECOND) == ["table-one"]
    assert await store.running(NOON) == []


async def test_a_deserted_match_has_the_clock_of_its_end(store: Store) -> None:
    table = await held(store, terms=HURRIED)
    later = NOON + timedelta(minutes=10)
    first = after(table, START, moved(deadline=NOON), StoodIn(0), Deserted(later))
    await store.append([first])
    assert await store.next_deadline(NOON) == later
    second = after(first.head, Credited(NOON, later + MICROSECOND))
    await store.append([second])
    assert await store.next_deadline(NOON) == later + MICROSECOND
    await store.append([after(second.head, Closed(later))])
    assert await store.next_deadline(NOON) is None


async def test_tables_that_nobody_touches_are_found_by_their_last_change(store: Store) -> None:
    table = await held(store)
    later = NOON + timedelta(days=1)
    assert await store.untouched(TableState.LOBBY, NOON - MICROSECOND) == []
    assert await store.untouched(TableState.LOBBY, NOON) == [Untouched("table-one", 1)]
    joined = Append(versions(table, [Joined(BIA)])[-1], (Joined(BIA),), later)
    await store.append([joined])
    assert await store.untouched(TableState.LOBBY, later - MICROSECOND) == []
    assert await store.untouched(TableState.PLAYING, later) == []
    assert await store.untouched(TableState.LOBBY, later) == [Untouched("table-one", 2)]


async def test_the_pulse_never_goes_back(store: Store) -> None:
    assert await store.pulse() is None
    for now in (NOON, NOON - timedelta(seconds=1)):
        await store.beat(now)
        assert await store.pulse() == NOON


async def test_tables_in_play_are_known(store: Store) -> None:
    table = await held(store)
    assert await store.playing() == []
    await store.append([after(table, START)])
    assert await store.playing() == ["table-one"]


def ending(ply: int) -> Moved:
    places = (Place(0, 1), Place(1, 2))
    stand = Stand(Phase.FINISHED)
    return Moved(ply=ply, action={"deal": {}}, author=Author.TABLE, stand=stand, places=places)


async def over(store: Store, name: str, **more: Any) -> Append:
    """What ends a ranked match, written."""
    ranked = replace(HURRIED, purpose=Purpose.RANKED)
    table = await held(store, name=name, terms=ranked)
    append = after(table, Joined(BIA), START, moved(), ending(1), **more)
    assert await store.append([append]) == [Appended()]
    return append


async def test_a_ranked_result_is_to_be_reported_from_the_moment_it_is_written(
    store: Store,
) -> None:
    assert await store.next_report(NOON) is None
    append = await over(store, "one")
    assert await store.next_report(NOON - MICROSECOND) is None
    assert await store.next_report(NOON) == Report(append.head.id)
    note = Append(append.head, (), NOON, asked=request("late"))
    assert await store.append([note]) == [Appended()]
    await store.report_taken(append.head.id)
    await store.report_taken(append.head.id)
    assert await store.next_report(NOON) is None


async def test_what_was_not_written_is_not_reported(store: Store) -> None:
    table = await held(store, terms=replace(HURRIED, purpose=Purpose.RANKED))
    stale = after(table, Joined(BIA), START, moved(), ending(1))
    assert await store.append([after(table, Joined(BIA)), stale]) == [Appended(), VersionConflict()]
    assert await store.next_report(NOON) is None


async def test_only_ranked_results_are_reported(store: Store) -> None:
    friends = await held(store, name="friends")
    going_on = await held(store, name="on", terms=replace(HURRIED, purpose=Purpose.RANKED))
    await store.append([after(friends, Joined(BIA), START, moved(), ending(1))])
    await store.append([after(going_on, Joined(BIA), START, moved(), Closed())])
    assert await store.next_report(NOON) is None


async def test_a_report_put_off_waits_and_lets_the_others_go_first(store: Store) -> None:
    await over(store, "one")
    later = NOON + timedelta(minutes=10)
    await store.put_off(Report("table-one", "RECORD_DIVERGES"), later)
    await over(store, "two")
    assert await store.next_report(NOON) == Report("table-two")
    await store.put_off(Report("table-two"), later + MICROSECOND)
    assert await store.next_report(NOON) is None
    assert await store.next_report(later) == Report("table-one", "RECORD_DIVERGES")
    await store.report_taken("table-one")
    assert await store.next_report(later + MICROSECOND) == Report("table-two")
    await store.put_off(Report("table-one"), NOON)
    assert await store.next_report(NOON) is None


async def test_the_public_list_has_tables_that_wait_newest_first(store: Store) -> None:
    public = replace(TERMS, visibility=Visibility.PUBLIC)
    for number in range(5):
        at = NOON + timedelta(seconds=number // 2)
        await held(store, name=f"t{number}", at=at, terms=public)
    await held(store, name="private")
    full = await held(store, name="full", terms=replace(public, max_seats=1))
    gone = await held(store, name="gone", terms=public)
    await store.append([after(gone, START)])
    listing = Listing(limit=2, application="app")
    found: list[str] = []
    while page := await store.listing(listing):
        found += [table.code for table in page]
        position = Position(page[-1].created_at, page[-1].id)
        listing = Listing(limit=2, application="app", after=position)
    assert found == ["T4", "T3", "T2", "T1", "T0"]
    assert full.code not in found


async def test_own_tables_are_listed_by_seat_label_and_game(store: Store) -> None:
    await held(store, name="mine", labels={"chat": "1", "kind": "x"})
    await held(store, name="theirs", application="bot", host=BIA, labels={"chat": "1"})
    sevn = replace(TERMS, game="GAME_SEVN")
    await held(store, name="sevn", labels={"chat": "2"}, terms=sevn)

    async def codes(**more: Any) -> list[str]:
        listing = Listing(limit=10, application="app", **more)
        return [table.code for table in await store.listing(listing)]

    assert await codes(labels={"chat": "1"}) == ["MINE"]
    assert await codes(labels={"chat": "1", "kind": "y"}) == []
    assert await codes(player_id=ANA.id) == ["SEVN", "MINE"]
    assert await codes(player_id=ANA.id, game="GAME_SEVN") == ["SEVN"]
    assert await codes(player_id=BIA.id) == ["THEIRS"]


async def test_whoever_left_the_lobby_is_not_found_there_any_more(store: Store) -> None:
    table = await held(store)
    joined = after(table, Joined(BIA))
    await store.append([joined, after(joined.head, Left(0))])
    listing = Listing(limit=10, application="app", player_id=ANA.id)
    assert await store.listing(listing) == []


async def test_two_stores_over_one_database_agree_on_every_winner(url: str) -> None:
    async with store_at(url) as left, store_at(url) as right:
        table = await held(left)
        for _ in range(25):
            mine, theirs = after(table, Joined(BIA, b"l")), after(table, Joined(BIA, b"r"))
            [first], [second] = await asyncio.gather(left.append([mine]), right.append([theirs]))
            assert {type(first), type(second)} == {Appended, VersionConflict}
            stored = await right.find("one")
            assert stored is not None
            assert stored.table == (mine if isinstance(first, Appended) else theirs).head
            table = stored.table
