"""Tables as the tables service shows them: the engine's own views of real matches, with people of any name in the seats."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from functools import cache
from random import Random
from typing import TypeAlias

from google.protobuf.duration_pb2 import Duration

from carteado.api.eu_faco.v1 import eu_faco_pb2
from carteado.api.game.v1 import game_pb2
from carteado.api.tables.v1 import tables_pb2
from carteado.engine.translate.games import TRANSLATIONS
from carteado.engine.translate.views import views_to
from carteado.rules import eu_faco
from carteado.rules.game import Awaiting
from carteado.rules.match import Match
from carteado.rules.shuffle import Chain
from carteado.telegram_gateway.catalogs import LOCALES
from carteado.words import Words

GAME = TRANSLATIONS["eu_faco"]
LANGUAGES = ("pt_BR", "en")
CODE = "K7F3Q"
BOT = "carteado_bot"
FROM_RIGHT_TO_LEFT = "\u05d0\u05d1\u05d2" * 20
HOSTILE_NAMES = (
    "M" * 64,
    "\U0001f469" * 64,
    "<b>&amp;</b>" * 5,
    "\u202e" + "evil" * 10,
    FROM_RIGHT_TO_LEFT,
    "Z\u0336\u0337\u0338\u0334" * 12,
    "\u200b\u2060\u3164",
    "\u5b57" * 64,
)

Card: TypeAlias = eu_faco_pb2.Card.ValueType


@cache
def words_in(language: str) -> Words:
    return Words(LOCALES, language)


def seats_of(*names: str) -> list[tables_pb2.Seat]:
    """People in the order given; a bare number is a house rival."""
    return [
        tables_pb2.Seat(
            seat=number,
            player=tables_pb2.Player(
                id=f"house/{name}" if name.isdecimal() else f"telegram/{number}", name=name
            ),
            controller=tables_pb2.CONTROLLER_RIVAL
            if name.isdecimal()
            else tables_pb2.CONTROLLER_PLAYER,
        )
        for number, name in enumerate(names)
    ]


def lobby_of(*names: str, seconds: int = 60) -> tables_pb2.Table:
    seats = seats_of(*names)
    table = tables_pb2.Table(
        id="table-1",
        code=CODE,
        options=game_pb2.Options(eu_faco=eu_faco_pb2.Options()),
        state=tables_pb2.TABLE_STATE_LOBBY,
        host=seats[0].player,
        seats=seats,
        max_seats=8,
    )
    if seconds:
        table.turn_time.CopyFrom(duration(seconds))
    return table


def duration(seconds: int) -> Duration:
    lasting = Duration()
    lasting.FromTimedelta(timedelta(seconds=seconds))
    return lasting


def playing(view: game_pb2.View, *names: str) -> tables_pb2.Table:
    """A table with this view of its match."""
    table = lobby_of(*names)
    over = view.phase == game_pb2.PHASE_FINISHED
    table.state = tables_pb2.TABLE_STATE_FINISHED if over else tables_pb2.TABLE_STATE_PLAYING
    table.options.CopyFrom(view.options)
    table.view.CopyFrom(view)
    table.placements.extend(view.placements)
    return table


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
