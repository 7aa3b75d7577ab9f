"""Whose turn it is, and how the promises stand against the tricks."""

from carteado.telegram_gateway.render.eu_faco.state import bidders, is_bidding, shown
from carteado.telegram_gateway.render.scene import Scene


def turn(scene: Scene) -> str:
    """Whose turn it is, for everybody to read."""
    name = f"<b>{scene.names[scene.table.view.to_act]}</b>"
    if is_bidding(scene):
        return scene.words("turn_bid", name=name)
    return scene.words("turn_play" if shown(scene).trick else "turn_lead", name=name)


def own_turn(scene: Scene) -> str:
    """The same for whoever's turn it is."""
    if is_bidding(scene):
        return scene.words("own_turn_bid")
    return scene.words("own_turn_play" if shown(scene).trick else "own_turn_lead")


def tally(scene: Scene) -> str:
    """The sum of the promises against the tricks, and the number that it locks."""
    words, tricks = scene.words, shown(scene).hand_size
    bid = sum(shown(scene).seats[seat].bid for seat in bidders(scene))
    if not is_bidding(scene):
        key = "tally_over" if bid > tricks else "tally_under"
        return words(key, bid=bid, tricks=tricks)
    lines = [words("tally_bidding", bid=bid, tricks=tricks)] if bidders(scene) else []
    if shown(scene).HasField("locked_bid"):
        name = scene.names[scene.table.view.to_act]
        lines.append(words("locked", name=name, n=shown(scene).locked_bid))
    return "\n".join(lines)
