"""What a table shows of a match of Eu Faço!"""

from collections.abc import Sequence

from carteado.api.eu_faco.v1 import eu_faco_pb2
from carteado.api.game.v1.game_pb2 import PHASE_AWAITING_SEAT, View
from carteado.telegram_gateway.render.scene import Scene


def shown(scene: Scene) -> eu_faco_pb2.View:
    """The round: its cards, promises and tricks."""
    return scene.table.view.eu_faco


def is_bidding(scene: Scene) -> bool:
    """True while promises are spoken."""
    return scene.is_open and not shown(scene).seats[scene.table.view.to_act].HasField("bid")


def is_fresh(scene: Scene) -> bool:
    """True until the first card of the round is on the table."""
    return not shown(scene).trick and not shown(scene).tricks


def has_lives(scene: Scene) -> bool:
    """False in a match of fixed rounds, where exact rounds count."""
    return not scene.table.options.eu_faco.fixed_rounds


def bidders(scene: Scene) -> list[int]:
    """The seats that have spoken in this round."""
    return [seat for seat, each in enumerate(shown(scene).seats) if each.HasField("bid")]


def round_number(view: View) -> int:
    """The number of the round, from 1; 0 before the first deal."""
    return view.eu_faco.round


def shown_from(view: View, _op: str) -> int:
    """The ply right after the deal: a slot is the n-th card dealt, so whatever was shown from then on is about this round."""
    table = view.eu_faco
    bids = sum(seat.HasField("bid") for seat in table.seats)
    on_table = len(table.trick) if view.phase == PHASE_AWAITING_SEAT else 0
    return view.ply - bids - sum(len(trick.cards) for trick in table.tricks) - on_table


def numbers(_view: View, _op: str) -> Sequence[int]:
    """Nothing: a slot is the same card for the whole round."""
    return ()


def players(view: View) -> set[int]:
    """The seats that played the round: each has a card in its first trick."""
    return {played.seat for trick in view.eu_faco.tricks for played in trick.cards}
