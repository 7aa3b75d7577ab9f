"""Every way in which a tiny match can go, counted: by the rules, and by hand or by a few lines that know nothing of them."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import permutations, product
from typing import Any

import pytest

from carteado.rules import GAMES, estou_por_uma, eu_faco, sevn
from carteado.rules.estou_por_uma.state import Phase as EpuPhase
from carteado.rules.game import AnyGame, Awaiting
from carteado.rules.sevn.state import Decision, Standing
from carteado.rules.sevn.state import Phase as SevnPhase

Hands = tuple[tuple[int, ...], ...]
"""Cards by seat."""


class InOrder:
    """A shuffler that leaves the cards as they are; where the tree does not say otherwise it is never asked."""

    def below(self, _round_number: int, _purpose: str, _limit: int) -> int:
        return 0

    def shuffled(self, _round_number: int, _purpose: str, cards: Sequence[int]) -> list[int]:
        return list(cards)


def moves(game: AnyGame, state: Any) -> Iterator[tuple[int, Any]]:
    """Everything that any seat may do."""
    for seat in range(len(game.view(state, None).seats)):
        for action in game.legal_actions(state, seat):
            yield seat, action


def after(game: AnyGame, state: Any, seat: int, action: Any) -> Any:
    """The state after a move, beside the one before it."""
    following = state.copy()
    game.apply(following, seat, action, InOrder())
    return following


def ends(
    game: AnyGame, state: Any, outcome: Callable[[Any], Any], awaited: Awaiting = Awaiting.SEAT
) -> Counter[Any]:
    """How many sequences of moves lead to each outcome."""
    if game.awaiting(state) is Awaiting.DEAL and awaited is Awaiting.DEAL:
        state = state.copy()
        game.deal(state, InOrder())
    if game.awaiting(state) is not Awaiting.SEAT:
        return Counter([outcome(state)])
    found: Counter[Any] = Counter()
    for seat, action in moves(game, state):
        found.update(ends(game, after(game, state, seat, action), outcome, awaited))
    return found


def perft(game: AnyGame, state: Any, depth: int) -> list[int]:
    """How many sequences there are of each length up to the depth, those that ended earlier left out."""
    level, counts = [state], []
    for _ in range(depth):
        level = [after(game, one, *move) for one in level for move in moves(game, one)]
        counts.append(len(level))
    return counts


# Eu Faço!


def eu_faco_match(seats: int, *sizes: int, **options: Any) -> eu_faco.State:
    """A match of rounds of these sizes, the first one dealt from a deck in order."""
    state = eu_faco.State(eu_faco.Options(fixed_rounds=sizes, **options), seats)
    eu_faco.deal(state, InOrder())
    return state


def exact_rounds(state: eu_faco.State) -> tuple[int, ...]:
    return tuple(state.exact)


def count_eu_faco(state: eu_faco.State) -> Counter[Any]:
    return ends(GAMES["eu_faco"], state, exact_rounds, Awaiting.DEAL)


def test_ef_22_a_round_of_one_card_between_two_goes_in_four_ways() -> None:
    """Each says 0 or 1, nothing is locked, the cards play themselves; whoever takes the trick, each pair of nailed and missed comes once."""
    assert count_eu_faco(eu_faco_match(2, 1)) == dict.fromkeys(product((0, 1), repeat=2), 1)


def test_ef_20_the_lock_leaves_half_of_the_ways_in_a_round_of_one_card() -> None:
    """By option the last to speak may not say what makes the sum one: two ways are left of four."""
    ways = count_eu_faco(eu_faco_match(2, 1, lock_in_one_card=True))
    assert ways.total() == 2


def test_ef_r10_a_round_of_two_cards_between_two_goes_in_24_ways() -> None:
    """Three promises, two for the last to speak, then 2 cards against 2, and the cards that are left."""
    assert perft(GAMES["eu_faco"], eu_faco_match(2, 2), 6) == [3, 6, 12, 24, 24, 24]
    assert count_eu_faco(eu_faco_match(2, 2)).total() == 24


def test_ef_r10_a_round_of_two_cards_between_three_goes_in_168_ways() -> None:
    """Of the nine pairs of first promises six have a sum of at most 2 and lock one of three: 6*2 + 3*3 = 21; each hand in 2 orders: 8."""
    assert count_eu_faco(eu_faco_match(3, 2)).total() == 21 * 8


def test_ef_8_rounds_follow_each_other_so_their_ways_multiply() -> None:
    assert count_eu_faco(eu_faco_match(2, 1, 2)).total() == 4 * 24


@pytest.mark.parametrize("hands", [((2, 3, 4), (12, 13, 14)), ((1, 10, 20), (11, 5, 15))])
def test_ef_r11_every_way_of_three_cards_between_two_ends_as_counted_apart(
    hands: tuple[tuple[int, ...], ...],
) -> None:
    """Four promises and three, six orders of each hand; pairs of equal cards, which annul each other, and manilhas among them."""
    state = eu_faco_match(2, 3)
    first, second = state.order
    state.hands[first], state.hands[second] = map(sorted, hands)
    counted: Counter[tuple[int, int]] = Counter()
    for bids in product(range(4), repeat=2):
        for orders in product(*map(permutations, hands)):
            taken = tricks_taken(orders)
            exact = {
                seat: bid == tricks
                for seat, bid, tricks in zip((first, second), bids, taken, strict=True)
            }
            counted[exact[0], exact[1]] += sum(bids) != 3
    assert counted.total() == 12 * 36
    assert count_eu_faco(state) == counted


def tricks_taken(orders: Sequence[Sequence[int]]) -> list[int]:
    """Between two, whoever leads changes nothing: the n-th card of one meets the n-th of the other; equal numbers other than 1 are nobody's."""
    taken = [0, 0]
    for one, other in zip(*orders, strict=True):
        strengths = [
            (100 + card) if card % 10 == 1 else (card - 1) % 10 + 1 for card in (one, other)
        ]
        if strengths[0] != strengths[1]:
            taken[strengths.index(max(strengths))] += 1
    return taken


