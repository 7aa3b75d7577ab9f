"""Non-interference: whoever cannot see a card cannot tell which it is, from nothing that it is shown and from nothing that happens."""

from random import Random
from typing import Any

from carteado.rules.game import Awaiting, IllegalAction
from carteado.rules.match import Match
from carteado.rules.record import Move, play
from tests.conformance.games import Subject
from tests.conformance.playouts import opened, random_move

TRIED = 12
"""Actions whose refusals an observer compares at a decision."""


def twin_of(match: Match, state: Any) -> Match:
    """The same match in another state."""
    twin = Match(match.game, match.options, match.seats, match.secrets)
    twin.ply, twin.salt, twin.state = match.ply, match.salt, state
    return twin


def shown(match: Match, observer: int | None, tried: list[Any]) -> str:
    """All that an observer can find out without a move: its view, what it may do, and why not what it may not."""
    refusals = []
    if observer is not None:
        refusals = [match.game.refusal(match.state, observer, action) for action in tried]
    return repr((match.view(observer), refusals))


def told(match: Match, events: list[Any], observer: int | None) -> str:
    """What happened, as an observer is told; secrets that are opened and the places are for everybody."""
    return repr([match.seen(event, observer) for event in events])


def check_match(subject: Subject, rng: Random) -> int:
    """A random match, and beside it, at every move, one in which an observer's hidden cards are others.

    Returns:
        How often a move was made in both and told the same, in a match that looked the same after it.
    """
    match = opened(subject, rng)
    compared = 0
    while match.game.awaiting(match.state) is not Awaiting.NOTHING:
        observer = rng.choice((None, *range(match.seats)))
        check_standing_still(subject, match, observer, rng)
        before = twin_of(match, match.state.copy())
        move = random_move(subject, match, rng)
        events = play(match, move)
        staying = subject.shown(events)
        twin = twin_of(before, subject.resampled(before.state, observer, rng, staying))
        compared += is_told_the_same(match, events, twin, move, observer)
    return compared


def check_standing_still(subject: Subject, match: Match, observer: int | None, rng: Random) -> None:
    """An observer sees no difference, and finds none by trying."""
    twin = twin_of(match, subject.resampled(match.state, observer, rng))
    tried = [rng.choice(subject.actions) for _ in range(TRIED)]
    assert shown(twin, observer, tried) == shown(match, observer, tried)


def is_told_the_same(
    match: Match, events: list[Any], twin: Match, move: Move, observer: int | None
) -> bool:
    """Makes the same move in a twin. Where the round goes on and looks the same to the observer, it was told the same.

    A move may depend on what is hidden: then the twin refuses it, or looks different afterwards, and nothing follows.
    """
    try:
        others = play(twin, move)
    except IllegalAction:
        return False
    if match.game.awaiting(match.state) is not Awaiting.SEAT:
        return False
    if repr(twin.view(observer)) != repr(match.view(observer)):
        return False
    assert told(twin, others, observer) == told(match, events, observer)
    return True
