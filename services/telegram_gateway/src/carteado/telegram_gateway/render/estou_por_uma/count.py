"""The count of a round: what was left in each hand, what it costs, who went back to zero, who is out."""

from carteado.api.estou_por_uma.v1 import estou_por_uma_pb2 as pb
from carteado.telegram_gateway.render.estou_por_uma import cards, seats
from carteado.telegram_gateway.render.estou_por_uma.state import scored, shown
from carteado.telegram_gateway.render.scene import Scene


def lines(scene: Scene) -> str:
    """How the round ended, and a line for each seat that played it, fewest points first; where that was not seen, what came of it."""
    count = scored(scene)
    if count is None:
        return seats.lines(scene)
    table = sorted(count.seats, key=lambda each: (each.eliminated, each.total, each.points))
    return "\n".join([_end(scene, count), "", *(_line(scene, each, count) for each in table)])


def recap(scene: Scene) -> str:
    """How a round went, in a line."""
    count = scored(scene)
    if count is None:
        return ""
    prices = [_price(scene, each) for each in count.seats if not _went_out(each, count)]
    told = " · ".join([_end_in_brief(scene, count), *prices])
    return scene.words("recap", number=shown(scene).round, told=told)


def _went_out(each: pb.SeatScore, count: pb.RoundScored) -> bool:
    """True for whoever got rid of all cards, if anybody did."""
    return count.HasField("winner") and count.winner == each.seat


def _end(scene: Scene, count: pb.RoundScored) -> str:
    """Who went out, and with what; or that nobody could go on."""
    if not count.HasField("winner"):
        return scene.words("count_blocked")
    card = cards.text(shown(scene).top, scene.words)
    return scene.words("count_out", name=scene.names[count.winner], card=card)


def _end_in_brief(scene: Scene, count: pb.RoundScored) -> str:
    if not count.HasField("winner"):
        return scene.words("recap_blocked")
    return scene.words("recap_out", name=scene.names[count.winner])


def _line(scene: Scene, each: pb.SeatScore, count: pb.RoundScored) -> str:
    """What was left, what it costs, and what that makes."""
    words, limit = scene.words, shown(scene).limit
    held = " ".join(map(cards.short, each.hand))
    values = {"name": scene.names[each.seat], "points": each.points, "total": each.total}
    if each.reset:
        return words("count_reset", cards=held, limit=limit, **values)
    if each.eliminated:
        return words("count_eliminated", cards=held, limit=limit, **values)
    if _went_out(each, count):
        return words("count_winner", **values)
    return words("count_line", cards=held, **values)


def _price(scene: Scene, each: pb.SeatScore) -> str:
    """What a seat paid, in a few words."""
    words, name = scene.words, scene.names[each.seat]
    if each.reset:
        return words("recap_reset", name=name)
    if each.eliminated:
        return words("recap_eliminated", name=name)
    return words("recap_line", name=name, points=each.points)