# Estou-por-uma


PLAIN: dict[str, Any] = {
    "effects": (estou_por_uma.EffectRule(),),
    "forgotten_cards": 0,
    "identical_cards": 0,
}
"""No card does anything, and forgetting the call costs nothing."""


def estou_por_uma_round(
    top: int, hands: Sequence[Sequence[int]], stock: Sequence[int], **options: Any
) -> estou_por_uma.State:
    """A round in which seat 0 is to act; the stock is given in the order in which it is drawn."""
    chosen = estou_por_uma.checked(estou_por_uma.Options(**options), len(hands))
    state = estou_por_uma.State(chosen, len(hands))
    state.round_number, state.packs, state.direction, state.dealer = 1, 2, 1, len(hands) - 1
    state.hands = [sorted(hand) for hand in hands]
    state.discards, state.suit, state.stock = [top], (top - 1) // 13 + 1, list(stock)[::-1]
    state.phase, state.to_act = EpuPhase.TURN, 0
    return state


def hands_left(state: estou_por_uma.State) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(hand) for hand in state.hands)


def count_estou_por_uma(state: estou_por_uma.State) -> Counter[Any]:
    return ends(GAMES["estou_por_uma"], state, hands_left)


CLUBS, DIAMONDS, HEARTS, SPADES = (range(13 * suit, 13 * suit + 14) for suit in range(4))
"""Cards of a suit, by rank."""


def test_epu_9_two_cards_each_that_all_fit_go_in_16_ways() -> None:
    """Each plays one of two cards, with the call or without; then seat 0 goes out, and seat 1 is left with either card."""
    hands = [(HEARTS[2], HEARTS[3]), (HEARTS[4], HEARTS[6])]
    ways = count_estou_por_uma(estou_por_uma_round(HEARTS[5], hands, [], **PLAIN))
    assert ways == {((), (HEARTS[4],)): 8, ((), (HEARTS[6],)): 8}


def test_epu_r16_a_stack_is_answered_or_taken_and_the_ways_are_those_counted_by_hand() -> None:
    """Top 5 of hearts. Seat 0 has one card that fits, the 7 of hearts, with the call or without: 2.

    Seat 1 answers with either of its 7s, with the call or without, or takes two: 2 * 5 = 10.
    Seat 2, after an answer, may put its 7 on top with or without the call, or take four: 3; after the two were taken its 7 fits by rank, and
    what fits must be played: 2. So 2 * (4 * 3 + 2) = 28.
    """
    hands = [
        (HEARTS[7], CLUBS[13]),
        (SPADES[7], CLUBS[7]),
        (DIAMONDS[7], SPADES[1]),
    ]
    stock = [CLUBS[2], CLUBS[3], CLUBS[4], CLUBS[5], CLUBS[6], CLUBS[9], CLUBS[10]]
    state = estou_por_uma_round(HEARTS[5], hands, stock, forgotten_cards=0)
    assert perft(GAMES["estou_por_uma"], state, 3) == [2, 10, 28]


