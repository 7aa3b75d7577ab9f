"""What stands above a message. Above a round: the game, its number, who began it, how long one may think."""

from carteado.telegram_gateway.render import names
from carteado.telegram_gateway.render.scene import Scene


def header(scene: Scene, number: int, *, about: str, began: str) -> str:
    """The two lines above a round.

    Args:
        scene: The table.
        number: Of the round.
        about: What is to be said of the round beside its number; empty for nothing.
        began: Who dealt it, or started it.
    """
    words = scene.words
    parts = [f"<b>{words('game')}</b>", words("round", number=number), about]
    return f"{joined(*parts)}\n{joined(began, clock(scene))}"


def private_head(scene: Scene, title: str) -> str:
    """The line above a private message: the group that plays."""
    return scene.words("hand_title", title=names.title(title))


def clock(scene: Scene) -> str:
    """How long one may think, while somebody has to; empty where there is no limit."""
    if not scene.is_open or not scene.table.HasField("turn_time"):
        return ""
    return scene.words("turn_time", seconds=scene.table.turn_time.seconds)


def joined(*parts: str) -> str:
    """Those that say something, on one line."""
    return " · ".join(part for part in parts if part)
