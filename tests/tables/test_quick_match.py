"""A quick match is found, or opened, and starts by itself."""

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Any

import grpc.aio

from carteado.api.engine.v1.engine_pb2 import LEVEL_NORMAL
from carteado.api.game.v1 import game_pb2
from carteado.api.tables.v1 import tables_pb2
from tests.tables.conftest import EU_FACO, Guest, House, OpenHouse

EPU = game_pb2.GAME_ESTOU_POR_UMA
FACO = game_pb2.GAME_EU_FACO


async def quick(guest: Guest, name: str, **more: Any) -> tables_pb2.Table:
    request = tables_pb2.QuickMatchRequest(player=guest.player(name), **{"game": FACO, **more})
    found: tables_pb2.Table = (await guest.call("QuickMatch", request)).table
    return found


async def test_whoever_comes_second_sits_with_whoever_came_first_and_the_match_starts(
    app: Guest, bot: Guest
) -> None:
    """Also when they come by different applications."""
    opened = await quick(app, "ana")
    assert opened.state == tables_pb2.TABLE_STATE_LOBBY
    found = await quick(bot, "bia")
    assert found.id == opened.id
    assert found.state == tables_pb2.TABLE_STATE_PLAYING
    assert [seat.player.id for seat in found.seats] == ["app/ana", "bot/bia"]


async def test_a_quick_match_is_public_with_default_options_and_the_houses_turn_time(
    app: Guest,
) -> None:
    opened = await quick(app, "ana")
    assert opened.visibility == tables_pb2.VISIBILITY_PUBLIC
    assert opened.options == (await app.create("caio")).options
    assert opened.turn_time.seconds == 60


async def test_the_match_starts_once_as_many_seats_are_taken_as_were_wanted(app: Guest) -> None:
    for name in ("ana", "bia"):
        waiting = await quick(app, name, min_seats=3)
        assert waiting.state == tables_pb2.TABLE_STATE_LOBBY
    started = await quick(app, "caio", min_seats=3)
    assert (started.state, len(started.seats)) == (tables_pb2.TABLE_STATE_PLAYING, 3)


async def test_more_seats_than_the_fewest_wanted_will_do(app: Guest) -> None:
    waiting = await quick(app, "ana", min_seats=4)
    assert (await quick(app, "bia", min_seats=2)).id == waiting.id


async def test_fewer_seats_than_wanted_will_not_do(app: Guest) -> None:
    waiting = await quick(app, "ana", min_seats=2)
    assert (await quick(app, "bia", min_seats=3)).id != waiting.id


async def test_rated_and_other_matches_wait_apart_and_so_does_each_game(app: Guest) -> None:
    tables = [
        await quick(app, "ana"),
        await quick(app, "bia", ranked=True),
        await quick(app, "caio", game=EPU),
    ]
    assert len({table.id for table in tables}) == 3
    assert tables[1].purpose == tables_pb2.PURPOSE_RANKED


async def test_whoever_asks_again_while_waiting_sits_there_already(app: Guest) -> None:
    first = await quick(app, "ana")
    again = await quick(app, "ana")
    assert (again.id, len(again.seats)) == (first.id, 1)


async def test_the_same_request_gets_the_same_table(app: Guest) -> None:
    request = app.request_id()
    first = await quick(app, "ana", request_id=request)
    await quick(app, "bia")
    again = await quick(app, "ana", request_id=request)
    assert (again.id, len(again.seats)) == (first.id, 2)


async def test_the_last_seat_starts_it_when_taken_by_code_too(app: Guest) -> None:
    waiting = await quick(app, "ana")
    await app.join(waiting.code, "bia")
    assert (await app.get(waiting.id)).state == tables_pb2.TABLE_STATE_PLAYING


async def test_whoever_changes_the_table_has_a_table_of_their_own(app: Guest) -> None:
    own = await quick(app, "ana")
    await app.update(own.id, "ana", options=EU_FACO, max_seats=5)
    assert (await quick(app, "bia")).id != own.id
    await app.join(own.id, "caio")
    assert (await app.get(own.id)).state == tables_pb2.TABLE_STATE_LOBBY


async def test_whoever_seats_rivals_has_a_table_of_their_own(app: Guest) -> None:
    own = await quick(app, "ana", min_seats=3)
    await app.rivals(own.id, "ana", [LEVEL_NORMAL])
    assert (await quick(app, "bia", min_seats=3)).id != own.id


async def test_a_table_that_everybody_left_is_offered_to_nobody(app: Guest) -> None:
    left = await quick(app, "ana")
    await app.leave(left.id, "ana")
    assert (await quick(app, "bia")).id != left.id


async def test_the_rematch_of_a_quick_match_waits_for_its_host(app: Guest) -> None:
    table = await quick(app, "ana")
    await quick(app, "bia")
    await app.play_out(table.id)
    again = await app.rematch(table.id, "ana")
    await app.rematch(table.id, "bia")
    assert (await app.get(again.id)).state == tables_pb2.TABLE_STATE_LOBBY


async def test_a_quick_match_needs_a_game_and_seats_that_the_game_has(
    app: Guest, refused: Callable[..., Any]
) -> None:
    nothing = await refused(quick(app, "ana", game=game_pb2.GAME_UNSPECIFIED))
    assert nothing[:2] == ("INVALID_ARGUMENT", "GAME_REQUIRED")
    crowd = await refused(quick(app, "ana", min_seats=99))
    assert crowd[:2] == ("INVALID_ARGUMENT", "PLAYER_COUNT")


async def test_of_many_at_once_over_two_replicas_no_two_get_one_seat_and_at_most_one_table_waits(
    url: str, open_house: OpenHouse
) -> None:
    """C9: a seat that is taken is offered to nobody."""
    async with open_house(database=url) as one, open_house(database=url) as two:
        guests = (one.app, two.app)
        names = [f"p{number}" for number in range(11)]
        asked = (patiently(guests[at % 2], name) for at, name in enumerate(names))
        found = await asyncio.gather(*asked)
        seats = Counter(table.id for table in found)
        assert sorted(seats.values()) == [1, 2, 2, 2, 2, 2]
        for table_id in seats:
            shown = await one.app.get(table_id)
            full = len(shown.seats) == 2
            assert full == (shown.state == tables_pb2.TABLE_STATE_PLAYING)


async def patiently(guest: Guest, name: str) -> tables_pb2.Table:
    """Asks again where others were faster again and again, as the contract says."""
    while True:
        try:
            return await quick(guest, name)
        except grpc.aio.AioRpcError as error:
            if error.code() != grpc.StatusCode.ABORTED:
                raise


async def test_what_a_watcher_sees_before_the_match_has_no_view(house: House) -> None:
    app = house.app
    table = await quick(app, "ana")
    watch = app.watch(table.id, "ana", after=table.version)
    await quick(app, "bia")
    seen = []
    async for response in watch:
        if response.HasField("table"):
            seen.append(response.table)
        if len(seen) == 2:
            break
    assert [one.HasField("view") for one in seen] == [False, True]
    assert [one.version for one in seen] == [table.version + 1, table.version + 2]
