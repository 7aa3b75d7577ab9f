"""Bad luck in a chat: each service dies without warning in the middle of a match, and no tap is lost or done twice."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from carteado.api.game.v1.game_pb2 import Record
from carteado.api.tables.v1.tables_pb2 import TABLE_STATE_FINISHED, Table
from carteado.rules.eu_faco.state import State
from carteado.telegram_gateway.taps import Op, Tap
from carteado.telegram_sandbox.driver import Answer
from tests.conftest import Proof
from tests.system.chat import Chat, chatting
from tests.system.friends import Friend
from tests.system.test_chat import Evening, check_board, check_traces, played, seat_of, seated
from tests.system.test_leaks import truth_of

REFUSED = ("Calma", "A mesa", "Essa mesa", "Você já prometeu", "Essa carta", "🔒")
"""How answers begin that say that a tap meant nothing any more."""


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
    """What each friend tapped is what the record says that the seat did: all of it, in order, and each thing once."""
    truth = truth_of(record)
    for friend in evening.friends:
        seat = seat_of(table, friend.person.name)
        done = [
            _move_of(move.action.bid.tricks, None)
            if move.action.HasField("bid")
            else _move_of(None, move.action.play.eu_faco)
            for move in record.moves
            if move.HasField("seat") and move.seat == seat
        ]
        assert meant(friend, seat, truth) == done, told(friend, truth)


def told(friend: Friend, truth: list[State]) -> str:
    """Every tap of a friend, for whoever looks for what went wrong."""
    lines = [
        f"round {truth[tap.ply].round_number} ply {tap.ply} {tap.op.name} {tap.arg}: {answer and answer.text}"
        for tap, answer in friend.moves
    ]
    return "\n".join([friend.person.name, *lines])


def _move_of(bid: int | None, card: int | None) -> tuple[int | None, int | None]:
    return bid, card


def meant(friend: Friend, seat: int, truth: list[State]) -> list[tuple[int | None, int | None]]:
    """The moves behind the taps; a tap that was repeated counts once."""
    moves: dict[tuple[int, int | None, int | None], None] = {}
    for tap, answer in friend.moves:
        if not _is_refused(answer):
            state = truth[tap.ply]
            moves[state.round_number, *_move_behind(tap, seat, state, truth)] = None
    return [move[1:] for move in moves]


def _is_refused(answer: Answer | None) -> bool:
    return answer is not None and answer.text.startswith(REFUSED)


def _move_behind(
    tap: Tap, seat: int, state: State, truth: list[State]
) -> tuple[int | None, int | None]:
    if tap.op is Op.BID:
        return tap.arg, None
    dealt = next(one for one in truth if one.round_number == state.round_number)
    return None, sorted(dealt.hands[seat])[tap.arg - 1]
