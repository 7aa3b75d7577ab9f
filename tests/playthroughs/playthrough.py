"""A random match told as prose, so that somebody who knows the rules can read what the code makes of them."""

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

from carteado.rules import GAMES
from carteado.rules.game import Awaiting
from carteado.rules.match import Match, MatchEnded, RoundOpened, View
from carteado.rules.record import Deal, Move, play
from carteado.rules.shuffle import Chain

WIDTH = 140


class Teller(Protocol):
    """The words of one game."""

    def options(self, options: Any) -> list[str]:
        """What was chosen before the first deal, where it is not what is usual."""

    def event(self, event: Any) -> str:
        """What happened, as a sentence; empty where other words have said it already."""

    def turn(self, view: View) -> str:
        """What the seat to act goes by, after its name."""

    def choices(self, view: View) -> str:
        """What the observer may do, after "may"."""

    def action(self, action: Any) -> str:
        """What a seat does, after its name."""

    def sight(self, view: View) -> str:
        """What any observer sees, after "sees"."""


@dataclass(frozen=True)
class Chapter:
    """One playthrough.

    Attributes:
        game: Name of the game, and first part of that of the file.
        name: The other part.
        about: What is to be seen in it.
        seats: Number of seats.
        options: The options.
        seed: Number of the cards and of what the seats do.
        rounds: The rounds told move by move; of the others only the count is told. None for all.
        from_ply: The ply from which on moves are told.
        whim: Share of the moves that are anything legal; the others are the default.
    """

    game: str
    name: str
    about: str
    seats: int
    options: Any
    seed: int
    rounds: Sequence[int] | None = None
    from_ply: int = 0
    whim: float = 1

    @property
    def file_name(self) -> str:
        """Of the text."""
        return f"{self.game}-{self.name}.txt"

    def in_detail(self, match: Match) -> bool:
        """Whether the next move is told, with what comes of it."""
        in_round = self.rounds is None or match.state.round_number in self.rounds
        return in_round and match.ply >= self.from_ply


def written(chapter: Chapter, teller: Teller) -> str:
    """The whole text."""
    return "\n".join(line for part in told(chapter, teller) for line in wrapped(part)) + "\n"


def wrapped(text: str) -> list[str]:
    """A sentence in lines, those after the first set in deeper."""
    indent = " " * (len(text) - len(text.lstrip()) + (2 if text.startswith((" ", "-")) else 0))
    return textwrap.wrap(text, WIDTH, subsequent_indent=indent) or [""]


def told(chapter: Chapter, teller: Teller) -> Iterator[str]:
    """Sentence by sentence: the options, each deal, each move with what was possible and what came of it, the counts and the places."""
    game, rng = GAMES[chapter.game], Random(f"playthrough/{chapter.game}/{chapter.seed}")
    match = Match.open(game, chapter.options, chapter.seats, Chain(rng.randbytes(32)))
    yield f"# {chapter.file_name.removesuffix('.txt')}"
    yield ""
    yield chapter.about
    yield ""
    yield f"{chapter.seats} seats. " + " ".join(teller.options(match.options))
    while game.awaiting(match.state) is not Awaiting.NOTHING:
        move = chosen(match, chapter.whim, rng)
        if move.seat is None:
            yield from deal_told(chapter, teller, match)
        else:
            yield from move_told(chapter, teller, match, move)


def chosen(match: Match, whim: float, rng: Random) -> Move:
    """The deal, the default, or anything that any seat may do."""
    game, state = match.game, match.state
    if game.awaiting(state) is Awaiting.DEAL:
        return Move(None, Deal())
    acting = game.to_act(state)
    assert acting is not None
    if rng.random() >= whim:
        return Move(acting, game.default_action(state))
    may_act = [seat for seat in range(match.seats) if game.legal_actions(state, seat)]
    seat = rng.choice(may_act)
    return Move(seat, rng.choice(game.legal_actions(state, seat)))


