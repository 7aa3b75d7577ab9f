"""Eu Faço! told."""

from collections.abc import Callable, Sequence
from typing import Any

from carteado.rules.eu_faco import (
    Bid,
    CancelMode,
    CeilingPolicy,
    Options,
    SameRoundRank,
    TableView,
)
from carteado.rules.eu_faco import events as ev
from carteado.rules.match import View
from tests.playthroughs.playthrough import Chapter, counted, listed

MEDALS = ("bronze", "silver", "gold", "diamond")


def card(number: int) -> str:
    """Such as 7 of gold."""
    return f"{(number - 1) % 10 + 1} of {MEDALS[(number - 1) // 10]}"


def cards(numbers: Sequence[int]) -> str:
    return listed([card(number) for number in numbers])


def dealt(event: ev.RoundDealt) -> str:
    """A new round, or a tie-break."""
    kind = "tie-break" if event.tiebreak else f"{counted(event.hand_size, 'card')} each"
    return f"## Round {event.round_number}: {kind}; seat {event.dealer} deals."


def trick(event: ev.TrickEnded) -> str:
    """Who takes it, and what lay there."""
    played = [
        f"{card(one.card)} (seat {one.seat}{', annulled' if one.cancelled else ''})"
        for one in event.cards
    ]
    taken = "is nobody's" if event.winner is None else f"goes to seat {event.winner}"
    return f"The trick {taken}: {listed(played)}."


def score(line: ev.SeatScore) -> str:
    """What was promised and taken, and what it cost."""
    nailed = ", nailed it" if line.bid == line.taken else ""
    lives = {0: "no lives", 1: "1 life"}.get(line.lives, f"{line.lives} lives")
    out = ", out" if line.eliminated else ""
    return f"seat {line.seat} said {line.bid}, took {line.taken}{nailed}, {lives}{out}"


SENTENCES: dict[type, Callable[[Any], str]] = {
    ev.RoundDealt: dealt,
    ev.BidPlaced: lambda _event: "",
    ev.CardPlayed: lambda _event: "",
    ev.TrickEnded: trick,
    ev.RoundScored: lambda event: "Count: " + "; ".join(map(score, event.seats)) + ".",
}
"""What happened, as a sentence; a promise or a card is told by what the seat does."""


class EuFaco:
    """The words of Eu Faço!"""

    def options(self, options: Options) -> list[str]:
        said = {
            f"Rounds of {listed([str(size) for size in options.fixed_rounds])} cards, and no lives.": bool(
                options.fixed_rounds
            ),
            f"{options.lives} lives each.": not options.fixed_rounds,
            "The ceiling is that of who sat down.": options.ceiling_policy is CeilingPolicy.INITIAL,
            "Equal cards annul each other in pairs.": options.cancel_mode is CancelMode.PAIRS,
            "The lock bites in rounds of one card too.": options.lock_in_one_card,
            "Of those out together, who fell short by less is better.": options.same_round_rank
            is SameRoundRank.DEFICIT,
        }
        return [sentence for sentence, is_so in said.items() if is_so]

    def event(self, event: Any) -> str:
        return SENTENCES[type(event)](event)

    def turn(self, view: View) -> str:
        return f"{self.hand(view)}; {self.so_far(view)}"

    def sight(self, view: View) -> str:
        watches = view.observer is None or view.observer in view.seats_out
        return self.so_far(view) + ("" if watches else f", and {self.hand(view)}")

    def hand(self, view: View) -> str:
        """The own cards, or on the forehead those of the others."""
        table: TableView = view.table
        if not table.forehead:
            return f"holds {cards(table.hand) if table.hand else 'no cards'}"
        shown = [
            f"{card(seat.forehead)} on seat {number}"
            for number, seat in enumerate(table.seats)
            if seat.forehead
        ]
        return f"sees {listed(shown)}"

    def so_far(self, view: View) -> str:
        """The table, or what was promised as long as promises are spoken."""
        table: TableView = view.table
        bids = {n: seat.bid for n, seat in enumerate(table.seats) if seat.bid is not None}
        if not bids:
            return "nobody has spoken"
        if any(seat.playing and seat.bid is None for seat in table.seats):
            return listed([f"seat {number} says {bid}" for number, bid in bids.items()])
        taken = listed([f"{table.seats[number].taken} of {bid}" for number, bid in bids.items()])
        on_table = listed([f"{card(one.card)} (seat {one.seat})" for one in table.trick])
        lit = "nobody is lit" if table.lit is None else f"seat {table.lit} is lit"
        there = f"{on_table}, {lit}" if table.trick else "an empty table"
        return f"{there}; taken {taken}"

    def choices(self, view: View) -> str:
        locked = view.table.locked_bid
        if isinstance(view.legal[0], Bid):
            bids = listed([str(one.tricks) for one in view.legal], "or")
            return f"say {bids}" + ("" if locked is None else f" ({locked} is locked)")
        if len(view.legal) == 1:
            return f"play its last card, {card(view.legal[0].card)}"
        return "play any of them"

    def action(self, action: Any) -> str:
        return f"says {action.tricks}" if isinstance(action, Bid) else f"plays {card(action.card)}"


TELLER = EuFaco()

CHAPTERS = [
    Chapter(
        game="eu_faco",
        name="default",
        about="The usual match: the round on the forehead, locked promises, a trick that is nobody's, and who is out watches.",
        seats=3,
        options=Options(),
        seed=77,
    ),
    Chapter(
        game="eu_faco",
        name="tiebreak",
        about="The last ones lose their last lives together. A tie-break of one card decides, and is dealt again while it is nobody's.",
        seats=3,
        options=Options(),
        seed=73,
    ),
    Chapter(
        game="eu_faco",
        name="fixed_rounds",
        about="A match without lives, as in a Mão do Dia: rounds nailed count, then how far off the others were.",
        seats=4,
        options=Options(fixed_rounds=(1, 2, 3)),
        seed=9,
    ),
    Chapter(
        game="eu_faco",
        name="pairs_and_lock",
        about="Three equal cards: two annul each other and the one played last takes the trick. The lock bites on the forehead too.",
        seats=4,
        options=Options(cancel_mode=CancelMode.PAIRS, lock_in_one_card=True),
        seed=286,
    ),
    Chapter(
        game="eu_faco",
        name="ceiling_and_deficit",
        about="Eight sit down, so no round has more than four cards, however few are left; who is out in one round is placed by what it fell short of.",
        seats=8,
        options=Options(
            ceiling_policy=CeilingPolicy.INITIAL, same_round_rank=SameRoundRank.DEFICIT
        ),
        seed=147,
        rounds=(5, 6),
    ),
]
