"""Examples are run as they stand."""

import asyncio
import os
import sys
from pathlib import Path

from carteado.api.eu_faco.v1 import eu_faco_pb2
from carteado.api.game.v1.game_pb2 import Options
from carteado.api.tables.v1.tables_pb2 import Player
from carteado.client import Client, play
from tests.system.stack import APPLICATION, TOKEN, standing

BOT = Path(__file__).resolve().parent.parent.parent / "examples" / "python_bot.py"


async def test_the_python_bot_takes_a_seat_and_plays_to_the_end(tmp_path: Path) -> None:
    host = Player(id=f"{APPLICATION}/host", name="host")
    async with standing(tmp_path) as stack, Client(stack.tables.target, TOKEN) as client:
        table = await client.create_table(host, Options(eu_faco=eu_faco_pb2.Options()), max_seats=2)
        environment = {
            **os.environ,
            "CARTEADO_TARGET": stack.tables.target,
            "CARTEADO_TOKEN": TOKEN,
            "CARTEADO_TABLE": table.code,
            "CARTEADO_PLAYER_ID": f"{APPLICATION}/bot",
        }
        bot = await asyncio.create_subprocess_exec(
            sys.executable, BOT, env=environment, stdout=asyncio.subprocess.PIPE
        )
        async for seen in client.watch(table.id):
            if len(seen.seats) == 2:
                break
        await client.start_match(table.id, host.id)
        ended = await play(client, table.id, host.id, lambda view: view.legal[-1])
        told, _ = await bot.communicate()
    place = next(one.place for one in ended.placements if one.seat == 1)
    assert (bot.returncode, told.decode().strip()) == (0, f"{place}.")
