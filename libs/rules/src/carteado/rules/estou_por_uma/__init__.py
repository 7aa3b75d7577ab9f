"""Estou-por-uma: a shedding game with special cards and a call on the last card but one, for 2 to 12 seats.

A card goes on one of its suit or its rank; who has none buys one. The ace skips, sevens pile up cards for whoever does not answer, the eight goes on
anything and names a suit, the nine hits the seat before, the king turns the direction, and equalling a card costs whoever played it. Whoever puts down
the last card but one says so, or pays. Cards left in hand count; who passes the limit is out, who hits it exactly starts again from zero, and the last
seat left wins.
"""

from carteado.rules.estou_por_uma.actions import Action, Declare, Draw, Pass, Play
from carteado.rules.estou_por_uma.legality import default_action, legal_actions, refusal
from carteado.rules.estou_por_uma.options import (
    MAX_SEATS as max_seats,  # noqa: N811 - the name that Game gives it
)
from carteado.rules.estou_por_uma.options import (
    MIN_SEATS as min_seats,  # noqa: N811
)
from carteado.rules.estou_por_uma.options import (
    Effect,
    EffectRule,
    EndMode,
    Enforcement,
    Options,
    RankSet,
    checked,
)
from carteado.rules.estou_por_uma.rules import (
    apply,
    awaiting,
    deal,
    rounds_to_open,
    seats_out,
    to_act,
)
from carteado.rules.estou_por_uma.scoring import placements
from carteado.rules.estou_por_uma.state import State
from carteado.rules.estou_por_uma.state import State as start  # noqa: N813 - a match starts as its state
from carteado.rules.estou_por_uma.view import TableView, seen, view

name = "estou_por_uma"
ruleset = "estou_por_uma/1"

__all__ = [
    "Action",
    "Declare",
    "Draw",
    "Effect",
    "EffectRule",
    "EndMode",
    "Enforcement",
    "Options",
    "Pass",
    "Play",
    "RankSet",
    "State",
    "TableView",
    "apply",
    "awaiting",
    "checked",
    "deal",
    "default_action",
    "legal_actions",
    "max_seats",
    "min_seats",
    "name",
    "placements",
    "refusal",
    "rounds_to_open",
    "ruleset",
    "seats_out",
    "seen",
    "start",
    "to_act",
    "view",
]
