"""Flood limits, on a clock that stands still."""

from datetime import timedelta

import pytest
from telegram.error import RetryAfter

from carteado.telegram_sandbox.flood import CHAT, GROUP, OVERALL, Flood
from tests.telegram_sandbox.conftest import Clock, Room

GROUP_ID, PERSON_ID = -1001, 1


def spend(flood: Flood, clock: Clock, calls: int, pause: float, chat_id: int) -> list[int]:
    waits = []
    for _ in range(calls):
        waits.append(flood.spend(chat_id))
        clock.move(pause)
    return waits


@pytest.fixture
def strict(clock: Clock) -> Flood:
    flood = Flood(clock)
    flood.is_strict = True
    return flood


def test_a_group_takes_twenty_a_minute(strict: Flood, clock: Clock) -> None:
    assert spend(strict, clock, GROUP.calls, 1, GROUP_ID) == [0] * 20
    assert strict.spend(GROUP_ID) == 40
    clock.move(40)
    assert strict.spend(GROUP_ID) == 0


def test_a_person_takes_one_a_second_with_short_bursts(strict: Flood, clock: Clock) -> None:
    assert spend(strict, clock, 100, 1, PERSON_ID) == [0] * 100
    clock.move(10)
    assert spend(strict, clock, CHAT.calls + 1, 0, PERSON_ID) == [0, 0, 0, 3]


def test_all_chats_together_take_thirty_a_second(strict: Flood) -> None:
    assert [strict.spend(chat_id) for chat_id in range(1, OVERALL.calls + 1)] == [0] * 30
    assert strict.spend(1000) == 1


def test_the_penalty_grows_for_whoever_does_not_wait(strict: Flood, clock: Clock) -> None:
    spend(strict, clock, CHAT.calls, 0, PERSON_ID)
    assert [strict.spend(PERSON_ID) for _ in range(4)] == [3, 6, 12, 24]
    clock.move(24)
    assert strict.spend(PERSON_ID) == 0


def test_one_chat_does_not_close_another(strict: Flood, clock: Clock) -> None:
    spend(strict, clock, CHAT.calls + 1, 0, GROUP_ID)
    assert strict.spend(PERSON_ID) == 0


def test_a_lenient_sandbox_counts_and_refuses_nothing(clock: Clock) -> None:
    flood = Flood(clock)
    assert spend(flood, clock, 60, 1, GROUP_ID) == [0] * 60
    counter = flood.counters()[str(GROUP_ID)]
    assert counter == {"calls": 60, "over": 40, "most_in_a_minute": 60}


async def test_sends_and_edits_share_a_budget_that_answers_do_not_touch(room: Room) -> None:
    await room.telegram.flood(strict=True)
    sent = await room.bot.send_message(room.group.chat_id, "0")
    for number in (1, 2):
        await room.bot.edit_message_text(str(number), room.group.chat_id, sent.message_id)
    with pytest.raises(RetryAfter) as raised:
        await room.bot.send_message(room.group.chat_id, "3")
    assert raised.value.retry_after == timedelta(seconds=3)
    await room.bot.send_chat_action(room.group.chat_id, "typing")
    assert (await room.ana.sees(room.group))[-1].text == "2"
    counters = await room.telegram.flood_counters()
    assert counters[room.group.chat_id] == {"calls": 3, "over": 1, "most_in_a_minute": 3}
