"""Private messages in the stead of a hand: who is out watches, and a match that is over has none."""

from carteado.api.tables.v1.tables_pb2 import TABLE_STATE_FINISHED
from carteado.telegram_gateway.message import Message
from carteado.telegram_gateway.render import result
from carteado.telegram_gateway.render.closing import match_closed
from carteado.telegram_gateway.render.header import private_head
from carteado.telegram_gateway.render.scene import Scene, paragraphs


def watching(scene: Scene, title: str) -> Message:
    """What a player who is out gets in private in the stead of a hand.

    Args:
        scene: The table.
        title: The group that plays.
    """
    return Message(paragraphs(private_head(scene, title), scene.words("hand_watching")))


def over(scene: Scene, title: str) -> Message:
    """What is left of a hand in a private message once the match is over.

    Args:
        scene: The table, finished or closed.
        title: The group that played.
    """
    is_finished = scene.table.state == TABLE_STATE_FINISHED
    text = result.winners(scene) if is_finished else match_closed(scene)
    return Message(paragraphs(private_head(scene, title), text))
