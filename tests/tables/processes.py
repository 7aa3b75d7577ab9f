"""Tables in a process of its own, to be told to stop, or killed."""

import asyncio
import json
import os
import signal
import sys
from typing import TYPE_CHECKING

import grpc
import grpc.aio
from pydantic import SecretStr

from carteado.api.tables.v1 import tables_pb2_grpc
from carteado.tables.settings import Settings

if TYPE_CHECKING:
    from tests.tables.conftest import Guest


def environment(settings: Settings, port: int) -> dict[str, str]:
    named = {
        name.upper(): value.get_secret_value() if isinstance(value, SecretStr) else str(value)
        for name, value in settings
        if value is not None
    }
    named["LISTEN"] = f"127.0.0.1:{port}"
    own = {f"CARTEADO_TABLES_{name}": value for name, value in named.items()}
    return {**os.environ, **own}


async def start(settings: Settings, port: int = 0) -> tuple[asyncio.subprocess.Process, int]:
    """A service in a process of its own, and its port once it serves."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "carteado.tables",
        env=environment(settings, port),
        stderr=asyncio.subprocess.PIPE,
    )
    assert process.stderr is not None
    while line := await process.stderr.readline():
        event = json.loads(line)
        if event["event"] == "serving":
            return process, event["port"]
    raise AssertionError("it never served")


async def stop(process: asyncio.subprocess.Process, number: signal.Signals) -> int:
    process.send_signal(number)
    assert process.stderr is not None
    await process.stderr.read()
    return await process.wait()


def guest_at(port: int, kind: type["Guest"]) -> tuple[grpc.aio.Channel, "Guest"]:
    channel = grpc.aio.insecure_channel(f"127.0.0.1:{port}")
    return channel, kind(tables_pb2_grpc.TablesServiceStub(channel), "app")
