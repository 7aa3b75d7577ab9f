"""The seats and the discards, as anybody at the table sees them (EPU-R39)."""

from collections.abc import Iterator, Sequence
from itertools import chain, zip_longest

from rich.text import Text

from carteado.cli.table.estou_por_uma.cards import SIGNS, short
from carteado.cli.table.frame import COLUMNS, Cell, flowing, row, wrapped
from carteado.cli.table.scene import Scene
from carteado.rules.estou_por_uma.cards import NO_CARD, SUIT
from carteado.rules.game import Seat

MANY = 6
"""More seats than these stand in two columns, down the first one and then the second."""

MARK, NAME, CARDS, POINTS, CALL = 2, 8, 11, 9, 10
"""Columns of a seat; two of them fill a line."""

TURN = "►"


def title(scene: Scene) -> str:
    """Which round, who deals it, and how many points are too many (EPU-14)."""
    table, words = scene.view.table, scene.words
    dealer = words("dealer", name=scene.names[table.dealer])
    limit = words("limit", points=table.limit)
    return " · ".join([words("round", n=table.round_number), dealer, limit])


def table(scene: Scene) -> Sequence[Text]:
    """The seats, and below them what lies on the table."""
    seats = [_seat(scene, seat) for seat in scene.clockwise]
    pile = wrapped(" · ".join(_pile(scene)))
    if len(seats) <= MANY:
        return [*flowing(seats, COLUMNS), *pile]
    half = (len(seats) + 1) // 2
    pairs = zip_longest(seats[:half], seats[half:], fillvalue=Text())
    return [*flowing(chain.from_iterable(pairs), COLUMNS // 2), *pile]


def _seat(scene: Scene, seat: Seat) -> Text:
    words, shown = scene.words, scene.view.table.seats[seat]
    points = words.count("points", shown.points)
    if not shown.playing:
        cells: list[Cell] = [("", MARK), (scene.names[seat], NAME), (words("seat_out"), CARDS)]
        return row(*cells, (points, POINTS))
    mark = "seat_silent" if shown.catchable else "seat_called" if shown.called else ""
    return row(
        (TURN if seat == scene.view.to_act else "", MARK),
        (Text(scene.names[seat], "bold" if seat == scene.seat else ""), NAME),
        (words.count("cards", shown.cards_left), CARDS),
        (points, POINTS),
        (words(mark) if mark else "", CALL),
    )


def _pile(scene: Scene) -> Iterator[str]:
    """The top, the suit to follow where it is another, what has piled up, the stock and the way round."""
    table, words = scene.view.table, scene.words
    if table.top != NO_CARD:
        yield words("top", card=short(table.top))
        if table.suit != SUIT[table.top]:
            yield words("named", suit=SIGNS[table.suit])
    if table.pending_draw:
        yield words("stack", n=table.pending_draw)
    yield words("stock", n=table.stock)
    yield words("clockwise" if table.direction > 0 else "turned")
