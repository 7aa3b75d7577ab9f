"""Who is shown what: the log that searches for leaks read."""

import asyncio

from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from tests.telegram_sandbox.conftest import EVENING, Room
from tests.telegram_sandbox.test_people import answering


def one_button(label: str) -> InlineKeyboardMarkup:
    return InlineKeyboardMarkup([[InlineKeyboardButton(label, callback_data=f"v1|{label}")]])


async def test_every_version_of_a_message_was_shown_with_its_buttons(room: Room) -> None:
    sent = await room.bot.send_message(room.group.chat_id, "um", reply_markup=one_button("a"))
    room.clock.move(5)
    await room.bot.edit_message_text(
        "dois", room.group.chat_id, sent.message_id, reply_markup=one_button("b")
    )
    await room.bot.delete_message(room.group.chat_id, sent.message_id)
    for person in (room.ana, room.bia):
        shown = [one for one in await room.telegram.what_sees(person) if one.kind != "service"]
        assert [(one.at - EVENING, one.kind, one.text, one.labels, one.data) for one in shown] == [
            (0, "message", "um", ["a"], ["v1|a"]),
            (5, "edit", "dois", ["b"], ["v1|b"]),
        ]


async def test_private_messages_and_answers_are_shown_to_one_person_only(room: Room) -> None:
    await room.ana.open_private()
    await room.updates()
    await room.bot.send_message(room.ana.id, "sua carta: 7 de ouro")
    await room.bot.send_message(room.group.chat_id, "mesa", reply_markup=one_button("mao"))
    tap = room.ana.tap(room.group, "mao")
    await asyncio.gather(tap, answering(room, text="na mao: 3 de prata", show_alert=True))
    hers = [(one.kind, one.text) for one in await room.telegram.what_sees(room.ana)]
    others = str(await room.telegram.what_sees(room.bia))
    assert ("message", "sua carta: 7 de ouro") in hers
    assert ("alert", "na mao: 3 de prata") in hers
    assert "7 de ouro" not in others
    assert "3 de prata" not in others


async def test_toasts_and_links_of_answers_are_told_apart(room: Room) -> None:
    await room.bot.send_message(room.group.chat_id, "mesa", reply_markup=one_button("x"))
    url = f"https://t.me/{room.sandbox.bot_username}?start=a"
    await asyncio.gather(room.ana.tap(room.group, "x"), answering(room, text="feito"))
    await asyncio.gather(room.ana.tap(room.group, "x"), answering(room, url=url))
    shown = await room.telegram.what_sees(room.ana)
    assert [(one.kind, one.text) for one in shown[-2:]] == [("toast", "feito"), ("link", url)]


async def test_whoever_is_not_in_a_group_sees_nothing_of_it(room: Room) -> None:
    caio = await room.telegram.person("Caio")
    await room.bia.leave(room.group)
    await room.bot.send_message(room.group.chat_id, "so para quem esta")
    for person in (room.bia, caio):
        assert await person.sees(room.group) == []
        assert "so para quem esta" not in str(await room.telegram.what_sees(person))


async def test_whoever_joins_a_supergroup_is_shown_what_was_said_before(room: Room) -> None:
    caio = await room.telegram.person("Caio")
    await room.bot.send_message(room.group.chat_id, "antes")
    await caio.join(room.group)
    assert "antes" in [message.text for message in await caio.sees(room.group)]
    assert "antes" in [one.text for one in await room.telegram.what_sees(caio)]


async def test_whoever_joins_a_basic_group_is_not(room: Room) -> None:
    basic = await room.telegram.group("Antigo", members=[room.ana], kind="group")
    await room.bot.send_message(basic.chat_id, "antes")
    await room.bia.join(basic)
    await room.bot.send_message(basic.chat_id, "depois")
    seen = [message.text for message in await room.bia.sees(basic) if not message.is_service]
    assert seen == ["depois"]
    assert "antes" not in str(await room.telegram.what_sees(room.bia))


async def test_what_was_shown_before_stays_shown_after_one_has_left(room: Room) -> None:
    await room.bot.send_message(room.group.chat_id, "antes")
    await room.bia.leave(room.group)
    assert "antes" in [one.text for one in await room.telegram.what_sees(room.bia)]
