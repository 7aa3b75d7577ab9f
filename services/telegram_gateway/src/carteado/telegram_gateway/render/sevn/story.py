"""What happened in the round so far: events put together into what a commentator would call one thing, and told."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from carteado.api.game.v1 import game_pb2
from carteado.api.sevn.v1 import sevn_pb2 as pb


@dataclass(slots=True)
class Drawn:
    """A card that was turned for a seat, or taken at a crossroads, and what became of it.

    Attributes:
        seat: For whom.
        card: The card.
        outcome: How it is told: the key of the words for it.
        to: Who got it instead; None where nobody did.
    """

    seat: int
    card: int
    outcome: str = "drawn"
    to: int | None = None


@dataclass(slots=True)
class Act:
    """One thing that happened: a turn, or several of one seat, an action with all that it did, a Lastro of the deal, a deck made anew; or the deal.

    Attributes:
        head: The event that it began with.
        drawn: The cards that were turned in it.
        shown: The cards of a crossroads.
        after: What happened by the way: actions without effect, a deck made anew in the middle of it.
    """

    head: pb.Event
    drawn: list[Drawn] = field(default_factory=list)
    shown: list[int] = field(default_factory=list)
    after: list[pb.Event] = field(default_factory=list)

    @property
    def is_deal(self) -> bool:
        """True for the deal, in which nobody chose anything (SV-10)."""
        return self.head.HasField("round_started")


def acts(events: Iterable[game_pb2.Event]) -> list[Act]:
    """The events of a round, or the last of them, as what happened one after the other."""
    told: list[Act] = []
    ply = 0
    for event in events:
        kind = event.sevn.WhichOneof("kind")
        if _begins(event.sevn, told, is_first=event.ply != ply):
            told.append(Act(event.sevn))
        if told:
            _add(told[-1], event.sevn)
        if kind not in (None, "reshuffled"):
            ply = event.ply
    return told


def _begins(event: pb.Event, told: list[Act], *, is_first: bool) -> bool:
    """Whether an event begins something new; a card does where it is the first thing that a move brought, and not one more for the same seat."""
    match event.WhichOneof("kind"):
        case "round_started" | "action_resolved":
            return True
        case "stopped":
            return not event.stopped.frozen
        case "card_drawn" if told:
            return is_first and not _is_turn_of(event.card_drawn.seat, told[-1])
        case "ballast_decided" if told:
            return not _waits_in(told[-1], event.ballast_decided)
        case "card_drawn" | "ballast_decided" | "crossroads":
            return not told
        case kind:
            return is_first and kind == "reshuffled"


def _is_turn_of(seat: int, act: Act) -> bool:
    """Whether an act is a turn of a seat: of the last one in the round, turn follows upon turn."""
    return act.head.HasField("card_drawn") and act.head.card_drawn.seat == seat


def _waits_in(act: Act, decided: pb.BallastDecided) -> bool:
    """Whether the Lastro was the last card turned in an act; those of the deal were not, for nobody chose then (SV-R20)."""
    last = act.drawn[-1] if act.drawn and not act.is_deal else None
    return last is not None and last.card == decided.card


def _add(act: Act, event: pb.Event) -> None:
    match event.WhichOneof("kind"):
        case "card_drawn":
            act.drawn.append(Drawn(event.card_drawn.seat, event.card_drawn.card))
        case "crossroads":
            act.shown = list(event.crossroads.options)
            if event.crossroads.taken:
                act.drawn.append(Drawn(event.crossroads.seat, event.crossroads.taken))
        case "action_discarded" | "reshuffled" if event != act.head:
            act.after.append(event)
        case _ if act.drawn:
            _become(act.drawn[-1], event)


def _become(drawn: Drawn, event: pb.Event) -> None:
    """What an event says of the card that was turned last."""
    match event.WhichOneof("kind"):
        case "ballast_decided":
            drawn.outcome = "drawn_kept" if event.ballast_decided.kept else "drawn_discarded"
        case "second_chance_used":
            drawn.outcome = "drawn_saved"
        case "second_chance_moved" if event.second_chance_moved.HasField("to"):
            drawn.outcome, drawn.to = "drawn_given", event.second_chance_moved.to
        case "second_chance_moved":
            drawn.outcome = "drawn_discarded"
        case "busted":
            drawn.outcome = "drawn_bust"
        case "sevn":
            drawn.outcome = "drawn_sevn"
