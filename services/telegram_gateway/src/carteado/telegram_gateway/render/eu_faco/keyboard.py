"""The buttons of a match of Eu Faço!"""

from enum import StrEnum

from carteado.telegram_gateway.render.eu_faco.state import shown
from carteado.telegram_gateway.render.keyboard import CARDS_IN_A_ROW, Row, rows
from carteado.telegram_gateway.render.scene import Scene

NUMBERS_IN_A_ROW = 6


class Op(StrEnum):
    """What a tap asks for in Eu Faço!"""

    BID = "b"
    SLOT = "p"
    LOCKED = "x"
    LIVES = "v"


def bids(scene: Scene) -> tuple[Row, ...]:
    """A button for each number of tricks that may be promised; the locked one says why it is not."""
    locked = shown(scene).locked_bid if shown(scene).HasField("locked_bid") else None
    buttons = [
        scene.tap(scene.words("button_locked", n=tricks), Op.LOCKED, tricks)
        if tricks == locked
        else scene.tap(str(tricks), Op.BID, tricks)
        for tricks in range(shown(scene).hand_size + 1)
    ]
    return rows(buttons, NUMBERS_IN_A_ROW)


def slots(scene: Scene) -> tuple[Row, ...]:
    """A button for each card that was dealt to a hand, whichever it is."""
    numbers = range(1, shown(scene).hand_size + 1)
    buttons = [
        scene.tap(scene.words("button_slot", n=number), Op.SLOT, number) for number in numbers
    ]
    return rows(buttons, CARDS_IN_A_ROW)
