"""What Telegram refuses, as python-telegram-bot understands it."""

import asyncio
from datetime import timedelta

import pytest
from telegram import BotCommand, InlineKeyboardButton, InlineKeyboardMarkup, Message
from telegram.error import (
    BadRequest,
    ChatMigrated,
    Conflict,
    Forbidden,
    InvalidToken,
    NetworkError,
    RetryAfter,
    TimedOut,
)

from tests.telegram_sandbox.conftest import Room, talking


def one_button(data: str = "x", label: str = "x") -> InlineKeyboardMarkup:
    return InlineKeyboardMarkup([[InlineKeyboardButton(label, callback_data=data)]])


async def sent(room: Room, text: str = "um") -> Message:
    return await room.bot.send_message(room.group.chat_id, text, reply_markup=one_button())


async def test_an_edit_that_changes_nothing_is_refused(room: Room) -> None:
    message = await sent(room)
    with pytest.raises(BadRequest, match=r"(?i)message is not modified"):
        await room.bot.edit_message_text(
            "um", room.group.chat_id, message.message_id, reply_markup=one_button()
        )
    with pytest.raises(BadRequest, match=r"(?i)message is not modified"):
        await room.bot.edit_message_reply_markup(
            room.group.chat_id, message.message_id, reply_markup=one_button()
        )


async def test_what_is_not_there_cannot_be_edited_deleted_pinned_or_answered(room: Room) -> None:
    chat = room.group.chat_id
    with pytest.raises(BadRequest, match=r"(?i)message to edit not found"):
        await room.bot.edit_message_text("dois", chat, 9999)
    with pytest.raises(BadRequest, match=r"(?i)message to delete not found"):
        await room.bot.delete_message(chat, 9999)
    with pytest.raises(BadRequest, match=r"(?i)message to be replied not found"):
        await room.bot.send_message(chat, "dois", reply_to_message_id=9999)
    await room.telegram.set_bot(room.group, "administrator")
    with pytest.raises(BadRequest, match=r"(?i)message to unpin not found"):
        await room.bot.unpin_chat_message(chat)


async def test_what_others_wrote_cannot_be_edited_nor_by_a_mere_member_deleted(room: Room) -> None:
    typed = await room.ana.type(room.group, "/jogar")
    with pytest.raises(BadRequest, match=r"(?i)message can't be edited"):
        await room.bot.edit_message_text("dois", room.group.chat_id, typed)
    with pytest.raises(BadRequest, match=r"(?i)message can't be deleted"):
        await room.bot.delete_message(room.group.chat_id, typed)


async def test_after_two_days_a_message_can_not_be_deleted(room: Room) -> None:
    message = await sent(room)
    room.clock.move(49 * 3600)
    with pytest.raises(BadRequest, match=r"(?i)message can't be deleted"):
        await room.bot.delete_message(room.group.chat_id, message.message_id)


@pytest.mark.parametrize("text", ["", " \n", "<b></b>"])
async def test_a_message_needs_a_text(room: Room, text: str) -> None:
    with pytest.raises(BadRequest, match=r"(?i)text is empty"):
        await room.bot.send_message(room.group.chat_id, text, parse_mode="HTML")


async def test_a_text_has_at_most_4096_characters_once_its_marks_are_taken_away(room: Room) -> None:
    longest = "<b>" + "é" * 4096 + "</b>"
    message = await room.bot.send_message(room.group.chat_id, longest, parse_mode="HTML")
    assert message.text == "é" * 4096
    with pytest.raises(BadRequest, match=r"(?i)message is too long"):
        await room.bot.send_message(room.group.chat_id, "é" * 4097)
    with pytest.raises(BadRequest, match=r"(?i)message is too long"):
        await room.bot.edit_message_text("é" * 4097, room.group.chat_id, message.message_id)


async def test_the_data_of_a_button_has_at_most_64_bytes(room: Room) -> None:
    await room.bot.send_message(room.group.chat_id, "um", reply_markup=one_button("é" * 32))
    with pytest.raises(BadRequest, match=r"(?i)button_data_invalid"):
        await room.bot.send_message(room.group.chat_id, "um", reply_markup=one_button("é" * 33))


@pytest.mark.parametrize("rows", [[9], [8] * 12 + [5]])
async def test_a_keyboard_has_at_most_8_buttons_a_row_and_100_in_all(
    room: Room, rows: list[int]
) -> None:
    buttons = [[InlineKeyboardButton("x", callback_data="x")] * size for size in rows]
    with pytest.raises(BadRequest, match=r"(?i)reply markup is too long"):
        await room.bot.send_message(
            room.group.chat_id, "um", reply_markup=InlineKeyboardMarkup(buttons)
        )


