"""Eu Faço! by the buttons."""

import re
from collections.abc import Iterator, Sequence
from random import Random

from carteado.api.game.v1.game_pb2 import Action
from carteado.telegram_gateway.render.eu_faco.keyboard import Op
from carteado.telegram_gateway.taps import Tap
from carteado.telegram_sandbox.driver import SeenButton, Shown
from tests.system.friends import Friend, tap_of
from tests.system.manner import Tapped
from tests.system.spoken import Spoken
from tests.system.truth import Moment

title = "Eu Faço!"
short: Sequence[str] = ()
in_private = frozenset({Op.BID.value, Op.SLOT.value})
SPOKEN = Spoken("eu_faco")
MEDALS = ("bronze", "prata", "ouro", "diamante")
SIGNS = ("🥉", "🥈", "🥇", "💎")
NAMED = re.compile(rf"(\d+) de ({'|'.join(MEDALS)})")
SIGNED = re.compile(rf"(\d+)(?:️|\s)*({'|'.join(SIGNS)})")
SLOT = re.compile(r"^(\d+): ", re.MULTILINE)
"""A line of a hand in an alert."""


async def on_board(friend: Friend) -> None:
    """Looks at the hand, and taps a promise, or one of the slots that the alert names, when it says that it is one's turn."""
    offered = await friend.offered(friend.group, in_private)
    looked = await friend.look() if offered else None
    if looked is None or "sua vez" not in looked.text.lower():
        return
    slots = {int(number) for number in SLOT.findall(looked.text)}
    live = [each for each in offered if tap_of(each).op == Op.BID or tap_of(each).arg in slots]
    if live:
        await friend.choose(friend.group, live, looks=1)


def pick(offered: Sequence[SeenButton], rng: Random) -> SeenButton:
    """Any."""
    return rng.choice(offered)


def is_done(answer: str) -> bool:
    return SPOKEN.heard(answer, "bid_said", "played") is not None


def fits(tapped: Tapped, seat: int, ply: int, action: Action, truth: Sequence[Moment]) -> bool:
    """A promise in the round that was shown, or one of the cards dealt in it."""
    tap, number = tapped.tap, truth[ply].state.round_number
    if truth[tap.ply].state.round_number != number:
        return False
    if tap.op == Op.BID:
        return action.HasField("bid") and action.bid.tricks == tap.arg
    dealt = next(one.state for one in truth if one.state.round_number == number)
    return bool(action.play.eu_faco == sorted(dealt.hands[seat])[tap.arg - 1])


def may_lapse(tap: Tap) -> bool:  # noqa: ARG001 - a number means the same all round
    return False


def named(text: str) -> Iterator[int]:
    for rank, medal in NAMED.findall(text):
        yield 10 * MEDALS.index(medal) + int(rank)
    for rank, sign in SIGNED.findall(text):
        yield 10 * SIGNS.index(sign) + int(rank)


def lingering(earlier: Sequence[Moment], oldest: Moment) -> set[int]:
    """The last trick of the round before."""
    cards: set[int] = set()
    for state in (moment.state for moment in earlier):
        is_counted = state.phase.name not in {"BIDDING", "PLAYING"}
        if state.round_number >= oldest.state.round_number - 1 and state.tricks and is_counted:
            cards |= set(state.tricks[-1].cards)
    return cards


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
