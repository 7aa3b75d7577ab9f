"""The engine as a running service."""

import contextlib
from collections.abc import AsyncIterator

import grpc.aio

from carteado.api.engine.v1 import engine_pb2_grpc
from carteado.engine.scopes import SCOPES
from carteado.engine.sealing import Sealer
from carteado.engine.service import NAME, EngineService
from carteado.engine.settings import Settings
from carteado.runtime import keys
from carteado.runtime.credentials import Credentials
from carteado.runtime.interceptor import Admission
from carteado.runtime.keys import Keyset
from carteado.runtime.server import serving


@contextlib.asynccontextmanager
async def running(settings: Settings) -> AsyncIterator[int]:
    """Serves for as long as the block runs, and gives the port.

    Raises:
        ValueError: There are no keys to seal with.
    """
    service = EngineService(Sealer(_keyset(settings)))

    def register(server: grpc.aio.Server) -> None:
        engine_pb2_grpc.add_EngineServiceServicer_to_server(service, server)

    admission = Admission(Credentials(settings.credentials_file), {NAME: SCOPES})
    async with serving(settings, [NAME], register, admission) as port:
        yield port


def _keyset(settings: Settings) -> Keyset:
    inline = settings.keyset.get_secret_value() if settings.keyset else None
    text = keys.load(
        inline, settings.keyset_file, development=settings.development, make=Keyset.make
    )
    return Keyset.parse(text)
