"""A hand in an alert over the group: each card with the number that plays it there."""

from collections.abc import Mapping

from carteado.telegram_gateway.message import ALERT_CHARACTERS, length
from carteado.telegram_gateway.render import names
from carteado.telegram_gateway.render.estou_por_uma import cards, pile
from carteado.telegram_gateway.render.estou_por_uma.state import is_own_turn, shown
from carteado.telegram_gateway.render.scene import Scene

NAME_WIDTH = 10
"""Columns of a name where an alert has little room for it."""

GAP = "  "


def alert(scene: Scene) -> str:
    """A hand in a text without marks: at most 200 characters, however many cards it has."""
    if not scene.is_open:
        return scene.words("round_counted")
    if not shown(scene).hand:
        return scene.words("no_hand_now")
    whole = "\n".join([pile.brief(scene), *_suits(scene), _what_to_do(scene)])
    return whole if length(whole) <= ALERT_CHARACTERS else _shortened(scene)


def _numbered(scene: Scene) -> dict[int, int]:
    """The cards of the hand by their numbers."""
    return dict(enumerate(shown(scene).hand, start=1))


def _playable(scene: Scene) -> dict[int, int]:
    """Those that may be played now; of two that are the same, the first."""
    legal = scene.table.view.legal
    fitting = dict.fromkeys(each.play.estou_por_uma for each in legal if each.HasField("play"))
    hand = list(shown(scene).hand)
    return {hand.index(card) + 1: card for card in fitting}


def _suits(scene: Scene) -> list[str]:
    """A line for each suit of the hand."""
    lines: dict[int, list[str]] = {}
    for number, card in _numbered(scene).items():
        lines.setdefault(cards.suit(card), []).append(_slot(scene, number, card))
    return [GAP.join(line) for line in lines.values()]


def _slot(scene: Scene, number: int, card: int) -> str:
    return scene.words("alert_slot", slot=number, card=cards.short(card))


def _what_to_do(scene: Scene) -> str:
    """Whose turn it is, and for whoever's turn it is the numbers that may be tapped."""
    words = scene.words
    if not is_own_turn(scene):
        player = scene.table.seats[scene.table.view.to_act].player
        return words("alert_turn", name=names.plain(player, words, NAME_WIDTH))
    fitting = ", ".join(map(str, _playable(scene)))
    if not fitting:
        return _draw(scene)
    is_answer = shown(scene).pending_draw > 0
    return words("alert_answer" if is_answer else "alert_play", numbers=fitting)


def _draw(scene: Scene) -> str:
    """What is left for whoever has nothing to play."""
    stack = shown(scene).pending_draw
    return scene.words("alert_take", n=stack) if stack else scene.words("alert_buy")


def _shortened(scene: Scene) -> str:
    """As many cards as there is room for; in one's own turn those that may be played."""
    playable = _playable(scene)
    foot = scene.words("alert_play_these") if playable else _what_to_do(scene)
    head = pile.brief(scene)
    held = playable or _numbered(scene)
    room = ALERT_CHARACTERS - length(f"{head}\n\n{foot}")
    return f"{head}\n{_as_many(scene, held, room)}\n{foot}"


def _as_many(scene: Scene, held: Mapping[int, int], room: int) -> str:
    """The first cards, as many as fit, and how many there are beside them."""
    told, others = "", len(shown(scene).hand)
    for number, card in held.items():
        slot = f"{_slot(scene, number, card)}{GAP}"
        more = scene.words("alert_more", n=others - 1)
        if length(f"{told}{slot}{more}") > room:
            break
        told, others = f"{told}{slot}", others - 1
    return f"{told}{scene.words('alert_more', n=others)}" if others else told.rstrip()
