"""The edge of a service's process: settings in, signals heard from the first moment, a plain word where it cannot start."""

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Any, TypeVar

import structlog
from pydantic import ValidationError

from carteado.runtime import logs
from carteado.runtime.settings import ServiceSettings

SettingsT = TypeVar("SettingsT", bound=ServiceSettings)

CANNOT_START = 2
"""Exit code of a service that was told something impossible."""

_log = structlog.get_logger()


def run(
    service: str,
    settings_type: Callable[[], SettingsT],
    running: Callable[[SettingsT], AbstractAsyncContextManager[Any]],
) -> None:
    """Runs a service until SIGTERM or SIGINT; what keeps it from starting is one line, and exit code 2.

    Args:
        service: Its name in the log.
        settings_type: Reads its settings from the environment.
        running: Serves for as long as its block runs; a ValueError or OSError before says what is wrong with the settings.
    """
    try:
        settings = settings_type()
    except ValidationError as error:
        logs.configure(service, "INFO", "json")
        faults = [f"{fault['loc'][0]}: {fault['msg']}" for fault in error.errors()]
        _give_up("; ".join(faults))
    logs.configure(service, settings.log_level, settings.log_format)
    try:
        asyncio.run(_until_told_to_stop(running(settings), settings))
    except (ValueError, OSError) as error:
        _give_up(str(error))


def _give_up(why: str) -> None:
    _log.error("cannot_start", why=why)
    sys.exit(CANNOT_START)


async def _until_told_to_stop(
    running: AbstractAsyncContextManager[Any], settings: ServiceSettings
) -> None:
    """Serves until it is told to stop, which also ends a start that has to wait."""
    told = _told_to_stop(settings)
    starting = asyncio.create_task(_entered(running))
    telling = asyncio.create_task(told.wait())
    await asyncio.wait({starting, telling}, return_when=asyncio.FIRST_COMPLETED)
    if not starting.done():
        starting.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await starting
        telling.cancel()
        return
    stack = starting.result()
    async with stack:
        await telling


def _told_to_stop(settings: ServiceSettings) -> asyncio.Event:
    """Is set by the first SIGTERM or SIGINT, or, where that is wanted, by the end of standard input."""
    told = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, told.set)

    def heard() -> None:
        if not os.read(sys.stdin.fileno(), 4096):
            loop.remove_reader(sys.stdin)
            told.set()

    if settings.stop_with_stdin:
        loop.add_reader(sys.stdin, heard)
    return told


async def _entered(running: AbstractAsyncContextManager[Any]) -> contextlib.AsyncExitStack:
    async with contextlib.AsyncExitStack() as stack:
        await stack.enter_async_context(running)
        return stack.pop_all()
