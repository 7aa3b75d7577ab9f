"""Who has to decide what, and what is under way meanwhile."""

from carteado.api.sevn.v1 import sevn_pb2 as pb
from carteado.telegram_gateway.render import names
from carteado.telegram_gateway.render.scene import Scene
from carteado.telegram_gateway.render.sevn import cards
from carteado.telegram_gateway.render.sevn.state import (
    SEVN_VALUES,
    has_card,
    points,
    repeats,
    shown,
)

ABOUT = {
    pb.DECISION_TURN: "turn",
    pb.DECISION_BALLAST: "ballast",
    pb.DECISION_GIVE_SECOND_CHANCE: "gift",
    pb.DECISION_CROSSROADS: "crossroads",
}
"""What a decision is about, in keys; whom an action hits, by the action."""


def question(scene: Scene) -> str:
    """The open decision, for everybody to read, and what there is to know of it."""
    name = f"<b>{scene.names[scene.table.view.to_act]}</b>"
    card = cards.text(shown(scene).card, scene.words)
    asked = scene.words(f"ask_{_about(scene)}", name=name, card=card)
    return "\n".join([*_under_way(scene), asked, *_hints(scene)])


def waiting(scene: Scene) -> str:
    """The same for whoever taps in the stead of another; without marks."""
    if not scene.is_open:
        return scene.words("between_rounds")
    player = scene.table.seats[scene.table.view.to_act].player
    return scene.words(f"wait_{_about(scene)}", name=names.plain(player, scene.words))


def alert(scene: Scene) -> str:
    """For whoever asks for a hand: there is none."""
    return f"{scene.words('no_hand')}\n{waiting(scene)}"


def _about(scene: Scene) -> str:
    view = shown(scene)
    if view.decision == pb.DECISION_TARGET:
        return "freeze" if view.card == pb.CARD_FREEZE else "three"
    return ABOUT[view.decision]


def _hints(scene: Scene) -> list[str]:
    """What the seat to act may gain or lose, where that is worth a word."""
    if shown(scene).decision == pb.DECISION_TURN:
        return [*_near(scene), *_reaches(scene), *_last(scene)]
    if shown(scene).decision == pb.DECISION_CROSSROADS:
        return [*_near(scene), *_repeated(scene)]
    return _near(scene) if shown(scene).decision == pb.DECISION_BALLAST else []


def _near(scene: Scene) -> list[str]:
    """One value is missing."""
    row = shown(scene).seats[scene.table.view.to_act].row
    return [scene.words("hint_near")] if len(row) == SEVN_VALUES - 1 else []


def _reaches(scene: Scene) -> list[str]:
    """To stop now is enough for the points that win."""
    seat = scene.table.view.to_act
    total, target = shown(scene).seats[seat].total + points(scene, seat), shown(scene).target
    return [scene.words("hint_reaches", total=total, target=target)] if total >= target else []


def _last(scene: Scene) -> list[str]:
    """There is nothing left to draw (SV-R22)."""
    return [] if has_card(scene) else [scene.words("hint_no_card")]


def _repeated(scene: Scene) -> list[str]:
    """The cards shown that the row has already; the same card twice is told once."""
    seat = scene.table.view.to_act
    is_saved = shown(scene).seats[seat].second_chance
    return [
        scene.words("hint_saved" if is_saved else "hint_busts", card=cards.text(card, scene.words))
        for card in dict.fromkeys(shown(scene).options)
        if repeats(scene, seat, card)
    ]


def _under_way(scene: Scene) -> list[str]:
    """What the decision holds up: the rest of an action, and what comes after it."""
    words, current = scene.words, shown(scene).current
    told = []
    if current.seats_left:
        left = words.listed(scene.names[seat] for seat in current.seats_left)
        told.append(words("storm_goes_on", names=left))
    if current.HasField("target") and current.draws_left:
        name = scene.names[current.target]
        told.append(words.count("three_goes_on", current.draws_left, name=name))
    if shown(scene).queue:
        queued = ", ".join(_queued(scene, each) for each in shown(scene).queue)
        told.append(words("queue", cards=queued))
    return told


def _queued(scene: Scene, each: pb.QueuedAction) -> str:
    card = cards.text(each.card, scene.words)
    return scene.words("queued", card=card, name=scene.names[each.owner])
