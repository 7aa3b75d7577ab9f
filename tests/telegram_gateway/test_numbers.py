"""Cards that are played by their numbers on the board: nobody plays one that they did not mean."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import grpc
import pytest

from carteado.api.game.v1.game_pb2 import Action
from carteado.api.tables.v1.tables_pb2 import TABLE_STATE_PLAYING, Table
from carteado.client import TableMoved
from carteado.rules.estou_por_uma import Draw, Play
from carteado.telegram_gateway.handlers.asking import Asked
from carteado.telegram_gateway.handlers.glances import KEPT, Glances
from carteado.telegram_gateway.handlers.match import Match
from carteado.telegram_gateway.render.estou_por_uma.keyboard import Op
from carteado.telegram_gateway.said import Said, Told
from carteado.telegram_gateway.store import Hosted, Person
from carteado.telegram_gateway.taps import Op as Common
from carteado.telegram_gateway.taps import Tap
from carteado.telegram_sandbox.driver import Answer, Chat
from carteado.telegram_sandbox.driver import Person as Friend
from tests.chatbook.house import House, standing
from tests.rules.estou_por_uma.table import SUITS, card, laid
from tests.telegram_gateway.render.estou_por_uma.scenes import GAME, Evening, laid_match
from tests.telegram_gateway.render.scenes import CODE, words_in

WORDS = words_in("pt_BR")
FIRST = WORDS("hand_first")
ANA, BIA = range(2)


@dataclass
class Desk:
    """The tables service with one table, whose match is the rules' own.

    Attributes:
        done: What was done by taps, and by whom.
    """

    evening: Evening
    done: list[tuple[int, Any]] = field(default_factory=list)

    async def get_table(self, _table: str, player_id: str) -> Table:
        return self.evening.stands().own[_seat(player_id)]

    async def act(
        self, _table: str, player_id: str, ply: int, action: Action, **_more: str
    ) -> SimpleNamespace:
        if ply != self.evening.match.ply:
            raise TableMoved(grpc.StatusCode.ABORTED, "PLY_CLOSED", "moved")
        self.done.append((_seat(player_id), GAME.action_from(action)))
        return SimpleNamespace(table=self.evening.does(*self.done[-1]).own[_seat(player_id)])


def _seat(player_id: str) -> int:
    return int(player_id.removeprefix("telegram/"))


class Game:
    """Two people at a board that is drawn anew only where a test says so.

    Attributes:
        ply: That of the board.
    """

    def __init__(self, ana: str, bia: str, top: str, **more: Any) -> None:
        self.desk = Desk(Evening(("Ana", "Bia"), laid_match(laid({0: ana, 1: bia}, top, **more))))
        company: Any = SimpleNamespace(tables=self.desk)
        self.match = Match(company)
        self.ply = self.now
        self._updates = count(1)

    @property
    def now(self) -> int:
        return self.desk.evening.match.ply

    @property
    def done(self) -> list[tuple[int, Any]]:
        return self.desk.done

    def does(self, action: Any) -> None:
        """Whoever's turn it is does something elsewhere."""
        self.desk.evening.does(self.desk.evening.match.state.to_act, action)

    async def tap(
        self,
        op: str,
        arg: int = 0,
        *,
        seat: int = ANA,
        is_seen: bool = True,
        ply: int | None = None,
    ) -> str:
        """A tap, and what is answered; unless the answer is lost."""
        tap = Tap(CODE, self.ply if ply is None else ply, op, arg)
        person = Person(seat, str(seat), "", "pt", private_open=False)
        asked = Asked(next(self._updates), tap, person, Hosted("table-1", CODE, -5), WORDS)
        said = await self._said(asked)
        if is_seen and said.seen:
            said.seen()
        return said.text

    async def _said(self, asked: Asked) -> Said:
        try:
            if asked.tap.op == Common.HAND:
                return await self.match.look(asked)
            return await self.match.move(asked)
        except Told as told:
            return told.said


