"""A sound player of Estou-por-uma.

It always calls, and catches whoever does not. Of the cards that fit it puts down the one that is worth most to it: high cards go early and all the more
when somebody is about to go out, special cards go when they hit somebody who is close to that, a card goes sooner when others of the hand fit on it, and
wild cards stay for the end, where one of them always goes out. What a play is worth is an integer, so that every machine decides alike.
"""

from carteado.rules.estou_por_uma.actions import Action, Declare, Draw, Play
from carteado.rules.estou_por_uma.cards import NO_CARD, RANK, SUIT, Card
from carteado.rules.estou_por_uma.options import Effect, Options
from carteado.rules.estou_por_uma.scoring import points_of
from carteado.rules.estou_por_uma.state import effects_by_card
from carteado.rules.estou_por_uma.view import TableView
from carteado.rules.game import Seat
from carteado.rules.match import View

CLOSE = 3
"""So many cards, or fewer, and a seat is about to go out."""

WILD_KEPT = 40
"""What it is worth to keep a wild card."""

FOLLOW_UP = 2
"""What it is worth that another card of the hand fits on the one played."""

CARD_DRAWN = 1
"""What it is worth that somebody else draws a card."""

TURN_LOST = 3
"""What it is worth that the next seat loses its turn."""

URGENT = 8
"""How many times as much a blow is worth to a seat that is about to go out."""


def normal(view: View) -> tuple[Action, str]:
    """What a sound player does in the seat that sees this, and why."""
    declared = [action for action in view.legal if isinstance(action, Declare)]
    if declared:
        late = declared[0].accused is None
        return declared[0], "CALLS_LATE" if late else "CATCHES_THE_FORGETFUL"
    plays = [action for action in view.legal if isinstance(action, Play)]
    if not plays:
        return Draw(), "TAKES_THE_STACK" if view.table.pending_draw else "NOTHING_FITS"
    return _play(view, plays)


def _play(view: View, plays: list[Play]) -> tuple[Action, str]:
    """The play that is worth most, always with the call; between equals the first in the list."""
    calling = [play for play in plays if play.call] or plays
    if len(view.table.hand) == 1:
        return calling[0], "GOES_OUT"
    assert view.observer is not None
    weighed = _Weighing(view.observer, view.table, view.options)
    best = max(calling, key=weighed.worth)
    return best, weighed.reason(best)


class _Weighing:
    """What each play is worth to the seat that sees this."""

    def __init__(self, me: Seat, table: TableView, options: Options) -> None:
        self.me = me
        self.table = table
        self.options = options
        self.effects = effects_by_card(options.effects)
        self.next = self._neighbour(self.table.direction)
        self.previous = self._neighbour(-self.table.direction)

    def _neighbour(self, step: int) -> Seat:
        seats = self.table.seats
        seat = (self.me + step) % len(seats)
        while not seats[seat].playing:
            seat = (seat + step) % len(seats)
        return seat

    def worth(self, play: Play) -> int:
        """Points put down, cards that may follow, and whom it hits; a wild card is better kept."""
        if self.effects[play.card] is Effect.WILD:
            return self._follow_ups(play) - WILD_KEPT + self._identical(play.card)
        points = points_of(play.card, self.options)
        return (
            points * (1 + self._somebody_is_close())
            + self._follow_ups(play)
            + self._identical(play.card)
            + self._effect(play.card)
        )

    def _somebody_is_close(self) -> bool:
        return any(
            0 < seat.cards_left <= CLOSE and number != self.me
            for number, seat in enumerate(self.table.seats)
        )

    def _follow_ups(self, play: Play) -> int:
        """The cards left in the hand that will fit on the one played."""
        suit = play.suit or SUIT[play.card]
        left = list(self.table.hand)
        left.remove(play.card)
        return FOLLOW_UP * sum(SUIT[card] == suit or RANK[card] == RANK[play.card] for card in left)

    def _identical(self, card: Card) -> int:
        """Whoever played an equalled card draws (EPU-25)."""
        owner = self.table.top_seat
        if card != self.table.top or owner in (None, self.me):
            return 0
        assert owner is not None
        return self._blow(owner, CARD_DRAWN * (self.options.identical_cards or 0))

    def _effect(self, card: Card) -> int:
        """Whom the effect hits, and how hard (EPU-29)."""
        match self.effects[card]:
            case Effect.SKIP:
                return self._blow(self.next, TURN_LOST)
            case Effect.DRAW_STACK:
                cards = self.table.pending_draw + (self.options.draw_cards or 0)
                return self._blow(self.next, CARD_DRAWN * cards)
            case Effect.PREVIOUS_DRAWS:
                return self._blow(self.previous, CARD_DRAWN * (self.options.previous_cards or 0))
            case Effect.REVERSE:
                return self._blow(self.next, TURN_LOST) - self._blow(self.previous, TURN_LOST)
            case _:
                return 0

    def _blow(self, seat: Seat, strength: int) -> int:
        """A blow is worth more to a seat that is about to go out."""
        close = self.table.seats[seat].cards_left <= CLOSE
        return strength * URGENT if close else strength

    def reason(self, play: Play) -> str:
        """The word for what speaks most for a play."""
        if self.table.pending_draw:
            return "ANSWERS_THE_STACK"
        if self.table.drawn != NO_CARD:
            return "PLAYS_WHAT_IT_DREW"
        if self.effects[play.card] is Effect.WILD:
            return "ONLY_A_WILD_FITS"
        if self._identical(play.card):
            return "EQUALS_THE_TOP"
        return "HITS_A_NEIGHBOUR" if self._effect(play.card) > 0 else "PUTS_DOWN_POINTS"
