"""Eu Faço!: a trick-taking game of exact promises for 2 to 8 seats.

Rounds of 1, 2, ... cards climb to the table's ceiling and come back. Looking at the hand each says how many tricks it will take, the last to speak
being barred from the number that would make the promises add up. The strongest card takes the trick, suits do not matter, equal cards at the top annul
each other, and the four 1s beat all. Each trick away from the promise costs a life; the last one standing wins. In rounds of one card everybody sees
all cards but the own.
"""

from carteado.rules.eu_faco.actions import Action, Bid, Play
from carteado.rules.eu_faco.options import (
    MAX_SEATS as max_seats,  # noqa: N811 - the name that Game gives it
)
from carteado.rules.eu_faco.options import (
    MIN_SEATS as min_seats,  # noqa: N811
)
from carteado.rules.eu_faco.options import (
    CancelMode,
    CeilingPolicy,
    Options,
    SameRoundRank,
    checked,
)
from carteado.rules.eu_faco.rules import (
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
from carteado.rules.eu_faco.scoring import placements
from carteado.rules.eu_faco.state import State
from carteado.rules.eu_faco.state import State as start  # noqa: N813 - a match starts as its state
from carteado.rules.eu_faco.view import TableView, seen, view

name = "eu_faco"
ruleset = "eu_faco/1"

__all__ = [
    "Action",
    "Bid",
    "CancelMode",
    "CeilingPolicy",
    "Options",
    "Play",
    "SameRoundRank",
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
