"""Every seat with its row and what it is worth now, and below them what is left to be drawn and to be done (SV-R35)."""

from collections.abc import Iterator, Sequence

from rich.text import Text

from carteado.cli.table.frame import Cell, row, wrapped
from carteado.cli.table.scene import Scene
from carteado.cli.table.sevn.cards import called, row_of
from carteado.rules.game import Seat
from carteado.rules.sevn.state import Standing

MARK, NAME, TOTAL, POINTS, STANDING, ROW = 2, 8, 6, 6, 14, 45
"""Columns of a seat."""

TURN = "►"


def title(scene: Scene) -> str:
    """Which round, who starts it, and how many points win (SV-2, SV-R6)."""
    table, words = scene.view.table, scene.words
    starter = scene.told("starter", table.starter)
    target = words("target", points=table.target)
    return " · ".join([words("round", n=table.round_number), starter, target])


def table(scene: Scene) -> Sequence[Text]:
    """A head, a line for each seat, and what waits."""
    words = scene.words
    cells: list[Cell] = [("", MARK), ("", NAME), (words("head_total"), TOTAL)]
    head = row(*cells, (words("head_now"), POINTS), ("", STANDING), (words("head_row"), ROW))
    head.stylize("dim")
    seats = [_seat(scene, seat) for seat in scene.clockwise]
    return [head, *seats, *wrapped(" · ".join(_waiting(scene)), "dim")]


def _seat(scene: Scene, seat: Seat) -> Text:
    shown = scene.view.table.seats[seat]
    line = row(
        (TURN if seat == scene.view.to_act else "", MARK),
        (Text(scene.names[seat], "bold" if seat == scene.seat else ""), NAME),
        (str(shown.total), TOTAL),
        (str(shown.score.points), POINTS),
        (_standing(scene, seat), STANDING),
        (row_of(shown, scene.words), ROW),
    )
    if shown.standing is not Standing.ACTIVE:
        line.stylize("dim")
    return line


def _standing(scene: Scene, seat: Seat) -> str:
    """Whether a seat is out of the round, safely or by a repeat (SV-5, SV-18)."""
    shown = scene.view.table.seats[seat]
    if shown.standing is Standing.BUST:
        return scene.told("busted", seat, card=called(shown.bust_card, scene.words))
    return scene.told("safe", seat) if shown.standing is Standing.SAFE else ""


def _waiting(scene: Scene) -> Iterator[str]:
    """The deck, the action that a question holds up, and those behind it (SV-R10)."""
    table = scene.view.table
    words = scene.words
    yield words.count("deck", table.deck)
    if table.current is not None:
        yield words("current", card=called(table.current.action.card, words))
    if table.queue:
        queue = ((called(each.card, words), scene.names[each.owner]) for each in table.queue)
        yield words("queue", cards=", ".join(f"{card} ({name})" for card, name in queue))
