"""What waits to be done in one chat: at most one thing for each spot, and what is missing before what changes."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from itertools import count

from carteado.telegram_gateway.message import Message

Render = Callable[[], Awaitable[Message | None]]
"""Makes a message of how things stand when it is called; None where nothing is to be done."""


@dataclass(slots=True, eq=False)
class Show:
    """The message of a spot should look like what is rendered.

    Attributes:
        spot: Which.
        thread_id: The topic it belongs to.
        render: Makes it.
        lasts: False to let it be where the bot may not write now; True to wait until it may.
        anew: True to post a new message even where there is one.
        failures: How often rendering failed.
        not_before: The moment from which it may be tried.
        order: When it was first asked for.
    """

    spot: str
    thread_id: int | None
    render: Render
    lasts: bool = True
    anew: bool = False
    failures: int = 0
    not_before: float = float("-inf")
    order: int = 0


@dataclass(slots=True, eq=False)
class Remove:
    """The message of a spot should go.

    Attributes:
        spot: Which.
        order: When it was first asked for.
    """

    spot: str
    order: int = 0


@dataclass(slots=True, eq=False)
class Say:
    """An answer should be posted, below all that stands there.

    Attributes:
        spot: What it answers; a newer answer to the same takes its place while it waits.
        message: Which.
        thread_id: The topic it belongs to.
        settled: Is done once it is delivered, or never will be.
        replaces: True to have what was said there before taken away.
        order: When it was asked for.
    """

    spot: str
    message: Message
    thread_id: int | None
    settled: asyncio.Future[None]
    replaces: bool = False
    order: int = 0


@dataclass(slots=True, eq=False)
class Retire:
    """A message that was replaced should lose its buttons, or go.

    Attributes:
        message_id: Which.
        goes: True to have it taken away.
        order: When it was first asked for.
    """

    message_id: int
    goes: bool = False
    order: int = 0


Item = Show | Remove | Say | Retire


class Outgoing:
    """The items of one chat."""

    _orders = count(1)

    def __init__(self) -> None:
        self._items: list[Item] = []
        self._has_just_said = False

    def __len__(self) -> int:
        return len(self._items)

    def put(self, item: Item) -> None:
        """Adds an item, in the stead of one of the same spot that still waits, whose turn it takes."""
        waiting = self._of_spot(item)
        if waiting is not None:
            self._items.remove(waiting)
            item.order = waiting.order
            self._inherit(item, waiting)
        self._items.append(item)
        item.order = item.order or next(self._orders)

    def put_back(self, item: Item) -> None:
        """Adds an item again that could not be done; a newer one of its spot goes before, in its turn."""
        newer = self._of_spot(item)
        if newer is None:
            self._items.append(item)
        else:
            newer.order = min(item.order, newer.order)
            self._inherit(newer, item)

    def put_last(self, item: Item) -> None:
        """Adds an item again, behind all others."""
        item.order = next(self._orders)
        self.put_back(item)

    @property
    def earliest(self) -> float:
        """The moment from which there is something to be taken."""
        return min(map(_not_before, self._items), default=float("-inf"))

    def hasten(self) -> None:
        """Lets everything be tried at once."""
        for item in self._items:
            if isinstance(item, Show):
                item.not_before = float("-inf")

    def take(self, is_new: Callable[[Show], bool], now: float) -> Item | None:
        """The item whose turn it is, which no longer waits: what is to be shown and is not there yet, then all else in turn, but no two answers in a row."""

        def turn(item: Item) -> tuple[bool, bool, int]:
            is_missing = isinstance(item, Show) and is_new(item)
            has_to_wait = isinstance(item, Say) and self._has_just_said
            return not is_missing, has_to_wait, item.order

        ready = [item for item in self._items if _not_before(item) <= now]
        if not ready:
            return None
        item = min(ready, key=turn)
        self._items.remove(item)
        self._has_just_said = isinstance(item, Say)
        return item

    def take_all(self) -> list[Item]:
        """Everything, in the order in which it was asked for."""
        items = sorted(self._items, key=lambda item: item.order)
        self._items.clear()
        return items

    def spots(self) -> set[str]:
        """The spots that wait."""
        return {item.spot for item in self._items if not isinstance(item, Retire)}

    def _of_spot(self, item: Item) -> Item | None:
        if isinstance(item, Retire):
            return None
        placed = (one for one in self._items if not isinstance(one, Retire))
        return next((one for one in placed if one.spot == item.spot), None)

    @staticmethod
    def _inherit(item: Item, older: Item) -> None:
        if isinstance(item, Show) and isinstance(older, Show):
            item.anew = item.anew or older.anew
            item.not_before = max(item.not_before, older.not_before)
        if isinstance(older, Say) and not older.settled.done():
            older.settled.set_result(None)


def _not_before(item: Item) -> float:
    return item.not_before if isinstance(item, Show) else float("-inf")
