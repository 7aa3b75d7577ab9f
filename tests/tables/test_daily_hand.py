"""Mão do Dia: one hand for each player and day, the same cards for everybody (EF-40, EF-R27 to EF-R30)."""

import hashlib
import hmac
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from pydantic import SecretStr

from carteado.api.tables.v1 import tables_pb2
from carteado.records.recording import record_from
from carteado.rules.record import replay
from carteado.runtime.keys import Keyset
from carteado.tables.days import day_after, day_of, is_over
from tests.tables.conftest import Guest, House, OpenHouse

DAY_SECONDS = 86_400


@pytest.fixture
def daily_key() -> str:
    return Keyset.make()


@pytest.fixture
async def house(open_house: OpenHouse, daily_key: str) -> AsyncIterator[House]:
    async with open_house(daily_key=SecretStr(daily_key)) as one:
        yield one


async def hand(guest: Guest, name: str, **more: Any) -> tables_pb2.OpenDailyHandResponse:
    request = tables_pb2.OpenDailyHandRequest(player=guest.player(name), **more)
    answer: tables_pb2.OpenDailyHandResponse = await guest.call("OpenDailyHand", request)
    return answer


async def test_ef_r27_the_player_sits_first_with_three_rivals_and_five_rounds_of_1_to_5(
    app: Guest,
) -> None:
    table = (await hand(app, "ana")).table
    assert table.purpose == tables_pb2.PURPOSE_DAILY
    assert table.state == tables_pb2.TABLE_STATE_PLAYING
    assert [seat.controller for seat in table.seats] == [
        tables_pb2.CONTROLLER_PLAYER,
        *[tables_pb2.CONTROLLER_RIVAL] * 3,
    ]
    assert list(table.options.eu_faco.fixed_rounds) == [1, 2, 3, 4, 5]


async def test_ef_r27_everybody_who_does_the_same_gets_the_same_cards_and_rivals(
    app: Guest, bot: Guest
) -> None:
    records = []
    for guest, name in ((app, "ana"), (bot, "bia")):
        table = (await hand(guest, name)).table
        await guest.play_out(table.id)
        records.append((await guest.record(table.id)).record)
    assert records[0] == records[1]


async def test_ef_r29_a_player_has_one_attempt_a_day(app: Guest) -> None:
    first = (await hand(app, "ana")).table
    await app.play_on(first.id)
    again = (await hand(app, "ana")).table
    assert (again.id, again.view.ply > 0) == (first.id, True)
    await app.leave(first.id, "ana")
    assert (await hand(app, "ana")).table.id == first.id


async def test_ef_r29_a_hand_that_was_closed_is_not_dealt_again(app: Guest) -> None:
    first = (await hand(app, "ana")).table
    await app.close(first.id, "ana")
    again = (await hand(app, "ana")).table
    assert (again.id, again.state) == (first.id, tables_pb2.TABLE_STATE_CLOSED)


async def test_ef_r29_another_day_has_other_cards(house: House, app: Guest) -> None:
    today = await hand(app, "ana")
    house.clock.pass_by(DAY_SECONDS)
    tomorrow = await hand(app, "ana")
    assert tomorrow.day == day_after(today.day)
    assert tomorrow.table.id != today.table.id
    assert tomorrow.table.anchor == today.next_anchor != today.table.anchor


@pytest.mark.parametrize(
    ("moment", "day"),
    [
        (datetime(2026, 12, 1, 2, 59, 59, tzinfo=UTC), "2026-11-30"),
        (datetime(2026, 12, 1, 3, 0, 0, tzinfo=UTC), "2026-12-01"),
    ],
)
def test_ef_r29_the_date_changes_at_midnight_in_sao_paulo(moment: datetime, day: str) -> None:
    assert day_of(moment) == day
    assert not is_over(day, moment)
    assert is_over("2026-11-30", moment) == (day == "2026-12-01")


async def test_the_same_request_gets_the_same_hand_on_the_next_day_too(
    house: House, app: Guest
) -> None:
    request = app.request_id()
    first = await hand(app, "ana", request_id=request)
    house.clock.pass_by(DAY_SECONDS)
    again = await hand(app, "ana", request_id=request)
    assert (again.table.id, again.day) == (first.table.id, first.day)


async def test_the_cards_follow_from_the_days_secret_as_the_fairness_page_says(
    app: Guest, daily_key: str
) -> None:
    answer = await hand(app, "ana")
    keyset = Keyset.parse(daily_key)
    day = f"carteado/daily/1|{answer.day}".encode()
    link = hmac.digest(keyset.keys[keyset.primary], day, "sha256")
    for _ in range(1024):
        link = hashlib.sha256(b"carteado/chain/1" + link).digest()
    assert answer.table.anchor == link


async def test_no_secret_is_opened_before_the_day_is_over_and_all_are_afterwards(
    house: House, app: Guest
) -> None:
    table = (await hand(app, "ana")).table
    seen = []
    async for response in app.watch(table.id, "ana", after=table.version):
        seen.append(response)
        if response.HasField("table") and response.table.state == tables_pb2.TABLE_STATE_FINISHED:
            break
        view = response.table.view
        if view.legal:
            await app.act(table.id, "ana", view.ply, view.legal[0])
    events = [event for one in seen for event in one.table.view.events]
    assert any(event.eu_faco.HasField("round_scored") for event in events)
    assert not any(event.HasField("round_opened") for event in events)
    assert not (await app.record(table.id)).record.secrets
    house.clock.pass_by(DAY_SECONDS)
    opened = await app.record(table.id)
    assert len(opened.record.secrets) == 5


async def test_after_its_day_the_record_is_checked_like_any_other(house: House, app: Guest) -> None:
    table = (await hand(app, "ana")).table
    await app.play_out(table.id)
    house.clock.pass_by(DAY_SECONDS)
    record = (await app.record(table.id)).record
    played, _ = record_from(record)
    assert replay(played).divergence is None


async def test_a_day_has_no_rematch_and_no_second_player(
    app: Guest, refused: Callable[..., Any]
) -> None:
    table = (await hand(app, "ana")).table
    assert (await refused(app.join(table.id, "bia")))[1] == "MATCH_STARTED"
    await app.play_out(table.id)
    assert (await refused(app.rematch(table.id, "ana")))[:2] == (
        "FAILED_PRECONDITION",
        "DAILY_ONCE",
    )


async def test_a_house_without_the_key_says_that_it_has_no_mao_do_dia(
    open_house: OpenHouse, refused: Callable[..., Any]
) -> None:
    async with open_house() as house:
        answer = await refused(hand(house.app, "ana"))
    assert answer[:2] == ("FAILED_PRECONDITION", "DAILY_UNAVAILABLE")
