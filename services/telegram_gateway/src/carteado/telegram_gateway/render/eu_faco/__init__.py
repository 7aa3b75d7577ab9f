"""Eu Faço! in the chat: promises and cards by buttons, a board for each round, a hand that its owner alone sees."""

from carteado.telegram_gateway.render.eu_faco.boards import board, counted, ended_early
from carteado.telegram_gateway.render.eu_faco.hands import alert, hand
from carteado.telegram_gateway.render.eu_faco.lobby import choice_buttons, choices, ranked, terms
from carteado.telegram_gateway.render.eu_faco.seats import score
from carteado.telegram_gateway.render.eu_faco.state import (
    numbers,
    players,
    round_number,
    shown_from,
)
from carteado.telegram_gateway.render.eu_faco.taps import done, moves

name = "eu_faco"
pages = (
    "rules_game",
    "rules_promise",
    "rules_trick",
    "rules_cancelled",
    "rules_forehead",
    "rules_end",
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
