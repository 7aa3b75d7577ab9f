"""What the battery must know of a game that its protocol does not say: one entry a game, and the game is in."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from carteado.rules import GAMES, eu_faco
from carteado.rules.eu_faco.cards import DECK
from carteado.rules.eu_faco.state import State
from carteado.rules.game import AnyGame


@dataclass(frozen=True)
class Subject:
    """A game under test.

    Attributes:
        game: Its rules.
        options: Random options for so many seats.
        actions: Every action that could be thought of, legal or not.
        conserved: Fails unless every card is where it must be, once.
        resampled: The same state with whatever an observer cannot see drawn anew.
        most_moves: No match takes more.
    """

    game: AnyGame
    options: Callable[[Random, int], Any]
    actions: Sequence[Any]
    conserved: Callable[[Any], None]
    resampled: Callable[[Any, int | None, Random], Any]
    most_moves: int


def eu_faco_options(rng: Random, seats: int) -> eu_faco.Options:
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


EU_FACO_ACTIONS = [
    *(eu_faco.Bid(tricks) for tricks in range(-1, 12)),
    *(eu_faco.Play(card) for card in range(42)),
    None,
]


def eu_faco_conserved(state: State) -> None:
    """40 distinct cards: those dealt are in hands or in tricks, each once; taken and cangou tricks make up those played."""
    if not state.round_number:
        return
    tricks = state.tricks if state.trick in state.tricks else [*state.tricks, state.trick]
    held = [card for hand in state.hands for card in hand]
    shown = [card for trick in tricks for card in trick.cards]
    dealt = state.hand_size * len(state.order)
    assert len(held) + len(shown) == dealt == len({*held, *shown})
    assert {*held, *shown} <= set(DECK)
    annulled = sum(trick.winner == -1 for trick in state.tricks)
    assert sum(state.taken) + annulled == len(state.tricks)
    assert 1 <= state.hand_size <= state.ceiling


def eu_faco_resampled(state: State, observer: int | None, rng: Random) -> State:
    """Shuffles every card that the observer cannot see, those that stayed in the deck among them."""
    twin = state.copy()
    out = observer is None or state.out_round[observer]
    forehead = state.hand_size == 1
    hidden = [
        seat
        for seat in range(len(state.hands))
        if out or (seat == observer if forehead else seat != observer)
    ]
    seen = {card for trick in [*state.tricks, state.trick] for card in trick.cards}
    seen.update(
        card for seat, hand in enumerate(state.hands) if seat not in hidden for card in hand
    )
    unseen = [card for card in DECK if card not in seen]
    rng.shuffle(unseen)
    for seat in hidden:
        twin.hands[seat] = sorted(unseen.pop() for _ in state.hands[seat])
    return twin


SUBJECTS = [
    Subject(
        game=GAMES["eu_faco"],
        options=eu_faco_options,
        actions=EU_FACO_ACTIONS,
        conserved=eu_faco_conserved,
        resampled=eu_faco_resampled,
        most_moves=5_000,
    )
]
