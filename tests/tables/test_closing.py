"""Closing a table without a result: who suffices, whose votes count, and what is left of it."""

import asyncio
from collections.abc import Collection
from datetime import UTC, datetime, timedelta
from itertools import chain, combinations
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from google.protobuf.duration_pb2 import Duration

from carteado.api.engine.v1 import engine_pb2
from carteado.api.game.v1 import game_pb2
from carteado.api.tables.v1 import tables_pb2
from carteado.runtime.errors import Refused as Refusal
from carteado.tables import decisions
from carteado.tables.changes import (
    Author,
    Change,
    CloseAsked,
    Closed,
    Joined,
    Left,
    Moved,
    Opened,
    RivalsSet,
    Started,
    evolve,
    fold,
)
from carteado.tables.table import (
    Level,
    Phase,
    Player,
    Purpose,
    Seat,
    Stand,
    Table,
    TableState,
    Terms,
)

if TYPE_CHECKING:
    from tests.tables.conftest import Guest, House, Refused

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
PEOPLE = [Player(f"app/p{number}", f"p{number}") for number in range(6)]
MINUTE = timedelta(minutes=1)
RANKED = {"purpose": tables_pb2.PURPOSE_RANKED, "turn_time": Duration(seconds=60)}
CLOSED = ("FAILED_PRECONDITION", "TABLE_CLOSED")


def lobby(people: int, purpose: Purpose = Purpose.FRIENDS) -> Table:
    """A table of so many people, and, where the purpose allows it, a house rival."""
    terms = Terms(
        options={"euFaco": {}}, game="GAME_EU_FACO", max_seats=8, purpose=purpose, turn_time=MINUTE
    )
    opened = Opened(
        id="t",
        code="CODE22",
        application="app",
        at=NOON,
        terms=terms,
        host=PEOPLE[0],
        anchor=b"anchor",
        secret=b"sealed",
    )
    rivals = () if purpose is Purpose.RANKED else (RivalsSet((Level.NORMAL,)),)
    return fold([opened, *(Joined(player) for player in PEOPLE[1:people]), *rivals])


def match(people: int, purpose: Purpose = Purpose.FRIENDS) -> Table:
    return evolve(lobby(people, purpose), Started("eu_faco/1", {}, Stand(Phase.SEAT, 0)))


def after(table: Table, changes: Collection[Change]) -> Table:
    for change in changes:
        table = evolve(table, change)
    return table


def asked(table: Table, *people: int) -> Table:
    """The table after these have asked for its end, one after the other."""
    for number in people:
        table = after(table, decisions.close(table, PEOPLE[number].id, "app"))
    return table


def left(table: Table, number: int) -> Table:
    return after(table, decisions.leave(table, PEOPLE[number].id))


def subsets(people: int) -> list[tuple[int, ...]]:
    everybody = range(people)
    return list(chain.from_iterable(combinations(everybody, size) for size in range(people + 1)))


def reason(call: Any) -> str:
    with pytest.raises(Refusal) as refused:
        call()
    return refused.value.reason


@pytest.mark.parametrize("people", range(1, 7))
@pytest.mark.parametrize("kind", [lobby, match])
def test_the_host_or_more_than_half_of_the_people_close_a_table(people: int, kind: Any) -> None:
    for voters in subsets(people):
        table = kind(people)
        for number in voters:
            if table.state is not TableState.CLOSED:
                table = asked(table, number)
        should_close = 0 in voters or len(voters) > people / 2
        assert (table.state is TableState.CLOSED) is should_close, voters
        missing = 0 if should_close else people // 2 + 1 - len(voters)
        assert decisions.votes_missing(table) == missing


@pytest.mark.parametrize("people", range(1, 7))
def test_only_all_of_them_together_close_a_ranked_match(people: int) -> None:
    for voters in subsets(people):
        table = asked(match(people, Purpose.RANKED), *voters)
        assert (table.state is TableState.CLOSED) is (len(voters) == people), voters
        assert decisions.votes_missing(table) == people - len(voters)


