"""Each method of each service is open to one scope, and to no other."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import grpc
import grpc.aio
import pytest
from google.protobuf.message_factory import GetMessageClass
from pydantic import SecretStr

from carteado.api.engine.v1 import engine_pb2
from carteado.api.ranking.v1 import ranking_pb2
from carteado.api.tables.v1 import tables_pb2
from carteado.engine.scopes import SCOPES as ENGINE
from carteado.engine.server import running as engine_running
from carteado.engine.settings import Settings as EngineSettings
from carteado.ranking.scopes import SCOPES as RANKING
from carteado.ranking.server import running as ranking_running
from carteado.ranking.settings import Settings as RankingSettings
from carteado.runtime.applications import Application, Applications, Scope, kept
from carteado.runtime.keys import Keyset
from carteado.tables.scopes import SCOPES as TABLES
from carteado.tables.server import running as tables_running
from carteado.tables.settings import Settings as TablesSettings
from carteado.tables.signing import SigningKeys
from tests.ranking.offices import Signer, key_file
from tests.runtime.loopback import info_of

SERVICES = {
    "engine": (engine_pb2.DESCRIPTOR.services_by_name["EngineService"], ENGINE),
    "tables": (tables_pb2.DESCRIPTOR.services_by_name["TablesService"], TABLES),
    "ranking": (ranking_pb2.DESCRIPTOR.services_by_name["RankingService"], RANKING),
}
METHODS = [
    (service, method.name) for service, (api, _) in SERVICES.items() for method in api.methods
]


def token_with(scopes: set[Scope]) -> str:
    return "-".join(["token", *sorted(scopes)])


def credentials_in(folder: Path) -> Path:
    """An application for each scope, and for all but each, and one that may do everything."""
    every = set(Scope)
    sets = [every, *({scope} for scope in Scope), *(every - {scope} for scope in Scope)]
    content = {
        f"app-{number}": Application(tuple(sorted(scopes)), (kept(token_with(scopes)),))
        for number, scopes in enumerate(sets)
    }
    path = folder / "credentials.json"
    Applications(content).write(path)
    return path


@asynccontextmanager
async def running(folder: Path) -> AsyncIterator[Mapping[str, grpc.aio.Channel]]:
    """A channel to each of the services."""
    common: dict[str, Any] = {
        "listen": "127.0.0.1:0",
        "credentials_file": credentials_in(folder),
        "drain_seconds": 0,
    }
    keyset = SecretStr(Keyset.make())
    async with engine_running(EngineSettings(keyset=keyset, **common)) as engine:
        asking = {
            "engine_target": f"127.0.0.1:{engine}",
            "engine_token": SecretStr(token_with({Scope.READ, Scope.HOST})),
            **common,
        }
        tables_settings = TablesSettings(
            database=f"sqlite:///{folder}/tables.sqlite",
            keyset=keyset,
            signing_keys=SecretStr(SigningKeys.make()),
            **asking,
        )
        ranking_settings = RankingSettings(
            database=f"sqlite:///{folder}/ranking.sqlite",
            signing_keys=SecretStr(key_file(Signer())),
            **asking,
        )
        async with (
            tables_running(tables_settings) as tables,
            ranking_running(ranking_settings) as ranking,
            grpc.aio.insecure_channel(f"127.0.0.1:{engine}") as to_engine,
            grpc.aio.insecure_channel(f"127.0.0.1:{tables}") as to_tables,
            grpc.aio.insecure_channel(f"127.0.0.1:{ranking}") as to_ranking,
        ):
            yield {"engine": to_engine, "tables": to_tables, "ranking": to_ranking}


async def asked(channel: grpc.aio.Channel, service: str, method: str, token: str) -> Any:
    """What an empty request comes to: ErrorInfo, or None where it was answered."""
    api, _ = SERVICES[service]
    described = api.methods_by_name[method]
    request: Any = GetMessageClass(described.input_type)()
    path, body = f"/{api.full_name}/{method}", request.SerializeToString()
    metadata = (("authorization", f"Bearer {token}"),)
    try:
        if described.server_streaming:
            stream: Any = channel.unary_stream(path)
            async for _ in stream(body, metadata=metadata):
                break
        else:
            one: Any = channel.unary_unary(path)
            await one(body, metadata=metadata)
    except grpc.aio.AioRpcError as error:
        return error.code(), info_of(error)
    return None, None


@pytest.mark.parametrize("service", SERVICES)
def test_every_method_has_a_scope(service: str) -> None:
    api, scopes = SERVICES[service]
    assert set(scopes) == {method.name for method in api.methods}


async def test_every_method_is_refused_to_whoever_has_all_scopes_but_its_own(
    tmp_path: Path,
) -> None:
    async with running(tmp_path) as channels:
        for service, method in METHODS:
            scope = SERVICES[service][1][method]
            token = token_with(set(Scope) - {scope})
            code, info = await asked(channels[service], service, method, token)
            assert code is grpc.StatusCode.PERMISSION_DENIED, method
            assert (info.reason, dict(info.metadata)) == ("SCOPE_MISSING", {"scope": scope})


async def test_every_method_is_open_to_whoever_has_its_scope_alone(tmp_path: Path) -> None:
    async with running(tmp_path) as channels:
        for service, method in METHODS:
            token = token_with({SERVICES[service][1][method]})
            _, info = await asked(channels[service], service, method, token)
            assert info is None or info.reason != "SCOPE_MISSING", method
