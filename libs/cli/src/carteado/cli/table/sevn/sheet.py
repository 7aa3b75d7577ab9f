"""What a round gave: the rows, and the points that they were worth (SV-34)."""

from collections.abc import Sequence
from typing import Any

from carteado.cli.table.game import Counted
from carteado.cli.table.scene import Scene
from carteado.cli.table.sevn.cards import called, row_of
from carteado.rules.game import Placement
from carteado.rules.sevn.events import RoundScored, SeatScore
from carteado.rules.sevn.state import Standing


def counted(scene: Scene, event: Any) -> Sequence[Counted]:
    """The points of each seat and the row that they come from; a bust gives nothing (SV-18)."""
    if not isinstance(event, RoundScored):
        return ()
    return [_counted(scene, each) for each in event.seats]


def _counted(scene: Scene, score: SeatScore) -> Counted:
    shown = scene.view.table.seats[score.seat]
    row = row_of(shown, scene.words)
    if shown.standing is Standing.BUST:
        card = called(shown.bust_card, scene.words)
        gained, remark = (
            scene.words("gained_bust"),
            scene.told("busted", score.seat, card=card),
        )
        return Counted(score.seat, gained, str(score.total), f"{remark} · {row}")
    return Counted(score.seat, f"+{score.score.points}", str(score.total), row)


def score(scene: Scene, placement: Placement) -> str:
    """The points at the end."""
    return scene.words.count("points", placement.score)
