"""``carteado up``: the services, until they are told to stop."""

from rich.console import Console
from rich.text import Text

from carteado.cli.folder import Folder, FolderInUseError
from carteado.cli.services import Services, port_or_free
from carteado.cli.supervisor import ChildFailedError, Supervisor
from carteado.cli.words import Words

STYLES = {"engine": "cyan", "tables": "green"}


async def up(
    folder: Folder, engine_port: int, tables_port: int, console: Console, words: Words
) -> int:
    """Runs the services; gives the code of the first that fails."""
    try:
        with folder.held():
            services = Services(
                folder,
                _port(engine_port, console, words),
                _port(tables_port, console, words),
            )
            return await _run(services, console, words)
    except FolderInUseError:
        console.print(words("folder_in_use", path=folder.path), style="red")
        return 1


async def _run(services: Services, console: Console, words: Words) -> int:
    def say(name: str, line: str) -> None:
        console.print(Text.assemble((f"{name:<7}", STYLES[name]), line), soft_wrap=True)

    async with Supervisor(say) as children:
        try:
            for program in services.programs():
                await children.start(program)
            _introduce(services, console, words)
            failed = await children.failure()
        except ChildFailedError as error:
            failed = error
        console.print(words("child_failed", name=failed.name, code=failed.code), style="red")
        return failed.code


def _introduce(services: Services, console: Console, words: Words) -> None:
    """Says where everything is, once it is there."""
    console.print(words("services_up"), style="bold")
    console.print(words("engine_address", address=services.engine_address))
    console.print(words("tables_address", address=services.tables_address))
    console.print(words("token_file", path=services.folder.token_file), soft_wrap=True)


def _port(wanted: int, console: Console, words: Words) -> int:
    port = port_or_free(wanted)
    if wanted not in {0, port}:
        console.print(words("port_taken", wanted=wanted, port=port), style="yellow")
    return port
