"""Every byte that one seat receives in a match, and what of it that seat may know.

The truth comes from the rules, played beside the engine with the same secret: the engine's own views are never asked what may be shown.
"""

import asyncio
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

import grpc
import grpc.aio
from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message
from google.protobuf.unknown_fields import UnknownFieldSet

from carteado.api.engine.v1 import engine_pb2 as pb
from carteado.api.game.v1 import game_pb2
from carteado.engine import codec
from carteado.engine.sealing import Sealed
from carteado.rules.game import Awaiting
from carteado.rules.match import Match
from carteado.rules.shuffle import Chain
from tests.conformance.games import Subject
from tests.conformance.interference import twin_of
from tests.conformance.playouts import random_move
from tests.engine.engines import Engine, answer_of
from tests.engine.known_cards import SIGHTS, Sight
from tests.engine.wire_games import action_of, options_of
from tests.engine.wire_matches import ACTIONS, by_verb

WINDOW = 6
"""Bytes of a secret in a row that may occur nowhere."""
MOST_TURNS = 200
BLINDFOLDED = 0.1
"""Share of the turns after which everybody's hidden cards are exchanged."""
FACES = (b"BRONZE", b"SILVER", b"GOLD", b"DIAMOND", b"CLUBS", b"HEARTS", b"SPADES", b"BALLAST")

Turn = tuple[int | None, Any]


@dataclass
class Script:
    """A match that was played through the rules, to be played again over the wire.

    Attributes:
        kinds: How often it stood in which special way.
    """

    subject: Subject
    options: Any
    seats: int
    secret: bytes
    turns: list[Turn] = field(default_factory=list)
    kinds: Counter[str] = field(default_factory=Counter)

    @property
    def sight(self) -> Sight:
        """How the game shows its cards."""
        return SIGHTS[self.subject.game.name]

    def match(self) -> Match:
        """The match before its first deal."""
        return Match.open(self.subject.game, self.options, self.seats, Chain(self.secret))


def script(subject: Subject, rng: Random, *, rare: bool = False) -> Script:
    """A random match that is not too long; on request one of those in which the rare thing of the game happens."""
    while True:
        seats = rng.randint(subject.game.min_seats, subject.game.max_seats)
        written = Script(subject, subject.options(rng, seats), seats, rng.randbytes(32))
        if _write(written, rng) and (written.kinds[written.sight.rare] or not rare):
            return written


def _write(script_: Script, rng: Random) -> bool:
    """Plays the match; False when it grows too long."""
    match, subject = script_.match(), script_.subject
    while subject.game.awaiting(match.state) is not Awaiting.NOTHING:
        move = random_move(subject, match, rng)
        turn = (move.seat, None if move.seat is None else move.action)
        take(match, *turn)
        script_.turns.append(turn)
        script_.kinds.update(script_.sight.kinds(match.state))
        if len(script_.turns) > MOST_TURNS:
            return False
    return True


def take(match: Match, seat: int | None, action: Any) -> list[Any]:
    """The turn, through the rules."""
    return match.deal() if seat is None else match.act(seat, action)


def cards_in(message: Message) -> Iterator[int]:
    """Every value of every field whose type is a card, however deep; unknown fields there may be none. Options are everybody's."""
    assert not len(UnknownFieldSet(message))
    for descriptor, value in message.ListFields():
        many = value if descriptor.is_repeated else [value]
        if descriptor.type == FieldDescriptor.TYPE_MESSAGE:
            for one in many if not isinstance(value, game_pb2.Options) else []:
                yield from cards_in(one)
        elif descriptor.enum_type is not None and descriptor.enum_type.name == "Card":
            yield from (card for card in many if card)


class Recipient:
    """A client in one seat, or a spectator: what it asks, and every byte that comes back."""

    def __init__(self, engine: Engine, seat: int | None) -> None:
        self.engine = engine
        self.seat = seat
        self.observer = game_pb2.Observer(seat=seat)
        self.received = bytearray()
        self.receipts = 0

    async def asks(self, request: Any) -> tuple[Any, bytes]:
        """The answer, and its bytes."""
        method = request.DESCRIPTOR.name.removesuffix("Request")
        raw = await self.engine.raw(method, request.SerializeToString())
        self._keep(raw)
        return getattr(pb, f"{method}Response").FromString(raw), raw

    async def tries(self, state: bytes, move: game_pb2.Move) -> bytes:
        """Every byte of the refusal; nothing when it was accepted."""
        try:
            await self.asks(by_verb(state, move))
        except grpc.aio.AioRpcError as error:
            raw = answer_of(error).raw
            raw += repr([error.initial_metadata(), error.trailing_metadata()]).encode()
            self._keep(raw)
            return raw
        return b""

    def _keep(self, raw: bytes) -> None:
        self.received += raw
        self.receipts += 1


@dataclass
class Found:
    """How much a proof has looked at."""

    matches: int = 0
    receipts: int = 0
    received: int = 0
    cards: int = 0
    kinds: Counter[str] = field(default_factory=Counter)


@dataclass
class Truth:
    """The match as the rules play it beside the engine, what the last turn made happen, and what everybody knew before it."""

    script: Script
    match: Match
    happened: list[Any] = field(default_factory=list)
    before: set[int] = field(default_factory=set)

    def takes(self, seat: int | None, action: Any) -> None:
        """The next turn of the script."""
        if self.script.sight.lasts:
            self.before = self.script.sight.known(self.match.state, None, ())
        self.happened = take(self.match, seat, action)

    def known(self, observer: int | None) -> set[int]:
        """The faces that an observer may know now."""
        return self.before | self.script.sight.known(self.match.state, observer, self.happened)


