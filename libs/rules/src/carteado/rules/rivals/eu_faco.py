"""A sound player of Eu Faço!.

It promises as many tricks as its cards would take against cards drawn at random from those that it cannot see. Then it plays for the promise: while it
needs tricks it wins them as cheaply as it can, and once it has them it throws away its strongest cards that lose. Odds are integers, in ten-thousandths,
so that every machine decides alike.
"""

from collections.abc import Sequence

from carteado.rules.eu_faco.actions import Action, Bid, Play
from carteado.rules.eu_faco.cards import DECK, HIDDEN, STRENGTH, Card
from carteado.rules.eu_faco.options import CancelMode
from carteado.rules.eu_faco.rules import winning_index
from carteado.rules.eu_faco.view import TableView
from carteado.rules.match import View

SURE = 10_000
"""Odds of 1."""

LIKELY = 5_000
"""From here on a card is played to win."""

UNLIKELY = 2_500
"""Up to here a card is played to lose."""


def normal(view: View) -> tuple[Action, str]:
    """What a sound player does in the seat that sees this, and why."""
    if isinstance(view.legal[0], Bid):
        return _bid(view)
    return _play(view)


# Promising


def _bid(view: View) -> tuple[Action, str]:
    """The legal promise nearest to what the hand is worth; between two equally near, the smaller."""
    table: TableView = view.table
    mode = view.options.cancel_mode
    worth = _forehead_worth(table, mode) if table.forehead else _hand_worth(table)
    bids = [action.tricks for action in view.legal]
    best = min(bids, key=lambda tricks: (abs(tricks * SURE - worth), tricks))
    nearest = min(range(table.hand_size + 1), key=lambda tricks: abs(tricks * SURE - worth))
    if best != nearest:
        return Bid(best), "LOCK_MOVED_BID"
    return Bid(best), "FOREHEAD_ODDS" if table.forehead else "HAND_WORTH"


def _hand_worth(table: TableView) -> int:
    """Tricks that the hand takes on average against random cards, in ten-thousandths."""
    unseen = _unseen(table)
    opponents = sum(seat.playing for seat in table.seats) - 1
    return sum(_odds(card, unseen, opponents) for card in table.hand)


def _forehead_worth(table: TableView, mode: CancelMode) -> int:
    """How many of the cards that the own one may be would take the trick, in ten-thousandths (EF-36, EF-37)."""
    others = [seat.forehead for seat in table.seats if seat.forehead != HIDDEN]
    unseen = _unseen(table)
    wins = sum(winning_index([*others, card], mode) == len(others) for card in unseen)
    return wins * SURE // len(unseen)


def _unseen(table: TableView) -> list[Card]:
    """Cards that may be anywhere: not in the own hand, on a forehead or on the table so far."""
    seen = {*table.hand, *(seat.forehead for seat in table.seats)}
    seen.update(played.card for played in table.trick)
    seen.update(played.card for trick in table.tricks for played in trick.cards)
    return [card for card in DECK if card not in seen]


def _odds(card: Card, unseen: Sequence[Card], opponents: int) -> int:
    """Odds that a card is alone at the top against so many random unseen ones: none of them as strong."""
    weaker = sum(STRENGTH[other] < STRENGTH[card] for other in unseen)
    odds = SURE
    for drawn in range(opponents):
        odds = odds * max(0, weaker - drawn) // (len(unseen) - drawn)
    return odds


# Playing


def _play(view: View) -> tuple[Action, str]:
    """Wins a trick that is needed, and loses one that is not."""
    assert view.observer is not None
    table: TableView = view.table
    me = table.seats[view.observer]
    assert me.bid is not None
    odds = {card: _odds_of_taking(table, card, view.options.cancel_mode) for card in table.hand}
    missing = me.bid - me.taken
    return _play_to_win(odds, missing) if missing > 0 else _play_to_lose(odds)


def _odds_of_taking(table: TableView, card: Card, mode: CancelMode) -> int:
    """Odds that this card takes the trick on the table, against random cards from whoever still plays to it."""
    cards = [*(played.card for played in table.trick), card]
    if winning_index(cards, mode) != len(cards) - 1:
        return 0
    to_come = sum(seat.cards_left == len(table.hand) for seat in table.seats) - 1
    return _odds(card, _unseen(table), to_come)


def _play_to_win(odds: dict[Card, int], missing: int) -> tuple[Action, str]:
    """The cheapest card that is likely enough to win; if none is, a weak one goes, or the best when every trick is needed."""
    likely = [card for card in odds if odds[card] >= LIKELY]
    if likely:
        return Play(min(likely, key=_cost)), "NEEDS_TRICK"
    if missing >= len(odds):
        return Play(max(odds, key=lambda card: (odds[card], *_cost(card)))), "NEEDS_EVERY_TRICK"
    return Play(min(odds, key=_cost)), "KEEPS_STRENGTH"


def _play_to_lose(odds: dict[Card, int]) -> tuple[Action, str]:
    """The strongest card that is likely to lose; if none is, the one least likely to win."""
    losing = [card for card in odds if odds[card] <= UNLIKELY]
    if losing:
        return Play(max(losing, key=_cost)), "AVOIDS_TRICK"
    return Play(min(odds, key=lambda card: (odds[card], *_cost(card)))), "CANNOT_AVOID"


def _cost(card: Card) -> tuple[int, int]:
    """How much one would miss the card: its strength; between equal ones the number on the wire decides."""
    return STRENGTH[card], card
