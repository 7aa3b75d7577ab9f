"""Four people in a group chat, from /jogar to the result and the group's board, with everything behind it as an operator runs it."""

import asyncio
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from carteado.api.tables.v1.tables_pb2 import PURPOSE_RANKED, TABLE_STATE_FINISHED, Table
from carteado.client import Client
from carteado.proof.file import read
from carteado.records.verify import verify
from carteado.telegram_gateway.taps import Op, Tap, unpack
from carteado.telegram_sandbox.driver import Chat as Group
from carteado.telegram_sandbox.driver import Person, SeenMessage
from tests.conftest import Proof
from tests.short_matches import each_game
from tests.system.chat import Chat, chatting
from tests.system.friends import Friend, tap_of
from tests.system.manner import Manner
from tests.system.manners import MANNERS
from tests.system.sight import Truth
from tests.system.spoken import Spoken
from tests.system.test_kill import replayed_at
from tests.system.test_leaks import CARD_NAME

NAMES = ("Ana", "Bia", "Caio", "Davi")
GUESSES = {2: "um trevo de quatro folhas", 3: "pé-de-coelho"}
"""What is added to the shuffles, by seat."""
COMMON = Spoken()
HOUSE_WORDS = re.compile(
    r"de (?:bronze|prata|ouros?|diamante|paus|copas|espadas)\b|[🥉🥈🥇💎♣♦♥♠⚓🪶🪜🛟🔱]"
)
"""Cards as the bot calls them."""


@dataclass(frozen=True)
class Evening:
    """A table that four friends took in a group.

    Attributes:
        people: By seat.
        friends: The same, as they play.
    """

    chat: Chat
    manner: Manner
    group: Group
    people: list[Person]
    friends: list[Friend]
    code: str


async def seated(chat: Chat, manner: Manner, seed: str, *, title: str, is_short: bool) -> Evening:
    """Types /jogar, picks the game, and has everybody sit down; two of the four open the private chat."""
    telegram = chat.telegram
    people = [await telegram.person(name) for name in NAMES]
    group = await telegram.group(title, members=people)
    for person in people[:2]:
        await person.open_private()
    host = people[0]
    await host.type(group, "/jogar")
    await host.waits(group, has_button(manner.title))
    await host.tap(group, manner.title)
    [lobby] = [one for one in await host.waits(group, has_button("Entrar")) if one.buttons]
    for person in people[1:]:
        await person.tap(group, "Entrar", message_id=lobby.message_id)
    await host.waits(group, says("Davi"))
    for op in manner.short if is_short else ():
        await choose(host, group, op)
    friends = [
        Friend(person, group, manner, f"{seed}/{seat}", in_private=seat < 2)
        for seat, person in enumerate(people)
    ]
    return Evening(chat, manner, group, people, friends, code_of(lobby))


async def choose(host: Person, group: Group, op: str) -> None:
    """Taps a choice of the lobby, and waits until that shows it."""
    before = labelled(await host.sees(group), op)
    await host.tap(group, before)
    await host.waits(group, lambda seen: labelled(seen, op) != before)


def labelled(seen: list[SeenMessage], op: str) -> str:
    """What the newest button that asks for something says."""
    buttons = [button for one in seen for button in one.buttons if button.data]
    return [button.label for button in buttons if tap_of(button).op == op][-1]


Look = Callable[[list[SeenMessage]], bool]


def has_button(label: str) -> Look:
    return lambda seen: any(label in each.label for one in seen for each in one.buttons)


def says(words: str) -> Look:
    return lambda seen: any(words in one.text for one in seen)


def code_of(lobby: SeenMessage) -> str:
    taps = [unpack(button.data) for button in lobby.buttons if button.data]
    [code] = {tap.table for tap in taps if tap}
    return code


async def played(evening: Evening) -> Table:
    """Starts the match, and lets everybody play to its end."""
    over = asyncio.Event()
    await evening.people[0].tap(evening.group, "Começar")
    async with asyncio.TaskGroup() as tasks:
        for friend in evening.friends:
            tasks.create_task(friend.play(over))
        async with evening.chat.client() as client:
            try:
                return await until_over(client, evening.code)
            finally:
                over.set()


async def until_over(client: Client, code: str) -> Table:
    seen = [table async for table in client.watch(code)]
    return seen[-1]


@each_game
@pytest.mark.proof(name="chat", small=1, whole=20)
async def test_four_people_play_from_jogar_to_the_board_and_see_no_card_that_they_may_not_see(
    game: str, proof: Proof, tmp_path: Path
) -> None:
    """Every other match is a short one, which is among friends where that is not the default."""
    async with chatting(tmp_path) as chat:
        for number in range(proof.count):
            seed, title = f"{proof.seed}/{number}", f"Mesa {number}"
            is_short = number % 2 == 0
            evening = await seated(chat, MANNERS[game], seed, title=title, is_short=is_short)
            await guessed(evening)
            table, _ = await asyncio.gather(played(evening), pried(evening))
            assert table.state == TABLE_STATE_FINISHED
            await check_result(evening, table)
            await check_proof(evening, table)
            await check_record_and_sight(evening, table)
            assert max(taps for friend in evening.friends for taps in friend.taps) <= 2
    check_traces(chat)