def test_epu_r18_a_wild_card_names_each_of_four_suits_and_none_when_it_is_the_last() -> None:
    """Three cards: the 8 with four suits, the 2 that fits, not the king: 5. Two cards: four suits and the 2, called or not: 10. One card: 1."""
    three = [(HEARTS[2], SPADES[8], CLUBS[13]), (HEARTS[3], HEARTS[4])]
    two = [(HEARTS[2], SPADES[8]), (HEARTS[3], HEARTS[4])]
    one = [(SPADES[8],), (HEARTS[3], HEARTS[4])]
    counts = [
        perft(GAMES["estou_por_uma"], estou_por_uma_round(HEARTS[5], hands, [CLUBS[2]]), 1)
        for hands in (three, two, one)
    ]
    assert counts == [[5], [10], [1]]


def test_epu_r27_while_a_call_is_owed_each_may_speak_as_well() -> None:
    """Seat 0 has one card that fits: with the call or without, 2.

    With it seat 1 must play its one card that fits, called or not: 2. Without it seat 1 may do that or accuse, seat 2 may accuse, and seat 0 may
    still call: 2 + 1 + 1 + 1 = 5. Together 7.
    """
    hands = [
        (HEARTS[2], SPADES[13]),
        (HEARTS[3], SPADES[12]),
        (CLUBS[4], CLUBS[6]),
    ]
    stock = [CLUBS[card] for card in range(1, 14)]
    catch = estou_por_uma.Enforcement.CATCH
    state = estou_por_uma_round(HEARTS[5], hands, stock, enforcement=catch)
    assert perft(GAMES["estou_por_uma"], state, 2) == [2, 7]


TINY = [
    (1, ((28,), (42,), (17, 30)), ()),
    (1, ((2, 3, 4), (5, 17, 30)), (29, 15, 16, 18, 31)),
    (14, ((27, 29, 31), (2, 17, 18)), (16, 3, 15, 1, 5, 30)),
    (28, ((2, 15, 31), (3, 14, 29), (16, 17, 27)), (18, 30, 4, 5, 1)),
    (29, ((1, 16, 31), (14, 17, 27), (4, 28, 30)), (5, 3, 2, 18, 15)),
]
"""Tops, hands and stocks of low cards of three suits. In the first nothing fits and nothing can be drawn; none gets to a reshuffle."""


@pytest.mark.parametrize(("top", "hands", "stock"), TINY)
def test_epu_8_every_way_of_a_tiny_round_ends_as_counted_apart(
    top: int, hands: Hands, stock: tuple[int, ...]
) -> None:
    counted = Counter(plain_round(top, hands, stock, 0))
    assert count_estou_por_uma(estou_por_uma_round(top, hands, stock, **PLAIN)) == counted


def plain_round(
    top: int,
    hands: Hands,
    stock: tuple[int, ...],
    turn: int,
    *,
    passes: int = 0,
    played: bool = False,
) -> Iterator[Hands]:
    """A round in which no card does anything: the hands at the end, once for every way. It must end before a reshuffle."""
    if () in hands or passes == len(hands):
        yield hands
        return
    hand, following = hands[turn], (turn + 1) % len(hands)
    fitting = [card for card in hand if fits(card, top)]
    for card in fitting:
        left = tuple(other for other in hand if other != card)
        for _called_or_not in range(1 + (len(left) == 1)):
            yield from plain_round(
                card, with_hand(hands, turn, left), stock, following, played=True
            )
    if not fitting and stock:
        bought, rest = stock[0], stock[1:]
        grown = with_hand(hands, turn, tuple(sorted([*hand, bought])))
        stays = turn if fits(bought, top) else following
        yield from plain_round(top, grown, rest, stays, played=played)
    elif not fitting:
        assert not played, "the discards would become the stock"
        yield from plain_round(top, hands, stock, following, passes=passes + 1)


