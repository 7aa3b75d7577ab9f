"""Matches at the engine: how a table's match is opened, moved, shown and, from the log, made again.

The sealed state is a cache beside the log. Where it is missing, or the engine cannot open it any more, it is made anew from the secret and
the moves; nobody notices but the clock.
"""

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

import grpc
import structlog
from google.protobuf.json_format import MessageToDict, ParseDict

from carteado.api.engine.v1 import engine_pb2
from carteado.api.game.v1 import game_pb2
from carteado.runtime.errors import Refused
from carteado.tables import refusals, vault
from carteado.tables.changes import Change, Moved, Started
from carteado.tables.decisions import SeatRange
from carteado.tables.engine import Engine, Setup
from carteado.tables.store import Store, Stored
from carteado.tables.table import JsonObject, Phase, Place, Stand, Table
from carteado.tables.vault import Vault

MOVES_AT_ONCE = 4096
SCENES_KEPT = 2048

Answer = TypeVar("Answer")

_log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Scene:
    """What everybody may see at one ply: a view for each person seated, and the public's under None. Empty before the match."""

    views: Mapping[int | None, game_pb2.View] = field(default_factory=dict)

    def seen_by(self, seat: int | None) -> game_pb2.View | None:
        """The view of a seat, or of the public."""
        return self.views.get(seat, self.views.get(None))

    @property
    def public(self) -> game_pb2.View:
        """The view of the public, once there is a match."""
        return self.views[None]

    def still(self) -> "Scene":
        """The same without the events that led to it."""
        return Scene({seat: _without_events(view) for seat, view in self.views.items()})


@dataclass(frozen=True, slots=True)
class Drawn:
    """A chain of secrets: its last secret, sealed, and its anchor; and the options with the defaults written out."""

    secret: bytes
    anchor: bytes
    options: JsonObject


