"""The sandbox as a running server, on loopback and for nobody else."""

import contextlib
import ipaddress
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from aiohttp import web

from carteado.telegram_sandbox import snapshot
from carteado.telegram_sandbox.bot_api import BotApi
from carteado.telegram_sandbox.client_api import ClientApi
from carteado.telegram_sandbox.people import bot_of
from carteado.telegram_sandbox.world import Clock, World

PAGE = Path(__file__).parent / "page"
DRAIN_SECONDS = 0.5
LONGEST_UPLOAD = 50 << 20
"""As much may a bot send at once; what is longer is a 413."""
POLICY = (
    "default-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none';"
    " frame-ancestors 'none'"
)


@dataclass(frozen=True, slots=True)
class Sandbox:
    """A sandbox that serves."""

    url: str
    world: World

    @property
    def bot_username(self) -> str:
        """The name of its bot."""
        return self.world.bot.username


@contextlib.asynccontextmanager
async def serving(
    state: Path | None,
    token: str,
    listen: str = "127.0.0.1:0",
    clock: Clock = time.time,
    furnish: Callable[[World], None] | None = None,
) -> AsyncIterator[Sandbox]:
    """Serves for as long as the block runs.

    Args:
        state: The file that the world is kept in; None to forget it.
        token: The token of the one bot.
        listen: Address and port; port 0 takes a free one.
        clock: Tells the time, in Unix seconds.
        furnish: Puts people and groups into a world that is new.

    Raises:
        ValueError: The address is not of this machine alone, or the state cannot be read.
        OSError: The address is taken.
    """
    host, port = _loopback(listen)
    world = snapshot.read(state, clock) if state else None
    if world is None:
        world = World(bot_of(token), clock)
        if furnish:
            furnish(world)
    runner = web.AppRunner(_app(world, token), access_log=None, shutdown_timeout=DRAIN_SECONDS)
    await runner.setup()
    try:
        await web.TCPSite(runner, host, port).start()
        name = f"[{host}]" if ":" in host else host
        url = f"http://{name}:{runner.addresses[0][1]}"
        async with snapshot.kept(state, world):
            yield Sandbox(url, world)
    finally:
        world.close()
        await runner.cleanup()


def _loopback(listen: str) -> tuple[str, int]:
    parts = urlsplit(f"//{listen}")
    host = "127.0.0.1" if parts.hostname == "localhost" else parts.hostname or ""
    if not ipaddress.ip_address(host).is_loopback or parts.port is None:
        raise ValueError("the sandbox listens on loopback only, as address:port")
    return host, parts.port


def _app(world: World, token: str) -> web.Application:
    app = web.Application(middlewares=[_for_this_machine], client_max_size=LONGEST_UPLOAD)
    app.add_routes([web.get("/healthz", _healthy), web.get("/", _page)])
    app.add_routes([*BotApi(world, token).routes(), *ClientApi(world).routes()])
    app.add_routes([web.static("/page", PAGE)])
    return app


@web.middleware
async def _for_this_machine(
    request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
) -> web.StreamResponse:
    """Turns away what a page from elsewhere makes a browser ask, whatever name it goes by."""
    origin = request.headers.get("Origin")
    if not _is_loopback(request.host) or (origin and not _is_loopback(urlsplit(origin).netloc)):
        return web.Response(status=403, text="only for this machine\n")
    return await handler(request)


def _is_loopback(netloc: str) -> bool:
    host = urlsplit(f"//{netloc}").hostname or ""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


async def _healthy(_: web.Request) -> web.Response:
    return web.Response(text="ok\n")


async def _page(_: web.Request) -> web.FileResponse:
    headers = {"Content-Security-Policy": POLICY, "Referrer-Policy": "no-referrer"}
    return web.FileResponse(PAGE / "index.html", headers=headers)
