"""Where a match of Eu Faço! stands: one slotted class of integers and short lists of integers, changed in place."""

from enum import IntEnum

from carteado.rules.eu_faco.cards import Card
from carteado.rules.eu_faco.options import Options
from carteado.rules.game import Seat

NOBODY = -1
"""In the place of a seat: none."""

NOT_SPOKEN = -1
"""In the place of a promise: none yet."""


class Phase(IntEnum):
    """What the match is doing."""

    AWAITING_DEAL = 0
    AWAITING_TIEBREAK = 1
    BIDDING = 2
    PLAYING = 3
    FINISHED = 4


class Trick:
    """The cards of one trick, in the order played.

    Attributes:
        leader: Who leads it.
        cards: The cards; the first is the leader's, the others follow in the order of the table.
        winner: Who took it, or is taking it so far; NOBODY while every card is annulled.
    """

    __slots__ = ("cards", "leader", "winner")

    def __init__(self, leader: Seat, cards: list[Card], winner: Seat) -> None:
        self.leader = leader
        self.cards = cards
        self.winner = winner

    def copy(self) -> "Trick":
        """The same trick, to be changed on its own."""
        return Trick(self.leader, list(self.cards), self.winner)


class State:
    """The whole match; between rounds it shows the round that is over (G-21).

    Lists by seat have one entry for every seat, out or not.

    Attributes:
        options: The options, with the defaults written out.
        phase: What the match is doing.
        round_number: From 1, tie-breaks included; 0 before the first deal.
        hand_size: Cards dealt to each seat in this round.
        rising: Whether the wave of round sizes climbs (EF-8).
        ceiling: Most cards that this round could have.
        dealer: Who dealt.
        order: Seats of this round, first speaker first, dealer last (EF-18).
        to_act: Whose turn it is, while bidding or playing.
        lives: Lives left, by seat.
        hands: Cards in hand, ascending, by seat.
        bids: Promises of this round, by seat.
        taken: Tricks taken in this round, by seat.
        exact: Rounds nailed so far, by seat.
        distance: Sum of the distances between promised and taken, by seat.
        out_round: Round that eliminated the seat, 0 while it plays, by seat.
        deficit: Lives that the seat fell short of when it lost its last one, by seat.
        trick: The trick on the table; between rounds the last one.
        tricks: The tricks of this round that are over, oldest first.
        tiebreak: Whether this round is a tie-break.
    """

    __slots__ = (
        "bids",
        "ceiling",
        "dealer",
        "deficit",
        "distance",
        "exact",
        "hand_size",
        "hands",
        "lives",
        "options",
        "order",
        "out_round",
        "phase",
        "rising",
        "round_number",
        "taken",
        "tiebreak",
        "to_act",
        "trick",
        "tricks",
    )

    def __init__(self, options: Options, seats: int) -> None:
        """A match before its first deal, with checked options."""
        self.options = options
        self.phase = Phase.AWAITING_DEAL
        self.round_number = 0
        self.hand_size = 0
        self.rising = True
        self.ceiling = 0
        self.dealer = NOBODY
        self.order: list[Seat] = []
        self.to_act = NOBODY
        self.lives = [options.lives] * seats
        self.hands: list[list[Card]] = [[] for _ in range(seats)]
        self.bids = [NOT_SPOKEN] * seats
        self.taken = [0] * seats
        self.exact = [0] * seats
        self.distance = [0] * seats
        self.out_round = [0] * seats
        self.deficit = [0] * seats
        self.trick = Trick(NOBODY, [], NOBODY)
        self.tricks: list[Trick] = []
        self.tiebreak = False

    def playing(self) -> list[Seat]:
        """The seats that are not out, ascending."""
        return [seat for seat, out in enumerate(self.out_round) if not out]

    def copy(self) -> "State":
        """The same match, to be changed on its own."""
        twin = State(self.options, len(self.lives))
        for name in State.__slots__:
            setattr(twin, name, getattr(self, name))
        for name in (
            "lives",
            "bids",
            "taken",
            "exact",
            "distance",
            "out_round",
            "deficit",
            "order",
        ):
            setattr(twin, name, list(getattr(self, name)))
        twin.hands = [list(hand) for hand in self.hands]
        twin.trick = self.trick.copy()
        twin.tricks = list(self.tricks)
        return twin
