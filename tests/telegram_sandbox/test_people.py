"""What people do on their phones, and what the bot hears of it."""

import asyncio

import pytest
from telegram import InlineKeyboardButton, InlineKeyboardMarkup, MaybeInaccessibleMessage, Update

from carteado.telegram_sandbox.driver import NoSuchButton, NotPossible
from tests.telegram_sandbox.conftest import Room


def keyboard(*labels: str) -> InlineKeyboardMarkup:
    return InlineKeyboardMarkup(
        [[InlineKeyboardButton(label, callback_data=f"{label}!")] for label in labels]
    )


def texts(updates: list[Update]) -> list[str]:
    return [update.message.text or "" for update in updates if update.message]


async def answering(room: Room, **answer: object) -> str:
    """The bot waits for one tap and answers it; gives its data."""
    [update] = await room.bot.get_updates(timeout=10, allowed_updates=["callback_query"])
    await room.bot.get_updates(offset=update.update_id + 1, timeout=0)
    query = update.callback_query
    assert query
    await room.bot.answer_callback_query(query.id, **answer)  # type: ignore[arg-type]
    return query.data or ""


async def test_a_first_group_tells_the_bot_that_it_was_brought_in(room: Room) -> None:
    await room.telegram.group("Outra", members=[room.bia])
    updates = await room.updates()
    change = next(update.my_chat_member for update in updates if update.my_chat_member)
    statuses = (change.old_chat_member.status, change.new_chat_member.status)
    assert statuses == ("left", "member")
    assert change.from_user.id == room.bia.id
    assert [bool(update.message and update.message.new_chat_members) for update in updates] == [
        False,
        True,
    ]


async def test_a_command_in_a_group_reaches_the_bot_with_its_entity(room: Room) -> None:
    await room.ana.type(room.group, "/jogar 4")
    [update] = await room.updates()
    assert update.message
    assert update.message.from_user
    assert update.message.from_user.language_code == "pt-br"
    entity = update.message.entities[0]
    assert (entity.type, entity.offset, entity.length) == ("bot_command", 0, 6)


async def test_privacy_mode_lets_through_only_what_is_meant_for_the_bot(room: Room) -> None:
    board = await room.bot.send_message(room.group.chat_id, "mesa")
    heard = [
        "/jogar",
        f"/mesa@{room.sandbox.bot_username}",
        f"/mao@{room.sandbox.bot_username.upper()}",
    ]
    for text in [*heard, "boa noite", "/start@outro_bot", "vi /jogar ali"]:
        await room.ana.type(room.group, text)
    await room.ana.type(room.group, "que mesa", reply_to=board.message_id)
    assert texts(await room.updates()) == [*heard, "que mesa"]


async def test_without_privacy_mode_or_as_administrator_the_bot_hears_everything(
    room: Room,
) -> None:
    await room.telegram.privacy(on=False)
    await room.ana.type(room.group, "boa noite")
    await room.telegram.privacy(on=True)
    await room.ana.type(room.group, "ninguem ouve")
    await room.telegram.set_bot(room.group, "administrator")
    await room.ana.type(room.group, "/start@outro_bot")
    assert texts(await room.updates()) == ["boa noite", "/start@outro_bot"]


async def test_whoever_writes_to_the_bot_may_be_written_to(room: Room) -> None:
    await room.ana.open_private()
    assert texts(await room.updates()) == ["/start"]
    await room.bot.send_message(room.ana.id, "oi")
    assert [message.text for message in await room.ana.sees(room.ana.private)] == ["/start", "oi"]


async def test_a_deep_link_starts_the_bot_with_its_parameter(room: Room) -> None:
    name = room.sandbox.bot_username
    await room.ana.follow(f"https://t.me/{name}?start=t_K7F3QX")
    await room.bia.follow(f"tg://resolve?domain={name}&start=abc")
    assert texts(await room.updates()) == ["/start t_K7F3QX", "/start abc"]


@pytest.mark.parametrize("url", ["https://t.me/outro_bot?start=a", "https://t.me/{}?start=a%20b"])
async def test_a_link_to_elsewhere_or_with_a_bad_parameter_leads_nowhere(
    room: Room, url: str
) -> None:
    with pytest.raises(NotPossible):
        await room.ana.follow(url.format(room.sandbox.bot_username))


async def test_a_link_for_groups_brings_the_bot_and_says_its_parameter(room: Room) -> None:
    await room.telegram.set_bot(room.group, "left")
    await room.updates()
    name = room.sandbox.bot_username
    await room.ana.follow(f"https://t.me/{name}?startgroup=sexta", room.group)
    assert texts(await room.updates())[-1] == f"/start@{name} sexta"


async def test_a_tap_comes_with_its_data_and_waits_for_the_answer(room: Room) -> None:
    await room.bot.send_message(room.group.chat_id, "mesa", reply_markup=keyboard("Entrar", "Sair"))
    answer, data = await asyncio.gather(
        room.ana.tap(room.group, "Entrar"), answering(room, text="entrou", show_alert=True)
    )
    assert answer
    assert (answer.text, answer.is_alert, data) == ("entrou", True, "Entrar!")


async def test_a_tap_finds_the_newest_message_that_has_the_button(room: Room) -> None:
    for text in ("velha", "nova"):
        await room.bot.send_message(room.group.chat_id, text, reply_markup=keyboard(text))
    await asyncio.gather(room.ana.tap(room.group, "va"), answering(room))
    await asyncio.gather(room.ana.tap(room.group, data="velha!"), answering(room))
    taps = [one for one in await room.telegram.updates() if "callback_query" in one]
    assert [one["callback_query"]["message"]["text"] for one in taps] == ["nova", "velha"]


