"""The screens of a match: a decision, the count of a round with the score sheet, the result, the rules."""

from collections.abc import Iterator

from rich.text import Text

from carteado.cli.table.frame import COLUMNS, framed, row, wrapped
from carteado.cli.table.game import Counted
from carteado.cli.table.table import Table
from carteado.rules.game import Seat
from carteado.words import Words

ROUNDS_SHOWN = 6
"""So many rounds of the score sheet are shown, the last ones."""

NAME, GAINED, TOTAL, REMARK = 9, 6, 8, COLUMNS
"""Columns of the score sheet, of which GAINED stands once for each round; the remark takes what is left."""


def decision(table: Table) -> list[Text]:
    """What the person decides from."""
    scene, game = table.scene, table.game
    news = game.news(scene, scene.news)
    return framed(_title(table), game.table(scene), news, game.question(scene))


def count(table: Table) -> list[Text]:
    """The round that is over, and the score sheet."""
    scene = table.scene
    return framed(_title(table), (), table.game.news(scene, scene.news), list(_sheet(table)))


def result(table: Table) -> list[Text]:
    """Who won, and the places of all (G-9)."""
    words, placements = table.words, table.scene.view.placements
    winners = [each.seat for each in placements if each.place == 1]
    names = words.listed(table.names[seat] for seat in winners)
    if table.seat in winners:
        lines = [Text(words.count("won_own", len(winners), names=names), "bold green")]
    else:
        lines = [Text(words.count("won", len(winners), names=names), "bold")]
    for each in sorted(placements, key=lambda each: each.place):
        name, score = table.names[each.seat], table.game.score(table.scene, each)
        lines += wrapped(words("place", place=each.place, name=name, score=score))
    return lines


def rules(words: Words) -> list[Text]:
    """The rules in one minute, and what may be typed anywhere."""
    lines = [line for text in words("rules").splitlines() for line in wrapped(text) or [Text()]]
    return framed(words("game"), lines, (), wrapped(words("keys")))


def _title(table: Table) -> str:
    return f"{table.words('game')} · {table.game.title(table.scene)}"


def _sheet(table: Table) -> Iterator[Text]:
    """A line for each seat: what it gained in the last rounds, what it has, and why it changed."""
    words, shown = table.words, table.sheet[-ROUNDS_SHOWN:]
    if not shown:
        return
    rounds = [(words("sheet_round", n=number), GAINED) for number, _ in shown]
    head = row(("", NAME), *rounds, (words("sheet_total"), TOTAL))
    head.stylize("dim")
    yield head
    lines = [{each.seat: each for each in counted} for _, counted in shown]
    totals = {each.seat: each.total for _, counted in table.sheet for each in counted}
    for seat in table.scene.clockwise:
        yield _line(table, seat, [line.get(seat) for line in lines], totals[seat])


def _line(table: Table, seat: Seat, counted: list[Counted | None], total: str) -> Text:
    """One seat; where the round itself was not counted, as no tie-break is, nothing is to be explained."""
    cells = [(each.gained if each else "", GAINED) for each in counted]
    is_new = table.sheet[-1][0] == table.scene.view.table.round_number
    remark = counted[-1].remark if counted[-1] and is_new else ""
    line = row((table.names[seat], NAME), *cells, (total, TOTAL), (remark, REMARK))
    if seat == table.seat:
        line.stylize("bold")
    return line