def test_a_ranked_lobby_closes_like_any_other() -> None:
    assert asked(lobby(4, Purpose.RANKED), 0).state is TableState.CLOSED
    assert asked(lobby(4, Purpose.RANKED), 1, 2).state is TableState.LOBBY
    assert asked(lobby(4, Purpose.RANKED), 1, 2, 3).state is TableState.CLOSED


def test_the_application_that_opened_the_table_counts_as_its_host_but_in_a_ranked_match() -> None:
    for table in (lobby(4), match(4), lobby(4, Purpose.RANKED)):
        assert decisions.close(table, "", "app") == [Closed()]
        assert reason(lambda table=table: decisions.close(table, "", "bot")) == "NOT_HOST"
    ranked = match(4, Purpose.RANKED)
    assert reason(lambda: decisions.close(ranked, "", "app")) == "RANKED_NEEDS_EVERYBODY"
    assert reason(lambda: decisions.close(ranked, "", "bot")) == "NOT_HOST"


def test_asking_again_changes_nothing() -> None:
    table = asked(match(4), 1)
    assert decisions.close(table, PEOPLE[1].id, "app") == []
    assert decisions.votes_missing(table) == 2


def test_the_last_vote_and_the_end_are_two_lines_of_the_log() -> None:
    table = asked(match(3), 1)
    assert decisions.close(table, PEOPLE[2].id, "app") == [CloseAsked(2), Closed()]


def test_only_somebody_who_sits_there_may_ask() -> None:
    gone = left(match(4), 3)
    for stranger in ("app/zeca", PEOPLE[3].id, "house/1"):
        assert reason(lambda who=stranger: decisions.close(gone, who, "app")) == "NOT_SEATED"


@pytest.mark.parametrize("kind", [lobby, match])
def test_the_vote_of_somebody_who_leaves_does_not_count(kind: Any) -> None:
    table = left(asked(kind(6), 1, 2), 2)
    assert decisions.votes_missing(table) == 2
    assert asked(table, 3).state is not TableState.CLOSED
    assert asked(table, 3, 4).state is TableState.CLOSED


def test_whoever_comes_back_to_the_lobby_has_not_asked_yet() -> None:
    table = evolve(left(asked(lobby(4), 1), 1), Joined(PEOPLE[1]))
    assert decisions.votes_missing(table) == 3


def test_nobody_gets_out_of_a_ranked_match_by_leaving_it_to_those_who_asked_to_close_it() -> None:
    table = asked(match(3, Purpose.RANKED), 1, 2)
    assert decisions.leave(table, PEOPLE[0].id) == [Left(0)]
    assert decisions.votes_missing(left(table, 0)) == 1


def test_a_ranked_match_that_somebody_left_is_played_to_its_end() -> None:
    table = left(match(3, Purpose.RANKED), 0)
    for player in PEOPLE[1:3]:
        assert (
            reason(lambda who=player.id: decisions.close(table, who, "app"))
            == "RANKED_NEEDS_EVERYBODY"
        )


def test_who_asked_to_close_the_table_in_one_round_did_not_ask_in_the_next() -> None:
    table = asked(match(4), 1, 2)
    deal = Moved(
        ply=40,
        seat=None,
        action={"deal": {}},
        author=Author.TABLE,
        stand=Stand(Phase.SEAT, 0),
    )
    assert decisions.votes_missing(table) == 1
    assert decisions.votes_missing(evolve(table, deal)) == 3


def test_a_majority_that_somebodys_leaving_makes_closes_the_table() -> None:
    table = asked(match(4), 1, 2)
    assert table.state is TableState.PLAYING
    assert decisions.leave(table, PEOPLE[3].id) == [Left(3), Closed()]
    assert decisions.leave(table, PEOPLE[2].id) == [Left(2)]


def test_whoever_asked_and_becomes_host_closes_the_lobby() -> None:
    table = asked(lobby(5), 1)
    assert decisions.leave(table, PEOPLE[0].id) == [Left(0), Closed()]


