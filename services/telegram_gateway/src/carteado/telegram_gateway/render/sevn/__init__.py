"""SEVN in the chat: everything is on the board, for everything is public but the order of the deck; so nobody has a hand to look at."""

from carteado.telegram_gateway.render.sevn.boards import board, counted, ended_early
from carteado.telegram_gateway.render.sevn.lobby import choice_buttons, choices, ranked, terms
from carteado.telegram_gateway.render.sevn.seats import score
from carteado.telegram_gateway.render.sevn.state import (
    numbers,
    players,
    round_number,
    shown_from,
)
from carteado.telegram_gateway.render.sevn.taps import done, moves
from carteado.telegram_gateway.render.sevn.turn import alert

name = "sevn"
hand = None
pages = (
    "rules_minute",
    "rules_round",
    "rules_actions",
    "rules_ballast",
    "rules_count",
    "rules_cases",
)

__all__ = [
    "alert",
    "board",
    "choice_buttons",
    "choices",
    "counted",
    "done",
    "ended_early",
    "hand",
    "moves",
    "name",
    "numbers",
    "pages",
    "players",
    "ranked",
    "round_number",
    "score",
    "shown_from",
    "terms",
]
