"""The room: every part of the service, put together and at work."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import structlog
from pydantic import SecretStr

from carteado.runtime import keys
from carteado.runtime.errors import Refused
from carteado.runtime.keys import Keyset
from carteado.tables.adapters import bus_at, store_at
from carteado.tables.bus import Bus
from carteado.tables.caretaker import Caretaker
from carteado.tables.croupier import Croupier
from carteado.tables.days import Days
from carteado.tables.desk import Desk
from carteado.tables.engine import Engine, engine_at
from carteado.tables.hub import Hub
from carteado.tables.matches import Matches
from carteado.tables.moves import Moves
from carteado.tables.openings import Openings
from carteado.tables.pulse import Pulse
from carteado.tables.ranking import ranking_at
from carteado.tables.relay import Relay
from carteado.tables.reporting import Reporting
from carteado.tables.settings import Settings
from carteado.tables.signing import SigningKeys
from carteado.tables.vault import Vault
from carteado.tables.watching import Watching

FIRST_PAUSE = 0.1
LONGEST_PAUSE = 5.0

_log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Room:
    """All that the service works with."""

    desk: Desk
    moves: Moves
    openings: Openings
    hub: Hub
    relay: Relay
    watching: Watching
    pulse: Pulse
    croupier: Croupier
    caretaker: Caretaker
    signing: SigningKeys
    keyset: Keyset


@dataclass(frozen=True, slots=True)
class House:
    """What a room is furnished with from outside."""

    engine: Engine
    days: Days
    signing: SigningKeys
    keyset: Keyset
    bus: Bus


def now() -> datetime:
    """The clock of this machine."""
    return datetime.now(UTC)


@contextlib.asynccontextmanager
async def opened(settings: Settings, clock: Callable[[], datetime] = now) -> AsyncIterator[Room]:
    """The room for as long as the block runs: its store migrated, its engine answering, its croupier at work.

    Raises:
        ValueError: There are no keys to seal or to sign with, the engine does not know the token, or the store is broken.
    """
    signing = SigningKeys.parse(
        _keys(settings, settings.signing_keys, settings.signing_keys_file, SigningKeys.make)
    )
    keyset = Keyset.parse(_keys(settings, settings.keyset, settings.keyset_file, Keyset.make))
    token = settings.engine_token.get_secret_value()
    async with (
        store_at(
            settings.database, settings.database_connections, settings.database_seconds
        ) as store,
        engine_at(settings.engine_target, token) as engine,
        bus_at(settings.bus.get_secret_value()) as bus,
    ):
        await _answering(engine)
        desk = Desk(store, Matches(engine, Vault(keyset), store), clock)
        house = House(engine, _days(settings), signing, keyset, bus)
        room = _furnished(desk, house, settings.watch_heartbeat_seconds)
        try:
            async with (
                room.relay.at_work(),
                room.pulse.at_work(),
                room.croupier.at_work(),
                room.caretaker.at_work(),
                _reporting(settings, room),
            ):
                yield room
        finally:
            await room.desk.settle()


def _furnished(desk: Desk, house: House, heartbeat: float) -> Room:
    """Whoever watches, here or elsewhere, hears of a change before the croupier goes on."""
    hub = Hub()
    relay = Relay(desk, hub, house.bus)
    moves = Moves(desk)
    pulse = Pulse(desk, house.engine)
    croupier = Croupier(desk, moves, pulse)
    house.bus.listen(croupier.hear)
    desk.tell(hub.publish)
    desk.tell(relay.heed)
    desk.tell(croupier.heed)
    return Room(
        desk=desk,
        moves=moves,
        openings=Openings(desk, house.days),
        hub=hub,
        relay=relay,
        watching=Watching(desk, hub, heartbeat),
        pulse=pulse,
        croupier=croupier,
        caretaker=Caretaker(desk),
        signing=house.signing,
        keyset=house.keyset,
    )


@contextlib.asynccontextmanager
async def _reporting(settings: Settings, room: Room) -> AsyncIterator[None]:
    """Tells ranking of results for as long as the block runs, where there is a ranking to tell."""
    if not settings.ranking_target:
        yield
        return
    token = settings.ranking_token.get_secret_value()
    async with ranking_at(settings.ranking_target, token) as ranking:
        reporting = Reporting(room.desk, room.signing, ranking)
        room.desk.tell(reporting.heed)
        async with reporting.at_work():
            yield


async def _answering(engine: Engine) -> None:
    """Waits for the engine, for nothing can be played without it.

    Raises:
        ValueError: It is there, and does not know the token.
    """
    pause = FIRST_PAUSE
    while True:
        try:
            return await engine.list_games()
        except Refused as refused:
            if refused.reason == "ENGINE_CREDENTIAL":
                raise ValueError("the engine does not know our engine_token") from refused
            _log.warning("engine_awaited", reason=refused.reason)
        await asyncio.sleep(pause)
        pause = min(pause * 2, LONGEST_PAUSE)


def _days(settings: Settings) -> Days:
    """The days, where there is a key for them."""
    inline, path = settings.daily_key, settings.daily_key_file
    if inline is None and path is None:
        return Days(None)
    return Days(Keyset.parse(_keys(settings, inline, path, Keyset.make)))


def _keys(
    settings: Settings, inline: SecretStr | None, path: Path | None, make: Callable[[], str]
) -> str:
    given = inline.get_secret_value() if inline else None
    return keys.load(given, path, development=settings.development, make=make)
