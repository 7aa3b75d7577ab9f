"""The services as this machine runs them."""

import asyncio
import socket
import sys
from pathlib import Path

import grpc.aio
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_health.v1._async import HealthServicer

from carteado.cli.folder import Folder
from carteado.cli.services import Services, port_or_free, until_serving


async def test_a_service_is_ready_when_it_says_that_it_serves() -> None:
    port = port_or_free(0)
    waiting = asyncio.create_task(until_serving(f"127.0.0.1:{port}", "a.Service"))
    await asyncio.sleep(0.2)
    server = grpc.aio.server()
    health = HealthServicer()
    health_pb2_grpc.add_HealthServicer_to_server(health, server)
    server.add_insecure_port(f"127.0.0.1:{port}")
    await server.start()
    await health.set("a.Service", health_pb2.HealthCheckResponse.NOT_SERVING)
    await asyncio.sleep(0.3)
    assert not waiting.done()
    await health.set("a.Service", health_pb2.HealthCheckResponse.SERVING)
    await asyncio.wait_for(waiting, 5)
    await server.stop(None)


def test_a_port_that_is_taken_gives_way_to_a_free_one() -> None:
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen()
        taken = holder.getsockname()[1]
        assert port_or_free(taken) not in {0, taken}
    assert port_or_free(taken) == taken


@pytest.fixture
def services(tmp_path: Path) -> Services:
    return Services(Folder(tmp_path), 7001, 7002)


def test_the_engine_is_started_before_tables_and_each_by_this_python(services: Services) -> None:
    engine, tables = services.programs()
    assert engine.command == (sys.executable, "-m", "carteado.engine")
    assert tables.command == (sys.executable, "-m", "carteado.tables")


def test_services_find_each_other_by_their_environment(services: Services) -> None:
    engine, tables = services.programs()
    assert engine.environment["CARTEADO_ENGINE_LISTEN"] == services.engine_address
    assert tables.environment["CARTEADO_TABLES_LISTEN"] == services.tables_address
    assert tables.environment["CARTEADO_TABLES_ENGINE_TARGET"] == services.engine_address
    assert tables.environment["CARTEADO_TABLES_ENGINE_TOKEN"] == services.folder.engine_token()


def test_no_token_stands_in_a_command(services: Services) -> None:
    tokens = {services.folder.token(), services.folder.engine_token()}
    for program in services.programs():
        assert not tokens & set(program.command)
