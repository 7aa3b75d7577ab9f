"""Whose turn it is, and how the promises stand against the tricks."""

from carteado.telegram_gateway.render.scene import Scene


def turn(scene: Scene) -> str:
    """Whose turn it is, for everybody to read."""
    name = f"<b>{scene.names[scene.table.view.to_act]}</b>"
    if scene.is_bidding:
        return scene.words("turn_bid", name=name)
    return scene.words("turn_play" if scene.round.trick else "turn_lead", name=name)


def own_turn(scene: Scene) -> str:
    """The same for whoever's turn it is."""
    if scene.is_bidding:
        return scene.words("own_turn_bid")
    return scene.words("own_turn_play" if scene.round.trick else "own_turn_lead")


def tally(scene: Scene) -> str:
    """The sum of the promises against the tricks, and the number that it locks."""
    words, tricks = scene.words, scene.round.hand_size
    bid = sum(scene.round.seats[seat].bid for seat in scene.bidders)
    if not scene.is_bidding:
        key = "tally_over" if bid > tricks else "tally_under"
        return words(key, bid=bid, tricks=tricks)
    lines = [words("tally_bidding", bid=bid, tricks=tricks)] if scene.bidders else []
    if scene.round.HasField("locked_bid"):
        name = scene.names[scene.table.view.to_act]
        lines.append(words("locked", name=name, n=scene.round.locked_bid))
    return "\n".join(lines)
