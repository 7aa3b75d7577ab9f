"""SEVN: pressing one's luck with 120 cards, for 2 to 12 seats.

In turn each seat turns one more card face up or stops and keeps its points. A number that is already in the row busts it, and the round gives it
nothing; there are thirteen 13s, twelve 12s and so on, so high cards are worth more and come again sooner. Seven distinct values end the round at once.
Modifiers and bonuses add to a row, and actions freeze a seat, make it draw, or let it choose. Who leads alone with 250 points at the end of a round wins.
"""

from carteado.rules.sevn.actions import Action, Choose, Draw, Pass
from carteado.rules.sevn.options import (
    MAX_SEATS as max_seats,  # noqa: N811 - the name that Game gives it
)
from carteado.rules.sevn.options import (
    MIN_SEATS as min_seats,  # noqa: N811
)
from carteado.rules.sevn.options import CardCount, Composition, Options, checked
from carteado.rules.sevn.rules import (
    apply,
    awaiting,
    deal,
    default_action,
    legal_actions,
    refusal,
    rounds_to_open,
    seats_out,
    to_act,
)
from carteado.rules.sevn.scoring import placements
from carteado.rules.sevn.state import State
from carteado.rules.sevn.state import State as start  # noqa: N813 - a match starts as its state
from carteado.rules.sevn.view import TableView, seen, view

name = "sevn"
ruleset = "sevn/1"

__all__ = [
    "Action",
    "CardCount",
    "Choose",
    "Composition",
    "Draw",
    "Options",
    "Pass",
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
