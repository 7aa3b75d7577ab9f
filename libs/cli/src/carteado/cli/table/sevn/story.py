"""What was turned up and what it did, as a commentator tells it who saw it all."""

from collections.abc import Iterator, Sequence

from carteado.cli.table.frame import sentence
from carteado.cli.table.scene import Happened, Scene
from carteado.cli.table.sevn.cards import called
from carteado.rules.sevn.cards import FREEZE, NO_CARD, Card
from carteado.rules.sevn.events import (
    ActionDiscarded,
    ActionResolved,
    BallastDecided,
    Busted,
    CardDrawn,
    Crossroads,
    Event,
    Reshuffled,
    RoundStarted,
    SecondChanceMoved,
    SecondChanceUsed,
    Sevn,
    Stopped,
)


def news(scene: Scene, moves: Sequence[Happened]) -> Sequence[str]:
    """A sentence for each move, and one for the deal."""
    return [told for move in moves for told in _told(scene, move)]


def _told(scene: Scene, move: Happened) -> Iterator[str]:
    """The first cards of a deal are told together, for nobody chose anything (SV-10)."""
    events = list(move)
    if events and isinstance(events[0], RoundStarted):
        dealt = [each for each in events if isinstance(each, CardDrawn)][: len(scene.names)]
        told = (f"{scene.names[each.seat]} {called(each.card, scene.words)}" for each in dealt)
        yield scene.words("news_dealt", cards=", ".join(told))
        events = events[events.index(dealt[-1]) + 1 :]
    parts = [part for event in events for part in _parts(scene, event)]
    if parts:
        yield sentence(parts)


def _parts(scene: Scene, event: Event) -> Iterator[str]:
    """What one of the things that a move made happen is told as; the count stands in the score sheet."""
    match event:
        case CardDrawn():
            yield scene.told("news_drew", event.seat, card=_called(scene, event.card))
        case Busted():
            yield scene.told("news_busted", event.seat, card=_called(scene, event.card))
        case SecondChanceUsed():
            yield scene.told("news_saved", event.seat, card=_called(scene, event.card))
        case BallastDecided():
            key = "news_kept" if event.kept else "news_discarded"
            yield scene.told(key, event.seat, card=_called(scene, event.card))
        case Stopped(frozen=False):
            yield scene.told("news_stopped", event.seat)
        case Sevn():
            yield scene.told("news_sevn", event.seat)
        case Reshuffled():
            yield scene.words("news_reshuffled", n=event.deck)
        case _:
            yield from _parts_of_actions(scene, event)


def _parts_of_actions(scene: Scene, event: Event) -> Iterator[str]:
    """What an action did, or that it did nothing (SV-23 to SV-28)."""
    match event:
        case ActionResolved(action=action, target=None):
            yield scene.told("news_action", action.owner, card=_called(scene, action.card))
        case ActionResolved(action=action, target=int(target)):
            key = "news_froze" if action.card == FREEZE else "news_three"
            yield scene.told(key, target, owner=scene.names[action.owner])
        case ActionDiscarded(action=action):
            yield scene.told("news_in_vain", action.owner, card=_called(scene, action.card))
        case SecondChanceMoved():
            yield _second_chance_moved(scene, event)
        case Crossroads(seat=seat, options=options, taken=taken):
            told = [_called(scene, card) for card in options]
            if taken == NO_CARD:
                yield scene.words("news_shown", cards=", ".join(told))
            else:
                yield scene.told("news_took", seat, card=_called(scene, taken))


def _second_chance_moved(scene: Scene, moved: SecondChanceMoved) -> str:
    if moved.to is None:
        return scene.words("news_no_receiver")
    return scene.told("news_given", moved.to, giver=scene.names[moved.from_])


def _called(scene: Scene, card: Card) -> str:
    return called(card, scene.words)
