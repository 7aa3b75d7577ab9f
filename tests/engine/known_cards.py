"""What an observer may know of the cards of each game, in words of their own: the views are never asked."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from carteado.rules.estou_por_uma.state import IN_PLAY
from carteado.rules.estou_por_uma.state import State as EstouPorUma
from carteado.rules.eu_faco.state import State as EuFaco
from carteado.rules.sevn.events import CardDrawn, Crossroads
from carteado.rules.sevn.options import full_deck
from carteado.rules.sevn.state import Decision, Standing
from carteado.rules.sevn.state import State as Sevn

Happened = Sequence[Any]


@dataclass(frozen=True)
class Sight:
    """How one game shows its cards.

    Attributes:
        known: The faces that an observer may know, after what has just happened.
        kinds: What is special about where the match stands, in a word each.
        rare: A kind that a third of the scripts must have; they are drawn until they do.
        common: Kinds that any few matches have.
        lasts: Whether what lay open before a turn may be told after it: in SEVN it may have gone back into the deck in the middle of the turn.
    """

    known: Callable[[Any, int | None, Happened], set[int]]
    kinds: Callable[[Any], Iterable[str]]
    rare: str
    common: frozenset[str]
    lasts: bool = False


def in_eu_faco(state: EuFaco, observer: int | None, _happened: Happened) -> set[int]:
    """EF-R16, EF-36, EF-R17: all that was played; a seat still in, its own hand, or on the forehead everybody else's."""
    tricks = [*state.tricks, state.trick]
    known = {card for trick in tricks for card in trick.cards}
    if observer is None or state.out_round[observer]:
        return known
    for seat, hand in enumerate(state.hands):
        if (seat == observer) != (state.hand_size == 1):
            known.update(hand)
    return known


def kinds_of_eu_faco(state: EuFaco) -> Iterable[str]:
    if state.tiebreak:
        yield "tie-break"
    elif state.hand_size == 1:
        yield "forehead"
    if any(state.out_round):
        yield "watching"


def in_estou_por_uma(state: EstouPorUma, observer: int | None, _happened: Happened) -> set[int]:
    """EPU-R39: the discards, and the own hand while in the match; after the count all hands, for they were laid open (EPU-12)."""
    known = set(state.discards)
    counted = state.round_number > 0 and state.phase not in IN_PLAY
    for seat, hand in enumerate(state.hands):
        own = seat == observer and not state.out_round[seat]
        if own or counted:
            known.update(hand)
    return known


def kinds_of_estou_por_uma(state: EstouPorUma) -> Iterable[str]:
    if state.pending:
        yield "stack"
    if state.drawn:
        yield "drawn"
    if state.open_call >= 0:
        yield "owing"
    if state.reshuffles:
        yield "reshuffled"
    if any(state.out_round):
        yield "watching"


def in_sevn(state: Sevn, _observer: int | None, happened: Happened) -> set[int]:
    """SV-R35: whatever does not lie in the deck, and what was turned face up just now; a reshuffle may have taken it back since."""
    hidden = list(state.deck)
    known: set[int] = set()
    for card in full_deck(state.options) if state.round_number else []:
        if card in hidden:
            hidden.remove(card)
        else:
            known.add(card)
    for event in happened:
        if isinstance(event, CardDrawn):
            known.add(event.card)
        elif isinstance(event, Crossroads):
            known.update(event.options)
    return known


def kinds_of_sevn(state: Sevn) -> Iterable[str]:
    if state.effect is not None and state.decision is not Decision.TARGET:
        yield "held up"
    if state.decision is Decision.TARGET:
        yield "aiming"
    if state.decision is Decision.CROSSROADS:
        yield "crossroads"
    if state.decision is Decision.BALLAST:
        yield "ballast"
    if Standing.BUST in state.standings:
        yield "bust"


SIGHTS = {
    "eu_faco": Sight(
        known=in_eu_faco,
        kinds=kinds_of_eu_faco,
        rare="tie-break",
        common=frozenset({"forehead", "watching"}),
    ),
    "estou_por_uma": Sight(
        known=in_estou_por_uma,
        kinds=kinds_of_estou_por_uma,
        rare="reshuffled",
        common=frozenset({"stack", "drawn", "watching"}),
    ),
    "sevn": Sight(
        known=in_sevn,
        kinds=kinds_of_sevn,
        rare="crossroads",
        common=frozenset({"held up", "aiming", "ballast", "bust"}),
        lasts=True,
    ),
}
"""How each game shows its cards, by name."""
