"""What lies on the table: the card to follow with what it asks for, the stock, the direction of play."""

from carteado.telegram_gateway.render.estou_por_uma import cards
from carteado.telegram_gateway.render.estou_por_uma.state import shown
from carteado.telegram_gateway.render.scene import Scene


def lines(scene: Scene) -> str:
    """All that is to be known of the table before one plays."""
    words, table = scene.words, shown(scene)
    top = words("top", card=cards.text(table.top, words))
    turned = words("turned") if table.direction < 0 else ""
    first = _joined(top, _asked(scene))
    return f"{first}\n{_joined(words('stock', n=table.stock), turned)}"


def brief(scene: Scene) -> str:
    """The card to follow, for an alert."""
    words, table = scene.words, shown(scene)
    top = words("alert_top", card=cards.short(table.top))
    if table.pending_draw:
        return _joined(top, words("alert_stack", n=table.pending_draw))
    named = words("alert_named", suit=cards.suit_text(table.suit, words))
    return _joined(top, named if _is_named(scene) else "")


def _asked(scene: Scene) -> str:
    """The stack, or the suit to follow where it is not that of the card."""
    words, table = scene.words, shown(scene)
    if table.pending_draw:
        return words("stack", n=table.pending_draw)
    return words("named", suit=cards.suit_text(table.suit, words)) if _is_named(scene) else ""


def _is_named(scene: Scene) -> bool:
    return shown(scene).suit != cards.suit(shown(scene).top)


def _joined(*parts: str) -> str:
    return " · ".join(part for part in parts if part)
