"""What the outbox promises, on a clock that is moved by hand."""

import asyncio
import itertools
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from structlog.testing import capture_logs

from carteado.telegram_gateway.errors import (
    BadToken,
    Flooded,
    MessageGone,
    Moved,
    Passing,
    Rejected,
    ThreadClosed,
    Unreachable,
)
from carteado.telegram_gateway.message import Document, Message
from carteado.telegram_gateway.outbox import Outbox
from carteado.telegram_gateway.pace import Budget
from carteado.telegram_gateway.places import Place
from tests.telegram_gateway.doubles import Account, Call, HandClock, Memory, settle

GROUP, OTHER, ANA = Place(-5), Place(-6), Place(7)
NEW = Place(-1005)


class House:
    """An outbox among stand-ins."""

    def __init__(self) -> None:
        self.clock = HandClock()
        self.telegram = Account(self.clock)
        self.memory = Memory()
        self.outbox = self.another()

    def another(self) -> Outbox:
        return Outbox(self.telegram, self.memory, self.clock, Budget(3.0, 20, 1.0))

    def show(self, text: str, place: Place = GROUP, spot: str = "board") -> None:
        self.outbox.show(place, spot, rendering(text))

    def fail(self, *errors: Exception | None, chat_id: int | None = None) -> None:
        """Has the next calls, of a chat or of all, end like this; None is no fault."""
        waiting = list(errors)

        def fault(call: Call) -> Exception | None:
            return waiting.pop(0) if waiting and chat_id in (None, call.chat_id) else None

        self.telegram.fault = fault

    async def shown(self, text: str, place: Place = GROUP, spot: str = "board") -> None:
        """Shows, and lets enough time go by for whatever comes next."""
        self.show(text, place, spot)
        await self.clock.pass_by(10)


def rendering(text: str) -> Callable[[], Awaitable[Message | None]]:
    async def render() -> Message | None:
        return Message(text)

    return render


async def nothing() -> Message | None:
    return None


@pytest.fixture
async def house() -> AsyncIterator[House]:
    one = House()
    async with one.outbox.running():
        yield one


async def test_the_first_call_of_a_chat_is_made_at_once(house: House) -> None:
    house.show("a")
    house.show("b", OTHER)
    house.show("c", ANA)
    await settle()
    assert [call.at for call in house.telegram.calls] == [1000.0] * 3


async def test_a_hundred_changes_in_a_moment_are_one_message_and_one_edit(house: House) -> None:
    house.show("0")
    await settle()
    for number in range(1, 101):
        house.show(str(number))
    await house.clock.pass_by(60)
    assert house.telegram.brief() == [("send", "0"), ("edit", "100")]


async def test_sixty_moves_in_a_minute_stay_in_the_budget_and_the_last_is_seen_within_three_seconds(
    house: House,
) -> None:
    for number in range(61):
        house.show(str(number))
        await house.clock.pass_by(1)
    await house.clock.pass_by(2)
    assert house.telegram.calls[-1].text == "60"
    in_a_minute = [call for call in house.telegram.calls if call.at < 1060]
    assert len(in_a_minute) == 20


async def test_what_is_shown_is_rendered_when_its_turn_comes(house: House) -> None:
    state = "then"

    async def render() -> Message | None:
        return Message(state)

    house.show("first", spot="other")
    house.outbox.show(GROUP, "board", render)
    await house.clock.pass_by(2)
    state = "now"
    await house.clock.pass_by(2)
    assert house.telegram.brief() == [("send", "first"), ("send", "now")]


async def test_gaps_are_measured_from_start_to_start_and_are_shorter_in_private(
    house: House,
) -> None:
    for number in range(4):
        house.show(str(number), GROUP, f"spot {number}")
        house.show(str(number), ANA, f"spot {number}")
    await house.clock.pass_by(60)
    in_group = [call.at - 1000 for call in house.telegram.calls if call.chat_id == -5]
    in_private = [call.at - 1000 for call in house.telegram.calls if call.chat_id == 7]
    assert (in_group, in_private) == ([0, 3, 6, 9], [0, 1, 2, 3])


