"""SEVN under test."""

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from carteado.rules import GAMES, sevn
from carteado.rules.game import Awaiting, Refusal
from carteado.rules.match import View
from carteado.rules.sevn import Choose, Draw, Pass
from carteado.rules.sevn.events import CardDrawn, Crossroads
from carteado.rules.sevn.options import CardCount, full_deck
from carteado.rules.sevn.state import State
from carteado.rules.sevn.view import TableView
from tests.conformance.subject import Subject

SECOND_CHANCE = 28
TURN, TARGET, BALLAST, GIFT, CROSSROADS = range(1, 6)
ACTIVE = 1


def options(rng: Random, seats: int) -> sevn.Options:  # noqa: ARG001 - the same at every table
    """Each composition, one deck in five of one's own, and each other option as often as not."""
    own = rng.random() < 0.2
    return sevn.Options(
        composition=sevn.Composition(0 if own else rng.randint(0, 5)),
        target=rng.choice((None, 50, 50, 100, 250, 1000)),
        sevn_bonus=rng.choice((None, None, 0, 17, 50)),
        duplicate_ballast_busts=rng.random() < 0.5,
        storm_starts_next=rng.random() < 0.5,
        reshuffle_each_round=rng.random() < 0.5,
        deck=own_deck(rng) if own else (),
    )


def own_deck(rng: Random) -> tuple[CardCount, ...]:
    """120 cards: n copies of each n from 1 to 13, each other value once, and 25 of anything but those numbers (G-33)."""
    copies = Counter({1: 1, 15: 1, 16: 1, 17: 1, **{number + 1: number for number in range(1, 14)}})
    kinds = rng.sample([1, *range(15, 32)], rng.randint(3, 18))
    copies.update(rng.choice(kinds) for _ in range(25))
    return tuple(CardCount(card, copies[card]) for card in sorted(copies))


ACTIONS: Sequence[Any] = [
    Draw(),
    Pass(),
    *(Choose(seat=seat) for seat in range(13)),
    *(Choose(keep=keep) for keep in (True, False)),
    *(Choose(option=option) for option in range(4)),
    None,
]
"""``None`` stands for whatever belongs to another game."""


def conserved(state: State) -> None:
    """120 cards, each once: in the deck, or where everybody sees them. No row has a value twice, at most one has seven; the queue is empty at a turn."""
    view = sevn.view(state, None)
    if not view.round_number:
        return
    cards = Counter(state.deck)
    cards.update(face_up(view))
    assert cards == Counter(full_deck(state.options))
    most = 210 + state.options.points_for_sevn
    for seat in view.seats:
        assert len(set(seat.row)) == len(seat.row) <= 7
        assert seat.score.points >= 0
        assert seat.score.points <= most or state.options.deck
    assert sum(len(seat.row) == 7 for seat in view.seats) <= 1
    if view.decision == TURN:
        assert not view.queue
        assert view.current is None


def face_up(view: TableView) -> Iterator[int]:
    """Every card that is not in the deck; a ballast, or a second copy of a second chance, that is being decided is in nobody's hands."""
    yield from view.discards
    yield from (waiting.card for waiting in view.queue)
    for seat in view.seats:
        yield from (*seat.row, *seat.extras, *([seat.bust_card] if seat.bust_card else []))
        yield from [SECOND_CHANCE] * seat.second_chance
    yield from view.options
    if view.decision in (BALLAST, GIFT):
        yield view.card
    if view.current is not None:
        yield view.current.action.card


def resampled(
    state: State, _observer: int | None, rng: Random, staying: Sequence[int] = ()
) -> State:
    """Nobody sees the order of the deck, and everybody all else."""
    twin = state.copy()
    rest = twin.deck[len(staying) :]
    rng.shuffle(rest)
    twin.deck[len(staying) :] = rest
    return twin


def shown(events: Sequence[Any]) -> list[int]:
    """Every card that is turned: drawn, or shown at a crossroads."""
    turned: list[int] = []
    for event in events:
        if isinstance(event, CardDrawn):
            turned.append(event.card)
        elif isinstance(event, Crossroads) and not event.taken:
            turned += event.options
    return turned


def judged(view: View, action: Any) -> Refusal | None:
    """G-5 and G-20 for one seat: over, verb, turn, the question that is open, then its answers."""
    table: TableView = view.table
    if view.awaiting is not Awaiting.SEAT:
        return Refusal.ROUND_OVER if table.round_number else Refusal.WRONG_PHASE
    if not isinstance(action, Draw | Pass | Choose):
        return Refusal.WRONG_PHASE
    if view.observer != view.to_act:
        return Refusal.NOT_YOUR_TURN
    if table.decision not in _questions(action):
        return Refusal.WRONG_DECISION
    return None if action in _answers(table) else Refusal.NOT_AN_OPTION


def _questions(action: Any) -> tuple[int, ...]:
    if isinstance(action, Draw | Pass):
        return (TURN,)
    if action.seat is not None:
        return (TARGET, GIFT)
    return (BALLAST,) if action.keep is not None else (CROSSROADS,)


def _answers(table: TableView) -> list[Any]:
    """SV-3 and SV-R22 at a turn; SV-24 and SV-26 for a target; SV-R13 for a gift; SV-22; SV-27."""
    active = [seat for seat, shown in enumerate(table.seats) if shown.standing == ACTIVE]
    if table.decision == TURN:
        return [Draw(), Pass()] if table.deck or table.discards else [Pass()]
    if table.decision == TARGET:
        return [Choose(seat=seat) for seat in active]
    if table.decision == GIFT:
        return [Choose(seat=seat) for seat in active if not table.seats[seat].second_chance]
    if table.decision == BALLAST:
        return [Choose(keep=True), Choose(keep=False)]
    return [Choose(option=0), Choose(option=1)]


SUBJECT = Subject(
    game=GAMES["sevn"],
    options=options,
    actions=ACTIONS,
    conserved=conserved,
    resampled=resampled,
    shown=shown,
    judged=judged,
    whim=1,
    share=0.1,
    most_moves=40_000,
)
