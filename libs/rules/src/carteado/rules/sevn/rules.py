"""SEVN in code: how a round is dealt, what a seat may do, and what follows.

Each function is a clause of the rules and carries its number.
"""

from carteado.rules.game import Awaiting, IllegalAction, Refusal, Seat, Shuffler
from carteado.rules.sevn.actions import Action, Choose, Draw, Pass
from carteado.rules.sevn.cards import NO_CARD, SECOND_CHANCE, Card, is_ballast, is_number
from carteado.rules.sevn.drawing import (
    decide_ballast,
    draw,
    give_second_chance,
    has_card,
    receivers_of,
    resolve,
    turn_up,
)
from carteado.rules.sevn.effects import aim, go_on, stop, take
from carteado.rules.sevn.events import CardDrawn, Event, RoundStarted
from carteado.rules.sevn.options import full_deck
from carteado.rules.sevn.state import NOBODY, Decision, Phase, State

# Dealing


def deal(state: State, shuffler: Shuffler) -> list[Event]:
    """Deals the next round: one card each, then what the deal left open, up to the first decision (SV-10, SV-R5).

    The secret of the round is asked for even where the deck goes on, for the discards may have to be shuffled in the middle of the round (SV-R48).
    """
    starter = _next_starter(state, shuffler)
    whole = not state.round_number or state.options.reshuffle_each_round
    fresh = full_deck(state.options) if whole else []
    deck = shuffler.shuffled(state.round_number + 1, "deck", fresh)
    _clear_table(state)
    if whole:
        state.deck, state.discards = deck, []
    state.round_number += 1
    state.starter = starter
    state.phase = Phase.PLAYING
    started = RoundStarted(state.round_number, starter)
    return [started, *_deal_one_each(state, shuffler), *go_on(state, shuffler)]


def _next_starter(state: State, shuffler: Shuffler) -> Seat:
    """The first starter is drawn, then it is the next seat, every round (G-2, SV-R6)."""
    seats = len(state.totals)
    if state.round_number:
        return (state.starter + 1) % seats
    return shuffler.below(1, "dealer", seats)


def _clear_table(state: State) -> None:
    """With the deal all cards on the table go to the discards; the deck goes on (SV-R3, G-21)."""
    for seat in range(len(state.totals)):
        state.discards += cards_of(state, seat)
    state.clear_table()
    state.reshuffles = 0


def cards_of(state: State, seat: Seat) -> list[Card]:
    """Every card that a seat has on the table: row, modifiers and bonuses, second chance, and what made it bust (SV-R21, SV-R45)."""
    second_chance = [SECOND_CHANCE] if state.second_chances[seat] else []
    bust_card = [state.bust_cards[seat]] if state.bust_cards[seat] != NO_CARD else []
    return [*state.rows[seat], *state.extras[seat], *second_chance, *bust_card]


def _deal_one_each(state: State, shuffler: Shuffler) -> list[Event]:
    """Everybody gets one card from the starter on, and nobody chooses yet: ballasts and actions wait, ballasts ahead (SV-10, SV-R7, SV-R20, G-31)."""
    events: list[Event] = []
    ballasts = []
    for seat in state.active_from(state.starter):
        card, reshuffled = turn_up(state, shuffler)
        events += [*reshuffled, CardDrawn(seat, card)]
        if is_ballast(card):
            ballasts.append((card, seat))
        else:
            resolve(state, seat, card)
    state.queue = ballasts + state.queue
    return events


# What may be done


def refusal(state: State, seat: Seat, action: object) -> Refusal | None:
    """Why a seat may not do this now, if it may not, in the order of checks of G-5 and G-20."""
    if state.phase is not Phase.PLAYING:
        return Refusal.ROUND_OVER if state.round_number else Refusal.WRONG_PHASE
    if not isinstance(action, Action):
        return Refusal.WRONG_PHASE
    if seat != state.to_act:
        return Refusal.NOT_YOUR_TURN
    if not _answers(state.decision, action):
        return Refusal.WRONG_DECISION
    return None if action in legal_actions(state, seat) else Refusal.NOT_AN_OPTION


