"""Tables of Eu Faço!: the engine's own views of real matches."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from carteado.api.eu_faco.v1 import eu_faco_pb2
from carteado.api.game.v1 import game_pb2
from carteado.api.tables.v1 import tables_pb2
from carteado.records.translate.games import TRANSLATIONS
from carteado.records.translate.views import views_to
from carteado.rules import eu_faco
from carteado.rules.game import Awaiting
from carteado.rules.match import Match
from carteado.rules.shuffle import Chain
from carteado.telegram_gateway.render import eu_faco as told
from tests.telegram_gateway.render import scenes
from tests.telegram_gateway.render.scenes import HOSTILE_NAMES

GAME = TRANSLATIONS["eu_faco"]
Card: TypeAlias = eu_faco_pb2.Card.ValueType


def lobby_of(*names: str, seconds: int = 60) -> tables_pb2.Table:
    return scenes.lobby_of(told, *names, seconds=seconds, max_seats=8)


def playing(view: game_pb2.View, *names: str) -> tables_pb2.Table:
    return scenes.playing(told, view, *names)


@dataclass(frozen=True)
class Moment:
    """A match between two moves, as everybody sees it.

    Attributes:
        public: As the public sees it.
        own: As each seat sees it.
        counted: The public table when the last round was counted.
        hidden: The card on each forehead, in a forehead round that goes on.
    """

    public: tables_pb2.Table
    own: list[tables_pb2.Table]
    counted: tables_pb2.Table | None
    hidden: list[int]

    @property
    def is_open(self) -> bool:
        return self.public.view.phase == game_pb2.PHASE_AWAITING_SEAT


def moments(rng: Random, names: tuple[str, ...], options: eu_faco.Options) -> Iterator[Moment]:
    """A random match, moment by moment, from the first deal to its end."""
    match = Match.open(GAME.game, options, len(names), Chain(rng.randbytes(32)))
    counted = None
    while match.game.awaiting(match.state) is not Awaiting.NOTHING:
        if match.game.awaiting(match.state) is Awaiting.DEAL:
            match.deal()
        else:
            seat = match.game.to_act(match.state)
            assert seat is not None
            match.act(seat, rng.choice(match.game.legal_actions(match.state, seat)))
        moment = seen(match, names, counted)
        yield moment
        counted = counted if moment.is_open else moment.public


def seen(match: Match, names: tuple[str, ...], counted: tables_pb2.Table | None = None) -> Moment:
    observers = [None, *range(match.seats)]
    public, *own = [playing(view, *names) for view in views_to(match, observers, [], GAME)]
    hands = match.state.hands
    hidden = [hand[0] if match.state.hand_size == 1 and hand else 0 for hand in hands]
    return Moment(public, own, counted, hidden)


def random_options(rng: Random, seats: int) -> eu_faco.Options:
    """Options such that any kind of match comes up."""
    if rng.random() < 0.25:
        ceiling = min(10, 39 // seats)
        return eu_faco.Options(fixed_rounds=tuple(rng.randint(1, ceiling) for _ in range(5)))
    return eu_faco.Options(lives=rng.choice([3, 5, 7]))


def random_match(rng: Random) -> Iterator[Moment]:
    """A match of two to eight people with the worst of names."""
    seats = rng.randint(2, 8)
    names = tuple(rng.sample([*HOSTILE_NAMES, "Ana", "Bia", "1"], seats))
    yield from moments(rng, names, random_options(rng, seats))
