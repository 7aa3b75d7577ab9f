"""The verbs of the engine: each opens a sealed state, lets the rules speak, and seals the next one."""

import asyncio
import contextlib
import os
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import grpc
from structlog.contextvars import bind_contextvars

from carteado.api.engine.v1 import engine_pb2 as pb
from carteado.api.engine.v1 import engine_pb2_grpc
from carteado.api.game.v1 import game_pb2
from carteado.engine import codec
from carteado.engine.sealing import BrokenSeal, Sealed, Sealer
from carteado.records.recording import record_from
from carteado.records.translate import games, moves, views
from carteado.records.translate.games import Translation
from carteado.records.translate.moves import invalid
from carteado.rules.game import Awaiting, IllegalAction, InvalidMatch, Placement, Refusal
from carteado.rules.match import Match
from carteado.rules.record import Record, Verdict, play, replay
from carteado.rules.rivals import advise
from carteado.rules.shuffle import SECRET_BYTES, Chain
from carteado.runtime.errors import Refused

NAME = pb.DESCRIPTOR.services_by_name["EngineService"].full_name

BUILT_LEVELS = (pb.LEVEL_UNSPECIFIED, pb.LEVEL_NORMAL)


class EngineService(engine_pb2_grpc.EngineServiceServicer):
    """The rules as a service. It keeps nothing between calls."""

    def __init__(self, sealer: Sealer) -> None:
        self._sealer = sealer

    # Opening and showing

    async def ListGames(self, request: pb.ListGamesRequest, context: Any) -> pb.ListGamesResponse:
        """Lists the games of this build."""
        return pb.ListGamesResponse(games=map(_game_info, games.TRANSLATIONS.values()))

    async def Open(self, request: pb.OpenRequest, context: Any) -> pb.OpenResponse:
        """Opens a match; without a secret the operating system's generator draws one."""
        translation = games.named(request.options, request.ruleset)
        if request.secret and len(request.secret) != SECRET_BYTES:
            raise invalid("SECRET_LENGTH", "a secret has 32 bytes")
        chain = Chain(request.secret or os.urandom(SECRET_BYTES))
        options = translation.options_from(request.options)
        with _answered():
            match = Match.open(
                translation.game, options, request.seats, chain, keep_secrets=request.keep_secrets
            )
        return pb.OpenResponse(step=self._step(match, translation, request.observers, ()))

    async def Observe(self, request: pb.ObserveRequest, context: Any) -> pb.ObserveResponse:
        """Shows what observers may see."""
        match, translation = self._opened(request.state)
        observers = moves.observers_from(request.observers, match.seats)
        return pb.ObserveResponse(views=views.views_to(match, observers, (), translation))

    # Moving

    async def Deal(self, request: pb.DealRequest, context: Any) -> pb.DealResponse:
        """Deals the next round."""
        action = game_pb2.Action(deal=request.deal)
        return pb.DealResponse(step=self._moved(request, game_pb2.Move(action=action)))

    async def Bid(self, request: pb.BidRequest, context: Any) -> pb.BidResponse:
        """Promises a number of tricks."""
        action = game_pb2.Action(bid=request.bid)
        return pb.BidResponse(step=self._moved(request, _move(request, action)))

    async def Play(self, request: pb.PlayRequest, context: Any) -> pb.PlayResponse:
        """Plays a card."""
        action = game_pb2.Action(play=request.play)
        return pb.PlayResponse(step=self._moved(request, _move(request, action)))

    async def Draw(self, request: pb.DrawRequest, context: Any) -> pb.DrawResponse:
        """Takes or turns a card."""
        action = game_pb2.Action(draw=request.draw)
        return pb.DrawResponse(step=self._moved(request, _move(request, action)))

    async def Pass(self, request: pb.PassRequest, context: Any) -> pb.PassResponse:
        """Passes, or stops."""
        action = game_pb2.Action()
        getattr(action, "pass").CopyFrom(getattr(request, "pass"))
        return pb.PassResponse(step=self._moved(request, _move(request, action)))

    async def Choose(self, request: pb.ChooseRequest, context: Any) -> pb.ChooseResponse:
        """Answers a question that a card put."""
        action = game_pb2.Action(choose=request.choose)
        return pb.ChooseResponse(step=self._moved(request, _move(request, action)))

    async def Declare(self, request: pb.DeclareRequest, context: Any) -> pb.DeclareResponse:
        """Calls estou-por-uma late, or accuses."""
        action = game_pb2.Action(declare=request.declare)
        return pb.DeclareResponse(step=self._moved(request, _move(request, action)))

    async def Apply(self, request: pb.ApplyRequest, context: Any) -> pb.ApplyResponse:
        """Applies several moves, all or none; the metadata of a refusal has the index of the move."""
        return pb.ApplyResponse(step=self._applied(request.state, request.moves, request.observers))

    # Advising and checking

    async def Advise(self, request: pb.AdviseRequest, context: Any) -> pb.AdviseResponse:
        """Asks the house rival, who sees what the seat sees."""
        if request.level not in BUILT_LEVELS:
            raise Refused(
                grpc.StatusCode.UNIMPLEMENTED, "LEVEL_UNAVAILABLE", "this build has LEVEL_NORMAL"
            )
        match, translation = self._opened(request.state)
        seat = moves.seat_from(request.seat, match.seats)
        _require_turn(match, seat)
        advice = advise(match.game, match.view(seat))
        return pb.AdviseResponse(action=translation.action_to(advice.action), reason=advice.reason)

    async def Replay(self, request: pb.ReplayRequest, context: Any) -> pb.ReplayResponse:
        """Plays a record again, away from the calls that wait."""
        return await asyncio.to_thread(_replayed, request)

    # One paragraph for all of them

    def _moved(self, request: Any, move: game_pb2.Move) -> pb.Step:
        """One move; a refusal carries no index."""
        try:
            return self._applied(request.state, [move], request.observers)
        except Refused as refused:
            refused.metadata.pop("move", None)
            raise

    def _applied(
        self,
        state: bytes,
        wanted: Sequence[game_pb2.Move],
        observers: Iterable[game_pb2.Observer],
    ) -> pb.Step:
        match, translation = self._opened(state)
        happened: list[views.Happened] = []
        for index, move in enumerate(moves.moves_from(wanted, match.seats, translation)):
            with _answered(move=str(index)):
                happened += [(match.ply, event) for event in play(match, move)]
        return self._step(match, translation, observers, happened)

    def _opened(self, state: bytes) -> tuple[Match, Translation]:
        """The match of a sealed state.

        Raises:
            Refused: DATA_LOSS for a state that this engine did not seal, or that was altered since.
        """
        try:
            sealed = self._sealer.open(state)
        except BrokenSeal as broken:
            raise Refused(
                grpc.StatusCode.DATA_LOSS, broken.reason, "the state cannot be opened"
            ) from broken
        translation = games.by_ruleset(sealed.ruleset)
        return codec.decode(translation.game, sealed.content), translation

    def _step(
        self,
        match: Match,
        translation: Translation,
        observers: Iterable[game_pb2.Observer],
        happened: Sequence[views.Happened],
    ) -> pb.Step:
        """The next state and what is seen of it; the line that the log has of this call names the match by its anchor."""
        seats = moves.observers_from(observers, match.seats)
        anchor = match.secrets.anchor
        bind_contextvars(match=anchor.hex()[:12], ply=match.ply)
        sealed = Sealed(match.game.ruleset, anchor, codec.encode(match))
        return pb.Step(
            state=self._sealer.seal(sealed),
            ply=match.ply,
            views=views.views_to(match, seats, happened, translation),
        )


