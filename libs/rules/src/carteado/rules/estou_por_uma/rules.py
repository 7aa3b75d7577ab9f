"""Estou-por-uma in code: how a round is dealt, what a play makes happen and in which order, and when a round is over.

Each function is a clause of the rules and carries its number.
"""

from carteado.rules.estou_por_uma.actions import Action, Declare, Draw, Play
from carteado.rules.estou_por_uma.cards import NO_CARD, SUIT, Card, deck
from carteado.rules.estou_por_uma.events import (
    Called,
    CardPlayed,
    CardsDrawn,
    Caught,
    DrawReason,
    Event,
    Passed,
    Reversed,
    RoundDealt,
    Skipped,
)
from carteado.rules.estou_por_uma.legality import fits, refusal
from carteado.rules.estou_por_uma.options import Effect, Enforcement, fewest_packs
from carteado.rules.estou_por_uma.scoring import count_round
from carteado.rules.estou_por_uma.state import IN_PLAY, MOST_ACTIONS, NOBODY, Phase, State
from carteado.rules.estou_por_uma.stock import draw
from carteado.rules.game import Awaiting, IllegalAction, Seat, Shuffler

# Dealing


def deal(state: State, shuffler: Shuffler) -> list[Event]:
    """Deals the next round to who still plays, and turns the first card (EPU-3, EPU-4)."""
    dealer = _next_dealer(state, shuffler)
    packs = packs_of_round(state)
    cards = shuffler.shuffled(state.round_number + 1, "deck", deck(packs))
    state.round_number += 1
    state.packs = packs
    state.dealer = dealer
    _clear_table(state)
    _hand_out(state, cards)
    upcard = state.discards[-1]
    dealt = RoundDealt(state.round_number, dealer, upcard)
    if not state.options.upcard_takes_effect:
        _begin_turn(state, state.next_seat(dealer))
        return [dealt]
    return [dealt, *_take_effect_of_upcard(state, dealer, upcard, shuffler)]


def _next_dealer(state: State, shuffler: Shuffler) -> Seat:
    """The first dealer is drawn; then the deal moves on to the next seat still playing (EPU-R4)."""
    if state.round_number:
        return state.seat_from(state.dealer, 1)
    return shuffler.below(1, "dealer", len(state.out_round))


def packs_of_round(state: State) -> int:
    """The packs chosen, or as many as who still plays needs, anew in each round (EPU-R1)."""
    options = state.options
    assert options.hand_size is not None
    return options.packs or fewest_packs(len(state.playing()), options.hand_size)


def _clear_table(state: State) -> None:
    """Every round starts clockwise, and nobody has called yet (EPU-R10)."""
    state.direction = 1
    state.top_seat = NOBODY
    state.pending = 0
    state.called = [False] * len(state.called)
    state.passes = 0
    state.reshuffles = 0


def _hand_out(state: State, cards: list[Card]) -> None:
    """Cards go one at a time from the seat after the dealer; the next one is turned, the rest is the stock (G-4, EPU-3, EPU-4)."""
    playing = state.playing()
    seats = len(playing)
    assert state.options.hand_size is not None
    dealt = seats * state.options.hand_size
    first = (playing.index(state.dealer) + 1) % seats
    state.hands = [[] for _ in state.hands]
    for at, seat in enumerate([*playing[first:], *playing[:first]]):
        state.hands[seat] = sorted(cards[at:dealt:seats])
    state.discards = [cards[dealt]]
    state.suit = SUIT[cards[dealt]]
    state.stock = cards[:dealt:-1]


def _take_effect_of_upcard(
    state: State, dealer: Seat, upcard: Card, shuffler: Shuffler
) -> list[Event]:
    """By option the upcard counts as played by the dealer, who also pays if it is equalled (EPU-R7)."""
    state.top_seat = dealer
    events = _take_effect(state, dealer, upcard, shuffler)
    _begin_turn(state, _seat_after_play(state, dealer, upcard))
    return events


# Doing it


