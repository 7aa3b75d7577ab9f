"""The Bot API over HTTP: ``/bot<token>/<method>``, as one bot may call it."""

import asyncio
import hmac
import time
from collections.abc import Callable
from typing import Any

from aiohttp import web

from carteado.telegram_sandbox import asking, sending
from carteado.telegram_sandbox.errors import ApiError, too_many_requests
from carteado.telegram_sandbox.faults import DROP_REPLY, TIMEOUT, Fault
from carteado.telegram_sandbox.parameters import Parameters, read
from carteado.telegram_sandbox.world import Call, World

METHODS: dict[str, Callable[[World, Parameters], Any]] = {
    "answerCallbackQuery": sending.answer_callback_query,
    "deleteMessage": sending.delete_message,
    "deleteWebhook": asking.delete_webhook,
    "editMessageCaption": sending.edit_message_caption,
    "editMessageReplyMarkup": sending.edit_message_reply_markup,
    "editMessageText": sending.edit_message_text,
    "getChat": asking.get_chat,
    "getChatAdministrators": asking.get_chat_administrators,
    "getChatMember": asking.get_chat_member,
    "getMe": asking.get_me,
    "getMyCommands": asking.get_my_commands,
    "getWebhookInfo": asking.get_webhook_info,
    "leaveChat": asking.leave_chat,
    "pinChatMessage": sending.pin_chat_message,
    "sendChatAction": sending.send_chat_action,
    "sendDocument": sending.send_document,
    "sendMessage": sending.send_message,
    "setMyCommands": asking.set_my_commands,
    "setMyDescription": asking.set_my_description,
    "setMyShortDescription": asking.set_my_short_description,
    "unpinChatMessage": sending.unpin_chat_message,
}
GET_UPDATES = "getUpdates"
SPENDING = {
    "sendMessage",
    "sendDocument",
    "editMessageText",
    "editMessageCaption",
    "editMessageReplyMarkup",
}
"""The methods that flood limits count."""
LONGEST_POLL = 50
MOST_UPDATES = 100
HELD_SECONDS = 300
_NAMES = {name.lower(): name for name in [*METHODS, GET_UPDATES]}


class BotApi:
    """Answers the calls of the one bot that has the token."""

    def __init__(self, world: World, token: str) -> None:
        self._world = world
        self._token = token

    def routes(self) -> list[web.RouteDef]:
        """Where it is found."""
        return [web.route("*", "/bot{token}/{method}", self.call)]

    async def call(self, request: web.Request) -> web.StreamResponse:
        """One call: refused, struck by a fault, or done; always in the log."""
        try:
            method = self._method(request)
            asked = await read(request)
        except ApiError as error:
            return _refusal(error)
        chat_id = _chat_id(asked)
        fault = self._world.faults.strike(method, chat_id)
        try:
            result = await self._result(method, asked, chat_id, fault)
        except ApiError as error:
            self._log(method, chat_id, asked, ok=False, error=error.description)
            return _refusal(error)
        self._log(method, chat_id, asked, ok=True, error=fault.kind if fault else "")
        if fault:
            await self._withhold(request, fault)
        return web.json_response({"ok": True, "result": result})

    def _method(self, request: web.Request) -> str:
        token = request.match_info["token"]
        if not hmac.compare_digest(token.encode(), self._token.encode()):
            raise ApiError(401, "Unauthorized") if ":" in token else ApiError(404, "Not Found")
        name = _NAMES.get(request.match_info["method"].lower())
        if name is None:
            raise ApiError(404, "Not Found: method not found")
        return name

    async def _result(
        self, method: str, asked: Parameters, chat_id: int | None, fault: Fault | None
    ) -> Any:
        if fault and fault.error:
            raise fault.error
        if method == GET_UPDATES:
            return await self._updates(asked)
        if method in SPENDING and chat_id is not None:
            self._spend(chat_id)
        return METHODS[method](self._world, asked)

    def _spend(self, chat_id: int) -> None:
        if wait := self._world.flood.spend(chat_id):
            raise too_many_requests(wait)

    async def _updates(self, asked: Parameters) -> Any:
        updates = self._world.updates
        allowed = asked.json("allowed_updates")
        if allowed is not None:
            updates.allowed = [str(kind) for kind in allowed]
        if updates.acknowledge(asked.integer("offset") or 0):
            self._world.touch()
        limit = min(max(asked.integer("limit") or MOST_UPDATES, 1), MOST_UPDATES)
        seconds = min(max(asked.integer("timeout") or 0, 0), LONGEST_POLL)
        return await updates.poll(limit, seconds, time.monotonic)

    async def _withhold(self, request: web.Request, fault: Fault) -> None:
        """Lets the reply of a call that was done never arrive, or only when nobody waits for it any more."""
        if fault.kind == TIMEOUT:
            await self._hold(request)
        if fault.kind == DROP_REPLY and request.transport:
            request.transport.abort()

    async def _hold(self, request: web.Request) -> None:
        ends = time.monotonic() + HELD_SECONDS
        while time.monotonic() < ends and not self._world.changes.is_over:
            if request.transport is None or request.transport.is_closing():
                return
            await asyncio.sleep(0.05)

    def _log(
        self, method: str, chat_id: int | None, asked: Parameters, *, ok: bool, error: str
    ) -> None:
        call = Call(self._world.clock(), method, chat_id, asked.values, ok, error)
        self._world.calls.append(call)


def _chat_id(asked: Parameters) -> int | None:
    name = asked.text("chat_id")
    return int(name) if name.lstrip("-").isdecimal() else None


def _refusal(error: ApiError) -> web.Response:
    body = {"ok": False, "error_code": error.code, "description": error.description}
    if error.parameters:
        body["parameters"] = error.parameters
    return web.json_response(body, status=error.code)