def play(name: str, suit: str = " ", *, call: bool = False) -> Play:
    return Play(card(name), SUITS.index(suit), call)


async def test_a_number_that_was_not_seen_shows_the_hand_and_plays_nothing() -> None:
    game = Game("3H 4H 5C", "KC KS 2C", "9H")
    for seat, op in ((ANA, Op.NUMBER), (ANA, Op.SUIT), (ANA, Op.DRAW)):
        game = Game("3H 4H 5C", "KC KS 2C", "9H")
        answer = await game.tap(op, 2, seat=seat)
        assert answer.startswith(FIRST)
        assert "2: 3♥  3: 4♥" in answer
        assert game.done == []
    assert "Você jogou" in await game.tap(Op.NUMBER, 2)
    assert game.done == [(ANA, play("3H"))]


async def test_a_number_that_was_seen_plays_its_card() -> None:
    game = Game("3H 4H 5C", "KC KS 2C", "9H")
    assert "2: 3♥" in await game.tap(Common.HAND)
    await game.tap(Op.NUMBER, 3)
    assert game.done == [(ANA, play("4H"))]


async def test_the_answer_to_a_play_shows_the_hand_that_is_left_and_its_new_numbers_hold() -> None:
    game = Game("3H 4H 5C 6D", "9C 9D 2H 2S 2C", "9H")
    await game.tap(Common.HAND)
    assert "1: 5♣" in (answer := await game.tap(Op.NUMBER, 3))
    assert "2: 6♦" in answer
    assert "3: 4♥" in answer
    game.does(play("2H"))
    game.ply = game.now
    await game.tap(Op.NUMBER, 3)
    assert game.done == [(ANA, play("3H")), (ANA, play("4H"))]


async def test_a_hand_that_has_changed_since_is_shown_and_nothing_is_played() -> None:
    game = Game("3H 4H 5C 6D", "9H 9D 2H 2S 2C", "7H", stock="AC 2C 3C")
    await game.tap(Common.HAND)
    await game.tap(Op.NUMBER, 3)
    game.does(play("9H"))
    game.ply = game.now
    answer = await game.tap(Op.NUMBER, 3)
    assert answer.startswith(FIRST)
    assert "1: A♣" in answer
    assert len(game.done) == 1
    await game.tap(Op.NUMBER, 4)
    assert game.done[1:] == [(ANA, play("4H"))]


async def test_a_card_that_was_played_for_somebody_by_the_clock_moves_no_other_one_under_its_number() -> (
    None
):
    game = Game("3H 4H 5H 6H", "2H 2D 2S 2C KH", "9H")
    await game.tap(Common.HAND)
    game.does(play("3H"))
    game.does(play("2H"))
    assert (await game.tap(Op.NUMBER, 2)).startswith(FIRST)
    assert game.done == []


async def test_a_button_that_is_tapped_twice_plays_one_card_though_it_is_the_same_players_turn_again() -> (
    None
):
    game = Game("AH 2H 3H 4H 5H", "KC KS 2C", "9H")
    await game.tap(Common.HAND)
    await game.tap(Op.NUMBER, 1)
    assert (await game.tap(Op.NUMBER, 1)).startswith(FIRST)
    assert game.done == [(ANA, play("AH"))]


async def test_another_number_of_the_same_board_is_no_second_tap_and_plays() -> None:
    game = Game("AH 2H 3H 4H 5H", "KC KS 2C", "9H")
    await game.tap(Common.HAND)
    await game.tap(Op.NUMBER, 1)
    await game.tap(Op.NUMBER, 2)
    assert game.done == [(ANA, play("AH")), (ANA, play("3H"))]


async def test_the_same_number_of_a_newer_board_plays() -> None:
    game = Game("AH 2H 3H 4H 5H", "KC KS 2C", "9H")
    await game.tap(Common.HAND)
    await game.tap(Op.NUMBER, 1)
    game.ply = game.now
    await game.tap(Op.NUMBER, 1)
    assert game.done == [(ANA, play("AH")), (ANA, play("2H"))]


