"""The queue of actions and the one in progress: first in, first out, each completed before the next one starts (SV-23, SV-R10)."""

from carteado.rules.game import Seat, Shuffler
from carteado.rules.sevn.cards import CROSSROADS, DRAW_THREE, FREEZE, STORM, Card, is_ballast
from carteado.rules.sevn.drawing import draw, has_card, resolve, turn_up
from carteado.rules.sevn.events import (
    ActionDiscarded,
    ActionResolved,
    Crossroads,
    Event,
    QueuedAction,
    Stopped,
)
from carteado.rules.sevn.scoring import count_round
from carteado.rules.sevn.state import NOBODY, Decision, Effect, Phase, Standing, State

DRAWS = 3
"""Most cards of a draw of three (SV-26)."""

CARDS_SHOWN = 2
"""Cards of a crossroads (SV-27)."""


def go_on(state: State, shuffler: Shuffler) -> list[Event]:
    """Everything that follows by itself: the effect in progress, then the queue, then the next turn, up to a decision or the end of the round (SV-R10)."""
    events: list[Event] = []
    while state.decision is Decision.NONE and state.phase is Phase.PLAYING:
        if state.effect is not None:
            events += _carry_on(state, state.effect, shuffler)
        elif state.queue:
            events += _take_up(state, *state.queue.pop(0), shuffler)
        else:
            events += _next_turn(state)
    return events


def _carry_on(state: State, effect: Effect, shuffler: Shuffler) -> list[Event]:
    """One more card of a storm or of a draw of three, or the end of the effect; a target that is out draws no more (SV-28, SV-26, SV-R15)."""
    if effect.seats_left:
        return draw(state, effect.seats_left.pop(0), shuffler)
    if effect.draws_left and state.standings[effect.target] is Standing.ACTIVE:
        effect.draws_left -= 1
        return draw(state, effect.target, shuffler)
    state.discards.append(effect.card)
    state.effect = None
    return []


def _next_turn(state: State) -> list[Event]:
    """The starter first, then the next seat in the round after the one whose turn it was; without one the round is over (SV-11, SV-R8)."""
    first = state.starter if state.turn == NOBODY else (state.turn + 1) % len(state.totals)
    active = state.active_from(first)
    if not active:
        return [count_round(state)]
    state.turn = active[0]
    state.ask(Decision.TURN, state.turn)
    return []


# Taking up the head of the queue


def _take_up(state: State, card: Card, owner: Seat, shuffler: Shuffler) -> list[Event]:
    """A ballast of the deal is decided; an action begins, or is discarded if it can hit nobody (SV-R20, SV-R46, SV-R11, SV-R14)."""
    if is_ballast(card):
        state.ask(Decision.BALLAST, owner, card)
        return []
    hit = _hit_by(state, card, owner)
    if not hit:
        state.discards.append(card)
        return [ActionDiscarded(QueuedAction(card, owner))]
    state.effect = Effect(card, owner, NOBODY, DRAWS if card == DRAW_THREE else 0, [])
    if card == CROSSROADS:
        return [_resolved(state.effect), *_show(state, state.effect, shuffler)]
    if card == STORM:
        state.effect.seats_left = hit
        return [_resolved(state.effect)]
    if len(hit) == 1:
        return aim(state, hit[0])
    state.ask(Decision.TARGET, owner, card)
    return []


def _hit_by(state: State, card: Card, owner: Seat) -> list[Seat]:
    """Whom an action can hit, in order: its owner if in the round, then clockwise; a storm may start after the owner by option (SV-R11, SV-R14, SV-R16, SV-R44)."""
    if card == CROSSROADS:
        in_round = state.standings[owner] is Standing.ACTIVE
        return [owner] if in_round and has_card(state) else []
    if card == STORM and state.options.storm_starts_next:
        return state.active_from((owner + 1) % len(state.totals))
    return state.active_from(owner)


def _resolved(effect: Effect) -> ActionResolved:
    target = None if effect.target == NOBODY else effect.target
    return ActionResolved(QueuedAction(effect.card, effect.owner), target)


def aim(state: State, target: Seat) -> list[Event]:
    """A freeze takes the target out safely; a draw of three makes it draw (SV-24, SV-26)."""
    effect = state.effect
    assert effect is not None
    effect.target = target
    return [_resolved(effect), *(stop(state, target, frozen=True) if effect.card == FREEZE else ())]


def stop(state: State, seat: Seat, *, frozen: bool) -> list[Event]:
    """A seat is out of the round, and what it has will count (SV-5, SV-16)."""
    state.standings[seat] = Standing.SAFE
    return [Stopped(seat, frozen)]


# Crossroads


def _show(state: State, effect: Effect, shuffler: Shuffler) -> list[Event]:
    """Two cards are shown to everybody; where only one exists it must be resolved (SV-27, SV-R18)."""
    events: list[Event] = []
    while len(state.shown) < CARDS_SHOWN and has_card(state):
        card, reshuffled = turn_up(state, shuffler)
        state.shown.append(card)
        events += reshuffled
    events.append(Crossroads(effect.owner, tuple(state.shown)))
    if len(state.shown) == 1:
        return [*events, *take(state, effect.owner, 0)]
    state.ask(Decision.CROSSROADS, effect.owner, effect.card)
    return events


def take(state: State, seat: Seat, option: int) -> list[Event]:
    """The card taken is resolved as if drawn; the other goes to the discards first, without effect (SV-27, SV-R17, SV-R42)."""
    shown, state.shown = state.shown, []
    taken = shown[option]
    state.discards += shown[:option] + shown[option + 1 :]
    return [Crossroads(seat, tuple(shown), taken), *resolve(state, seat, taken)]
