"""A bad line between client and tables: replies are lost after the move was written, come late or never, and every match ends all the same."""

import asyncio
import contextlib
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from carteado.api.game.v1.game_pb2 import Action, View
from carteado.client import play
from tests.conftest import Proof
from tests.short_matches import at_whim, each_game, options_of
from tests.system.proxy import bad_line
from tests.system.stack import Stack, standing
from tests.system.test_kill import PLAYERS, Noting, check_match, seated, watched

SHARE = 0.04
"""How often something happens to a reply: several times in each match."""


@each_game
@pytest.mark.proof(name="faults", small=1, whole=50)
async def test_c6_clients_end_every_match_over_a_line_that_loses_replies_after_they_were_written(
    game: str, proof: Proof, tmp_path: Path
) -> None:
    faults: Counter[str] = Counter()
    async with standing(tmp_path) as stack:
        for number in range(proof.count):
            faults += await one_match(stack, game, Random(f"faults/{proof.seed}/{number}"))
    assert faults


async def one_match(stack: Stack, game: str, rng: Random) -> Counter[str]:
    """Four players, each with a client and a bad line of their own, and somebody who watches over another."""

    def choose(view: View) -> Action:
        return at_whim(view, rng)

    async with contextlib.AsyncExitStack() as lines:
        bad = [
            await lines.enter_async_context(bad_line(stack.tables.target, rng, SHARE))
            for _ in range(5)
        ]
        clients = [await lines.enter_async_context(Noting(line.target)) for line in bad]
        table = await seated(clients[0], options_of(game, rng))
        async with asyncio.TaskGroup() as tasks:
            watcher = tasks.create_task(watched(clients[4], table.id))
            players = [
                tasks.create_task(play(client, table.id, player.id, choose))
                for client, player in zip(clients, PLAYERS, strict=False)
            ]
            await clients[0].start_match(table.id, PLAYERS[0].id)
        ends = [player.result() for player in players]
        for line in bad:
            line.share = 0
        for client in clients:
            await check_match(stack, client, ends, watcher.result())
        return sum((line.faults for line in bad), Counter())
