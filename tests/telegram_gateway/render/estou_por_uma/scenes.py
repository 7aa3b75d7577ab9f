"""Tables of Estou-por-uma: the engine's own views of real matches, with what a follower would have seen before."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, TypeAlias

from carteado.api.estou_por_uma.v1 import estou_por_uma_pb2
from carteado.api.game.v1 import game_pb2
from carteado.api.tables.v1 import tables_pb2
from carteado.records.translate.games import TRANSLATIONS
from carteado.records.translate.views import views_to
from carteado.rules.estou_por_uma import Options
from carteado.rules.game import Awaiting
from carteado.rules.match import Match
from carteado.rules.rivals import estou_por_uma as rival
from carteado.rules.shuffle import Chain
from carteado.telegram_gateway.render import estou_por_uma as told
from carteado.telegram_gateway.render.estou_por_uma import lobby
from carteado.telegram_gateway.render.scene import Past
from tests.rules.estou_por_uma.table import Table
from tests.telegram_gateway.render import scenes
from tests.telegram_gateway.render.scenes import HOSTILE_NAMES, words_in

GAME = TRANSLATIONS["estou_por_uma"]
Card: TypeAlias = estou_por_uma_pb2.Card.ValueType


def lobby_of(*names: str, seconds: int = 60) -> tables_pb2.Table:
    return scenes.lobby_of(told, *names, seconds=seconds, max_seats=12)


def playing(view: game_pb2.View, *names: str) -> tables_pb2.Table:
    return scenes.playing(told, view, *names)


@dataclass(frozen=True)
class Sight:
    """A match between two moves, as whoever asks sees it; asked for before the next move."""

    match: Match
    names: tuple[str, ...]
    happened: list[tuple[int, Any]]
    ply: int

    def __getitem__(self, observer: int | None) -> tables_pb2.Table:
        assert self.match.ply == self.ply
        [view] = views_to(self.match, [observer], self.happened, GAME)
        return playing(view, *self.names)


@dataclass(frozen=True)
class Moment:
    """A match between two moves, as everybody sees it.

    Attributes:
        public: As the public sees it.
        own: As each seat sees it, by seat.
        past: What went before, the last move included.
        match: The match itself.
    """

    public: tables_pb2.Table
    own: Sight
    past: Past
    match: Match

    @property
    def is_open(self) -> bool:
        return self.public.view.phase == game_pb2.PHASE_AWAITING_SEAT

    @property
    def hands(self) -> list[list[int]]:
        """What each seat holds."""
        hands: list[list[int]] = self.match.state.hands
        return hands


def opened(rng: Random, seats: int, options: Options) -> Match:
    """A match before its first deal."""
    return Match.open(GAME.game, options, seats, Chain(rng.randbytes(32)))


def laid_match(table: Table) -> Match:
    """A match whose cards lie as a test says."""
    match = opened(Random(0), table.seats, table.state.options)
    match.state, match.ply = table.state, 40
    return match


WHIM = 0.3
"""How often somebody does anything at all instead of what is sound."""


class Evening:
    """A match as it is played and followed."""

    def __init__(self, names: tuple[str, ...], match: Match) -> None:
        self.match = match
        self._names = names
        self._events: list[game_pb2.Event] = []
        self._counted: tables_pb2.Table | None = None

    @property
    def is_over(self) -> bool:
        return self.match.game.awaiting(self.match.state) is Awaiting.NOTHING

    def actions(self) -> list[tuple[int, Any]]:
        """All that any seat may do now."""
        legal = self.match.game.legal_actions
        seats = range(self.match.seats)
        return [(seat, each) for seat in seats for each in legal(self.match.state, seat)]

    def deals(self) -> Moment:
        self._events.clear()
        return self._seen(self.match.deal())

    def does(self, seat: int, action: Any) -> Moment:
        return self._seen(self.match.act(seat, action))

    def stands(self) -> Moment:
        """As it is, with nothing more done."""
        return self._seen([])

    def goes_on(self, rng: Random) -> Moment:
        """A deal, or a move: mostly a sound one, so that rounds come to an end."""
        match = self.match
        if match.game.awaiting(match.state) is Awaiting.DEAL:
            return self.deals()
        if rng.random() < WHIM:
            return self.does(*rng.choice(self.actions()))
        seat = match.state.to_act
        return self.does(seat, rival.normal(match.view(seat))[0])

    def _seen(self, events: list[Any]) -> Moment:
        match = self.match
        sight = Sight(match, self._names, [(match.ply, event) for event in events], match.ply)
        public = sight[None]
        self._events += public.view.events
        moment = Moment(public, sight, Past(tuple(self._events), self._counted), match)
        if not moment.is_open:
            self._counted = public
        return moment


def moments(rng: Random, names: tuple[str, ...], options: Options) -> Iterator[Moment]:
    """A match, moment by moment, from the first deal to its end."""
    evening = Evening(names, opened(rng, len(names), options))
    while not evening.is_over:
        yield evening.goes_on(rng)


def random_options(rng: Random) -> Options:
    """Any options that a host can choose in the lobby, with a limit that is soon reached; and keeping what one drew."""
    wire = game_pb2.Options(estou_por_uma=estou_por_uma_pb2.Options())
    words = words_in("en").of("estou_por_uma")
    for choice in lobby.choices.values():
        for _ in range(rng.randrange(2)):
            choice(wire, words)
    wire.estou_por_uma.limit = rng.choice([20, 30, 50])
    wire.estou_por_uma.may_keep_drawn = rng.random() < 0.3
    chosen: Options = GAME.options_from(wire)
    return chosen


def random_match(rng: Random) -> Iterator[Moment]:
    """A match of two to twelve people with the worst of names."""
    seats = rng.randint(2, 12)
    names = tuple(rng.sample([*HOSTILE_NAMES, "Ana", "Bia", "1", "2"], seats))
    yield from moments(rng, names, random_options(rng))