async def test_what_is_not_there_yet_goes_before_what_is_changed_else_first_come_first_served(
    house: House,
) -> None:
    for spot in ("a", "b"):
        await house.shown(f"{spot}1", spot=spot)
    house.show("c1", spot="c")
    house.show("b2", spot="b")
    house.show("a2", spot="a")
    house.show("b3", spot="b")
    house.show("d1", spot="d")
    house.outbox.say(GROUP, "said", Message("said"))
    await house.clock.pass_by(60)
    wanted = [("send", "c1"), ("send", "d1"), ("edit", "b3"), ("edit", "a2"), ("send", "said")]
    assert house.telegram.brief()[2:] == wanted


async def test_what_looks_like_that_already_costs_no_call_and_no_time(house: House) -> None:
    await house.shown("a")
    house.show("a")
    await settle()
    house.show("b", spot="other")
    await settle()
    assert house.telegram.brief() == [("send", "a"), ("send", "b")]


async def test_an_edit_whose_fate_is_unknown_is_not_taken_for_shown(house: House) -> None:
    await house.shown("a")
    house.fail(Passing("ReadTimeout"))
    house.show("b")
    await settle()
    house.show("a")
    await house.clock.pass_by(10)
    assert house.telegram.brief() == [("send", "a"), ("edit", "b"), ("edit", "a")]


async def test_nothing_to_show_costs_no_call(house: House) -> None:
    house.outbox.show(GROUP, "board", nothing)
    await house.clock.pass_by(10)
    assert (house.telegram.calls, house.outbox.pending) == ([], 0)


async def test_after_a_restart_the_same_message_is_edited(house: House) -> None:
    await house.shown("a")
    message_id = house.memory.spots[-5, "board"]
    second = house.another()
    async with second.running():
        second.show(GROUP, "board", rendering("b"))
        await settle()
    assert house.telegram.calls[-1].message_id == message_id


async def test_what_was_asked_for_before_it_runs_is_delivered_when_it_does() -> None:
    house = House()
    house.show("a")
    await settle()
    assert house.telegram.calls == []
    async with house.outbox.running():
        await settle()
        assert house.telegram.brief() == [("send", "a")]


async def test_a_message_that_was_deleted_is_posted_anew_in_silence(house: House) -> None:
    await house.shown("a")
    house.fail(MessageGone())
    await house.shown("b")
    assert house.telegram.brief() == [("send", "a"), ("edit", "b"), ("send", "b")]
    assert [call.silent for call in house.telegram.calls] == [False, False, True]
    assert house.memory.spots[-5, "board"] == house.telegram.posted


async def test_a_renewed_slot_gets_a_new_message_and_the_old_one_loses_its_buttons(
    house: House,
) -> None:
    await house.shown("a")
    old = house.memory.spots[-5, "board"]
    house.outbox.renew(GROUP, "board")
    await house.clock.pass_by(10)
    assert len(house.telegram.calls) == 1
    await house.shown("a")
    await house.shown("b")
    methods = [(call.method, call.message_id) for call in house.telegram.calls]
    assert methods == [("send", None), ("send", None), ("strip", old), ("edit", old + 1)]


async def test_a_renewal_waits_for_something_to_show(house: House) -> None:
    await house.shown("a")
    house.outbox.renew(GROUP, "board")
    house.outbox.show(GROUP, "board", nothing)
    await house.clock.pass_by(10)
    await house.shown("b")
    assert house.telegram.brief() == [("send", "a"), ("send", "b"), ("strip", "")]


async def test_a_renewal_that_fails_for_now_is_still_one_when_something_newer_is_shown(
    house: House,
) -> None:
    await house.shown("a")
    house.outbox.renew(GROUP, "board")
    house.fail(Passing("ConnectError"))
    house.show("b")
    await settle()
    await house.shown("c")
    assert house.telegram.brief()[1:] == [("send", "b"), ("send", "c"), ("strip", "")]


async def test_buttons_of_a_message_that_is_gone_need_not_be_taken_away(house: House) -> None:
    await house.shown("a")
    house.outbox.renew(GROUP, "board")
    house.fail(None, MessageGone())
    await house.shown("b")
    await house.clock.pass_by(60)
    assert house.telegram.brief() == [("send", "a"), ("send", "b"), ("strip", "")]


