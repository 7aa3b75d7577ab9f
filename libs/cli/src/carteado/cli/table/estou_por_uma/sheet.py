"""What a round cost: the cards left in the hands (EPU-12)."""

from collections.abc import Sequence
from typing import Any

from carteado.cli.table.estou_por_uma.cards import several
from carteado.cli.table.game import Counted
from carteado.cli.table.scene import Scene
from carteado.rules.estou_por_uma.events import RoundScored, SeatScore
from carteado.rules.game import Placement


def counted(scene: Scene, event: Any) -> Sequence[Counted]:
    """The points of each seat, with the cards that they are the sum of; whoever passed the limit is out (EPU-15, EPU-16)."""
    if not isinstance(event, RoundScored):
        return ()
    return [_counted(scene, each) for each in event.seats]


def _counted(scene: Scene, score: SeatScore) -> Counted:
    words, limit = scene.words, scene.view.table.limit
    key = "remark_reset" if score.reset else "remark_out" if score.eliminated else ""
    parts = [words(key, limit=limit)] if key else []
    if score.hand:
        parts.append(several(score.hand))
    return Counted(score.seat, f"+{score.points}", str(score.total), " · ".join(parts))


def score(scene: Scene, placement: Placement) -> str:
    """The points at the end."""
    return scene.words.count("points_whole", placement.score)