@pytest.mark.parametrize(
    "button",
    [
        InlineKeyboardButton(" ", callback_data="x"),
        InlineKeyboardButton("x"),
        InlineKeyboardButton("x", url="javascript:alert(1)"),
    ],
    ids=["blank", "does nothing", "leads nowhere"],
)
async def test_a_button_says_and_does_something(room: Room, button: InlineKeyboardButton) -> None:
    with pytest.raises(BadRequest):
        await room.bot.send_message(
            room.group.chat_id, "um", reply_markup=InlineKeyboardMarkup([[button]])
        )


async def test_an_unknown_chat_is_not_found(room: Room) -> None:
    for chat in (-1009999999999, 42, "@carteado"):
        with pytest.raises(BadRequest, match=r"(?i)chat not found"):
            await room.bot.send_message(chat, "um")


async def test_the_bot_cannot_write_first(room: Room) -> None:
    with pytest.raises(Forbidden, match=r"(?i)bot can't initiate conversation"):
        await room.bot.send_message(room.ana.id, "um")


async def test_the_bot_cannot_write_to_whoever_has_blocked_it(room: Room) -> None:
    await room.ana.open_private()
    await room.ana.block_bot()
    with pytest.raises(Forbidden, match=r"(?i)bot was blocked by the user"):
        await room.bot.send_message(room.ana.id, "um")
    await room.ana.unblock_bot()
    assert (await room.bot.send_message(room.ana.id, "dois")).text == "dois"


async def test_nobody_is_behind_a_closed_account(room: Room) -> None:
    await room.ana.open_private()
    await room.ana.deactivate()
    with pytest.raises(Forbidden, match=r"(?i)user is deactivated"):
        await room.bot.send_message(room.ana.id, "um")


@pytest.mark.parametrize(
    ("status", "words"), [("kicked", "bot was kicked"), ("left", "bot is not a member")]
)
async def test_the_bot_cannot_write_into_a_group_that_it_is_not_in(
    room: Room, status: str, words: str
) -> None:
    message = await sent(room)
    await room.telegram.set_bot(room.group, status)
    with pytest.raises(Forbidden, match=words):
        await room.bot.send_message(room.group.chat_id, "um")
    with pytest.raises(Forbidden, match=words):
        await room.bot.edit_message_text("dois", room.group.chat_id, message.message_id)


async def test_rights_are_asked_for(room: Room) -> None:
    message = await sent(room)
    with pytest.raises(BadRequest, match=r"(?i)not enough rights to manage pinned"):
        await room.bot.pin_chat_message(room.group.chat_id, message.message_id)
    await room.telegram.mute(room.group, on=True)
    with pytest.raises(BadRequest, match=r"(?i)not enough rights to send"):
        await room.bot.send_message(room.group.chat_id, "um")
    await room.telegram.set_bot(room.group, "administrator")
    assert (await room.bot.send_message(room.group.chat_id, "um")).text == "um"


async def test_topics_that_are_not_there_or_closed_take_no_message(room: Room) -> None:
    forum = await room.telegram.group("Forum", members=[room.ana], topics=True)
    topic = await room.telegram.topic(forum, "Cartas")
    said = await room.bot.send_message(forum.chat_id, "um", message_thread_id=topic)
    assert (said.message_thread_id, said.is_topic_message) == (topic, True)
    for wrong in (1, topic + 99):
        with pytest.raises(BadRequest, match=r"(?i)message thread not found"):
            await room.bot.send_message(forum.chat_id, "um", message_thread_id=wrong)
    await room.telegram.close_topic(forum, topic)
    with pytest.raises(BadRequest, match=r"(?i)topic_closed"):
        await room.bot.send_message(forum.chat_id, "um", message_thread_id=topic)


async def test_an_upgraded_group_says_where_it_went(room: Room) -> None:
    old = await room.telegram.group("Antigo", members=[room.ana], kind="group")
    new = await room.telegram.upgrade(old)
    with pytest.raises(ChatMigrated) as raised:
        await room.bot.send_message(old.chat_id, "um")
    assert raised.value.new_chat_id == new.chat_id
    said = [update.message for update in await room.updates() if update.message]
    assert said[-2].migrate_to_chat_id == new.chat_id
    assert said[-1].migrate_from_chat_id == old.chat_id


async def test_a_tap_is_answered_once_and_in_time(room: Room) -> None:
    await sent(room)
    tap = room.ana.tap_nowait(room.group, "x")
    await room.ana.waits(room.group, bool)
    [update] = await updates_with_taps(room)
    assert update is not None
    assert await room.bot.answer_callback_query(update, "pronto")
    assert await tap is not None
    with pytest.raises(BadRequest, match=r"(?i)query is too old"):
        await room.bot.answer_callback_query(update)


