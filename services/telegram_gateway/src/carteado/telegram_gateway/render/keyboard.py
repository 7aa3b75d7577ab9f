"""Rows of buttons."""

from collections.abc import Sequence

from carteado.telegram_gateway.message import Button
from carteado.telegram_gateway.render.scene import Scene
from carteado.telegram_gateway.taps import Op

Row = tuple[Button, ...]
NUMBERS_IN_A_ROW = 6
CARDS_IN_A_ROW = 5


def rows(buttons: Sequence[Button], most: int) -> tuple[Row, ...]:
    """Buttons in as few rows as they need, and no row much longer than another."""
    count = -(-len(buttons) // most)
    length = -(-len(buttons) // count) if count else most
    return tuple(tuple(buttons[at : at + length]) for at in range(0, len(buttons), length))


def bids(scene: Scene) -> tuple[Row, ...]:
    """A button for each number of tricks that may be promised; the locked one is dead."""
    locked = scene.round.locked_bid if scene.round.HasField("locked_bid") else None
    buttons = [
        scene.tap(scene.words("button_locked", n=tricks), Op.DEAD, tricks)
        if tricks == locked
        else scene.tap(str(tricks), Op.BID, tricks)
        for tricks in range(scene.round.hand_size + 1)
    ]
    return rows(buttons, NUMBERS_IN_A_ROW)


def slots(scene: Scene) -> tuple[Row, ...]:
    """A button for each card that was dealt to a hand, whichever it is."""
    numbers = range(1, scene.round.hand_size + 1)
    buttons = [
        scene.tap(scene.words("button_slot", n=number), Op.SLOT, number) for number in numbers
    ]
    return rows(buttons, CARDS_IN_A_ROW)
