"""Every method of the Bot API that the sandbox has, called and parsed by python-telegram-bot."""

import json

import aiohttp
import pytest
from telegram import (
    BotCommand,
    BotCommandScopeAllPrivateChats,
    ChatMemberAdministrator,
    ChatMemberLeft,
    ChatMemberMember,
    ChatMemberOwner,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    LinkPreviewOptions,
    Message,
    ReplyParameters,
)
from telegram.constants import ChatAction, ParseMode
from telegram.error import InvalidToken

from tests.telegram_sandbox.conftest import EVENING, TOKEN, Room


def keyboard(*rows: list[str]) -> InlineKeyboardMarkup:
    return InlineKeyboardMarkup(
        [[InlineKeyboardButton(label, callback_data=label) for label in row] for row in rows]
    )


async def test_the_bot_can_be_started_by_its_library(room: Room) -> None:
    me = await room.bot.get_me()
    assert (me.id, me.is_bot, me.username) == (7000000001, True, room.sandbox.bot_username)
    assert me.can_read_all_group_messages is False


async def test_a_message_comes_back_as_it_stands_in_the_chat(room: Room) -> None:
    sent = await room.bot.send_message(
        room.group.chat_id,
        "<b>Mesa</b> aberta",
        parse_mode=ParseMode.HTML,
        reply_markup=keyboard(["Entrar", "Sair"]),
        disable_notification=True,
        protect_content=True,
        link_preview_options=LinkPreviewOptions(is_disabled=True),
    )
    assert sent.text == "Mesa aberta"
    assert sent.date.timestamp() == EVENING
    assert (sent.chat.type, sent.chat.title) == ("supergroup", "Mesa da sexta")
    assert sent.from_user
    assert sent.from_user.is_bot
    assert sent.has_protected_content
    assert sent.reply_markup == keyboard(["Entrar", "Sair"])
    assert [entity.type for entity in sent.entities] == ["bold"]


async def test_message_ids_of_a_chat_only_grow(room: Room) -> None:
    ids = [
        (await room.bot.send_message(room.group.chat_id, str(number))).message_id
        for number in range(3)
    ]
    await room.bot.delete_message(room.group.chat_id, ids[-1])
    later = await room.bot.send_message(room.group.chat_id, "depois")
    assert [*ids, later.message_id] == sorted({*ids, later.message_id})


async def test_an_edit_changes_text_and_keyboard_and_marks_the_message(room: Room) -> None:
    sent = await room.bot.send_message(room.group.chat_id, "um", reply_markup=keyboard(["x"]))
    edited = await room.bot.edit_message_text(
        "dois", room.group.chat_id, sent.message_id, reply_markup=keyboard(["y", "z"])
    )
    assert isinstance(edited, Message)
    assert edited.edit_date
    seen = (await room.ana.sees(room.group))[-1]
    assert (seen.text, seen.edited) == ("dois", True)
    assert [button.label for button in seen.buttons] == ["y", "z"]


async def test_an_edit_of_the_text_without_a_keyboard_takes_the_keyboard_away(room: Room) -> None:
    sent = await room.bot.send_message(room.group.chat_id, "um", reply_markup=keyboard(["x"]))
    await room.bot.edit_message_text("dois", room.group.chat_id, sent.message_id)
    assert (await room.ana.sees(room.group))[-1].rows == []


async def test_a_keyboard_alone_can_be_changed(room: Room) -> None:
    sent = await room.bot.send_message(room.group.chat_id, "um", reply_markup=keyboard(["x"]))
    edited = await room.bot.edit_message_reply_markup(
        room.group.chat_id, sent.message_id, reply_markup=keyboard(["y"])
    )
    assert isinstance(edited, Message)
    assert edited.text == "um"
    await room.bot.edit_message_reply_markup(room.group.chat_id, sent.message_id)
    assert (await room.ana.sees(room.group))[-1].rows == []


async def test_a_deleted_message_is_gone_for_everybody(room: Room) -> None:
    sent = await room.bot.send_message(room.group.chat_id, "engano")
    assert await room.bot.delete_message(room.group.chat_id, sent.message_id)
    assert "engano" not in [message.text for message in await room.bia.sees(room.group)]


async def test_a_reply_shows_what_it_answers(room: Room) -> None:
    asked = await room.ana.type(room.group, "/jogar")
    sent = await room.bot.send_message(
        room.group.chat_id, "vamos", reply_parameters=ReplyParameters(asked)
    )
    assert sent.reply_to_message
    assert sent.reply_to_message.text == "/jogar"


async def test_chats_and_members_are_described(room: Room) -> None:
    chat = await room.bot.get_chat(room.group.chat_id)
    assert (chat.title, chat.permissions and chat.permissions.can_send_messages) == (
        "Mesa da sexta",
        True,
    )
    assert (await room.bot.get_chat(room.ana.id)).first_name == "Ana"
    members = [
        await room.bot.get_chat_member(room.group.chat_id, user_id)
        for user_id in (room.ana.id, room.bia.id, room.sandbox.world.bot.id)
    ]
    kinds = [ChatMemberOwner, ChatMemberMember, ChatMemberMember]
    assert [type(member) for member in members] == kinds


