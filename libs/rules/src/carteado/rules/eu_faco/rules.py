"""Eu Faço! in code: how a round is dealt, what may be promised, who takes a trick, and what follows.

Each function is a clause of the rules and carries its number.
"""

from carteado.rules.eu_faco.actions import Action, Bid, Play
from carteado.rules.eu_faco.cards import DECK, STRENGTH, Card
from carteado.rules.eu_faco.events import BidPlaced, CardPlayed, Event, RoundDealt, TrickEnded
from carteado.rules.eu_faco.options import CancelMode, CeilingPolicy, ceiling
from carteado.rules.eu_faco.scoring import count_round, eliminate, end_at_the_last_round
from carteado.rules.eu_faco.state import NOBODY, NOT_SPOKEN, Phase, State, Trick
from carteado.rules.game import Awaiting, IllegalAction, Refusal, Seat, Shuffler

# Dealing


def deal(state: State, shuffler: Shuffler) -> list[Event]:
    """Deals the next round, or the tie-break that is due, which plays itself (EF-8, EF-R21)."""
    tiebreak = state.phase is Phase.AWAITING_TIEBREAK
    dealer = _next_dealer(state, shuffler)
    purpose = "tiebreak" if tiebreak else "deck"
    deck = shuffler.shuffled(state.round_number + 1, purpose, DECK)
    state.tiebreak = tiebreak
    state.dealer = dealer
    state.order = seats_after(dealer, state.playing(), len(state.lives))
    state.ceiling = ceiling_of_round(state)
    state.hand_size, state.rising = _size_of_round(state)
    state.round_number += 1
    _hand_out(state, deck)
    dealt = RoundDealt(state.round_number, state.hand_size, dealer, tiebreak)
    return [dealt, *_play_tiebreak(state)] if tiebreak else [dealt]


def _next_dealer(state: State, shuffler: Shuffler) -> Seat:
    """The first dealer is drawn, or sits last where the rounds are fixed; then the deal moves on (G-2, EF-R27, EF-19)."""
    seats = len(state.lives)
    if state.round_number:
        return seats_after(state.dealer, state.playing(), seats)[0]
    return seats - 1 if state.options.fixed_rounds else shuffler.below(1, "dealer", seats)


def seats_after(seat: Seat, among: list[Seat], seats: int) -> list[Seat]:
    """Some seats, clockwise from the one after a seat, which comes last if it is among them (EF-18, EF-R7)."""
    return sorted(among, key=lambda other: (other - seat - 1) % seats)


def ceiling_of_round(state: State) -> int:
    """The ceiling counts who is at the table when the round is dealt, or, by option, who sat down (EF-R4)."""
    initial = state.options.ceiling_policy is CeilingPolicy.INITIAL or state.options.fixed_rounds
    return ceiling(len(state.lives) if initial else len(state.order))


def _size_of_round(state: State) -> tuple[int, bool]:
    if state.tiebreak:
        return 1, state.rising
    if state.options.fixed_rounds:
        return state.options.fixed_rounds[state.round_number], state.rising
    return next_size(state.hand_size, rising=state.rising, highest=state.ceiling)


def next_size(size: int, *, rising: bool, highest: int) -> tuple[int, bool]:
    """The wave of round sizes: up to the ceiling and down to one, neither of them twice (EF-8, EF-9, EF-R4, EF-R5).

    Args:
        size: Cards of the last round; 0 before the first.
        rising: Whether the wave climbed to it.
        highest: The ceiling of the round to be dealt.

    Returns:
        Cards of the next round, and whether the wave climbs to it.
    """
    if rising:
        return (size + 1, True) if size < highest else (size - 1, False)
    return (size - 1, False) if size > 1 else (2, True)


def _hand_out(state: State, deck: list[Card]) -> None:
    """All 40 cards are shuffled for every round and dealt one at a time from the seat after the dealer (EF-R1, G-4)."""
    seats = len(state.order)
    state.hands = [[] for _ in state.lives]
    for at, seat in enumerate(state.order):
        state.hands[seat] = sorted(deck[at : seats * state.hand_size : seats])
    begin_round(state)


def begin_round(state: State) -> None:
    """Clears the table for a round whose hands are dealt; the first speaker will also lead (EF-18, EF-R8)."""
    seats = len(state.lives)
    state.bids = [NOT_SPOKEN] * seats
    state.taken = [0] * seats
    state.tricks = []
    state.phase = Phase.BIDDING
    state.to_act = state.order[0]
    state.trick = Trick(state.to_act, [], NOBODY)


# What may be done


