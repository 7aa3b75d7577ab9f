"""The chatbook: a scripted match as each person sees it, kept as prose and compared. ``make chatbook`` writes it anew."""

import hashlib
import os
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest

from carteado.api.game.v1.game_pb2 import Action, View
from carteado.api.tables.v1.tables_pb2 import TABLE_STATE_FINISHED, Seat, Table
from carteado.cli import strategy
from carteado.telegram_gateway.render import eu_faco
from carteado.telegram_gateway.render.eu_faco.hands import dealt
from carteado.telegram_gateway.render.eu_faco.keyboard import Op as EuFaco
from carteado.telegram_gateway.render.games import number_of
from carteado.telegram_gateway.taps import Op, unpack
from carteado.telegram_sandbox.driver import Chat, Person
from tests.chatbook.book import Book
from tests.chatbook.house import House, standing

FOLDER = Path(__file__).parent
NAMES = ("Ana", "Bia", "Caio", "Davi")
SEED = 203
"""A match of sixty cards, six rounds and four places, with these shuffles and this script."""
CARDS = 60
WHIM = 0.35
"""How often somebody does anything at all instead of what is sound."""
PACE_SECONDS = 2.0
"""From one tap to the next, as friends play who look at the same table."""
WAITS = 5
TALKS = 6
"""So many times as long people talk about which game it shall be; the outbox is at rest again when one is tapped."""
SENDS = ("sendMessage",)
EDITS = ("editMessageText", "editMessageReplyMarkup", "deleteMessage")

RUNGS = {
    "dm": "Ana, Bia, Caio and Davi have all opened the private chat, and play there.",
    "slots": "Nobody has opened the private chat: everybody looks with 👁 and plays with the numbered buttons.",
}


def scripted(view: View) -> Action:
    """What somebody does, the same each time: mostly what is sound, at times anything."""
    rng = Random(f"{SEED}/{view.ply}")
    return rng.choice(view.legal) if rng.random() < WHIM else strategy.choose(view)


@dataclass
class Script:
    """A match under way.

    Attributes:
        taps: How many taps each move took.
        looked: Who has looked at the hand in which round.
    """

    house: House
    book: Book
    group: Chat
    people: list[Person]
    rung: str
    taps: list[int] = field(default_factory=list)
    looked: set[tuple[str, int]] = field(default_factory=set)

    async def tap(self, person: Person, chat: Chat, data: str, label: str) -> None:
        """A tap, its answer, and a while."""
        self.book.does(person, f"taps [{label}]")
        self.book.hears(await person.tap(chat, data=data))
        await self.house.settled()

    async def goes_on(self) -> None:
        """Time for the outbox, and what it brought to the group."""
        await self.house.pass_by(PACE_SECONDS)
        await self.book.group_changes()

    async def moves(self, table: Table) -> None:
        """The move of whoever's turn it is."""
        person = self._person(table.seats[table.view.to_act])
        own = await self.house.tables.get_table(table.id, table.seats[table.view.to_act].player.id)
        action = scripted(own.view)
        if self.rung == "dm":
            await self.book.private_changes(person)
            await self._tap_op(person, person.private, action, own.view)
            self.taps.append(1)
        else:
            looks = await self._look(person, own.view)
            await self._tap_op(person, self.group, action, own.view)
            self.taps.append(1 + looks)
        await self.goes_on()

    async def _look(self, person: Person, view: View) -> int:
        """A look at the hand, once in each round."""
        key = (person.name, view.eu_faco.round)
        if key in self.looked:
            return 0
        self.looked.add(key)
        data, label = await self.button(person, self.group, Op.HAND, 0)
        await self.tap(person, self.group, data, label)
        return 1

    async def _tap_op(self, person: Person, chat: Chat, action: Action, view: View) -> None:
        op, arg = _button_of(action, view)
        data, label = await self.button(person, chat, op, arg)
        await self.tap(person, chat, data, label)

    async def button(self, person: Person, chat: Chat, op: str, arg: int) -> tuple[str, str]:
        """The newest button of a kind; whoever does not see it yet waits for the board."""
        for _ in range(WAITS):
            for message in reversed(await person.sees(chat)):
                for button in message.buttons:
                    tap = unpack(button.data)
                    if tap and (tap.op, tap.arg) == (op, arg):
                        return button.data, button.label
            await self.goes_on()
        raise AssertionError(f"{person.name} sees no button for {op} {arg}")

    def _person(self, seat: Seat) -> Person:
        return self.people[NAMES.index(seat.player.name)]


