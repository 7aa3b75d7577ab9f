"""SEVN between wire and rules."""

from typing import Any

from carteado.api.game.v1 import game_pb2
from carteado.api.sevn.v1 import sevn_pb2 as pb
from carteado.rules import sevn
from carteado.rules.sevn import events as ev
from carteado.rules.sevn.view import CurrentAction, SeatView, TableView


def options_from(wire: game_pb2.Options) -> sevn.Options:
    """The options as the rules have them; the numbers of enums are the same on both sides."""
    options = wire.sevn
    return sevn.Options(
        composition=sevn.Composition(options.composition),
        target=options.target if options.HasField("target") else None,
        sevn_bonus=options.sevn_bonus if options.HasField("sevn_bonus") else None,
        duplicate_ballast_busts=options.duplicate_ballast_busts,
        storm_starts_next=options.storm_starts_next,
        reshuffle_each_round=options.reshuffle_each_round,
        deck=tuple(sevn.CardCount(count.card, count.copies) for count in options.deck),
    )


def options_to(options: sevn.Options) -> game_pb2.Options:
    """The options as the wire has them."""
    return game_pb2.Options(
        sevn=pb.Options(
            composition=pb.Composition.ValueType(options.composition),
            target=options.target,
            sevn_bonus=options.sevn_bonus,
            duplicate_ballast_busts=options.duplicate_ballast_busts,
            storm_starts_next=options.storm_starts_next,
            reshuffle_each_round=options.reshuffle_each_round,
            deck=(
                pb.CardCount(card=pb.Card.ValueType(count.card), copies=count.copies)
                for count in options.deck
            ),
        )
    )


def action_from(wire: game_pb2.Action) -> sevn.Action | None:
    """What the seat does; None for a verb of another game."""
    match wire.WhichOneof("verb"):
        case "draw":
            return sevn.Draw()
        case "pass":
            return sevn.Pass()
        case "choose":
            return _choice_from(wire.choose)
        case _:
            return None


def _choice_from(choose: game_pb2.Choose) -> sevn.Choose:
    match choose.WhichOneof("answer"):
        case "seat":
            return sevn.Choose(seat=choose.seat)
        case "keep":
            return sevn.Choose(keep=choose.keep)
        case _:
            return sevn.Choose(option=choose.option)


def action_to(action: sevn.Action) -> game_pb2.Action:
    """The action as the wire has it."""
    match action:
        case sevn.Draw():
            return game_pb2.Action(draw=game_pb2.Draw())
        case sevn.Pass():
            passed = game_pb2.Action()
            getattr(passed, "pass").SetInParent()
            return passed
        case sevn.Choose():
            return game_pb2.Action(choose=_choice_to(action))


def _choice_to(choice: sevn.Choose) -> game_pb2.Choose:
    if choice.seat is not None:
        return game_pb2.Choose(seat=choice.seat)
    if choice.keep is not None:
        return game_pb2.Choose(keep=choice.keep)
    assert choice.option is not None
    return game_pb2.Choose(option=choice.option)


def event_to(ply: int, event: Any) -> game_pb2.Event:
    """An event as the wire has it."""
    return game_pb2.Event(ply=ply, sevn=_event(event))


_OfRounds = ev.RoundStarted | ev.Reshuffled | ev.RoundScored
_OfSeats = ev.Busted | ev.Stopped | ev.Sevn
_OfActions = ev.ActionResolved | ev.ActionDiscarded | ev.Crossroads
_OfCards = ev.CardDrawn | ev.SecondChanceUsed | ev.SecondChanceMoved | ev.BallastDecided


def _event(event: ev.Event) -> pb.Event:
    match event:
        case ev.RoundStarted() | ev.Reshuffled() | ev.RoundScored():
            return _event_of_round(event)
        case ev.Busted() | ev.Stopped() | ev.Sevn():
            return _event_of_seat(event)
        case ev.ActionResolved() | ev.ActionDiscarded() | ev.Crossroads():
            return _event_of_action(event)
        case _:
            return _event_of_card(event)


