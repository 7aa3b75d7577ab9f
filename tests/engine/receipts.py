"""Every byte that one seat receives in a match, and what of it that seat may know.

The truth comes from the rules, played beside the engine with the same secret: the engine's own views are never asked what may be shown.
"""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

import grpc.aio
from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message
from google.protobuf.unknown_fields import UnknownFieldSet

from carteado.api.engine.v1 import engine_pb2 as pb
from carteado.api.game.v1 import game_pb2
from carteado.engine import codec
from carteado.engine.sealing import Sealed
from carteado.engine.translate import eu_faco as translate
from carteado.rules import GAMES, eu_faco
from carteado.rules.game import Awaiting
from carteado.rules.match import Match
from carteado.rules.shuffle import Chain
from tests.conformance.games import eu_faco_options, eu_faco_resampled
from tests.engine.engines import Engine, answer_of, bid, play
from tests.engine.wire_matches import by_verb

GAME = GAMES["eu_faco"]
CARDS = frozenset(range(1, 41))
WINDOW = 6
"""Bytes of a secret in a row that may occur nowhere."""

Turn = tuple[int | None, Any]


@dataclass
class Script:
    """A match that was played through the rules, to be played again over the wire."""

    options: eu_faco.Options
    seats: int
    secret: bytes
    turns: list[Turn] = field(default_factory=list)
    tiebreaks: int = 0
    foreheads: int = 0

    def match(self) -> Match:
        """The match before its first deal."""
        return Match.open(GAME, self.options, self.seats, Chain(self.secret))


def script(rng: Random, *, tiebreak: bool = False) -> Script:
    """A random match; on request one of those that a tie-break decides."""
    while True:
        seats = rng.randint(2, 8)
        written = Script(eu_faco_options(rng, seats), seats, rng.randbytes(32))
        _write(written, rng)
        if written.tiebreaks or not tiebreak:
            return written


def _write(script_: Script, rng: Random) -> None:
    match = script_.match()
    while GAME.awaiting(match.state) is not Awaiting.NOTHING:
        seat = GAME.to_act(match.state)
        action = None if seat is None else rng.choice(GAME.legal_actions(match.state, seat))
        script_.turns.append((seat, action))
        take(match, seat, action)
        if seat is None:
            script_.foreheads += match.state.hand_size == 1
            script_.tiebreaks += match.state.tiebreak


def take(match: Match, seat: int | None, action: Any) -> None:
    """The turn, through the rules."""
    _ = match.deal() if seat is None else match.act(seat, action)


def known_cards(state: eu_faco.State, observer: int | None) -> set[int]:
    """The cards of this round that an observer may know: EF-R16, EF-36, EF-R17, in words of their own."""
    tricks = [*state.tricks, state.trick]
    known = {card for trick in tricks for card in trick.cards}
    if observer is None or state.out_round[observer]:
        return known
    for seat, hand in enumerate(state.hands):
        if (seat == observer) != (state.hand_size == 1):
            known.update(hand)
    return known


def cards_in(message: Message) -> Iterator[int]:
    """Every value of every field whose type is a card, however deep; unknown fields there may be none."""
    assert not len(UnknownFieldSet(message))
    for descriptor, value in message.ListFields():
        many = value if descriptor.is_repeated else [value]
        if descriptor.type == FieldDescriptor.TYPE_MESSAGE:
            for one in many:
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
    foreheads: int = 0
    tiebreaks: int = 0
    watching: int = 0


async def prove(engine: Engine, script_: Script, rng: Random, found: Found) -> None:
    """Plays the script over the wire and holds everything that anybody receives against what it may know."""
    truth = script_.match()
    recipients = [Recipient(engine, seat) for seat in (None, *range(script_.seats))]
    request: Any = pb.OpenRequest(
        options=translate.options_to(script_.options), seats=script_.seats, secret=script_.secret
    )
    state = await everybody_asks(recipients, request, truth, found)
    for seat, action in script_.turns:
        request = _request(state, seat, action)
        take(truth, seat, action)
        state = await everybody_asks(recipients, request, truth, found)
        if rng.random() < 0.15:
            await prove_blindness(recipients, state, truth, rng)
    check_secrets(recipients, truth)
    found.matches += 1
    found.receipts += sum(recipient.receipts for recipient in recipients)
    found.received += sum(len(recipient.received) for recipient in recipients)
    found.foreheads += script_.foreheads
    found.tiebreaks += script_.tiebreaks


