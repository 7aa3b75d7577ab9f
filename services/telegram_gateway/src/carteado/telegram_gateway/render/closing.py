"""The end of a table without a result."""

from carteado.telegram_gateway.render.scene import Scene


def lobby_closed(scene: Scene) -> str:
    """Why a table closed whose match had not begun."""
    is_abandoned = scene.table.HasField("abandon_time")
    return scene.words("table_abandoned") if is_abandoned else scene.words("table_closed")


def match_closed(scene: Scene) -> str:
    """Why a match ended that nobody won."""
    is_abandoned = scene.table.HasField("abandon_time")
    return scene.words("match_abandoned") if is_abandoned else scene.words("match_closed")
