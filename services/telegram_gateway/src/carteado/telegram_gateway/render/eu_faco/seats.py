"""The seats of a table, a line for each: lives, promise, tricks taken, cards left, whose turn it is."""

from carteado.api.game.v1.game_pb2 import Placement
from carteado.telegram_gateway.render.eu_faco.state import has_lives, is_bidding, shown
from carteado.telegram_gateway.render.scene import Scene

HEART = "\N{HEAVY BLACK HEART}\N{VARIATION SELECTOR-16}"
HEARTS_IN_A_ROW = 3


def lines(scene: Scene) -> str:
    """A line for each seat, in the order of the table."""
    return "\n".join(_line(scene, seat) for seat in range(len(shown(scene).seats)))


def lives(scene: Scene, seat: int) -> str:
    """What a seat still has: lives, or, in a match without them, exact rounds."""
    own = shown(scene).seats[seat]
    return _counted(scene, own.lives if has_lives(scene) else own.exact_rounds)


def score(scene: Scene, placed: Placement) -> str:
    """What a seat has at the end."""
    return _counted(scene, placed.score)


def _counted(scene: Scene, count: int) -> str:
    """What the match counts, at a glance: hearts for lives, else exact rounds."""
    if not has_lives(scene):
        return scene.words("exact_rounds", n=count)
    return HEART * count if count <= HEARTS_IN_A_ROW else f"{HEART}\N{MULTIPLICATION SIGN}{count}"


def _line(scene: Scene, seat: int) -> str:
    words, name = scene.words, scene.names[seat]
    if not shown(scene).seats[seat].playing:
        return words("seat_out", name=name)
    parts = [f"<b>{name}</b> {lives(scene, seat)}", _promise(scene, seat)]
    line = " · ".join(part for part in parts if part)
    is_dealer = shown(scene).HasField("dealer") and shown(scene).dealer == seat
    mark = words("mark_turn") if scene.is_to_act(seat) else ""
    has_missed = scene.table.seats[seat].missed > 0
    after = [words("mark_dealer") if is_dealer else "", words("mark_missed") if has_missed else ""]
    return f"{mark}{line}{''.join(after)}"


def _promise(scene: Scene, seat: int) -> str:
    """What was promised, and, once cards are played, how it goes."""
    own = shown(scene).seats[seat]
    if not own.HasField("bid"):
        return ""
    if is_bidding(scene):
        return scene.words("seat_bid", n=own.bid)
    left = own.cards_left
    return scene.words("seat_taken", taken=own.taken, bid=own.bid, left=left)
