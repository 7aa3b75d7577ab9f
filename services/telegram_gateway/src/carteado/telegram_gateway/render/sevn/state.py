"""What a table shows of a match of SEVN."""

from collections.abc import Sequence

from carteado.api.game.v1.game_pb2 import View
from carteado.api.sevn.v1 import sevn_pb2
from carteado.telegram_gateway.render.scene import Scene
from carteado.telegram_gateway.render.sevn import cards

SEVN_VALUES = 7
"""Distinct values that make SEVN (SV-8)."""


def shown(scene: Scene) -> sevn_pb2.View:
    """The round: rows, questions, the queue, the deck."""
    return scene.table.view.sevn


def has_card(scene: Scene) -> bool:
    """Whether any card can still be drawn, from the deck or from the discards (SV-R22)."""
    return bool(shown(scene).deck or shown(scene).discards)


def points(scene: Scene, seat: int) -> int:
    """What a seat would score if the round ended now."""
    return shown(scene).seats[seat].score.points


def has_sevn(scene: Scene, seat: int) -> bool:
    """Whether a seat has seven distinct values."""
    return len(shown(scene).seats[seat].row) == SEVN_VALUES


def is_bust(scene: Scene, seat: int) -> bool:
    """Whether a seat is out of the round with nothing (SV-18)."""
    return shown(scene).seats[seat].standing == sevn_pb2.STANDING_BUST


def active(scene: Scene) -> list[int]:
    """The seats that are still in the round."""
    seats = enumerate(shown(scene).seats)
    return [seat for seat, each in seats if each.standing == sevn_pb2.STANDING_ACTIVE]


def is_asked(scene: Scene) -> bool:
    """Whether a card puts a question to whoever sees the table."""
    return bool(scene.table.view.legal) and shown(scene).decision != sevn_pb2.DECISION_TURN


def repeats(scene: Scene, seat: int, card: int) -> bool:
    """Whether a card would make a seat bust, or cost it its second chance (SV-18); a Lastro does only by option (SV-R19)."""
    if card not in shown(scene).seats[seat].row:
        return False
    return not cards.is_ballast(card) or scene.table.options.sevn.duplicate_ballast_busts


def round_number(view: View) -> int:
    """The number of the round, from 1; 0 before the first deal."""
    return view.sevn.round


def shown_from(view: View, _op: str) -> int:
    """The open decision alone: a tap that comes twice draws one card."""
    return view.ply


def numbers(_view: View, _op: str) -> Sequence[int]:
    """Nothing: nobody has a hand."""
    return ()


def players(view: View) -> set[int]:
    """Everybody: nobody leaves a match of SEVN before its end."""
    return set(range(len(view.sevn.seats)))
