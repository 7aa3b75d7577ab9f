"""Removing a player: who suffices, whose votes count, and what becomes of the seat."""

import asyncio
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from itertools import chain, combinations
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from google.protobuf.duration_pb2 import Duration

from carteado.api.engine.v1 import engine_pb2
from carteado.api.tables.v1 import tables_pb2
from carteado.runtime.errors import Refused as Refusal
from carteado.tables import decisions, removal
from carteado.tables.changes import (
    Author,
    Change,
    CloseAsked,
    Closed,
    Joined,
    Left,
    Moved,
    Opened,
    RemovalAsked,
    Removed,
    Started,
    evolve,
    fold,
)
from carteado.tables.table import (
    Controller,
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
IDS = [player.id for player in PEOPLE]
HURRIED: dict[str, Any] = {"turn_time": Duration(seconds=60)}
RANKED: dict[str, Any] = {**HURRIED, "purpose": tables_pb2.PURPOSE_RANKED}
DENIED = "PERMISSION_DENIED"


def lobby(people: int, purpose: Purpose = Purpose.FRIENDS) -> Table:
    terms = Terms(
        options={"euFaco": {}},
        game="GAME_EU_FACO",
        max_seats=8,
        purpose=purpose,
        turn_time=timedelta(minutes=1),
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
    return fold([opened, *(Joined(player) for player in PEOPLE[1:people])])


def match(people: int, purpose: Purpose = Purpose.FRIENDS) -> Table:
    return evolve(lobby(people, purpose), Started("eu_faco/1", {}, Stand(Phase.SEAT, 0)))


def after(table: Table, changes: Iterable[Change]) -> Table:
    for change in changes:
        table = evolve(table, change)
    return table


def asked(table: Table, whom: int, *people: int) -> Table:
    """The table after these have asked, one after the other, that somebody goes."""
    for number in people:
        table = after(table, removal.remove(table, IDS[number], IDS[whom], "app"))
    return table


def reason(call: Any) -> str:
    with pytest.raises(Refusal) as refused:
        call()
    return refused.value.reason


def is_gone(table: Table, number: int) -> bool:
    return table.seat_of(IDS[number]) is None


@pytest.mark.parametrize("people", range(2, 7))
@pytest.mark.parametrize("kind", [lobby, match])
def test_the_host_or_more_than_half_of_the_others_and_two_at_least_remove_a_player(
    people: int, kind: Any
) -> None:
    whom = people - 1
    others = range(whom)
    for voters in chain.from_iterable(combinations(others, size) for size in range(people)):
        table = kind(people)
        for number in voters:
            table = asked(table, whom, number)
        enough = len(voters) > len(others) / 2 and len(voters) >= removal.FEWEST
        assert is_gone(table, whom) is (0 in voters or enough), voters
        missing = max(removal.FEWEST, len(others) // 2 + 1) - len(voters)
        assert removal.votes_missing(table, IDS[whom]) == (0 if is_gone(table, whom) else missing)


def test_one_guest_cannot_take_the_table_from_its_host() -> None:
    table = asked(lobby(2), 0, 1)
    assert not is_gone(table, 0)
    assert asked(lobby(3), 0, 1, 2).host == PEOPLE[1]


def test_the_application_that_opened_the_table_counts_as_its_host() -> None:
    for table in (lobby(3), match(3)):
        assert removal.remove(table, "", IDS[0], "app") == [Removed(0)]
        assert reason(lambda table=table: removal.remove(table, "", IDS[0], "bot")) == "NOT_HOST"


def test_nobody_is_removed_from_a_ranked_match_but_from_its_lobby() -> None:
    assert asked(lobby(3, Purpose.RANKED), 2, 0).seat_of(IDS[2]) is None
    ranked = match(3, Purpose.RANKED)
    for asker in (IDS[0], IDS[1], ""):
        call = reason(lambda who=asker: removal.remove(ranked, who, IDS[2], "app"))
        assert call == "RANKED_REMOVES_NOBODY"


def test_asking_again_changes_nothing() -> None:
    table = asked(match(5), 4, 1)
    assert removal.remove(table, IDS[1], IDS[4], "app") == []
    assert removal.votes_missing(table, IDS[4]) == 2


def test_the_last_vote_and_the_removal_are_two_lines_of_the_log() -> None:
    table = asked(match(4), 3, 1)
    assert removal.remove(table, IDS[2], IDS[3], "app") == [RemovalAsked(3, IDS[2]), Removed(3)]


def test_who_was_removed_is_gone_and_to_ask_again_is_no_fault() -> None:
    for kind in (lobby, match):
        table = asked(kind(4), 3, 0)
        assert removal.remove(table, IDS[1], IDS[3], "app") == []
        assert removal.votes_missing(table, IDS[3]) == 0


def test_who_is_out_stays_as_placed() -> None:
    out = Moved(
        ply=0,
        seat=0,
        action={"pass": {}},
        author=Author.PLAYER,
        stand=Stand(Phase.SEAT, 0, (2,)),
    )
    table = evolve(match(4), out)
    assert removal.remove(table, IDS[0], IDS[2], "app") == []
    assert removal.votes_missing(table, IDS[2]) == 0


def test_only_somebody_who_sits_there_may_ask_and_only_about_such_a_one() -> None:
    table = lobby(3)
    for asker, whom in (("app/zeca", IDS[1]), (IDS[0], "app/zeca"), (IDS[0], "house/1")):
        assert reason(lambda a=asker, b=whom: removal.remove(table, a, b, "app")) == "NOT_SEATED"
    assert reason(lambda: removal.remove(table, IDS[1], IDS[1], "app")) == "FIELD_INVALID"


def test_the_vote_of_somebody_who_left_does_not_count() -> None:
    for kind in (lobby, match):
        table = asked(kind(6), 5, 1, 2)
        assert removal.votes_missing(table, IDS[5]) == 1
        table = evolve(table, Left(1))
        assert removal.votes_missing(table, IDS[5]) == 2
    back = evolve(evolve(asked(lobby(6), 5, 1), Left(1)), Joined(PEOPLE[1]))
    assert removal.votes_missing(back, IDS[5]) == 3


def test_where_others_left_a_request_that_suffices_now_is_carried_out_when_it_is_repeated() -> None:
    table = asked(match(6), 5, 1, 2)
    table = after(table, [Left(3), Left(4)])
    assert removal.votes_missing(table, IDS[5]) == 1
    assert removal.remove(table, IDS[1], IDS[5], "app") == [Removed(5)]


def test_who_asked_in_one_round_did_not_ask_in_the_next_nor_in_the_match() -> None:
    deal = Moved(
        ply=40, seat=None, action={"deal": {}}, author=Author.TABLE, stand=Stand(Phase.SEAT, 0)
    )
    start = Started("eu_faco/1", {}, Stand(Phase.SEAT, 0))
    for table in (evolve(asked(match(5), 4, 1, 2), deal), evolve(asked(lobby(5), 4, 1, 2), start)):
        assert removal.votes_missing(table, IDS[4]) == 3


def test_who_was_removed_from_the_lobby_sits_there_no_more() -> None:
    table = asked(lobby(3), 2, 0)
    assert reason(lambda: decisions.join(table, PEOPLE[2], b"")) == "REMOVED"
    assert decisions.join(table, PEOPLE[3], b"") == [Joined(PEOPLE[3])]


def test_a_majority_to_close_that_a_removal_makes_closes_the_table() -> None:
    table = after(match(5), [CloseAsked(1), CloseAsked(2)])
    table = asked(table, 4, 1, 2)
    changes = removal.remove(table, IDS[3], IDS[4], "app")
    assert changes == [RemovalAsked(4, IDS[3]), Removed(4)]
    table = after(match(4), [CloseAsked(1), CloseAsked(2)])
    assert removal.remove(table, IDS[0], IDS[3], "app") == [Removed(3), Closed()]


def test_a_table_whose_only_person_is_removed_closes() -> None:
    assert removal.remove(lobby(1), "", IDS[0], "app") == [Removed(0), Closed()]
    table = evolve(lobby(2), Closed())
    assert table.state is TableState.CLOSED
    assert reason(lambda: removal.remove(table, IDS[0], IDS[1], "app")) == "TABLE_CLOSED"


def test_a_removal_survives_its_own_encoding_and_older_heads_can_still_be_read() -> None:
    for change in (Removed(1), RemovalAsked(1, IDS[0])):
        assert msgspec.json.decode(msgspec.json.encode(change), type=Change) == change
    seat = b'{"player":{"id":"app/ana","name":"ana"},"wants_closed":true}'
    assert msgspec.json.decode(seat, type=Seat).removers == ()


async def test_a_removed_player_leaves_the_lobby_and_its_lists(
    app: "Guest", bot: "Guest", refused: "Refused"
) -> None:
    table = await app.seated("ana", "bia")
    await bot.join(table.id, "zeca")
    answer = await app.remove(table.id, "bot/zeca", "ana")
    assert answer.votes_missing == 0
    assert [seat.player.name for seat in answer.table.seats] == ["ana", "bia"]
    assert not (await bot.list(player_id="bot/zeca")).tables
    assert (await refused(bot.join(table.id, "zeca")))[:2] == (DENIED, "REMOVED")
    assert (await refused(bot.remove(table.id, "app/ana")))[:2] == (DENIED, "NOT_HOST")
    assert (await refused(bot.remove(table.id, "app/ana", "zeca")))[:2] == (DENIED, "NOT_SEATED")


async def test_a_rival_plays_on_for_whoever_is_removed_and_places_below_the_others(
    app: "Guest",
) -> None:
    table = await app.dealt("ana", "bia", "caio", **HURRIED)
    answer = await app.remove(table.id, "app/caio", "ana")
    assert answer.table.seats[2].left
    assert answer.table.seats[2].controller == tables_pb2.CONTROLLER_RIVAL
    assert answer.table.seats[2].level == engine_pb2.LEVEL_NORMAL
    assert not (await app.get(table.id, "caio")).view.observer.HasField("seat")
    over = await app.play_out(table.id)
    assert over.placements[2].place == 3


async def test_requests_to_remove_are_counted_until_enough_people_asked(app: "Guest") -> None:
    table = await app.dealt("ana", "bia", "caio", "davi")
    first = await app.remove(table.id, "app/ana", "bia", "once")
    again = await app.remove(table.id, "app/ana", "bia", "once")
    assert (first.votes_missing, again.votes_missing) == (1, 1)
    assert again.table.version == first.table.version
    last = await app.remove(table.id, "app/ana", "caio")
    assert last.votes_missing == 0
    assert last.table.seats[0].left
    late = await app.remove(table.id, "app/ana", "bia", "once")
    assert (late.votes_missing, late.table.version) == (0, last.table.version)


async def test_everybody_who_asks_at_once_is_counted_and_one_removal_follows(
    house: "House", app: "Guest"
) -> None:
    table = await app.dealt("ana", "bia", "caio", "davi", "eva")
    names = ("bia", "caio", "davi")
    answers = await asyncio.gather(*(app.remove(table.id, "app/eva", name) for name in names))
    assert sorted(answer.votes_missing for answer in answers) == [0, 1, 2]
    log = await house.room.desk.store.log(table.id, 10_000)
    assert [type(entry.change) for entry in log].count(Removed) == 1


async def test_nobody_is_removed_from_a_ranked_match(app: "Guest", refused: "Refused") -> None:
    table = await app.dealt("ana", "bia", **RANKED)
    answer = await refused(app.remove(table.id, "app/bia", "ana"))
    assert answer[:2] == ("FAILED_PRECONDITION", "RANKED_REMOVES_NOBODY")


async def test_those_who_watch_see_who_plays_for_whoever_is_removed(app: "Guest") -> None:
    table = await app.dealt("ana", "bia", "caio")
    stream = app.watch(table.id, "bia", table.version)
    await app.remove(table.id, "app/caio", "ana")
    seen = [one async for one in _until_left(stream)]
    assert seen[-1].table.version == table.version + 1


async def _until_left(stream: Any) -> Any:
    async for response in stream:
        if response.HasField("table"):
            yield response
            if response.table.seats[2].left:
                return


def test_who_is_removed_is_played_by_a_rival() -> None:
    seat = asked(match(3), 2, 0).seats[2]
    assert (seat.controller, seat.left) == (Controller.RIVAL, True)
