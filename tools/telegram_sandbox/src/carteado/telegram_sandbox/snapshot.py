"""Snapshots: the world as a file, written a moment after each change and read at the next start.

What was shown and called is kept in memory only; after a restart people have been shown what their clients show then.
"""

import asyncio
import contextlib
import json
import os
from collections.abc import AsyncIterator
from dataclasses import asdict
from pathlib import Path

from carteado.telegram_sandbox.chats import Chat, Document, Member, Message, Topic
from carteado.telegram_sandbox.errors import JSON
from carteado.telegram_sandbox.people import Bot, Person
from carteado.telegram_sandbox.updates import Update
from carteado.telegram_sandbox.world import Clock, World

FORMAT = 1
PAUSE_SECONDS = 0.2
"""How long changes are gathered before they are written."""
LONGEST_PAUSE_SECONDS = 3600.0
SPARE_IDS = 1000
"""How far ids jump at a start: more than could be given out between the last snapshot and a kill."""


def dump(world: World) -> JSON:
    """The world, to be kept."""
    return {
        "format": FORMAT,
        "bot": asdict(world.bot),
        "people": [asdict(person) for person in world.people.values()],
        "chats": [_dump_chat(chat) for chat in world.chats.values()],
        "commands": world.commands.lists,
        "allowed": world.updates.allowed,
        "update_id": world.updates.last_id,
        "updates": [asdict(update) for update in world.updates.waiting],
        "query_id": world.queries.last_id,
    }


def _dump_chat(chat: Chat) -> JSON:
    return {**asdict(chat), "messages": [asdict(one) for one in chat.messages.values()]}


def load(kept: JSON, clock: Clock) -> World:
    """The world that was kept.

    Raises:
        ValueError: It was kept in another format.
    """
    if kept.get("format") != FORMAT:
        raise ValueError("the state was written by another version of the sandbox")
    world = World(Bot(**kept["bot"]), clock)
    world.people = {one["id"]: Person(**one) for one in kept["people"]}
    world.chats = {one["id"]: _load_chat(one) for one in kept["chats"]}
    world.commands.lists = kept["commands"]
    world.updates.allowed = kept["allowed"]
    waiting = [Update(**one) for one in kept["updates"]]
    world.updates.restore(kept["update_id"] + SPARE_IDS, waiting)
    world.queries.last_id = kept["query_id"] + SPARE_IDS
    _show_again(world)
    return world


def _load_chat(kept: JSON) -> Chat:
    chat = Chat(**{**kept, "members": {}, "topics": {}, "messages": {}})
    chat.last_id += SPARE_IDS
    chat.members = {int(key): Member(**one) for key, one in kept["members"].items()}
    chat.topics = {int(key): Topic(**one) for key, one in kept["topics"].items()}
    chat.messages = {one["id"]: _load_message(one) for one in kept["messages"]}
    return chat


def _load_message(kept: JSON) -> Message:
    document = kept.get("document")
    return Message(**{**kept, "document": Document(**document) if document else None})


def _show_again(world: World) -> None:
    for person_id in world.people:
        for chat in world.chats.values():
            for message in chat.seen_by(person_id):
                world.sight.message(person_id, message)


def read(path: Path, clock: Clock) -> World | None:
    """The world in a file; None where there is no file.

    Raises:
        ValueError: The file holds something else.
    """
    try:
        return load(json.loads(path.read_text()), clock)
    except FileNotFoundError:
        return None
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError("the state cannot be read") from error


def write(path: Path, world: World) -> None:
    """Puts the world into a file, whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.new")
    with draft.open("w") as file:
        json.dump(dump(world), file)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)


@contextlib.asynccontextmanager
async def kept(path: Path | None, world: World) -> AsyncIterator[None]:
    """Keeps a file up with the world for as long as the block runs; None keeps nothing."""
    if path is None:
        yield
        return
    write(path, world)
    keeper = asyncio.create_task(_keep(path, world))
    try:
        yield
    finally:
        keeper.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await keeper
        write(path, world)


async def _keep(path: Path, world: World) -> None:
    number = world.changes.number
    while True:
        await world.changes.wait(number, LONGEST_PAUSE_SECONDS)
        await asyncio.sleep(PAUSE_SECONDS)
        number = world.changes.number
        write(path, world)
