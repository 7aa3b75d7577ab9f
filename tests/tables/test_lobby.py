"""Before the match, over the wire: opening, finding, joining, changing and leaving a table."""

import asyncio
import base64
from typing import TYPE_CHECKING, Any

import grpc
import pytest
from google.protobuf.duration_pb2 import Duration

from carteado.api.engine.v1 import engine_pb2
from carteado.api.eu_faco.v1 import eu_faco_pb2
from carteado.api.game.v1 import game_pb2
from carteado.api.sevn.v1 import sevn_pb2
from carteado.api.tables.v1 import tables_pb2
from carteado.tables import desk

if TYPE_CHECKING:
    from tests.tables.conftest import Guest, House, Refused

HALF_A_MINUTE = Duration(seconds=30)
EU_FACO = game_pb2.Options(eu_faco=eu_faco_pb2.Options())
NORMAL = engine_pb2.LEVEL_NORMAL


def names(table: tables_pb2.Table) -> list[str]:
    return [seat.player.name for seat in table.seats]


async def test_the_host_opens_a_table_and_sits(app: "Guest") -> None:
    table = await app.create("ana", turn_time=HALF_A_MINUTE, labels={"chat": "7"}, group="app/g")
    assert names(table) == ["ana"]
    assert table.host.id == "app/ana"
    assert table.state == tables_pb2.TABLE_STATE_LOBBY
    assert table.max_seats == 8
    assert table.version == 1
    assert len(table.code) == 6
    assert len(table.anchor) == 32
    assert not table.HasField("view")
    assert not table.HasField("deadline")
    assert table.turn_time == HALF_A_MINUTE
    assert (dict(table.labels), table.group) == ({"chat": "7"}, "app/g")
    assert table.create_time.seconds > 0


async def test_a_table_is_found_by_id_and_by_code_in_any_case(app: "Guest") -> None:
    table = await app.create()
    for key in (table.id, table.code, table.code.lower()):
        assert (await app.get(key)).id == table.id


async def test_an_unknown_table_is_not_found(app: "Guest", refused: "Refused") -> None:
    calls = [
        app.get("nowhere"),
        app.join("nowhere", "bia"),
        app.record("nowhere"),
        anext(app.watch("nowhere")),
    ]
    for call in calls:
        assert (await refused(call))[:2] == ("NOT_FOUND", "TABLE_UNKNOWN")


async def test_labels_and_group_are_shown_to_their_application_alone(
    app: "Guest", bot: "Guest"
) -> None:
    table = await app.create(labels={"chat": "7"}, group="app/g")
    seen = await bot.get(table.code)
    assert (dict(seen.labels), seen.group) == ({}, "")


async def test_an_application_acts_for_its_own_players_alone(
    app: "Guest", bot: "Guest", refused: "Refused"
) -> None:
    table = await app.create()
    ana = app.player("ana")
    calls = [
        bot.call("CreateTable", tables_pb2.CreateTableRequest(host=ana, options=EU_FACO)),
        bot.call("JoinTable", tables_pb2.JoinTableRequest(table=table.id, player=ana)),
        bot.call("GetTable", tables_pb2.GetTableRequest(table=table.id, player_id=ana.id)),
        bot.call("LeaveTable", tables_pb2.LeaveTableRequest(table=table.id, player_id=ana.id)),
        bot.call("StartMatch", tables_pb2.StartMatchRequest(table=table.id, player_id=ana.id)),
        bot.call("UpdateTable", tables_pb2.UpdateTableRequest(table=table.id, player_id=ana.id)),
        bot.call("SetRivals", tables_pb2.SetRivalsRequest(table=table.id, player_id=ana.id)),
        bot.call("Rematch", tables_pb2.RematchRequest(table=table.id, player_id=ana.id)),
        bot.list(player_id=ana.id),
        anext(
            bot.stub.WatchTable(
                tables_pb2.WatchTableRequest(table=table.id, player_id=ana.id),
                metadata=bot.metadata,
            ).__aiter__()
        ),
        app.call(
            "JoinTable",
            tables_pb2.JoinTableRequest(
                table=table.id, player=tables_pb2.Player(id="house/1", name="1")
            ),
        ),
    ]
    for call in calls:
        assert (await refused(call))[:2] == ("PERMISSION_DENIED", "NOT_YOUR_PLAYER")
    assert (await app.get(table.id)).version == 1