def test_a_host_who_left_the_match_is_nobodys_host() -> None:
    table = left(match(4), 0)
    assert asked(table, 1).state is TableState.PLAYING
    assert asked(table, 1, 2).state is TableState.CLOSED


def test_who_asked_to_close_the_lobby_did_not_ask_to_close_the_match() -> None:
    table = evolve(asked(lobby(4), 1, 2), Started("eu_faco/1", {}, Stand(Phase.SEAT, 0)))
    assert decisions.votes_missing(table) == 3


def test_whoever_joins_raises_the_majority() -> None:
    table = asked(lobby(3), 1)
    assert decisions.votes_missing(table) == 1
    assert decisions.votes_missing(evolve(table, Joined(PEOPLE[3]))) == 2


def test_a_closed_match_has_no_deadline_and_a_closed_table_is_closed_once() -> None:
    table = asked(match(2), 0)
    assert table.deadline is None
    assert decisions.due(table, NOON) is None
    assert reason(lambda: decisions.close(table, PEOPLE[0].id, "app")) == "TABLE_CLOSED"
    assert reason(lambda: decisions.close(table, "", "app")) == "TABLE_CLOSED"


def test_logs_and_heads_from_before_there_were_votes_can_still_be_read() -> None:
    seat = b'{"player":{"id":"app/ana","name":"ana"},"missed":1}'
    assert not msgspec.json.decode(seat, type=Seat).wants_closed
    assert msgspec.json.decode(b'{"type":"closed"}', type=Change) == Closed()


async def test_the_host_closes_a_running_match_at_once(app: "Guest", refused: "Refused") -> None:
    table = await app.dealt("ana", "bia", turn_time=Duration(seconds=60))
    answer = await app.close(table.id, "ana")
    assert answer.votes_missing == 0
    assert answer.table.state == tables_pb2.TABLE_STATE_CLOSED
    assert not answer.table.HasField("deadline")
    assert not answer.table.placements
    ply = answer.table.view.ply
    calls = [
        app.act(table.id, "bia", ply, game_pb2.Action(bid=game_pb2.Bid(tricks=0))),
        app.join(table.id, "ana"),
        app.leave(table.id, "bia"),
        app.start(table.id),
        app.update(table.id, "ana", max_seats=4),
        app.rivals(table.id, "ana", []),
        app.rematch(table.id, "ana"),
        app.close(table.id, "ana"),
        app.close(table.id),
    ]
    for call in calls:
        assert (await refused(call))[:2] == CLOSED
    assert (await app.get(table.id)).version == answer.table.version


async def test_requests_are_counted_until_enough_people_asked(
    app: "Guest", bot: "Guest", refused: "Refused"
) -> None:
    table = await app.seated("ana", "bia", "caio")
    await bot.join(table.id, "davi")
    await app.start(table.id)
    first = await app.close(table.id, "bia")
    assert (first.votes_missing, first.table.state) == (2, tables_pb2.TABLE_STATE_PLAYING)
    second = await bot.close(table.id, "davi")
    assert second.votes_missing == 1
    stranger = await refused(app.close(table.id, "zeca"))
    assert stranger[:2] == ("PERMISSION_DENIED", "NOT_SEATED")
    last = await app.close(table.id, "caio")
    assert (last.votes_missing, last.table.state) == (0, tables_pb2.TABLE_STATE_CLOSED)


async def test_a_repeated_request_is_counted_once(app: "Guest") -> None:
    table = await app.seated("ana", "bia", "caio", "davi")
    first = await app.close(table.id, "bia", "once")
    again = await app.close(table.id, "bia", "once")
    assert (again.votes_missing, again.table.version) == (2, first.table.version)
    await app.close(table.id, "caio")
    await app.close(table.id, "davi")
    late = await app.close(table.id, "bia", "once")
    assert (late.votes_missing, late.table.state) == (0, tables_pb2.TABLE_STATE_CLOSED)