async def prove(engine: Engine, script_: Script, rng: Random, found: Found) -> None:
    """Plays the script over the wire and holds everything that anybody receives against what it may know."""
    truth = Truth(script_, script_.match())
    recipients = [Recipient(engine, seat) for seat in (None, *range(script_.seats))]
    options = options_of(script_.subject, script_.options)
    request: Any = pb.OpenRequest(options=options, seats=script_.seats, secret=script_.secret)
    state = await everybody_asks(recipients, request, truth, found)
    for seat, action in script_.turns:
        request = _request(script_.subject, state, seat, action)
        truth.takes(seat, action)
        state = await everybody_asks(recipients, request, truth, found)
        if rng.random() < BLINDFOLDED:
            await prove_blindness(recipients, state, truth, rng)
    check_secrets(recipients, truth.match)
    found.matches += 1
    found.receipts += sum(recipient.receipts for recipient in recipients)
    found.received += sum(len(recipient.received) for recipient in recipients)
    found.kinds.update(script_.kinds)


def _request(subject: Subject, state: bytes, seat: int | None, action: Any) -> Any:
    move = game_pb2.Move(action=game_pb2.Action(deal=game_pb2.Deal()))
    if seat is not None:
        [said] = action_of(subject.game.name, action)
        move = game_pb2.Move(seat=seat, action=said)
    return by_verb(state, move)


def with_observer(request: Any, who: Recipient) -> Any:
    asked = type(request)()
    asked.CopyFrom(request)
    asked.observers.append(who.observer)
    return asked


async def everybody_asks(
    recipients: list[Recipient], request: Any, truth: Truth, found: Found
) -> bytes:
    """Each makes the same move for its own eyes; one of the states that came back goes on."""
    answers = await asyncio.gather(*(who.asks(with_observer(request, who)) for who in recipients))
    for who, (answer, raw) in zip(recipients, answers, strict=True):
        check_answer(who, answer, raw, truth, found)
    state: bytes = answers[0][0].step.state
    return state


def check_answer(who: Recipient, answer: Any, raw: bytes, truth: Truth, found: Found) -> None:
    """No card that may not be known, no secret that is not open."""
    match = truth.match
    known = truth.known(who.seat)
    shown = list(cards_in(answer))
    assert set(shown) <= known, f"seat {who.seat} at ply {match.ply}: {set(shown) - known}"
    found.cards += len(shown)
    counted = match.game.rounds_to_open(match.state)
    for number in range(counted + 1, counted + 3):
        check_absent(match.secrets.of(number), raw)
    assert isinstance(match.secrets, Chain)
    check_absent(match.secrets.last, raw)


def check_absent(secret: bytes, raw: bytes) -> None:
    """No run of bytes of the secret occurs, in the views or in the sealed state."""
    for start in range(0, len(secret) - WINDOW + 1, WINDOW):
        assert secret[start : start + WINDOW] not in raw


def check_secrets(recipients: list[Recipient], truth: Match) -> None:
    """Of the 1024 secrets nobody ever received more than those of the rounds that were counted."""
    counted = truth.game.rounds_to_open(truth.state)
    for who in recipients:
        received = bytes(who.received)
        for number in range(1, counted + 1):
            assert truth.secrets.of(number) in received
        for number in range(counted + 1, 1025):
            assert truth.secrets.of(number)[:8] not in received


# Non-interference over the wire


async def prove_blindness(
    recipients: list[Recipient], state: bytes, truth: Truth, rng: Random
) -> None:
    """With the cards that an observer cannot see exchanged, everything it is sent is the same to the byte."""
    for who in recipients:
        twin = _sealed_twin(who, truth, rng)
        assert len(twin) == len(state)
        observe = pb.ObserveRequest(observers=[who.observer])
        assert await answer_to(who, observe, state) == await answer_to(who, observe, twin)
        if who.seat is not None:
            advice = pb.AdviseRequest(seat=who.seat)
            assert await answer_to(who, advice, state) == await answer_to(who, advice, twin)
            for action in rng.choices(ACTIONS[truth.match.game.name], k=2):
                move = game_pb2.Move(seat=who.seat, action=action)
                await same_refusal(who, move, state, twin)


def _sealed_twin(who: Recipient, truth: Truth, rng: Random) -> bytes:
    match = truth.match
    other = twin_of(match, truth.script.subject.resampled(match.state, who.seat, rng))
    sealed = Sealed(match.game.ruleset, match.secrets.anchor, codec.encode(other))
    return who.engine.sealer.seal(sealed)


async def answer_to(who: Recipient, request: Any, state: bytes) -> bytes:
    asked = type(request)()
    asked.CopyFrom(request)
    asked.state = state
    try:
        return (await who.asks(asked))[1]
    except grpc.aio.AioRpcError as error:
        answer = answer_of(error)
        assert answer.code is grpc.StatusCode.FAILED_PRECONDITION
        return answer.raw


async def same_refusal(who: Recipient, move: game_pb2.Move, state: bytes, twin: bytes) -> None:
    """A seat learns nothing from a refusal, which names no card."""
    refused, again = await who.tries(state, move), await who.tries(twin, move)
    assert refused == again
    assert not [name for name in FACES if name in refused]
