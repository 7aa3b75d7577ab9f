"""SEVN at the table in a terminal: every row in sight, and each question with its answers by letters or numbers."""

from carteado.cli.table.sevn.asking import action, question
from carteado.cli.table.sevn.seats import table, title
from carteado.cli.table.sevn.sheet import counted, score
from carteado.cli.table.sevn.story import news
from carteado.rules import sevn as rules

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
