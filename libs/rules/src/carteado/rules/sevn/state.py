"""Where a match of SEVN stands: one slotted class of integers and short lists of integers, changed in place."""

from enum import IntEnum

from carteado.rules.game import Seat
from carteado.rules.sevn.cards import NO_CARD, Card
from carteado.rules.sevn.options import Options

NOBODY = -1
"""In the place of a seat: none."""


class Phase(IntEnum):
    """What the match is doing."""

    AWAITING_DEAL = 0
    PLAYING = 1
    FINISHED = 2


class Decision(IntEnum):
    """What the seat to act has to decide."""

    NONE = 0
    TURN = 1
    TARGET = 2
    BALLAST = 3
    GIVE_SECOND_CHANCE = 4
    CROSSROADS = 5


class Standing(IntEnum):
    """Where a seat stands in the round."""

    NONE = 0
    ACTIVE = 1
    SAFE = 2
    BUST = 3


class Effect:
    """The action that is being resolved; decisions in the middle of it hold it up (SV-R10).

    Attributes:
        card: The action card, which is discarded when all is done.
        owner: Who drew it.
        target: Whom it hits; NOBODY until chosen, and for a storm or a crossroads.
        draws_left: Cards that the target of a draw of three has still to draw.
        seats_left: Seats that a storm has still to reach, in order.
    """

    __slots__ = ("card", "draws_left", "owner", "seats_left", "target")

    def __init__(
        self, card: Card, owner: Seat, target: Seat, draws_left: int, seats_left: list[Seat]
    ) -> None:
        self.card = card
        self.owner = owner
        self.target = target
        self.draws_left = draws_left
        self.seats_left = seats_left

    def copy(self) -> "Effect":
        """The same effect, to be changed on its own."""
        return Effect(self.card, self.owner, self.target, self.draws_left, list(self.seats_left))


class State:
    """The whole match; between rounds it shows the round that is over (G-21).

    Lists by seat have one entry for every seat.

    Attributes:
        options: The options, with the defaults written out.
        phase: What the match is doing.
        round_number: From 1; 0 before the first deal.
        starter: Who started the round.
        turn: Whose turn it is; NOBODY while the deal and what it queued are not done, and between rounds (SV-R8).
        decision: What is being decided.
        to_act: Who decides, who may be another seat than that of the turn, and even one that is out (SV-R11).
        card: The card that the decision is about.
        shown: The cards shown at a crossroads, while one of them is chosen.
        effect: The action that is being resolved, if a decision holds one up.
        queue: What waits its turn, first in first out, with who drew it: ballasts of the deal, then actions (G-31, SV-R10).
        deck: Cards not yet drawn, top first.
        discards: The discard pile, oldest first.
        reshuffles: How often the discards became the deck in this round.
        standings: Where each seat stands, by seat.
        rows: Distinct values in the order drawn, by seat.
        extras: Modifiers and bonuses, by seat.
        second_chances: Whether the seat holds a second chance, by seat.
        bust_cards: The repeated card that made the seat bust, by seat.
        totals: Points of the rounds counted, by seat.
    """

    __slots__ = (
        "bust_cards",
        "card",
        "decision",
        "deck",
        "discards",
        "effect",
        "extras",
        "options",
        "phase",
        "queue",
        "reshuffles",
        "round_number",
        "rows",
        "second_chances",
        "shown",
        "standings",
        "starter",
        "to_act",
        "totals",
        "turn",
    )

    def __init__(self, options: Options, seats: int) -> None:
        """A match before its first deal, with checked options."""
        self.options = options
        self.phase = Phase.AWAITING_DEAL
        self.round_number = 0
        self.starter = NOBODY
        self.turn = NOBODY
        self.decision = Decision.NONE
        self.to_act = NOBODY
        self.card = NO_CARD
        self.shown: list[Card] = []
        self.effect: Effect | None = None
        self.queue: list[tuple[Card, Seat]] = []
        self.deck: list[Card] = []
        self.discards: list[Card] = []
        self.reshuffles = 0
        self.totals = [0] * seats
        self.clear_table()
        self.standings = [Standing.NONE] * seats

    def clear_table(self) -> None:
        """Every seat is in the round and holds nothing (SV-10)."""
        seats = len(self.totals)
        self.standings = [Standing.ACTIVE] * seats
        self.rows: list[list[Card]] = [[] for _ in range(seats)]
        self.extras: list[list[Card]] = [[] for _ in range(seats)]
        self.second_chances = [False] * seats
        self.bust_cards = [NO_CARD] * seats

    def active_from(self, seat: Seat) -> list[Seat]:
        """The seats still in the round, clockwise from a seat, which comes first if it is one of them (SV-4)."""
        seats = len(self.totals)
        around = (*range(seat, seats), *range(seat))
        return [one for one in around if self.standings[one] is Standing.ACTIVE]

    def ask(self, decision: Decision, seat: Seat, card: Card = NO_CARD) -> None:
        """Opens a decision of a seat about a card."""
        self.decision = decision
        self.to_act = seat
        self.card = card

    def copy(self) -> "State":
        """The same match, to be changed on its own."""
        twin = State.__new__(State)
        for name in State.__slots__:
            value = getattr(self, name)
            setattr(twin, name, list(value) if isinstance(value, list) else value)
        twin.rows = [list(row) for row in self.rows]
        twin.extras = [list(extras) for extras in self.extras]
        twin.effect = self.effect and self.effect.copy()
        return twin
