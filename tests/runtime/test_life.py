"""The life of a service: it listens, says so, serves, and stops without dropping a call."""

import asyncio
import contextlib
import json
import os
import signal
import sys
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import grpc
import grpc.aio
import pytest
from google.protobuf.wrappers_pb2 import StringValue
from grpc_health.v1 import health_pb2, health_pb2_grpc
from structlog.testing import capture_logs

from carteado.engine.server import running
from carteado.engine.settings import Settings as EngineSettings
from carteado.runtime.credentials import Credentials
from carteado.runtime.interceptor import Admission
from carteado.runtime.server import serving
from carteado.runtime.settings import ServiceSettings
from tests.runtime.loopback import BEARER, NAME, TOKEN, admission_of, call, credentials_in, unary

SERVING = health_pb2.HealthCheckResponse.SERVING
NOBODY = Admission(Credentials(None))
NOT_SERVING = health_pb2.HealthCheckResponse.NOT_SERVING


class Slow:
    """A method that ends when it is told to."""

    def __init__(self) -> None:
        self.entered = asyncio.Event()
        self.release = asyncio.Event()

    async def __call__(self, _: Any, __: Any) -> StringValue:
        self.entered.set()
        await self.release.wait()
        return StringValue(value="in the end")


@dataclass
class InFlight:
    """A service, and a call to it that waits."""

    channel: Any
    slow: Slow
    held: asyncio.Future[str]
    service: contextlib.AsyncExitStack


async def health_of(channel: Any, service: str = "") -> int:
    stub: Any = health_pb2_grpc.HealthStub(channel)
    answer = await stub.Check(health_pb2.HealthCheckRequest(service=service))
    return int(answer.status)


async def test_a_service_serves_on_a_free_port_and_says_which() -> None:
    with capture_logs() as logs:
        async with serving(ServiceSettings(drain_seconds=0), [], lambda _: None, NOBODY) as port:
            assert port > 0
    assert [line["event"] for line in logs] == ["serving", "stopped"]
    assert logs[0]["port"] == port


@contextlib.asynccontextmanager
async def in_flight(folder: Path, **settings: float) -> AsyncIterator[InFlight]:
    """A service with one call under way, to be ended by whoever asked for it."""
    slow = Slow()

    def register(server: grpc.aio.Server) -> None:
        handlers = {"Slow": unary(slow)}
        server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(NAME, handlers),))

    chosen = ServiceSettings(credentials_file=credentials_in(folder), **settings)  # type: ignore[arg-type]
    stack = contextlib.AsyncExitStack()
    port = await stack.enter_async_context(
        serving(chosen, [NAME], register, admission_of(chosen, ["Slow"]))
    )
    async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
        held = asyncio.ensure_future(call(channel, "Slow"))
        await slow.entered.wait()
        yield InFlight(channel, slow, held, stack)


async def test_health_turns_before_the_service_goes_and_the_call_in_flight_ends_well(
    tmp_path: Path,
) -> None:
    names = ("", NAME, "liveness")
    async with in_flight(tmp_path, drain_seconds=1) as one:
        assert [await health_of(one.channel, name) for name in names] == [SERVING] * 3
        ending = asyncio.create_task(one.service.aclose())
        await asyncio.sleep(0.1)
        found = [await health_of(one.channel, name) for name in names]
        assert found == [NOT_SERVING, NOT_SERVING, SERVING]
        one.slow.release.set()
        assert await one.held == "in the end"
        await ending


async def test_while_it_drains_a_service_still_takes_calls(tmp_path: Path) -> None:
    async with in_flight(tmp_path, drain_seconds=1) as one:
        ending = asyncio.create_task(one.service.aclose())
        await asyncio.sleep(0.1)
        one.slow.release.set()
        assert await call(one.channel, "Slow") == "in the end"
        await ending


async def test_a_call_begun_before_the_end_is_given_its_grace(tmp_path: Path) -> None:
    async with in_flight(tmp_path, drain_seconds=0, grace_seconds=5) as one:
        ending = asyncio.create_task(one.service.aclose())
        await asyncio.sleep(0.2)
        assert not ending.done()
        with pytest.raises(grpc.aio.AioRpcError):
            await call(one.channel, "Slow")
        one.slow.release.set()
        assert await one.held == "in the end"
        await ending


async def test_a_call_that_outlives_its_grace_is_ended(tmp_path: Path) -> None:
    async with in_flight(tmp_path, drain_seconds=0, grace_seconds=0.2) as one:
        await asyncio.wait_for(one.service.aclose(), 5)
        with pytest.raises(grpc.aio.AioRpcError):
            await one.held


