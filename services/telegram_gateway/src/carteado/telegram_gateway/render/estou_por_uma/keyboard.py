"""The buttons of a match of Estou-por-uma: by number on the board, by card in private."""

from collections.abc import Sequence
from enum import StrEnum
from itertools import groupby
from typing import TypeAlias

from carteado.api.estou_por_uma.v1 import estou_por_uma_pb2 as pb
from carteado.api.game.v1.game_pb2 import Action, Play, View
from carteado.telegram_gateway.message import Button
from carteado.telegram_gateway.render import names
from carteado.telegram_gateway.render.estou_por_uma import cards
from carteado.telegram_gateway.render.estou_por_uma.state import (
    catchable,
    has_bought,
    ranks_of,
    rules,
    shown,
)
from carteado.telegram_gateway.render.keyboard import CARDS_IN_A_ROW, Row, rows
from carteado.telegram_gateway.render.scene import Scene
from carteado.telegram_gateway.taps import Op as Common

NUMBERS_IN_A_ROW = 6
MOST_NUMBERS = 72
"""So many cards have a number on the board; a hand that is larger has the rest in private."""

NAME_WIDTH = 16
OTHERS_IN_A_ROW = 2
LAST_BUT_ONE = 2
"""The cards of whoever may call with the next one (EPU-9)."""


Numbered: TypeAlias = tuple[int, Action]
"""Something that may be done now, with its place among all of them."""


class Op(StrEnum):
    """What a tap asks for in Estou-por-uma: the n-th thing that may be done at this ply, in private; all else on the board."""

    ACT = "ea"
    NUMBER = "en"
    CALL_NUMBER = "ec"
    SILENT_NUMBER = "em"
    SUIT = "es"
    CALL_SUIT = "et"
    SILENT_SUIT = "eu"
    DRAW = "ed"
    KEEP = "ep"
    CALL = "ey"
    ACCUSE = "ex"
    LIMIT = "el"
    ENFORCEMENT = "ef"
    STACKING = "ek"
    QUEEN = "eq"
    END = "ee"


IN_PRIVATE = frozenset({Op.ACT})
BY_HAND = frozenset(
    {
        Common.HAND,
        *(Op.NUMBER, Op.CALL_NUMBER, Op.SILENT_NUMBER),
        *(Op.SUIT, Op.CALL_SUIT, Op.SILENT_SUIT),
        *(Op.DRAW, Op.KEEP),
    }
)
"""What is tapped on the board by whoever has the hand before their eyes."""


def shown_from(view: View, op: str) -> int:
    """In private the open decision alone; on the board, which lags, a number goes by the hand that was shown, whatever was done since."""
    return view.ply if op in IN_PRIVATE else 0


def numbers(view: View, op: str) -> Sequence[int]:
    """The hand, in the order in which its cards are numbered."""
    return view.estou_por_uma.hand if op in BY_HAND else ()


def on_board(scene: Scene) -> tuple[Row, ...]:
    """What the seat to act may do, as far as everybody can tell; what somebody may say out of turn; a look at the hand."""
    look = scene.tap(scene.words("button_hand"), Common.HAND)
    return (*_speaking(scene), *_by_number(scene), *_drawing(scene), (look,))


def in_private(scene: Scene) -> tuple[Row, ...]:
    """A button for each thing that may be done now: what is said out of turn, cards with the call, cards without, what else there is."""
    legal = list(enumerate(scene.table.view.legal))
    said = [each for each in legal if each[1].HasField("declare")]
    calling = [each for each in legal if each[1].play.estou_por_uma_call]
    silent = [each for each in legal if _is_silent_play(each[1])]
    others = [each for each in legal if each not in (*said, *calling, *silent)]
    return (
        *_own_rows(scene, said),
        *_cards(scene, calling),
        *_cards(scene, silent),
        *_own_rows(scene, others),
    )


def _speaking(scene: Scene) -> tuple[Row, ...]:
    """The late call and the accusation, while somebody owes a call (EPU-R27)."""
    owing = catchable(scene)
    if owing is None:
        return ()
    call = scene.tap(scene.words("button_call"), Op.CALL)
    return ((call, scene.tap(_accusation(scene, owing), Op.ACCUSE, owing)),)