def refusal(state: State, seat: Seat, action: object) -> Refusal | None:
    """Why a seat may not do this now, if it may not, in the order of checks of G-5 and G-20."""
    wrong_verb = _refusal_of_verb(state, action)
    if wrong_verb is not None:
        return wrong_verb
    if seat != state.to_act:
        return Refusal.NOT_YOUR_TURN
    if isinstance(action, Play):
        return _refusal_of_play(state, seat, action)
    assert isinstance(action, Bid)
    return _refusal_of_bid(state, action.tricks)


def _refusal_of_play(state: State, seat: Seat, play: Play) -> Refusal | None:
    """Any card of the hand may be played, and nothing goes with it (EF-14)."""
    if play.card not in state.hands[seat]:
        return Refusal.CARD_NOT_IN_HAND
    if play.names_suit:
        return Refusal.SUIT_NOT_ALLOWED
    return Refusal.DECLARATION_NOT_APPLICABLE if play.calls else None


def _refusal_of_bid(state: State, tricks: int) -> Refusal | None:
    if not 0 <= tricks <= state.hand_size:
        return Refusal.BID_RANGE
    return Refusal.BID_LOCKED if tricks == locked_bid(state) else None


def _refusal_of_verb(state: State, action: object) -> Refusal | None:
    """A verb that no seat may use now (G-20); before the first deal no round is over yet."""
    if state.phase not in (Phase.BIDDING, Phase.PLAYING):
        return Refusal.ROUND_OVER if state.round_number else Refusal.WRONG_PHASE
    verb = Bid if state.phase is Phase.BIDDING else Play
    return None if isinstance(action, verb) else Refusal.WRONG_PHASE


def locked_bid(state: State) -> int | None:
    """The last to speak may not make the promises add up to the cards of the round, save at one card (EF-20, EF-22, EF-R10)."""
    if state.phase is not Phase.BIDDING or state.to_act != state.order[-1]:
        return None
    if state.hand_size == 1 and not state.options.lock_in_one_card:
        return None
    closing = state.hand_size - sum(state.bids[seat] for seat in state.order[:-1])
    return closing if closing >= 0 else None


def legal_bids(state: State) -> list[int]:
    """Any number of tricks from none to all, but the locked one (EF-R9, EF-R10)."""
    locked = locked_bid(state)
    return [tricks for tricks in range(state.hand_size + 1) if tricks != locked]


def legal_actions(state: State, seat: Seat) -> list[Action]:
    """Everything that a seat may do now: any legal promise, then any card of the hand (EF-14)."""
    if seat != state.to_act:
        return []
    if state.phase is Phase.BIDDING:
        return [Bid(tricks) for tricks in legal_bids(state)]
    return [Play(card) for card in state.hands[seat]]


def default_action(state: State) -> Action:
    """The smallest legal promise; the weakest card, 1s last, then the lower medal (EF-R35)."""
    if state.phase is Phase.BIDDING:
        return Bid(legal_bids(state)[0])
    return Play(weakest(state.hands[state.to_act]))


def weakest(hand: list[Card]) -> Card:
    """The lowest number, 1s last, then the lower medal (EF-R35)."""
    return min(hand, key=lambda card: (STRENGTH[card], card))


# Doing it


def apply(state: State, seat: Seat, action: Action, _shuffler: Shuffler) -> list[Event]:
    """Speaks a promise or plays a card, with everything that follows at once.

    Raises:
        IllegalAction: The rules refuse it; nothing has changed.
    """
    refused = refusal(state, seat, action)
    if refused is not None:
        raise IllegalAction(refused)
    return (
        _bid(state, seat, action.tricks) if isinstance(action, Bid) else _play(state, action.card)
    )


def _bid(state: State, seat: Seat, tricks: int) -> list[Event]:
    """A promise is public at once; after the last one the cards are played (EF-R9). A round of one card plays itself (EF-R18)."""
    state.bids[seat] = tricks
    placed = BidPlaced(seat, tricks)
    if seat != state.order[-1]:
        state.to_act = _next_seat(state)
        return [placed]
    state.phase = Phase.PLAYING
    state.to_act = state.trick.leader
    return [placed, *_play_forehead(state)] if state.hand_size == 1 else [placed]


def _next_seat(state: State) -> Seat:
    """The turn goes round the table (EF-18)."""
    return state.order[(state.order.index(state.to_act) + 1) % len(state.order)]


def _play_forehead(state: State) -> list[Event]:
    """Nobody sees the own card, so there is nothing to decide (EF-R18)."""
    events: list[Event] = []
    for seat in state.order:
        events += _play(state, state.hands[seat][0])
    return events


