"""Where a match of Estou-por-uma stands: one slotted class of integers and lists of integers, changed in place."""

from enum import IntEnum
from functools import lru_cache

from carteado.rules.estou_por_uma.cards import NO_CARD, NO_SUIT, PACK, RANK, Card
from carteado.rules.estou_por_uma.options import Effect, EffectRule, Options
from carteado.rules.game import Seat

NOBODY = -1
"""In the place of a seat: none."""

MOST_ACTIONS = 30_000
"""With so many actions a match ends where it stands (EPU-R45)."""


class Phase(IntEnum):
    """What the match is doing, and which decision is open."""

    AWAITING_DEAL = 0
    TURN = 1
    STACK = 2
    DRAWN = 3
    FINISHED = 4


IN_PLAY = (Phase.TURN, Phase.STACK, Phase.DRAWN)
"""A seat must act: on its turn, under a stack of drawing cards, or with a drawn card that fits."""


@lru_cache(maxsize=64)
def effects_by_card(rules: tuple[EffectRule, ...]) -> tuple[Effect, ...]:
    """What each card does, by card, from which rank does what (EPU-29)."""
    by_rank = {rule.rank: rule.effect for rule in rules}
    return tuple(by_rank.get(RANK[card], Effect.NONE) for card in (NO_CARD, *PACK))


class State:
    """The whole match; between rounds it shows the round that is over (G-21).

    Lists by seat have one entry for every seat, out or not.

    Attributes:
        options: The options, with the defaults written out.
        effects: What each card does, by card; it follows from the options.
        phase: What the match is doing.
        round_number: From 1; 0 before the first deal.
        packs: Packs in play; 0 before the first deal.
        dealer: Who dealt.
        direction: +1 clockwise, -1 the other way, 0 before the first deal (EPU-R10).
        to_act: Whose turn it is.
        points: Points in the match, by seat.
        hands: Cards in hand, ascending, by seat.
        called: Whether the seat called and its hand has not grown since, by seat.
        out_round: Round in which the seat passed the limit, 0 while it plays, by seat.
        stock: The cards to draw, the next one last.
        discards: The cards played, the top last.
        top_seat: Who played the top, or dealt it where it took effect.
        suit: The suit to follow.
        pending: Cards that the seat to act takes unless it answers (EPU-20).
        drawn: The card just drawn that fits, in Phase.DRAWN.
        open_call: Who owes a call and may be caught (EPU-R27).
        passes: Turns in a row that passed because there was no card (EPU-R30).
        reshuffles: Reshuffles of this round so far.
        actions: Actions of the match so far, deals not counted (EPU-R45).
    """

    __slots__ = (
        "actions",
        "called",
        "dealer",
        "direction",
        "discards",
        "drawn",
        "effects",
        "hands",
        "open_call",
        "options",
        "out_round",
        "packs",
        "passes",
        "pending",
        "phase",
        "points",
        "reshuffles",
        "round_number",
        "stock",
        "suit",
        "to_act",
        "top_seat",
    )

    def __init__(self, options: Options, seats: int) -> None:
        """A match before its first deal, with checked options."""
        self.options = options
        self.effects = effects_by_card(options.effects)
        self.phase = Phase.AWAITING_DEAL
        self.round_number = 0
        self.packs = 0
        self.dealer = NOBODY
        self.direction = 0
        self.to_act = NOBODY
        self.points = [0] * seats
        self.hands: list[list[Card]] = [[] for _ in range(seats)]
        self.called = [False] * seats
        self.out_round = [0] * seats
        self.stock: list[Card] = []
        self.discards: list[Card] = []
        self.top_seat = NOBODY
        self.suit = NO_SUIT
        self.pending = 0
        self.drawn = NO_CARD
        self.open_call = NOBODY
        self.passes = 0
        self.reshuffles = 0
        self.actions = 0

    def playing(self) -> list[Seat]:
        """The seats that are not out, ascending (EPU-R43)."""
        return [seat for seat, out in enumerate(self.out_round) if not out]

    def is_playing(self, seat: Seat) -> bool:
        """Whether there is such a seat and it is not out."""
        return 0 <= seat < len(self.out_round) and not self.out_round[seat]

    def seat_from(self, seat: Seat, step: int) -> Seat:
        """The first seat still playing from a seat on, in steps of +1 clockwise or -1 the other way (EPU-R43)."""
        seats = len(self.out_round)
        while True:
            seat = (seat + step) % seats
            if not self.out_round[seat]:
                return seat

    def next_seat(self, seat: Seat) -> Seat:
        """The next seat in the rotation (EPU-7, EPU-24)."""
        return self.seat_from(seat, self.direction)

    def previous_seat(self, seat: Seat) -> Seat:
        """The seat before this one in the rotation, whoever played last (EPU-R19)."""
        return self.seat_from(seat, -self.direction)

    def has_card_to_draw(self) -> bool:
        """Whether the stock, or what would be reshuffled into it, holds a card (EPU-R5)."""
        return bool(self.stock) or len(self.discards) > 1

    def copy(self) -> "State":
        """The same match, to be changed on its own."""
        twin = State.__new__(State)
        for name in State.__slots__:
            setattr(twin, name, getattr(self, name))
        for name in ("points", "called", "out_round", "stock", "discards"):
            setattr(twin, name, list(getattr(self, name)))
        twin.hands = [list(hand) for hand in self.hands]
        return twin
