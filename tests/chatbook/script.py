"""A match in a chat, played from a script: from /jogar to the result, written down in a book."""

from dataclasses import dataclass, field

from carteado.api.game.v1.game_pb2 import Action, View
from carteado.api.tables.v1.tables_pb2 import PURPOSE_RANKED, TABLE_STATE_FINISHED, Table
from carteado.records.verify import verify
from carteado.telegram_gateway.render.games import number_of
from carteado.telegram_gateway.taps import Op, unpack
from carteado.telegram_sandbox.driver import Answer, Chat, Person
from tests.chatbook.book import Book
from tests.chatbook.house import House
from tests.chatbook.part import Part, Rung

NAMES = ("Ana", "Bia", "Caio", "Davi")
PACE_SECONDS = 2.0
"""From one tap to the next, as friends play who look at the same table."""
WAITS = 5
TALKS = 6
"""So many times as long people talk about which game it shall be; the outbox is at rest again when one is tapped."""
SENDS = ("sendMessage", "sendDocument")
EDITS = ("editMessageText", "editMessageCaption", "editMessageReplyMarkup", "deleteMessage")
GUESS_AND_PROOF = 3
"""So many messages are the question, the answer, and the file."""
CALLS_A_MINUTE = 20
"""So many does Telegram allow a group."""


@dataclass
class Script:
    """A match under way.

    Attributes:
        began: When it began, by the gateway's clock.
        taps: How many taps each move took.
        looked: What everybody has last seen of their hand.
    """

    house: House
    book: Book
    group: Chat
    people: list[Person]
    part: Part
    rung: Rung
    began: float
    taps: list[int] = field(default_factory=list)
    looked: dict[str, object] = field(default_factory=dict)

    async def tap(self, person: Person, chat: Chat, data: str, label: str) -> Answer | None:
        """A tap, its answer, and a while."""
        self.book.does(person, f"taps [{label}]")
        answer = await person.tap(chat, data=data)
        self.book.hears(answer)
        await self.house.settled()
        return answer

    async def goes_on(self) -> None:
        """Time for the outbox, and what it brought to the group."""
        await self.house.pass_by(PACE_SECONDS)
        await self.book.group_changes()

    async def moves(self, table: Table) -> None:
        """The move of whoever has a word to say out of turn, or of whoever's turn it is."""
        acting = table.view.to_act
        others = [seat.seat for seat in table.seats if seat.seat != acting]
        for seat in (*others, acting):
            own = await self.own_view(table, seat)
            action = self.part.acts(own, self.rung.seed) if own.legal else None
            if action is not None:
                await self._acts(table, seat, own, action)
                await self.goes_on()
                return
        raise AssertionError("nobody does anything")

    async def own_view(self, table: Table, seat: int) -> View:
        """What the player of a seat sees now."""
        player = table.seats[seat].player
        return (await self.house.tables.get_table(table.id, player.id)).view

    async def _acts(self, table: Table, seat: int, own: View, action: Action) -> None:
        person = self.people[NAMES.index(table.seats[seat].player.name)]
        op, arg = self.part.button(own, action, in_private=self.rung.in_private)
        shown_from = self.part.game.shown_from(own, op)
        if self.rung.in_private:
            await self.book.private_changes(person)
            data, label = await self.button(person, person.private, op, arg, shown_from)
            await self.tap(person, person.private, data, label)
            self.taps.append(1)
            return
        looks = await self._look(person, own)
        data, label = await self.button(person, self.group, op, arg, shown_from)
        answer = await self.tap(person, self.group, data, label)
        self.taps.append(1 + looks)
        if answer and self.part.names_hand(answer.text):
            self.looked[person.name] = self.part.hand(await self.own_view(table, seat))

    async def _look(self, person: Person, view: View) -> int:
        """A look at the hand, where it is another than was seen last."""
        hand = self.part.hand(view)
        if hand is None or self.looked.get(person.name) == hand:
            return 0
        self.looked[person.name] = hand
        data, label = await self.button(person, self.group, Op.HAND, 0)
        await self.tap(person, self.group, data, label)
        return 1

    async def button(
        self, person: Person, chat: Chat, op: str, arg: int, shown_from: int = 0
    ) -> tuple[str, str]:
        """The newest button of a kind; whoever does not see it yet, or not as it is now, waits for the board."""
        for _ in range(WAITS):
            for message in reversed(await person.sees(chat)):
                for button in message.buttons:
                    tap = unpack(button.data)
                    if tap and (tap.op, tap.arg) == (op, arg) and tap.ply >= shown_from:
                        return button.data, button.label
            await self.goes_on()
        raise AssertionError(f"{person.name} sees no button for {op} {arg}")


