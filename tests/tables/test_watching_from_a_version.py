"""A watch opened from a version, at any replica, while changes are appended at all of them and the bus loses some (design case C15)."""

import asyncio
import random
from typing import TYPE_CHECKING, Any

import pytest
from pydantic import SecretStr

from carteado.api.engine.v1 import engine_pb2
from carteado.tables.bus import Notice
from tests import nats
from tests.tables.test_watching import some

if TYPE_CHECKING:
    from tests.conftest import Proof
    from tests.tables.conftest import House

EVENTS = 1_000
WATCHERS = 4
LOST = 0.05


def forgetful(house: "House", draw: random.Random) -> None:
    """Has the bus lose some of what a replica says."""
    bus = house.room.relay._bus
    publish = bus.publish

    def perhaps(notice: Notice) -> None:
        if draw.random() > LOST:
            publish(notice)

    bus.publish = perhaps  # type: ignore[method-assign]


async def one_run(houses: "tuple[House, House]", draw: random.Random) -> None:
    """A table that changes a thousand times, and watchers that come in the middle, each at the version that it has."""
    table = await houses[0].app.create()
    last = table.version + EVENTS
    opened = sorted(draw.randrange(EVENTS - 100) for _ in range(WATCHERS))
    watches: dict[int, asyncio.Task[Any]] = {}
    for event in range(EVENTS):
        while opened and opened[0] <= event:
            opened.pop(0)
            after = max(1, table.version + event - draw.randrange(100))
            stream = draw.choice(houses).app.watch(table.id, after=after)
            watches[after] = asyncio.create_task(some(stream, last - after))
        levels = [engine_pb2.LEVEL_NORMAL] * (1 + event % 2)
        await draw.choice(houses).app.rivals(table.id, "ana", levels)
    for after, watch in watches.items():
        seen = await asyncio.wait_for(watch, 60)
        assert [one.version for one in seen] == list(range(after + 1, last + 1))


@pytest.mark.proof(name="watching", small=1, whole=500)
async def test_a_watch_from_a_version_brings_exactly_what_follows_it(
    open_house: Any, proof: "Proof"
) -> None:
    draw = random.Random(proof.seed)
    with nats.running() as server:
        bus = SecretStr(server.url())
        async with open_house(bus=bus) as left, open_house(bus=bus) as right:
            for house in (left, right):
                forgetful(house, draw)
            for _ in range(proof.count):
                await one_run((left, right), draw)
