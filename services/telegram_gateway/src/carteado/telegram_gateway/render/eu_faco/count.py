"""The count of a round: who nailed the promise, what the others paid, who is out."""

from carteado.telegram_gateway.render.eu_faco import seats, trick
from carteado.telegram_gateway.render.eu_faco.state import bidders, has_lives, shown
from carteado.telegram_gateway.render.scene import Scene


def lines(scene: Scene) -> str:
    """A line for each seat that played the round, and what comes of it."""
    told = [_line(scene, seat) for seat in bidders(scene)]
    return "\n".join([*told, *_tiebreak(scene)])


def recap(scene: Scene) -> str:
    """How a round went, in two lines."""
    words = scene.words
    last = trick.outcome(scene, shown(scene).tricks[-1])
    nailed = [scene.names[seat] for seat in bidders(scene) if not missed(scene, seat)]
    paid = [_price(scene, seat) for seat in bidders(scene) if missed(scene, seat)]
    told = words.count("recap_nailed", len(nailed), names=words.listed(nailed))
    first = words("recap", number=shown(scene).round, outcome=last)
    return f"{first}\n{' · '.join([told, *paid])}"


def missed(scene: Scene, seat: int) -> int:
    """How far a seat was from its promise."""
    own = shown(scene).seats[seat]
    return abs(own.bid - own.taken)


def _line(scene: Scene, seat: int) -> str:
    words, own, off = scene.words, shown(scene).seats[seat], missed(scene, seat)
    left = seats.lives(scene, seat)
    values = {"name": scene.names[seat], "bid": own.bid, "taken": own.taken, "left": left}
    if not off:
        return words("count_nailed", **values)
    if not has_lives(scene):
        return words("count_missed", off=off, **values)
    if own.lives:
        return words("count_lost", off=off, **values)
    return words("count_tiebreak" if own.playing else "count_out", **values)


def _price(scene: Scene, seat: int) -> str:
    """What a seat paid, in a few words."""
    words, name = scene.words, scene.names[seat]
    if not has_lives(scene):
        return words("recap_missed", name=name, off=missed(scene, seat))
    if shown(scene).seats[seat].lives:
        return words("recap_lost", name=name, off=missed(scene, seat))
    return words("recap_out", name=name)


def _tiebreak(scene: Scene) -> list[str]:
    """How a tie-break went; it has no promises, and is dealt again when every card cancels."""
    if not shown(scene).tiebreak:
        return []
    if not shown(scene).HasField("lit"):
        return [scene.words("tiebreak_again")]
    return [scene.words("tiebreak_won", name=scene.names[shown(scene).lit])]
