"""Bad luck in a chat: each service dies without warning in the middle of a match, and no tap is lost or done twice."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from carteado.api.game.v1.game_pb2 import Action, Record
from carteado.api.tables.v1.tables_pb2 import TABLE_STATE_FINISHED, Table
from carteado.rules.eu_faco.state import State
from carteado.telegram_gateway.render.eu_faco.keyboard import Op
from carteado.telegram_gateway.taps import Tap
from carteado.telegram_sandbox.driver import Answer
from tests.conftest import Proof
from tests.system.chat import Chat, chatting
from tests.system.friends import Friend
from tests.system.test_chat import Evening, check_board, check_traces, played, seat_of, seated
from tests.system.test_leaks import truth_of

DONE = ("Anotado", "Você jogou", "Você já jogou")
"""How answers begin that say that what was tapped is done."""

Move = tuple[int, int | None, int | None]
"""A round, and what was promised in it, or which card was played."""


@pytest.mark.proof(name="chat-kill", small=1, whole=20)
async def test_kill_9_of_each_service_in_a_match_loses_no_tap_and_does_none_twice(
    proof: Proof, tmp_path: Path
) -> None:
    async with chatting(tmp_path) as chat:
        for number in range(proof.count):
            rng = Random(f"chat-kill/{proof.seed}/{number}")
            evening = await seated(chat, f"{proof.seed}/{number}", title=f"Mesa {number}")
            killing = asyncio.create_task(kill_each(chat, rng))
            table = await played(evening)
            await killing
            assert table.state == TABLE_STATE_FINISHED
            async with chat.client() as client:
                record = (await client.record(table.id)).record
            check_moves(evening, table, record)
            await check_board(evening)
    check_traces(chat)


async def kill_each(chat: Chat, rng: Random) -> None:
    """Kills every service once, at some moment, and starts it again a little later."""
    for name in rng.sample(list(chat.services), len(chat.services)):
        await asyncio.sleep(rng.uniform(0.2, 1.5))
        await chat.services[name].kill()
        await asyncio.sleep(rng.uniform(0, 0.3))
        await chat.services[name].start()


def check_moves(evening: Evening, table: Table, record: Record) -> None:
    """What the record says of each seat is what its player tapped: nothing else, nothing twice, and all that was said to be done, in its order.

    A tap that was never answered is done too, unless the same tap again was told that it means nothing any more.
    """
    truth = truth_of(record)
    for friend in evening.friends:
        seat = seat_of(table, friend.person.name)
        done = [
            (truth[ply].round_number, *_what(move.action))
            for ply, move in enumerate(record.moves)
            if move.HasField("seat") and move.seat == seat
        ]
        taps = [(_meant(tap, seat, truth), answer) for tap, answer in friend.moves]
        said = list(dict.fromkeys(move for move, answer in taps if _is_done(answer)))
        answered = {move for move, answer in taps if answer is not None}
        unanswered = {move for move, answer in taps if answer is None}
        story = told(friend, truth)
        assert len(set(done)) == len(done), story
        assert set(done) <= answered | unanswered, story
        assert [move for move in done if move in said] == said, story
        assert unanswered - answered <= set(done), story


def told(friend: Friend, truth: list[State]) -> str:
    """Every tap of a friend, for whoever looks for what went wrong."""
    lines = [
        f"round {truth[tap.ply].round_number} ply {tap.ply} {Op(tap.op).name} {tap.arg}: {answer and answer.text}"
        for tap, answer in friend.moves
    ]
    return "\n".join([friend.person.name, *lines])


def _is_done(answer: Answer | None) -> bool:
    return answer is not None and answer.text.startswith(DONE)


def _what(action: Action) -> tuple[int | None, int | None]:
    if action.HasField("bid"):
        return action.bid.tricks, None
    return None, action.play.eu_faco


def _meant(tap: Tap, seat: int, truth: list[State]) -> Move:
    number = truth[tap.ply].round_number
    if tap.op == Op.BID:
        return number, tap.arg, None
    dealt = next(one for one in truth if one.round_number == number)
    return number, None, sorted(dealt.hands[seat])[tap.arg - 1]