def _button_of(action: Action, view: View) -> tuple[str, int]:
    if action.HasField("bid"):
        return EuFaco.BID, action.bid.tricks
    return EuFaco.SLOT, dealt(view).index(action.play.eu_faco) + 1


@pytest.mark.parametrize("rung", RUNGS)
async def test_a_match_in_a_chat_reads_as_it_is_kept(
    rung: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = hashlib.sha256(f"chatbook/{SEED}".encode()).digest()
    async with standing(tmp_path, monkeypatch, secret) as house:
        script = await gathered(house, rung)
        table = await played(script)
        await ended(script, table)
        await check_budget(script, table)
    kept = FOLDER / f"eu_faco-{rung}.txt"
    if os.environ.get("CARTEADO_CHATBOOK") == "write":
        kept.write_text(script.book.text)
    assert script.book.text == kept.read_text()


async def gathered(house: House, rung: str) -> Script:
    """From /jogar until everybody sits."""
    people = [await house.telegram.person(name) for name in NAMES]
    group = await house.telegram.group("Mesa da sexta", members=people)
    book = Book(f"Eu Faço! in a group chat: {rung}", RUNGS[rung], group, people[0])
    script = Script(house, book, group, people, rung)
    if rung == "dm":
        for person in people:
            await person.open_private()
            await house.settled()
            await house.pass_by(PACE_SECONDS)
            book.does(person, "opens the private chat")
            await book.private_changes(person)
    book.does(people[0], "types /jogar")
    await people[0].type(group, "/jogar")
    for _ in range(TALKS):
        await script.goes_on()
    picked = await script.button(people[0], group, Op.OPEN, number_of(eu_faco))
    await script.tap(people[0], group, *picked)
    [follower] = house.gateway.followers
    book.name_code(follower.hosted.code)
    await script.goes_on()
    for person in people[1:]:
        await script.tap(person, group, *await script.button(person, group, Op.JOIN, 0))
        await script.goes_on()
    await script.tap(people[0], group, *await script.button(people[0], group, Op.START, 0))
    await script.goes_on()
    return script


async def played(script: Script) -> Table:
    """Everybody's moves, until the match is over."""
    [follower] = script.house.gateway.followers
    while True:
        table = await script.house.tables.get_table(follower.hosted.table_id)
        if table.state == TABLE_STATE_FINISHED:
            return table
        await script.moves(table)


async def ended(script: Script, table: Table) -> None:
    """What the end looks like, and the board of the group."""
    await script.house.pass_by(PACE_SECONDS * 4)
    await script.book.group_changes()
    for person in script.people:
        await script.book.private_changes(person)
    script.book.does(script.people[0], "types /ranking")
    before = len(await script.house.telegram.calls())
    await script.people[0].type(script.group, "/ranking")
    await script.house.pass_by(PACE_SECONDS * 2)
    await script.book.group_changes()
    assert len(await script.house.telegram.calls()) > before
    assert len(table.placements) == len(NAMES)


async def check_budget(script: Script, table: Table) -> None:
    """At most two taps a move; few new messages, and far fewer calls than cards: the /ranking at the end is beside the match."""
    record = (await script.house.tables.record(table.id)).record
    rounds = table.view.eu_faco.round
    calls = [
        call
        for call in await script.house.telegram.calls()
        if call.chat_id == script.group.chat_id and call.ok
    ]
    sends = sum(call.method in SENDS for call in calls) - 1
    edits = sum(call.method in EDITS for call in calls)
    cards = sum(move.action.HasField("play") for move in record.moves) + _foreheads(table)
    script.book.says(
        f"\nIn the group, for {cards} cards in {rounds} rounds: {sends} messages, {edits} edits."
    )
    assert cards == CARDS
    assert max(script.taps) <= 2
    assert sends <= 2 + rounds
    assert sends + edits <= 67


def _foreheads(table: Table) -> int:
    """The cards of the first round, which nobody plays by hand."""
    return len(table.seats)