def apply(state: State, seat: Seat, action: Action, shuffler: Shuffler) -> list[Event]:
    """Plays a card, draws, passes or declares, with everything that follows at once. The last action of the longest match ends its round (EPU-R45).

    Raises:
        IllegalAction: The rules refuse it; nothing has changed.
    """
    refused = refusal(state, seat, action)
    if refused is not None:
        raise IllegalAction(refused)
    state.actions += 1
    events = _done(state, seat, action, shuffler)
    if state.actions == MOST_ACTIONS and state.phase in IN_PLAY:
        events.append(count_round(state, None))
    return events


def _done(state: State, seat: Seat, action: Action, shuffler: Shuffler) -> list[Event]:
    """Whatever a forgotten call left open is closed by the next play or draw (G-30)."""
    if isinstance(action, Declare):
        return _declare(state, seat, shuffler)
    state.open_call = NOBODY
    if isinstance(action, Play):
        return _play(state, seat, action, shuffler)
    if isinstance(action, Draw):
        return _draw(state, seat, shuffler)
    return _pass(state, seat)


def _declare(state: State, seat: Seat, shuffler: Shuffler) -> list[Event]:
    """A late call saves; an accusation costs the forgetful seat its cards (EPU-R27)."""
    forgetful = state.open_call
    state.open_call = NOBODY
    if seat == forgetful:
        return [_call(state, seat)]
    return [Caught(forgetful, seat), *_pay_for_forgetting(state, forgetful, shuffler)]


def _call(state: State, seat: Seat) -> Called:
    state.called[seat] = True
    return Called(seat)


def _pay_for_forgetting(state: State, seat: Seat, shuffler: Shuffler) -> list[Event]:
    cards = state.options.forgotten_cards
    assert cards is not None
    return draw(state, seat, cards, DrawReason.FORGOTTEN, shuffler)


# Playing a card


def _play(state: State, seat: Seat, play: Play, shuffler: Shuffler) -> list[Event]:
    """The card is placed; then come the end of the round, the call, the equal card, the effect and the next turn (EPU-R22)."""
    owner = state.top_seat
    placed = _place(state, seat, play)
    events: list[Event] = [placed]
    last = not state.hands[seat]
    if last and not state.options.last_card_draws:
        return [placed, count_round(state, seat)]
    if len(state.hands[seat]) == 1:
        events += _call_or_forget(state, seat, play, shuffler)
    if placed.identical:
        events += _charge(state, owner, seat, shuffler)
    events += _take_effect(state, seat, play.card, shuffler)
    if last:
        return [*events, *_take_stack_of_last_card(state, seat, shuffler), count_round(state, seat)]
    _begin_turn(state, _seat_after_play(state, seat, play.card))
    return events


def _place(state: State, seat: Seat, play: Play) -> CardPlayed:
    """The card is the new top, and its suit, or the one named with it, is to be followed (EPU-6, EPU-21)."""
    identical = play.card == state.discards[-1]
    state.hands[seat].remove(play.card)
    state.discards.append(play.card)
    state.top_seat = seat
    state.suit = play.suit or SUIT[play.card]
    state.passes = 0
    return CardPlayed(seat, play.card, play.suit, identical)


def _call_or_forget(state: State, seat: Seat, play: Play, shuffler: Shuffler) -> list[Event]:
    """Whoever is left with one card calls, or pays at once, or may be caught (EPU-9, EPU-10, EPU-R27)."""
    if play.call:
        return [_call(state, seat)]
    if state.options.enforcement is Enforcement.CATCH:
        state.open_call = seat
        return []
    return _pay_for_forgetting(state, seat, shuffler)


def _charge(state: State, owner: Seat, seat: Seat, shuffler: Shuffler) -> list[Event]:
    """Whoever played the equalled card pays: nobody for the upcard, and not for equalling oneself but by option (EPU-25, EPU-R24, EPU-R26)."""
    if owner == NOBODY or (owner == seat and not state.options.identical_self):
        return []
    cards = state.options.identical_cards
    assert cards is not None
    return draw(state, owner, cards, DrawReason.IDENTICAL, shuffler)


