"""What was done, move by move, as somebody tells it who has looked on."""

from collections.abc import Iterator, Sequence

from carteado.cli.table.estou_por_uma.cards import SIGNS, several, short
from carteado.cli.table.frame import sentence
from carteado.cli.table.scene import Happened, Scene
from carteado.rules.estou_por_uma.events import (
    Called,
    CardPlayed,
    CardsDrawn,
    Caught,
    DrawReason,
    Event,
    Passed,
    Reshuffled,
    Reversed,
    RoundDealt,
    RoundScored,
    Skipped,
)

DRAWN = {
    DrawReason.TURN: "news_bought",
    DrawReason.STACK: "news_took",
    DrawReason.PREVIOUS: "news_pays",
    DrawReason.IDENTICAL: "news_pays_equal",
    DrawReason.FORGOTTEN: "news_forgot",
}
"""How each draw is told, by its reason."""


def news(scene: Scene, moves: Sequence[Happened]) -> Sequence[str]:
    """A sentence for each move."""
    told = ([part for event in move for part in _parts(scene, event)] for move in moves)
    return [sentence(parts) for parts in told if parts]


def _parts(scene: Scene, event: Event) -> Iterator[str]:
    """What one of the things that a move made happen is told as; secrets that are opened and the places are not told here."""
    words, names = scene.words, scene.names
    match event:
        case RoundDealt():
            yield words("news_upcard", card=short(event.upcard))
        case CardPlayed():
            yield _played(scene, event)
        case CardsDrawn():
            yield _drawn(scene, event)
        case Passed():
            yield words("news_passed", name=names[event.seat])
        case Called():
            yield words("news_called", name=names[event.seat])
        case Caught():
            yield words("news_caught", name=names[event.seat], by=names[event.by])
        case RoundScored():
            yield _ended(scene, event)
        case _:
            yield from _turned(scene, event)


def _turned(scene: Scene, event: Event) -> Iterator[str]:
    """What became of the order of play, or of the stock."""
    words = scene.words
    match event:
        case Skipped():
            yield words("news_skipped", name=scene.names[event.seat])
        case Reversed():
            yield words("news_reversed")
        case Reshuffled():
            yield words("news_reshuffled", n=event.stock)


def _played(scene: Scene, played: CardPlayed) -> str:
    words, name, card = scene.words, scene.names[played.seat], short(played.card)
    if played.suit:
        return words("news_named", name=name, card=card, suit=SIGNS[played.suit])
    return words("news_equalled" if played.identical else "news_played", name=name, card=card)


def _drawn(scene: Scene, drawn: CardsDrawn) -> str:
    """Who drew how many and why; the faces only to whoever drew them (EPU-R39)."""
    told = scene.words.count(DRAWN[drawn.reason], drawn.count, name=scene.names[drawn.seat])
    return f"{told} ({several(drawn.cards)})" if drawn.cards else told


def _ended(scene: Scene, scored: RoundScored) -> str:
    if scored.winner is None:
        return scene.words("news_blocked")
    return scene.words("news_went_out", name=scene.names[scored.winner])
