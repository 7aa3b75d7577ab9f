"""How a demonstration player decides in Eu Faço!, from nothing but what its seat may see."""

from collections import Counter
from collections.abc import Iterable, Sequence

from carteado.api.eu_faco.v1 import eu_faco_pb2
from carteado.api.game.v1.game_pb2 import Action, View
from carteado.cli.cards import strength

DECK = range(1, 41)


def choose(view: View) -> Action:
    """One of the legal actions: a promise while promises are spoken, else a card."""
    if view.legal[0].HasField("bid"):
        wish = expected_tricks(view.eu_faco, view.observer.seat)
        return min(
            view.legal, key=lambda action: (abs(action.bid.tricks - wish), action.bid.tricks)
        )
    card = card_to_play(view.eu_faco, view.observer.seat)
    return next(action for action in view.legal if action.play.eu_faco == card)


def expected_tricks(view: eu_faco_pb2.View, seat: int) -> float:
    """How many tricks the hand is worth: for each card, the chance that every other seat holds only weaker ones.

    In a forehead round the others' cards are known and one's own is not: the chance that it beats them.
    """
    others = [each for number, each in enumerate(view.seats) if each.playing and number != seat]
    if view.forehead:
        shown = [each.forehead for each in others if each.forehead]
        hidden = [card for card in DECK if card not in shown]
        return sum(takes(shown, card) for card in hidden) / len(hidden)
    unseen = [card for card in DECK if card not in view.hand]
    return sum(_chance(card, unseen, len(others)) for card in view.hand)


def _chance(card: int, unseen: Sequence[int], others: int) -> float:
    weaker = sum(strength(other) < strength(card) for other in unseen)
    return float((weaker / len(unseen)) ** others)


def card_to_play(view: eu_faco_pb2.View, seat: int) -> int:
    """While tricks are missing, takes one as cheaply as it safely can; after that, gets rid of what is strong without taking."""
    mine = view.seats[seat]
    table = [played.card for played in view.trick]
    hand = sorted(view.hand, key=strength)
    winning = [card for card in hand if takes(table, card)]
    losing = [card for card in hand if card not in winning]
    is_last = len(table) + 1 == sum(each.playing for each in view.seats)
    if mine.bid > mine.taken:
        if not winning:
            return hand[0]
        return winning[0] if is_last else winning[-1]
    if losing:
        return losing[-1]
    return winning[-1] if is_last else winning[0]


def takes(table: Iterable[int], card: int) -> bool:
    """True when the card would take the trick as it lies: the strongest of those that no equal card cancels."""
    copies = Counter(map(strength, [*table, card]))
    standing = [each for each, times in copies.items() if times == 1]
    return bool(standing) and max(standing) == strength(card)
