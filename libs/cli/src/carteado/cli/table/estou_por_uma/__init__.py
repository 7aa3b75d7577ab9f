"""Estou-por-uma at the table in a terminal: the discards, the hand by numbers, the call by an exclamation mark."""

from carteado.cli.table.estou_por_uma.asking import action, question
from carteado.cli.table.estou_por_uma.seats import table, title
from carteado.cli.table.estou_por_uma.sheet import counted, score
from carteado.cli.table.estou_por_uma.story import news
from carteado.rules import estou_por_uma as rules

name = rules.name
options = rules.Options()

__all__ = [
    "action",
    "counted",
    "name",
    "news",
    "options",
    "question",
    "rules",
    "score",
    "table",
    "title",
]
