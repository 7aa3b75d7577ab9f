"""``carteado up``: the services and a chat to play in, until they are told to stop."""

import json
from collections.abc import Iterable

from google.protobuf.json_format import MessageToDict
from rich.console import Console
from rich.text import Text

from carteado.api.tables.v1.tables_pb2 import SigningKey
from carteado.cli.folder import Folder, FolderInUseError
from carteado.cli.journal import Journal
from carteado.cli.services import PUBLIC_KEYS, Ports, Services, port_or_free
from carteado.cli.supervisor import ChildFailedError, Supervisor
from carteado.client import Client
from carteado.words import Words

LOG = "up.log"


async def up(
    folder: Folder, wanted: Ports, telegram_token: str, console: Console, words: Words
) -> int:
    """Runs everything; gives the code of the first child that fails.

    Args:
        folder: Where the services keep their data, and the log of what they said.
        wanted: Where they should listen; where somebody else does, a free port is taken instead.
        telegram_token: Of a bot at the real Telegram; empty to play in the sandbox.
        console: Where to say what there is.
        words: The language.
    """
    try:
        with folder.held(), (folder.path / LOG).open("w") as file:
            services = Services(folder, _ports(wanted, console, words))
            return await _run(services, telegram_token, Journal(file), console, words)
    except FolderInUseError:
        console.print(words("folder_in_use", path=folder.path), style="red")
        return 1


async def _run(
    services: Services, telegram_token: str, journal: Journal, console: Console, words: Words
) -> int:
    async with Supervisor(journal.write) as children:
        console.print(words("services_start"), style="dim")
        console.print(
            words("log_file", path=services.folder.path / LOG), style="dim", soft_wrap=True
        )
        try:
            await _start(services, telegram_token, children)
            _introduce(services, telegram_token, console, words)
            failed = await children.failure()
        except ChildFailedError as error:
            failed = error
        console.print(Text.from_ansi(journal.last(failed.name)), style="dim", soft_wrap=True)
        console.print(words("child_failed", name=failed.name, code=failed.code), style="red")
        return failed.code


async def _start(services: Services, telegram_token: str, children: Supervisor) -> None:
    """Whatever can wait for the others by itself starts with them; ranking has to know the keys of tables first."""
    chat = () if telegram_token else (services.sandbox(),)
    await children.start(services.engine(), services.tables(), *chat)
    async with Client(services.tables_address, services.folder.token()) as client:
        keys = await children.unless_failed(client.signing_keys())
    services.folder.write(PUBLIC_KEYS, public_keys(keys))
    await children.start(services.ranking(), services.gateway(telegram_token))


def public_keys(keys: Iterable[SigningKey]) -> str:
    """The keys that tables lists, as the file that ranking reads."""
    return json.dumps({"keys": [_public_key(key) for key in keys]}, indent=2) + "\n"


def _public_key(key: SigningKey) -> dict[str, str]:
    named = {"publicKey": "public", "validFrom": "valid_from", "retiredAt": "retired_at"}
    return {named.get(name, name): str(value) for name, value in MessageToDict(key).items()}


def _introduce(services: Services, telegram_token: str, console: Console, words: Words) -> None:
    """Says where to play, and what a program needs to play along."""
    if telegram_token:
        console.print(words("play_in_telegram"), style="bold green")
    else:
        console.print(words("play_here", url=services.page_url), style="bold green")
    console.print(words("for_programs", address=services.tables_address))
    console.print(Text(words("development_token", token=services.folder.token())), soft_wrap=True)
    console.print(words("stop_with"), style="dim")


def _ports(wanted: Ports, console: Console, words: Words) -> Ports:
    def free(port: int) -> int:
        chosen = port_or_free(port)
        if port not in {0, chosen}:
            console.print(words("port_taken", wanted=port, port=chosen), style="yellow")
        return chosen

    return Ports(
        engine=free(wanted.engine),
        tables=free(wanted.tables),
        ranking=free(wanted.ranking),
        gateway=free(wanted.gateway),
        page=free(wanted.page),
    )
