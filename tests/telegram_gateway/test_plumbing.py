"""Inbox, store and outbox at work with a whole Telegram, through the library that the gateway uses."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from sqlalchemy import select

from carteado.telegram_gateway import schema
from carteado.telegram_gateway.adapters import sqlite
from carteado.telegram_gateway.adapters.sqlite import SqliteStore
from carteado.telegram_gateway.clock import LoopClock
from carteado.telegram_gateway.inbox import Inbox
from carteado.telegram_gateway.incoming import Command, Incoming, Tapped
from carteado.telegram_gateway.message import Button, Message
from carteado.telegram_gateway.outbox import Outbox
from carteado.telegram_gateway.pace import Budget
from carteado.telegram_gateway.places import Place
from carteado.telegram_gateway.telegram import Telegram
from carteado.telegram_sandbox.driver import Chat, Driver, Person, SeenMessage
from carteado.telegram_sandbox.server import serving

TOKEN = "123:abc"
BUTTON = ((Button("Entrar", "v1|A|0|j|0"),),)


class Gateway:
    """The plumbing, with a handler that notes what comes and answers taps."""

    def __init__(self, telegram: Telegram, store: SqliteStore, outbox: Outbox) -> None:
        self.telegram = telegram
        self.store = store
        self.outbox = outbox
        self.handled: list[Incoming] = []
        self.is_failing = False
        self.answers: list[bool] = []
        self.news = asyncio.Event()

    async def handle(self, incoming: Incoming) -> None:
        self.news.set()
        if self.is_failing:
            raise RuntimeError
        self.handled.append(incoming)
        if isinstance(incoming, Tapped):
            self.answers.append(await self.telegram.answer(incoming.callback_id, "ok"))

    async def until(self, is_so: Callable[[], bool]) -> None:
        async with asyncio.timeout(20):
            while not is_so():
                self.news.clear()
                await self.news.wait()

    @property
    def commands(self) -> list[Command]:
        return [incoming for incoming in self.handled if isinstance(incoming, Command)]

    @property
    def taps(self) -> list[Tapped]:
        return [incoming for incoming in self.handled if isinstance(incoming, Tapped)]

    def show(self, text: str, place: Place, spot: str = "board") -> None:
        async def render() -> Message | None:
            return Message(text, BUTTON)

        self.outbox.show(place, spot, render)


Opened = Callable[[], contextlib.AbstractAsyncContextManager[Gateway]]


@pytest.fixture
async def world() -> AsyncIterator[Driver]:
    async with serving(state=None, token=TOKEN) as sandbox, Driver(sandbox.url) as driver:
        yield driver


@pytest.fixture
async def ana(world: Driver) -> Person:
    return await world.person("Ana")


@pytest.fixture
async def group(world: Driver, ana: Person) -> Chat:
    return await world.group("Mesa", members=[ana])


@pytest.fixture
def opened(world: Driver, tmp_path: Path) -> Opened:
    url = f"sqlite:///{tmp_path}/gateway.sqlite"
    sqlite.migrate(url)

    @asynccontextmanager
    async def open_one() -> AsyncIterator[Gateway]:
        async with SqliteStore(url) as store, Telegram(TOKEN, world._url) as telegram:
            clock = LoopClock()
            outbox = Outbox(telegram, store, clock, Budget(0.05, 20, 0.05))
            gateway = Gateway(telegram, store, outbox)
            inbox = Inbox(telegram, store, gateway.handle, lambda _: "lane", clock)
            async with outbox.running(), inbox.running():
                yield gateway

    return open_one


@pytest.fixture
async def gateway(opened: Opened) -> AsyncIterator[Gateway]:
    async with opened() as one:
        yield one


async def shows(person: Person, chat: Chat, text: str) -> SeenMessage:
    """The message that shows a text to somebody, once it does."""
    seen = await person.waits(chat, lambda messages: any(text in one.text for one in messages))
    return next(one for one in seen if text in one.text)


async def test_what_is_typed_comes_in_and_what_is_said_goes_out(
    gateway: Gateway, ana: Person, group: Chat
) -> None:
    await ana.type(group, "/jogar agora")
    await ana.type(group, "/jogar@other_bot")
    await ana.type(group, "/mesa")
    await gateway.until(lambda: len(gateway.commands) == 2)
    first, second = gateway.commands
    assert (first.name, first.argument, second.name) == ("jogar", "agora", "mesa")
    assert first.user is not None
    assert (first.chat.id, first.user.id, first.user.name) == (group.chat_id, ana.id, "Ana")
    await gateway.outbox.say(Place(group.chat_id), "said", Message("<b>oi</b>"))
    assert (await shows(ana, group, "oi")).text == "oi"


async def test_a_tap_is_answered_once_however_often_it_is_delivered(
    gateway: Gateway, world: Driver, ana: Person, group: Chat
) -> None:
    gateway.show("board", Place(group.chat_id))
    await shows(ana, group, "board")
    answer = await ana.tap(group, "Entrar")
    assert answer is not None
    assert answer.text == "ok"
    [tap] = gateway.taps
    await world.redeliver(tap.update_id)
    await ana.type(group, "/mesa")
    await gateway.until(lambda: len(gateway.commands) == 1)
    assert gateway.taps == [tap]
    assert gateway.answers == [True]


async def test_what_was_not_done_before_a_restart_is_done_after_it(
    opened: Opened, ana: Person, group: Chat
) -> None:
    async with opened() as first:
        first.is_failing = True
        await ana.type(group, "/jogar")
        await ana.type(group, "/mesa")
        await first.news.wait()
    async with opened() as second:
        await second.until(lambda: len(second.commands) == 2)
        assert [command.name for command in second.commands] == ["jogar", "mesa"]
    async with opened() as third:
        await ana.type(group, "/mao")
        await third.until(lambda: len(third.commands) == 1)
        assert [command.name for command in third.commands] == ["mao"]


async def test_after_a_restart_the_board_is_edited_where_it_stands(
    opened: Opened, ana: Person, group: Chat
) -> None:
    async with opened() as first:
        first.show("before", Place(group.chat_id))
        before = await shows(ana, group, "before")
        await first.outbox.settled(group.chat_id)
    async with opened() as second:
        second.show("after", Place(group.chat_id))
        after = await shows(ana, group, "after")
    assert before.message_id == after.message_id


async def test_a_board_in_a_closed_topic_is_shown_again_once_it_is_open(
    gateway: Gateway, world: Driver, ana: Person
) -> None:
    forum = await world.group("Forum", members=[ana], topics=True)
    thread_id = await world.topic(forum, "cartas")
    await world.close_topic(forum, thread_id)
    gateway.show("board", Place(forum.chat_id, thread_id))
    while not [call for call in await world.calls() if call.error]:  # noqa: ASYNC110 - it is asked over HTTP
        await asyncio.sleep(0.01)
    await world.close_topic(forum, thread_id, closed=False)
    gateway.show("board again", Place(forum.chat_id, thread_id))
    gateway.outbox.heard(forum.chat_id)
    assert (await shows(ana, forum, "board again")).thread_id == thread_id


async def test_a_board_follows_its_group_to_the_supergroup(
    gateway: Gateway, world: Driver, ana: Person
) -> None:
    old = await world.group("Pequena", members=[ana], kind="group")
    gateway.show("before", Place(old.chat_id))
    await shows(ana, old, "before")
    new = await world.upgrade(old)
    gateway.show("after", Place(old.chat_id))
    await shows(ana, new, "after")
    await gateway.outbox.settled(old.chat_id)
    assert await gateway.store.message(new.chat_id, "board") is not None
    assert await gateway.store.message(old.chat_id, "board") is None


async def test_a_person_who_blocks_the_bot_is_left_in_peace(
    gateway: Gateway, ana: Person, group: Chat
) -> None:
    await ana.open_private()
    await ana.type(group, "/jogar")
    await gateway.until(lambda: len(gateway.commands) == 2)
    user = gateway.commands[0].user
    assert user is not None
    person = await gateway.store.meet(user)
    await gateway.store.set_private(person.user_id, is_open=True)
    await ana.block_bot()
    await gateway.outbox.say(Place(ana.id), "said", Message("hand"))
    await gateway.outbox.settled(ana.id)
    left = await gateway.store.person(person.key)
    assert left is not None
    assert not left.private_open


@pytest.mark.parametrize("kind", ["502", "drop_reply", "429"])
async def test_what_goes_wrong_on_the_way_is_made_good(
    gateway: Gateway, world: Driver, ana: Person, group: Chat, kind: str
) -> None:
    gateway.show("before", Place(group.chat_id))
    await shows(ana, group, "before")
    await world.fault(method="editMessageText", kind=kind, retry_after=1)
    gateway.show("between", Place(group.chat_id))
    await gateway.outbox.settled(group.chat_id)
    gateway.show("after", Place(group.chat_id))
    await shows(ana, group, "after")
    assert len([one for one in await ana.sees(group) if not one.is_service]) == 1


async def test_who_is_in_the_group_is_asked_of_telegram(
    gateway: Gateway, world: Driver, ana: Person, group: Chat
) -> None:
    bia = await world.person("Bia")
    ask: Callable[[int, int], Awaitable[bool]] = gateway.telegram.has_left
    assert [await ask(group.chat_id, one.id) for one in (ana, bia)] == [False, True]
    await bia.join(group)
    assert not await ask(group.chat_id, bia.id)
    await bia.leave(group)
    assert await ask(group.chat_id, bia.id)


async def test_commands_are_offered_in_the_language_of_the_person(
    gateway: Gateway, world: Driver, ana: Person, group: Chat
) -> None:
    await gateway.telegram.announce({"": [("jogar", "abre")], "en": [("play", "opens")]})
    eve = await world.person("Eve", language="en")
    await eve.join(group)
    assert await ana.commands(group) == ["jogar"]
    assert await eve.commands(group) == ["play"]


async def test_nothing_that_was_shown_in_private_gets_into_the_store(
    gateway: Gateway, ana: Person
) -> None:
    await ana.open_private()
    gateway.show("7 of gold", Place(ana.id), "hand")
    await shows(ana, ana.private, "7 of gold")
    await ana.tap(ana.private, "Entrar")
    kept = await gateway.store._connections.read(
        lambda connection: connection.execute(select(schema.updates.c.body)).scalars().all()
    )
    assert any("callback_query" in body for body in kept)
    assert "gold" not in "".join(kept)
