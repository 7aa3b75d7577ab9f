"""A bot to start from: it takes a seat at a table and plays the first legal action.

CARTEADO_TARGET is the address of the tables service, CARTEADO_TOKEN the application's token, CARTEADO_TABLE the code of the
table, CARTEADO_PLAYER_ID who plays: the application's name, a slash and a name of one's own.
"""

import asyncio
import os

from carteado.api.tables.v1.tables_pb2 import Player
from carteado.client import Client, play


async def main() -> None:
    """Plays one match and says how it ended."""
    me = Player(id=os.environ["CARTEADO_PLAYER_ID"], name="Robô")
    async with Client(os.environ["CARTEADO_TARGET"], os.environ["CARTEADO_TOKEN"]) as client:
        seat = (await client.join_table(os.environ["CARTEADO_TABLE"], me)).seat
        table = await play(client, os.environ["CARTEADO_TABLE"], me.id, lambda view: view.legal[0])
    print(*(f"{each.place}." for each in table.placements if each.seat == seat))


asyncio.run(main())