async def test_a_slot_that_is_removed_loses_its_message_and_costs_nothing_where_there_is_none(
    house: House,
) -> None:
    await house.shown("a")
    for spot in ("board", "other"):
        house.outbox.remove(GROUP, spot)
    await house.clock.pass_by(10)
    assert house.telegram.brief() == [("send", "a"), ("delete", "")]
    assert house.memory.spots == {}
    await house.shown("b")
    assert house.telegram.brief()[2:] == [("send", "b")]


async def test_of_showing_and_removing_the_latest_counts(house: House) -> None:
    await house.shown("a")
    house.show("b")
    house.outbox.remove(GROUP, "board")
    house.outbox.remove(GROUP, "new")
    house.show("c", spot="new")
    await house.clock.pass_by(10)
    assert house.telegram.brief()[1:] == [("send", "c"), ("delete", "")]


async def test_a_message_that_somebody_else_deleted_need_not_be_removed(house: House) -> None:
    await house.shown("a")
    house.fail(MessageGone())
    house.outbox.remove(GROUP, "board")
    await house.clock.pass_by(10)
    assert (house.memory.spots, house.outbox.pending) == ({}, 0)


async def test_a_chat_is_settled_once_all_of_its_own_is_delivered(house: House) -> None:
    await house.outbox.settled(-5)
    for spot in "ab":
        house.show(spot, spot=spot)
    house.show("c", OTHER, "c")
    house.show("d", OTHER, "d")
    settled = asyncio.create_task(house.outbox.settled(-5))
    house.telegram.fault = lambda call: Flooded(600) if call.text == "d" else None
    await house.clock.pass_by(2)
    assert not settled.done()
    await house.clock.pass_by(2)
    assert settled.done()
    assert house.outbox.pending == 1


async def test_however_much_is_asked_of_the_bot_the_board_goes_on(house: House) -> None:
    await house.shown("board 0", spot="board")
    for moment in range(1, 9):
        for command in ("help", "rules", "ranking", "hand"):
            house.outbox.say(GROUP, command, Message(command))
        house.show(f"board {moment}", spot="board")
        await house.clock.pass_by(6)
    boards = [text for _, text in house.telegram.brief() if text.startswith("board")]
    assert boards == [f"board {moment}" for moment in range(9)]


async def test_a_newer_answer_takes_the_place_of_one_that_waits(house: House) -> None:
    await house.shown("board")
    first = house.outbox.say(GROUP, "help", Message("a"))
    second = house.outbox.say(GROUP, "help", Message("b"))
    assert (first.done(), second.done()) == (True, False)
    await house.clock.pass_by(30)
    assert house.telegram.brief()[1:] == [("send", "b")]


async def test_topics_are_kept(house: House) -> None:
    house.outbox.show(Place(-5, 9), "board", rendering("a"))
    house.outbox.say(Place(-5, 8), "said", Message("b"))
    await house.clock.pass_by(10)
    assert [call.thread_id for call in house.telegram.calls] == [9, 8]


async def test_a_person_who_cannot_be_reached_is_noted(house: House) -> None:
    house.fail(Unreachable())
    house.show("hand", ANA)
    said = house.outbox.say(ANA, "said", Message("hint"))
    await house.clock.pass_by(60)
    assert (house.memory.closed, house.outbox.pending) == ({7}, 0)
    assert said.done()
    assert len(house.telegram.calls) == 1
    await house.shown("again", ANA)
    assert house.telegram.brief()[1:] == [("send", "again")]


async def test_a_group_that_cannot_be_reached_is_tried_now_and_then_with_the_newest_state(
    house: House,
) -> None:
    house.fail(Unreachable(), Unreachable())
    said = house.outbox.say(GROUP, "said", Message("c"))
    await house.clock.pass_by(1)
    assert said.done()
    house.show("a")
    await house.clock.pass_by(65)
    assert house.memory.unreachable == {-5}
    house.show("b")
    await house.clock.pass_by(60)
    assert [call.at for call in house.telegram.calls] == [1000.0, 1030.0, 1060.0, 1066.0]
    assert house.telegram.brief()[-2:] == [("send", "a"), ("edit", "b")]


