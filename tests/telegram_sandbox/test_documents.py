"""Files that the bot sends: as python-telegram-bot gets them back, and as people have them."""

from pathlib import Path

import aiohttp
import pytest
from telegram import InlineKeyboardButton, InlineKeyboardMarkup
from telegram.error import BadRequest

from carteado.telegram_sandbox.driver import NotPossible
from carteado.telegram_sandbox.sending import CAPTION_CHARACTERS
from carteado.telegram_sandbox.snapshot import kept, read
from tests.telegram_sandbox.conftest import TOKEN, Room

CONTENT = b'{"of": "everybody \xc3\xa9"}'
KEYS = InlineKeyboardMarkup([[InlineKeyboardButton("x", callback_data="x")]])


async def sent(room: Room, caption: str = "<b>Tudo</b>") -> int:
    message = await room.bot.send_document(
        room.group.chat_id, CONTENT, filename="tudo.json", caption=caption, parse_mode="HTML"
    )
    return message.message_id


async def test_a_file_comes_back_with_its_name_its_kind_and_its_caption(room: Room) -> None:
    message = await room.bot.send_document(
        room.group.chat_id,
        CONTENT,
        filename="tudo.json",
        caption="<b>Tudo</b> &amp; mais",
        parse_mode="HTML",
        reply_markup=KEYS,
    )
    assert message.document
    named = (message.document.file_name, message.document.mime_type, message.document.file_size)
    assert named == ("tudo.json", "application/json", len(CONTENT))
    assert (message.text, message.caption) == (None, "Tudo & mais")
    assert [entity.type for entity in message.caption_entities] == ["bold"]
    assert message.reply_markup == KEYS


async def test_whoever_sees_the_message_has_the_file_and_nobody_else(room: Room) -> None:
    number = await sent(room)
    seen = (await room.bia.sees(room.group))[-1]
    assert seen.file
    assert (seen.text, seen.file.name, seen.file.size) == ("Tudo", "tudo.json", len(CONTENT))
    assert await room.bia.file(room.group, number) == CONTENT
    caio = await room.telegram.person("Caio")
    with pytest.raises(NotPossible):
        await caio.file(room.group, number)
    with pytest.raises(NotPossible):
        await room.bia.file(room.group, seen.message_id - 1)


async def test_what_was_shown_includes_what_is_in_the_file(room: Room) -> None:
    await sent(room)
    shown = (await room.telegram.what_sees(room.ana))[-1]
    assert (shown.kind, shown.text) == ("message", "Tudo")
    assert (shown.file_name, shown.content) == ("tudo.json", CONTENT.decode())


async def test_a_caption_is_changed_as_a_text_is(room: Room) -> None:
    number = await sent(room, "um")
    await room.bot.edit_message_caption(room.group.chat_id, number, caption="dois")
    assert (await room.ana.sees(room.group))[-1].text == "dois"
    with pytest.raises(BadRequest, match="Message is not modified"):
        await room.bot.edit_message_caption(room.group.chat_id, number, caption="dois")
    await room.bot.delete_message(room.group.chat_id, number)
    with pytest.raises(BadRequest, match="Message to edit not found"):
        await room.bot.edit_message_caption(room.group.chat_id, number, caption="tres")


async def test_a_file_has_no_text_to_edit_and_a_text_no_caption(room: Room) -> None:
    number = await sent(room)
    with pytest.raises(BadRequest, match="There is no text in the message to edit"):
        await room.bot.edit_message_text("x", room.group.chat_id, number)
    text = await room.bot.send_message(room.group.chat_id, "oi")
    with pytest.raises(BadRequest, match="There is no caption in the message to edit"):
        await room.bot.edit_message_caption(room.group.chat_id, text.message_id, caption="x")


async def test_a_caption_is_shorter_than_a_text_and_may_be_missing(room: Room) -> None:
    await sent(room, "x" * CAPTION_CHARACTERS)
    with pytest.raises(BadRequest, match="Message caption is too long"):
        await sent(room, "x" * (CAPTION_CHARACTERS + 1))
    assert (await room.bot.send_document(room.group.chat_id, CONTENT)).caption is None


async def test_no_file_and_an_empty_one_are_refused_and_so_is_what_only_names_one(
    room: Room,
) -> None:
    async with aiohttp.ClientSession() as session:
        url = f"{room.sandbox.url}/bot{TOKEN}/sendDocument"
        async with session.post(url, json={"chat_id": room.group.chat_id}) as reply:
            said = (await reply.json())["description"]
    assert said == "Bad Request: there is no document in the request"
    with pytest.raises(BadRequest, match="File must be non-empty"):
        await room.bot.send_document(room.group.chat_id, b"", filename="x")
    for name in ("AgADBAAD", "https://example.org/x.pdf"):
        with pytest.raises(BadRequest, match="Wrong file identifier/http url specified"):
            await room.bot.send_document(room.group.chat_id, name)


async def test_a_file_of_several_megabytes_is_taken(room: Room) -> None:
    content = bytes(3 << 20)
    message = await room.bot.send_document(room.group.chat_id, content, filename="x.bin")
    assert message.document
    assert message.document.file_size == len(content)


async def test_files_count_against_the_flood_limits_as_messages_do(room: Room) -> None:
    number = await sent(room)
    await room.bot.edit_message_caption(room.group.chat_id, number, caption="dois")
    counters = await room.telegram.flood_counters()
    assert counters[room.group.chat_id]["calls"] == 2


async def test_a_file_is_in_the_log_of_calls(room: Room) -> None:
    await sent(room)
    call = (await room.telegram.calls())[-1]
    assert call.parameters["document"] == {"name": "tudo.json", "content": CONTENT.decode()}


async def test_a_file_is_there_after_a_restart(room: Room, tmp_path: Path) -> None:
    number = await sent(room)
    state = tmp_path / "state.json"
    async with kept(state, room.sandbox.world):
        pass
    world = read(state, room.clock)
    assert world is not None
    document = world.chats[room.group.chat_id].messages[number].document
    assert document is not None
    assert document.bytes == CONTENT
