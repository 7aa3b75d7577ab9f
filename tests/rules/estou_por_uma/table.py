"""A table of Estou-por-uma whose cards lie as a test says: a real state, dealt and played through the game's own door."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from carteado.rules import GAMES, estou_por_uma
from carteado.rules.estou_por_uma import (
    Action,
    Declare,
    Draw,
    Effect,
    EffectRule,
    Options,
    Pass,
    Play,
    TableView,
)
from carteado.rules.estou_por_uma.cards import RANK, SUIT, Card
from carteado.rules.estou_por_uma.events import (
    CardPlayed,
    CardsDrawn,
    DrawReason,
    Event,
    RoundScored,
    SeatScore,
)
from carteado.rules.estou_por_uma.state import NOBODY, Phase, State
from carteado.rules.game import Awaiting, Refusal, Seat
from carteado.rules.match import Match
from carteado.rules.shuffle import Chain

GAME = GAMES["estou_por_uma"]
RANKS = ("A", *map(str, range(2, 11)), "J", "Q", "K")
SUITS = " CDHS"
"""Clubs, diamonds, hearts, spades: paus, ouros, copas, espadas."""


def card(name: str) -> Card:
    """``10H`` is the 10 of hearts."""
    return 13 * (SUITS.index(name[-1]) - 1) + RANKS.index(name[:-1]) + 1


def cards(names: str) -> list[Card]:
    return [card(name) for name in names.split()]


def name_of(number: Card) -> str:
    return f"{RANKS[RANK[number] - 1]}{SUITS[SUIT[number]]}"


def names_of(numbers: Sequence[Card]) -> str:
    return " ".join(map(name_of, numbers))


def effects(names: str) -> tuple[EffectRule, ...]:
    """``3:draw_stack Q:reverse`` are two rules."""
    pairs = [pair.split(":") for pair in names.split()]
    return tuple(
        EffectRule(RANKS.index(rank) + 1, Effect[effect.upper()]) for rank, effect in pairs
    )


class Laid:
    """Chance as a test wants it; it keeps what it was asked for."""

    def __init__(self, dealer: Seat) -> None:
        self.dealer = dealer
        self.top: list[Card] = []
        self.asked: list[tuple[int, str]] = []
        self.given: list[Card] = []

    def below(self, round_number: int, purpose: str, limit: int) -> int:
        self.asked.append((round_number, purpose))
        assert self.dealer < limit
        return self.dealer

    def shuffled(self, round_number: int, purpose: str, cards: Sequence[int]) -> list[int]:
        """The cards that the test wants on top, then the others as they came."""
        self.asked.append((round_number, purpose))
        self.given = list(cards)
        left = list(cards)
        for number in self.top:
            left.remove(number)
        return [*self.top, *left]


class Table:
    """One match under a test's hands."""

    def __init__(self, seats: int, options: Options | None = None, *, dealer: Seat = 0) -> None:
        self.state = State(estou_por_uma.checked(options or Options(), seats), seats)
        self.laid = Laid(dealer)

    @property
    def seats(self) -> int:
        return len(self.state.hands)

    def deal(self, top: str = "") -> list[Event]:
        """Deals, with these cards on top."""
        self.laid.top = cards(top)
        return estou_por_uma.deal(self.state, self.laid)

    def act(self, action: Action, *, seat: Seat | None = None) -> list[Event]:
        """A seat, or the one to act, does it."""
        acting = self.state.to_act if seat is None else seat
        return estou_por_uma.apply(self.state, acting, action, self.laid)

    def play(self, name: str, suit: str = " ", *, call: bool = False) -> list[Event]:
        return self.act(Play(card(name), SUITS.index(suit), call))

    def draw(self) -> list[Event]:
        return self.act(Draw())

    def keep(self) -> list[Event]:
        return self.act(Pass())

    def declare(self, seat: Seat, accused: Seat | None = None) -> list[Event]:
        return self.act(Declare(accused), seat=seat)

    def refusal(self, action: object, *, seat: Seat | None = None) -> Refusal | None:
        acting = self.state.to_act if seat is None else seat
        return estou_por_uma.refusal(self.state, acting, action)

    def legal(self, seat: Seat | None = None) -> list[Action]:
        acting = self.state.to_act if seat is None else seat
        return estou_por_uma.legal_actions(self.state, acting)

    def playable(self) -> str:
        """The cards that the seat to act may play."""
        plays = [action.card for action in self.legal() if isinstance(action, Play)]
        return names_of(list(dict.fromkeys(plays)))

    def may_draw(self) -> bool:
        return Draw() in self.legal()

    def default(self) -> Action:
        return estou_por_uma.default_action(self.state)

    def hand(self, seat: Seat) -> str:
        return names_of(self.state.hands[seat])

    def counts(self) -> list[int]:
        """How many cards each seat holds."""
        return [len(hand) for hand in self.state.hands]

    def top(self) -> str:
        return name_of(self.state.discards[-1])

    def view(self, observer: Seat | None) -> TableView:
        return estou_por_uma.view(self.state, observer)

    def awaiting(self) -> Awaiting:
        return estou_por_uma.awaiting(self.state)

    def places(self) -> dict[Seat, int]:
        return {one.seat: one.place for one in estou_por_uma.placements(self.state)}