async def test_a_card_that_was_bought_is_played_by_the_number_that_the_answer_names() -> None:
    game = Game("3C 4C 5S", "KC KS 2C", "9H", stock="8D 2C")
    await game.tap(Common.HAND)
    assert "3: 8♦" in await game.tap(Op.DRAW)
    assert "naipe" in await game.tap(Op.NUMBER, 3)
    await game.tap(Op.SUIT, 4)
    assert game.done == [(ANA, Draw()), (ANA, play("8D", "S"))]


async def test_buying_twice_by_a_double_tap_is_not_done() -> None:
    game = Game("3C 4C 5S", "KC KS 2C", "9H", stock="8D 2C")
    await game.tap(Common.HAND)
    await game.tap(Op.DRAW)
    assert (await game.tap(Op.DRAW)).startswith(FIRST)
    assert game.done == [(ANA, Draw())]


async def test_an_answer_that_nobody_saw_does_not_count_as_seen() -> None:
    game = Game("3H 4H 5C 6D", "9C 9D 2H 2S 2C", "9H")
    await game.tap(Common.HAND, is_seen=False)
    assert (await game.tap(Op.NUMBER, 3)).startswith(FIRST)
    await game.tap(Op.NUMBER, 3, is_seen=False)
    game.does(play("2H"))
    game.ply = game.now
    assert (await game.tap(Op.NUMBER, 3)).startswith(FIRST)
    assert game.done == [(ANA, play("3H"))]


async def test_who_is_not_to_act_is_told_so_whatever_was_seen() -> None:
    game = Game("3H 4H 5C 6D", "9C 9D 2H 2S 2C", "9H")
    assert await game.tap(Op.NUMBER, 1, seat=BIA) == "Calma, a vez é de Ana."
    await game.tap(Common.HAND, seat=BIA)
    assert await game.tap(Op.NUMBER, 1, seat=BIA) == "Calma, a vez é de Ana."
    assert game.done == []


async def test_a_look_of_one_player_is_none_of_another() -> None:
    game = Game("3H 4H 5C 6D", "3H 4H 5C 6D", "9H")
    await game.tap(Common.HAND, seat=BIA)
    assert (await game.tap(Op.NUMBER, 3)).startswith(FIRST)


async def test_a_button_in_private_is_for_the_open_decision_alone() -> None:
    game = Game("AH 2H 3H 4H 5H", "KC KS 2C", "9H")
    await game.tap(Op.ACT, 0)
    assert await game.tap(Op.ACT, 0) == WORDS("table_moved")
    assert game.done == [(ANA, play("AH"))]
    assert await game.tap(Op.ACT, 99, ply=game.now) == WORDS("table_moved")
    await game.tap(Op.ACT, 1, ply=game.now)
    assert len(game.done) == 2


async def test_a_hand_that_does_not_fit_the_answer_is_shown_at_the_next_tap() -> None:
    many = "2C 3C 4C 5C 6C 9C 10C JC QC KC 2D 3D 4D 5D 6D 9D 10D JD QD KD 3H 4H 5H"
    game = Game(many, "9C 9D 2H 2S 2C", "9H")
    await game.tap(Common.HAND)
    assert await game.tap(Op.NUMBER, 21) == "Você jogou: 3 de copas."
    game.does(play("2H"))
    game.ply = game.now
    assert "4♥" in await game.tap(Op.NUMBER, 21)
    assert len(game.done) == 1


# What is remembered


def seen_by(glances: Glances, hand: list[int], seat: int = 0) -> Table:
    table = Table(id="table-1")
    table.view.observer.seat = seat
    glances.noting(table, hand)()
    return table


TAP = Tap(CODE, 3, Op.NUMBER, 1)