def _by_number(scene: Scene) -> tuple[Row, ...]:
    """A button for each card that the seat to act holds, whichever it is; with the last but one two for each, one of which calls."""
    if shown(scene).pending_draw and rules(scene).no_stacking:
        return ()
    if not _holds_last_but_one(scene):
        return (*_numbers(scene, Op.NUMBER, "button_slot"), *_suits(scene, Op.SUIT, "button_suit"))
    return (
        *_numbers(scene, Op.CALL_NUMBER, "button_slot_call"),
        *_numbers(scene, Op.SILENT_NUMBER, "button_slot_silent"),
        *_suits(scene, Op.CALL_SUIT, "button_suit_call"),
        *_suits(scene, Op.SILENT_SUIT, "button_suit_silent"),
    )


def _numbers(scene: Scene, op: Op, key: str) -> tuple[Row, ...]:
    most = min(_cards_left(scene), MOST_NUMBERS)
    buttons = [scene.tap(scene.words(key, n=n), op, n) for n in range(1, most + 1)]
    return rows(buttons, NUMBERS_IN_A_ROW)


def _suits(scene: Scene, op: Op, key: str) -> tuple[Row, ...]:
    """A button for each suit that a wild card may name; none on a stack, and none with the last card (EPU-R16, EPU-R18)."""
    wild = "".join(map(cards.rank_sign, ranks_of(scene, pb.EFFECT_WILD)))
    if not wild or shown(scene).pending_draw or _cards_left(scene) == 1:
        return ()
    labels = {suit: scene.words(key, wild=wild, suit=cards.SIGNS[suit]) for suit in cards.SUITS}
    return (tuple(scene.tap(label, op, suit) for suit, label in labels.items()),)


def _drawing(scene: Scene) -> tuple[Row, ...]:
    """Buying or taking the stack, until a card was bought; keeping that one, where it may be kept (EPU-R12)."""
    may_keep, stack = rules(scene).may_keep_drawn, shown(scene).pending_draw
    draw = (scene.tap(_draw_label(scene), Op.DRAW, stack),) if not has_bought(scene) else ()
    keep = (scene.tap(scene.words("button_pass"), Op.KEEP),) if may_keep and not stack else ()
    return ((*draw, *keep),) if draw or keep else ()


def _cards_left(scene: Scene) -> int:
    return shown(scene).seats[scene.table.view.to_act].cards_left


def _holds_last_but_one(scene: Scene) -> bool:
    """True where the next card is the one to call with."""
    return _cards_left(scene) == LAST_BUT_ONE


def _is_silent_play(action: Action) -> bool:
    return action.HasField("play") and not action.play.estou_por_uma_call


def _cards(scene: Scene, plays: Sequence[Numbered]) -> tuple[Row, ...]:
    """Cards side by side; a wild one has a row of its own, with a button for each suit."""
    plain = [_own(scene, *each) for each in plays if not each[1].play.suit]
    naming = [each for each in plays if each[1].play.suit]
    wild = groupby(naming, key=lambda each: each[1].play.estou_por_uma)
    return (
        *rows(plain, CARDS_IN_A_ROW),
        *(tuple(_own(scene, *each) for each in ways) for _, ways in wild),
    )


def _own_rows(scene: Scene, actions: Sequence[Numbered]) -> tuple[Row, ...]:
    return rows([_own(scene, *each) for each in actions], OTHERS_IN_A_ROW)


def _own(scene: Scene, number: int, action: Action) -> Button:
    """A button in private: it shows what it does, and carries its place among all that may be done."""
    return scene.tap(_label(scene, action), Op.ACT, number)


def _label(scene: Scene, action: Action) -> str:
    words = scene.words
    match action.WhichOneof("verb"):
        case "play":
            return _play_label(scene, action.play)
        case "draw":
            return _draw_label(scene)
        case "declare" if action.declare.HasField("accused"):
            return _accusation(scene, action.declare.accused)
        case "declare":
            return words("button_call")
        case _:
            return words("button_pass")


def _play_label(scene: Scene, play: Play) -> str:
    words, card = scene.words, cards.short(play.estou_por_uma)
    if play.suit:
        suit = cards.SIGNS[play.suit]
        card = words("button_suit", wild=card, suit=suit)
    if play.estou_por_uma_call:
        return words("button_card_call", card=card)
    return words("button_card_silent", card=card) if _holds_last_but_one(scene) else card


def _draw_label(scene: Scene) -> str:
    stack = shown(scene).pending_draw
    return scene.words("button_take", n=stack) if stack else scene.words("button_draw")


def _accusation(scene: Scene, seat: int) -> str:
    player = scene.table.seats[seat].player
    return scene.words("button_accuse", name=names.plain(player, scene.words, NAME_WIDTH))