async def updates_with_taps(room: Room) -> list[str]:
    updates = await room.bot.get_updates(timeout=5)
    await room.bot.get_updates(offset=updates[-1].update_id + 1, timeout=0)
    return [update.callback_query.id for update in updates if update.callback_query]


async def test_an_answer_that_comes_too_late_is_refused(room: Room) -> None:
    message = await sent(room)
    assert await room.ana.tap_stale(room.group, message.message_id, "x", timeout=0) is None
    [query] = await updates_with_taps(room)
    room.clock.move(16)
    with pytest.raises(BadRequest, match=r"(?i)query is too old"):
        await room.bot.answer_callback_query(query, "tarde")


async def test_an_answer_has_at_most_200_characters_and_leads_only_to_the_bot(room: Room) -> None:
    message = await sent(room)
    await room.ana.tap_stale(room.group, message.message_id, "x", timeout=0)
    [query] = await updates_with_taps(room)
    with pytest.raises(BadRequest, match=r"(?i)message_too_long"):
        await room.bot.answer_callback_query(query, "x" * 201)
    with pytest.raises(BadRequest, match=r"(?i)url_invalid"):
        await room.bot.answer_callback_query(query, url="https://example.org/")
    assert await room.bot.answer_callback_query(query, "x" * 200, show_alert=True)


async def test_commands_have_names_and_descriptions(room: Room) -> None:
    with pytest.raises(BadRequest, match=r"(?i)bot_command_invalid"):
        await room.bot.set_my_commands([BotCommand("Jogar!", "Abrir")])
    with pytest.raises(BadRequest, match=r"(?i)bot_command_description_invalid"):
        await room.bot.set_my_commands([BotCommand("jogar", "")])


async def test_another_token_is_nobody(room: Room) -> None:
    async with talking(room.sandbox.url, "7000000001:wrong") as other:
        with pytest.raises(InvalidToken):
            await other.get_me()


async def test_the_second_of_two_polls_ends_the_first(room: Room) -> None:
    async with talking(room.sandbox.url) as other:
        news = room.sandbox.world.updates.news
        number = news.number
        first = asyncio.create_task(room.bot.get_updates(timeout=30))
        await news.wait(number, 30)
        second = asyncio.create_task(other.get_updates(timeout=30))
        with pytest.raises(Conflict):
            await first
        await room.ana.type(room.group, "/jogar")
        [update] = await second
    assert update.message
    assert update.message.text == "/jogar"


async def test_planned_errors_strike_as_often_as_planned_and_nothing_is_done(room: Room) -> None:
    await room.telegram.fault(method="sendMessage", kind="502", times=2)
    for _ in range(2):
        with pytest.raises(NetworkError, match="Bad Gateway"):
            await room.bot.send_message(room.group.chat_id, "um")
    await room.telegram.fault(method="sendMessage", kind="429", retry_after=30)
    with pytest.raises(RetryAfter) as raised:
        await room.bot.send_message(room.group.chat_id, "um")
    assert raised.value.retry_after == timedelta(seconds=30)
    await room.telegram.fault(method="sendMessage", kind="400", description="Bad Request: no")
    with pytest.raises(BadRequest, match=r"(?i)^no$"):
        await room.bot.send_message(room.group.chat_id, "um")
    assert "um" not in [message.text for message in await room.ana.sees(room.group)]
    assert (await room.bot.send_message(room.group.chat_id, "dois")).text == "dois"


async def test_a_fault_for_one_chat_spares_the_others(room: Room) -> None:
    await room.ana.open_private()
    await room.telegram.fault(method="sendMessage", kind="403", chat_id=room.group.chat_id)
    assert (await room.bot.send_message(room.ana.id, "um")).text == "um"
    with pytest.raises(Forbidden):
        await room.bot.send_message(room.group.chat_id, "um")


async def test_a_dropped_reply_belongs_to_a_call_that_was_done(room: Room) -> None:
    await room.telegram.fault(method="sendMessage", kind="drop_reply")
    with pytest.raises(NetworkError):
        await room.bot.send_message(room.group.chat_id, "um")
    assert (await room.ana.sees(room.group))[-1].text == "um"
    call = (await room.telegram.calls())[-1]
    assert (call.ok, call.error) == (True, "drop_reply")


async def test_a_reply_that_takes_too_long_belongs_to_a_call_that_was_done(room: Room) -> None:
    await room.telegram.fault(method="sendMessage", kind="timeout")
    async with talking(room.sandbox.url, read_timeout=0.3) as hasty:
        with pytest.raises(TimedOut):
            await hasty.send_message(room.group.chat_id, "um")
    assert (await room.ana.sees(room.group))[-1].text == "um"
