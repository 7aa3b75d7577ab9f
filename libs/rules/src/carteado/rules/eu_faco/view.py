"""What an observer may see of a match of Eu Faço!: built from nothing, card by card (EF-R16, EF-R17)."""

from dataclasses import dataclass

from carteado.rules.eu_faco.cards import HIDDEN, Card
from carteado.rules.eu_faco.events import CardPlayed, Event, TrickEnded
from carteado.rules.eu_faco.rules import cancelled, locked_bid, seats_of, trick_ended, winning_index
from carteado.rules.eu_faco.state import NOBODY, NOT_SPOKEN, State
from carteado.rules.game import Seat


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat, as the observer sees it.

    Attributes:
        lives: Lives left.
        bid: The promise, once spoken.
        taken: Tricks taken in this round.
        cards_left: Cards in hand.
        playing: Whether the seat is still in the match.
        forehead: The card on its forehead, for the other seats still playing; HIDDEN for everybody else and outside forehead rounds.
        exact_rounds: Rounds nailed so far.
    """

    lives: int
    bid: int | None
    taken: int
    cards_left: int
    playing: bool
    forehead: Card
    exact_rounds: int


@dataclass(frozen=True, slots=True)
class TableView:
    """The table as one observer sees it; between rounds, the round that is over (G-21)."""

    round_number: int
    hand_size: int
    ceiling: int
    dealer: Seat | None
    leader: Seat | None
    seats: tuple[SeatView, ...]
    trick: tuple[CardPlayed, ...]
    lit: Seat | None
    hand: tuple[Card, ...]
    locked_bid: int | None
    forehead: bool
    tiebreak: bool
    tricks: tuple[TrickEnded, ...]


def view(state: State, observer: Seat | None) -> TableView:
    """What a seat sees; a spectator (None), or a seat that is out, sees what is public (EF-R17)."""
    if observer is not None and state.out_round[observer]:
        observer = None
    return TableView(
        round_number=state.round_number,
        hand_size=state.hand_size,
        ceiling=state.ceiling,
        dealer=_seat(state.dealer),
        leader=_seat(state.trick.leader),
        seats=tuple(_seat_view(state, seat, observer) for seat in range(len(state.lives))),
        trick=_trick_on_table(state),
        lit=_seat(state.trick.winner),
        hand=_own_hand(state, observer),
        locked_bid=locked_bid(state),
        forehead=is_forehead(state),
        tiebreak=state.tiebreak,
        tricks=tuple(trick_ended(state, trick) for trick in state.tricks),
    )


def seen(event: Event, observer: Seat | None) -> Event:  # noqa: ARG001 - nobody sees less
    """Every event is public: it names no card that is not on the table."""
    return event


def is_forehead(state: State) -> bool:
    """Rounds of one card are played on the forehead (EF-10)."""
    return state.hand_size == 1


def _seat(seat: Seat) -> Seat | None:
    return None if seat == NOBODY else seat


def _seat_view(state: State, seat: Seat, observer: Seat | None) -> SeatView:
    bid = state.bids[seat]
    return SeatView(
        lives=state.lives[seat],
        bid=None if bid == NOT_SPOKEN else bid,
        taken=state.taken[seat],
        cards_left=len(state.hands[seat]),
        playing=not state.out_round[seat],
        forehead=_forehead_card(state, seat, observer),
        exact_rounds=state.exact[seat],
    )


def _forehead_card(state: State, seat: Seat, observer: Seat | None) -> Card:
    """In a round of one card you see the others' cards and not your own (EF-36)."""
    shown = is_forehead(state) and observer not in (None, seat) and state.hands[seat]
    return state.hands[seat][0] if shown else HIDDEN


def _own_hand(state: State, observer: Seat | None) -> tuple[Card, ...]:
    """The own hand; in a round of one card only that there is one (EF-36)."""
    if observer is None:
        return ()
    hand = state.hands[observer]
    return (HIDDEN,) * len(hand) if is_forehead(state) else tuple(hand)


def _trick_on_table(state: State) -> tuple[CardPlayed, ...]:
    cards = state.trick.cards
    if not cards:
        return ()
    marks = cancelled(cards, winning_index(cards, state.options.cancel_mode))
    seats = seats_of(state, state.trick)
    return tuple(map(CardPlayed, seats, cards, marks))
