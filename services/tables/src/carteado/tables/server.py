"""Tables as a running service."""

import contextlib
from collections.abc import AsyncIterator
from typing import Any

import grpc.aio

from carteado.api.tables.v1 import tables_pb2, tables_pb2_grpc
from carteado.runtime.credentials import Credentials, Identity
from carteado.runtime.interceptor import Admission
from carteado.runtime.server import serving
from carteado.tables.limits import Limits
from carteado.tables.player_tokens import PlayerTokens, check
from carteado.tables.room import Room, opened
from carteado.tables.scopes import SCOPES
from carteado.tables.service import TablesService
from carteado.tables.settings import Settings

NAME = tables_pb2.DESCRIPTOR.services_by_name["TablesService"].full_name


@contextlib.asynccontextmanager
async def running(settings: Settings) -> AsyncIterator[int]:
    """Serves for as long as the block runs, and gives the port.

    Raises:
        ValueError: There are no keys to seal or to sign with.
    """
    async with opened(settings) as room, open_to_callers(settings, room) as port:
        yield port


def _admission(settings: Settings, tokens: PlayerTokens) -> Admission:
    limits = Limits(settings)

    def heed(identity: Identity, path: str, request: Any) -> None:
        limits.heed(identity, request)
        check(identity, path.rpartition("/")[2], request)

    return Admission(tokens, {NAME: SCOPES}, heed)


@contextlib.asynccontextmanager
async def open_to_callers(settings: Settings, room: Room) -> AsyncIterator[int]:
    """Takes calls for as long as the block runs; those who watch are sent away first, to follow elsewhere."""
    tokens = PlayerTokens(Credentials(settings.credentials_file), room.keyset)
    service = TablesService(room, tokens)  # type: ignore[abstract]  # the others are refused as unavailable

    def register(server: grpc.aio.Server) -> None:
        tables_pb2_grpc.add_TablesServiceServicer_to_server(service, server)

    admission = _admission(settings, tokens)
    async with serving(settings, [NAME], register, admission) as port:
        try:
            yield port
        finally:
            room.hub.stop()
