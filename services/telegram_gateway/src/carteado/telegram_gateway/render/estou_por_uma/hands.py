"""A hand of Estou-por-uma in a private message, with all that its player decides from."""

from carteado.telegram_gateway.message import Message
from carteado.telegram_gateway.render.estou_por_uma import (
    cards,
    count,
    keyboard,
    news,
    pile,
    seats,
    turn,
)
from carteado.telegram_gateway.render.estou_por_uma.boards import last_round
from carteado.telegram_gateway.render.estou_por_uma.header import header
from carteado.telegram_gateway.render.estou_por_uma.state import is_own_turn, shown
from carteado.telegram_gateway.render.header import private_head
from carteado.telegram_gateway.render.scene import Scene, paragraphs


def hand(scene: Scene, title: str) -> Message:
    """The round as one of its players sees it; buttons for what that player may do now, and for nothing else."""
    if not scene.is_open:
        return _between_rounds(scene, title)
    text = paragraphs(
        private_head(scene, title),
        header(scene),
        last_round(scene),
        seats.lines(scene),
        news.lines(scene),
        pile.lines(scene),
        _cards(scene),
        _whose_turn(scene),
    )
    return Message(text, keyboard.in_private(scene))


def _between_rounds(scene: Scene, title: str) -> Message:
    """The count of the round that is over."""
    counted = scene.words("round_counted")
    head = private_head(scene, title)
    return Message(paragraphs(head, header(scene), count.lines(scene), counted))


def _cards(scene: Scene) -> str:
    """The own cards, suit by suit."""
    words, suits = scene.words, dict[int, list[str]]()
    for card in shown(scene).hand:
        suits.setdefault(cards.suit(card), []).append(cards.rank_sign(cards.rank(card)))
    lines = [
        words("hand_suit", suit=cards.suit_text(suit, words), ranks=" · ".join(ranks))
        for suit, ranks in suits.items()
    ]
    return words("hand_own", cards="\n".join(lines)) if lines else ""


def _whose_turn(scene: Scene) -> str:
    """What is to be done in one's own turn; else whose turn it is."""
    if not is_own_turn(scene):
        return turn.turn(scene)
    told = [turn.silent(scene), turn.own_turn(scene), turn.call_hint(scene)]
    return "\n".join(line for line in told if line)