def fits(card: int, top: int) -> bool:
    return (card - 1) // 13 == (top - 1) // 13 or card % 13 == top % 13


def with_hand(hands: Hands, seat: int, hand: tuple[int, ...]) -> Hands:
    return (*hands[:seat], hand, *hands[seat + 1 :])


# SEVN


def sevn_round(rows: Sequence[Sequence[int]], deck: Sequence[int]) -> sevn.State:
    """A round in which everybody has been dealt a row and seat 0 has the turn; there are no other cards."""
    state = sevn.State(sevn.checked(sevn.Options(), len(rows)), len(rows))
    state.round_number, state.starter, state.turn, state.phase = 1, 0, 0, SevnPhase.PLAYING
    state.standings = [Standing.ACTIVE] * len(rows)
    state.rows = [[value + 1 for value in row] for row in rows]
    state.deck = list(deck)
    state.ask(Decision.TURN, 0)
    return state


def points(state: sevn.State) -> tuple[int, ...]:
    return tuple(state.totals)


def count_sevn(state: sevn.State) -> Counter[Any]:
    return ends(GAMES["sevn"], state, points)


def test_sv_3_without_a_card_everybody_stops() -> None:
    """SV-R22."""
    assert count_sevn(sevn_round([(5,), (9,)], [])) == {(5, 9): 1}


def test_sv_16_one_freeze_between_two_goes_in_six_ways() -> None:
    """Seat 0 stops: seat 1 stops, or draws the freeze, which then hits nobody else: 2.

    Seat 0 draws it and freezes itself or seat 1; the other one, alone now, stops or draws the same card again, out of the discards: 2 * 2.
    """
    assert count_sevn(sevn_round([(5,), (9,)], [27])) == {(5, 9): 6}


def test_sv_22_a_ballast_is_kept_or_discarded() -> None:
    """One seat draws the -4 or nobody does. Seat 0 stops: seat 1 stops; or draws and keeps it; or draws and discards it, and then again.

    A discarded ballast is the only card there is, and may be drawn again and again: no end, so only the first three moves are counted.
    Move 1: stop or draw, 2. Move 2: stop or draw, keep or discard, 4. Move 3: after stop, draw the one decision of keep or discard, 2; after keep,
    seat 1 can only stop, 1; after discard, stop or draw, 2.
    """
    assert perft(GAMES["sevn"], sevn_round([(5,), (9,)], [16]), 3) == [2, 4, 5]


NUMBERS = [
    ([(5,), (9,)], (3, 5, 9, 2)),
    ([(0, 1), (2,)], (1, 2, 3, 0)),
    ([(1,), (1,), (2,)], (2, 1, 1, 3)),
    ([(1, 2, 3, 4, 5), (6, 7, 8, 9, 10, 11)], (6, 13, 7, 12, 6)),
]


@pytest.mark.parametrize(("rows", "deck"), NUMBERS)
def test_sv_18_every_way_of_a_tiny_round_of_numbers_ends_as_counted_apart(
    rows: list[tuple[int, ...]], deck: tuple[int, ...]
) -> None:
    """Rows that grow, bust or make SEVN."""
    counted = Counter(number_round(tuple(rows), (True,) * len(rows), deck, 0))
    assert count_sevn(sevn_round(rows, [value + 1 for value in deck])) == counted


def number_round(
    rows: Hands, active: tuple[bool, ...], deck: tuple[int, ...], turn: int
) -> Iterator[tuple[int, ...]]:
    """The points at the end of a round of numbers alone, once for every way; a row that bust is empty."""
    if not any(active) or any(len(row) == 7 for row in rows):
        yield tuple(sum(row) + 17 * (len(row) == 7) for row in rows)
        return
    if not active[turn]:
        yield from number_round(rows, active, deck, (turn + 1) % len(rows))
        return
    out = (*active[:turn], False, *active[turn + 1 :])
    following = (turn + 1) % len(rows)
    yield from number_round(rows, out, deck, following)
    if deck:
        row, card, rest = rows[turn], deck[0], deck[1:]
        bust = card in row
        grown = () if bust else (*row, card)
        there = out if bust else active
        yield from number_round(with_hand(rows, turn, grown), there, rest, following)