async def test_a_group_that_cannot_be_reached_is_tried_at_once_when_something_comes_from_it(
    house: House,
) -> None:
    house.fail(Unreachable())
    await house.shown("a")
    house.outbox.heard(-5)
    await house.clock.pass_by(3)
    assert house.telegram.brief() == [("send", "a"), ("send", "a")]


async def test_a_closed_topic_is_tried_now_and_then_and_keeps_no_other_waiting(
    house: House,
) -> None:
    house.fail(ThreadClosed())
    house.outbox.show(Place(-5, 7), "closed", rendering("a"))
    await house.clock.pass_by(1)
    house.outbox.show(Place(-5, 8), "open", rendering("b"))
    await house.clock.pass_by(120)
    calls = [(call.at, call.text) for call in house.telegram.calls]
    assert calls == [(1000.0, "a"), (1003.0, "b"), (1030.0, "a")]


async def test_what_waits_for_a_group_that_moved_goes_to_its_new_number(house: House) -> None:
    await house.shown("a")
    house.fail(Moved(NEW.chat_id))
    house.show("b")
    house.show("c", spot="other")
    said = house.outbox.say(Place(-5, 9), "said", Message("said"))
    await house.clock.pass_by(60)
    assert house.memory.migrations == [(-5, -1005)]
    moved = [("send", "b"), ("send", "c"), ("send", "said")]
    assert sorted(house.telegram.brief(-1005)) == moved
    assert said.done()
    await house.shown("d")
    assert house.telegram.calls[-1].chat_id == -1005
    assert len(house.telegram.brief(-5)) == 2


async def test_a_group_may_move_in_the_middle_of_a_call_and_be_told_again(house: House) -> None:
    await house.shown("a")
    house.outbox.renew(GROUP, "board")
    begun, go_on = asyncio.Event(), asyncio.Event()

    async def render() -> Message | None:
        begun.set()
        await go_on.wait()
        return Message("b")

    house.telegram.fault = lambda call: Moved(-1005) if call.chat_id == -5 else None
    house.outbox.show(GROUP, "board", render)
    await begun.wait()
    for _ in range(2):
        await house.outbox.move(-5, -1005)
    go_on.set()
    await house.clock.pass_by(60)
    assert house.telegram.brief(-1005) == [("send", "b")]
    assert house.outbox.pending == 0


async def test_a_flood_pauses_its_chat_alone_which_then_gets_the_newest_once(house: House) -> None:
    for place in (GROUP, OTHER):
        await house.shown("a", place)
    before = len(house.telegram.calls)
    house.fail(Flooded(30), chat_id=-5)
    for second in range(29):
        for place in (GROUP, OTHER):
            house.show(str(second), place)
        await house.clock.pass_by(1)
    flooded = [call for call in house.telegram.calls[before:] if call.chat_id == -5]
    assert [call.text for call in flooded] == ["0"]
    others = [call for call in house.telegram.calls[before:] if call.chat_id == -6]
    assert [call.text for call in others] == ["0", *map(str, range(2, 29, 3))]
    await house.clock.pass_by(3)
    assert [call.text for call in house.telegram.calls[before:] if call.chat_id == -5] == [
        "0",
        "28",
    ]


@pytest.mark.parametrize("passing", [Passing("ConnectError"), BadToken()])
async def test_what_may_work_later_is_tried_again_more_and_more_slowly(
    house: House, passing: Exception
) -> None:
    house.telegram.fault = lambda call: passing if call.chat_id == 7 else None
    house.show("a", ANA)
    house.show("b", OTHER)
    await house.clock.pass_by(130)
    starts = [call.at - 1000 for call in house.telegram.calls if call.chat_id == 7]
    assert starts == [0, 1, 3, 7, 15, 31, 61, 91, 121]
    assert house.telegram.brief(-6) == [("send", "b")]
    house.telegram.fault = lambda _: None
    await house.clock.pass_by(30)
    assert house.outbox.pending == 0


async def test_a_success_ends_the_slowing_down(house: House) -> None:
    house.fail(Passing("ConnectError"), Passing("ConnectError"), None, Passing("ConnectError"))
    for text in "ab":
        house.show(text, ANA, text)
    await house.clock.pass_by(10)
    assert [call.at - 1000 for call in house.telegram.calls] == [0, 1, 3, 4, 5]


