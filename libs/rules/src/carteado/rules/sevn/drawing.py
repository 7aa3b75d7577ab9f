"""What happens when a card is turned face up for a seat: it joins the row, makes it bust, puts a question, or waits in the queue."""

from carteado.rules.game import Seat, Shuffler
from carteado.rules.sevn.cards import (
    EXTRAS,
    NO_CARD,
    SECOND_CHANCE,
    Card,
    is_ballast,
    is_number,
)
from carteado.rules.sevn.events import (
    ActionDiscarded,
    BallastDecided,
    Busted,
    CardDrawn,
    Event,
    QueuedAction,
    Reshuffled,
    SecondChanceMoved,
    SecondChanceUsed,
    Sevn,
)
from carteado.rules.sevn.scoring import SEVN_VALUES, count_round
from carteado.rules.sevn.state import Decision, Standing, State

# Turning a card


def has_card(state: State) -> bool:
    """Whether any card can still be drawn, from the deck or from the discards (SV-R22)."""
    return bool(state.deck or state.discards)


def turn_up(state: State, shuffler: Shuffler) -> tuple[Card, list[Event]]:
    """Takes the top card; an empty deck is first made of the discards, and the cards on the table stay where they are (SV-40).

    Returns:
        The card, NO_CARD where none exists, and the reshuffle, if there was one.
    """
    events: list[Event] = []
    if not state.deck and state.discards:
        purpose = f"stock/{state.reshuffles + 1}"
        state.deck = shuffler.shuffled(state.round_number, purpose, sorted(state.discards))
        state.discards = []
        state.reshuffles += 1
        events.append(Reshuffled(len(state.deck)))
    return state.deck.pop(0) if state.deck else NO_CARD, events


def draw(state: State, seat: Seat, shuffler: Shuffler) -> list[Event]:
    """A seat draws a card, which is resolved at once; where no card exists the draw is lost (SV-1, SV-R22)."""
    card, events = turn_up(state, shuffler)
    if card == NO_CARD:
        return events
    return [*events, CardDrawn(seat, card), *resolve(state, seat, card)]


# Resolving it


def resolve(state: State, seat: Seat, card: Card) -> list[Event]:
    """What a card does to the seat that drew it, or took it at a crossroads (SV-R10, SV-R17)."""
    if is_number(card):
        return _repeat(state, seat, card) if card in state.rows[seat] else _join(state, seat, card)
    if is_ballast(card):
        return _ballast(state, seat, card)
    if card in EXTRAS:
        state.extras[seat].append(card)
        return []
    if card == SECOND_CHANCE:
        return _second_chance(state, seat)
    state.queue.append((card, seat))
    return []


def _join(state: State, seat: Seat, card: Card) -> list[Event]:
    """A new value enters the row; the seventh makes SEVN and ends the round at once (SV-6, SV-12)."""
    row = state.rows[seat]
    row.append(card)
    return [] if len(row) < SEVN_VALUES else [Sevn(seat), *_end_at_sevn(state)]


def _repeat(state: State, seat: Seat, card: Card) -> list[Event]:
    """A repeated value busts, unless a second chance cancels it (SV-14, SV-18, SV-R13)."""
    if not state.second_chances[seat]:
        state.standings[seat] = Standing.BUST
        state.bust_cards[seat] = card
        return [Busted(seat, card), *_cancel(state, [one for one in state.queue if one[1] == seat])]
    state.second_chances[seat] = False
    state.discards += [card, SECOND_CHANCE]
    return [SecondChanceUsed(seat, card)]


def _cancel(state: State, actions: list[tuple[Card, Seat]]) -> list[Event]:
    """Actions leave the queue for the discards without effect, in their order (SV-R12, SV-R40)."""
    state.queue = [one for one in state.queue if one not in actions]
    state.discards += [card for card, _ in actions]
    return [ActionDiscarded(QueuedAction(*one)) for one in actions]


def _end_at_sevn(state: State) -> list[Event]:
    """What is queued is discarded, then what is in progress, and the round is counted (SV-12, SV-37, SV-R40, SV-R43)."""
    cancelled = _cancel(state, state.queue)
    if state.effect is not None:
        state.discards.append(state.effect.card)
        state.effect = None
    return [*cancelled, count_round(state)]


# Ballast


def _ballast(state: State, seat: Seat, card: Card) -> list[Event]:
    """A ballast is kept or discarded by choice; one that is in the row already goes by itself, or busts by option (SV-22, SV-R19, SV-R47)."""
    if card not in state.rows[seat]:
        state.ask(Decision.BALLAST, seat, card)
        return []
    if state.options.duplicate_ballast_busts:
        return _repeat(state, seat, card)
    return decide_ballast(state, seat, card, keep=False)


def decide_ballast(state: State, seat: Seat, card: Card, *, keep: bool) -> list[Event]:
    """A ballast that is kept is a distinct value in the row (SV-22, SV-38)."""
    decided = BallastDecided(seat, card, keep)
    if keep:
        return [decided, *_join(state, seat, card)]
    state.discards.append(card)
    return [decided]


# Second chance


def _second_chance(state: State, seat: Seat) -> list[Event]:
    """One is kept; a second copy goes to a seat in the round without one: to the only one, to the one chosen, or to the discards (SV-25, SV-R13)."""
    if not state.second_chances[seat]:
        state.second_chances[seat] = True
        return []
    receivers = receivers_of(state, seat)
    if len(receivers) > 1:
        state.ask(Decision.GIVE_SECOND_CHANCE, seat, SECOND_CHANCE)
        return []
    if receivers:
        return give_second_chance(state, seat, receivers[0])
    state.discards.append(SECOND_CHANCE)
    return [SecondChanceMoved(seat, None)]


def receivers_of(state: State, seat: Seat) -> list[Seat]:
    """Who may get the second copy that a seat drew, clockwise from it (SV-R13)."""
    return [one for one in state.active_from(seat) if not state.second_chances[one]]


def give_second_chance(state: State, seat: Seat, to: Seat) -> list[Event]:
    """Whoever gets a second chance cannot refuse it (SV-R13)."""
    state.second_chances[to] = True
    return [SecondChanceMoved(seat, to)]
