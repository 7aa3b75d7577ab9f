"""The clients over HTTP: what the page and the driver of tests ask, as JSON under ``/client``.

Paths name a person by id, who may only do what their phone would let them do; the rest is the hand of whoever runs the sandbox.
"""

import json
import time
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from typing import Any

from aiohttp import web

from carteado.telegram_sandbox import clients, groups
from carteado.telegram_sandbox.chats import PRIVATE, SUPERGROUP, Chat
from carteado.telegram_sandbox.errors import JSON, NoSuchButton, NotPossible
from carteado.telegram_sandbox.faults import Fault
from carteado.telegram_sandbox.people import Person
from carteado.telegram_sandbox.world import World

LONGEST_WAIT = 60.0
HEARTBEAT_SECONDS = 15.0
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class ClientApi:
    """Everybody's phone, and the knobs of the sandbox."""

    def __init__(self, world: World) -> None:
        self._world = world

    def routes(self) -> list[web.RouteDef]:
        """Where it is found."""
        person, chat = "/client/people/{person}", "/client/chats/{chat}"
        gets: dict[str, Callable[[web.Request], Any]] = {
            "/client/world": self.world,
            "/client/calls": self.calls,
            "/client/flood": self.flood,
            "/client/updates": self.updates,
            f"{person}/shown": self.shown,
            f"{person}/chats/{{chat}}": self.messages,
        }
        posts: dict[str, Callable[[web.Request, JSON], Any]] = {
            "/client/people": self.add_person,
            "/client/chats": self.add_group,
            "/client/bot": self.set_bot,
            "/client/faults": self.add_fault,
            "/client/flood": self.set_flood,
            "/client/updates/{update}": self.redeliver,
            f"{chat}/bot": self.set_bot_status,
            f"{chat}/topics": self.add_topic,
            f"{chat}/topics/{{topic}}": self.set_topic,
            f"{chat}/settings": self.set_chat,
            f"{chat}/upgrade": self.upgrade,
            f"{person}/messages": self.type_text,
            f"{person}/taps": self.tap,
            f"{person}/links": self.follow,
            f"{person}/private": self.set_private,
            f"{person}/membership": self.set_membership,
        }
        return [
            web.get("/client/events", self.events),
            web.get("/client/changes", self.changes),
            web.get(f"{person}/answers/{{query}}", self.answer),
            web.get(f"{person}/chats/{{chat}}/files/{{message}}", self.file),
            *(web.get(path, _answering(handler)) for path, handler in gets.items()),
            *(web.post(path, _doing(handler)) for path, handler in posts.items()),
        ]

    def world(self, _: web.Request) -> JSON:
        """Who and what there is."""
        world = self._world
        return {
            "number": world.changes.number,
            "bot": asdict(world.bot),
            "people": [asdict(person) for person in world.people.values()],
            "chats": [
                self._chat(chat)
                for chat in world.chats.values()
                if chat.kind != PRIVATE and not chat.migrated_to
            ],
        }

    def _chat(self, chat: Chat) -> JSON:
        return {
            "id": chat.id,
            "kind": chat.kind,
            "title": chat.title,
            "is_forum": chat.is_forum,
            "members": {str(user_id): chat.status(user_id) for user_id in chat.members},
            "topics": {str(thread_id): asdict(topic) for thread_id, topic in chat.topics.items()},
            "pinned": chat.pinned,
        }

    def messages(self, request: web.Request) -> JSON:
        """What a person's client shows of a chat now."""
        person, chat = self._person(request), self._place(request.match_info["chat"])
        is_there = chat.has(person.id)
        offered = self._world.commands.shown(chat, person.id, person.language_code)
        last = int(request.query.get("last", "0"))
        return {
            "messages": clients.messages_of(self._world, person, chat)[-last:],
            "commands": offered if is_there else [],
            "pinned": chat.pinned if is_there else [],
        }

    def shown(self, request: web.Request) -> Any:
        """Everything that a person was ever shown."""
        return self._world.sight.of(self._person(request).id)

    def calls(self, _: web.Request) -> Any:
        """Every call of the bot."""
        return [asdict(call) for call in self._world.calls]

    def flood(self, _: web.Request) -> JSON:
        """What was spent, by chat."""
        flood = self._world.flood
        return {"strict": flood.is_strict, "chats": flood.counters()}

    def updates(self, _: web.Request) -> Any:
        """The updates that may be delivered again."""
        return [update.payload for update in self._world.updates.history.values()]

    async def answer(self, request: web.Request) -> web.Response:
        """The answer to a tap, waited for."""
        queries, ends = self._world.queries, time.monotonic() + _seconds(request)
        while True:
            number = queries.news.number
            query = queries.find(request.match_info["query"])
            left = ends - time.monotonic()
            if query is None or query.answer or left <= 0 or queries.news.is_over:
                answer = asdict(query.answer) if query and query.answer else None
                return web.json_response({"answer": answer})
            await queries.news.wait(number, left)

    async def file(self, request: web.Request) -> web.Response:
        """The file of a message, to be kept, never to be shown by a browser."""
        person, message = self._person(request), int(request.match_info["message"])
        try:
            chat = self._place(request.match_info["chat"])
            document = clients.document_of(person, chat, message)
        except NotPossible as error:
            return _refused(error)
        headers = {"Content-Disposition": "attachment", "X-Content-Type-Options": "nosniff"}
        kind = "application/octet-stream"
        return web.Response(body=document.bytes, content_type=kind, headers=headers)

    async def changes(self, request: web.Request) -> web.Response:
        """The number of the last change, once it is greater than the one given."""
        after = int(request.query.get("after", "0"))
        number = await self._world.changes.wait(after, _seconds(request))
        return web.json_response({"number": number})

    async def events(self, request: web.Request) -> web.StreamResponse:
        """A line for each change, for as long as the page listens."""
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await response.prepare(request)
        number = -1
        while not self._world.changes.is_over:
            number = self._world.changes.number
            try:
                await response.write(f"data: {json.dumps({'number': number})}\n\n".encode())
            except ConnectionError:
                break
            await self._world.changes.wait(number, HEARTBEAT_SECONDS)
        return response

    def add_person(self, _: web.Request, asked: JSON) -> JSON:
        """Somebody of this name, found or made."""
        name = str(asked["name"]).strip()
        for person in self._world.people.values():
            if person.first_name == name:
                return asdict(person)
        language = str(asked.get("language_code", "pt-br"))
        return asdict(clients.add_person(self._world, name, language))

    def add_group(self, _: web.Request, asked: JSON) -> JSON:
        """A group of this title, found or made, with these people in it."""
        people = [self._somebody(person_id) for person_id in asked["member_ids"]]
        chat = self._group(str(asked["title"]).strip())
        if chat is None:
            chat = groups.add_group(
                self._world,
                str(asked["title"]),
                people,
                kind=str(asked.get("kind", SUPERGROUP)),
                is_forum=bool(asked.get("is_forum")),
            )
        for person in people:
            groups.join(self._world, person, chat)
        return self._chat(chat)

    def set_bot(self, _: web.Request, asked: JSON) -> JSON:
        """Turns privacy mode off, or on again."""
        self._world.bot.reads_all = bool(asked["reads_all"])
        return asdict(self._world.bot)

    def add_fault(self, _: web.Request, asked: JSON) -> JSON:
        """Plans a fault."""
        self._world.faults.plan(Fault(**asked))
        return {}

    def set_flood(self, _: web.Request, asked: JSON) -> JSON:
        """Makes the flood limits strict, or lenient."""
        self._world.flood.is_strict = bool(asked["strict"])
        return {}

    def redeliver(self, request: web.Request, _: JSON) -> JSON:
        """Delivers an update once more."""
        update_id = int(request.match_info["update"])
        if update_id not in self._world.updates.history:
            raise NotPossible("no such update")
        self._world.updates.again(update_id)
        return {}

    def set_bot_status(self, request: web.Request, asked: JSON) -> JSON:
        """Brings the bot into a group, makes it an administrator, or takes it out."""
        chat = self._place(request.match_info["chat"])
        groups.set_bot(self._world, self._owner(chat), chat, str(asked["status"]))
        return self._chat(chat)

    def add_topic(self, request: web.Request, asked: JSON) -> JSON:
        """Opens a topic."""
        chat = self._place(request.match_info["chat"])
        owner = self._owner(chat)
        return {"thread_id": groups.add_topic(self._world, owner, chat, str(asked["name"]))}

    def set_topic(self, request: web.Request, asked: JSON) -> JSON:
        """Closes a topic, or opens it again."""
        chat, thread_id = self._place(request.match_info["chat"]), request.match_info["topic"]
        is_closed = bool(asked["is_closed"])
        groups.close_topic(self._world, chat, int(thread_id), is_closed=is_closed)
        return self._chat(chat)

    def set_chat(self, request: web.Request, asked: JSON) -> JSON:
        """Renames a group, or lets only administrators write in it."""
        chat = self._place(request.match_info["chat"])
        chat.title = str(asked.get("title") or chat.title)
        chat.is_muted = bool(asked.get("is_muted", chat.is_muted))
        self._world.touch()
        return self._chat(chat)

    def upgrade(self, request: web.Request, _: JSON) -> JSON:
        """Makes a supergroup of a basic group."""
        chat = self._place(request.match_info["chat"])
        return self._chat(groups.upgrade(self._world, chat, self._owner(chat)))

    def type_text(self, request: web.Request, asked: JSON) -> JSON:
        """Writes into a chat."""
        words = clients.Words(
            str(asked["text"]),
            asked.get("reply_to"),
            asked.get("thread_id"),
            bool(asked.get("is_anonymous")),
        )
        place = self._place(asked["chat_id"])
        message = clients.type_text(self._world, self._person(request), place, words)
        return {"message_id": message.id}

    def tap(self, request: web.Request, asked: JSON) -> JSON:
        """Taps a button; a stale tap asks not whether it is there."""
        person, chat = self._person(request), self._place(asked["chat_id"])
        tapping = clients.tap_stale if asked.get("is_stale") else clients.tap
        query = tapping(self._world, person, chat, int(asked["message_id"]), str(asked["data"]))
        return {"query_id": query.id}

    def follow(self, request: web.Request, asked: JSON) -> JSON:
        """Opens a deep link."""
        chat = self._place(asked["chat_id"]) if asked.get("chat_id") else None
        person = self._person(request)
        message = clients.follow(self._world, person, str(asked["url"]), chat)
        return {"message_id": message.id}

    def set_private(self, request: web.Request, asked: JSON) -> JSON:
        """Starts, blocks or unblocks the bot, renames a person or closes their account."""
        person = self._person(request)
        match asked.get("do"):
            case "start":
                clients.start(self._world, person)
            case "block":
                clients.block(self._world, person)
            case "unblock":
                clients.unblock(self._world, person)
            case "deactivate":
                person.is_deactivated = True
            case "rename":
                clients.rename(self._world, person, str(asked["name"]))
            case _:
                raise NotPossible("start, block, unblock, rename or deactivate")
        return asdict(person)

    def set_membership(self, request: web.Request, asked: JSON) -> JSON:
        """Joins a group, leaves it, or is banned from it."""
        person, chat = self._person(request), self._place(asked["chat_id"])
        match asked.get("do"):
            case "join":
                groups.join(self._world, person, chat)
            case "leave":
                groups.leave(self._world, person, chat)
            case "ban":
                groups.leave(self._world, person, chat, banned_by=self._owner(chat))
            case _:
                raise NotPossible("join, leave or ban")
        return self._chat(chat)

    def _person(self, request: web.Request) -> Person:
        return self._somebody(request.match_info["person"])

    def _somebody(self, person_id: Any) -> Person:
        person = self._world.people.get(int(person_id))
        if person is None:
            raise NotPossible("no such person")
        return person

    def _place(self, chat_id: Any) -> Chat:
        chat = self._world.chats.get(int(chat_id))
        if chat is None:
            raise NotPossible("no such chat")
        return chat

    def _group(self, title: str) -> Chat | None:
        found = (
            chat
            for chat in self._world.chats.values()
            if chat.title == title and chat.kind != PRIVATE and not chat.migrated_to
        )
        return next(found, None)

    def _owner(self, chat: Chat) -> Person:
        """Who made a group; or, in place of one who left, anybody in it."""
        present = [user_id for user_id in chat.present() if user_id in self._world.people]
        owner = next((one for one in present if chat.status(one) == "creator"), None)
        if not present:
            raise NotPossible("nobody is in this chat")
        return self._world.people[owner or present[0]]


def _answering(handler: Callable[[web.Request], Any]) -> Handler:
    async def answer(request: web.Request) -> web.Response:
        try:
            return web.json_response(handler(request))
        except (NotPossible, ValueError) as error:
            return _refused(error)

    return answer


def _doing(handler: Callable[[web.Request, JSON], Any]) -> Handler:
    async def do(request: web.Request) -> web.Response:
        if request.content_type != "application/json":
            return web.json_response({"reason": "JSON is expected"}, status=415)
        try:
            return web.json_response(handler(request, await request.json()))
        except (NotPossible, KeyError, TypeError, ValueError) as error:
            return _refused(error)

    return do


def _refused(error: Exception) -> web.Response:
    body = {"reason": str(error), "is_button": isinstance(error, NoSuchButton)}
    return web.json_response(body, status=409 if isinstance(error, NotPossible) else 400)


def _seconds(request: web.Request) -> float:
    return min(float(request.query.get("timeout", "0")), LONGEST_WAIT)
