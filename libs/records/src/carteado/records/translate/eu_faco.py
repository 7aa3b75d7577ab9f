"""Eu Faço! between wire and rules."""

from typing import Any

from carteado.api.eu_faco.v1 import eu_faco_pb2 as pb
from carteado.api.game.v1 import game_pb2
from carteado.rules import eu_faco
from carteado.rules.eu_faco import events as ev
from carteado.rules.eu_faco.options import CancelMode, CeilingPolicy, SameRoundRank
from carteado.rules.eu_faco.view import SeatView, TableView


def options_from(wire: game_pb2.Options) -> eu_faco.Options:
    """The options as the rules have them; the numbers of enums are the same on both sides."""
    options = wire.eu_faco
    return eu_faco.Options(
        lives=options.lives,
        fixed_rounds=tuple(options.fixed_rounds),
        ceiling_policy=CeilingPolicy(options.ceiling_policy),
        cancel_mode=CancelMode(options.cancel_mode),
        lock_in_one_card=options.lock_in_one_card,
        same_round_rank=SameRoundRank(options.same_round_rank),
    )


def options_to(options: eu_faco.Options) -> game_pb2.Options:
    """The options as the wire has them."""
    return game_pb2.Options(
        eu_faco=pb.Options(
            lives=options.lives,
            fixed_rounds=options.fixed_rounds,
            ceiling_policy=pb.CeilingPolicy.ValueType(options.ceiling_policy),
            cancel_mode=pb.CancelMode.ValueType(options.cancel_mode),
            lock_in_one_card=options.lock_in_one_card,
            same_round_rank=pb.SameRoundRank.ValueType(options.same_round_rank),
        )
    )


def action_from(wire: game_pb2.Action) -> eu_faco.Action | None:
    """What the seat does; None for a verb, or a card, of another game."""
    match wire.WhichOneof("verb"):
        case "bid":
            return eu_faco.Bid(wire.bid.tricks)
        case "play" if wire.play.WhichOneof("card") == "eu_faco":
            play = wire.play
            return eu_faco.Play(play.eu_faco, bool(play.suit), play.estou_por_uma_call)
        case _:
            return None


def action_to(action: eu_faco.Action) -> game_pb2.Action:
    """The action as the wire has it."""
    if isinstance(action, eu_faco.Bid):
        return game_pb2.Action(bid=game_pb2.Bid(tricks=action.tricks))
    return game_pb2.Action(play=game_pb2.Play(eu_faco=pb.Card.ValueType(action.card)))


def event_to(ply: int, event: Any) -> game_pb2.Event:
    """An event as the wire has it."""
    return game_pb2.Event(ply=ply, eu_faco=_event(event))


def _event(event: ev.Event) -> pb.Event:
    match event:
        case ev.RoundDealt():
            return pb.Event(round_dealt=_round_dealt(event))
        case ev.BidPlaced():
            return pb.Event(bid_placed=pb.BidPlaced(seat=event.seat, tricks=event.tricks))
        case ev.CardPlayed():
            return pb.Event(card_played=_card(event))
        case ev.TrickEnded():
            return pb.Event(trick_ended=_trick(event))
        case ev.RoundScored():
            return pb.Event(round_scored=pb.RoundScored(seats=map(_seat_score, event.seats)))


def _round_dealt(event: ev.RoundDealt) -> pb.RoundDealt:
    return pb.RoundDealt(
        round=event.round_number,
        hand_size=event.hand_size,
        dealer=event.dealer,
        tiebreak=event.tiebreak,
    )


def _card(played: ev.CardPlayed) -> pb.PlayedCard:
    return pb.PlayedCard(
        seat=played.seat, card=pb.Card.ValueType(played.card), cancelled=played.cancelled
    )


def _trick(trick: ev.TrickEnded) -> pb.Trick:
    return pb.Trick(cards=map(_card, trick.cards), winner=trick.winner)


def _seat_score(score: ev.SeatScore) -> pb.SeatScore:
    return pb.SeatScore(
        seat=score.seat,
        bid=score.bid,
        taken=score.taken,
        lives=score.lives,
        eliminated=score.eliminated,
    )


def view_into(wire: game_pb2.View, table: TableView) -> None:
    """Fills the game's part of a view."""
    wire.eu_faco.CopyFrom(
        pb.View(
            round=table.round_number,
            hand_size=table.hand_size,
            ceiling=table.ceiling,
            dealer=table.dealer,
            leader=table.leader,
            seats=map(_seat, table.seats),
            trick=map(_card, table.trick),
            lit=table.lit,
            hand=map(pb.Card.ValueType, table.hand),
            locked_bid=table.locked_bid,
            forehead=table.forehead,
            tiebreak=table.tiebreak,
            tricks=map(_trick, table.tricks),
        )
    )


def _seat(seat: SeatView) -> pb.SeatView:
    return pb.SeatView(
        lives=seat.lives,
        bid=seat.bid,
        taken=seat.taken,
        cards_left=seat.cards_left,
        playing=seat.playing,
        forehead=pb.Card.ValueType(seat.forehead),
        exact_rounds=seat.exact_rounds,
    )