def _request(state: bytes, seat: int | None, action: Any) -> Any:
    move = game_pb2.Move(action=game_pb2.Action(deal=game_pb2.Deal()))
    if seat is not None:
        move = game_pb2.Move(seat=seat, action=translate.action_to(action))
    return by_verb(state, move)


def with_observer(request: Any, who: Recipient) -> Any:
    asked = type(request)()
    asked.CopyFrom(request)
    asked.observers.append(who.observer)
    return asked


async def everybody_asks(
    recipients: list[Recipient], request: Any, truth: Match, found: Found
) -> bytes:
    """Each makes the same move for its own eyes; one of the states that came back goes on."""
    answers = await asyncio.gather(*(who.asks(with_observer(request, who)) for who in recipients))
    for who, (answer, raw) in zip(recipients, answers, strict=True):
        check_answer(who, answer, raw, truth, found)
    state: bytes = answers[0][0].step.state
    return state


def check_answer(who: Recipient, answer: Any, raw: bytes, truth: Match, found: Found) -> None:
    """No card that may not be known, no secret that is not open."""
    known = known_cards(truth.state, who.seat)
    shown = list(cards_in(answer))
    assert set(shown) <= known, f"seat {who.seat} at ply {truth.ply}: {set(shown) - known}"
    found.cards += len(shown)
    if who.seat is not None:
        found.watching += bool(truth.state.out_round[who.seat])
    counted = GAME.rounds_to_open(truth.state)
    for number in range(counted + 1, counted + 3):
        check_absent(truth.secrets.of(number), raw)
    assert isinstance(truth.secrets, Chain)
    check_absent(truth.secrets.last, raw)


def check_absent(secret: bytes, raw: bytes) -> None:
    """No run of bytes of the secret occurs, in the views or in the sealed state."""
    for start in range(0, len(secret) - WINDOW + 1, WINDOW):
        assert secret[start : start + WINDOW] not in raw


def check_secrets(recipients: list[Recipient], truth: Match) -> None:
    """Of the 1024 secrets nobody ever received more than those of the rounds that were counted."""
    counted = GAME.rounds_to_open(truth.state)
    for who in recipients:
        received = bytes(who.received)
        for number in range(1, counted + 1):
            assert truth.secrets.of(number) in received
        for number in range(counted + 1, 1025):
            assert truth.secrets.of(number)[:8] not in received


# Non-interference over the wire


async def prove_blindness(
    recipients: list[Recipient], state: bytes, truth: Match, rng: Random
) -> None:
    """With the cards that an observer cannot see exchanged, everything it is sent is the same to the byte."""
    for who in recipients:
        twin = _sealed_twin(who, truth, rng)
        assert len(twin) == len(state)
        seats = range(truth.seats) if who.seat is None else [who.seat]
        moves = [
            game_pb2.Move(seat=seat, action=action)
            for seat in seats
            for action in (bid(rng.randint(0, 11)), play(rng.randint(0, 40)))
        ]
        observe = pb.ObserveRequest(observers=[who.observer])
        assert await answer_to(who, observe, state) == await answer_to(who, observe, twin)
        for move in moves:
            await same_refusal(who, move, state, twin)
        if who.seat is not None:
            advice = pb.AdviseRequest(seat=who.seat)
            assert await answer_to(who, advice, state) == await answer_to(who, advice, twin)


def _sealed_twin(who: Recipient, truth: Match, rng: Random) -> bytes:
    real = truth.state
    truth.state = eu_faco_resampled(real, who.seat, rng)
    content = codec.encode(truth)
    truth.state = real
    sealed = Sealed(GAME.ruleset, truth.secrets.anchor, content)
    return who.engine.sealer.seal(sealed)


async def answer_to(who: Recipient, request: Any, state: bytes) -> bytes:
    asked = type(request)()
    asked.CopyFrom(request)
    asked.state = state
    try:
        return (await who.asks(asked))[1]
    except grpc.aio.AioRpcError as error:
        return answer_of(error).raw


async def same_refusal(who: Recipient, move: game_pb2.Move, state: bytes, twin: bytes) -> None:
    """A seat learns nothing from a refusal; a spectator who guesses at another's hand is not the seat, and is left out."""
    if who.seat is None and move.action.HasField("play"):
        return
    refused, again = await who.tries(state, move), await who.tries(twin, move)
    assert refused == again
    assert not [name for name in (b"BRONZE", b"SILVER", b"GOLD", b"DIAMOND") if name in refused]