async def test_what_cannot_be_played_is_refused_at_once(app: "Guest", refused: "Refused") -> None:
    ranked = tables_pb2.PURPOSE_RANKED
    five_lives = game_pb2.Options(eu_faco=eu_faco_pb2.Options(lives=5))
    four_lives = game_pb2.Options(eu_faco=eu_faco_pb2.Options(lives=4))
    cases: list[tuple[dict[str, Any], str]] = [
        ({"max_seats": 1}, "PLAYER_COUNT"),
        ({"max_seats": 9}, "PLAYER_COUNT"),
        ({"purpose": tables_pb2.PURPOSE_DAILY}, "DAILY_HAS_ITS_OWN_METHOD"),
        ({"purpose": ranked}, "TURN_TIME_REQUIRED"),
        (
            {"purpose": ranked, "turn_time": HALF_A_MINUTE, "options": five_lives},
            "OPTIONS_CONTRADICT",
        ),
        ({"turn_time": Duration(seconds=1)}, "FIELD_INVALID"),
        ({"labels": {"chat": "a" * 100_000}}, "FIELD_INVALID"),
    ]
    for more, reason in cases:
        assert (await refused(app.create(**more)))[:2] == ("INVALID_ARGUMENT", reason)
    code, reason, _ = await refused(app.create(options=four_lives))
    assert code == "INVALID_ARGUMENT"
    assert reason
    foreign = await refused(app.create(group="bot/g"))
    assert foreign[:2] == ("PERMISSION_DENIED", "NOT_YOUR_GROUP")


