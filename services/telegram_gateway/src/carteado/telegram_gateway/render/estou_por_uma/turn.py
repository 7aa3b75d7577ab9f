"""Whose turn it is, who comes after, and what may be played: by the table alone, whatever is in the hands."""

from carteado.api.estou_por_uma.v1 import estou_por_uma_pb2 as pb
from carteado.telegram_gateway.render.estou_por_uma import cards
from carteado.telegram_gateway.render.estou_por_uma.state import (
    catchable,
    follows,
    has_bought,
    is_catch,
    ranks_of,
    rules,
    shown,
)
from carteado.telegram_gateway.render.scene import Scene

PAIR = 2


def turn(scene: Scene) -> str:
    """Whose turn it is, for everybody to read; and before that, who owes a call."""
    words, seat = scene.words, scene.table.view.to_act
    name = f"<b>{scene.names[seat]}</b>"
    lines = [silent(scene)]
    if shown(scene).pending_draw:
        lines.append(_under_stack(scene, name))
    elif has_bought(scene):
        lines.append(words("turn_bought", name=name))
    else:
        lines += [_whose(scene, name), words("fitting", fitting=fitting(scene))]
    return "\n".join(line for line in lines if line)


def silent(scene: Scene) -> str:
    """Who was left with a card and has not said so."""
    owing, observer = catchable(scene), scene.table.view.observer
    if owing is None:
        return ""
    if observer.HasField("seat") and observer.seat == owing:
        return scene.words("own_silent")
    return scene.words("silent", name=f"<b>{scene.names[owing]}</b>")


def own_turn(scene: Scene) -> str:
    """What is to be done, for whoever's turn it is."""
    words, table, legal = scene.words, shown(scene), scene.table.view.legal
    can_play = any(action.HasField("play") for action in legal)
    if table.pending_draw:
        return words("own_turn_stack" if can_play else "own_turn_take", n=table.pending_draw)
    if table.drawn:
        may_keep = any(action.HasField("pass") for action in legal)
        card = cards.text(table.drawn, words)
        return words("own_turn_may_keep" if may_keep else "own_turn_bought", card=card)
    return words("own_turn_play" if can_play else "own_turn_buy")


def call_hint(scene: Scene) -> str:
    """What a play without the call costs, where there is one to make (EPU-9, EPU-R27)."""
    if not any(action.play.estou_por_uma_call for action in scene.table.view.legal):
        return ""
    cost = rules(scene).forgotten_cards
    return scene.words("call_or_be_caught" if is_catch(scene) else "call_or_pay", n=cost)


def fitting(scene: Scene) -> str:
    """The suit, the rank, and the wild ones that go on the card on the table (EPU-5, EPU-22)."""
    table = shown(scene)
    ranks = dict.fromkeys([cards.rank(table.top), *ranks_of(scene, pb.EFFECT_WILD)])
    told = [cards.suit_text(table.suit, scene.words), *map(cards.rank_sign, ranks)]
    return " · ".join(told)


def answers(scene: Scene) -> str:
    """The ranks that answer a stack (EPU-R16)."""
    return " · ".join(map(cards.rank_sign, ranks_of(scene, pb.EFFECT_DRAW_STACK)))


def _under_stack(scene: Scene, name: str) -> str:
    words, stack = scene.words, shown(scene).pending_draw
    if rules(scene).no_stacking:
        return words("turn_take", name=name, n=stack)
    return words("turn_stack", name=name, n=stack, ranks=answers(scene))


def _whose(scene: Scene, name: str) -> str:
    """Whose turn it is, and, where there are more than two, who is next unless something comes between."""
    if sum(each.playing for each in shown(scene).seats) <= PAIR:
        return scene.words("turn", name=name)
    following = scene.names[follows(scene, scene.table.view.to_act)]
    return scene.words("turn_then", name=name, following=following)
