"""Estou-por-uma between wire and rules."""

from typing import Any

from carteado.api.estou_por_uma.v1 import estou_por_uma_pb2 as pb
from carteado.api.game.v1 import game_pb2
from carteado.rules import estou_por_uma
from carteado.rules.estou_por_uma import Effect, EffectRule, EndMode, Enforcement, RankSet
from carteado.rules.estou_por_uma import events as ev
from carteado.rules.estou_por_uma.view import SeatView, TableView

_NUMBERS = (
    "packs",
    "hand_size",
    "limit",
    "draw_cards",
    "previous_cards",
    "identical_cards",
    "forgotten_cards",
)
"""Options that may be unset on the wire, and are None in the rules then."""

_SWITCHES = (
    "court_cards_count_ten",
    "no_stacking",
    "identical_self",
    "voluntary_draw",
    "may_keep_drawn",
    "reverse_skips_for_two",
    "upcard_takes_effect",
    "last_card_draws",
)
"""Options that are on or off."""


_PASS = game_pb2.Action()
getattr(_PASS, "pass").SetInParent()


def options_from(wire: game_pb2.Options) -> estou_por_uma.Options:
    """The options as the rules have them; the numbers of enums are the same on both sides."""
    options = wire.estou_por_uma
    chosen = {field.name: value for field, value in options.ListFields()}
    numbers = {name: chosen[name] for name in _NUMBERS if name in chosen}
    switches = {name: getattr(options, name) for name in _SWITCHES}
    return estou_por_uma.Options(
        **numbers,
        **switches,
        end_mode=EndMode(options.end_mode),
        effects=tuple(EffectRule(rule.rank, Effect(rule.effect)) for rule in options.effects),
        zero_ranks=_rank_set(options.zero_ranks) if options.HasField("zero_ranks") else None,
        enforcement=Enforcement(options.enforcement),
    )


def _rank_set(wire: pb.RankSet) -> RankSet:
    return RankSet(tuple(wire.ranks))


def options_to(options: estou_por_uma.Options) -> game_pb2.Options:
    """The options as the wire has them."""
    plain = {name: getattr(options, name) for name in (*_NUMBERS, *_SWITCHES)}
    zero_ranks = options.zero_ranks
    return game_pb2.Options(
        estou_por_uma=pb.Options(
            **plain,
            end_mode=pb.EndMode.ValueType(options.end_mode),
            effects=map(_effect_rule, options.effects),
            zero_ranks=None if zero_ranks is None else pb.RankSet(ranks=zero_ranks.ranks),
            enforcement=pb.Enforcement.ValueType(options.enforcement),
        )
    )


def _effect_rule(rule: EffectRule) -> pb.EffectRule:
    return pb.EffectRule(rank=rule.rank, effect=pb.Effect.ValueType(rule.effect))


def action_from(wire: game_pb2.Action) -> estou_por_uma.Action | None:
    """What the seat does; None for a verb, or a card, of another game."""
    match wire.WhichOneof("verb"):
        case "play" if wire.play.WhichOneof("card") == "estou_por_uma":
            play = wire.play
            return estou_por_uma.Play(play.estou_por_uma, play.suit, play.estou_por_uma_call)
        case "draw":
            return estou_por_uma.Draw()
        case "pass":
            return estou_por_uma.Pass()
        case "declare":
            accused = wire.declare.accused if wire.declare.HasField("accused") else None
            return estou_por_uma.Declare(accused)
        case _:
            return None


def action_to(action: estou_por_uma.Action) -> game_pb2.Action:
    """The action as the wire has it."""
    match action:
        case estou_por_uma.Play():
            return game_pb2.Action(play=_play(action))
        case estou_por_uma.Draw():
            return game_pb2.Action(draw=game_pb2.Draw())
        case estou_por_uma.Pass():
            return _PASS
        case estou_por_uma.Declare():
            return game_pb2.Action(declare=game_pb2.Declare(accused=action.accused))


