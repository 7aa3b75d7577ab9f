"""The seats of a table, a line for each: cards left, points, who called, whose turn it is."""

from carteado.api.game.v1.game_pb2 import Placement
from carteado.telegram_gateway.render.estou_por_uma.state import shown
from carteado.telegram_gateway.render.scene import Scene


def lines(scene: Scene) -> str:
    """A line for each seat, in the order of the table."""
    return "\n".join(_line(scene, seat) for seat in range(len(shown(scene).seats)))


def score(scene: Scene, placed: Placement) -> str:
    """What a seat has at the end: points, of which less is better (EPU-13)."""
    return scene.words("result", points=scene.words.count("points", placed.score))


def _line(scene: Scene, seat: int) -> str:
    words, name, own = scene.words, scene.names[seat], shown(scene).seats[seat]
    if not own.playing:
        return words("seat_out", name=name)
    mark = words("mark_turn") if scene.is_to_act(seat) else ""
    line = words("seat", name=name, left=own.cards_left, points=own.points)
    return f"{mark}{line}{_marks(scene, seat)}"


def _marks(scene: Scene, seat: int) -> str:
    """What is to be said of a seat beside its numbers."""
    words, own = scene.words, shown(scene).seats[seat]
    marks = [
        words("mark_called") if own.called else "",
        words("mark_silent") if own.catchable else "",
        words("mark_dealer") if shown(scene).dealer == seat else "",
        words("mark_missed") if scene.table.seats[seat].missed else "",
    ]
    return "".join(marks)
