"""``carteado demo``: the services, four players that know nothing but the wire, and one match from the first deal to its proof."""

import asyncio
import functools
import sys

import grpc.aio
from rich.console import Console

from carteado.api.eu_faco.v1 import eu_faco_pb2
from carteado.api.game.v1.game_pb2 import Options
from carteado.api.tables.v1.tables_pb2 import Player, Table
from carteado.cli.bot import SEATED
from carteado.cli.cards import CANCELLED, LIT
from carteado.cli.folder import APPLICATION, Folder, FolderInUseError
from carteado.cli.journal import Journal
from carteado.cli.narration import Narrator
from carteado.cli.services import Ports, Services, port_or_free
from carteado.cli.supervisor import ChildFailedError, Program, Supervisor
from carteado.cli.verify import HOLDS, check
from carteado.client import CarteadoError, Client
from carteado.proof.file import kept
from carteado.proof.signature import Key, Proof
from carteado.words import Words

NAMES = ("Ana", "Bia", "Caio", "Davi")
PLAYERS = tuple(Player(id=f"{APPLICATION}/{name.lower()}", name=name) for name in NAMES)
READING_SECONDS = 0.25
"""How long each change of the table stands before the next is told, where a person looks on."""


async def demo(folder: Folder, console: Console, words: Words) -> int:
    """Plays one match; gives 0 only when it has a winner and its record holds."""
    log = folder.path / "demo.log"
    try:
        with folder.held(), log.open("w") as file:
            return await _run(folder, Journal(file), console, words)
    except FolderInUseError:
        console.print(words("folder_in_use", path=folder.path), style="red")
        return 1
    except ChildFailedError as error:
        console.print(words("child_failed", name=error.name, code=error.code), style="red")
        code = error.code
    except (CarteadoError, grpc.aio.AioRpcError) as error:
        console.print(words("call_failed", error=error), style="red")
        code = 1
    console.print(words("log_file", path=log), soft_wrap=True)
    return code


async def _run(folder: Folder, journal: Journal, console: Console, words: Words) -> int:
    services = Services(folder, Ports(engine=port_or_free(0), tables=port_or_free(0)))
    async with Supervisor(journal.write) as children:
        console.print(words("demo_starts"), style="dim")
        await children.start(services.engine(), services.tables())
        async with Client(services.tables_address, folder.token()) as client:
            seating = _seat_players(services, client, children, journal)
            seated = await children.unless_failed(seating)
            console.print(words("demo_seated", code=seated.code, names=words.listed(NAMES)))
            console.print(words("demo_legend", lit=LIT.strip(), cancelled=CANCELLED.strip()))
            await client.start_match(seated.id, seated.host.id)
            ended = await children.unless_failed(_narrate(client, seated, console, words))
            await children.ended()
            proven = await _prove(client, folder, ended, console, words)
        console.print(words("demo_ends"), style="dim")
    return 0 if proven and any(each.place == 1 for each in ended.placements) else 1


async def _seat_players(
    services: Services, client: Client, children: Supervisor, journal: Journal
) -> Table:
    """Opens a table and starts a player for each of its seats."""
    options = Options(eu_faco=eu_faco_pb2.Options())
    table = await client.create_table(PLAYERS[0], options, max_seats=len(PLAYERS))
    for player in PLAYERS:
        await children.start(_bot(player, services, table, journal))
    return await client.get_table(table.id)


def _bot(player: Player, services: Services, table: Table, journal: Journal) -> Program:
    """A player with a process of its own; the token is in its environment, where no list of processes shows it."""
    return Program(
        name=player.name,
        command=(sys.executable, "-m", "carteado.cli.bot"),
        environment={
            "CARTEADO_TARGET": services.tables_address,
            "CARTEADO_TOKEN": services.folder.token(),
            "CARTEADO_TABLE": table.code,
            "CARTEADO_PLAYER_ID": player.id,
            "CARTEADO_PLAYER_NAME": player.name,
        },
        ready=functools.partial(journal.heard, player.name, SEATED),
        lasting=False,
    )


async def _narrate(client: Client, seated: Table, console: Console, words: Words) -> Table:
    """Follows the table as the public, from before the first deal, and tells what happens."""
    narrator = Narrator(words)
    table = seated
    async for table in client.watch(seated.id, after_version=seated.version):
        lines = list(narrator.tell(table))
        for line in lines:
            console.print(line)
        if lines and console.is_terminal:
            await asyncio.sleep(READING_SECONDS)
    return table


async def _prove(
    client: Client, folder: Folder, table: Table, console: Console, words: Words
) -> bool:
    """Keeps the record, checks it as anybody can, and says what came of it."""
    answer = await client.record(table.id)
    key = next(key for key in await client.signing_keys() if key.id == answer.key_id)
    proof = Proof(answer.record, answer.signature, Key(key.id, key.public_key))
    path = kept(proof, folder.records / f"{table.code}.json")
    console.print(words("record_kept", path=path), soft_wrap=True)
    console.print(words("check_it_with", path=path), soft_wrap=True, style="dim")
    return check(path, key.id, console, words) == HOLDS
