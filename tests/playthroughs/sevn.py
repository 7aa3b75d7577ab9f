"""SEVN told."""

from collections.abc import Callable, Sequence
from typing import Any

from carteado.rules.match import View
from carteado.rules.sevn import CardCount, Composition, Draw, Options, Pass, TableView
from carteado.rules.sevn import events as ev
from carteado.rules.sevn.state import Decision, Standing
from tests.playthroughs.playthrough import Chapter, counted, listed

FACES = (
    "nothing",
    *map(str, range(14)),
    "ballast -2",
    "ballast -4",
    "ballast -6",
    "x2",
    "+2",
    "+4",
    "+6",
    "+8",
    "+10",
    "featherweight",
    "heavyweight",
    "straight",
    "freeze",
    "second chance",
    "draw of three",
    "crossroads",
    "storm",
)


def cards(numbers: Sequence[int]) -> str:
    return listed([FACES[number] for number in numbers])


def queued(action: ev.QueuedAction) -> str:
    """An action with its owner."""
    return f"{FACES[action.card]} of seat {action.owner}"


def second_chance_moved(event: ev.SecondChanceMoved) -> str:
    """Where a second copy goes."""
    to = "is discarded" if event.to is None else f"goes to seat {event.to}"
    return f"Seat {event.from_} has a second chance already; this one {to}."


def resolved(event: ev.ActionResolved) -> str:
    """An action takes effect."""
    hits = "" if event.target is None else f" and hits seat {event.target}"
    return f"The {queued(event.action)} takes effect{hits}."


def crossroads(event: ev.Crossroads) -> str:
    """What is shown, or which of it counts."""
    if event.taken:
        return f"Of {cards(event.options)} it is {FACES[event.taken]} that counts."
    return f"The crossroads of seat {event.seat} shows {cards(event.options)}."


def score(line: ev.SeatScore) -> str:
    """How the points of one seat add up."""
    score = line.score
    steps = {
        "modifiers": score.modifiers,
        "featherweight": score.featherweight,
        "heavyweight": score.heavyweight,
        "straight": score.straight,
        "SEVN": score.sevn,
    }
    sum_ = str(score.sum) if score.sum == score.doubled else f"{score.sum} doubled"
    added = "".join(f" + {number} {name}" for name, number in steps.items() if number)
    lost = score.points == 0 < score.doubled + sum(steps.values())
    gains = "lost" if lost else f"= {score.points}"
    return f"seat {line.seat} {sum_}{added} {gains}, {line.total} in all"


SENTENCES: dict[type, Callable[[Any], str]] = {
    ev.RoundStarted: lambda event: f"## Round {event.round_number}: seat {event.starter} starts.",
    ev.CardDrawn: lambda event: f"Seat {event.seat} turns {FACES[event.card]}.",
    ev.SecondChanceUsed: lambda event: (
        f"A second chance saves seat {event.seat} from another {FACES[event.card]}."
    ),
    ev.SecondChanceMoved: second_chance_moved,
    ev.BallastDecided: lambda event: (
        f"The {FACES[event.card]} of seat {event.seat} {'joins the row' if event.kept else 'is discarded'}."
    ),
    ev.Busted: lambda event: f"Seat {event.seat} has {FACES[event.card]} already and busts.",
    ev.Stopped: lambda event: f"Seat {event.seat} is frozen." if event.frozen else "",
    ev.ActionResolved: resolved,
    ev.ActionDiscarded: lambda event: f"The {queued(event.action)} is discarded without effect.",
    ev.Crossroads: crossroads,
    ev.Sevn: lambda event: f"SEVN! Seat {event.seat} has seven distinct values.",
    ev.Reshuffled: lambda event: f"The discards become the deck: {counted(event.deck, 'card')}.",
    ev.RoundScored: lambda event: "Count: " + "; ".join(map(score, event.seats)) + ".",
}
"""What happened, as a sentence."""


