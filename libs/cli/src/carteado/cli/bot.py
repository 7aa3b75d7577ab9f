"""``python -m carteado.cli.bot``: one player of the demonstration, who knows nothing but the wire.

CARTEADO_TARGET is the address of tables, CARTEADO_TOKEN the token, CARTEADO_TABLE the code of the table, CARTEADO_PLAYER_ID and
CARTEADO_PLAYER_NAME who plays.
"""

import asyncio
import os
import secrets
from collections.abc import Mapping

from carteado.api.tables.v1.tables_pb2 import Player
from carteado.cli.strategy import choose
from carteado.client import Client, play

SEATED = "seated"
ENTROPY_BYTES = 32


async def sit_and_play(environment: Mapping[str, str]) -> None:
    """Takes a seat, says so, and plays to the end."""
    me = Player(id=environment["CARTEADO_PLAYER_ID"], name=environment["CARTEADO_PLAYER_NAME"])
    table = environment["CARTEADO_TABLE"]
    async with Client(environment["CARTEADO_TARGET"], environment["CARTEADO_TOKEN"]) as client:
        await client.join_table(table, me, entropy=secrets.token_bytes(ENTROPY_BYTES))
        print(SEATED, flush=True)  # noqa: T201 - it is how the demonstration knows
        await play(client, table, me.id, choose)


if __name__ == "__main__":
    asyncio.run(sit_and_play(os.environ))