def _play(state: State, card: Card) -> list[Event]:
    """A card is played; the last of a trick ends it, and the last trick ends the round (EF-12)."""
    event = _put_on_table(state, card)
    if len(state.trick.cards) < len(state.order):
        state.to_act = _next_seat(state)
        return [event]
    return [event, _end_trick(state), *_end_round(state)]


def _put_on_table(state: State, card: Card) -> CardPlayed:
    seat = state.to_act
    state.hands[seat].remove(card)
    trick = state.trick
    trick.cards.append(card)
    taking = winning_index(trick.cards, state.options.cancel_mode)
    trick.winner = NOBODY if taking is None else seats_of(state, trick)[taking]
    return CardPlayed(seat, card, cancelled(trick.cards, taking)[-1])


def seats_of(state: State, trick: Trick) -> list[Seat]:
    """Who played, or will play, each card of a trick."""
    at = state.order.index(trick.leader)
    return state.order[at:] + state.order[:at]


def winning_index(cards: list[Card], mode: CancelMode) -> int | None:
    """Which card takes the trick as it stands: the strongest left when equal ones at the top have annulled each other (EF-32, EF-R13).

    Args:
        cards: The cards in the order played, any number of them.
        mode: Whether an odd group leaves whole, or all but its last card (EF-R15).

    Returns:
        The place of the card in the trick; None when everything cangou (EF-33).
    """
    strengths = [STRENGTH[card] for card in cards]
    contest = strengths
    while contest:
        top = max(contest)
        copies = contest.count(top)
        if copies == 1 or (mode is CancelMode.PAIRS and copies % 2):
            return len(strengths) - 1 - strengths[::-1].index(top)
        contest = [strength for strength in contest if strength != top]
    return None


def cancelled(cards: list[Card], winner: int | None) -> list[bool]:
    """Which cards of a trick are annulled: all at least as strong as the one that takes it, or all of them (EF-32, EF-33)."""
    if winner is None:
        return [True] * len(cards)
    strongest = STRENGTH[cards[winner]]
    return [STRENGTH[card] >= strongest and at != winner for at, card in enumerate(cards)]


def trick_ended(state: State, trick: Trick) -> TrickEnded:
    """A trick that is over, as it is told."""
    taking = winning_index(trick.cards, state.options.cancel_mode)
    played = zip(seats_of(state, trick), trick.cards, cancelled(trick.cards, taking), strict=True)
    winner = None if trick.winner == NOBODY else trick.winner
    return TrickEnded(tuple(CardPlayed(*one) for one in played), winner)


def _end_trick(state: State) -> TrickEnded:
    """Who takes a trick starts the next one; if nobody does, who started starts again (EF-15, EF-33)."""
    trick = state.trick
    state.tricks.append(trick)
    leader = trick.leader
    if trick.winner != NOBODY:
        state.taken[trick.winner] += 1
        leader = trick.winner
    if len(state.tricks) < state.hand_size:
        state.trick = Trick(leader, [], NOBODY)
        state.to_act = leader
    return trick_ended(state, trick)


def _end_round(state: State) -> list[Event]:
    if len(state.tricks) < state.hand_size:
        return []
    state.to_act = NOBODY
    if state.tiebreak:
        _end_tiebreak(state)
        return []
    return [count_round(state)]


# Tie-break


def _play_tiebreak(state: State) -> list[Event]:
    """One card each on the forehead, no promises, no decisions: the trick decides (EF-39, EF-R21)."""
    state.phase = Phase.PLAYING
    return _play_forehead(state)


def _end_tiebreak(state: State) -> None:
    """Who takes the trick wins the match; if it cangou it is dealt again (EF-39, EF-R22)."""
    winner = state.trick.winner
    state.phase = Phase.AWAITING_TIEBREAK if winner == NOBODY else Phase.FINISHED
    if winner != NOBODY:
        eliminate(state, [seat for seat in state.order if seat != winner])
    end_at_the_last_round(state)


# What the match waits for


def awaiting(state: State) -> Awaiting:
    """A deal, a seat, or nothing more."""
    if state.phase in (Phase.AWAITING_DEAL, Phase.AWAITING_TIEBREAK):
        return Awaiting.DEAL
    return Awaiting.NOTHING if state.phase is Phase.FINISHED else Awaiting.SEAT


def to_act(state: State) -> Seat | None:
    """The seat that must speak or play, if one must."""
    return None if state.to_act == NOBODY else state.to_act


def seats_out(state: State) -> list[Seat]:
    """The seats that watch (EF-6)."""
    return [seat for seat, out in enumerate(state.out_round) if out]


def rounds_to_open(state: State) -> int:
    """The rounds that are counted: all but the one being played."""
    return state.round_number - (state.phase in (Phase.BIDDING, Phase.PLAYING))
