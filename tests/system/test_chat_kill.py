"""Bad luck in a chat: each service dies without warning in the middle of a match, and no tap is lost or done twice."""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from random import Random

import pytest

from carteado.api.game.v1.game_pb2 import Action, Record
from carteado.api.tables.v1.tables_pb2 import TABLE_STATE_FINISHED, Table
from tests.conftest import Proof
from tests.short_matches import each_game
from tests.system.chat import Chat, chatting
from tests.system.friends import Friend
from tests.system.manner import Manner, Tapped
from tests.system.manners import MANNERS
from tests.system.spoken import Spoken
from tests.system.test_chat import Evening, check_result, check_traces, played, seat_of, seated
from tests.system.truth import truth_of

COMMON = Spoken()
PUT_OFF = ("wait", "trouble")
"""Answers that come before it is known what comes of a tap."""


@each_game
@pytest.mark.proof(name="chat-kill", small=1, whole=20)
async def test_kill_9_of_each_service_in_a_match_loses_no_tap_and_does_none_twice(
    game: str, proof: Proof, tmp_path: Path
) -> None:
    manner = MANNERS[game]
    async with chatting(tmp_path) as chat:
        for number in range(proof.count):
            rng = Random(f"chat-kill/{proof.seed}/{number}")
            seed, title = f"{proof.seed}/{number}", f"Mesa {number}"
            evening = await seated(chat, manner, seed, title=title, is_short=True)
            killing = asyncio.create_task(kill_each(chat, rng))
            table = await played(evening)
            deaths = await killing
            assert table.state == TABLE_STATE_FINISHED
            async with chat.client() as client:
                record = (await client.record(table.id)).record
            check_moves(evening, table, record, deaths)
            await check_result(evening, table)
    check_traces(chat)


async def kill_each(chat: Chat, rng: Random) -> list[float]:
    """Kills every service once, at some moment, and starts it again a little later; gives the moments at which the gateway died."""
    deaths = []
    for name in rng.sample(list(chat.services), len(chat.services)):
        await asyncio.sleep(rng.uniform(0.2, 1.5))
        await chat.services[name].kill()
        if name == "telegram_gateway":
            deaths.append(time.monotonic())
        await asyncio.sleep(rng.uniform(0, 0.3))
        await chat.services[name].start()
    return deaths


def check_moves(
    evening: Evening, table: Table, record: Record, deaths: Sequence[float] = ()
) -> None:
    """What the record says of each seat is what its player tapped: nothing else, nothing twice, and all that was said to be done, in its order."""
    truth = truth_of(record)
    for friend in evening.friends:
        seat = seat_of(table, friend.person.name)
        done = [
            (ply, move.action)
            for ply, move in enumerate(record.moves)
            if move.HasField("seat") and move.seat == seat
        ]
        attempts = attempts_of(friend.moves, deaths)
        fits = [
            [evening.manner.fits(each.first, seat, ply, action, truth) for ply, action in done]
            for each in attempts
        ]
        story = told(friend, evening.manner, done)
        assert explains(attempts, fits, len(done), evening.manner), story


@dataclass(frozen=True)
class Attempt:
    """The same tap, as often as somebody repeated it.

    Attributes:
        taps: Each time.
        is_cut: Whether the gateway died under one of them: done or not, it is handled once more then, at a table that may have moved on by it.
    """

    taps: list[Tapped]
    is_cut: bool = False

    @property
    def first(self) -> Tapped:
        return self.taps[0]

    def needs(self, manner: Manner) -> set[int]:
        """How many moves of the record it may be: one where it was said to be done; none where it was only refused. Where it was not answered, or only put
        off, one, unless the same tap again was told that it means nothing any more. What is said after a death of the gateway tells where the table stands,
        not whether it came to stand there by this tap.
        """
        said = {_said(each, manner) for each in self.taps}
        if "done" in said:
            return {1}
        if "put off" not in said:
            return {0, 1} if self.is_cut else {0}
        return {1} if said == {"put off"} and not manner.may_lapse(self.first.tap) else {0, 1}


def _said(tapped: Tapped, manner: Manner) -> str:
    if tapped.answer is None or COMMON.heard(tapped.answer.text, *PUT_OFF) is not None:
        return "put off"
    return "done" if manner.is_done(tapped.answer.text) else "refused"


def attempts_of(taps: Sequence[Tapped], deaths: Sequence[float] = ()) -> list[Attempt]:
    """Taps in their order, the same one again and again as one."""
    groups = [list(same) for _, same in groupby(taps, key=lambda one: one.tap)]
    return [Attempt(same, any(_is_cut(one, deaths) for one in same)) for same in groups]


def _is_cut(tapped: Tapped, deaths: Sequence[float]) -> bool:
    return any(tapped.began <= death <= tapped.ended for death in deaths)


def explains(
    attempts: Sequence[Attempt], fits: Sequence[Sequence[bool]], moves: int, manner: Manner
) -> bool:
    """Whether so many moves of a seat, in their order, are what was attempted, in its order.

    Args:
        attempts: What was tapped.
        fits: For each attempt, which of the moves are what it was meant to do.
        moves: How many there are.
        manner: How the game is played.
    """
    explained = {0}
    for attempt, fit in zip(attempts, fits, strict=True):
        needs = attempt.needs(manner)
        stays = explained if 0 in needs else set()
        goes = {at + 1 for at in explained if 1 in needs and at < moves and fit[at]}
        explained = stays | goes
    return moves in explained


def told(friend: Friend, manner: Manner, done: Sequence[tuple[int, Action]]) -> str:
    """Every tap of a friend and every move of the seat, for whoever looks for what went wrong."""
    taps = [f"{one.tap} {one.seen}: {one.answer and one.answer.text}" for one in friend.moves]
    moves = [f"{ply}: {str(action).strip()}" for ply, action in done]
    return "\n".join([friend.person.name, *taps, manner.title, *moves])