async def test_what_failed_for_now_keeps_its_turn_in_its_newer_form(house: House) -> None:
    for spot in "ab":
        await house.shown(spot, spot=spot)
    house.fail(Flooded(5))
    house.show("a2", spot="a")
    house.show("b2", spot="b")
    await settle()
    house.show("a3", spot="a")
    await house.clock.pass_by(60)
    assert [text for _, text in house.telegram.brief()[2:]] == ["a2", "a3", "b2"]


async def test_what_is_asked_for_during_a_call_that_fails_takes_over_its_turn_and_its_renewal(
    house: House,
) -> None:
    for spot in "ab":
        await house.shown(spot, spot=spot)
    house.outbox.renew(GROUP, "a")

    def fault(call: Call) -> Exception | None:
        if call.text != "a2":
            return None
        house.show("b2", spot="b")
        house.outbox.renew(GROUP, "b")
        house.show("a3", spot="a")
        return Flooded(5)

    house.telegram.fault = fault
    house.show("a2", spot="a")
    await house.clock.pass_by(60)
    sent = [("send", "a2"), ("send", "a3"), ("send", "b2"), ("strip", ""), ("strip", "")]
    assert house.telegram.brief()[2:] == sent


async def test_a_broken_store_stops_nothing_for_good(house: House) -> None:
    house.memory.is_broken = True
    await house.shown("a")
    assert house.telegram.calls == []
    house.memory.is_broken = False
    await house.clock.pass_by(30)
    assert house.telegram.brief() == [("send", "a")]


async def test_what_telegram_rejects_is_dropped_and_its_text_is_not_logged(house: House) -> None:
    house.fail(Rejected("can't parse entities"))
    with capture_logs() as logs:
        await house.shown("the hand")
    assert house.outbox.pending == 0
    assert len(house.telegram.calls) == 1
    [line] = [line for line in logs if line["log_level"] == "error"]
    assert (line["event"], line["chat_id"], line["spot"]) == ("message_rejected", -5, "board")
    assert "the hand" not in str(logs)


async def test_what_nobody_expected_is_dropped_without_its_text_and_the_chat_goes_on(
    house: House,
) -> None:
    house.fail(KeyError("the hand"))
    with capture_logs() as logs:
        await house.shown("a")
    await house.shown("b")
    assert [(line["event"], line["cause"]) for line in logs] == [("delivery_failed", "KeyError")]
    assert house.telegram.brief() == [("send", "a"), ("send", "b")]


async def test_what_cannot_be_rendered_is_tried_a_few_times_and_holds_nobody_up(
    house: House,
) -> None:
    attempts = 0

    async def render() -> Message | None:
        nonlocal attempts
        attempts += 1
        raise RuntimeError("the hand")

    with capture_logs() as logs:
        house.outbox.show(GROUP, "board", render)
        house.show("a", spot="other")
        await house.clock.pass_by(600)
    assert (attempts, house.outbox.pending) == (5, 0)
    assert house.telegram.calls[0].at == 1001
    assert [line["event"] for line in logs] == ["render_failed"] * 4 + ["render_given_up"]
    assert "the hand" not in str(logs)


async def test_a_call_that_hangs_holds_up_its_own_chat_only(house: House) -> None:
    hanging = asyncio.Event()

    async def render() -> Message | None:
        await hanging.wait()
        return Message("a")

    house.outbox.show(GROUP, "board", render)
    house.show("b", OTHER)
    await settle()
    assert house.telegram.brief() == [("send", "b")]
    assert house.outbox.due(house.clock.now())
    hanging.set()
    await settle()
    assert house.telegram.brief() == [("send", "b"), ("send", "a")]


async def test_all_chats_together_stay_below_what_a_bot_may_send(house: House) -> None:
    for number in range(100):
        house.show("a", Place(-100 - number))
    await house.clock.pass_by(10)
    starts = [call.at for call in house.telegram.calls]
    assert len(starts) == 100
    assert busiest(starts, 1.0) == 30


async def test_who_waits_for_what_was_said_hears_when_it_is_delivered(house: House) -> None:
    first, second = (house.outbox.say(GROUP, text, Message(text)) for text in "ab")
    await settle()
    assert (first.done(), second.done()) == (True, False)
    await house.clock.pass_by(3)
    assert second.done()
    assert house.telegram.brief() == [("send", "a"), ("send", "b")]


