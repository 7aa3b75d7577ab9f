"""The command line: what there is to say, and what it starts."""

import asyncio
import os
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from carteado.cli.words import words_of_this_process
from carteado.runtime.applications import Scope
from carteado.words import Words

if TYPE_CHECKING:
    from carteado.cli.applications import Register

COLUMNS = 80


def main() -> None:
    """The process edge: reads the command and runs it."""
    command_line(words_of_this_process())()


def command_line(words: Words) -> typer.Typer:
    """The commands, explained in the language of the words."""
    app = typer.Typer(
        help=words("help_app"), add_completion=False, no_args_is_help=True, rich_markup_mode=None
    )
    data_option = typer.Option(envvar="CARTEADO_DATA", help=words("help_data"))
    page_option = typer.Option(help=words("help_page_port"))
    engine_option = typer.Option(help=words("help_engine_port"))
    tables_option = typer.Option(help=words("help_tables_port"))
    ranking_option = typer.Option(help=words("help_ranking_port"))
    version_option = typer.Option(
        "--version", help=words("help_version"), is_eager=True, callback=_print_version
    )

    @app.callback()
    def carteado(*, _version: Annotated[bool, version_option] = False) -> None:
        """Nothing but options that every command shares."""

    @app.command(help=words("help_up"))
    def up(
        data: Annotated[Path, data_option] = Path(".carteado"),
        page_port: Annotated[int, page_option] = 8080,
        engine_port: Annotated[int, engine_option] = 50051,
        tables_port: Annotated[int, tables_option] = 50052,
        ranking_port: Annotated[int, ranking_option] = 50053,
    ) -> None:
        raise typer.Exit(_up(data, (page_port, engine_port, tables_port, ranking_port), words))

    @app.command(help=words("help_demo"))
    def demo(data: Annotated[Path, data_option] = Path(".carteado")) -> None:
        raise typer.Exit(_demo(data, words))

    _add_play(app, words)
    _add_records(app, words)
    app.add_typer(_applications(words), name="applications", help=words("help_applications"))
    return app


def _add_play(app: typer.Typer, words: Words) -> None:
    """The one command for whoever sits here and plays."""
    data_option = typer.Option(envvar="CARTEADO_DATA", help=words("help_data"))
    game_argument = typer.Argument(metavar="GAME", help=words("help_play_game"))
    rivals_option = typer.Option(help=words("help_play_rivals"))
    record_option = typer.Option(help=words("help_play_record"))

    @app.command(help=words("help_play"))
    def play(
        game: Annotated[str, game_argument],
        rivals: Annotated[int, rivals_option] = 3,
        record: Annotated[Path | None, record_option] = None,
        data: Annotated[Path, data_option] = Path(".carteado"),
    ) -> None:
        raise typer.Exit(_play(game, rivals, record, data, words))


def _add_records(app: typer.Typer, words: Words) -> None:
    """The commands for whoever has a record."""
    file_argument = typer.Argument(help=words("help_verify_file"))
    key_option = typer.Option(help=words("help_verify_key"))

    @app.command(help=words("help_verify"))
    def verify(
        file: Annotated[Path, file_argument], key: Annotated[str | None, key_option] = None
    ) -> None:
        raise typer.Exit(_verify(file, key, words))

    @app.command(help=words("help_convert"))
    def convert(file: Annotated[Path, file_argument]) -> None:
        raise typer.Exit(_convert(file, words))


def _applications(words: Words) -> typer.Typer:
    """The commands of whoever runs the services, about those that call them."""
    app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)
    kept_in = Path(".carteado/tables-credentials.json")
    file_option = typer.Option(help=words("help_applications_file"))
    name_argument = typer.Argument(metavar="NAME", help=words("help_applications_name"))
    scope_option = typer.Option(help=words("help_applications_scope"))
    days_option = typer.Option(min=1, max=36500, help=words("help_applications_days"))
    hours_option = typer.Option(min=0, max=876000, help=words("help_applications_hours"))
    token_argument = typer.Argument(metavar="TOKEN", help=words("help_applications_token"))

    @app.command(help=words("help_applications_make"))
    def make(
        name: Annotated[str, name_argument],
        scope: Annotated[list[Scope], scope_option],
        days: Annotated[int | None, days_option] = None,
        file: Annotated[Path, file_option] = kept_in,
    ) -> None:
        raise typer.Exit(_register(file, words).make(name, scope, days))

    @app.command("list", help=words("help_applications_list"))
    def list_(file: Annotated[Path, file_option] = kept_in) -> None:
        raise typer.Exit(_register(file, words).show())

    @app.command(help=words("help_applications_rotate"))
    def rotate(
        name: Annotated[str, name_argument],
        hours: Annotated[int | None, hours_option] = None,
        file: Annotated[Path, file_option] = kept_in,
    ) -> None:
        raise typer.Exit(_register(file, words).rotate(name, hours))

    @app.command(help=words("help_applications_revoke"))
    def revoke(
        name: Annotated[str, name_argument],
        token: Annotated[str | None, token_argument] = None,
        file: Annotated[Path, file_option] = kept_in,
    ) -> None:
        raise typer.Exit(_register(file, words).revoke(name, token))

    return app


