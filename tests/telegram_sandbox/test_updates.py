"""How updates reach the bot: waited for, acknowledged, chosen, delivered again."""

import asyncio

from tests.telegram_sandbox.conftest import Room
from tests.telegram_sandbox.test_people import texts


async def test_updates_are_delivered_until_an_offset_acknowledges_them(room: Room) -> None:
    for text in ("/um", "/dois", "/tres"):
        await room.ana.type(room.group, text)
    first = await room.bot.get_updates(timeout=0)
    again = await room.bot.get_updates(timeout=0)
    assert texts(list(first)) == texts(list(again)) == ["/um", "/dois", "/tres"]
    rest = await room.bot.get_updates(offset=first[1].update_id, timeout=0)
    assert texts(list(rest)) == ["/dois", "/tres"]
    assert texts(list(await room.bot.get_updates(timeout=0, limit=1))) == ["/dois"]
    assert texts(list(await room.bot.get_updates(offset=-1, timeout=0))) == ["/tres"]
    assert texts(list(await room.bot.get_updates(timeout=0))) == ["/tres"]


async def test_a_long_poll_ends_with_the_first_update(room: Room) -> None:
    news = room.sandbox.world.updates.news
    number = news.number
    poll = asyncio.create_task(room.bot.get_updates(timeout=30))
    await news.wait(number, 30)
    await room.ana.type(room.group, "/jogar")
    assert texts(list(await poll)) == ["/jogar"]


async def test_kinds_that_were_not_asked_for_are_not_kept_and_the_choice_lasts(room: Room) -> None:
    await room.bot.get_updates(timeout=0, allowed_updates=["my_chat_member"])
    await room.ana.type(room.group, "/jogar")
    await room.telegram.set_bot(room.group, "administrator")
    updates = await room.updates()
    assert [bool(update.my_chat_member) for update in updates] == [True]
    await room.bot.get_updates(timeout=0, allowed_updates=[])
    await room.ana.type(room.group, "/jogar")
    assert texts(await room.updates()) == ["/jogar"]


async def test_an_update_can_be_delivered_again_after_it_was_acknowledged(room: Room) -> None:
    await room.ana.type(room.group, "/jogar")
    [update] = await room.updates()
    await room.telegram.redeliver(update.update_id)
    [again] = await room.bot.get_updates(offset=update.update_id + 1, timeout=0)
    assert again == update
    assert await room.bot.get_updates(offset=update.update_id + 1, timeout=0) == ()


async def test_what_the_bot_does_not_fetch_in_a_day_is_lost(room: Room) -> None:
    await room.ana.type(room.group, "/ontem")
    room.clock.move(24 * 3600 + 1)
    await room.ana.type(room.group, "/hoje")
    assert texts(await room.updates()) == ["/hoje"]


async def test_an_answer_that_is_lost_on_the_way_loses_no_update(room: Room) -> None:
    await room.ana.type(room.group, "/jogar")
    await room.telegram.fault(method="getUpdates", kind="drop_reply")
    [lost] = await asyncio.gather(room.bot.get_updates(timeout=0), return_exceptions=True)
    assert isinstance(lost, Exception)
    assert texts(await room.updates()) == ["/jogar"]
