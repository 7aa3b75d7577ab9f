"""Estou-por-uma in the chat: a board for each round with numbers for hidden hands, and a hand that its owner alone sees."""

from carteado.telegram_gateway.render.estou_por_uma.alerts import alert
from carteado.telegram_gateway.render.estou_por_uma.boards import board, counted, ended_early
from carteado.telegram_gateway.render.estou_por_uma.hands import hand
from carteado.telegram_gateway.render.estou_por_uma.keyboard import numbers, shown_from
from carteado.telegram_gateway.render.estou_por_uma.lobby import (
    choice_buttons,
    choices,
    ranked,
    terms,
)
from carteado.telegram_gateway.render.estou_por_uma.seats import score
from carteado.telegram_gateway.render.estou_por_uma.state import players, round_number
from carteado.telegram_gateway.render.estou_por_uma.taps import done, moves

name = "estou_por_uma"
pages = (
    "rules_game",
    "rules_special",
    "rules_call",
    "rules_equal",
    "rules_count",
    "rules_known",
    "rules_here",
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
