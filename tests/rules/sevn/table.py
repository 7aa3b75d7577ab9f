"""A table of SEVN whose cards lie as a test says: a real state, dealt and played through the game's own door."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from carteado.rules import GAMES, sevn
from carteado.rules.game import Awaiting, Refusal, Seat
from carteado.rules.match import Match
from carteado.rules.sevn import Choose, Draw, Options, Pass
from carteado.rules.sevn.cards import Card
from carteado.rules.sevn.events import Event, RoundScored, Score
from carteado.rules.sevn.options import full_deck
from carteado.rules.sevn.rules import cards_of
from carteado.rules.sevn.state import Decision, Effect, Phase, Standing, State
from carteado.rules.shuffle import Chain

GAME = GAMES["sevn"]
NAMES = (
    [str(number) for number in range(14)]
    + ["-2", "-4", "-6", "x2", "+2", "+4", "+6", "+8", "+10", "feather", "heavy", "straight"]
    + ["freeze", "second", "three", "crossroads", "storm"]
)
"""The faces in the order of the wire, from 1."""


def card(name: str) -> Card:
    """``13`` is the number 13, ``-4`` a ballast, ``+4`` a modifier."""
    return NAMES.index(name) + 1


def cards(names: str) -> list[Card]:
    return [card(name) for name in names.split()]


def names_of(numbers: Sequence[Card]) -> str:
    return " ".join(NAMES[number - 1] for number in numbers)


PLENTY = Options(
    deck=tuple(
        sevn.CardCount(card(name), copies)
        for name, copies in {
            **{str(number): number for number in range(1, 14)},
            **dict.fromkeys(("0", "-2", "-4", "-6"), 1),
            **dict.fromkeys(("second", "freeze", "three", "storm", "crossroads"), 5),
        }.items()
    )
)
"""Five of each action, and neither modifiers nor bonuses (G-33)."""


def without(deck: Sequence[Card], taken: Sequence[Card]) -> list[Card]:
    """The deck less some of its cards."""
    left = list(deck)
    for one in taken:
        left.remove(one)
    return left


class Laid:
    """Chance as a test wants it; it keeps what it was asked for."""

    def __init__(self, starter: Seat = 0) -> None:
        self.starter = starter
        self.top: list[Card] = []
        self.asked: list[tuple[int, str]] = []
        self.given: list[Card] = []

    def below(self, round_number: int, purpose: str, limit: int) -> int:
        self.asked.append((round_number, purpose))
        assert self.starter < limit
        return self.starter

    def shuffled(self, round_number: int, purpose: str, cards: Sequence[int]) -> list[int]:
        if not cards:
            return []
        self.asked.append((round_number, purpose))
        self.given = list(cards)
        return self.top + without(cards, self.top)


class Table:
    """One match under a test's hands."""

    def __init__(self, seats: int, options: Options | None = None, *, starter: Seat = 0) -> None:
        self.state = State(sevn.checked(options or Options(), seats), seats)
        self.laid = Laid(starter)

    @property
    def seats(self) -> int:
        return len(self.state.totals)

    def lay(self, names: str) -> None:
        """Brings cards of the deck to its top."""
        top = cards(names)
        self.state.deck = top + without(self.state.deck, top)

    def deal(self, names: str = "") -> list[Event]:
        """Deals a round whose first cards are these."""
        self.laid.top = cards(names)
        if self.state.round_number and not self.state.options.reshuffle_each_round:
            self.lay(names)
        return sevn.deal(self.state, self.laid)

    def act(self, action: sevn.Action) -> list[Event]:
        """The seat to act does it."""
        return sevn.apply(self.state, self.state.to_act, action, self.laid)

    def draw(self, names: str = "") -> list[Event]:
        """The seat whose turn it is draws the first of these cards; the others come after it."""
        self.lay(names)
        return self.act(Draw())

    def stop(self) -> list[Event]:
        return self.act(Pass())

    def choose(self, seat: Seat) -> list[Event]:
        return self.act(Choose(seat=seat))

    def keep(self) -> list[Event]:
        return self.act(Choose(keep=True))

    def discard(self) -> list[Event]:
        return self.act(Choose(keep=False))

    def take(self, option: int) -> list[Event]:
        return self.act(Choose(option=option))

    def stop_all(self) -> list[Event]:
        """Everybody stops in turn; answers the count."""
        events: list[Event] = []
        while self.awaiting() is Awaiting.SEAT:
            events = self.stop()
        return events

    def refusal(self, seat: Seat, action: object) -> Refusal | None:
        return sevn.refusal(self.state, seat, action)

    def legal(self, seat: Seat) -> list[sevn.Action]:
        return sevn.legal_actions(self.state, seat)

    def choices(self) -> list[Seat]:
        """Whom the seat to act may name."""
        return [
            action.seat
            for action in self.legal(self.state.to_act)
            if isinstance(action, Choose) and action.seat is not None
        ]

    def open(self) -> tuple[Decision, Seat]:
        """What is being decided, and by whom."""
        return self.state.decision, self.state.to_act

    def rows(self) -> list[str]:
        return [names_of(row) for row in self.state.rows]

    def discards(self) -> str:
        return names_of(self.state.discards)

    def standings(self) -> str:
        """One letter a seat: in the round, safe, bust."""
        return "".join("-ISB"[standing] for standing in self.state.standings)

    def view(self, observer: Seat | None = None) -> sevn.TableView:
        return sevn.view(self.state, observer)

    def awaiting(self) -> Awaiting:
        return sevn.awaiting(self.state)

    def places(self) -> dict[Seat, int]:
        return {one.seat: one.place for one in sevn.placements(self.state)}


