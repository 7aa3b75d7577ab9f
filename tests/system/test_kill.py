"""Bad luck: tables dies in the middle of a match, without warning, and the match goes on where it was."""

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import grpc.aio
import pytest

from carteado.api.engine.v1 import engine_pb2, engine_pb2_grpc
from carteado.api.game.v1.game_pb2 import Action, Options, Record, View
from carteado.api.tables.v1.tables_pb2 import TABLE_STATE_FINISHED, ActResponse, Player, Table
from carteado.client import Client, InvalidRequest, play
from tests.conftest import Proof
from tests.short_matches import OPTIONS, at_whim, each_game, options_of
from tests.system.stack import APPLICATION, ENGINE_TOKEN, TOKEN, Stack, standing

PLAYERS = [Player(id=f"{APPLICATION}/p{seat}", name=f"p{seat}") for seat in range(4)]


class Noting(Client):
    """A client that notes which moves were acknowledged."""

    def __init__(self, target: str) -> None:
        super().__init__(target, TOKEN, patience=60)
        self.acknowledged: dict[int, Action] = {}

    async def act(
        self, table: str, player_id: str, ply: int, action: Action, **more: Any
    ) -> ActResponse:
        answer = await super().act(table, player_id, ply, action, **more)
        self.acknowledged[ply] = action
        return answer


async def seated(client: Client, options: Options) -> Table:
    """A table of four, not started."""
    table = await client.create_table(PLAYERS[0], options)
    for player in PLAYERS[1:]:
        await client.join_table(table.id, player)
    return table


async def replayed(stack: Stack, record: Record) -> engine_pb2.ReplayResponse:
    return await replayed_at(stack.engine.target, ENGINE_TOKEN, record)


async def replayed_at(target: str, token: str, record: Record) -> engine_pb2.ReplayResponse:
    async with grpc.aio.insecure_channel(target) as channel:
        stub: engine_pb2_grpc.EngineServiceAsyncStub = engine_pb2_grpc.EngineServiceStub(channel)
        metadata = (("authorization", f"Bearer {token}"),)
        return await stub.Replay(engine_pb2.ReplayRequest(record=record), metadata=metadata)


async def watched(client: Client, table: str) -> list[Table]:
    return [one async for one in client.watch(table)]


async def kill_and_restart(stack: Stack, rng: Random, playing: asyncio.Event) -> None:
    """Kills tables at random points for as long as the match goes on, three times at most."""
    for _ in range(3):
        await asyncio.sleep(rng.uniform(0.02, 0.4))
        if playing.is_set():
            return
        await stack.tables.kill()
        await stack.tables.start()


@each_game
@pytest.mark.proof(name="kill", small=1, whole=30)
async def test_kill_9_in_the_middle_of_a_match_loses_no_acknowledged_move_and_doubles_none(
    game: str, proof: Proof, tmp_path: Path
) -> None:
    async with standing(tmp_path) as stack:
        for number in range(proof.count):
            await one_match_with_kills(stack, game, Random(f"kill/{proof.seed}/{number}"))


async def one_match_with_kills(stack: Stack, game: str, rng: Random) -> None:
    async def choose(view: View) -> Action:
        await asyncio.sleep(0.02)
        return at_whim(view, rng)

    async with Noting(stack.tables.target) as client:
        table = await seated(client, options_of(game, rng))
        over = asyncio.Event()
        async with asyncio.TaskGroup() as tasks:
            watcher = tasks.create_task(watched(client, table.id))
            killer = tasks.create_task(kill_and_restart(stack, rng, over))
            players = [
                tasks.create_task(play(client, table.id, player.id, choose)) for player in PLAYERS
            ]
            await client.start_match(table.id, PLAYERS[0].id)
            ends = await asyncio.gather(*players)
            over.set()
            await killer
        await check_match(stack, client, ends, watcher.result())


async def check_match(stack: Stack, client: Noting, ends: list[Table], seen: list[Table]) -> None:
    """Everybody saw the same end, the watcher each version once and in order, and the record holds what was acknowledged."""
    assert {end.state for end in ends} == {TABLE_STATE_FINISHED}
    assert len({end.version for end in ends}) == 1
    versions = [one.version for one in seen]
    assert versions == list(range(versions[0], ends[0].version + 1))
    record = (await client.record(ends[0].id)).record
    assert len(record.moves) == ends[0].view.ply
    assert {ply: record.moves[ply].action for ply in client.acknowledged} == client.acknowledged
    verdict = await replayed(stack, record)
    assert not verdict.HasField("divergence")
    assert list(verdict.placements) == list(ends[0].placements)


async def test_a_repeated_act_does_nothing_even_across_a_kill(tmp_path: Path) -> None:
    async with standing(tmp_path) as stack, Client(stack.tables.target, TOKEN) as client:
        table = await seated(client, OPTIONS["eu_faco"])
        await client.start_match(table.id, PLAYERS[0].id)
        view = await awaiting_a_seat(client, table.id)
        player = PLAYERS[view.to_act].id
        legal = (await client.get_table(table.id, player)).view.legal
        first = await client.act(table.id, player, view.ply, legal[0], request_id="once")
        await stack.tables.kill()
        await stack.tables.start()
        again = await client.act(table.id, player, view.ply, legal[0], request_id="once")
        assert (first.repeated_call, again.repeated_call) == (False, True)
        assert again.table.view.ply == first.table.view.ply
        assert again.table.version == first.table.version
        other_id = await client.act(table.id, player, view.ply, legal[0])
        assert other_id.repeated_call
        with pytest.raises(InvalidRequest) as refused:
            await client.act(table.id, player, view.ply, legal[1], request_id="once")
        assert refused.value.reason == "REQUEST_ID_REUSED"


async def awaiting_a_seat(client: Client, table: str) -> View:
    """The first view with somebody to act: the table deals by itself."""
    async for one in client.watch(table):
        if one.view.HasField("to_act"):
            return one.view
    raise AssertionError("the table never dealt")
