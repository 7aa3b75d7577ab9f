"""The life of a service: listen, say so, serve, and on SIGTERM stop without dropping a call."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Sequence

import grpc
import grpc.aio
import structlog
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_health.v1._async import HealthServicer
from grpc_reflection.v1alpha import reflection

from carteado.runtime.interceptor import Admission, Edge
from carteado.runtime.settings import ServiceSettings

LIVENESS = "liveness"
"""Health of the process itself: it stays SERVING while the service drains, so that draining restarts nothing."""

MAX_MESSAGE_BYTES = 1 << 20

_log = structlog.get_logger()


@contextlib.asynccontextmanager
async def serving(
    settings: ServiceSettings,
    services: Sequence[str],
    register: Callable[[grpc.aio.Server], None],
    admission: Admission,
) -> AsyncIterator[int]:
    """Serves for as long as the block runs; gives the port, and drains at its end.

    Args:
        settings: Where to listen, how long to drain.
        services: Full names of the services, for health and reflection.
        register: Adds the servicers to the server.
        admission: Whom to let in, to what.
    """
    server = grpc.aio.server(interceptors=[Edge(admission)], options=_options())
    health = HealthServicer()
    health_pb2_grpc.add_HealthServicer_to_server(health, server)
    reflection.enable_server_reflection(
        (
            *services,
            health_pb2.DESCRIPTOR.services_by_name["Health"].full_name,
            reflection.SERVICE_NAME,
        ),
        server,
    )
    register(server)
    port = _bound(server, settings.listen)
    await server.start()
    for name in ("", LIVENESS, *services):
        await health.set(name, health_pb2.HealthCheckResponse.SERVING)
    _log.info("serving", port=port)
    try:
        yield port
    finally:
        await _drain(server, health, ("", *services), settings)


def _bound(server: grpc.aio.Server, address: str) -> int:
    """Takes the address, and gives its port.

    Raises:
        ValueError: It is taken, or is none.
    """
    try:
        return server.add_insecure_port(address)
    except RuntimeError as error:
        raise ValueError(f"cannot listen on {address}: taken, or no address and port") from error


async def _drain(
    server: grpc.aio.Server,
    health: HealthServicer,
    services: Sequence[str],
    settings: ServiceSettings,
) -> None:
    """Says that no more calls are wanted, waits until balancers know, and lets those under way end."""
    for name in services:
        await health.set(name, health_pb2.HealthCheckResponse.NOT_SERVING)
    await asyncio.sleep(settings.drain_seconds)
    await server.stop(settings.grace_seconds)
    _log.info("stopped")


def _options() -> list[tuple[str, int]]:
    return [
        ("grpc.max_receive_message_length", MAX_MESSAGE_BYTES),
        ("grpc.keepalive_time_ms", 30_000),
        ("grpc.keepalive_timeout_ms", 10_000),
        ("grpc.http2.min_ping_interval_without_data_ms", 10_000),
        ("grpc.so_reuseport", 0),
    ]
