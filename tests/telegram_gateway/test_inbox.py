"""What the inbox promises, on a clock that is moved by hand."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from structlog.testing import capture_logs

from carteado.telegram_gateway.errors import BadToken, Conflict, Flooded, Passing
from carteado.telegram_gateway.inbox import Inbox
from carteado.telegram_gateway.incoming import Command, Incoming, Tapped
from tests.telegram_gateway.doubles import Account, HandClock, Memory, settle, typed

Handle = Callable[[Incoming], Awaitable[None]]


class Desk:
    """An inbox among stand-ins, and what came of its updates."""

    def __init__(self) -> None:
        self.clock = HandClock()
        self.telegram = Account(self.clock)
        self.memory = Memory()
        self.handled: list[Incoming] = []
        self.handle: Handle = self.note

    async def note(self, incoming: Incoming) -> None:
        self.handled.append(incoming)

    async def _handled(self, incoming: Incoming) -> None:
        await self.handle(incoming)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        inbox = Inbox(
            self.telegram,
            self.memory,
            self._handled,
            lambda incoming: str(getattr(incoming, "name", "taps")),
            self.clock,
        )
        async with inbox.running():
            await settle()
            yield

    @property
    def numbers(self) -> list[int]:
        return [incoming.update_id for incoming in self.handled]


@pytest.fixture
def desk() -> Desk:
    return Desk()


async def test_an_update_is_acknowledged_only_after_it_was_kept(desk: Desk) -> None:
    kept_at_poll: list[list[int]] = []
    poll = desk.telegram.updates

    async def noted(offset: int, seconds: int) -> list[dict[str, Any]]:
        kept_at_poll.append([offset, *desk.memory.kept])
        return await poll(offset, seconds)

    desk.telegram.updates = noted  # type: ignore[method-assign]
    async with desk.running():
        desk.telegram.report(typed(4, "/mesa"), typed(5, "/mesa"))
        await settle()
    assert kept_at_poll == [[0], [0], [6, 4, 5]]
    assert desk.numbers == [4, 5]


async def test_what_cannot_be_kept_is_asked_for_again(desk: Desk) -> None:
    async with desk.running():
        desk.memory.is_broken = True
        desk.telegram.report(typed(4, "/mesa"))
        await settle()
        assert desk.handled == []
        desk.memory.is_broken = False
        desk.telegram.report(typed(4, "/mesa"))
        await desk.clock.pass_by(1)
    assert desk.telegram.offsets == [0, 0, 0, 5]
    assert desk.numbers == [4]


async def test_what_was_left_undone_is_done_first_and_in_order_at_the_next_start(
    desk: Desk,
) -> None:
    await desk.memory.keep([typed(number, "/mesa") for number in (3, 4, 5)])
    await desk.memory.done(3)
    desk.telegram.report(typed(6, "/mesa"))
    async with desk.running():
        await settle()
    assert desk.numbers == [4, 5, 6]
    assert desk.memory.finished == [3, 4, 5, 6]
    assert desk.telegram.offsets[0] == 6


async def test_an_update_that_comes_again_is_handled_once_even_after_a_restart(desk: Desk) -> None:
    async with desk.running():
        desk.telegram.report(typed(4, "/mesa"), typed(4, "/mesa"))
        desk.telegram.report(typed(4, "/mesa"))
        await settle()
    async with desk.running():
        desk.telegram.report(typed(4, "/mesa"))
        await settle()
    assert desk.numbers == [4]


async def test_a_lane_that_waits_holds_nobody_else_up_and_keeps_its_order(desk: Desk) -> None:
    go_on = asyncio.Event()

    async def handle(incoming: Incoming) -> None:
        if incoming.update_id == 1:
            await go_on.wait()
        await desk.note(incoming)

    desk.handle = handle
    async with desk.running():
        desk.telegram.report(typed(1, "/mesa"), typed(2, "/mesa"), typed(3, "/mao"))
        desk.telegram.report(typed(4, "/mesa"))
        await settle()
        assert desk.numbers == [3]
        go_on.set()
        await settle()
        assert desk.numbers == [3, 1, 2, 4]


async def test_what_fails_is_tried_again_more_and_more_slowly_before_what_follows_it(
    desk: Desk,
) -> None:
    attempts: list[float] = []

    async def handle(incoming: Incoming) -> None:
        if incoming.update_id == 1:
            attempts.append(desk.clock.now() - 1000)
            if len(attempts) < 4:
                raise Passing("7 of gold")
        await desk.note(incoming)

    desk.handle = handle
    with capture_logs() as logs:
        async with desk.running():
            desk.telegram.report(typed(1, "/mesa"), typed(2, "/mesa"))
            await desk.clock.pass_by(6)
            assert desk.memory.finished == []
            await desk.clock.pass_by(1)
    assert attempts == [0, 1, 3, 7]
    assert desk.numbers == [1, 2]
    assert {(line["event"], line["update_id"]) for line in logs} == {("update_failed", 1)}
    assert "gold" not in str(logs)


async def test_a_fault_of_the_handler_costs_its_own_update_and_no_other(desk: Desk) -> None:
    async def handle(incoming: Incoming) -> None:
        if incoming.update_id == 1:
            raise KeyError("k")
        await desk.note(incoming)

    desk.handle = handle
    desk.telegram.report(typed(1, "/a"), typed(2, "/b"))
    async with desk.running():
        await desk.clock.pass_by(1)
    assert desk.numbers == [2]
    assert await desk.memory.waiting() == []


async def test_what_never_works_is_given_up_after_five_minutes(desk: Desk) -> None:
    async def handle(incoming: Incoming) -> None:
        if incoming.update_id == 1:
            raise Passing("no")
        await desk.note(incoming)

    desk.handle = handle
    async with desk.running():
        desk.telegram.report(typed(1, "/mesa"), typed(2, "/mesa"))
        await desk.clock.pass_by(299)
        assert desk.memory.finished == []
        await desk.clock.pass_by(32)
    assert desk.memory.finished == [1, 2]


@pytest.mark.parametrize("trouble", [Passing("ConnectError"), Conflict(), Flooded(3), BadToken()])
async def test_a_poll_that_fails_is_made_again_more_and_more_slowly(
    desk: Desk, trouble: Exception
) -> None:
    async with desk.running():
        for _ in range(3):
            desk.telegram.fail(trouble)
        await settle()
        assert len(desk.telegram.offsets) == 2
        desk.telegram.report(typed(1, "/mesa"))
        await desk.clock.pass_by(6)
        assert desk.numbers == []
        await desk.clock.pass_by(1)
        assert desk.numbers == [1]


async def test_a_bot_that_telegram_does_not_know_does_not_start(desk: Desk) -> None:
    desk.telegram.fail(BadToken())
    with pytest.raises(ValueError, match="token"):
        async with desk.running():
            pass


@pytest.mark.parametrize("trouble", [Passing("ConnectError"), Conflict()])
async def test_a_telegram_that_is_away_for_now_keeps_nobody_from_starting(
    desk: Desk, trouble: Exception
) -> None:
    desk.telegram.fail(trouble)
    async with desk.running():
        desk.telegram.report(typed(1, "/mesa"))
        await settle()
    assert desk.numbers == [1]


async def test_what_is_under_way_is_finished_and_what_is_not_begun_is_left_for_the_next_start(
    desk: Desk,
) -> None:
    begun, go_on = asyncio.Event(), asyncio.Event()

    async def handle(incoming: Incoming) -> None:
        begun.set()
        await go_on.wait()
        await desk.note(incoming)

    desk.handle = handle
    async with desk.running():
        desk.telegram.report(typed(1, "/mesa"), typed(2, "/mesa"))
        await begun.wait()
        asyncio.get_running_loop().call_soon(go_on.set)
    assert desk.numbers == [1]
    assert [kept.update_id for kept in await desk.memory.waiting()] == [2]


async def test_stopping_does_not_wait_for_the_next_attempt(desk: Desk) -> None:
    async def handle(_: Incoming) -> None:
        raise Passing("no")

    desk.handle = handle
    async with desk.running():
        desk.telegram.report(typed(1, "/mesa"))
        await settle()
    assert [kept.update_id for kept in await desk.memory.waiting()] == [1]


async def test_who_does_not_come_to_an_end_is_cut_off_and_handled_again_at_the_next_start(
    desk: Desk,
) -> None:
    async def handle(_: Incoming) -> None:
        await asyncio.Event().wait()

    desk.handle = handle

    async def run() -> None:
        async with desk.running():
            desk.telegram.report(typed(1, "/mesa"))
            await settle()

    running = asyncio.create_task(run())
    await settle()
    await settle()
    assert not running.done()
    await desk.clock.pass_by(5)
    await running
    assert [kept.update_id for kept in await desk.memory.waiting()] == [1]


async def test_what_is_not_for_the_bot_is_done_at_once(desk: Desk) -> None:
    async with desk.running():
        desk.telegram.report(typed(1, "bom dia"), typed(2, "/start@OtherBot"), {"update_id": 3})
        await settle()
    assert desk.handled == []
    assert desk.memory.finished == [1, 2, 3]
    assert "bom dia" not in str(desk.memory.kept)


async def test_what_was_shown_in_a_message_is_not_kept_with_the_tap_on_it(desk: Desk) -> None:
    shown = typed(9, "a hand: 7 of gold")["message"]
    shown["reply_markup"] = {"inline_keyboard": [[{"text": "7 of gold", "callback_data": "v1"}]]}
    tap = {"id": "55", "from": shown["from"], "chat_instance": "1", "data": "v1|K7F3QX|4|p|1"}
    answering = typed(2, "/mao", reply_to_message=shown)
    async with desk.running():
        desk.telegram.report({"update_id": 1, "callback_query": {**tap, "message": shown}})
        desk.telegram.report(answering)
        await settle()
    assert "gold" not in str(desk.memory.kept)
    assert [type(incoming) for incoming in desk.handled] == [Tapped, Command]
