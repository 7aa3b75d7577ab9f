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
from carteado.cli.services import Ports, Services, port_or_free, until_serving
from carteado.cli.supervisor import Program
from carteado.runtime.credentials import Credentials


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
    return Services(Folder(tmp_path), Ports(7001, 7002, 7003, 7004, 7005))


def programs(services: Services) -> dict[str, Program]:
    each = (services.engine(), services.tables(), services.ranking())
    chat = (services.sandbox(), services.gateway(""))
    return {program.name: program for program in (*each, *chat)}


def test_each_service_is_run_by_this_python(services: Services) -> None:
    for name, program in programs(services).items():
        module = "carteado.telegram_sandbox" if name == "sandbox" else f"carteado.{name}"
        assert program.command[:3] == (sys.executable, "-m", module)


def test_services_find_each_other_by_their_environment(services: Services) -> None:
    env = {name: program.environment for name, program in programs(services).items()}
    engine, tables = services.engine_address, services.tables_address
    assert env["engine"]["CARTEADO_ENGINE_LISTEN"] == engine
    assert env["tables"]["CARTEADO_TABLES_LISTEN"] == tables
    assert env["tables"]["CARTEADO_TABLES_ENGINE_TARGET"] == engine
    assert env["tables"]["CARTEADO_TABLES_RANKING_TARGET"] == services.ranking_address
    assert env["ranking"]["CARTEADO_RANKING_LISTEN"] == services.ranking_address
    assert env["ranking"]["CARTEADO_RANKING_ENGINE_TARGET"] == engine
    gateway = env["telegram_gateway"]
    assert gateway["CARTEADO_TELEGRAM_GATEWAY_TABLES_TARGET"] == tables
    assert gateway["CARTEADO_TELEGRAM_GATEWAY_RANKING_TARGET"] == services.ranking_address
    assert gateway["CARTEADO_TELEGRAM_GATEWAY_API_URL"] == services.page_url


def test_each_service_lets_in_those_that_call_it_and_whoever_develops(services: Services) -> None:
    env = {name: program.environment for name, program in programs(services).items()}
    tokens = {
        ("tables", "engine"): env["tables"]["CARTEADO_TABLES_ENGINE_TOKEN"],
        ("ranking", "engine"): env["ranking"]["CARTEADO_RANKING_ENGINE_TOKEN"],
        ("tables", "ranking"): env["tables"]["CARTEADO_TABLES_RANKING_TOKEN"],
        ("telegram", "tables"): env["telegram_gateway"]["CARTEADO_TELEGRAM_GATEWAY_TABLES_TOKEN"],
        ("telegram", "ranking"): env["telegram_gateway"]["CARTEADO_TELEGRAM_GATEWAY_RANKING_TOKEN"],
    }
    for (caller, service), token in tokens.items():
        path = Path(env[service][f"CARTEADO_{service.upper()}_CREDENTIALS_FILE"])
        admitted = Credentials(path)
        assert admitted.authenticate(f"Bearer {token}").application == caller
        developing = admitted.authenticate(f"Bearer {services.folder.token()}")
        assert developing.application == "development"
    assert len(set(tokens.values())) == len(tokens)


def test_tables_alone_report_to_nobody(tmp_path: Path) -> None:
    tables = Services(Folder(tmp_path), Ports(7001, 7002)).tables()
    assert "CARTEADO_TABLES_RANKING_TARGET" not in tables.environment


def test_the_real_telegram_has_a_store_of_its_own_and_its_own_address(services: Services) -> None:
    prefix = "CARTEADO_TELEGRAM_GATEWAY_"
    real, sandbox = (services.gateway(token).environment for token in ("1:real", ""))
    assert real[f"{prefix}TOKEN"] == "1:real"
    assert f"{prefix}API_URL" not in real
    assert real[f"{prefix}DATABASE"] != sandbox[f"{prefix}DATABASE"]
    token = services.sandbox().environment["CARTEADO_TELEGRAM_SANDBOX_TOKEN"]
    assert sandbox[f"{prefix}TOKEN"] == token


def test_no_token_stands_in_a_command(services: Services) -> None:
    each = programs(services).values()
    tokens = {
        value
        for program in each
        for name, value in program.environment.items()
        if name.endswith("TOKEN")
    }
    assert len(tokens) == 6
    for program in (*each, services.gateway("1:real")):
        assert not (tokens | {"1:real", services.folder.token()}) & set(program.command)
