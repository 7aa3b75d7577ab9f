"""The board: one message for each round, as everybody in the group may see it. It shows no hand and no forehead."""

from carteado.api.tables.v1.tables_pb2 import Table
from carteado.telegram_gateway.message import Message
from carteado.telegram_gateway.render import count, keyboard, seats, trick
from carteado.telegram_gateway.render.header import header
from carteado.telegram_gateway.render.keyboard import Row
from carteado.telegram_gateway.render.scene import Scene, paragraphs, scene_of
from carteado.telegram_gateway.render.turn import tally, turn
from carteado.telegram_gateway.taps import Op
from carteado.words import Words


def board(table: Table, words: Words, *, previous: Table | None) -> Message:
    """The round that goes on.

    Args:
        table: The table as the public sees it, while a seat is to act.
        words: The language.
        previous: The same as it stood when the last round was counted, if there was one; it is told until the first card is played.
    """
    scene = scene_of(table, words)
    text = paragraphs(
        header(scene),
        words("forehead") if scene.round.forehead else "",
        last_round(scene, previous),
        seats.lines(scene),
        trick.on_table(scene),
        tally(scene),
        turn(scene),
        "" if scene.is_bidding else words("board_hint"),
    )
    return Message(text, _buttons(scene))


def counted(table: Table, words: Words) -> Message:
    """The round that is over, with its count: between rounds, and at the end of the match.

    Args:
        table: The table as the public sees it.
        words: The language.
    """
    scene = scene_of(table, words)
    last = trick.ended(scene, scene.round.tricks[-1])
    return Message(paragraphs(header(scene), last, count.lines(scene)))


def ended_early(table: Table, words: Words) -> Message:
    """A round that nobody will finish: the table was closed."""
    scene = scene_of(table, words)
    return Message(paragraphs(header(scene), seats.lines(scene), words("match_closed")))


def last_round(scene: Scene, previous: Table | None) -> str:
    """How the last round went, until the first card of this one is played."""
    if previous is None or not scene.is_fresh:
        return ""
    return count.recap(scene_of(previous, scene.words))


def _buttons(scene: Scene) -> tuple[Row, ...]:
    numbers = keyboard.bids(scene) if scene.is_bidding else keyboard.slots(scene)
    return (*numbers, (scene.tap(scene.words("button_hand"), Op.HAND),))