def dealt(
    rows: Mapping[Seat, str],
    *,
    turn: Seat = 0,
    safe: Sequence[Seat] = (),
    bust: Mapping[Seat, str] | None = None,
    extras: Mapping[Seat, str] | None = None,
    second: Sequence[Seat] = (),
    totals: Sequence[int] = (),
    options: Options | None = None,
) -> Table:
    """A round in which these seats hold these values and one of them has its turn; all other cards are in the deck, in ascending order."""
    table = Table(len(rows), options)
    state = table.state
    state.round_number = 1
    state.phase = Phase.PLAYING
    state.starter = 0
    state.totals = list(totals) or state.totals
    state.clear_table()
    for seat, names in rows.items():
        state.rows[seat] = cards(names)
    for seat, names in (extras or {}).items():
        state.extras[seat] = cards(names)
    for seat in safe:
        state.standings[seat] = Standing.SAFE
    for seat, name in (bust or {}).items():
        state.standings[seat] = Standing.BUST
        state.bust_cards[seat] = card(name)
    for seat in second:
        state.second_chances[seat] = True
    on_table = [one for seat in rows for one in cards_of(state, seat)]
    state.deck = without(full_deck(state.options), on_table)
    state.turn = turn
    state.ask(Decision.TURN, turn)
    return table


def running_out(table: Table, deck: str, discards: str = "") -> Table:
    """The same round with these cards left in the deck, and these in the discards."""
    table.state.deck = cards(deck)
    table.state.discards = cards(discards)
    return table


def everything(state: State) -> Any:
    """A state, to compare."""
    effect: Effect | None = state.effect
    shown = None if effect is None else [getattr(effect, name) for name in Effect.__slots__]
    names = [name for name in State.__slots__ if name != "effect"]
    return repr([(name, getattr(state, name)) for name in names]), repr(shown)


def conserved(state: State) -> None:
    """Every card of the match is in one place (SV-20)."""
    where = Counter([*state.deck, *state.discards, *state.shown])
    where.update(one for one, _ in state.queue)
    for seat in range(len(state.totals)):
        where.update(cards_of(state, seat))
    if state.effect is not None:
        where[state.effect.card] += 1
    if state.decision in (Decision.BALLAST, Decision.GIVE_SECOND_CHANCE):
        where[state.card] += 1
    assert where == Counter(full_deck(state.options))


def scored(events: Sequence[Event]) -> list[int]:
    """The points that a round gave, by seat."""
    return [one.score.points for one in count_of(events).seats]


def count_of(events: Sequence[Event]) -> RoundScored:
    (one,) = [event for event in events if isinstance(event, RoundScored)]
    return one


def worth(row: str, extras: str = "", options: Options | None = None) -> Score:
    """The steps of the score of a row."""
    table = dealt({0: row, 1: ""}, extras={0: extras}, options=options)
    return table.view().seats[0].score


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
