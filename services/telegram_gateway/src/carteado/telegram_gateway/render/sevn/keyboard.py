"""The buttons of a match of SEVN: those of the open decision, and no others."""

from collections.abc import Callable, Mapping
from enum import StrEnum

from carteado.api.sevn.v1 import sevn_pb2 as pb
from carteado.telegram_gateway.message import Button
from carteado.telegram_gateway.render import names
from carteado.telegram_gateway.render.keyboard import Row, rows
from carteado.telegram_gateway.render.scene import Scene
from carteado.telegram_gateway.render.sevn import cards
from carteado.telegram_gateway.render.sevn.state import active, has_card, points, repeats, shown

NAMES_IN_A_ROW = 2
NAME_WIDTH = 12
"""Columns of a name on a button, beside its points."""

DISCARD, KEEP = 0, 1


class Op(StrEnum):
    """What a tap asks for in SEVN."""

    DRAW = "sd"
    STOP = "sp"
    SEAT = "st"
    BALLAST = "sb"
    OPTION = "so"
    TARGET = "sg"


def buttons(scene: Scene) -> tuple[Row, ...]:
    """The answers to what is asked, each of which the rules accept."""
    return BUTTONS[shown(scene).decision](scene)


def _turn(scene: Scene) -> tuple[Row, ...]:
    """To draw, while a card exists; to stop, with what that would keep."""
    stop = scene.words("button_stop", points=points(scene, scene.table.view.to_act))
    draw = (scene.tap(scene.words("button_draw"), Op.DRAW),) if has_card(scene) else ()
    return ((*draw, scene.tap(stop, Op.STOP)),)


def _target(scene: Scene) -> tuple[Row, ...]:
    """Whoever is still in the round."""
    return _names(scene, active(scene))


def _receivers(scene: Scene) -> tuple[Row, ...]:
    """Whoever is still in the round and has no second chance."""
    seats = shown(scene).seats
    return _names(scene, [seat for seat in active(scene) if not seats[seat].second_chance])


def _names(scene: Scene, seats: list[int]) -> tuple[Row, ...]:
    """A button for each seat, with what it has at stake."""
    called = names.brief(scene.table, scene.words, NAME_WIDTH)
    return rows(
        [
            scene.tap(
                scene.words("button_seat", name=called[seat], points=points(scene, seat)),
                Op.SEAT,
                seat,
            )
            for seat in seats
        ],
        NAMES_IN_A_ROW,
    )


def _ballast(scene: Scene) -> tuple[Row, ...]:
    keep = scene.words("button_keep", worth=cards.short(shown(scene).card))
    discard = scene.words("button_discard")
    return ((scene.tap(keep, Op.BALLAST, KEEP), scene.tap(discard, Op.BALLAST, DISCARD)),)


def _crossroads(scene: Scene) -> tuple[Row, ...]:
    shown_cards = enumerate(shown(scene).options)
    return (tuple(_option(scene, option, card) for option, card in shown_cards),)


def _option(scene: Scene, option: int, card: int) -> Button:
    """One of the two cards, with a warning where the row has it already."""
    label, seat = cards.text(card, scene.words), scene.table.view.to_act
    if repeats(scene, seat, card):
        is_saved = shown(scene).seats[seat].second_chance
        label = scene.words("button_saved" if is_saved else "button_busts", card=label)
    return scene.tap(label, Op.OPTION, option)


BUTTONS: Mapping[int, Callable[[Scene], tuple[Row, ...]]] = {
    pb.DECISION_TURN: _turn,
    pb.DECISION_TARGET: _target,
    pb.DECISION_BALLAST: _ballast,
    pb.DECISION_GIVE_SECOND_CHANCE: _receivers,
    pb.DECISION_CROSSROADS: _crossroads,
}
"""The buttons of each decision."""
