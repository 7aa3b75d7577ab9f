"""Ranking as a running service."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

import grpc.aio

from carteado.api.ranking.v1 import ranking_pb2, ranking_pb2_grpc
from carteado.ranking.adapters.sqlite import SqliteStore, migrate
from carteado.ranking.engine import engine_at
from carteado.ranking.recorder import Recorder
from carteado.ranking.scopes import SCOPES
from carteado.ranking.service import RankingService
from carteado.ranking.settings import Settings
from carteado.ranking.signing import PublicKeys
from carteado.runtime.credentials import Credentials
from carteado.runtime.interceptor import Admission
from carteado.runtime.server import serving

NAME = ranking_pb2.DESCRIPTOR.services_by_name["RankingService"].full_name


@contextlib.asynccontextmanager
async def running(settings: Settings) -> AsyncIterator[int]:
    """Serves for as long as the block runs, and gives the port. It does not wait for the engine: boards need none.

    Raises:
        ValueError: There are no public keys, or the store is broken.
    """
    keys = PublicKeys.parse(_keys(settings))
    await asyncio.to_thread(migrate, settings.database)
    token = settings.engine_token.get_secret_value()
    async with (
        SqliteStore(settings.database) as store,
        engine_at(settings.engine_target, token) as engine,
    ):
        service = RankingService(Recorder(store, engine, keys))  # type: ignore[abstract]  # the others are refused as unavailable

        def register(server: grpc.aio.Server) -> None:
            ranking_pb2_grpc.add_RankingServiceServicer_to_server(service, server)

        admission = Admission(Credentials(settings.credentials_file), {NAME: SCOPES})
        async with serving(settings, [NAME], register, admission) as port:
            yield port


def _keys(settings: Settings) -> str:
    """The text of the public keys; raises ValueError where there is none."""
    if settings.signing_keys is not None:
        return settings.signing_keys.get_secret_value()
    if settings.signing_keys_file is None:
        raise ValueError("no signing keys: name a file of the public keys of tables")
    return settings.signing_keys_file.read_text()
