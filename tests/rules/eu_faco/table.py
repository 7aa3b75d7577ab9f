"""A table of Eu Faço! whose cards lie as a test says: a real state, dealt and played through the game's own door."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

from carteado.rules import GAMES, eu_faco
from carteado.rules.eu_faco import Bid, Options, Play
from carteado.rules.eu_faco.cards import DECK, Card, medal, rank
from carteado.rules.eu_faco.events import (
    BidPlaced,
    CardPlayed,
    Event,
    RoundScored,
    SeatScore,
    TrickEnded,
)
from carteado.rules.eu_faco.state import State
from carteado.rules.game import Awaiting, Refusal, Seat
from carteado.rules.match import Match
from carteado.rules.shuffle import Chain

GAME = GAMES["eu_faco"]
MEDALS = "BPOD"
"""Bronze, prata, ouro, diamante: weakest to strongest (EF-2)."""

law = settings(max_examples=100, deadline=None, database=None)
"""How often a law that holds for all cards is tried."""

tricks_of_cards = st.lists(st.sampled_from(DECK), min_size=1, max_size=8, unique=True)


def card(name: str) -> Card:
    """``9O`` is the 9 of ouro."""
    return 10 * MEDALS.index(name[-1]) + int(name[:-1])


def cards(names: str) -> list[Card]:
    return [card(name) for name in names.split()]


def name_of(number: Card) -> str:
    return f"{rank(number)}{MEDALS[medal(number)]}"


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
        self.asked.append((round_number, purpose))
        self.given = list(cards)
        return [*self.top, *(number for number in cards if number not in self.top)]


class Table:
    """One match under a test's hands."""

    def __init__(self, seats: int, options: Options | None = None, *, dealer: Seat = 0) -> None:
        self.state = State(eu_faco.checked(options or Options(), seats), seats)
        self.laid = Laid(dealer)

    @property
    def seats(self) -> int:
        return len(self.state.lives)

    def playing(self) -> list[Seat]:
        return [seat for seat in range(self.seats) if not self.state.out_round[seat]]

    def order_after(self, dealer: Seat) -> list[Seat]:
        """Seats that play, clockwise from the one after a seat (EF-18)."""
        around = [(dealer + step) % self.seats for step in range(1, self.seats + 1)]
        return [seat for seat in around if seat in self.playing()]

    def next_dealer(self) -> Seat:
        if self.state.round_number:
            return self.order_after(self.state.dealer)[0]
        return self.seats - 1 if self.state.options.fixed_rounds else self.laid.dealer

    def deal(self, hands: Mapping[Seat, str] | None = None) -> list[Event]:
        """Deals, with these hands where they are named."""
        held = {seat: cards(hand) for seat, hand in (hands or {}).items()}
        order = self.order_after(self.next_dealer()) if held else []
        size = len(held[order[0]]) if held else 0
        self.laid.top = [held[seat][at] for at in range(size) for seat in order]
        events = eu_faco.deal(self.state, self.laid)
        if self.awaiting() is Awaiting.SEAT:
            for seat, hand in held.items():
                assert self.state.hands[seat] == sorted(hand)
        return events

    def act(self, action: eu_faco.Action) -> list[Event]:
        """The seat to act does it."""
        return eu_faco.apply(self.state, self.state.to_act, action, self.laid)

    def bid(self, *tricks: int) -> list[Event]:
        """The promises of the next to speak, in order."""
        return [event for one in tricks for event in self.act(Bid(one))]

    def play(self, names: str) -> list[Event]:
        """The cards of the next to play, in order."""
        return [event for one in cards(names) for event in self.act(Play(one))]

    def refusal(self, seat: Seat, action: object) -> Refusal | None:
        return eu_faco.refusal(self.state, seat, action)

    def legal(self, seat: Seat) -> list[eu_faco.Action]:
        return eu_faco.legal_actions(self.state, seat)

    def bids(self) -> list[int]:
        """What the seat to act may promise."""
        legal = self.legal(self.state.to_act)
        return [action.tricks for action in legal if isinstance(action, Bid)]

    def view(self, observer: Seat | None) -> eu_faco.TableView:
        return eu_faco.view(self.state, observer)

    def awaiting(self) -> Awaiting:
        return eu_faco.awaiting(self.state)

    def places(self) -> dict[Seat, int]:
        return {one.seat: one.place for one in eu_faco.placements(self.state)}

    def default_until_counted(self) -> None:
        """Whoever must act does the default until the round is counted."""
        while self.awaiting() is Awaiting.SEAT:
            self.act(eu_faco.default_action(self.state))


