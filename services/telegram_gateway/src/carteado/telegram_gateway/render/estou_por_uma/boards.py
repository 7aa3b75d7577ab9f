"""The board: one message for each round, as everybody in the group may see it. It shows how many cards each has, and none of them."""

from carteado.telegram_gateway.message import Message
from carteado.telegram_gateway.render.closing import match_closed
from carteado.telegram_gateway.render.estou_por_uma import count, keyboard, news, pile, seats, turn
from carteado.telegram_gateway.render.estou_por_uma.header import header
from carteado.telegram_gateway.render.estou_por_uma.state import is_fresh
from carteado.telegram_gateway.render.scene import Scene, paragraphs, scene_of


def board(scene: Scene) -> Message:
    """The round that goes on, and until its first card is played how the one before went."""
    text = paragraphs(
        header(scene),
        last_round(scene),
        seats.lines(scene),
        news.lines(scene),
        pile.lines(scene),
        turn.turn(scene),
        scene.words("board_hint"),
    )
    return Message(text, keyboard.on_board(scene))


def counted(scene: Scene) -> Message:
    """The round that is over, with its count: between rounds, and at the end of the match."""
    return Message(paragraphs(header(scene), news.lines(scene), count.lines(scene)))


def ended_early(scene: Scene) -> Message:
    """A round that nobody will finish: the table was closed."""
    closed = match_closed(scene)
    return Message(paragraphs(header(scene), seats.lines(scene), pile.lines(scene), closed))


def last_round(scene: Scene) -> str:
    """How the last round went, until the first card of this one is played."""
    if scene.past.counted is None or not is_fresh(scene):
        return ""
    return count.recap(scene_of(scene.past.counted, scene.words))