async def guessed(evening: Evening) -> None:
    """Two of the four add to the shuffles, one by reply and one by command."""
    caio, davi = evening.people[2:]
    await caio.tap(evening.group, "Palpite")
    await caio.waits(evening.group, lambda seen: any(one.asks for one in seen))
    await caio.reply(evening.group, GUESSES[2])
    await davi.type(evening.group, f"/palpite {GUESSES[3]}")
    for name in NAMES[2:]:
        await caio.waits(evening.group, says(f"O palpite de {name}"))


async def pried(evening: Evening) -> None:
    """Somebody wants the record while the match goes on."""
    davi, group = evening.people[3], evening.group
    seen = await davi.waits(group, says("Valendo!"), 20)
    data = Tap(evening.code, 0, Op.PROOF).pack()
    answer = await davi.tap_stale(group, seen[-1].message_id, data)
    assert answer is not None
    assert COMMON.heard(answer.text, "MATCH_NOT_OVER") is not None


async def check_proof(evening: Evening, table: Table) -> None:
    """Whoever wants to check gets a file that holds, by the key of the house, with what was added to the shuffles in it; and the next one no other."""
    group, (ana, bia, *_) = evening.group, evening.people
    await ana.tap(group, "Conferir")
    seen = await bia.waits(group, lambda seen: any(one.file for one in seen))
    answer = await bia.tap(group, "Conferir")
    assert answer is not None
    assert COMMON.heard(answer.text, "proof_sent_already") is not None
    [sent] = [one for one in seen if one.file]
    text = (await bia.file(group, sent.message_id)).decode()
    async with evening.chat.client() as client:
        [key] = await client.signing_keys()
    assert verify(text, key.id).holds
    added = [each.decode() for each in read(text).proof.record.moves[0].action.deal.entropy]
    assert dict(enumerate(added)) == {0: "", 1: ""} | GUESSES
    assert [each.seat for each in table.seats if each.has_entropy] == list(GUESSES)


async def check_result(evening: Evening, table: Table) -> None:
    """The group sees who came where, and after a ranked match the boards too."""
    seen = await evening.people[0].waits(evening.group, has_button("Revanche"), 20)
    assert all(name in seen[-1].text for name in NAMES)
    if table.purpose == PURPOSE_RANKED:
        await check_board(evening)


async def check_board(evening: Evening) -> None:
    """A moment after the last trick the result says what it did to the ratings, and the group's board has everybody, as newcomers."""
    host, group = evening.people[0], evening.group
    seen = await host.waits(group, says("Nota geral"), 20)
    assert all(name in seen[-1].text for name in NAMES)
    await host.type(group, "/ranking")
    [board] = [one for one in await host.waits(group, says("Ranking ·"), 20) if "·" in one.text][
        -1:
    ]
    assert group.title in board.text
    for name in NAMES:
        assert re.search(rf"º {name} \d+\? · 1 partida", board.text), board.text


async def check_record_and_sight(evening: Evening, table: Table) -> None:
    """The record replays; and whatever was shown, to whomever, names no card that its reader might not know then."""
    chat = evening.chat
    async with chat.client() as client:
        record = (await client.record(table.id)).record
    engine = chat.services["engine"].target
    verdict = await replayed_at(engine, chat.tokens["tables", "engine"], record)
    assert not verdict.HasField("divergence")
    assert list(verdict.placements) == list(table.placements) == list(record.placements)
    truth = Truth(chat.folder / "tables.sqlite", table.id, record, evening.manner)
    by_seat = [seat.player.name for seat in table.seats]
    named = 0
    for person in evening.people:
        for shown in await chat.telegram.what_sees(person):
            if shown.at >= truth.opened:
                named += bool(truth.check(shown, by_seat.index(person.name), by_seat))
    assert named > len(record.moves)


def seat_of(table: Table, name: str) -> int:
    [seat] = [each.seat for each in table.seats if each.player.name == name]
    return seat


def check_traces(chat: Chat) -> None:
    """No card, name, guess, token or button in a log; no card in the store of the gateway."""
    logs = chat.logs()
    assert '"event": "rpc"' in logs
    for word in (*NAMES, *GUESSES.values(), *chat.tokens.values(), chat.bot_token, "callback_data"):
        assert word not in logs
    for stored in (logs, (chat.folder / "gateway.sqlite").read_bytes().decode(errors="ignore")):
        assert not CARD_NAME.search(stored)
        assert not HOUSE_WORDS.search(stored)
