"""The seats of a table, a line for each: what they have in the match, what lies before them, what it is worth."""

from carteado.api.game.v1.game_pb2 import Placement
from carteado.api.sevn.v1 import sevn_pb2
from carteado.telegram_gateway.render.scene import Scene
from carteado.telegram_gateway.render.sevn import cards
from carteado.telegram_gateway.render.sevn.state import points, shown

IN_THE_ROUND = ""
SAFE = "\N{WHITE HEAVY CHECK MARK} "
FROZEN = f"{cards.FREEZE} "
BUST = "\N{COLLISION SYMBOL} "
BESIDE = " \N{BOX DRAWINGS LIGHT VERTICAL} "
NOTHING = "\N{EN DASH}"


def lines(scene: Scene) -> str:
    """A line for each seat, in the order of the table."""
    return "\n".join(_line(scene, seat) for seat in range(len(shown(scene).seats)))


def score(scene: Scene, placed: Placement) -> str:
    """What a seat has at the end: points, of which more is better (SV-2)."""
    return scene.words.count("points", placed.score)


def on_table(scene: Scene, seat: int) -> str:
    """The cards of a seat: its row in the order drawn, struck the one that made it bust; beside it all else that it holds."""
    own = shown(scene).seats[seat]
    row = [cards.short(card) for card in own.row]
    if own.bust_card:
        row.append(f"<s>{cards.short(own.bust_card)}</s>")
    extras = [cards.short(card) for card in own.extras]
    if own.second_chance:
        extras.append(cards.SECOND_CHANCE)
    return BESIDE.join(filter(None, [" ".join(row) or NOTHING, " ".join(extras)]))


def mark(scene: Scene, seat: int) -> str:
    """How a seat stands in the round: nothing while it is in it."""
    match shown(scene).seats[seat].standing:
        case sevn_pb2.STANDING_BUST:
            return BUST
        case sevn_pb2.STANDING_SAFE:
            return FROZEN if seat in _frozen(scene) else SAFE
        case _:
            return IN_THE_ROUND


def _frozen(scene: Scene) -> set[int]:
    """The seats that a freeze took out, as far as the round was followed."""
    stopped = (each.sevn.stopped for each in scene.past.events if each.sevn.HasField("stopped"))
    return {each.seat for each in stopped if each.frozen}


def _line(scene: Scene, seat: int) -> str:
    words = scene.words
    line = words(
        "seat",
        name=scene.names[seat],
        total=shown(scene).seats[seat].total,
        cards=on_table(scene, seat),
        points=points(scene, seat),
    )
    to_act = words("mark_turn") if scene.is_to_act(seat) else ""
    missed = words("mark_missed") if scene.table.seats[seat].missed else ""
    return f"{to_act}{mark(scene, seat)}{line}{missed}"
