"""What an observer may see of a match of Estou-por-uma: built from nothing, card by card (EPU-R39)."""

from dataclasses import dataclass, replace

from carteado.rules.estou_por_uma.cards import NO_CARD, Card, Suit
from carteado.rules.estou_por_uma.events import CardsDrawn, Event
from carteado.rules.estou_por_uma.state import NOBODY, State
from carteado.rules.game import Seat


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat, as everybody sees it.

    Attributes:
        points: Points so far in the match.
        cards_left: Cards in hand.
        playing: Whether the seat is still in the match.
        called: Whether it called estou-por-uma and its hand has not grown since.
        catchable: Whether it can be caught without its call.
    """

    points: int
    cards_left: int
    playing: bool
    called: bool
    catchable: bool


@dataclass(frozen=True, slots=True)
class TableView:
    """The table as one observer sees it; between rounds, the round that is over (G-21)."""

    round_number: int
    dealer: Seat | None
    direction: int
    seats: tuple[SeatView, ...]
    top: Card
    top_seat: Seat | None
    suit: Suit
    pending_draw: int
    stock: int
    discards: tuple[Card, ...]
    hand: tuple[Card, ...]
    drawn: Card
    packs: int
    limit: int


def view(state: State, observer: Seat | None) -> TableView:
    """What a seat sees; a spectator (None), or a seat that is out, sees no hand (EPU-R39)."""
    watching = observer is None or state.out_round[observer] > 0
    assert state.options.limit is not None
    return TableView(
        round_number=state.round_number,
        dealer=_seat(state.dealer),
        direction=state.direction,
        seats=tuple(_seat_view(state, seat) for seat in range(len(state.hands))),
        top=state.discards[-1] if state.discards else NO_CARD,
        top_seat=_seat(state.top_seat),
        suit=state.suit,
        pending_draw=state.pending,
        stock=len(state.stock),
        discards=tuple(state.discards),
        hand=() if observer is None or watching else tuple(state.hands[observer]),
        drawn=state.drawn if observer is not None and observer == state.to_act else NO_CARD,
        packs=state.packs,
        limit=state.options.limit,
    )


def seen(event: Event, observer: Seat | None) -> Event:
    """The faces of drawn cards are only for whoever drew them (EPU-R39)."""
    if isinstance(event, CardsDrawn) and event.seat != observer:
        return replace(event, cards=())
    return event


def _seat(seat: Seat) -> Seat | None:
    return None if seat == NOBODY else seat


def _seat_view(state: State, seat: Seat) -> SeatView:
    return SeatView(
        points=state.points[seat],
        cards_left=len(state.hands[seat]),
        playing=not state.out_round[seat],
        called=state.called[seat],
        catchable=seat == state.open_call,
    )
