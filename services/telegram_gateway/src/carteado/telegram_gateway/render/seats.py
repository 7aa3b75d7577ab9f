"""The seats of a table, a line for each: lives, promise, tricks taken, cards left, whose turn it is."""

from carteado.telegram_gateway.render.scene import Scene

HEART = "\N{HEAVY BLACK HEART}\N{VARIATION SELECTOR-16}"
HEARTS_IN_A_ROW = 3


def lines(scene: Scene) -> str:
    """A line for each seat, in the order of the table."""
    return "\n".join(_line(scene, seat) for seat in range(len(scene.round.seats)))


def lives(scene: Scene, seat: int) -> str:
    """What a seat still has: lives, or, in a match without them, exact rounds."""
    shown = scene.round.seats[seat]
    return score(scene, shown.lives if scene.has_lives else shown.exact_rounds)


def score(scene: Scene, count: int) -> str:
    """What the match counts, at a glance: hearts for lives, else exact rounds."""
    if not scene.has_lives:
        return scene.words("exact_rounds", n=count)
    return HEART * count if count <= HEARTS_IN_A_ROW else f"{HEART}\N{MULTIPLICATION SIGN}{count}"


def _line(scene: Scene, seat: int) -> str:
    words, name = scene.words, scene.names[seat]
    if not scene.round.seats[seat].playing:
        return words("seat_out", name=name)
    parts = [f"<b>{name}</b> {lives(scene, seat)}", _promise(scene, seat)]
    line = " · ".join(part for part in parts if part)
    is_dealer = scene.round.HasField("dealer") and scene.round.dealer == seat
    mark = words("mark_turn") if _is_to_act(scene, seat) else ""
    has_missed = scene.table.seats[seat].missed > 0
    after = [words("mark_dealer") if is_dealer else "", words("mark_missed") if has_missed else ""]
    return f"{mark}{line}{''.join(after)}"


def _promise(scene: Scene, seat: int) -> str:
    """What was promised, and, once cards are played, how it goes."""
    shown = scene.round.seats[seat]
    if not shown.HasField("bid"):
        return ""
    if scene.is_bidding:
        return scene.words("seat_bid", n=shown.bid)
    left = shown.cards_left
    return scene.words("seat_taken", taken=shown.taken, bid=shown.bid, left=left)


def _is_to_act(scene: Scene, seat: int) -> bool:
    return scene.is_open and scene.table.view.to_act == seat
