"""Tables of SEVN: the engine's own views of matches, dealt as a test says or at random."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from carteado.api.game.v1 import game_pb2
from carteado.api.tables.v1 import tables_pb2
from carteado.records.translate.games import TRANSLATIONS
from carteado.records.translate.views import views_to
from carteado.rules.game import Awaiting
from carteado.rules.match import Match
from carteado.rules.rivals.sevn import normal
from carteado.rules.sevn.events import Event
from carteado.rules.shuffle import Chain
from carteado.telegram_gateway.render import sevn as told
from carteado.telegram_gateway.render.scene import Past, Scene, scene_of
from carteado.words import Words
from tests.conformance.subjects.sevn import options as any_options
from tests.rules.sevn.table import Table
from tests.telegram_gateway.render import scenes
from tests.telegram_gateway.render.scenes import HOSTILE_NAMES

GAME = TRANSLATIONS["sevn"]
NAMES = ("Ana", "Bia & Zé", "Caio", "1")
TARGETS = (50, 100)
"""Points that a random match is played to, so that it ends soon."""
WHIM = 0.5
"""How often somebody does anything at all instead of what is sound."""


def lobby_of(*names: str, seconds: int = 60) -> tables_pb2.Table:
    return scenes.lobby_of(told, *names, seconds=seconds)


def playing(view: game_pb2.View, *names: str) -> tables_pb2.Table:
    return scenes.playing(told, view, *names)


class Evening:
    """A match on a table of the rules' own tests, as a chat follows it.

    Attributes:
        table: The table, to be played on.
        counted: The table when the last round was counted.
    """

    def __init__(self, table: Table, names: Sequence[str] = NAMES) -> None:
        self.table = table
        self.names = names
        self.counted: tables_pb2.Table | None = None
        self._ply = 40
        self._events: list[game_pb2.Event] = []

    def then(self, *moves: list[Event]) -> "Evening":
        """Follows what came of some moves that were just made."""
        for events in moves:
            self._ply += 1
            self._events += self.views(events)[0].events
        return self

    def counts(self) -> "Evening":
        """The round that is over, and what comes after it."""
        self.counted = self.seen()
        self._events = []
        return self

    def views(self, events: Sequence[Event] = ()) -> list[game_pb2.View]:
        """The table as the public sees it, and each seat."""
        match = Match.open(GAME.game, self.table.state.options, self.table.seats, Chain(bytes(32)))
        match.state, match.ply = self.table.state, self._ply
        return views_of(match, events)

    def seen(self, observer: int | None = None) -> tables_pb2.Table:
        view = self.views()[0 if observer is None else observer + 1]
        return playing(view, *self.names)

    def told(self, words: Words, observer: int | None = None) -> Scene:
        return scene_of(self.seen(observer), words, Past(tuple(self._events), self.counted))


@dataclass(frozen=True)
class Moment:
    """A random match after a move.

    Attributes:
        public: As the public sees it, with what came of the move.
        own: As each seat sees it.
        past: What went before.
        mover: Whose move it was; None for a deal.
        action: The move.
    """

    public: tables_pb2.Table
    own: list[tables_pb2.Table]
    past: Past
    mover: int | None
    action: game_pb2.Action

    @property
    def is_open(self) -> bool:
        return self.public.view.phase == game_pb2.PHASE_AWAITING_SEAT

    def told(self, words: Words, observer: int | None = None) -> Scene:
        table = self.public if observer is None else self.own[observer]
        return scene_of(table, words, self.past)


def random_match(rng: Random) -> Iterator[Moment]:
    """A match of two to twelve people with the worst of names, with any options and any deck, moment by moment."""
    seats = rng.randint(2, 12)
    names = tuple(rng.sample([*HOSTILE_NAMES, *HOSTILE_NAMES, "Ana", "Bia", "1"], seats))
    options = replace(any_options(rng, seats), target=rng.choice(TARGETS))
    match = Match.open(GAME.game, options, seats, Chain(rng.randbytes(32)))
    past = Past()
    while match.game.awaiting(match.state) is not Awaiting.NOTHING:
        mover = match.game.to_act(match.state)
        action = None if mover is None else chosen(match, mover, rng)
        events = match.deal() if mover is None else match.act(mover, action)
        public, *own = views_of(match, events)
        before = () if mover is None else past.events
        past = Past((*before, *public.events), past.counted)
        tables = [playing(view, *names) for view in (public, *own)]
        meant = game_pb2.Action() if mover is None else GAME.action_to(action)
        moment = Moment(tables[0], tables[1:], past, mover, meant)
        yield moment
        if not moment.is_open:
            past = Past(past.events, moment.public)


def views_of(match: Match, events: Sequence[Any]) -> list[game_pb2.View]:
    """What the public sees of a match, and each seat, with what just happened."""
    happened = [(match.ply, event) for event in events]
    return views_to(match, [None, *range(match.seats)], happened, GAME)


def chosen(match: Match, seat: int, rng: Random) -> Any:
    """What somebody does: what is sound, or anything."""
    if rng.random() < WHIM:
        return rng.choice(match.game.legal_actions(match.state, seat))
    return normal(match.view(seat))[0]
