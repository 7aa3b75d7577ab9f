"""The count of a round: how the points of each came about, who has most, and who leads."""

from carteado.api.sevn.v1 import sevn_pb2 as pb
from carteado.telegram_gateway.render.scene import Scene
from carteado.telegram_gateway.render.sevn import seats
from carteado.telegram_gateway.render.sevn.cards import TIMES, short, signed
from carteado.telegram_gateway.render.sevn.state import has_sevn, is_bust, points, shown

SEVN = "\N{PARTY POPPER}"
ARROW = "\N{RIGHTWARDS ARROW}"


def lines(scene: Scene) -> str:
    """What is celebrated, a line for each seat, those with most points first, and how the match stands."""
    table = "\n".join(_line(scene, seat) for seat in _by_total(scene))
    told = [_celebrated(scene), table, _lead(scene)]
    return "\n\n".join(each for each in told if each)


def recap(scene: Scene) -> str:
    """How a round went, in a line: who gained how much, most first, and who busted."""
    words, names = scene.words, scene.names
    gained = sorted(_not_bust(scene), key=lambda seat: -points(scene, seat))
    told = [_gain(scene, seat) for seat in gained]
    busts = [names[seat] for seat in _busts(scene)]
    if busts:
        told.append(words.count("recap_bust", len(busts), names=words.listed(busts)))
    return words("recap", number=shown(scene).round, told=" · ".join(told))


def _gain(scene: Scene, seat: int) -> str:
    return scene.words(
        "recap_sevn" if has_sevn(scene, seat) else "recap_gain",
        name=scene.names[seat],
        points=points(scene, seat),
    )


def _seats(scene: Scene) -> range:
    return range(len(shown(scene).seats))


def _busts(scene: Scene) -> list[int]:
    return [seat for seat in _seats(scene) if is_bust(scene, seat)]


def _not_bust(scene: Scene) -> list[int]:
    return [seat for seat in _seats(scene) if not is_bust(scene, seat)]


def _by_total(scene: Scene) -> list[int]:
    return sorted(_seats(scene), key=lambda seat: -shown(scene).seats[seat].total)


def _celebrated(scene: Scene) -> str:
    """Seven distinct values, and who busted."""
    words = scene.words
    told = [
        words("sevn", name=scene.names[seat]) for seat in _seats(scene) if has_sevn(scene, seat)
    ]
    busts = [scene.names[seat] for seat in _busts(scene)]
    if len(busts) == len(_seats(scene)):
        return words("all_bust")
    return "\n".join([*told, words.count("busts", len(busts), names=words.listed(busts))])


def _line(scene: Scene, seat: int) -> str:
    """What a seat had, what that is worth, and the total."""
    own = shown(scene).seats[seat]
    values = {"name": scene.names[seat], "cards": seats.on_table(scene, seat), "total": own.total}
    if is_bust(scene, seat):
        return scene.words("count_bust", **values)
    mark = f"{SEVN} " if has_sevn(scene, seat) else seats.mark(scene, seat)
    line = scene.words("count_points", steps=_steps(own.score), points=own.score.points, **values)
    return f"{mark}{line}"


def _steps(score: pb.Score) -> str:
    """How a score adds up (SV-34); nothing where the row alone is the score. What is less than nothing counts as nothing."""
    added = {
        "": score.modifiers,
        short(pb.CARD_FEATHERWEIGHT): score.featherweight,
        short(pb.CARD_HEAVYWEIGHT): score.heavyweight,
        short(pb.CARD_STRAIGHT): score.straight,
        SEVN: score.sevn,
    }
    steps = [signed(score.sum)]
    if score.doubled != score.sum:
        steps.append(f"{TIMES}{score.doubled // score.sum}")
    steps += [f"+{points}{sign}" for sign, points in added.items() if points]
    if score.doubled + sum(added.values()) < 0:
        return f"{' '.join(steps)} {ARROW} "
    return f"{' '.join(steps)} = " if len(steps) > 1 else ""


def _lead(scene: Scene) -> str:
    """Who has most points, and what is missing to the points that win; nothing while nobody has any."""
    words, target = scene.words, shown(scene).target
    most = max(each.total for each in shown(scene).seats)
    first = [seat for seat in _seats(scene) if shown(scene).seats[seat].total == most]
    called = words.listed(scene.names[seat] for seat in first)
    if not most:
        return ""
    if len(first) > 1:
        return words("lead_goes_on" if most >= target else "lead_shared", names=called, points=most)
    if most >= target:
        return words("lead_won", name=called, points=most)
    return words.count("lead", target - most, name=called, points=most)
