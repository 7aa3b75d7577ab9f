"""``python -m carteado.telegram_sandbox``: serves until it is told to stop."""

import argparse
import asyncio
import json
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

from carteado.telegram_sandbox import clients, groups
from carteado.telegram_sandbox.server import serving
from carteado.telegram_sandbox.world import World

CANNOT_START = 2
VARIABLE = "CARTEADO_TELEGRAM_SANDBOX_TOKEN"
"""Where the token may stand, out of sight of lists of processes."""
PEOPLE = ("Ana", "Bia", "Caio", "Davi")
GROUP = "Mesa da sexta"
"""Who and what there is at the very first start; the page can add and rename."""


def main() -> None:
    """The process edge."""
    asked = _asked(sys.argv[1:])
    try:
        asyncio.run(_until_told_to_stop(asked))
    except (ValueError, OSError) as error:
        _say("cannot_start", why=str(error))
        sys.exit(CANNOT_START)


def _asked(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="carteado-telegram-sandbox", description=__doc__)
    parser.add_argument("--listen", default="127.0.0.1:8081", help="address and port, on loopback")
    parser.add_argument("--state", type=Path, help="file that the world is kept in")
    parser.add_argument(
        "--token",
        default=os.environ.get(VARIABLE),
        required=VARIABLE not in os.environ,
        help=f"token of the bot; better in {VARIABLE}, which no list of processes shows",
    )
    parser.add_argument(
        "--stop-with-stdin", action="store_true", help="stop when standard input ends"
    )
    return parser.parse_args(arguments)


async def _until_told_to_stop(asked: argparse.Namespace) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    if asked.stop_with_stdin:
        loop.add_reader(sys.stdin.fileno(), _stop_at_end, stop)
    async with serving(asked.state, asked.token, asked.listen, furnish=first_evening) as sandbox:
        _say("serving", url=sandbox.url, bot=sandbox.bot_username)
        await stop.wait()
    _say("stopped")


def first_evening(world: World) -> None:
    """A world that is ready to play in: four friends, and their group with the bot in it."""
    people = [clients.add_person(world, name, "pt-br") for name in PEOPLE]
    groups.add_group(world, GROUP, people)


def _stop_at_end(stop: asyncio.Event) -> None:
    if not os.read(sys.stdin.fileno(), 1024):
        asyncio.get_running_loop().remove_reader(sys.stdin.fileno())
        stop.set()


def _say(event: str, **facts: str) -> None:
    """One event, one line."""
    print(json.dumps({"event": event, **facts}), flush=True)


if __name__ == "__main__":
    main()