async def test_a_label_that_is_there_twice_in_part_is_not_guessed(room: Room) -> None:
    await room.bot.send_message(room.group.chat_id, "mesa", reply_markup=keyboard("1 vaza", "11"))
    with pytest.raises(NoSuchButton):
        await room.ana.tap(room.group, "1")


async def test_an_unanswered_tap_gives_nothing(room: Room) -> None:
    await room.bot.send_message(room.group.chat_id, "mesa", reply_markup=keyboard("Entrar"))
    assert await room.ana.tap(room.group, "Entrar", timeout=0) is None


async def test_nobody_taps_what_their_client_does_not_show(room: Room) -> None:
    caio = await room.telegram.person("Caio")
    sent = await room.bot.send_message(room.group.chat_id, "mesa", reply_markup=keyboard("Entrar"))
    with pytest.raises(NoSuchButton):
        await caio.tap(room.group, "Entrar")
    path = f"people/{caio.id}/taps"
    tapped = {"chat_id": room.group.chat_id, "message_id": sent.message_id, "data": "Entrar!"}
    with pytest.raises(NoSuchButton):
        await room.telegram.post(path, tapped)
    await room.bot.edit_message_text("fim", room.group.chat_id, sent.message_id)
    with pytest.raises(NoSuchButton):
        await room.ana.tap(room.group, "Entrar")


async def test_a_stale_tap_goes_through_even_where_the_message_is_gone(room: Room) -> None:
    sent = await room.bot.send_message(room.group.chat_id, "mesa", reply_markup=keyboard("Entrar"))
    await room.bot.delete_message(room.group.chat_id, sent.message_id)
    await room.ana.tap_stale(room.group, sent.message_id, "Entrar!", timeout=0)
    [update] = await room.updates()
    assert update.callback_query
    message = update.callback_query.message
    assert isinstance(message, MaybeInaccessibleMessage)
    assert not message.is_accessible


async def test_a_button_with_a_link_tells_the_bot_nothing(room: Room) -> None:
    url = f"https://t.me/{room.sandbox.bot_username}?start=a"
    link = InlineKeyboardMarkup([[InlineKeyboardButton("Abrir", url=url)]])
    await room.bot.send_message(room.group.chat_id, "mesa", reply_markup=link)
    answer = await room.ana.tap(room.group, "Abrir")
    assert answer
    assert answer.url == url
    assert await room.updates() == []


async def test_joining_and_leaving_is_told(room: Room) -> None:
    await room.bia.leave(room.group)
    await room.bia.join(room.group)
    left, joined = [update.message for update in await room.updates()]
    assert left
    assert left.left_chat_member
    assert left.left_chat_member.id == room.bia.id
    assert joined
    assert [user.id for user in joined.new_chat_members] == [room.bia.id]


async def test_an_administrator_bot_that_asks_for_it_hears_of_members(room: Room) -> None:
    await room.telegram.set_bot(room.group, "administrator")
    await room.updates(allowed_updates=["message", "chat_member"])
    await room.bia.is_banned_from(room.group)
    kinds = [update.chat_member for update in await room.updates()]
    assert kinds[0]
    assert kinds[0].new_chat_member.status == "kicked"
    with pytest.raises(NotPossible):
        await room.bia.join(room.group)


async def test_blocking_and_unblocking_is_told(room: Room) -> None:
    await room.ana.open_private()
    await room.ana.block_bot()
    with pytest.raises(NotPossible):
        await room.ana.type(room.ana.private, "oi")
    await room.ana.unblock_bot()
    changes = [update.my_chat_member for update in await room.updates() if update.my_chat_member]
    assert [change.new_chat_member.status for change in changes] == ["kicked", "member"]


async def test_an_anonymous_administrator_writes_as_the_group_but_taps_as_themselves(
    room: Room,
) -> None:
    await room.ana.type(room.group, "/jogar", as_group=True)
    sent = await room.bot.send_message(room.group.chat_id, "mesa", reply_markup=keyboard("Entrar"))
    await room.ana.tap_stale(room.group, sent.message_id, "Entrar!", timeout=0)
    typed, tapped = await room.updates()
    assert typed.message
    assert typed.message.from_user
    assert typed.message.from_user.id == 1087968824
    assert typed.message.sender_chat == typed.message.chat
    assert tapped.callback_query
    assert tapped.callback_query.from_user.id == room.ana.id
    with pytest.raises(NotPossible):
        await room.bia.type(room.group, "/jogar", as_group=True)


async def test_a_topic_of_a_forum_is_named_on_what_is_said_in_it(room: Room) -> None:
    forum = await room.telegram.group("Forum", members=[room.ana], topics=True)
    topic = await room.telegram.topic(forum, "Cartas")
    await room.updates()
    await room.ana.type(forum, "/jogar", thread_id=topic)
    [update] = await room.updates()
    assert update.message
    assert update.message.chat.is_forum
    assert (update.message.message_thread_id, update.message.is_topic_message) == (topic, True)
    await room.telegram.close_topic(forum, topic)
    await room.ana.type(forum, "a criadora ainda pode", thread_id=topic)
    await room.bia.join(forum)
    with pytest.raises(NotPossible):
        await room.bia.type(forum, "/jogar", thread_id=topic)


@pytest.mark.parametrize("text", ["", "  ", "x" * 4097])
async def test_a_client_sends_nothing_empty_and_nothing_too_long(room: Room, text: str) -> None:
    with pytest.raises(NotPossible):
        await room.ana.type(room.group, text)


async def test_people_and_groups_are_found_again_by_name(room: Room) -> None:
    assert (await room.telegram.person("Ana")).id == room.ana.id
    caio = await room.telegram.person("Caio")
    again = await room.telegram.group("Mesa da sexta", members=[room.ana, caio])
    assert again == room.group
    assert await caio.sees(room.group)