def _take_effect(state: State, seat: Seat, card: Card, shuffler: Shuffler) -> list[Event]:
    """What matters is the effect, not which card has it (EPU-18 to EPU-24, EPU-29)."""
    options = state.options
    assert options.draw_cards is not None
    assert options.previous_cards is not None
    match state.effects[card]:
        case Effect.SKIP:
            return [Skipped(state.next_seat(seat))]
        case Effect.DRAW_STACK:
            state.pending += options.draw_cards
        case Effect.PREVIOUS_DRAWS:
            previous = state.previous_seat(seat)
            return draw(state, previous, options.previous_cards, DrawReason.PREVIOUS, shuffler)
        case Effect.REVERSE:
            state.direction = -state.direction
            return [Reversed(state.direction)]
    return []


def _seat_after_play(state: State, seat: Seat, card: Card) -> Seat:
    """The next seat in the rotation, or the one after it where that one is skipped (EPU-18, EPU-R14)."""
    following = state.next_seat(seat)
    return state.next_seat(following) if _skips(state, card) else following


def _skips(state: State, card: Card) -> bool:
    """A skipping card, or, by option, a reversing one between two seats (EPU-18, EPU-R23)."""
    effect = state.effects[card]
    for_two = state.options.reverse_skips_for_two and len(state.playing()) == 2
    return effect is Effect.SKIP or (effect is Effect.REVERSE and for_two)


def _take_stack_of_last_card(state: State, seat: Seat, shuffler: Shuffler) -> list[Event]:
    """By option the next seat takes the whole stack of a last card and may not answer it (EPU-R32)."""
    pending = state.pending
    state.pending = 0
    return draw(state, state.next_seat(seat), pending, DrawReason.STACK, shuffler)


# Drawing and passing


def _draw(state: State, seat: Seat, shuffler: Shuffler) -> list[Event]:
    """Under a stack all of it is taken and the turn is lost; else one card is bought (EPU-19, EPU-8)."""
    if state.phase is Phase.STACK:
        events = draw(state, seat, state.pending, DrawReason.STACK, shuffler)
        state.pending = 0
        return [*events, *_end_turn(state, seat, bought=_cards_of(events))]
    events = draw(state, seat, 1, DrawReason.TURN, shuffler)
    bought = _cards_of(events)
    if bought and fits(state, bought[0]):
        state.phase = Phase.DRAWN
        state.drawn = bought[0]
        return events
    return [*events, Passed(seat), *_end_turn(state, seat, bought=bought)]


def _cards_of(events: list[Event]) -> tuple[Card, ...]:
    """The cards of the draw that ends these events."""
    drawn = events[-1]
    assert isinstance(drawn, CardsDrawn)
    return drawn.cards


def _end_turn(state: State, seat: Seat, *, bought: tuple[Card, ...]) -> list[Event]:
    """Once every seat in a row has passed for want of a card the round is blocked; only a play could bring cards back (EPU-R30, G-27)."""
    state.passes += not bought
    if state.passes == len(state.playing()):
        return [count_round(state, None)]
    _begin_turn(state, state.next_seat(seat))
    return []


def _pass(state: State, seat: Seat) -> list[Event]:
    """The drawn card is kept (EPU-R12)."""
    _begin_turn(state, state.next_seat(seat))
    return [Passed(seat)]


def _begin_turn(state: State, seat: Seat) -> None:
    state.to_act = seat
    state.drawn = NO_CARD
    state.phase = Phase.STACK if state.pending else Phase.TURN


# What the match waits for


def awaiting(state: State) -> Awaiting:
    """A deal, a seat, or nothing more."""
    if state.phase in IN_PLAY:
        return Awaiting.SEAT
    return Awaiting.DEAL if state.phase is Phase.AWAITING_DEAL else Awaiting.NOTHING


def to_act(state: State) -> Seat | None:
    """The seat whose turn it is, if a round is played."""
    return None if state.to_act == NOBODY else state.to_act


def seats_out(state: State) -> list[Seat]:
    """The seats that have passed the limit (EPU-15)."""
    return [seat for seat, out in enumerate(state.out_round) if out]


def rounds_to_open(state: State) -> int:
    """The rounds that are counted: all but the one being played."""
    return state.round_number - (state.phase in IN_PLAY)
