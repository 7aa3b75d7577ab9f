"""The bot at Telegram: what becomes of each error, and what is never told."""

import contextlib
import json
import logging
import traceback
from collections.abc import AsyncIterator, Awaitable
from dataclasses import dataclass, field
from typing import Any

import pytest
from aiohttp import web

from carteado.telegram_gateway.errors import (
    BadToken,
    CallFailed,
    Conflict,
    Flooded,
    MessageGone,
    Moved,
    Passing,
    Rejected,
    ThreadClosed,
    Unreachable,
)
from carteado.telegram_gateway.message import Button, Document, Message
from carteado.telegram_gateway.places import Place
from carteado.telegram_gateway.telegram import UNTOLD_WAIT, Telegram

TOKEN = "123:secret-of-the-bot"
HELLO = Message("<b>oi</b>", ((Button("Entrar", "v1|A|0|j|0"), Button("site", url="https://x.y")),))
ME = {"id": 123, "is_bot": True, "first_name": "Carteado", "username": "carteado_bot"}
SENT = {"message_id": 12, "date": 1, "chat": {"id": -5, "type": "group", "title": "Mesa"}}


@dataclass
class Server:
    """A Bot API that says what it is told to say, one answer for each call but getMe."""

    url: str = ""
    answers: list[tuple[int, Any]] = field(default_factory=list)
    asked: list[tuple[str, dict[str, str]]] = field(default_factory=list)

    async def answer(self, request: web.Request) -> web.StreamResponse:
        method = request.match_info["method"]
        if method != "getMe":
            parts = (await request.post()).items()
            self.asked.append((method, {name: _read(part) for name, part in parts}))
        elif not self.answers:
            return web.json_response({"ok": True, "result": ME})
        status, answer = self.answers.pop(0)
        if status == 0:
            assert request.transport is not None
            request.transport.close()
        if isinstance(answer, bytes):
            return web.Response(status=status, body=answer)
        return web.json_response(answer, status=max(status, 200))

    def refuse(self, code: int, description: str, **parameters: Any) -> None:
        answer = {"ok": False, "error_code": code, "description": description}
        self.answers.append((code, answer | ({"parameters": parameters} if parameters else {})))

    def grant(self, result: Any) -> None:
        self.answers.append((200, {"ok": True, "result": result}))


def _read(part: Any) -> str:
    return f"{part.filename}: {part.file.read().decode()}" if hasattr(part, "file") else str(part)


@pytest.fixture
async def server() -> AsyncIterator[Server]:
    one = Server()
    app = web.Application()
    app.router.add_post("/bot{token}/{method}", one.answer)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    one.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
    yield one
    await runner.cleanup()


@pytest.fixture
async def telegram(server: Server) -> AsyncIterator[Telegram]:
    async with Telegram(TOKEN, server.url) as one:
        yield one


class Hasty:
    """A clock on which waiting takes no time."""

    def __init__(self) -> None:
        self.waited: list[float] = []

    def now(self) -> float:
        return sum(self.waited)

    async def sleep(self, seconds: float) -> None:
        self.waited.append(seconds)


async def fate(call: Awaitable[Any]) -> CallFailed:
    """What a call that fails ends with."""
    with pytest.raises(CallFailed) as caught:
        await call
    return caught.value


@pytest.mark.parametrize(
    ("code", "description", "kind"),
    [
        (400, "Bad Request: message to edit not found", MessageGone),
        (400, "Bad Request: message can't be edited", MessageGone),
        (400, "Bad Request: message to delete not found", MessageGone),
        (400, "Bad Request: MESSAGE_ID_INVALID", MessageGone),
        (400, "Bad Request: TOPIC_CLOSED", ThreadClosed),
        (400, "Bad Request: message thread not found", ThreadClosed),
        (400, "Bad Request: not enough rights to send text messages to the chat", ThreadClosed),
        (400, "Bad Request: have no rights to send a message", ThreadClosed),
        (400, "Bad Request: CHAT_WRITE_FORBIDDEN", ThreadClosed),
        (400, "Bad Request: chat not found", Unreachable),
        (403, "Forbidden: bot was blocked by the user", Unreachable),
        (403, "Forbidden: bot can't initiate conversation with a user", Unreachable),
        (403, "Forbidden: bot was kicked from the supergroup chat", Unreachable),
        (403, "Forbidden: user is deactivated", Unreachable),
        (400, "Bad Request: message is too long", Rejected),
        (400, "Bad Request: BUTTON_DATA_INVALID", Rejected),
        (401, "Unauthorized", BadToken),
        (404, "Not Found", BadToken),
        (409, "Conflict: terminated by other getUpdates request", Conflict),
        (500, "Internal Server Error", Passing),
        (502, "Bad Gateway", Passing),
    ],
)
async def test_every_error_of_telegram_is_one_of_ours(
    server: Server, telegram: Telegram, code: int, description: str, kind: type[CallFailed]
) -> None:
    server.refuse(code, description)
    assert type(await fate(telegram.edit(-5, 12, HELLO))) is kind