async def test_somebody_who_left_is_known_to_have_left(room: Room) -> None:
    await room.bia.leave(room.group)
    member = await room.bot.get_chat_member(room.group.chat_id, room.bia.id)
    assert isinstance(member, ChatMemberLeft)


async def test_administrators_are_listed(room: Room) -> None:
    await room.telegram.set_bot(room.group, "administrator")
    admins = await room.bot.get_chat_administrators(room.group.chat_id)
    assert [type(admin) for admin in admins] == [ChatMemberOwner, ChatMemberAdministrator]


async def test_commands_are_kept_by_scope_and_language_and_offered_to_clients(room: Room) -> None:
    await room.bot.set_my_commands([BotCommand("jogar", "Abrir uma mesa")])
    private = BotCommandScopeAllPrivateChats()
    await room.bot.set_my_commands([BotCommand("hand", "Your hand")], private, "en")
    assert [one.command for one in await room.bot.get_my_commands()] == ["jogar"]
    assert await room.bot.get_my_commands(private) == ()
    assert await room.ana.commands(room.group) == ["jogar"]
    assert await room.ana.commands(room.ana.private) == ["jogar"]
    assert await room.bia.commands(room.bia.private) == ["hand"]


async def test_descriptions_are_shown_to_those_who_have_not_started(room: Room) -> None:
    assert await room.bot.set_my_description("Jogos de cartas")
    assert await room.bot.set_my_short_description("Cartas")
    bot = (await room.telegram.world())["bot"]
    assert (bot["description"], bot["short_description"]) == ("Jogos de cartas", "Cartas")


async def test_a_webhook_is_never_set(room: Room) -> None:
    await room.ana.type(room.group, "/jogar")
    info = await room.bot.get_webhook_info()
    assert (info.url, info.pending_update_count) == ("", 1)
    await room.bot.delete_webhook(drop_pending_updates=True)
    assert await room.updates() == []


async def test_a_message_is_pinned_by_an_administrator_and_unpinned(room: Room) -> None:
    await room.telegram.set_bot(room.group, "administrator")
    sent = await room.bot.send_message(room.group.chat_id, "placar")
    await room.bot.pin_chat_message(room.group.chat_id, sent.message_id)
    pinned = (await room.bot.get_chat(room.group.chat_id)).pinned_message
    assert pinned
    assert pinned.message_id == sent.message_id
    assert (await room.ana.sees(room.group))[-1].is_service
    await room.bot.unpin_chat_message(room.group.chat_id, sent.message_id)
    assert (await room.bot.get_chat(room.group.chat_id)).pinned_message is None


async def test_a_chat_action_is_taken(room: Room) -> None:
    assert await room.bot.send_chat_action(room.group.chat_id, ChatAction.TYPING)


async def test_the_bot_leaves_a_group(room: Room) -> None:
    assert await room.bot.leave_chat(room.group.chat_id)
    left = (await room.telegram.world())["chats"][0]["members"][str(room.sandbox.world.bot.id)]
    assert left == "left"


async def test_a_method_that_is_not_there_is_not_found(room: Room) -> None:
    with pytest.raises(InvalidToken, match="'sendNothing' does not exist"):
        await room.bot.do_api_request("sendNothing", api_kwargs={"chat_id": room.group.chat_id})


async def test_parameters_of_a_newer_telegram_are_ignored_so_that_the_text_is_public(
    room: Room,
) -> None:
    receiver = {"ephemeral_message_parameters": {"receiver_user_id": room.ana.id}}
    sent = await room.bot.send_message(room.group.chat_id, "segredo", api_kwargs=receiver)
    assert sent.message_id > 0
    assert (await room.bia.sees(room.group))[-1].text == "segredo"


@pytest.mark.parametrize("form", ["query", "urlencoded", "multipart", "json"])
async def test_parameters_come_in_each_form_that_telegram_takes(room: Room, form: str) -> None:
    asked = {"chat_id": str(room.group.chat_id), "text": form}
    url = f"{room.sandbox.url}/bot{TOKEN}/sendmessage"
    with_parts = aiohttp.FormData(asked, default_to_multipart=True)
    async with aiohttp.ClientSession() as session:
        calls = {
            "query": lambda: session.get(url, params=asked),
            "urlencoded": lambda: session.post(url, data=asked),
            "multipart": lambda: session.post(url, data=with_parts),
            "json": lambda: session.post(url, json={**asked, "chat_id": room.group.chat_id}),
        }
        async with calls[form]() as reply:
            answer = json.loads(await reply.text())
    assert answer["ok"] is True
    assert answer["result"]["text"] == form


async def test_every_call_is_in_the_log_with_what_it_asked_for(room: Room) -> None:
    await room.bot.send_message(room.group.chat_id, "oi", reply_markup=keyboard(["x"]))
    call = (await room.telegram.calls())[-1]
    assert (call.method, call.chat_id, call.ok) == ("sendMessage", room.group.chat_id, True)
    assert call.at == EVENING
    assert call.parameters["reply_markup"]["inline_keyboard"][0][0]["text"] == "x"
    assert TOKEN not in str(await room.telegram.calls())
