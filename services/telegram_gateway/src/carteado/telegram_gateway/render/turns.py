"""Whose turn it is."""

from carteado.telegram_gateway.render import names
from carteado.telegram_gateway.render.scene import Scene
from carteado.telegram_gateway.said import Said, Told


def check_turn(scene: Scene, seat: int) -> None:
    """Tells whoever is not to act to wait.

    Raises:
        Told: It is another's turn.
    """
    if not scene.is_to_act(seat):
        player = scene.table.seats[scene.table.view.to_act].player
        raise Told(Said(scene.words("not_your_turn", name=names.plain(player, scene.words))))


def brief_turn(scene: Scene, width: int) -> str:
    """Whose turn it is, for an alert, where a name has so many columns."""
    if not scene.is_open:
        return scene.words("round_counted")
    if scene.table.view.legal:
        return scene.words("alert_own_turn")
    player = scene.table.seats[scene.table.view.to_act].player
    return scene.words("alert_turn", name=names.plain(player, scene.words, width))
