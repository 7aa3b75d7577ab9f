"""Estou-por-uma by the buttons."""

import re
from collections.abc import Iterator, Sequence
from random import Random

from carteado.api.game.v1.game_pb2 import Action, Declare
from carteado.records.translate.estou_por_uma import action_to
from carteado.rules import estou_por_uma
from carteado.rules.estou_por_uma.state import IN_PLAY
from carteado.telegram_gateway.render.estou_por_uma.keyboard import BY_HAND, Op
from carteado.telegram_gateway.taps import Tap
from carteado.telegram_sandbox.driver import SeenButton, Shown
from tests.system.friends import Friend, tap_of
from tests.system.manner import Tapped
from tests.system.spoken import Spoken
from tests.system.truth import Moment

title = "Estou-por-uma"
short: Sequence[str] = (Op.LIMIT, Op.LIMIT, Op.END, Op.ENFORCEMENT)
in_private = frozenset({Op.ACT.value})
SPOKEN = Spoken("estou_por_uma")
NUMBERS = (Op.NUMBER, Op.CALL_NUMBER, Op.SILENT_NUMBER)
SUITS = (Op.SUIT, Op.CALL_SUIT, Op.SILENT_SUIT)
ASKED = ("turn_then", "turn", "turn_bought", "turn_stack", "turn_take")
SPEAKS = 0.3
"""How often somebody who sees that a call was forgotten says so before looking on."""
CAREFUL = 0.85
"""How often somebody calls."""
CALLS = "📣"
WILD = 8

RANKS = {"A": 1, "J": 11, "Q": 12, "K": 13, **{str(rank): rank for rank in range(2, 11)}}
RANK_NAMES = {"Ás": 1, "Valete": 11, "Dama": 12, "Rei": 13}
SUIT_NAMES = ("paus", "ouros", "copas", "espadas")
SIGNS = "♣♦♥♠"
SIGNED = re.compile(rf"(10|[2-9AJQK])([{SIGNS}])")
NAMED = re.compile(rf"(10|[2-9]|{'|'.join(RANK_NAMES)}) de ({'|'.join(SUIT_NAMES)})")
HELD = re.compile(rf"^[{SIGNS}] ({'|'.join(SUIT_NAMES)}): (.+)$", re.MULTILINE)
"""A suit of a hand in private."""
SLOT = re.compile(rf"(\d+): (10|[2-9AJQK])([{SIGNS}])")
"""A card of a hand in an alert."""


async def on_board(friend: Friend) -> None:
    """Says what there is to say out of turn; when the board names one, looks at the hand and taps what may be played, a suit for a wild card."""
    [*speaking] = await friend.offered(friend.group, {Op.CALL.value, Op.ACCUSE.value})
    if speaking and friend.rng(speaking).random() < SPEAKS:
        await _speak(friend, speaking)
        return
    if not await _is_asked(friend):
        return
    looked = await friend.look()
    if looked is None or "sua vez" not in looked.text.lower():
        return
    hand = hand_in(looked.text)
    offered = await friend.offered(friend.group, {*NUMBERS, *SUITS, Op.DRAW.value})
    live = [each for each in offered if _is_live(tap_of(each), hand, _playable(looked.text, hand))]
    if live:
        await friend.choose(friend.group, live, looks=1, seen=hand)


async def _speak(friend: Friend, offered: Sequence[SeenButton]) -> None:
    """Whoever forgot calls, the others accuse."""
    accusing = next(each for each in offered if tap_of(each).op == Op.ACCUSE)
    mine = friend.person.name in accusing.label
    button = next(each for each in offered if tap_of(each).op == Op.CALL) if mine else accusing
    await friend.choose(friend.group, [button], looks=0)


async def _is_asked(friend: Friend) -> bool:
    """Whether the newest board says that it is one's turn."""
    boards = [one for one in await friend.person.sees(friend.group) if one.buttons]
    heard = [SPOKEN.heard(boards[-1].text, key) for key in ASKED] if boards else []
    return any(each["name"].endswith(friend.person.name) for each in heard if each is not None)