class Matches:
    """The matches of all tables, played by the engine."""

    def __init__(self, engine: Engine, vault: Vault, store: Store) -> None:
        self._engine = engine
        self._vault = vault
        self._store = store
        self._scenes: OrderedDict[str, tuple[int, Scene]] = OrderedDict()

    async def seats(self, game: str) -> SeatRange:
        """How many seats a game has."""
        return await self._engine.seats(game)

    async def draw(self, table_id: str, options: JsonObject, seats: int) -> Drawn:
        """Draws the secret of a table; the engine refuses options that contradict themselves."""
        return await self.drawn(table_id, options, seats, vault.draw())

    async def drawn(self, table_id: str, options: JsonObject, seats: int, secret: bytes) -> Drawn:
        """The same with a secret that was drawn before."""
        view = await self._first_view(options, seats, secret)
        return Drawn(self._vault.seal(table_id, secret), view.anchor, MessageToDict(view.options))

    async def checked(self, table: Table, options: JsonObject, seats: int) -> JsonObject:
        """Options with the defaults written out; the engine refuses those that contradict themselves. The chain stays the same."""
        view = await self._first_view(options, seats, self._secret(table))
        return MessageToDict(view.options)

    async def _first_view(self, options: JsonObject, seats: int, secret: bytes) -> game_pb2.View:
        step = await self._engine.open(Setup(_options(options), seats, secret), [None])
        return step.views[0]

    async def start(self, table: Table) -> tuple[bytes, Scene]:
        """The first state of a match, under the newest ruleset, and what everybody sees of it.

        Options that only so many seats cannot play are refused now; with other seats they may be played.
        """
        observers = _observers(table)
        setup = Setup(
            _options(table.terms.options),
            len(table.seats),
            self._secret(table),
            keeps_secrets=bool(table.day),
        )
        try:
            step = await self._engine.open(setup, observers)
        except Refused as refused:
            if refused.code is grpc.StatusCode.INVALID_ARGUMENT:
                raise refusals.not_now(refused.reason, refused.message) from refused
            raise
        return step.state, _scene(observers, step.views)

    async def move(self, stored: Stored, move: game_pb2.Move) -> tuple[bytes, Scene]:
        """The state after a move and what everybody sees of it, or the engine's refusal."""
        observers = _observers(stored.table)

        async def apply(state: bytes) -> engine_pb2.Step:
            return await self._engine.apply(state, [move], observers)

        step = await self._with_state(stored, apply)
        return step.state, _scene(observers, step.views)

    async def advice(self, stored: Stored, seat: int) -> game_pb2.Action:
        """What a house rival does in a seat; the same answer for the same decision."""
        table = stored.table
        seed = vault.advice_seed(self._secret(table), table.ply)
        level = table.seats[seat].level

        async def advise(state: bytes) -> game_pb2.Action:
            return await self._engine.advise(state, seat, level, seed)

        return await self._with_state(stored, advise)

    async def scene(self, stored: Stored) -> Scene:
        """What everybody sees now, without events."""
        table = stored.table
        if table.match is None:
            return Scene()
        ply, scene = self._scenes.get(table.id, (None, Scene()))
        if ply != table.ply:
            scene = await self._observed(stored)
            self.keep(table, scene)
        return scene

    def keep(self, table: Table, scene: Scene) -> None:
        """Remembers a scene for those who ask next."""
        if table.match is None:
            return
        self._scenes[table.id] = (table.ply, scene.still())
        self._scenes.move_to_end(table.id)
        if len(self._scenes) > SCENES_KEPT:
            self._scenes.popitem(last=False)

    async def _observed(self, stored: Stored) -> Scene:
        observers = _observers(stored.table)

        async def observe(state: bytes) -> Sequence[game_pb2.View]:
            return await self._engine.observe(state, observers)

        return _scene(observers, await self._with_state(stored, observe))

    async def replayed(
        self, table: Table, changes: Iterable[Change], observer: int | None
    ) -> tuple[bytes, game_pb2.View]:
        """The match of a table made again from its log, up to these changes: the state and what an observer sees there."""
        moves = [move_of(change) for change in changes if isinstance(change, Moved)]
        step = await self._engine.open(
            self._setup(table, keeps_secrets=bool(table.day)), [observer]
        )
        for first in range(0, len(moves), MOVES_AT_ONCE):
            some = moves[first : first + MOVES_AT_ONCE]
            step = await self._engine.apply(step.state, some, [observer])
        return step.state, _without_events(step.views[0])

    async def secrets(self, table: Table, changes: Iterable[Change]) -> tuple[bytes, ...]:
        """The secrets, by round, of a match that opened none while it went on."""
        moves = [move_of(change) for change in changes if isinstance(change, Moved)]
        step = await self._engine.open(self._setup(table, keeps_secrets=False), [None])
        return opened_by((await self._engine.apply(step.state, moves, [None])).views[0])

    def _setup(self, table: Table, *, keeps_secrets: bool) -> Setup:
        """What the match of a table began with."""
        assert table.match is not None
        options, ruleset = _options(table.match.options), table.match.ruleset
        return Setup(options, len(table.seats), self._secret(table), ruleset, keeps_secrets)

    async def next(
        self, state: bytes, move: Moved, observer: int | None
    ) -> tuple[bytes, game_pb2.View]:
        """One more move of the log: the state after it and what an observer sees of it."""
        step = await self._engine.apply(state, [move_of(move)], [observer])
        return step.state, step.views[0]

    async def view(self, state: bytes, observer: int | None) -> game_pb2.View:
        """What an observer sees of a state made again."""
        return (await self._engine.observe(state, [observer]))[0]

    async def _with_state(
        self, stored: Stored, call: Callable[[bytes], Awaitable[Answer]]
    ) -> Answer:
        """Calls with the state that is kept, or else with one made anew from the log."""
        if stored.sealed is not None:
            try:
                return await call(stored.sealed)
            except Refused as refused:
                if refused.code is not grpc.StatusCode.DATA_LOSS:
                    raise
                _log.warning("state_unusable", table=stored.table.id, reason=refused.reason)
        table = stored.table
        log = await self._store.log(table.id, table.version)
        state, _ = await self.replayed(table, [entry.change for entry in log], None)
        _log.info("state_made_again", table=table.id, ply=table.ply)
        return await call(state)

    def _secret(self, table: Table) -> bytes:
        return self._vault.open(table.id, table.secret)


def started_from(view: game_pb2.View) -> Started:
    """The change that starts a match, from the first view of the public."""
    return Started(view.ruleset, MessageToDict(view.options), stand_of(view))


def stand_of(view: game_pb2.View) -> Stand:
    """Where the match stands, from the public's view."""
    to_act = view.to_act if view.HasField("to_act") else None
    return Stand(Phase(game_pb2.Phase.Name(view.phase)), to_act, tuple(view.seats_out))


def places_of(view: game_pb2.View) -> tuple[Place, ...]:
    """The places that the rules give; none before the end."""
    return tuple(Place(one.seat, one.place, one.score, one.tie_break) for one in view.placements)


def opened_by(view: game_pb2.View) -> tuple[bytes, ...]:
    """The secrets that the events of a view open, by round."""
    rounds = [event.round_opened for event in view.events if event.HasField("round_opened")]
    return tuple(opened.secret for opened in sorted(rounds, key=lambda opened: opened.round))


def move_of(moved: Moved) -> game_pb2.Move:
    """A move of the log, on the wire."""
    return game_pb2.Move(seat=moved.seat, action=ParseDict(moved.action, game_pb2.Action()))


def _options(options: JsonObject) -> game_pb2.Options:
    return ParseDict(options, game_pb2.Options())


def _observers(table: Table) -> list[int | None]:
    return [*table.humans, None]


def _scene(observers: Iterable[int | None], views: Iterable[game_pb2.View]) -> Scene:
    return Scene(dict(zip(observers, views, strict=True)))


def _without_events(view: game_pb2.View) -> game_pb2.View:
    if not view.events:
        return view
    still = game_pb2.View()
    still.CopyFrom(view)
    del still.events[:]
    return still