def test_a_hand_is_remembered_as_a_digest_that_no_other_process_makes() -> None:
    some, other = Glances(), Glances()
    for glances in (some, other):
        seen_by(glances, [1, 2, 52])
    first, second = (next(iter(each._last.values())).digest for each in (some, other))
    assert first != second
    assert len(first) == 16


def test_only_the_hand_that_was_seen_last_stands_and_for_its_player_alone() -> None:
    glances = Glances()
    table = seen_by(glances, [1, 2, 52])
    assert glances.stands(table, [1, 2, 52], TAP)
    for hand in ([1, 2], [1, 2, 51], [2, 52], []):
        assert not glances.stands(table, hand, TAP)
    other = Table(id="table-1")
    other.view.observer.seat = 1
    assert not glances.stands(other, [1, 2, 52], TAP)
    seen_by(glances, [1, 2])
    assert not glances.stands(table, [1, 2, 52], TAP)


def test_whoever_is_forgotten_is_shown_the_hand_again() -> None:
    glances = Glances()
    first = seen_by(glances, [7], seat=0)
    for seat in range(1, KEPT + 1):
        seen_by(glances, [7], seat=seat)
    assert not glances.stands(first, [7], TAP)
    assert len(glances._last) == KEPT


# In a chat


@dataclass(frozen=True)
class Circle:
    """Two friends at a table of Estou-por-uma, in a group."""

    house: House
    group: Chat
    friends: dict[str, Friend]

    async def table(self) -> Table:
        [follower] = self.house.gateway.followers
        return await self.house.tables.get_table(follower.hosted.table_id)

    async def acting(self) -> Friend:
        table = await self.table()
        return self.friends[table.seats[table.view.to_act].player.name]

    async def tap(self, person: Friend, op: str, arg: int = 0) -> Answer:
        table = await self.table()
        data = Tap(table.code, table.view.ply, op, arg).pack()
        message = (await person.sees(self.group))[-1].message_id
        answer = await person.tap_stale(self.group, message, data)
        assert answer is not None
        await self.house.settled()
        return answer


@pytest.fixture
async def chat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Circle]:
    unhurried = {"group_gap_seconds": 0, "group_calls_a_minute": 10_000, "private_gap_seconds": 0}
    async with standing(tmp_path, monkeypatch, bytes(32), **unhurried) as house:
        friends = {name: await house.telegram.person(name) for name in ("Ana", "Bia")}
        group = await house.telegram.group("Mesa da sexta", members=list(friends.values()))
        await friends["Ana"].type(group, "/estouporuma")
        await house.settled()
        chat = Circle(house, group, friends)
        for name, op in (("Bia", Common.JOIN), ("Ana", Common.START)):
            await chat.tap(friends[name], op)
        assert (await chat.table()).state == TABLE_STATE_PLAYING
        yield chat


async def test_a_look_whose_answer_was_lost_plays_nothing_afterwards(chat: Circle) -> None:
    person, before = await chat.acting(), await chat.table()
    await chat.house.telegram.fault(method="answerCallbackQuery", kind="502", times=1)
    data = Tap(before.code, before.view.ply, Common.HAND).pack()
    message = (await person.sees(chat.group))[-1].message_id
    assert await person.tap_stale(chat.group, message, data, timeout=1) is None
    answer = await chat.tap(person, Op.NUMBER, 1)
    assert answer.is_alert
    assert answer.text.startswith(FIRST)
    assert (await chat.table()).version == before.version


async def test_a_look_and_a_number_play_a_card_over_the_group(chat: Circle) -> None:
    person, before = await chat.acting(), await chat.table()
    looked = await chat.tap(person, Common.HAND)
    numbers = looked.text.splitlines()[-1].partition(": ")[2]
    op, arg = (Op.NUMBER, int(numbers.split(", ")[0])) if numbers else (Op.DRAW, 0)
    answer = await chat.tap(person, op, arg)
    assert not answer.is_alert
    assert (await chat.table()).version == before.version + 1