class Sevn:
    """The words of SEVN."""

    def options(self, options: Options) -> list[str]:
        composition = options.composition.name.lower().replace("_", " ")
        deck = [f"{count.copies} of {FACES[count.card]}" for count in options.deck]
        said = {
            f"The deck: {listed(deck)}.": bool(options.deck),
            f"The deck is that called {composition}.": not options.deck,
            f"{options.target} points win, SEVN gives {options.sevn_bonus}.": True,
            "A repeated ballast busts.": options.duplicate_ballast_busts,
            "A storm starts after its owner.": options.storm_starts_next,
            "All cards are shuffled before each round.": options.reshuffle_each_round,
        }
        return [sentence for sentence, is_so in said.items() if is_so]

    def event(self, event: Any) -> str:
        return SENTENCES[type(event)](event)

    def turn(self, view: View) -> str:
        table: TableView = view.table
        assert view.observer is not None
        return f"has {self.held(table.seats[view.observer])}"

    def sight(self, view: View) -> str:
        table: TableView = view.table
        seats = [f"seat {number} {self.held(seat)}" for number, seat in enumerate(table.seats)]
        piles = f"{table.deck} in the deck and {len(table.discards) or 'none'} discarded"
        parts = [*seats, piles]
        if table.current is not None:
            parts.append("in progress the " + self.current(table.current))
        if table.queue:
            parts.append("waiting " + listed([f"the {queued(one)}" for one in table.queue]))
        return "; ".join(parts)

    def current(self, current: Any) -> str:
        said = queued(current.action)
        if current.draws_left and current.target is not None:
            said += f", {counted(current.draws_left, 'draw')} left for seat {current.target}"
        if current.seats_left:
            said += f", still to reach {listed([f'seat {seat}' for seat in current.seats_left])}"
        return said

    def held(self, seat: Any) -> str:
        """What lies before a seat, and what it is worth now."""
        held = [FACES[one] for one in (*seat.row, *seat.extras)]
        held += ["a second chance"] * seat.second_chance
        stands = {Standing.SAFE: ", safe", Standing.BUST: ", bust"}.get(seat.standing, "")
        return f"{listed(held)} ({counted(seat.score.points, 'point')}{stands})"

    def choices(self, view: View) -> str:
        table: TableView = view.table
        about = FACES[table.card]
        seats = listed(
            [f"seat {action.seat}" for action in view.legal if hasattr(action, "seat")], "or"
        )
        match table.decision:
            case Decision.TURN:
                return "draw or stop" if len(view.legal) == 2 else "only stop"
            case Decision.TARGET:
                return f"aim the {about} at {seats}"
            case Decision.BALLAST:
                return f"keep or discard the {about}"
            case Decision.CROSSROADS:
                return f"take {listed([FACES[one] for one in table.options], 'or')}"
        return f"give the {about} to {seats}"

    def action(self, action: Any) -> str:
        if isinstance(action, Draw):
            return "draws"
        if isinstance(action, Pass):
            return "stops"
        if action.keep is not None:
            return "keeps it" if action.keep else "discards it"
        if action.option is not None:
            return f"takes the {('first', 'second')[action.option]}"
        return f"chooses seat {action.seat}"


TELLER = Sevn()


def deck(more: dict[str, int]) -> tuple[CardCount, ...]:
    """A deck of one's own: the numbers as always, and so many of the faces named."""
    counts = {FACES.index(str(number)): max(1, number) for number in range(14)}
    counts.update({FACES.index(face): copies for face, copies in more.items()})
    return tuple(CardCount(card, counts[card]) for card in sorted(counts))


SECOND_CHANCES = deck(
    {
        "ballast -2": 1,
        "ballast -4": 1,
        "ballast -6": 1,
        "x2": 2,
        "featherweight": 3,
        "heavyweight": 3,
        "straight": 3,
        "second chance": 14,
    }
)
ACTIONS = deck(
    {
        "ballast -2": 3,
        "ballast -4": 3,
        "ballast -6": 3,
        "x2": 2,
        "straight": 3,
        "second chance": 2,
        "draw of three": 3,
        "crossroads": 4,
        "storm": 5,
    }
)

CHAPTERS = [
    Chapter(
        game="sevn",
        name="default",
        about="The usual match, two of its rounds told card by card: a freeze, a draw of three, a ballast, a second chance, a bust.",
        seats=3,
        options=Options(),
        seed=33,
        rounds=(16, 17),
    ),
    Chapter(
        game="sevn",
        name="queue",
        about="A storm and a crossroads, and decisions in the middle of them that hold them up while other actions wait.",
        seats=4,
        options=Options(composition=Composition.TWO_ZEROS, target=60),
        seed=2209,
        rounds=(4,),
    ),
    Chapter(
        game="sevn",
        name="sevn",
        about="Seven distinct values end the round at once.",
        seats=4,
        options=Options(composition=Composition.TWO_ZEROS, target=60),
        seed=1075,
        rounds=(3, 4),
    ),
    Chapter(
        game="sevn",
        name="second_chance",
        about="A deck of one's own, full of second chances: one saves its seat, a second copy is given on.",
        seats=4,
        options=Options(target=50, deck=SECOND_CHANCES),
        seed=1278,
        rounds=(3,),
    ),
    Chapter(
        game="sevn",
        name="house_rules",
        about="A repeated ballast busts, a storm ends with its owner, all cards are shuffled before each round, and SEVN gives more.",
        seats=3,
        options=Options(
            target=50,
            sevn_bonus=50,
            duplicate_ballast_busts=True,
            storm_starts_next=True,
            reshuffle_each_round=True,
            deck=ACTIONS,
        ),
        seed=155,
        rounds=(1, 2),
    ),
]