def _event_of_round(event: _OfRounds) -> pb.Event:
    match event:
        case ev.RoundStarted():
            started = pb.RoundStarted(round=event.round_number, starter=event.starter)
            return pb.Event(round_started=started)
        case ev.Reshuffled():
            return pb.Event(reshuffled=pb.Reshuffled(deck=event.deck))
        case ev.RoundScored():
            return pb.Event(round_scored=pb.RoundScored(seats=map(_seat_score, event.seats)))


def _event_of_seat(event: _OfSeats) -> pb.Event:
    match event:
        case ev.Busted():
            return pb.Event(busted=pb.Busted(seat=event.seat, card=_card(event.card)))
        case ev.Stopped():
            return pb.Event(stopped=pb.Stopped(seat=event.seat, frozen=event.frozen))
        case ev.Sevn():
            return pb.Event(sevn=pb.Sevn(seat=event.seat))


def _event_of_action(event: _OfActions) -> pb.Event:
    match event:
        case ev.ActionResolved():
            resolved = pb.ActionResolved(action=_queued(event.action), target=event.target)
            return pb.Event(action_resolved=resolved)
        case ev.ActionDiscarded():
            discarded = pb.ActionDiscarded(action=_queued(event.action))
            return pb.Event(action_discarded=discarded)
        case ev.Crossroads():
            shown = map(_card, event.options)
            crossroads = pb.Crossroads(seat=event.seat, options=shown, taken=_card(event.taken))
            return pb.Event(crossroads=crossroads)


def _event_of_card(event: _OfCards) -> pb.Event:
    match event:
        case ev.CardDrawn():
            return pb.Event(card_drawn=pb.CardDrawn(seat=event.seat, card=_card(event.card)))
        case ev.SecondChanceUsed():
            used = pb.SecondChanceUsed(seat=event.seat, card=_card(event.card))
            return pb.Event(second_chance_used=used)
        case ev.SecondChanceMoved():
            moved = pb.SecondChanceMoved(to=event.to)
            setattr(moved, "from", event.from_)
            return pb.Event(second_chance_moved=moved)
        case ev.BallastDecided():
            decided = pb.BallastDecided(seat=event.seat, card=_card(event.card), kept=event.kept)
            return pb.Event(ballast_decided=decided)


def _card(card: int) -> pb.Card.ValueType:
    return pb.Card.ValueType(card)


def _queued(action: ev.QueuedAction) -> pb.QueuedAction:
    return pb.QueuedAction(card=_card(action.card), owner=action.owner)


def _seat_score(score: ev.SeatScore) -> pb.SeatScore:
    return pb.SeatScore(seat=score.seat, score=_score(score.score), total=score.total)


def _score(score: ev.Score) -> pb.Score:
    return pb.Score(
        sum=score.sum,
        doubled=score.doubled,
        modifiers=score.modifiers,
        featherweight=score.featherweight,
        heavyweight=score.heavyweight,
        straight=score.straight,
        sevn=score.sevn,
        points=score.points,
    )


def view_into(wire: game_pb2.View, table: TableView) -> None:
    """Fills the game's part of a view."""
    wire.sevn.CopyFrom(
        pb.View(
            round=table.round_number,
            starter=table.starter,
            seats=map(_seat, table.seats),
            turn=table.turn,
            decision=pb.Decision.ValueType(table.decision),
            card=_card(table.card),
            options=map(_card, table.options),
            queue=map(_queued, table.queue),
            deck=table.deck,
            discards=map(_card, table.discards),
            target=table.target,
            current=None if table.current is None else _current(table.current),
        )
    )


def _seat(seat: SeatView) -> pb.SeatView:
    return pb.SeatView(
        total=seat.total,
        standing=pb.Standing.ValueType(seat.standing),
        row=map(_card, seat.row),
        extras=map(_card, seat.extras),
        second_chance=seat.second_chance,
        score=_score(seat.score),
        bust_card=_card(seat.bust_card),
    )


def _current(current: CurrentAction) -> pb.CurrentAction:
    return pb.CurrentAction(
        action=_queued(current.action),
        target=current.target,
        draws_left=current.draws_left,
        seats_left=current.seats_left,
    )