async def test_a_game_that_the_engine_does_not_play_is_refused(
    house: "House", app: "Guest", refused: "Refused", monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = house.room.desk.matches._engine
    only = engine_pb2.GameInfo(game=game_pb2.GAME_EU_FACO, min_seats=2, max_seats=8)

    async def of_an_older_engine(*_: object, **__: object) -> engine_pb2.ListGamesResponse:
        return engine_pb2.ListGamesResponse(games=[only])

    monkeypatch.setattr(engine._stub, "ListGames", of_an_older_engine)
    await engine.list_games()
    options = game_pb2.Options(sevn=sevn_pb2.Options())
    answer = await refused(app.create(options=options))
    assert answer[:2] == ("UNIMPLEMENTED", "GAME_UNAVAILABLE")


async def test_players_of_all_applications_sit_in_the_order_in_which_they_came(
    app: "Guest", bot: "Guest"
) -> None:
    table = await app.create()
    assert (await app.join(table.code, "bia")).seat == 1
    answer = await bot.join(table.id, "caio", entropy=b"luck")
    assert answer.seat == 2
    assert names(answer.table) == ["ana", "bia", "caio"]


async def test_joining_again_gives_the_same_seat(app: "Guest") -> None:
    table = await app.create()
    await app.join(table.id, "bia")
    again = await app.join(table.id, "bia")
    assert (again.seat, again.table.version) == (1, 2)
    late = await app.join(table.id, "ana", entropy=b"late")
    assert (late.seat, late.table.version) == (0, 3)


async def test_everybody_sees_who_added_to_the_shuffles_and_nobody_what(app: "Guest") -> None:
    table = await app.create()
    await app.join(table.id, "bia", entropy=b"a-lucky-word")
    seen = await app.get(table.id)
    assert [seat.has_entropy for seat in seen.seats] == [False, True]
    assert b"a-lucky-word" not in seen.SerializeToString()


async def test_of_twenty_that_want_the_last_seat_one_gets_it(app: "Guest") -> None:
    table = await app.create(max_seats=2)
    calls = [app.join(table.id, f"p{number}") for number in range(20)]
    answers = await asyncio.gather(*calls, return_exceptions=True)
    seated = [one for one in answers if isinstance(one, tables_pb2.JoinTableResponse)]
    refusals = [one.code() for one in answers if isinstance(one, grpc.aio.AioRpcError)]
    assert len(seated) == 1
    assert refusals == [grpc.StatusCode.RESOURCE_EXHAUSTED] * 19
    assert (await app.get(table.id)).version == 2


async def test_nobody_is_lost_when_all_join_at_once_on_two_services(open_house: Any) -> None:
    async with open_house() as left, open_house() as right:
        table = await left.app.create()
        guests = [left.app, right.app]
        calls = [_join_busy(guests[number % 2], table.id, f"p{number}") for number in range(7)]
        seats = await asyncio.gather(*calls)
        seen = await right.app.get(table.id)
    assert len(set(seats)) == 7
    assert sorted(names(seen)) == ["ana", *(f"p{number}" for number in range(7))]


async def _join_busy(guest: "Guest", table: str, name: str) -> int:
    """Joins as a client does: TABLE_BUSY is ABORTED, so it is tried again."""
    while True:
        try:
            return int((await guest.join(table, name)).seat)
        except grpc.aio.AioRpcError as error:
            assert error.code() is grpc.StatusCode.ABORTED  # noqa: PT017 - anything else fails


async def test_the_host_changes_the_terms_and_nobody_else(app: "Guest", refused: "Refused") -> None:
    table = await app.seated("ana", "bia", "caio")
    five_lives = game_pb2.Options(eu_faco=eu_faco_pb2.Options(lives=5))
    updated = await app.update(
        table.id,
        "ana",
        options=five_lives,
        max_seats=4,
        visibility=tables_pb2.VISIBILITY_PUBLIC,
        turn_time=HALF_A_MINUTE,
    )
    assert updated.options == five_lives
    assert updated.max_seats == 4
    assert updated.visibility == tables_pb2.VISIBILITY_PUBLIC
    assert updated.anchor == table.anchor
    unhurried = await app.update(table.id, "ana", no_turn_time=True)
    assert not unhurried.HasField("turn_time")
    assert unhurried.max_seats == 4
    wrong = game_pb2.Options(eu_faco=eu_faco_pb2.Options(lives=4))
    refusals = [
        (app.update(table.id, "bia", max_seats=5), ("PERMISSION_DENIED", "NOT_HOST")),
        (app.update(table.id, "zeca", max_seats=5), ("PERMISSION_DENIED", "NOT_SEATED")),
        (app.update(table.id, "ana", max_seats=2), ("FAILED_PRECONDITION", "SEATS_TAKEN")),
        (app.update(table.id, "ana", max_seats=9), ("INVALID_ARGUMENT", "PLAYER_COUNT")),
    ]
    for call, expected in refusals:
        assert (await refused(call))[:2] == expected
    assert (await refused(app.update(table.id, "ana", options=wrong)))[0] == "INVALID_ARGUMENT"
    assert (await app.get(table.id)).version == unhurried.version


async def test_the_host_seats_rivals_and_sends_them_away(app: "Guest", refused: "Refused") -> None:
    table = await app.create(max_seats=3)
    seated = await app.rivals(table.id, "ana", [NORMAL, engine_pb2.LEVEL_UNSPECIFIED])
    assert [seat.player.id for seat in seated.seats] == ["app/ana", "house/1", "house/2"]
    assert [seat.level for seat in seated.seats][1:] == [NORMAL, NORMAL]
    assert seated.seats[1].controller == tables_pb2.CONTROLLER_RIVAL
    full = await refused(app.rivals(table.id, "ana", [NORMAL] * 3))
    assert full[:2] == ("RESOURCE_EXHAUSTED", "TABLE_FULL")
    hard = await refused(app.rivals(table.id, "ana", [engine_pb2.LEVEL_HARD]))
    assert hard[:2] == ("UNIMPLEMENTED", "LEVEL_UNAVAILABLE")
    assert len((await app.rivals(table.id, "ana", [])).seats) == 1


async def test_no_rival_sits_at_a_ranked_table(app: "Guest", refused: "Refused") -> None:
    table = await app.create(purpose=tables_pb2.PURPOSE_RANKED, turn_time=HALF_A_MINUTE)
    answer = await refused(app.rivals(table.id, "ana", [NORMAL]))
    assert answer[:2] == ("FAILED_PRECONDITION", "RANKED_WITHOUT_RIVALS")


async def test_the_next_person_becomes_host_and_the_last_one_closes_the_table(
    app: "Guest", refused: "Refused"
) -> None:
    table = await app.seated("ana", "bia")
    left = await app.leave(table.id, "ana")
    assert (names(left), left.host.name) == (["bia"], "bia")
    closed = await app.leave(table.id, "bia")
    assert closed.state == tables_pb2.TABLE_STATE_CLOSED
    for call in (app.join(table.id, "ana"), app.leave(table.id, "ana"), app.start(table.id)):
        code, reason, _ = await refused(call)
        assert (code, reason) in {
            ("FAILED_PRECONDITION", "TABLE_CLOSED"),
            ("PERMISSION_DENIED", "NOT_SEATED"),
        }


async def test_a_repeated_request_opens_one_table_and_another_body_is_refused(
    app: "Guest", refused: "Refused"
) -> None:
    table = await app.create(request_id="once")
    await app.join(table.id, "bia")
    again = await app.create(request_id="once")
    assert (again.id, again.version) == (table.id, 2)
    reused = ("INVALID_ARGUMENT", "REQUEST_ID_REUSED")
    assert (await refused(app.create("bia", request_id="once")))[:2] == reused
    leaving = tables_pb2.LeaveTableRequest(request_id="once", table=table.id, player_id="app/ana")
    assert (await refused(app.call("LeaveTable", leaving)))[:2] == reused


async def test_the_same_request_sent_ten_times_at_once_opens_one_table(app: "Guest") -> None:
    tables = await asyncio.gather(*(app.create(request_id="once") for _ in range(10)))
    assert len({table.id for table in tables}) == 1


async def test_a_refused_call_is_not_remembered(app: "Guest", refused: "Refused") -> None:
    table = await app.seated("ana", "bia", max_seats=2)
    request = tables_pb2.JoinTableRequest(
        request_id="try", table=table.id, player=app.player("caio")
    )
    assert (await refused(app.call("JoinTable", request)))[1] == "TABLE_FULL"
    await app.leave(table.id, "bia")
    assert (await app.call("JoinTable", request)).seat == 1


async def test_a_request_that_changed_nothing_is_remembered(
    app: "Guest", refused: "Refused"
) -> None:
    table = await app.create()
    request = tables_pb2.JoinTableRequest(
        request_id="same", table=table.id, player=app.player("ana")
    )
    await app.call("JoinTable", request)
    request.entropy = b"other"
    assert (await refused(app.call("JoinTable", request)))[1] == "REQUEST_ID_REUSED"


async def test_public_tables_are_listed_page_by_page_without_their_matches(
    app: "Guest", bot: "Guest", refused: "Refused"
) -> None:
    public = [await app.create(visibility=tables_pb2.VISIBILITY_PUBLIC) for _ in range(3)]
    await app.create()
    first = await bot.list(page_size=2)
    second = await bot.list(page_size=2, page_token=first.next_page_token)
    found = [*first.tables, *second.tables]
    assert [table.id for table in found] == [table.id for table in reversed(public)]
    assert second.next_page_token == ""
    naive = base64.urlsafe_b64encode(
        b'{"created_at":"2026-01-01T00:00:00","table_id":"t"}'
    ).decode()
    for token in ("nonsense", "!", "e30=", "é", naive):
        answer = await refused(bot.list(page_token=token))
        assert answer[:2] == ("INVALID_ARGUMENT", "PAGE_TOKEN_INVALID")


async def test_an_unknown_game_has_no_list(app: "Guest", refused: "Refused") -> None:
    call = app.list(game=99)
    assert (await refused(call))[:2] == ("INVALID_ARGUMENT", "FIELD_INVALID")


async def test_no_two_tables_have_one_code(app: "Guest", monkeypatch: pytest.MonkeyPatch) -> None:
    codes = iter(["CCCCCC", "CCCCCC", "DDDDDD"])
    monkeypatch.setattr(desk, "_code", lambda: next(codes))
    assert [(await app.create()).code for _ in range(2)] == ["CCCCCC", "DDDDDD"]


async def test_own_tables_are_listed_by_player_and_by_labels(app: "Guest", bot: "Guest") -> None:
    mine = await app.create(labels={"chat": "7"})
    theirs = await bot.create("zeca", labels={"chat": "7"})
    await app.join(theirs.id, "ana")
    assert [one.id for one in (await app.list(labels={"chat": "7"})).tables] == [mine.id]
    found = (await app.list(player_id="app/ana")).tables
    assert [one.id for one in found] == [theirs.id, mine.id]
    assert dict(found[0].labels) == {}


@pytest.mark.parametrize("method", ["ErasePlayer"])
async def test_what_is_not_built_yet_says_so(app: "Guest", refused: "Refused", method: str) -> None:
    requests: dict[str, Any] = {
        "ErasePlayer": tables_pb2.ErasePlayerRequest(player_id="app/ana"),
    }
    answer = await refused(app.call(method, requests[method]))
    assert answer[:2] == ("UNIMPLEMENTED", "METHOD_UNAVAILABLE")
