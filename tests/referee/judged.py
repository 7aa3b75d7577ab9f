"""Matches that the rules and a referee play side by side; they must agree on whatever can be asked.

As a program it judges the matches FIRST, FIRST + STEP, ... below COUNT of a seed, and prints how many moves both made:
``python -m tests.referee.judged GAME SEED COUNT [FIRST STEP]``
"""

import sys
from collections.abc import Callable
from dataclasses import is_dataclass
from enum import Enum
from functools import cache
from random import Random
from typing import Any, Protocol

from carteado.rules.game import AnyGame
from carteado.rules.match import Match
from carteado.rules.shuffle import Chain
from tests.conformance.games import SUBJECTS, Subject
from tests.referee import estou_por_uma, eu_faco, sevn
from tests.referee.fair import Fair

Event = tuple[str, dict[str, Any]]
Action = tuple[Any, ...]


class Referee(Protocol):
    """One match under a second implementation of a game, in plain tuples and dicts with the contract's names."""

    def awaiting(self) -> str: ...
    def to_act(self) -> int | None: ...
    def deal(self) -> list[Event]: ...
    def act(self, seat: int, action: Action) -> list[Event]: ...
    def legal(self, seat: int) -> list[Action]: ...
    def refusal(self, seat: int, action: Action) -> str | None: ...
    def default(self) -> Action: ...
    def view(self, observer: int | None) -> dict[str, Any]: ...
    def seen(self, event: Event, observer: int | None) -> Event: ...
    def placements(self) -> list[dict[str, int]]: ...
    def rounds_to_open(self) -> int: ...
    def seats_out(self) -> list[int]: ...


Appointed = Callable[[dict[str, Any], int, bytes, list[bytes]], Referee]

REFEREES: dict[str, Appointed] = {
    "eu_faco": eu_faco.Referee,
    "estou_por_uma": estou_por_uma.Referee,
    "sevn": sevn.Referee,
}

CLOSE_LOOKS = 0.05
"""Share of the moves after which views, hidden parts of events and refusals are compared too."""


ATOMS = {int, bool, str, bytes, type(None)}


def subject_of(name: str) -> Subject:
    return {subject.game.name: subject for subject in SUBJECTS}[name]


def plain(value: Any) -> Any:
    """A value of the rules as the referees write it: dicts for dataclasses, lists, and enums as their numbers."""
    if type(value) in ATOMS:
        return value
    if is_dataclass(value):
        return {name: plain(getattr(value, name)) for name in value.__dataclass_fields__}
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    return value.value if isinstance(value, Enum) else value


def plain_event(event: Any) -> Event:
    return type(event).__name__, plain(event)


@cache
def plain_action(action: Any) -> Action:
    """An action of the rules as a verb and its complements; of the suit and the call that Eu Faço! refuses only that they are there."""
    verb, said = type(action).__name__.lower(), plain(action)
    if verb == "play":
        card, suit, call = said.values()
        return verb, card, int(suit), call
    if verb == "choose":
        return next((verb, name, answer) for name, answer in said.items() if answer is not None)
    return verb, *said.values()


