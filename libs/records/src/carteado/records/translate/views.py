"""Views, events and places, from the rules to the wire."""

from collections.abc import Iterable, Sequence
from typing import Any

from carteado.api.game.v1 import game_pb2
from carteado.records.translate.games import Translation
from carteado.rules.game import Awaiting, Placement, Seat
from carteado.rules.match import Match, MatchEnded, RoundOpened, View

Happened = tuple[int, Any]
"""An event with the ply after the action that made it happen."""

PHASES = {
    Awaiting.DEAL: game_pb2.PHASE_AWAITING_DEAL,
    Awaiting.SEAT: game_pb2.PHASE_AWAITING_SEAT,
    Awaiting.NOTHING: game_pb2.PHASE_FINISHED,
}


def views_to(
    match: Match,
    observers: Iterable[Seat | None],
    happened: Sequence[Happened],
    translation: Translation,
) -> list[game_pb2.View]:
    """A view for each observer, in the order asked, with what happened as that observer may see it."""
    return [_view_to(match, match.view(observer), happened, translation) for observer in observers]


def _view_to(
    match: Match, view: View, happened: Sequence[Happened], translation: Translation
) -> game_pb2.View:
    wire = game_pb2.View(
        game=translation.number,
        ply=view.ply,
        observer=game_pb2.Observer(seat=view.observer),
        phase=PHASES[view.awaiting],
        to_act=view.to_act,
        legal=map(translation.action_to, view.legal),
        placements=map(placement_to, view.placements),
        events=_told(match, happened, view.observer, translation),
        anchor=match.secrets.anchor,
        ruleset=match.game.ruleset,
        options=translation.options_to(view.options),
        seats_out=view.seats_out,
    )
    if view.default is not None:
        wire.default_action.CopyFrom(translation.action_to(view.default))
    translation.view_into(wire, view.table)
    return wire


def _told(
    match: Match, happened: Sequence[Happened], observer: Seat | None, translation: Translation
) -> list[game_pb2.Event]:
    return [_event_to(ply, match.seen(event, observer), translation) for ply, event in happened]


def _event_to(ply: int, event: Any, translation: Translation) -> game_pb2.Event:
    match event:
        case RoundOpened():
            opened = game_pb2.RoundOpened(round=event.round_number, secret=event.secret)
            return game_pb2.Event(ply=ply, round_opened=opened)
        case MatchEnded():
            ended = game_pb2.MatchEnded(placements=map(placement_to, event.placements))
            return game_pb2.Event(ply=ply, match_ended=ended)
        case _:
            return translation.event_to(ply, event)


def placement_to(placement: Placement) -> game_pb2.Placement:
    """A place as the wire has it."""
    return game_pb2.Placement(
        seat=placement.seat,
        place=placement.place,
        score=placement.score,
        tie_break=placement.tie_break,
    )


def placement_from(wire: game_pb2.Placement) -> Placement:
    """A place that a record claims."""
    return Placement(wire.seat, wire.place, wire.score, wire.tie_break)
