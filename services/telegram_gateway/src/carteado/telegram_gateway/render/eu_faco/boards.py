"""The board: one message for each round, as everybody in the group may see it. It shows no hand and no forehead."""

from carteado.telegram_gateway.message import Message
from carteado.telegram_gateway.render.closing import match_closed
from carteado.telegram_gateway.render.eu_faco import count, keyboard, seats, trick
from carteado.telegram_gateway.render.eu_faco.header import header
from carteado.telegram_gateway.render.eu_faco.state import is_bidding, is_fresh, shown
from carteado.telegram_gateway.render.eu_faco.turn import tally, turn
from carteado.telegram_gateway.render.keyboard import Row
from carteado.telegram_gateway.render.scene import Scene, paragraphs, scene_of
from carteado.telegram_gateway.taps import Op


def board(scene: Scene) -> Message:
    """The round that goes on, and until its first card is played how the one before went."""
    words = scene.words
    text = paragraphs(
        header(scene),
        words("forehead") if shown(scene).forehead else "",
        last_round(scene),
        seats.lines(scene),
        trick.on_table(scene),
        tally(scene),
        turn(scene),
        "" if is_bidding(scene) else words("board_hint"),
    )
    return Message(text, _buttons(scene))


def counted(scene: Scene) -> Message:
    """The round that is over, with its count: between rounds, and at the end of the match."""
    last = trick.ended(scene, shown(scene).tricks[-1])
    return Message(paragraphs(header(scene), last, count.lines(scene)))


def ended_early(scene: Scene) -> Message:
    """A round that nobody will finish: the table was closed."""
    return Message(paragraphs(header(scene), seats.lines(scene), match_closed(scene)))


def last_round(scene: Scene) -> str:
    """How the last round went, until the first card of this one is played."""
    if scene.past.counted is None or not is_fresh(scene):
        return ""
    return count.recap(scene_of(scene.past.counted, scene.words))


def _buttons(scene: Scene) -> tuple[Row, ...]:
    numbers = keyboard.bids(scene) if is_bidding(scene) else keyboard.slots(scene)
    return (*numbers, (scene.tap(scene.words("button_hand"), Op.HAND),))
