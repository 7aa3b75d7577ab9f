"""What the buttons of Estou-por-uma mean.

In private a button is the n-th thing that may be done at its ply. On the board it is a number, which stands for the n-th card of the hand as its player
saw it last: whether that is still so is found out before anything here is asked.
"""

from collections.abc import Mapping, Sequence
from functools import partial

from carteado.api.estou_por_uma.v1 import estou_por_uma_pb2 as pb
from carteado.api.game.v1.game_pb2 import Action, Declare, Draw, Play
from carteado.telegram_gateway.render import names
from carteado.telegram_gateway.render.estou_por_uma import cards, turn
from carteado.telegram_gateway.render.estou_por_uma.keyboard import Op
from carteado.telegram_gateway.render.estou_por_uma.state import shown
from carteado.telegram_gateway.render.game import Move
from carteado.telegram_gateway.render.scene import Scene
from carteado.telegram_gateway.render.turns import check_turn
from carteado.telegram_gateway.said import Said, Told


def done(scene: Scene, action: Action) -> str:
    """What is said of a card, a purchase, a call, with what it did to whoever it was."""
    words = scene.words
    match action.WhichOneof("verb"):
        case "play":
            return _played(scene, action.play)
        case "draw":
            return _drew(scene)
        case "declare" if action.declare.HasField("accused"):
            player = scene.table.seats[action.declare.accused].player
            return words("accused", name=names.plain(player, words))
        case "declare":
            return words("called_late")
        case _:
            return words("kept")


def _played(scene: Scene, play: Play) -> str:
    """The card, the suit that was named, the call, and what it cost not to make it."""
    words, card = scene.words, cards.name(play.estou_por_uma, scene.words)
    suit = cards.suit_text(play.suit, words) if play.suit else ""
    forgot = _own_draw(scene, pb.DRAW_REASON_FORGOTTEN)
    told = [
        words("played_naming", card=card, suit=suit) if suit else words("played", card=card),
        words("called") if play.estou_por_uma_call else "",
        words.count("forgot", forgot.count) if forgot else "",
        "" if shown(scene).hand else words("went_out"),
    ]
    return " ".join(each for each in told if each)


def _drew(scene: Scene) -> str:
    """What was bought, and whether it fits; or the stack that was taken."""
    words = scene.words
    if stack := _own_draw(scene, pb.DRAW_REASON_STACK):
        return words.count("took", stack.count)
    bought = _own_draw(scene, pb.DRAW_REASON_TURN)
    if bought is None or not bought.cards:
        return words("nothing_left")
    fits = bool(shown(scene).drawn)
    return words("bought_fits" if fits else "bought_in_vain", card=cards.short(bought.cards[0]))


def _own_draw(scene: Scene, reason: pb.DrawReason.ValueType) -> pb.CardsDrawn | None:
    """The cards that whoever acted drew by it, for a reason."""
    view = scene.table.view
    drawn = [event.estou_por_uma.cards_drawn for event in view.events]
    own = [each for each in drawn if each.seat == view.observer.seat and each.reason == reason]
    return own[0] if own else None


def _act(scene: Scene, _seat: int, number: int) -> Action:
    """The n-th thing that may be done now."""
    legal = scene.table.view.legal
    if number >= len(legal):
        raise Told(Said(scene.words("table_moved")))
    return legal[number]


def _number(scene: Scene, seat: int, number: int, *, call: bool | None = None) -> Action:
    """Plays the n-th card of the hand; a wild one needs a suit too."""
    check_turn(scene, seat)
    hand = shown(scene).hand
    if not 1 <= number <= len(hand):
        raise Told(Said(scene.words("no_such_number", n=number)))
    card = hand[number - 1]
    ways = [each for each in scene.table.view.legal if each.play.estou_por_uma == card]
    if not ways:
        raise Told(Said(_why_not(scene, card)))
    ways = _as_called(scene, ways, call)
    if len(ways) > 1:
        raise Told(Said(scene.words("name_a_suit", card=cards.short(card))))
    return ways[0]


def _suit(scene: Scene, seat: int, suit: int, *, call: bool | None = None) -> Action:
    """Plays a wild card and names a suit with it; of several the one that equals the top, which costs whoever played that, else the lowest."""
    check_turn(scene, seat)
    ways = [each for each in scene.table.view.legal if each.play.suit == suit]
    if not ways:
        raise Told(Said(scene.words("no_wild_card")))
    ways, top = _as_called(scene, ways, call), shown(scene).top
    return next((each for each in ways if each.play.estou_por_uma == top), ways[0])


def _as_called(scene: Scene, ways: Sequence[Action], call: bool | None) -> list[Action]:  # noqa: FBT001 - three answers
    """Those of some plays that are made with the call, or without; whoever tapped a button from before there was a choice has not made it."""
    calling = [each for each in ways if each.play.estou_por_uma_call]
    if calling and call is None:
        raise Told(Said(scene.words("call_or_not"), is_alert=True))
    if call and not calling:
        raise Told(Said(scene.words("DECLARATION_NOT_APPLICABLE")))
    return calling if call else [each for each in ways if each not in calling]


def _draw(scene: Scene, seat: int, stack: int) -> Action:
    """Buys a card, or takes the stack that the button named, and no other."""
    check_turn(scene, seat)
    if stack != shown(scene).pending_draw:
        raise Told(Said(scene.words("table_moved")))
    return Action(draw=Draw())


def _pass(scene: Scene, seat: int, _arg: int) -> Action:
    """Keeps the card that was bought."""
    check_turn(scene, seat)
    action = Action()
    getattr(action, "pass").SetInParent()
    return action


def _call(_scene: Scene, _seat: int, _arg: int) -> Action:
    """Calls late."""
    return Action(declare=Declare())


def _accuse(scene: Scene, seat: int, accused: int) -> Action:
    """Accuses somebody else."""
    if accused == seat:
        raise Told(Said(scene.words("call_is_yours"), is_alert=True))
    return Action(declare=Declare(accused=accused))


def _why_not(scene: Scene, card: int) -> str:
    """Why a card may not be played now."""
    words, table = scene.words, shown(scene)
    if table.drawn:
        return words("only_drawn", card=cards.short(table.drawn))
    if table.pending_draw:
        return words("no_answer", card=cards.short(card), ranks=turn.answers(scene))
    return words("no_fit", card=cards.short(card), fitting=turn.fitting(scene))


moves: Mapping[str, Move] = {
    Op.ACT: _act,
    Op.NUMBER: _number,
    Op.CALL_NUMBER: partial(_number, call=True),
    Op.SILENT_NUMBER: partial(_number, call=False),
    Op.SUIT: _suit,
    Op.CALL_SUIT: partial(_suit, call=True),
    Op.SILENT_SUIT: partial(_suit, call=False),
    Op.DRAW: _draw,
    Op.KEEP: _pass,
    Op.CALL: _call,
    Op.ACCUSE: _accuse,
}