def deal_told(chapter: Chapter, teller: Teller, match: Match) -> Iterator[str]:
    """A deal, and what follows from it at once."""
    events = match.deal()
    yield ""
    if chapter.in_detail(match):
        yield from events_told(events, teller, "")
        if match.game.awaiting(match.state) is Awaiting.SEAT:
            yield ""
    else:
        yield from events_told(events[:1], teller, "")
        yield from counts_told(events[1:], teller)


def move_told(chapter: Chapter, teller: Teller, match: Match, move: Move) -> Iterator[str]:
    """A move: who acts and what it may do, what it does, what happens, and how another observer sees it."""
    assert move.seat is not None
    if not chapter.in_detail(match):
        yield from counts_told(play(match, move), teller)
        return
    if match.ply == chapter.from_ply:
        yield ""
        yield f"After {match.ply} moves:"
        yield ""
    yield choice_told(teller, match, move)
    yield from others_may_speak(teller, match, move.seat)
    events = play(match, move)
    yield from events_told(events, teller, "    ")
    if match.game.awaiting(match.state) is Awaiting.SEAT:
        others = [None, *(seat for seat in range(match.seats) if seat != move.seat)]
        yield from other_told(teller, match, events, others[match.ply % len(others)])


def choice_told(teller: Teller, match: Match, move: Move) -> str:
    """Who acts, what it goes by, what it may do, and what it does."""
    view = match.view(move.seat)
    choice = f"can only {teller.choices(view)}."
    if len(view.legal) > 1:
        choice = f"may {teller.choices(view)}, and {teller.action(move.action)}."
    if move.seat != match.game.to_act(match.state):
        return f"- Seat {move.seat}, out of turn, {choice}"
    return f"- Seat {move.seat} {teller.turn(view)}. It {choice}"


def others_may_speak(teller: Teller, match: Match, acting: int) -> Iterator[str]:
    """Who else could have done something."""
    for seat in range(match.seats):
        if seat != acting and match.game.legal_actions(match.state, seat):
            yield f"    Seat {seat} could {teller.choices(match.view(seat))} instead."


def events_told(events: Sequence[Any], teller: Teller, indent: str) -> Iterator[str]:
    """What happened; the secrets that are opened are left out."""
    for event in events:
        sentence = places_told(event) if isinstance(event, MatchEnded) else ""
        if not isinstance(event, MatchEnded | RoundOpened):
            sentence = teller.event(event)
        if sentence:
            yield indent + sentence


def counts_told(events: Sequence[Any], teller: Teller) -> Iterator[str]:
    """Of a round that is not told in detail, the count and the places."""
    for event in events:
        if isinstance(event, MatchEnded) or type(event).__name__ == "RoundScored":
            yield from events_told([event], teller, "")


def places_told(ended: MatchEnded) -> str:
    """The places, best first."""
    places = sorted(ended.placements, key=lambda place: (place.place, place.seat))
    texts = [
        f"{place.place}. seat {place.seat} ({place.score}"
        + (f", off by {place.tie_break})" if place.tie_break else ")")
        for place in places
    ]
    return "The match is over: " + ", ".join(texts) + "."


def other_told(
    teller: Teller, match: Match, events: Sequence[Any], observer: int | None
) -> Iterator[str]:
    """How somebody else sees it: in other words where it is told less, and what it has before it now."""
    who = "The public" if observer is None else f"Seat {observer}"
    less = [
        teller.event(match.seen(event, observer))
        for event in events
        if match.seen(event, observer) != event
    ]
    for sentence in less:
        yield f"    {who} is told: {sentence}"
    yield f"    {who} sees {teller.sight(match.view(observer))}."


def listed(words: Sequence[str], last: str = "and") -> str:
    """Words one after the other: a, b and c."""
    *before, final = words or ["nothing"]
    return f"{', '.join(before)} {last} {final}" if before else final


def counted(number: int, noun: str) -> str:
    """1 card, 2 cards."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