def _play(play: estou_por_uma.Play) -> game_pb2.Play:
    return game_pb2.Play(
        estou_por_uma=pb.Card.ValueType(play.card),
        suit=pb.Suit.ValueType(play.suit),
        estou_por_uma_call=play.call,
    )


def event_to(ply: int, event: Any) -> game_pb2.Event:
    """An event as the wire has it."""
    return game_pb2.Event(ply=ply, estou_por_uma=_event(event))


def _event(event: ev.Event) -> pb.Event:
    match event:
        case ev.CardPlayed():
            return pb.Event(card_played=_card_played(event))
        case ev.CardsDrawn():
            return pb.Event(cards_drawn=_cards_drawn(event))
        case ev.RoundDealt():
            return pb.Event(round_dealt=_round_dealt(event))
        case ev.RoundScored():
            return pb.Event(round_scored=_round_scored(event))
        case _:
            return _small_event(event)


def _small_event(
    event: ev.Passed | ev.Skipped | ev.Reversed | ev.Called | ev.Caught | ev.Reshuffled,
) -> pb.Event:
    """An event of one or two numbers."""
    match event:
        case ev.Passed():
            return pb.Event(passed=pb.Passed(seat=event.seat))
        case ev.Skipped():
            return pb.Event(skipped=pb.Skipped(seat=event.seat))
        case ev.Reversed():
            return pb.Event(reversed=pb.Reversed(direction=event.direction))
        case ev.Called():
            return pb.Event(called=pb.Called(seat=event.seat))
        case ev.Caught():
            return pb.Event(caught=pb.Caught(seat=event.seat, by=event.by))
        case ev.Reshuffled():
            return pb.Event(reshuffled=pb.Reshuffled(stock=event.stock))


def _round_dealt(event: ev.RoundDealt) -> pb.RoundDealt:
    upcard = pb.Card.ValueType(event.upcard)
    return pb.RoundDealt(round=event.round_number, dealer=event.dealer, upcard=upcard)


def _card_played(event: ev.CardPlayed) -> pb.CardPlayed:
    return pb.CardPlayed(
        seat=event.seat,
        card=pb.Card.ValueType(event.card),
        suit=pb.Suit.ValueType(event.suit),
        identical=event.identical,
    )


def _cards_drawn(event: ev.CardsDrawn) -> pb.CardsDrawn:
    return pb.CardsDrawn(
        seat=event.seat,
        count=event.count,
        reason=pb.DrawReason.ValueType(event.reason),
        cards=map(pb.Card.ValueType, event.cards),
    )


def _round_scored(event: ev.RoundScored) -> pb.RoundScored:
    return pb.RoundScored(winner=event.winner, seats=map(_seat_score, event.seats))


def _seat_score(score: ev.SeatScore) -> pb.SeatScore:
    return pb.SeatScore(
        seat=score.seat,
        hand=map(pb.Card.ValueType, score.hand),
        points=score.points,
        total=score.total,
        reset=score.reset,
        eliminated=score.eliminated,
    )


def view_into(wire: game_pb2.View, table: TableView) -> None:
    """Fills the game's part of a view."""
    wire.estou_por_uma.CopyFrom(
        pb.View(
            round=table.round_number,
            dealer=table.dealer,
            direction=table.direction,
            seats=map(_seat, table.seats),
            top=pb.Card.ValueType(table.top),
            top_seat=table.top_seat,
            suit=pb.Suit.ValueType(table.suit),
            pending_draw=table.pending_draw,
            stock=table.stock,
            discards=map(pb.Card.ValueType, table.discards),
            hand=map(pb.Card.ValueType, table.hand),
            drawn=pb.Card.ValueType(table.drawn),
            packs=table.packs,
            limit=table.limit,
        )
    )


def _seat(seat: SeatView) -> pb.SeatView:
    return pb.SeatView(
        points=seat.points,
        cards_left=seat.cards_left,
        playing=seat.playing,
        called=seat.called,
        catchable=seat.catchable,
    )
