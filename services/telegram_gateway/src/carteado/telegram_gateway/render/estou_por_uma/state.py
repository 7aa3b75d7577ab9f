"""What a table shows of a match of Estou-por-uma."""

from collections.abc import Sequence
from itertools import groupby

from carteado.api.estou_por_uma.v1 import estou_por_uma_pb2 as pb
from carteado.api.game.v1.game_pb2 import Event, View
from carteado.telegram_gateway.render.estou_por_uma import cards
from carteado.telegram_gateway.render.scene import Scene


def shown(scene: Scene) -> pb.View:
    """The round: its cards, its seats, what is to be followed."""
    return scene.table.view.estou_por_uma


def rules(scene: Scene) -> pb.Options:
    """What is played by, with the defaults written out."""
    return scene.table.view.options.estou_por_uma


def ranks_of(scene: Scene, effect: pb.Effect.ValueType) -> list[int]:
    """The ranks that bear an effect at this table (EPU-29)."""
    return [rule.rank for rule in rules(scene).effects if rule.effect == effect]


def is_wild(scene: Scene, card: int) -> bool:
    """True for a card that names a suit (EPU-21)."""
    return cards.rank(card) in ranks_of(scene, pb.EFFECT_WILD)


def is_catch(scene: Scene) -> bool:
    """True where the players look out for forgotten calls themselves (EPU-R27)."""
    return rules(scene).enforcement == pb.ENFORCEMENT_CATCH


def is_own_turn(scene: Scene) -> bool:
    """True for whoever sees this and has to act."""
    observer = scene.table.view.observer
    return observer.HasField("seat") and scene.is_to_act(observer.seat)


def is_fresh(scene: Scene) -> bool:
    """True until the first card of the round is played on the one that was turned."""
    return len(shown(scene).discards) <= 1


def follows(scene: Scene, seat: int) -> int:
    """The seat after another in the direction of play, among those still in the match (EPU-R43)."""
    seats, step = shown(scene).seats, shown(scene).direction
    order = [(seat + step * away) % len(seats) for away in range(1, len(seats) + 1)]
    return next(each for each in order if seats[each].playing)


def catchable(scene: Scene) -> int | None:
    """The seat that owes its call, if one does."""
    owing = [seat for seat, each in enumerate(shown(scene).seats) if each.catchable]
    return owing[0] if owing and scene.is_open else None


def happened(scene: Scene) -> list[list[pb.Event]]:
    """What was done in the round so far, each with all that it made happen."""
    told = _of_game(scene.past.events or scene.table.view.events)
    moves = groupby(told, key=lambda event: event.ply)
    return [[event.estou_por_uma for event in group] for _, group in moves]


def scored(scene: Scene) -> pb.RoundScored | None:
    """The count of the round that is over, where it was seen."""
    told = [event for group in happened(scene) for event in group]
    counts = [event.round_scored for event in told if event.HasField("round_scored")]
    return counts[-1] if counts else None


def has_bought(scene: Scene) -> bool:
    """True where the last that was done is known to be that the seat to act bought a card which fits (EPU-R12)."""
    events, view = _of_game(scene.past.events or scene.table.view.events), scene.table.view
    last = [event.estou_por_uma for event in events if event.ply == view.ply]
    return scene.is_open and bought(last) == view.to_act


def bought(move: Sequence[pb.Event]) -> int | None:
    """The seat that bought a card which fits, and goes on, where that is what was done."""
    if any(event.HasField("passed") for event in move):
        return None
    drawn = [event.cards_drawn for event in move if event.HasField("cards_drawn")]
    return next((each.seat for each in drawn if each.reason == pb.DRAW_REASON_TURN), None)


def round_number(view: View) -> int:
    """The number of the round, from 1; 0 before the first deal."""
    return view.estou_por_uma.round


def players(view: View) -> set[int]:
    """The seats that are in the match, and those that the count of the round put out: cards were left in their hands (EPU-R43)."""
    seats = enumerate(view.estou_por_uma.seats)
    return {seat for seat, each in seats if each.playing or each.cards_left}


def _of_game(events: Sequence[Event]) -> list[Event]:
    """Those that are the game's own."""
    return [event for event in events if event.HasField("estou_por_uma")]