async def test_a_group_that_moved_says_where_to(server: Server, telegram: Telegram) -> None:
    description = "Bad Request: group chat was upgraded to a supergroup chat"
    server.refuse(400, description, migrate_to_chat_id=-1005)
    moved = await fate(telegram.send(Place(-5), HELLO))
    assert isinstance(moved, Moved)
    assert moved.new_chat_id == -1005


@pytest.mark.parametrize(
    ("parameters", "seconds"), [({"retry_after": 30}, 30.0), ({}, UNTOLD_WAIT)]
)
async def test_a_flood_says_how_long_to_wait(
    server: Server, telegram: Telegram, parameters: dict[str, int], seconds: float
) -> None:
    server.refuse(429, "Too Many Requests: retry after 30", **parameters)
    flooded = await fate(telegram.send(Place(-5), HELLO))
    assert isinstance(flooded, Flooded)
    assert flooded.seconds == seconds


async def test_what_telegram_repeats_of_a_text_goes_no_further(
    server: Server, telegram: Telegram
) -> None:
    server.refuse(400, 'Bad Request: can\'t parse entities: unsupported start tag "the hand"')
    rejected = await fate(telegram.send(Place(-5), HELLO))
    assert str(rejected) == "can't parse entities"


async def test_a_connection_that_breaks_and_an_answer_that_is_none_may_pass(
    server: Server, telegram: Telegram, caplog: pytest.LogCaptureFixture
) -> None:
    server.answers += [(0, {}), (502, b"<html>the hand"), (200, b"the hand")]
    causes = [await fate(telegram.send(Place(-5), HELLO)) for _ in range(3)]
    assert [type(cause) for cause in causes] == [Passing] * 3
    assert "the hand" not in f"{causes}{caplog.text}"


async def test_no_connection_at_all_may_pass() -> None:
    refused = Telegram(TOKEN, "http://127.0.0.1:1")
    with contextlib.closing(refused.updates(0, 0)) as call:
        assert isinstance(await fate(call), Passing)


async def test_what_looks_like_that_already_is_no_fault(server: Server, telegram: Telegram) -> None:
    for _ in range(2):
        server.refuse(400, "Bad Request: message is not modified: specified new message content")
    await telegram.edit(-5, 12, HELLO)
    await telegram.strip(-5, 12)
    assert [method for method, _ in server.asked] == ["editMessageText", "editMessageReplyMarkup"]


async def test_a_tap_that_is_too_old_is_told_by_the_answer(
    server: Server, telegram: Telegram
) -> None:
    server.refuse(400, "Bad Request: query is too old and response timeout expired")
    server.refuse(400, "Bad Request: query ID is invalid")
    server.grant(True)
    assert [await telegram.answer("55", "oi") for _ in range(3)] == [False, False, True]
    assert server.asked[-1][1]["text"] == "oi"


async def test_messages_are_html_without_previews_in_their_topic(
    server: Server, telegram: Telegram
) -> None:
    server.grant(SENT)
    assert await telegram.send(Place(-5, 9), HELLO, silent=True) == 12
    method, asked = server.asked[-1]
    assert method == "sendMessage"
    assert (asked["text"], asked["parse_mode"]) == ("<b>oi</b>", "HTML")
    assert asked["message_thread_id"] == "9"
    assert asked["disable_notification"] == "true"
    assert '"is_disabled": true' in asked["link_preview_options"]
    assert '"callback_data": "v1|A|0|j|0"' in asked["reply_markup"]
    assert '"url": "https://x.y"' in asked["reply_markup"]


async def test_the_general_topic_is_not_named(server: Server, telegram: Telegram) -> None:
    server.grant(SENT)
    await telegram.send(Place(-5), HELLO)
    assert "message_thread_id" not in server.asked[-1][1]


async def test_whoever_is_mentioned_is_asked_to_reply(server: Server, telegram: Telegram) -> None:
    server.grant(SENT)
    await telegram.send(Place(-5), Message("Ana?", asks="uma palavra"))
    markup = json.loads(server.asked[-1][1]["reply_markup"])
    wanted = {"force_reply": True, "selective": True, "input_field_placeholder": "uma palavra"}
    assert markup == wanted


async def test_a_document_is_sent_as_a_file_over_its_caption(
    server: Server, telegram: Telegram
) -> None:
    server.grant(SENT)
    record = Message("<b>tudo</b>", document=Document("tudo.json", '{"a": "é"}'))
    assert await telegram.send(Place(-5, 9), record, silent=True) == 12
    method, asked = server.asked[-1]
    assert method == "sendDocument"
    assert asked["document"] == 'tudo.json: {"a": "é"}'
    assert (asked["caption"], asked["parse_mode"]) == ("<b>tudo</b>", "HTML")
    assert (asked["message_thread_id"], asked["disable_notification"]) == ("9", "true")


