"""What the buttons of SEVN mean, and what is said of it. A button answers the decision that it was shown for, and no other."""

from collections.abc import Mapping

from carteado.api.game.v1.game_pb2 import Action, Choose, Draw
from carteado.telegram_gateway.render import names
from carteado.telegram_gateway.render.game import Move
from carteado.telegram_gateway.render.scene import Scene
from carteado.telegram_gateway.render.sevn import cards
from carteado.telegram_gateway.render.sevn.keyboard import KEEP, Op
from carteado.telegram_gateway.render.sevn.state import is_asked, points
from carteado.telegram_gateway.render.sevn.story import Drawn, acts
from carteado.telegram_gateway.render.sevn.turn import waiting
from carteado.telegram_gateway.said import Said, Told


def done(scene: Scene, action: Action) -> str:
    """What is said of what was done, from what the table says came of it; a word alone where it was done before."""
    words = scene.words
    match action.WhichOneof("verb"), action.choose.WhichOneof("answer"):
        case "pass", _:
            return words("done_stop", points=points(scene, scene.table.view.observer.seat))
        case _, "seat":
            player = scene.table.seats[action.choose.seat].player
            return words("done_seat", name=names.plain(player, words))
        case _, "keep":
            return words("done_keep" if action.choose.keep else "done_discard")
        case _:
            drawn = [each for act in acts(scene.table.view.events) for each in act.drawn]
            return _drawn(scene, drawn[0]) if drawn else words("done_before")


def _drawn(scene: Scene, drawn: Drawn) -> str:
    """The card that was drawn, or taken, and what it did."""
    words, card = scene.words, cards.text(drawn.card, scene.words)
    match drawn.outcome:
        case "drawn_bust":
            return words("done_bust", card=card)
        case "drawn_saved":
            return words("done_saved", card=card)
        case "drawn_sevn":
            return words("done_sevn", card=card)
        case _ if is_asked(scene):
            return words("done_asked", card=card)
        case _:
            return words("done_drawn", card=card, points=points(scene, drawn.seat))


def _check(scene: Scene, seat: int) -> None:
    """Tells whoever has nothing to decide who has.

    Raises:
        Told: It is another's decision.
    """
    if not scene.is_to_act(seat):
        raise Told(Said(waiting(scene)))


def _draw(scene: Scene, seat: int, _arg: int) -> Action:
    """Turns a card (SV-1)."""
    _check(scene, seat)
    return Action(draw=Draw())


def _stop(scene: Scene, seat: int, _arg: int) -> Action:
    """Stops, and keeps the points (SV-3)."""
    _check(scene, seat)
    action = Action()
    getattr(action, "pass").SetInParent()
    return action


def _seat(scene: Scene, seat: int, chosen: int) -> Action:
    """Whom an action hits, or who gets a second chance (SV-13, SV-25)."""
    _check(scene, seat)
    return Action(choose=Choose(seat=chosen))


def _ballast(scene: Scene, seat: int, kept: int) -> Action:
    """Keeps a Lastro, or discards it (SV-22)."""
    _check(scene, seat)
    return Action(choose=Choose(keep=kept == KEEP))


def _option(scene: Scene, seat: int, option: int) -> Action:
    """Takes one of the cards shown at a crossroads (SV-27)."""
    _check(scene, seat)
    return Action(choose=Choose(option=option))


moves: Mapping[str, Move] = {
    Op.DRAW: _draw,
    Op.STOP: _stop,
    Op.SEAT: _seat,
    Op.BALLAST: _ballast,
    Op.OPTION: _option,
}
