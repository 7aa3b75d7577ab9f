"""Eu Faço! under test."""

from collections.abc import Sequence
from random import Random
from typing import Any

from carteado.rules import GAMES, eu_faco
from carteado.rules.eu_faco.cards import DECK
from carteado.rules.eu_faco.events import CardPlayed
from carteado.rules.eu_faco.state import State
from carteado.rules.game import Awaiting, Refusal
from carteado.rules.match import View
from tests.conformance.subject import Subject


def options(rng: Random, seats: int) -> eu_faco.Options:
    """One fifth of the matches without lives, and each other option as often as not."""
    fixed: tuple[int, ...] = ()
    if rng.random() < 0.2:
        highest = min(10, 39 // seats)
        fixed = tuple(rng.randint(1, highest) for _ in range(rng.randint(1, 7)))
    return eu_faco.Options(
        lives=0 if fixed else rng.choice([0, 3, 5, 7]),
        fixed_rounds=fixed,
        ceiling_policy=rng.choice(list(eu_faco.CeilingPolicy)),
        cancel_mode=rng.choice(list(eu_faco.CancelMode)),
        lock_in_one_card=rng.random() < 0.3,
        same_round_rank=rng.choice(list(eu_faco.SameRoundRank)),
    )


ACTIONS: Sequence[Any] = [
    *(eu_faco.Bid(tricks) for tricks in range(-1, 12)),
    *(eu_faco.Play(card) for card in range(42)),
    *(eu_faco.Play(card, names_suit=True) for card in DECK[::3]),
    *(eu_faco.Play(card, calls=True) for card in DECK[::3]),
    None,
]
"""``None`` stands for whatever belongs to another game."""


def conserved(state: State) -> None:
    """40 distinct cards: those dealt are in hands or in tricks, each once; taken and cangou tricks make up those played; the lock held."""
    if not state.round_number:
        return
    over = len(state.tricks) == state.hand_size
    tricks = state.tricks if over else [*state.tricks, state.trick]
    held = [card for hand in state.hands for card in hand]
    shown = [card for trick in tricks for card in trick.cards]
    dealt = state.hand_size * len(state.order)
    assert len(held) + len(shown) == dealt == len({*held, *shown})
    assert {*held, *shown} <= set(DECK)
    annulled = sum(trick.winner == -1 for trick in state.tricks)
    assert sum(state.taken) + annulled == len(state.tricks)
    assert 1 <= state.hand_size <= state.ceiling
    bids = [state.bids[seat] for seat in state.order]
    if state.hand_size > 1 and -1 not in bids:
        assert sum(bids) != state.hand_size


def resampled(
    state: State, observer: int | None, rng: Random, staying: Sequence[int] = ()
) -> State:
    """Shuffles every card that the observer cannot see, those that stayed in the deck among them."""
    twin = state.copy()
    out = observer is None or state.out_round[observer]
    forehead = state.hand_size == 1
    hidden = [
        seat
        for seat in range(len(state.hands))
        if out or (seat == observer if forehead else seat != observer)
    ]
    kept = {card for trick in [*state.tricks, state.trick] for card in trick.cards} | {*staying}
    kept.update(
        card for seat, hand in enumerate(state.hands) if seat not in hidden for card in hand
    )
    unseen = [card for card in DECK if card not in kept]
    rng.shuffle(unseen)
    for seat in hidden:
        twin.hands[seat] = sorted(
            card if card in staying else unseen.pop() for card in state.hands[seat]
        )
    return twin


def shown(events: Sequence[Any]) -> list[int]:
    """A card on the table is for everybody."""
    return [event.card for event in events if isinstance(event, CardPlayed)]


def judged(view: View, action: Any) -> Refusal | None:
    """G-5 and G-20 for one seat: over, phase, turn, then possession or range, then what may not go with it."""
    table = view.table
    if view.awaiting is not Awaiting.SEAT:
        return Refusal.ROUND_OVER if table.round_number else Refusal.WRONG_PHASE
    bids = [seat.bid for seat in table.seats if seat.playing]
    if not isinstance(action, eu_faco.Bid if None in bids else eu_faco.Play):
        return Refusal.WRONG_PHASE
    if view.observer != view.to_act:
        return Refusal.NOT_YOUR_TURN
    if isinstance(action, eu_faco.Bid):
        return _bid_judged(view.options, table.hand_size, bids, action.tricks)
    return _play_judged(table.hand, action)


def _play_judged(hand: tuple[int, ...], action: eu_faco.Play) -> Refusal | None:
    """EF-14: any card of the hand, and nothing with it."""
    if action.card not in hand:
        return Refusal.CARD_NOT_IN_HAND
    if action.names_suit:
        return Refusal.SUIT_NOT_ALLOWED
    return Refusal.DECLARATION_NOT_APPLICABLE if action.calls else None


def _bid_judged(
    chosen: eu_faco.Options, size: int, bids: list[int | None], tricks: int
) -> Refusal | None:
    """EF-R9 for the range; EF-20 and EF-22 for the lock, which bites the last to speak."""
    if tricks not in range(size + 1):
        return Refusal.BID_RANGE
    spoken = [bid for bid in bids if bid is not None]
    bites = len(spoken) == len(bids) - 1 and (size > 1 or chosen.lock_in_one_card)
    return Refusal.BID_LOCKED if bites and sum(spoken) + tricks == size else None


SUBJECT = Subject(
    game=GAMES["eu_faco"],
    options=options,
    actions=ACTIONS,
    conserved=conserved,
    resampled=resampled,
    shown=shown,
    judged=judged,
    whim=1,
    share=0.3,
    most_moves=5_000,
)