async def test_a_port_that_is_taken_stops_the_start() -> None:
    async with serving(ServiceSettings(drain_seconds=0), [], lambda _: None, NOBODY) as port:
        taken = ServiceSettings(listen=f"127.0.0.1:{port}", drain_seconds=0)
        with pytest.raises(ValueError, match="taken"):
            async with serving(taken, [], lambda _: None, NOBODY):
                pytest.fail("two services on one port")


async def test_an_engine_without_keys_does_not_start_outside_development() -> None:
    with pytest.raises(ValueError, match="no keys"):
        async with running(EngineSettings(listen="127.0.0.1:0", drain_seconds=0)):
            pytest.fail("it serves")


# As a process of its own


class Process:
    """``python -m carteado.engine`` and what it writes."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.lines: list[dict[str, Any]] = []
        self.text = ""

    async def line(self, event: str) -> dict[str, Any]:
        """Reads on until the event is told."""
        assert self.process.stderr is not None
        while raw := await asyncio.wait_for(self.process.stderr.readline(), 20):
            self._keep(raw)
            if self.lines and self.lines[-1]["event"] == event:
                return self.lines[-1]
        raise AssertionError(f"no {event} in {self.lines}")

    async def end(self) -> int:
        """Reads what is left, and answers the exit code."""
        assert self.process.stderr is not None
        rest = await asyncio.wait_for(self.process.stderr.read(), 20)
        for line in rest.splitlines():
            self._keep(line)
        return await self.process.wait()

    def _keep(self, raw: bytes) -> None:
        """Events are JSON; whatever a library writes beside them is kept as it is."""
        self.text += raw.decode()
        if raw.startswith(b"{"):
            self.lines.append(json.loads(raw))


@pytest.fixture
async def process(tmp_path: Path) -> AsyncIterator[Process]:
    environment = {
        **os.environ,
        "CARTEADO_ENGINE_LISTEN": "127.0.0.1:0",
        "CARTEADO_ENGINE_CREDENTIALS_FILE": str(credentials_in(tmp_path)),
        "CARTEADO_ENGINE_KEYSET_FILE": str(tmp_path / "keyset.json"),
        "CARTEADO_ENGINE_DEVELOPMENT": "true",
        "CARTEADO_ENGINE_DRAIN_SECONDS": "0.2",
    }
    started = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "carteado.engine", env=environment, stderr=asyncio.subprocess.PIPE
    )
    yield Process(started)
    if started.returncode is None:
        started.kill()
    await started.wait()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_signal_ends_the_process_cleanly(process: Process, number: signal.Signals) -> None:
    port = (await process.line("serving"))["port"]
    async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
        assert await health_of(channel) == SERVING
    process.process.send_signal(number)
    assert await process.end() == 0
    assert process.lines[-1]["event"] == "stopped"


async def test_the_log_of_a_process_has_one_line_a_call_and_no_secret(
    process: Process, tmp_path: Path
) -> None:
    port = (await process.line("serving"))["port"]
    async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
        for metadata in (BEARER, BEARER, (("authorization", "Bearer a-wrong-token"),)):
            method: Any = channel.unary_unary("/carteado.api.engine.v1.EngineService/ListGames")
            with contextlib.suppress(grpc.aio.AioRpcError):
                await method(b"", metadata=metadata)
        assert await health_of(channel) == SERVING
    process.process.terminate()
    assert await process.end() == 0
    calls = [line for line in process.lines if line["event"] == "rpc"]
    assert [line["code"] for line in calls] == ["OK", "OK", "UNAUTHENTICATED"]
    assert [line.get("caller") for line in calls] == ["somebody", "somebody", None]
    assert all(line["service"] == "engine" and line["timestamp"] for line in calls)
    (warning,) = [line for line in process.lines if line["level"] == "warning"]
    assert "DEVELOPMENT KEYS MADE" in warning["event"]
    keyset = json.loads((tmp_path / "keyset.json").read_text())
    for word in (TOKEN, "a-wrong-token", *keyset["keys"].values()):
        assert word not in process.text


async def test_a_process_without_keys_says_so_and_ends(tmp_path: Path) -> None:
    environment = {
        **os.environ,
        "CARTEADO_ENGINE_LISTEN": "127.0.0.1:0",
        "CARTEADO_ENGINE_CREDENTIALS_FILE": str(credentials_in(tmp_path)),
        "CARTEADO_ENGINE_KEYSET_FILE": str(tmp_path / "nowhere.json"),
    }
    started = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "carteado.engine", env=environment, stderr=asyncio.subprocess.PIPE
    )
    _, stderr = await started.communicate()
    assert started.returncode
    assert b"no keys" in stderr
    assert not (tmp_path / "nowhere.json").exists()