def _print_version(wanted: bool) -> None:  # noqa: FBT001 - typer calls it by position
    if wanted:
        typer.echo(f"carteado {version('carteado-cli')}")
        raise typer.Exit


def _up(data: Path, wanted: tuple[int, int, int, int], words: Words) -> int:
    """Loads what the command needs only when it is given: the wire takes long to import."""
    from rich.console import Console  # noqa: PLC0415

    from carteado.cli.folder import Folder  # noqa: PLC0415
    from carteado.cli.services import Ports  # noqa: PLC0415
    from carteado.cli.supervisor import until_interrupted  # noqa: PLC0415
    from carteado.cli.up import up  # noqa: PLC0415

    console = Console(highlight=False, markup=False)
    page, engine, tables, ranking = wanted
    ports = Ports(page=page, engine=engine, tables=tables, ranking=ranking)
    telegram_token = os.environ.pop("TELEGRAM_TOKEN", "")
    services = up(Folder(data.resolve()), ports, telegram_token, console, words)
    return asyncio.run(until_interrupted(services, interrupted=0))


def _demo(data: Path, words: Words) -> int:
    """As above."""
    from rich.console import Console  # noqa: PLC0415

    from carteado.cli.demo import demo  # noqa: PLC0415
    from carteado.cli.folder import Folder  # noqa: PLC0415
    from carteado.cli.supervisor import until_interrupted  # noqa: PLC0415

    console = Console(highlight=False, markup=False)
    console.width = min(console.width, COLUMNS)
    match = demo(Folder(data.resolve()), console, words)
    return asyncio.run(until_interrupted(match, interrupted=130))


def _play(game: str, rivals: int, record: Path | None, data: Path, words: Words) -> int:
    """As above. A signal ends the match in order, and what cannot be read or shown stops nobody."""
    import signal  # noqa: PLC0415
    import sys  # noqa: PLC0415
    from datetime import datetime  # noqa: PLC0415
    from io import TextIOWrapper  # noqa: PLC0415
    from random import SystemRandom  # noqa: PLC0415

    from rich.console import Console  # noqa: PLC0415

    from carteado.cli.folder import Folder  # noqa: PLC0415
    from carteado.cli.supervisor import SIGNALS  # noqa: PLC0415
    from carteado.cli.table.keeping import Keeping  # noqa: PLC0415
    from carteado.cli.table.session import House  # noqa: PLC0415
    from carteado.cli.table.start import start  # noqa: PLC0415
    from carteado.cli.table.terminal import Terminal  # noqa: PLC0415

    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    console = Console(highlight=False, markup=False)
    console.width = min(console.width, COLUMNS)
    terminal = Terminal(console, sys.stdin)
    for number in SIGNALS:
        signal.signal(number, terminal.stop)
    keeping = Keeping(Folder(data), record, datetime.now().astimezone().date().isoformat())
    return start(game, rivals, House(terminal, SystemRandom(), keeping), words)


def _register(file: Path, words: Words) -> "Register":
    """As above."""
    from rich.console import Console  # noqa: PLC0415

    from carteado.cli.applications import Register  # noqa: PLC0415

    return Register(file, Console(highlight=False, markup=False), words)


def _verify(file: Path, key: str | None, words: Words) -> int:
    """As above."""
    from rich.console import Console  # noqa: PLC0415

    from carteado.cli.verify import check  # noqa: PLC0415

    return check(file, key, Console(highlight=False, markup=False), words)


def _convert(file: Path, words: Words) -> int:
    """As above."""
    from rich.console import Console  # noqa: PLC0415

    from carteado.cli.convert import convert  # noqa: PLC0415

    return convert(file, Console(highlight=False, markup=False, stderr=True), words)