@contextlib.contextmanager
def _answered(**metadata: str) -> Iterator[None]:
    """Turns what the rules refuse into the answer that the wire gives."""
    try:
        yield
    except IllegalAction as illegal:
        raise Refused(
            grpc.StatusCode.FAILED_PRECONDITION, illegal.refusal.value, metadata=metadata
        ) from illegal
    except InvalidMatch as fault:
        raise invalid(fault.fault.value, str(fault)) from fault


def _move(request: Any, action: game_pb2.Action) -> game_pb2.Move:
    return game_pb2.Move(seat=request.seat, action=action)


def _game_info(translation: Translation) -> pb.GameInfo:
    game = translation.game
    chosen = translation.options_from(translation.default_options)
    defaults = translation.options_to(game.checked(chosen, game.min_seats))
    return pb.GameInfo(
        game=translation.number,
        rulesets=[game.ruleset],
        min_seats=game.min_seats,
        max_seats=game.max_seats,
        defaults=defaults,
    )


def _require_turn(match: Match, seat: int) -> None:
    """Only who has something to decide is advised."""
    awaiting = match.game.awaiting(match.state)
    if awaiting is not Awaiting.SEAT:
        refusal = Refusal.ROUND_OVER if match.ply else Refusal.WRONG_PHASE
        raise Refused(grpc.StatusCode.FAILED_PRECONDITION, refusal.value)
    if not match.game.legal_actions(match.state, seat):
        raise Refused(grpc.StatusCode.FAILED_PRECONDITION, Refusal.NOT_YOUR_TURN.value)


def _replayed(request: pb.ReplayRequest) -> pb.ReplayResponse:
    """What a record proves, and, once nothing is left to hide, what a viewer steps through."""
    with _answered():
        record, translation = record_from(request.record)
    after = request.after_moves if request.HasField("after_moves") else None
    if after is not None and after > len(record.moves):
        raise invalid("MOVE_RANGE", "the record has fewer moves")
    verdict = replay(record, after)
    return pb.ReplayResponse(
        placements=map(views.placement_to, _places(verdict)),
        divergence=verdict.divergence,
        reason=verdict.reason,
        views=_views_of_record(request, record, verdict, translation),
    )


def _places(verdict: Verdict) -> list[Placement]:
    return verdict.match.game.placements(verdict.match.state)


def _views_of_record(
    request: pb.ReplayRequest, record: Record, verdict: Verdict, translation: Translation
) -> list[game_pb2.View]:
    """Views of a record that holds and is over.

    Raises:
        Refused: FAILED_PRECONDITION / RECORD_NOT_OVER where views are asked for and cards may still be hidden.
    """
    if not request.observers:
        return []
    if verdict.divergence is not None or not record.placements:
        raise Refused(
            grpc.StatusCode.FAILED_PRECONDITION, "RECORD_NOT_OVER", "only a whole record is shown"
        )
    observers = moves.observers_from(request.observers, record.seats)
    happened = [(verdict.match.ply, event) for event in verdict.events]
    return views.views_to(verdict.match, observers, happened, translation)
