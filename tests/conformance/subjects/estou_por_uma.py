"""Estou-por-uma under test."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

from carteado.rules import GAMES, estou_por_uma
from carteado.rules.estou_por_uma import Declare, Draw, Pass, Play
from carteado.rules.estou_por_uma.events import CardPlayed
from carteado.rules.estou_por_uma.options import (
    Effect,
    EffectRule,
    EndMode,
    Enforcement,
    RankSet,
)
from carteado.rules.estou_por_uma.state import IN_PLAY, Phase, State
from carteado.rules.estou_por_uma.view import TableView
from carteado.rules.game import Awaiting, Refusal
from carteado.rules.match import View
from tests.conformance.subject import Subject

FACES = range(1, 53)
SUITS = range(1, 5)
LIMITS = (None, 20, 20, 20, 21, 30, 40, 60)
LONG_LIMITS = (100, 150, 500)


def options(rng: Random, seats: int) -> estou_por_uma.Options:
    """Each option as often as not; long matches are rare."""
    hand_size = rng.choice((None, None, *range(5, 11)))
    needed = -(-((hand_size or 8) * seats + 1 + 2 * seats) // 52)
    return estou_por_uma.Options(
        packs=rng.choice((None, *range(max(2, needed), 5))),
        hand_size=hand_size,
        limit=rng.choice(LONG_LIMITS if rng.random() < 0.1 else LIMITS),
        end_mode=rng.choice(list(EndMode)),
        effects=effects(rng),
        zero_ranks=rng.choice((None, None, RankSet(ranks(rng)))),
        court_cards_count_ten=rng.random() < 0.5,
        no_stacking=rng.random() < 0.4,
        draw_cards=rng.choice((None, 1, 2, 3, 4)),
        previous_cards=rng.choice((None, None, 0, 1, 2, 7)),
        identical_cards=rng.choice((None, None, 0, 1, 3, 7)),
        forgotten_cards=rng.choice((None, None, 0, 1, 3, 7)),
        identical_self=rng.random() < 0.5,
        enforcement=rng.choice(list(Enforcement)),
        voluntary_draw=rng.random() < 0.4,
        may_keep_drawn=rng.random() < 0.4,
        reverse_skips_for_two=rng.random() < 0.5,
        upcard_takes_effect=rng.random() < 0.5,
        last_card_draws=rng.random() < 0.5,
    )


def ranks(rng: Random) -> tuple[int, ...]:
    return tuple(sorted(rng.sample(range(1, 14), rng.randint(0, 4))))


def effects(rng: Random) -> tuple[EffectRule, ...]:
    """The usual ones, none at all, or a variation with several ranks for an effect (EPU-28)."""
    kind = rng.random()
    if kind < 0.5:
        return ()
    if kind < 0.6:
        return (EffectRule(rng.randint(1, 13), Effect(0)),)
    chosen = rng.sample(range(1, 14), rng.randint(1, 8))
    return tuple(EffectRule(rank, Effect(rng.randint(1, 5))) for rank in chosen)


ACTIONS: Sequence[Any] = [
    *(Play(card, suit, call) for card in FACES for suit in range(5) for call in (True, False)),
    Play(0),
    Play(53),
    Draw(),
    Pass(),
    *(Declare(accused) for accused in (None, *range(13))),
    None,
]
"""``None`` stands for whatever belongs to another game."""


def conserved(state: State) -> None:
    """Every face as often as there are packs, in the stock, the discards or a hand; a hand is in order; nobody still in is over the limit."""
    if not state.round_number:
        return
    cards = Counter(state.stock)
    cards.update(state.discards)
    for hand in state.hands:
        cards.update(hand)
        assert hand == sorted(hand)
    assert cards == dict.fromkeys(FACES, state.packs)
    in_play = state.phase in IN_PLAY
    for seat, points in enumerate(state.points):
        in_match = not state.out_round[seat]
        assert in_match == (points < chosen_limit(state))
        assert not in_play or bool(state.hands[seat]) == in_match
        assert not state.called[seat] or len(state.hands[seat]) <= 1
    if state.pending:
        assert effect_of(state.options, state.discards[-1]) is Effect.DRAW_STACK
    if state.open_call >= 0:
        assert state.options.enforcement is Enforcement.CATCH
    assert (state.phase is Phase.DRAWN) == (state.drawn > 0) or not in_play


def chosen_limit(state: State) -> int:
    assert state.options.limit is not None
    return state.options.limit


def resampled(
    state: State, observer: int | None, rng: Random, staying: Sequence[int] = ()
) -> State:
    """Shuffles the stock and every hand that the observer does not hold. A drawn card that is known to fit becomes another that fits."""
    twin = state.copy()
    own = observer is not None and not state.out_round[observer]
    hidden = [seat for seat in range(len(state.hands)) if not (own and seat == observer)]
    kept: list[int] = []
    if state.to_act in hidden:
        kept = [card for card in state.hands[state.to_act] if card in staying][:1]
    unseen = [*state.stock, *(card for seat in hidden for card in state.hands[seat])]
    for card in kept:
        unseen.remove(card)
    if state.drawn and state.to_act in hidden and not kept:
        twin.drawn = rng.choice([card for card in unseen if fits_state(state, card)])
        unseen.remove(twin.drawn)
        kept = [twin.drawn]
    rng.shuffle(unseen)
    for seat in hidden:
        stays = kept if seat == state.to_act else []
        size = len(state.hands[seat]) - len(stays)
        twin.hands[seat] = sorted([*stays, *(unseen.pop() for _ in range(size))])
    twin.stock = unseen
    return twin


def shown(events: Sequence[Any]) -> list[int]:
    """A card that is played is for everybody, a drawn one is not."""
    return [event.card for event in events if isinstance(event, CardPlayed)]


# The rules of a turn, once more


def rank_of(card: int) -> int:
    return (card - 1) % 13 + 1


def suit_of(card: int) -> int:
    return (card - 1) // 13 + 1


def effect_of(chosen: estou_por_uma.Options, card: int) -> Effect:
    """EPU-R33: a rank has the effect of its rule, or none."""
    by_rank = {rule.rank: rule.effect for rule in chosen.effects}
    return by_rank.get(rank_of(card), Effect.NONE)


def fits(chosen: estou_por_uma.Options, card: int, top: int, suit: int, pending: int) -> bool:
    """EPU-5, EPU-22, EPU-R9; under a stack EPU-R16 and EPU-R33."""
    matches = suit_of(card) == suit or rank_of(card) == rank_of(top)
    if pending:
        stacks = effect_of(chosen, card) is Effect.DRAW_STACK
        return matches and stacks and not chosen.no_stacking
    return matches or effect_of(chosen, card) is Effect.WILD


def fits_state(state: State, card: int) -> bool:
    return fits(state.options, card, state.discards[-1], state.suit, state.pending)


def judged(view: View, action: Any) -> Refusal | None:
    """G-5 and G-20 for one seat: over, verb, turn, then what is particular to the verb. Who owes a call is not asked for a turn (EPU-R27)."""
    table: TableView = view.table
    if view.awaiting is not Awaiting.SEAT:
        return Refusal.ROUND_OVER if table.round_number else Refusal.WRONG_PHASE
    if isinstance(action, Declare):
        return _declaration_judged(table, view.observer, action.accused)
    if not isinstance(action, Play | Draw | Pass):
        return Refusal.WRONG_PHASE
    if view.observer != view.to_act:
        return Refusal.NOT_YOUR_TURN
    if isinstance(action, Play):
        return _play_judged(view.options, table, action)
    return _draw_judged(view) if isinstance(action, Draw) else _pass_judged(view)


def _declaration_judged(table: TableView, seat: int | None, accused: int | None) -> Refusal | None:
    assert seat is not None
    if not table.seats[seat].playing:
        return Refusal.NOT_YOUR_TURN
    if accused is None:
        return None if table.seats[seat].catchable else Refusal.NOTHING_TO_DECLARE
    other = accused < len(table.seats) and accused != seat
    return None if other and table.seats[accused].catchable else Refusal.NOTHING_TO_CATCH


def _play_judged(chosen: estou_por_uma.Options, table: TableView, action: Play) -> Refusal | None:
    """Possession, whether it fits, then the suit that it names and the call that goes with it."""
    if action.card not in table.hand:
        return Refusal.CARD_NOT_IN_HAND
    if table.drawn and action.card != table.drawn:
        return Refusal.ONLY_DRAWN_CARD
    if not fits(chosen, action.card, table.top, table.suit, table.pending_draw):
        return Refusal.CARD_NOT_PLAYABLE
    cards = len(table.hand)
    names = effect_of(chosen, action.card) is Effect.WILD and cards > 1
    if names and not action.suit:
        return Refusal.SUIT_REQUIRED
    if action.suit and not names:
        return Refusal.SUIT_NOT_ALLOWED
    return Refusal.DECLARATION_NOT_APPLICABLE if action.call and cards != 2 else None


def _draw_judged(view: View) -> Refusal | None:
    """EPU-8, EPU-R11, EPU-R13; a voluntary draw needs a card (G-27)."""
    table, chosen = view.table, view.options
    if table.drawn:
        return Refusal.ALREADY_DREW
    at_stake = (table.top, table.suit, table.pending_draw)
    if table.pending_draw or not any(fits(chosen, card, *at_stake) for card in table.hand):
        return None
    there_is_one = table.stock > 0 or len(table.discards) > 1
    return None if chosen.voluntary_draw and there_is_one else Refusal.MUST_PLAY


def _pass_judged(view: View) -> Refusal | None:
    """EPU-R12."""
    return None if view.table.drawn and view.options.may_keep_drawn else Refusal.CANNOT_PASS


SUBJECT = Subject(
    game=GAMES["estou_por_uma"],
    options=options,
    actions=ACTIONS,
    conserved=conserved,
    resampled=resampled,
    shown=shown,
    judged=judged,
    whim=0.5,
    share=0.01,
    most_moves=40_000,
)