async def test_of_a_document_the_caption_alone_is_changed(
    server: Server, telegram: Telegram
) -> None:
    server.grant(SENT)
    server.refuse(400, "Bad Request: message is not modified: specified new message content")
    server.refuse(400, "Bad Request: message to edit not found")
    record = Message("<b>tudo</b>", document=Document("tudo.json", "{}"))
    for _ in range(2):
        await telegram.edit(-5, 12, record)
    assert type(await fate(telegram.edit(-5, 12, record))) is MessageGone
    method, asked = server.asked[-1]
    assert (method, asked["caption"], "document" in asked) == (
        "editMessageCaption",
        "<b>tudo</b>",
        False,
    )


async def test_updates_come_as_they_were_sent(server: Server, telegram: Telegram) -> None:
    strange = [{"update_id": 4, "message": {"of": "a later version"}}, {"update_id": 5}]
    server.grant(strange)
    assert await telegram.updates(4, 30) == strange
    method, asked = server.asked[-1]
    assert (method, asked["offset"], asked["timeout"]) == ("getUpdates", "4", "30")
    assert asked["allowed_updates"] == '["message", "callback_query", "my_chat_member"]'


@pytest.mark.parametrize(
    ("member", "has_left", "is_admin"),
    [
        ({"status": "creator", "is_anonymous": False}, False, True),
        ({"status": "member"}, False, False),
        ({"status": "left"}, True, False),
        ({"status": "kicked", "until_date": 0}, True, False),
    ],
)
async def test_who_is_in_a_group_and_who_looks_after_it_is_told_by_their_status(
    server: Server, telegram: Telegram, member: dict[str, Any], *, has_left: bool, is_admin: bool
) -> None:
    for _ in range(2):
        server.grant({"user": {"id": 7, "is_bot": False, "first_name": "Ana"}, **member})
    assert await telegram.has_left(-5, 7) is has_left
    assert await telegram.is_admin(-5, 7) is is_admin


@pytest.mark.parametrize(
    ("said", "has_left"),
    [
        ("Bad Request: PARTICIPANT_ID_INVALID", True),
        ("Bad Request: user not found", True),
        ("Bad Request: CHAT_ADMIN_REQUIRED", False),
    ],
)
async def test_a_stranger_is_told_from_somebody_of_whom_telegram_does_not_tell(
    server: Server, telegram: Telegram, said: str, *, has_left: bool
) -> None:
    for _ in range(2):
        server.refuse(400, said)
    assert await telegram.has_left(-5, 7) is has_left
    assert not await telegram.is_admin(-5, 7)


async def test_commands_are_announced_for_each_language(server: Server, telegram: Telegram) -> None:
    server.grant(True)
    server.grant(True)
    await telegram.announce({"": [("jogar", "abre")], "en": [("jogar", "opens")]})
    languages = [asked.get("language_code") for _, asked in server.asked]
    assert languages == [None, "en"]
    assert '"description": "opens"' in server.asked[1][1]["commands"]


async def test_the_start_waits_for_telegram_more_and_more_slowly(server: Server) -> None:
    clock = Hasty()
    server.answers += [(502, {}), (0, {}), (500, {})]
    server.refuse(429, "Too Many Requests", retry_after=3)
    server.grant(ME)
    async with Telegram(TOKEN, server.url, clock) as telegram:
        assert telegram.username == "carteado_bot"
    assert clock.waited == [1, 2, 4, 8]


async def test_a_token_that_telegram_does_not_know_is_a_wrong_setting_and_is_never_repeated(
    server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    server.refuse(401, "Unauthorized")
    with pytest.raises(ValueError, match="token") as caught:
        async with Telegram(TOKEN, server.url):
            pass
    told = "".join(traceback.format_exception(caught.value))
    assert "secret-of-the-bot" not in told + caplog.text


def test_no_token_is_a_wrong_setting() -> None:
    with pytest.raises(ValueError, match="token"):
        Telegram("", "http://127.0.0.1:1")


@pytest.mark.parametrize("how", [0, 401, 502])
async def test_neither_the_log_nor_an_error_holds_the_token_or_what_was_said(
    server: Server, telegram: Telegram, caplog: pytest.LogCaptureFixture, how: int
) -> None:
    caplog.set_level(logging.INFO)
    server.answers.append((how, {"ok": False, "description": "the hand"}))
    failed = await fate(telegram.send(Place(-5), Message("the hand")))
    told = "".join(traceback.format_exception(failed)) + caplog.text
    assert "secret-of-the-bot" not in told
    assert "the hand" not in told.replace('Message("the hand")', "")