def laid(
    hands: Mapping[Seat, str],
    top: str,
    *,
    stock: str = "2C 3C 4C 5C 6C 9C 10C JC QC KC",
    under: str = "",
    turn: Seat = 0,
    top_seat: Seat = NOBODY,
    suit: str = "",
    pending: int = 0,
    direction: int = 1,
    points: Mapping[Seat, int] | None = None,
    seats: int | None = None,
    round_number: int = 2,
    options: Options | None = None,
) -> Table:
    """A round in the middle: these hands, this top, this stock with its next card first; seats without a hand went out in round 1."""
    table = Table(seats or max(hands) + 1, options)
    state = table.state
    state.round_number = round_number
    state.packs = 2
    state.dealer = max(hands)
    state.direction = direction
    state.out_round = [int(seat not in hands) for seat in range(table.seats)]
    state.points = [0 if seat in hands else 101 for seat in range(table.seats)]
    for seat, hand in hands.items():
        state.hands[seat] = sorted(cards(hand))
    for seat, total in (points or {}).items():
        state.points[seat] = total
    state.stock = cards(stock)[::-1]
    state.discards = cards(f"{under} {top}")
    state.top_seat = top_seat
    state.suit = SUITS.index(suit or top[-1])
    state.pending = pending
    state.to_act = turn
    state.phase = Phase.STACK if pending else Phase.TURN
    return table


def drawn(seat: Seat, names: str, reason: DrawReason) -> CardsDrawn:
    """What tells that a seat drew these cards."""
    return CardsDrawn(seat, len(names.split()), reason, tuple(cards(names)))


def played(seat: Seat, name: str, suit: str = " ", *, identical: bool = False) -> CardPlayed:
    """What tells that a seat played this card."""
    return CardPlayed(seat, card(name), SUITS.index(suit), identical)


def scored(events: Sequence[Event]) -> dict[Seat, SeatScore]:
    """The count of a round, by seat."""
    return {score.seat: score for score in count_of(events).seats}


def count_of(events: Sequence[Event]) -> RoundScored:
    (one,) = [event for event in events if isinstance(event, RoundScored)]
    return one


def everything(state: State) -> dict[str, Any]:
    """All that a state holds, as it is now."""
    return {name: repr(getattr(state, name)) for name in State.__slots__}


def opened(seed: int, seats: int, options: Options | None = None) -> Match:
    """A match with fair shuffles from a seed."""
    secret = Random(f"secret/{seed}").randbytes(32)
    return Match.open(GAME, options or Options(), seats, Chain(secret))


def steps(match: Match, seed: int) -> Iterator[list[Any]]:
    """Plays a match at random to its end, declarations included; answers the events of each move."""
    rng = Random(f"moves/{seed}")
    while match.game.awaiting(match.state) is not Awaiting.NOTHING:
        if match.game.awaiting(match.state) is Awaiting.DEAL:
            yield match.deal()
            continue
        choices = [
            (seat, action)
            for seat in range(match.seats)
            for action in match.game.legal_actions(match.state, seat)
        ]
        yield match.act(*rng.choice(choices))
