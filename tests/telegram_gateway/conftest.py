"""A house of its own for each test, four friends, and a table that the first of them opened."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from carteado.api.game.v1.game_pb2 import PHASE_AWAITING_SEAT
from carteado.api.tables.v1.tables_pb2 import TABLE_STATE_PLAYING, Table
from carteado.telegram_gateway.taps import Op, Tap
from carteado.telegram_sandbox.driver import Answer, Chat, Person, SeenMessage
from tests.chatbook.house import House, standing

NAMES = ("Ana", "Bia", "Caio", "Davi")
PATIENCE_SECONDS = 5.0
"""Time for what a whole match leaves to be shown."""


@dataclass(frozen=True)
class Evening:
    """A group of friends and a table that the first of them opened."""

    house: House
    group: Chat
    ana: Person
    bia: Person
    caio: Person
    davi: Person

    async def table(self) -> Table:
        *_, follower = self.house.gateway.followers
        return await self.house.tables.get_table(follower.hosted.table_id)

    async def tap(self, person: Person, op: str, arg: int = 0, ply: int = 0) -> Answer:
        """A tap on a button of the table, whether the client shows it or not."""
        *_, follower = self.house.gateway.followers
        data = Tap(follower.hosted.code, ply, op, arg).pack()
        message = (await person.sees(self.group))[-1].message_id
        answer = await person.tap_stale(self.group, message, data)
        assert answer is not None
        await self.house.settled()
        return answer

    async def say(self, person: Person, text: str) -> str:
        """A command; what the bot says to it, or the newest message."""
        await person.type(self.group, text)
        await self.house.settled()
        return (await person.sees(self.group))[-1].text

    async def seat(self, *people: Person) -> None:
        for person in people:
            assert "casa é sua" in (await self.tap(person, Op.JOIN)).text

    async def start(self, *people: Person) -> Table:
        """Seats people, starts, and gives the table of the first round."""
        await self.seat(*people)
        assert (await self.tap(self.ana, Op.START)).text == "Valendo!"
        return await self.table()


@pytest.fixture
async def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Evening]:
    unhurried = {"group_gap_seconds": 0, "group_calls_a_minute": 10_000, "private_gap_seconds": 0}
    async with standing(tmp_path, monkeypatch, bytes(32), **unhurried) as house:
        people = [await house.telegram.person(name) for name in NAMES]
        group = await house.telegram.group("Mesa da sexta", members=people)
        evening = Evening(house, group, *people)
        await evening.say(people[0], "/jogar eu-faco")
        yield evening


async def seen(evening: Evening, person: Person) -> list[SeenMessage]:
    return [one for one in await person.sees(evening.group) if one.author == "Carteado"]


async def played_out(evening: Evening, table: Table) -> Table:
    """Everybody does what the table would do for them, to the end."""
    tables = evening.house.tables
    while table.state == TABLE_STATE_PLAYING:
        if table.view.phase == PHASE_AWAITING_SEAT:
            player = table.seats[table.view.to_act].player.id
            view = (await tables.get_table(table.id, player)).view
            await tables.act(table.id, player, view.ply, view.default_action)
        table = await tables.get_table(table.id)
    await evening.house.settled()
    await evening.house.pass_by(PATIENCE_SECONDS)
    return table
