"""Replies that the bot asks for: who is asked, what becomes of the answer, and what cannot be done with the question."""

import pytest
from telegram import ForceReply, InlineKeyboardButton, InlineKeyboardMarkup, Message
from telegram.error import BadRequest

from carteado.telegram_sandbox.driver import NotPossible, Person
from tests.telegram_sandbox.conftest import Room


def mention(person: Person) -> str:
    return f'<a href="tg://user?id={person.id}">{person.name}</a>'


async def asking(
    room: Room, text: str, *, selective: bool = True, thread_id: int | None = None
) -> Message:
    asks = ForceReply(selective=selective, input_field_placeholder="uma palavra")
    return await room.bot.send_message(
        room.group.chat_id,
        text,
        parse_mode="HTML",
        reply_markup=asks,
        message_thread_id=thread_id,
    )


async def asked(room: Room) -> list[str | None]:
    """What Ana and Bia are asked in the newest message."""
    return [(await person.sees(room.group))[-1].asks for person in (room.ana, room.bia)]


async def test_a_link_to_a_person_mentions_them(room: Room) -> None:
    sent = await asking(room, f"{mention(room.bia)}, qual?")
    assert sent.text == "Bia, qual?"
    [entity] = sent.entities
    assert entity.user
    assert (entity.type, entity.offset, entity.length) == ("text_mention", 0, 3)
    assert entity.user.id == room.bia.id


async def test_a_link_to_somebody_unknown_is_plain_text(room: Room) -> None:
    sent = await asking(room, '<a href="tg://user?id=5">Eve</a>, qual?')
    assert (sent.text, sent.entities) == ("Eve, qual?", ())


async def test_a_selective_question_is_for_whoever_is_mentioned(room: Room) -> None:
    await asking(room, f"{mention(room.bia)}, qual?")
    assert await asked(room) == [None, "uma palavra"]


async def test_a_selective_question_is_for_whoever_it_answers(room: Room) -> None:
    typed = await room.ana.type(room.group, "/palavra")
    asks = ForceReply(selective=True)
    await room.bot.send_message(
        room.group.chat_id, "Qual?", reply_markup=asks, reply_to_message_id=typed
    )
    assert await asked(room) == ["", None]


async def test_any_other_question_is_for_everybody(room: Room) -> None:
    await asking(room, "Quem sabe?", selective=False)
    assert await asked(room) == ["uma palavra", "uma palavra"]


async def test_a_reply_reaches_the_bot_in_privacy_mode_and_closes_the_question(room: Room) -> None:
    sent = await asking(room, f"{mention(room.bia)}, qual?")
    await room.bia.reply(room.group, "banana")
    [update] = await room.updates()
    assert update.message
    assert update.message.reply_to_message
    assert update.message.text == "banana"
    assert update.message.reply_to_message.message_id == sent.message_id
    assert update.message.reply_to_message.entities == sent.entities
    assert {one.asks for one in await room.bia.sees(room.group)} == {None}
    with pytest.raises(NotPossible):
        await room.bia.reply(room.group, "outra")
    await room.bia.reply(room.group, "outra", to=sent.message_id)
    assert len(await room.updates()) == 1


async def test_a_reply_stays_in_the_topic_of_the_question(room: Room) -> None:
    forum = await room.telegram.group("Fórum", members=[room.ana], topics=True)
    topic = await room.telegram.topic(forum, "Cartas")
    await room.updates()
    await room.bot.send_message(
        forum.chat_id, "Qual?", reply_markup=ForceReply(), message_thread_id=topic
    )
    await room.ana.reply(forum, "banana")
    [update] = await room.updates()
    assert update.message
    assert (update.message.is_topic_message, update.message.message_thread_id) == (True, topic)


async def test_nobody_replies_to_what_is_not_there(room: Room) -> None:
    sent = await asking(room, f"{mention(room.ana)}, qual?")
    await room.bot.delete_message(room.group.chat_id, sent.message_id)
    for to in (None, sent.message_id):
        with pytest.raises(NotPossible):
            await room.ana.reply(room.group, "banana", to=to)


async def test_a_question_cannot_be_edited_and_can_be_taken_away(room: Room) -> None:
    sent = await asking(room, f"{mention(room.ana)}, qual?")
    with pytest.raises(BadRequest, match="Message can't be edited"):
        await room.bot.edit_message_text("ok", room.group.chat_id, sent.message_id)
    with pytest.raises(BadRequest, match="Message can't be edited"):
        await room.bot.edit_message_reply_markup(room.group.chat_id, sent.message_id)
    assert await room.bot.delete_message(room.group.chat_id, sent.message_id)


async def test_no_edit_makes_a_question_of_a_message(room: Room) -> None:
    sent = await room.bot.send_message(room.group.chat_id, "oi")
    asks = {"reply_markup": '{"force_reply": true}'}
    with pytest.raises(BadRequest, match="Inline keyboard expected"):
        await room.bot.edit_message_text(
            "qual?", room.group.chat_id, sent.message_id, api_kwargs=asks
        )


async def test_a_field_says_no_more_than_it_has_room_for(room: Room) -> None:
    for length in (64, 65):
        asks = ForceReply(input_field_placeholder="x" * length)
        call = room.bot.send_message(room.group.chat_id, "Qual?", reply_markup=asks)
        if length == 64:
            await call
        else:
            with pytest.raises(BadRequest):
                await call


async def test_a_message_with_buttons_asks_nothing(room: Room) -> None:
    keys = InlineKeyboardMarkup([[InlineKeyboardButton("x", callback_data="x")]])
    await room.bot.send_message(room.group.chat_id, "oi", reply_markup=keys)
    assert await asked(room) == [None, None]