class Trial:
    """One random match under both."""

    def __init__(self, subject: Subject, appointed: Appointed, seed: int, number: int) -> None:
        game = subject.game
        self.subject, self.seed, self.number = subject, seed, number
        self.rng = rng = Random(f"referee/{game.name}/{seed}/{number}")
        seats = rng.randint(game.min_seats, game.max_seats)
        options = subject.options(rng, seats)
        secret = rng.randbytes(32)
        added = [rng.randbytes(rng.randint(0, 64)) for _ in range(seats)]
        self.entropy = added if rng.random() < 0.5 else []
        self.match = Match.open(game, options, seats, Chain(secret))
        self.fair = Fair(secret, self.entropy, game.ruleset)
        self.referee = appointed(plain(self.match.options), seats, secret, self.entropy)
        self.opened = 0

    @property
    def game(self) -> AnyGame:
        return self.subject.game

    def play(self) -> int:
        """Plays to the end and answers how many moves that took; whatever fails says in which match."""
        try:
            self.compare_anchor()
            while self.referee.awaiting() != "nothing":
                self.move()
                assert self.match.ply <= self.subject.most_moves
        except Exception as fault:
            fault.add_note(self.described())
            raise
        return self.match.ply

    def described(self) -> str:
        return (
            f"{self.game.name} seed {self.seed} number {self.number} ply {self.match.ply}, "
            f"{self.match.seats} seats, options {plain(self.match.options)}"
        )

    def agree(self, what: str, rules: Any, referee: Any) -> None:
        if rules != referee:
            raise AssertionError(f"{what}\n  rules:   {rules}\n  referee: {referee}")

    def compare_anchor(self) -> None:
        self.agree("anchor", self.match.secrets.anchor, self.fair.anchor())
        self.compare([], [])

    def move(self) -> None:
        if self.referee.awaiting() == "deal":
            ruled = self.match.deal(() if self.match.ply else self.entropy)
            judged = self.referee.deal()
        else:
            seat, action = self.chosen()
            ruled = self.match.act(seat, action)
            judged = self.referee.act(seat, plain_action(action))
        self.compare(ruled, judged)

    def chosen(self) -> tuple[int, Any]:
        """Anything legal, or the default where a round need not end by itself; now and then by any seat that may speak out of turn."""
        seat, state = self.referee.to_act(), self.match.state
        if seat is not None and self.rng.random() >= self.subject.whim:
            return seat, self.game.default_action(state)
        if seat is None or self.rng.random() < 0.2:
            seat = self.rng.choice([s for s in range(self.match.seats) if self.referee.legal(s)])
        return seat, self.rng.choice(self.game.legal_actions(self.match.state, seat))

    def compare(self, ruled: list[Any], judged: list[Event]) -> None:
        self.agree("events", list(map(plain_event, ruled)), judged + self.formalities())
        self.compare_decision()
        if self.rng.random() < CLOSE_LOOKS:
            self.compare_views()
            self.compare_seen(ruled[: len(judged)], judged)
            self.compare_refusals()

    def formalities(self) -> list[Event]:
        """The events that every game has: secrets opened by now, and the places at the end."""
        rounds = range(self.opened + 1, self.referee.rounds_to_open() + 1)
        self.opened = self.referee.rounds_to_open()
        events: list[Event] = [
            ("RoundOpened", {"round_number": number, "secret": self.fair.secret_of(number)})
            for number in rounds
        ]
        placements = self.referee.placements()
        return events + ([("MatchEnded", {"placements": placements})] if placements else [])

    def compare_decision(self) -> None:
        game, state, referee = self.game, self.match.state, self.referee
        self.agree("awaiting", game.awaiting(state).name.lower(), referee.awaiting())
        self.agree("to act", game.to_act(state), referee.to_act())
        self.agree("seats out", game.seats_out(state), referee.seats_out())
        self.agree("placements", plain(game.placements(state)), referee.placements())
        for seat in range(self.match.seats):
            legal = [plain_action(action) for action in game.legal_actions(state, seat)]
            self.agree(f"legal of seat {seat}", legal, referee.legal(seat))
        if referee.awaiting() == "seat":
            self.agree("default", plain_action(game.default_action(state)), referee.default())

    def observers(self) -> list[int | None]:
        return [None, *range(self.match.seats)]

    def compare_views(self) -> None:
        for observer in self.observers():
            view = plain(self.game.view(self.match.state, observer))
            self.agree(f"view of {observer}", view, self.referee.view(observer))

    def compare_seen(self, ruled: list[Any], judged: list[Event]) -> None:
        for event, same in zip(ruled, judged, strict=True):
            for observer in self.observers():
                seen = plain_event(self.match.seen(event, observer))
                self.agree(f"seen by {observer}", seen, self.referee.seen(same, observer))

    def compare_refusals(self) -> None:
        """Of a dozen thinkable actions, half by the seat to act; None stands for verbs that the game does not have."""
        acting = self.referee.to_act()
        for action in filter(None, self.rng.choices(self.subject.actions, k=12)):
            anybody = self.rng.randrange(self.match.seats)
            seat = anybody if acting is None or self.rng.random() < 0.5 else acting
            refusal = self.game.refusal(self.match.state, seat, action)
            code = self.referee.refusal(seat, plain_action(action))
            self.agree(f"refusal of {action} by seat {seat}", plain(refusal), code)


def judge(name: str, seed: int, numbers: range) -> int:
    """Judges these matches of a game and answers how many moves both made."""
    subject = subject_of(name)
    return sum(Trial(subject, REFEREES[name], seed, number).play() for number in numbers)


if __name__ == "__main__":
    game, drawn, count, first, step = (*sys.argv[1:], "0", "1")[:5]
    print(judge(game, int(drawn), range(int(first), int(count), int(step))))  # noqa: T201