async def test_idle_and_waiting_can_be_told_apart(house: House) -> None:
    house.show("a")
    house.show("b", spot="other")
    assert (house.outbox.pending, house.outbox.due(house.clock.now())) == (2, True)
    await settle()
    assert (house.outbox.pending, house.outbox.due(house.clock.now())) == (1, False)
    assert house.outbox.due(house.clock.now() + 3)
    await house.clock.pass_by(3)
    assert (house.outbox.pending, house.outbox.due(house.clock.now() + 99)) == (0, False)


async def test_flushing_ends_with_the_last_delivery_or_when_time_is_up(house: House) -> None:
    for spot in "abc":
        house.show(spot, spot=spot)
    flushing = asyncio.create_task(house.outbox.flush(5))
    await house.clock.pass_by(4)
    assert not flushing.done()
    await house.clock.pass_by(2)
    assert flushing.done()
    assert house.outbox.pending == 0
    house.telegram.fault = lambda _: Flooded(60)
    house.show("d")
    hopeless = asyncio.create_task(house.outbox.flush(5))
    await house.clock.pass_by(5)
    assert hopeless.done()
    assert house.outbox.pending == 1


async def test_nobody_waits_for_a_stopped_outbox() -> None:
    house = House()
    async with house.outbox.running():
        said = [house.outbox.say(GROUP, text, Message(text)) for text in "ab"]
        await settle()
    assert all(one.done() for one in said)
    assert house.telegram.brief() == [("send", "a")]


def busiest(starts: Sequence[float], seconds: float) -> int:
    """The most calls in any stretch of so many seconds."""
    return max(sum(begin <= at < begin + seconds for at in starts) for begin in starts)


@pytest.mark.parametrize("gap", [0.0, 0.5, 2.9])
async def test_no_gap_is_short_enough_to_break_the_budget_of_a_group(gap: float) -> None:
    house = House()
    outbox = Outbox(house.telegram, house.memory, house.clock, Budget(gap, 20, 1.0))
    async with outbox.running():
        for number in range(720):
            outbox.show(GROUP, "board", rendering(str(number)))
            await house.clock.pass_by(0.25)
    starts = [call.at for call in house.telegram.calls]
    assert busiest(starts, 60.5) == 20


requests = st.lists(
    st.tuples(
        st.floats(0, 4),
        st.sampled_from(["a", "b", "c"]),
        st.sampled_from(["show", "renew", "say"]),
    ),
    min_size=1,
    max_size=150,
)
troubles = st.lists(
    st.one_of(
        st.none(),
        st.builds(Flooded, st.floats(0, 40)),
        st.builds(Passing, st.just("ReadTimeout")),
        st.builds(MessageGone),
        st.builds(Rejected, st.just("no")),
    ),
    max_size=40,
)


@settings(deadline=None)
@given(requests=requests, troubles=troubles, gap=st.sampled_from([0.0, 0.5, 3.0]))
def test_whatever_is_asked_for_a_group_gets_twenty_calls_a_minute_at_most_and_the_newest_in_the_end(
    requests: list[tuple[float, str, str]], troubles: list[Exception | None], gap: float
) -> None:
    async def run() -> None:
        house = House()
        outbox = Outbox(house.telegram, house.memory, house.clock, Budget(gap, 20, 1.0))
        house.fail(*troubles)
        async with outbox.running():
            for number, (pause, spot, what) in enumerate(requests):
                if what == "say":
                    outbox.say(GROUP, str(number), Message(str(number)))
                else:
                    if what == "renew":
                        outbox.renew(GROUP, spot)
                    outbox.show(GROUP, spot, rendering(f"{spot}{number}"))
                await house.clock.pass_by(pause)
            await house.clock.pass_by(5000)
            house.fail()
            for spot in "abc":
                outbox.show(GROUP, spot, rendering(f"{spot} at last"))
            await house.clock.pass_by(120)
            assert outbox.pending == 0
        starts = [call.at for call in house.telegram.calls]
        assert busiest(starts, 60.0) <= 20
        # What two sums of the same gaps differ by is no haste.
        later = itertools.pairwise(starts)
        assert all(second - first >= gap - 1e-6 for first, second in later)
        last = {
            call.message_id: call.text for call in house.telegram.calls if call.method == "edit"
        }
        sent = [call.text for call in house.telegram.calls if call.method == "send"]
        for spot in "abc":
            newest = f"{spot} at last"
            assert newest in sent or last.get(house.memory.spots[-5, spot]) == newest

    asyncio.run(run())