async def test_everybody_who_asks_at_once_is_counted(app: "Guest") -> None:
    table = await app.dealt("ana", "bia", "caio", **RANKED)
    answers = await asyncio.gather(*(app.close(table.id, name) for name in ("ana", "bia", "caio")))
    assert sorted(answer.votes_missing for answer in answers) == [0, 1, 2]
    assert (await app.get(table.id)).state == tables_pb2.TABLE_STATE_CLOSED


async def test_an_application_closes_its_own_table_and_no_other(
    app: "Guest", bot: "Guest", refused: "Refused"
) -> None:
    table = await app.create(visibility=tables_pb2.VISIBILITY_PUBLIC)
    assert (await refused(bot.close(table.id)))[:2] == ("PERMISSION_DENIED", "NOT_HOST")
    assert (await app.close(table.code)).table.state == tables_pb2.TABLE_STATE_CLOSED
    assert not (await app.list()).tables
    assert (await app.get(table.code)).id == table.id
    none = await refused(app.record(table.id))
    assert none[:2] == ("FAILED_PRECONDITION", "MATCH_NOT_STARTED")


async def test_neither_host_nor_application_closes_a_ranked_match(
    app: "Guest", refused: "Refused"
) -> None:
    table = await app.dealt("ana", "bia", **RANKED)
    answer = await refused(app.close(table.id))
    assert answer[:2] == ("FAILED_PRECONDITION", "RANKED_NEEDS_EVERYBODY")
    assert (await app.close(table.id, "ana")).votes_missing == 1
    assert (await app.get(table.id)).state == tables_pb2.TABLE_STATE_PLAYING
    assert (await app.close(table.id, "bia")).table.state == tables_pb2.TABLE_STATE_CLOSED


async def test_a_finished_table_is_closed_by_nobody(app: "Guest", refused: "Refused") -> None:
    table = await app.dealt("ana", "bia")
    await app.play_out(table.id)
    for call in (app.close(table.id, "ana"), app.close(table.id)):
        assert (await refused(call))[:2] == CLOSED


async def test_those_who_watch_see_the_end_and_their_streams_end(app: "Guest") -> None:
    table = await app.dealt("ana", "bia")
    stream = app.watch(table.id, "bia", table.version)
    await app.close(table.id, "ana")
    seen = [one async for one in stream if one.HasField("table")]
    assert [one.version - table.version for one in seen] == [1, 2]
    assert seen[-1].table.state == tables_pb2.TABLE_STATE_CLOSED
    again = [one async for one in app.watch(table.id, "bia", table.version)]
    assert again == seen


async def test_rivals_and_clocks_rest_once_the_table_is_closed(house: "House") -> None:
    app = house.app
    table = await app.seated("ana", turn_time=Duration(seconds=60))
    await app.rivals(table.id, "ana", [engine_pb2.LEVEL_NORMAL])
    await app.start(table.id)
    await app.turn(table.id)
    closed = (await app.close(table.id, "ana")).table
    house.clock.pass_by(600)
    await house.room.croupier.sweep()
    assert not await house.room.desk.store.due(house.clock())
    assert not await house.room.desk.store.playing()
    assert not house.room.croupier._tasks
    assert (await app.get(table.id)).version == closed.version


async def test_a_closed_match_gives_the_rounds_that_were_over_and_no_other_secret(
    app: "Guest",
) -> None:
    table = await app.dealt("ana", "bia")
    opened = await app.play_on(table.id)
    while not any(event.HasField("round_opened") for event in opened.table.view.events):
        opened = await app.play_on(table.id)
    await app.turn(table.id)
    await app.play_on(table.id)
    before = (await app.record(table.id)).record
    await app.close(table.id, "ana")
    answer = await app.record(table.id)
    assert answer.record == before
    assert len(answer.record.secrets) == 1
    assert not answer.record.placements
    assert len(answer.record.moves) == opened.table.view.ply