def about_to_deal(
    size: int,
    playing: Sequence[Seat],
    *,
    dealer: Seat,
    seats: int | None = None,
    lives: Mapping[Seat, int] | None = None,
    options: Options | None = None,
) -> Table:
    """A match on its climb, whose next round is of this size and dealt by this seat; seats not playing went out in round 1."""
    table = Table(seats or max(*playing, dealer) + 1, options)
    state = table.state
    state.round_number = size
    state.hand_size = size - 1
    state.dealer = (dealer - 1) % table.seats
    for seat in range(table.seats):
        if seat not in playing:
            state.out_round[seat] = 1
            state.lives[seat] = 0
    for seat, left in (lives or {}).items():
        state.lives[seat] = left
    return table


def dealt(
    hands: Mapping[Seat, str],
    *,
    dealer: Seat,
    seats: int | None = None,
    lives: Mapping[Seat, int] | None = None,
    options: Options | None = None,
) -> Table:
    """A round of these hands, whose first promise is awaited."""
    size = len(next(iter(hands.values())).split())
    table = about_to_deal(
        size, sorted(hands), dealer=dealer, seats=seats, lives=lives, options=options
    )
    table.deal(hands)
    return table


def trick_of(names: str, options: Options | None = None) -> Table:
    """Seats 0, 1, ... each hold one of these cards and a low one; seat 0 is about to lead. Nobody was barred from promising 0."""
    played = cards(names)
    spare = [number for number in DECK if number not in played]
    hands = {seat: f"{name_of(one)} {name_of(spare[seat])}" for seat, one in enumerate(played)}
    table = dealt(hands, dealer=len(played) - 1, options=options)
    table.bid(*(0 for _ in played))
    return table


def taker(names: str, options: Options | None = None) -> Seat | None:
    """Who takes a trick of these cards, played in this order by seats 0, 1, ..."""
    return ended(trick_of(names, options).play(names)).winner


def ended(events: Sequence[Event]) -> TrickEnded:
    """The trick that ended last."""
    return [event for event in events if isinstance(event, TrickEnded)][-1]


def played(events: Sequence[Event]) -> list[tuple[Seat, str]]:
    """Who played what."""
    return [(one.seat, name_of(one.card)) for one in events if isinstance(one, CardPlayed)]


def promised(events: Sequence[Event]) -> list[Seat]:
    """Who spoke."""
    return [one.seat for one in events if isinstance(one, BidPlaced)]


def scored(events: Sequence[Event]) -> dict[Seat, SeatScore]:
    """The count of a round, by seat."""
    (one,) = [event for event in events if isinstance(event, RoundScored)]
    return {score.seat: score for score in one.seats}


def opened(seed: int, seats: int, options: Options | None = None) -> Match:
    """A match with fair shuffles from a seed."""
    secret = Random(f"secret/{seed}").randbytes(32)
    return Match.open(GAME, options or Options(), seats, Chain(secret))


def steps(match: Match, seed: int) -> Iterator[list[Any]]:
    """Plays a match at random to its end; answers the events of each move."""
    rng = Random(f"moves/{seed}")
    while match.game.awaiting(match.state) is not Awaiting.NOTHING:
        if match.game.awaiting(match.state) is Awaiting.DEAL:
            yield match.deal()
            continue
        seat = match.game.to_act(match.state)
        assert seat is not None
        yield match.act(seat, rng.choice(match.game.legal_actions(match.state, seat)))