async def gathered(house: House, part: Part, name: str) -> Script:
    """From /jogar until everybody sits."""
    rung = part.rungs[name]
    people = [await house.telegram.person(each) for each in NAMES]
    group = await house.telegram.group("Mesa da sexta", members=people)
    book, began = _book(part, name, group, people[0]), house.clock.now()
    script = Script(house, book, group, people, part, rung, began)
    if rung.in_private:
        await _open_private(script)
    await _open_table(script)
    for person in people[1:]:
        await script.tap(person, group, *await script.button(person, group, Op.JOIN, 0))
        await script.goes_on()
    if rung.guess:
        await _guess(script, people[1])
    await script.tap(people[0], group, *await script.button(people[0], group, Op.START, 0))
    await script.goes_on()
    return script


async def _guess(script: Script, person: Person) -> None:
    """Somebody adds to the shuffles, by reply to the question that comes of a tap."""
    group = script.group
    await script.tap(person, group, *await script.button(person, group, Op.GUESS, 0))
    for _ in range(WAITS):
        await script.goes_on()
    [asked] = [one.asks for one in await person.sees(group) if one.asks]
    script.book.says(f"  the client of {person.name} opens a reply: {asked}")
    script.book.does(person, f"replies: {script.rung.guess}")
    await person.reply(group, script.rung.guess)
    await script.house.settled()
    await script.house.pass_by(PACE_SECONDS * WAITS)
    await script.book.group_changes()


def _book(part: Part, name: str, group: Chat, reader: Person) -> Book:
    title = TITLES[part.game.name]
    ending = f": {name}" if name else ""
    return Book(f"{title} in a group chat{ending}", part.rungs[name].about, group, reader)


async def _open_private(script: Script) -> None:
    for person in script.people:
        await person.open_private()
        await script.house.settled()
        await script.house.pass_by(PACE_SECONDS)
        script.book.does(person, "opens the private chat")
        await script.book.private_changes(person)


async def _open_table(script: Script) -> None:
    """Which game it is, and what is agreed on."""
    host, group = script.people[0], script.group
    script.book.does(host, "types /jogar")
    await host.type(group, "/jogar")
    for _ in range(TALKS):
        await script.goes_on()
    picked = await script.button(host, group, Op.OPEN, number_of(script.part.game))
    await script.tap(host, group, *picked)
    [follower] = script.house.gateway.followers
    script.book.name(follower.hosted.code, "CODE")
    await script.goes_on()
    for choice in script.rung.choices:
        await script.tap(host, group, *await script.button(host, group, choice, 0))
        await script.goes_on()


async def played(script: Script) -> Table:
    """Everybody's moves, until the match is over."""
    [follower] = script.house.gateway.followers
    while True:
        table = await script.house.tables.get_table(follower.hosted.table_id)
        if table.state == TABLE_STATE_FINISHED:
            return table
        await script.moves(table)


async def ended(script: Script, table: Table) -> None:
    """What the end looks like; after a ranked match the board of the group, too."""
    await script.house.pass_by(PACE_SECONDS * 4)
    await script.book.group_changes()
    for person in script.people:
        await script.book.private_changes(person)
    assert len(table.placements) == len(NAMES)
    if script.rung.guess:
        await _check(script)
    if table.purpose != PURPOSE_RANKED:
        return
    script.book.does(script.people[0], "types /ranking")
    before = len(await script.house.telegram.calls())
    await script.people[0].type(script.group, "/ranking")
    await script.house.pass_by(PACE_SECONDS * 2)
    await script.book.group_changes()
    assert len(await script.house.telegram.calls()) > before


async def _check(script: Script) -> None:
    """Somebody wants the proof, which holds; somebody else too, who is told that it is there."""
    group = script.group
    for key in await script.house.tables.signing_keys():
        script.book.name(key.id, "KEY")
    for person in script.people[2:]:
        await script.tap(person, group, *await script.button(person, group, Op.PROOF, 0))
        await script.house.pass_by(PACE_SECONDS * 2)
        await script.book.group_changes()
    [sent] = [one for one in await script.people[0].sees(group) if one.file]
    file = await script.people[0].file(group, sent.message_id)
    assert verify(file.decode()).holds


async def check_budget(script: Script, table: Table) -> None:
    """At most two taps a move, in private one; few new messages, and far fewer calls than moves: guess, proof and the /ranking at the end are beside the match."""
    record = (await script.house.tables.record(table.id)).record
    rounds = script.part.game.round_number(table.view)
    calls = [
        call
        for call in await script.house.telegram.calls()
        if call.chat_id == script.group.chat_id and call.ok
    ]
    sends = sum(call.method in SENDS for call in calls) - (table.purpose == PURPOSE_RANKED)
    edits = sum(call.method in EDITS for call in calls)
    played_ = script.part.counted(record)
    script.book.says(
        f"\nIn the group, for {played_} in {rounds} rounds: {sends} messages, {edits} edits."
    )
    assert max(script.taps) <= (1 if script.rung.in_private else 2)
    assert sends <= 2 + rounds + (GUESS_AND_PROOF if script.rung.guess else 0)
    assert sends + edits <= script.rung.most_calls
    assert sends + edits <= CALLS_A_MINUTE * (script.house.clock.now() - script.began) / 60


TITLES = {"eu_faco": "Eu Faço!", "estou_por_uma": "Estou-por-uma", "sevn": "SEVN"}
"""What the games are called."""