def _answers(decision: Decision, action: Action) -> bool:
    """Whether the action is an answer to a question of this kind (SV-4, SV-13, SV-22, SV-27)."""
    if not isinstance(action, Choose):
        return decision is Decision.TURN
    if decision is Decision.BALLAST:
        return action.keep is not None
    if decision is Decision.CROSSROADS:
        return action.option is not None
    return decision is not Decision.TURN and action.seat is not None


def legal_actions(state: State, seat: Seat) -> list[Action]:
    """Everything that a seat may do now: draw while a card exists, or stop; or each answer to the open question (SV-3, SV-R22, SV-R50)."""
    if seat != state.to_act:
        return []
    match state.decision:
        case Decision.TURN:
            return [Draw(), Pass()] if has_card(state) else [Pass()]
        case Decision.BALLAST:
            return [Choose(keep=True), Choose(keep=False)]
        case Decision.CROSSROADS:
            return [Choose(option=option) for option in range(len(state.shown))]
        case _:
            return [Choose(seat=one) for one in seats_to_choose(state)]


def seats_to_choose(state: State) -> list[Seat]:
    """Whom the seat to act may name, clockwise from itself (SV-24, SV-26, SV-R13, SV-R14)."""
    if state.decision is Decision.TARGET:
        return state.active_from(state.to_act)
    return receivers_of(state, state.to_act)


def default_action(state: State) -> Action:
    """Stop; discard a ballast; aim at oneself, else at the next in the round; give to the next; take what does not repeat (SV-22, SV-R23)."""
    match state.decision:
        case Decision.TURN:
            return Pass()
        case Decision.BALLAST:
            return Choose(keep=False)
        case Decision.CROSSROADS:
            return Choose(option=_safer_option(state))
        case _:
            return Choose(seat=seats_to_choose(state)[0])


def _safer_option(state: State) -> int:
    """The first card shown that is no repeat, whether or not a second chance would cancel it; else the first (G-32)."""
    row = state.rows[state.to_act]
    busts = state.options.duplicate_ballast_busts
    for option, card in enumerate(state.shown):
        if card not in row or not (is_number(card) or busts):
            return option
    return 0


# Doing it


def apply(state: State, seat: Seat, action: Action, shuffler: Shuffler) -> list[Event]:
    """Answers the open question, with everything that follows at once.

    Raises:
        IllegalAction: The rules refuse it; nothing has changed.
    """
    refused = refusal(state, seat, action)
    if refused is not None:
        raise IllegalAction(refused)
    events = _answer(state, seat, action, shuffler)
    return events + go_on(state, shuffler)


def _answer(state: State, seat: Seat, action: Action, shuffler: Shuffler) -> list[Event]:
    """What the answer itself does; the question is closed first, for the answer may open another one."""
    decision, card = state.decision, state.card
    state.decision = Decision.NONE
    if isinstance(action, Draw):
        return draw(state, seat, shuffler)
    if isinstance(action, Pass):
        return stop(state, seat, frozen=False)
    if action.seat is None:
        if action.option is None:
            return decide_ballast(state, seat, card, keep=action.keep is True)
        return take(state, seat, action.option)
    if decision is Decision.TARGET:
        return aim(state, action.seat)
    return give_second_chance(state, seat, action.seat)


# What the match waits for


def awaiting(state: State) -> Awaiting:
    """A deal, a seat, or nothing more."""
    if state.phase is Phase.PLAYING:
        return Awaiting.SEAT
    return Awaiting.NOTHING if state.phase is Phase.FINISHED else Awaiting.DEAL


def to_act(state: State) -> Seat | None:
    """The seat that has something to decide, if one has."""
    return None if state.to_act == NOBODY else state.to_act


def seats_out(state: State) -> list[Seat]:  # noqa: ARG001 - everybody plays to the end
    """Nobody leaves a match of SEVN before its end; out of a round everybody sees the same (SV-R35)."""
    return []


def rounds_to_open(state: State) -> int:
    """The deck goes on from round to round, so no secret may be known before the match is over; with a deck of its own each round, once it is counted."""
    counted = state.round_number - (state.phase is Phase.PLAYING)
    return counted if state.options.reshuffle_each_round or state.phase is Phase.FINISHED else 0