def hand_in(text: str) -> dict[int, int]:
    """The cards that an answer shows, by number."""
    return {int(n): _card(RANKS[rank], SIGNS.index(sign)) for n, rank, sign in SLOT.findall(text)}


def _card(rank: int, suit: int) -> int:
    return 13 * suit + rank


def _playable(text: str, hand: dict[int, int]) -> set[int]:
    """The numbers that an alert says may be tapped; where there are too many cards to tell, it tells these alone."""
    heard = SPOKEN.heard(text, "alert_play", "alert_answer")
    if heard is not None:
        return {int(number) for number in heard["numbers"].split(",")}
    return set(hand) if SPOKEN.heard(text, "alert_play_these") is not None else set()


def _is_live(tap: Tap, hand: dict[int, int], playable: set[int]) -> bool:
    """A number that may be played, but for a wild card; a suit where there is one; buying where nothing may be played."""
    wild = {number for number in playable if _rank(hand[number]) == WILD and len(hand) > 1}
    if tap.op in NUMBERS:
        return tap.arg in playable - wild
    return bool(wild) if tap.op in SUITS else not playable


def _rank(card: int) -> int:
    return (card - 1) % 13 + 1


def pick(offered: Sequence[SeenButton], rng: Random) -> SeenButton:
    """Any, but mostly one that calls where there is one."""
    calling = [each for each in offered if each.label.startswith(CALLS)]
    return rng.choice(calling if calling and rng.random() < CAREFUL else offered)


def is_done(answer: str) -> bool:
    keys = ("played_naming", "played", "took", "bought_fits", "bought_in_vain", "nothing_left")
    return SPOKEN.heard(answer, *keys, "kept", "called_late", "accused") is not None


def fits(tapped: Tapped, seat: int, ply: int, action: Action, truth: Sequence[Moment]) -> bool:
    """In private one of all that might be done at that ply, and at no other; on the board a card of the hand that was seen, or any wild one with a suit."""
    tap = tapped.tap
    if tap.op == Op.ACT:
        legal = estou_por_uma.legal_actions(truth[ply].state, seat)
        return ply == tap.ply and tap.arg < len(legal) and action_to(legal[tap.arg]) == action
    if tap.op in NUMBERS:
        return bool(tapped.seen[tap.arg] == action.play.estou_por_uma)
    if tap.op in SUITS:
        return bool(action.play.suit == tap.arg)
    if tap.op == Op.DRAW:
        return action.HasField("draw") and truth[ply].state.pending == tap.arg
    return action.declare == Declare(accused=None if tap.op == Op.CALL else tap.arg)


def may_lapse(tap: Tap) -> bool:
    """A number on the board is worth nothing until the hand was seen, and what is said out of turn may come too late."""
    return tap.op in BY_HAND or tap.op in {Op.CALL, Op.ACCUSE}


def named(text: str) -> Iterator[int]:
    for rank, sign in SIGNED.findall(text):
        yield _card(RANKS[rank], SIGNS.index(sign))
    for rank, suit in NAMED.findall(text):
        yield _card(RANK_NAMES.get(rank) or RANKS[rank], SUIT_NAMES.index(suit))
    for suit, ranks in HELD.findall(text):
        yield from (_card(RANKS[rank], SUIT_NAMES.index(suit)) for rank in ranks.split(" · "))


def lingering(earlier: Sequence[Moment], oldest: Moment) -> set[int]:
    """The hands that were laid open when the round before was counted, and what lay on the table then."""
    number = oldest.state.round_number
    counted = [one for one in earlier if one.state.phase not in IN_PLAY and one.state.round_number]
    return {
        card for one in counted if one.state.round_number >= number - 1 for card in one.known(None)
    }


def check(shown: Shown, moments: Sequence[Moment], names: Sequence[str]) -> None:
    """The cards say it all."""


__all__ = [
    "check",
    "fits",
    "in_private",
    "is_done",
    "lingering",
    "may_lapse",
    "named",
    "on_board",
    "pick",
    "short",
    "title",
]
