"""How what happened is told: a line for each thing, and in a storm a line for each seat."""

from itertools import groupby

from carteado.api.sevn.v1 import sevn_pb2 as pb
from carteado.telegram_gateway.render.scene import Scene
from carteado.telegram_gateway.render.sevn import cards
from carteado.telegram_gateway.render.sevn.state import points
from carteado.telegram_gateway.render.sevn.story import Act, Drawn, acts

LEAST_LINES = 3
"""So many lines are told, and whatever belongs to the first of them."""


def lines(scene: Scene) -> str:
    """What happened last in the round; nothing of the deal, which lies on the table."""
    told: list[str] = []
    after: Act | None = None
    for act in reversed(acts(scene.past.events)):
        if len(told) >= LEAST_LINES or act.is_deal:
            break
        told = _lines(scene, act, after) + told
        after = act
    return "\n".join(told)


def _lines(scene: Scene, act: Act, after: Act | None) -> list[str]:
    told = _told(scene, act, drawn=act.drawn[:-1] if _is_told_by(act, after) else act.drawn)
    return [*told, *(_by_the_way(scene, each) for each in act.after)]


def _is_told_by(act: Act, after: Act | None) -> bool:
    """True where the last card of a turn is an action that took effect at once: what it did says it all."""
    if after is None or not act.drawn or not act.head.HasField("card_drawn"):
        return False
    action = after.head.action_resolved.action
    return (action.owner, action.card) == (act.drawn[-1].seat, act.drawn[-1].card)


def _told(scene: Scene, act: Act, drawn: list[Drawn]) -> list[str]:
    match act.head.WhichOneof("kind"):
        case "stopped":
            seat = act.head.stopped.seat
            return [scene.words("stopped", name=scene.names[seat], points=points(scene, seat))]
        case "ballast_decided":
            return [_ballast(scene, act.head.ballast_decided)]
        case "action_resolved":
            return _action(scene, act)
        case "reshuffled":
            return [_by_the_way(scene, act.head)]
        case _:
            return [scene.words("drew", **line) for line in _by_seat(scene, drawn)]


def _ballast(scene: Scene, decided: pb.BallastDecided) -> str:
    return scene.words(
        "ballast_kept" if decided.kept else "ballast_discarded",
        name=scene.names[decided.seat],
        card=cards.text(decided.card, scene.words),
    )


def _action(scene: Scene, act: Act) -> list[str]:
    """An action that took effect, and what it did."""
    resolved = act.head.action_resolved
    owner = scene.names[resolved.action.owner]
    match resolved.action.card:
        case pb.CARD_STORM:
            lines = [scene.words("storm_drew", **line) for line in _by_seat(scene, act.drawn)]
            return [scene.words("storm", name=owner), *lines]
        case pb.CARD_CROSSROADS:
            return [_crossroads(scene, act, owner)]
        case pb.CARD_FREEZE:
            return [_freeze(scene, resolved, owner)]
        case _:
            return [_three(scene, act, owner)]


def _crossroads(scene: Scene, act: Act, owner: str) -> str:
    """The cards shown, and the one that was taken."""
    words = scene.words
    options = words("or").join(cards.text(card, words) for card in act.shown)
    if not act.drawn:
        return words("crossroads_shown", name=owner, options=options)
    taken = _turned(scene, act.drawn[0])
    return words("crossroads_taken", name=owner, options=options, card=taken)


def _freeze(scene: Scene, resolved: pb.ActionResolved, owner: str) -> str:
    own = points(scene, resolved.target)
    if resolved.target == resolved.action.owner:
        return scene.words("froze_oneself", owner=owner, points=own)
    name = scene.names[resolved.target]
    return scene.words("froze", owner=owner, name=name, points=own)


def _three(scene: Scene, act: Act, owner: str) -> str:
    """A draw of three, with the cards that it brought so far."""
    resolved, words = act.head.action_resolved, scene.words
    drawn = ", ".join(_turned(scene, each) for each in act.drawn) or words("no_card")
    if resolved.target == resolved.action.owner:
        return words("three_oneself", owner=owner, cards=drawn)
    return words("three", owner=owner, name=scene.names[resolved.target], cards=drawn)


def _by_seat(scene: Scene, drawn: list[Drawn]) -> list[dict[str, str]]:
    """The seats that cards were turned for, each with its cards."""
    return [
        {"name": scene.names[seat], "cards": ", ".join(_turned(scene, each) for each in some)}
        for seat, some in groupby(drawn, key=lambda each: each.seat)
    ]


def _turned(scene: Scene, drawn: Drawn) -> str:
    """A card that was turned, and what became of it."""
    to = "" if drawn.to is None else scene.names[drawn.to]
    return scene.words(drawn.outcome, card=cards.text(drawn.card, scene.words), name=to)


def _by_the_way(scene: Scene, event: pb.Event) -> str:
    if event.HasField("reshuffled"):
        return scene.words.count("reshuffled", event.reshuffled.deck)
    action = event.action_discarded.action
    card = cards.text(action.card, scene.words)
    return scene.words("without_effect", card=card, name=scene.names[action.owner])