# What replaces, and files


def kinds(house: House) -> list[tuple[str, int | None]]:
    """Method and message of every call."""
    return [(call.method, call.message_id) for call in house.telegram.calls]


async def test_an_answer_that_replaces_another_takes_that_away_once_it_stands_there_itself(
    house: House,
) -> None:
    house.outbox.say(GROUP, "question", Message("qual?"), replaces=True)
    await house.clock.pass_by(10)
    house.outbox.say(GROUP, "question", Message("anotado"), replaces=True)
    await house.clock.pass_by(10)
    assert kinds(house) == [("send", None), ("send", None), ("delete", 101)]
    assert house.memory.spots[GROUP.chat_id, "question"] == 102


async def test_what_was_said_before_a_restart_is_replaced_too(house: House) -> None:
    house.outbox.say(GROUP, "question", Message("qual?"), replaces=True)
    await house.clock.pass_by(10)
    async with (another := house.another()).running():
        another.say(GROUP, "question", Message("anotado"), replaces=True)
        await house.clock.pass_by(10)
    assert kinds(house)[1:] == [("send", None), ("delete", 101)]


async def test_of_two_answers_that_wait_for_their_turn_the_newer_replaces_what_stands_there(
    house: House,
) -> None:
    house.outbox.say(GROUP, "question", Message("qual?"), replaces=True)
    await house.clock.pass_by(1)
    for text in ("outra vez", "anotado"):
        house.outbox.say(GROUP, "question", Message(text), replaces=True)
    await house.clock.pass_by(20)
    assert house.telegram.brief() == [("send", "qual?"), ("send", "anotado"), ("delete", "")]


async def test_what_is_gone_already_or_cannot_go_is_let_be(house: House) -> None:
    house.outbox.say(GROUP, "question", Message("qual?"), replaces=True)
    await house.clock.pass_by(10)
    house.fail(None, MessageGone())
    house.outbox.say(GROUP, "question", Message("anotado"), replaces=True)
    await house.clock.pass_by(60)
    assert kinds(house) == [("send", None), ("send", None), ("delete", 101)]
    assert house.outbox.pending == 0


RECORD = Message("tudo", document=Document("tudo.json", "{}"))


async def record() -> Message | None:
    return RECORD


async def test_a_file_is_made_sure_of_whenever_it_is_to_be_shown_and_posted_anew_where_it_is_gone(
    house: House,
) -> None:
    for fault in (None, None, MessageGone()):
        house.fail(fault)
        house.outbox.show(GROUP, "proof", record)
        await house.clock.pass_by(20)
    assert kinds(house) == [("send", None), ("edit", 101), ("edit", 101), ("send", None)]
    assert house.memory.spots[GROUP.chat_id, "proof"] == 102


@pytest.mark.parametrize("error", [ThreadClosed(), Unreachable()])
async def test_a_file_is_let_be_where_none_may_be_sent_and_the_board_waits_for_its_time(
    house: House, error: Exception
) -> None:
    house.fail(error)
    house.outbox.show(GROUP, "proof", record, lasts=False)
    await house.clock.pass_by(5)
    assert house.outbox.pending == 0
    house.fail(error)
    house.show("board")
    await house.clock.pass_by(100)
    assert house.telegram.brief() == [("send", "tudo"), ("send", "board"), ("send", "board")]


async def test_a_file_that_could_not_be_sent_is_sent_later_within_the_budget(house: House) -> None:
    house.fail(Flooded(30.0), Passing("TimedOut"))
    house.outbox.show(GROUP, "proof", record)
    await house.clock.pass_by(60)
    sends = [call.at - 1000 for call in house.telegram.calls]
    assert len(sends) == 3
    assert sends[1] >= 30
