"""What an observer may see of a match of SEVN: everything but the order of the deck (SV-R35)."""

from dataclasses import dataclass

from carteado.rules.game import Seat
from carteado.rules.sevn.cards import Card
from carteado.rules.sevn.events import Event, QueuedAction, Score
from carteado.rules.sevn.scoring import score
from carteado.rules.sevn.state import NOBODY, Decision, Effect, Standing, State


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat.

    Attributes:
        total: Points of the rounds counted so far.
        standing: Where it stands in this round.
        row: Distinct values, in the order drawn.
        extras: Modifiers and bonuses.
        second_chance: Whether it holds a second chance.
        score: What it would score if the round ended now.
        bust_card: The repeated card that made it bust.
    """

    total: int
    standing: Standing
    row: tuple[Card, ...]
    extras: tuple[Card, ...]
    second_chance: bool
    score: Score
    bust_card: Card


@dataclass(frozen=True, slots=True)
class CurrentAction:
    """The action that is being resolved, while a decision holds it up."""

    action: QueuedAction
    target: Seat | None
    draws_left: int
    seats_left: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class TableView:
    """The table as everybody sees it; between rounds, the round that is over (G-21)."""

    round_number: int
    starter: Seat | None
    seats: tuple[SeatView, ...]
    turn: Seat | None
    decision: Decision
    card: Card
    options: tuple[Card, ...]
    queue: tuple[QueuedAction, ...]
    deck: int
    discards: tuple[Card, ...]
    target: int
    current: CurrentAction | None


def view(state: State, observer: Seat | None) -> TableView:  # noqa: ARG001 - nobody sees less
    """What a seat, or a spectator (None), sees: of the deck only how many cards it has."""
    return TableView(
        round_number=state.round_number,
        starter=_seat(state.starter),
        seats=tuple(_seat_view(state, seat) for seat in range(len(state.totals))),
        turn=_seat(state.turn),
        decision=state.decision,
        card=state.card,
        options=tuple(state.shown),
        queue=tuple(QueuedAction(card, owner) for card, owner in state.queue),
        deck=len(state.deck),
        discards=tuple(state.discards),
        target=state.options.points_to_win,
        current=None if state.effect is None else _current(state.effect),
    )


def seen(event: Event, observer: Seat | None) -> Event:  # noqa: ARG001 - nobody sees less
    """Every event is public: cards are turned face up, in sight of all (SV-1)."""
    return event


def _seat(seat: Seat) -> Seat | None:
    return None if seat == NOBODY else seat


def _seat_view(state: State, seat: Seat) -> SeatView:
    return SeatView(
        total=state.totals[seat],
        standing=state.standings[seat],
        row=tuple(state.rows[seat]),
        extras=tuple(state.extras[seat]),
        second_chance=state.second_chances[seat],
        score=score(state, seat),
        bust_card=state.bust_cards[seat],
    )


def _current(effect: Effect) -> CurrentAction:
    return CurrentAction(
        action=QueuedAction(effect.card, effect.owner),
        target=_seat(effect.target),
        draws_left=effect.draws_left,
        seats_left=tuple(effect.seats_left),
    )
