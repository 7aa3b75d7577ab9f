"""SEVN by the buttons: everything is on the board, and only whoever is asked taps."""

import re
from collections.abc import Iterator, Mapping, Sequence
from random import Random

from carteado.api.game.v1.game_pb2 import Action
from carteado.rules.sevn.cards import NO_CARD, SECOND_CHANCE
from carteado.rules.sevn.state import State
from carteado.telegram_gateway.render.sevn import cards
from carteado.telegram_gateway.render.sevn.keyboard import Op
from carteado.telegram_gateway.render.sevn.seats import BESIDE, NOTHING
from carteado.telegram_gateway.taps import Tap
from carteado.telegram_sandbox.driver import SeenButton, Shown
from tests.system.friends import Friend, tap_of
from tests.system.manner import Tapped
from tests.system.spoken import Spoken
from tests.system.truth import Moment

title = "SEVN"
short: Sequence[str] = (Op.TARGET, Op.TARGET)
in_private = frozenset[str]()
SPOKEN = Spoken("sevn")
ANSWERS = {Op.DRAW.value, Op.STOP.value, Op.SEAT.value, Op.BALLAST.value, Op.OPTION.value}
ASKED = ("ask_turn", "ask_freeze", "ask_three", "ask_ballast", "ask_gift", "ask_crossroads")
ENOUGH = 18
"""Points with which one stops."""
WHIM = 0.15

FACES: Mapping[str, int] = {cards.short(card): card for card in range(1, 32)}
ON_TABLE = re.compile(r"(?:^|\s)(\w+) · \d+ │ (.*?) → \d+", re.MULTILINE)
"""The line of a seat on a board: its name, and what lies before it."""


async def on_board(friend: Friend) -> None:
    """Answers the question that the newest board puts to oneself."""
    boards = [one for one in await friend.person.sees(friend.group) if one.buttons]
    asked = SPOKEN.heard(boards[-1].text, *ASKED) if boards else None
    if asked is None or asked["name"] != friend.person.name:
        return
    if offered := await friend.offered(friend.group, ANSWERS):
        await friend.choose(friend.group, offered, looks=0)


def pick(offered: Sequence[SeenButton], rng: Random) -> SeenButton:
    """Stops with enough, else draws; any answer to all other questions, and at times to this one too."""
    stop = [each for each in offered if tap_of(each).op == Op.STOP]
    if not stop or rng.random() < WHIM:
        return rng.choice(offered)
    points = int(stop[0].label.rpartition(" ")[2])
    return stop[0] if points >= ENOUGH else offered[0]


def is_done(answer: str) -> bool:
    keys = ("done_drawn", "done_bust", "done_saved", "done_sevn", "done_stop", "done_seat")
    return (
        SPOKEN.heard(answer, *keys, "done_asked", "done_keep", "done_discard", "done_before")
        is not None
    )


def fits(tapped: Tapped, seat: int, ply: int, action: Action, truth: Sequence[Moment]) -> bool:  # noqa: ARG001 - the ply says which decision of whom
    """The answer, at the ply at which it was asked for and at no other."""
    return ply == tapped.tap.ply and _answer(tapped.tap) == _said(action)


def _answer(tap: Tap) -> tuple[str, int]:
    return {Op.DRAW: "draw", Op.STOP: "pass"}.get(Op(tap.op), tap.op), tap.arg


def _said(action: Action) -> tuple[str, int]:
    match action.WhichOneof("verb"), action.choose.WhichOneof("answer"):
        case _, "seat":
            return Op.SEAT, action.choose.seat
        case _, "keep":
            return Op.BALLAST, int(action.choose.keep)
        case _, "option":
            return Op.OPTION, action.choose.option
        case verb, _:
            return str(verb), 0


def may_lapse(tap: Tap) -> bool:  # noqa: ARG001 - a decision stays open until it is taken
    return False


def named(text: str) -> Iterator[int]:
    """What lies before the seats, and what was drawn."""
    for _, row in ON_TABLE.findall(text):
        yield from (FACES[face] for face in row.replace("│", " ").split() if face in FACES)
    for key in ("done_drawn", "done_asked", "done_bust", "done_saved", "done_sevn"):
        heard = SPOKEN.heard(text, key)
        if heard is not None:
            yield from (card for face, card in FACES.items() if face in heard["card"].split())


def lingering(earlier: Sequence[Moment], oldest: Moment) -> set[int]:  # noqa: ARG001 - all that was ever drawn lies open
    return set()


def check(shown: Shown, moments: Sequence[Moment], names: Sequence[str]) -> None:
    """A board shows what lies on the table: all of it, and no card more."""
    rows = dict(ON_TABLE.findall(shown.text))
    if rows:
        assert [rows[name] for name in names] in [_rows(moment.state) for moment in moments], shown


def _rows(state: State) -> list[str]:
    return [_row(state, seat) for seat in range(len(state.totals))]


def _row(state: State, seat: int) -> str:
    """What lies before a seat, in the signs of the chat."""
    row = [*state.rows[seat], *(card for card in [state.bust_cards[seat]] if card != NO_CARD)]
    extras = [*state.extras[seat], *([SECOND_CHANCE] if state.second_chances[seat] else [])]
    told = [" ".join(map(cards.short, part)) for part in (row, extras)]
    return BESIDE.join(part for part in (told[0] or NOTHING, told[1]) if part)


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
