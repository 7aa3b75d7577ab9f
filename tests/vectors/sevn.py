"""Answers the vectors of sevn.json with the rules: each position is set up in a real state, played, and told in the notation of the file."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from carteado.rules import sevn
from carteado.rules.game import IllegalAction, Refusal
from carteado.rules.sevn import Choose, Composition, Draw, Options, Pass, rules, scoring
from carteado.rules.sevn import events as ev
from carteado.rules.sevn.cards import (
    CROSSROADS,
    DRAW_THREE,
    FEATHERWEIGHT,
    FREEZE,
    NO_CARD,
    SECOND_CHANCE,
    STORM,
    STRAIGHT,
    TIMES_2,
    VALUES,
    is_ballast,
    is_number,
)
from carteado.rules.sevn.options import full_deck
from carteado.rules.sevn.state import Decision, Phase, Standing, State

Given = Any
Answer = dict[str, Any]

FACES = (
    [str(number) for number in range(14)]
    + ["L2", "L4", "L6", "x2", "+2", "+4", "+6", "+8", "+10", "PLUMA", "PESADO", "ESCADA"]
    + ["CONGELAR", "SEGUNDA", "TRIPLA", "ENCRUZILHADA", "TEMPESTADE"]
)
PRESETS = {
    "sevn-2x11": Composition.TWO_OF_EACH,
    "flip7-a": Composition.ACTIONS_33322_BONUS_2,
    "flip7-b": Composition.ACTIONS_33322_BALLAST_2,
    "lastro-3": Composition.BALLAST_3,
    "bonus-3": Composition.BONUS_3,
    "two-zeros": Composition.TWO_ZEROS,
}
STANDINGS = {"active": Standing.ACTIVE, "safe": Standing.SAFE, "bust": Standing.BUST}
STATUS = {standing: word for word, standing in STANDINGS.items()}


def card(name: str) -> int:
    return FACES.index(name) + 1


def cards(names: Sequence[str]) -> list[int]:
    return [card(name) for name in names]


def text(number: int) -> str:
    return FACES[number - 1]


def options(given: Given) -> Options:
    named = given.get("options", {})
    return Options(
        composition=PRESETS[named.get("composition", "sevn-2x11")],
        target=named.get("target"),
        sevn_bonus=named.get("sevn_bonus"),
        duplicate_ballast_busts=named.get("duplicate_lastro") == "bust",
        storm_starts_next=named.get("storm_start") == "next",
        reshuffle_each_round=named.get("reshuffle_each_round", False),
    )


# Decks, scores, ends


def deck(given: Given) -> Answer:
    whole = full_deck(sevn.checked(Options(composition=PRESETS[given["preset"]]), 2))
    return {
        "total": len(whole),
        "distinct_values": len(set(whole) & set(VALUES)),
        "numbers": sum(is_number(one) for one in whole),
        "lastro": sum(is_ballast(one) for one in whole),
        "modifiers": sum(one in range(TIMES_2, FEATHERWEIGHT) for one in whole),
        "bonuses": sum(one in range(FEATHERWEIGHT, STRAIGHT + 1) for one in whole),
        "actions": sum(one in range(FREEZE, STORM + 1) for one in whole),
    }


def score(given: Given) -> Answer:
    """The steps of a score; of a bust nothing counts, so the file shows none of its steps (the rules tell them all the same, G-34)."""
    state = State(options(given), 2)
    state.rows[0] = cards(given["row"])
    state.extras[0] = cards([*given["mods"], *given["bonuses"]])
    state.standings[0] = Standing.BUST if given.get("bust") else Standing.SAFE
    told = scoring.score(state, 0)
    names = ["sum", "doubled", "mods", "pluma", "pesado", "escada", "sevn"]
    steps = [told.sum, told.doubled, told.modifiers, told.featherweight, told.heavyweight]
    steps += [told.straight, told.sevn]
    if given.get("bust"):
        steps = [told.points] * len(names)
    return {**dict(zip(names, steps, strict=True)), "total": told.points}


def end(given: Given) -> Answer:
    """A round in which nobody has a card is counted."""
    state = State(options(given), len(given["totals"]))
    state.totals = list(given["totals"])
    scoring.count_round(state)
    places = [one.place for one in scoring.placements(state)]
    first = [seat for seat, place in enumerate(places) if place == 1]
    return {
        "over": state.phase is Phase.FINISHED,
        "winner": first[0] if len(first) == 1 else None,
        "place": places,
    }


# Play


class Scripted:
    """A shuffler that lays the deck as the vector says."""

    def __init__(self, given: Given) -> None:
        self.starter: int = given.get("starter", 0)
        self.deck = cards(given["deck"])
        self.restock = cards(given.get("reshuffle_order", []))

    def below(self, round_number: int, purpose: str, limit: int) -> int:
        assert (round_number, purpose) == (1, "dealer")
        assert self.starter < limit
        return self.starter

    def shuffled(self, round_number: int, purpose: str, cards: Sequence[int]) -> list[int]:
        assert round_number == 1
        if purpose == "deck":
            return self.deck
        pinned, self.restock = self.restock or list(cards), []
        assert sorted(pinned) == list(cards)
        return pinned


def position(given: Given) -> State:
    """A round whose deal is done, with somebody's turn open."""
    state = State(sevn.checked(options(given), given["players"]), given["players"])
    state.round_number = 1
    state.phase = Phase.PLAYING
    state.starter = given.get("starter", 0)
    state.deck = cards(given["deck"])
    state.discards = cards(given.get("discard", []))
    state.clear_table()
    for seat in range(given["players"]):
        has = given["state"].get(str(seat), {"row": []})
        state.standings[seat] = STANDINGS[has.get("st", "active")]
        state.rows[seat] = cards(has["row"])
        state.extras[seat] = cards([*has.get("mods", []), *has.get("bonuses", [])])
        state.second_chances[seat] = has.get("sc", False)
        state.bust_cards[seat] = next(iter(cards(has.get("extra", []))), NO_CARD)
    state.turn = given["turn"]
    state.ask(Decision.TURN, state.turn)
    return state


QUESTIONS = {
    Decision.TURN: "turn",
    Decision.TARGET: "target",
    Decision.BALLAST: "lastro",
    Decision.GIVE_SECOND_CHANCE: "give_second",
    Decision.CROSSROADS: "crossroads",
}


def action_of(what: str, choice: Any) -> sevn.Action | None:
    """The answer as an action; None for a word that the question of this name does not have."""
    match what:
        case "turn":
            turn: dict[Any, sevn.Action] = {"draw": Draw(), "stop": Pass()}
            return turn.get(choice)
        case "lastro":
            return {"keep": Choose(keep=True), "discard": Choose(keep=False)}.get(choice)
        case "crossroads":
            return Choose(option=choice)
        case _:
            return Choose(seat=choice)


def word_of(action: sevn.Action) -> Any:
    """An action as an option of the notation."""
    match action:
        case Draw():
            return "draw"
        case Pass():
            return "stop"
        case Choose(keep=None):
            return action.option if action.seat is None else action.seat
        case Choose():
            return "keep" if action.keep else "discard"


def play(given: Given) -> Answer:
    scripted = Scripted(given)
    teller = Teller(given)
    if given.get("dealt"):
        state = position(given)
    else:
        state = State(sevn.checked(options(given), given["players"]), given["players"])
        teller.tell(state, rules.deal(state, scripted))
    for step in given["actions"]:
        if step.get("timeout"):
            action: sevn.Action | None = rules.default_action(state)
            assert (QUESTIONS[state.decision], state.to_act) == (step["what"], step["seat"])
        else:
            action = action_of(step["what"], step["choice"])
        if action is None:
            raise IllegalAction(Refusal.NOT_AN_OPTION)
        teller.tell(state, rules.apply(state, step["seat"], action, scripted))
    return {**answer(state), "events": teller.lines, "scores": teller.scores}


def answer(state: State) -> Answer:
    return {
        "rows": [list(map(text, row)) for row in state.rows],
        "status": [STATUS[standing] for standing in state.standings],
        "second": state.second_chances,
        "discard": list(map(text, state.discards)),
        "deck_left": len(state.deck),
        "over": state.phase is not Phase.PLAYING,
        "pending": pending(state),
    }


def pending(state: State) -> Answer | None:
    if state.decision is Decision.NONE:
        return None
    words = map(word_of, rules.legal_actions(state, state.to_act))
    return {
        "what": QUESTIONS[state.decision],
        "seat": state.to_act,
        "options": list(words),
    }


class Teller:
    """Tells events in the notation of the file, which also names what follows without an event: rows, queues and draws that are lost."""

    def __init__(self, given: Given) -> None:
        self.players: int = given["players"]
        self.next_first = options(given).storm_starts_next
        has = given.get("state", {})
        self.out = {seat for seat in range(self.players) if "st" in has.get(str(seat), {})}
        self.due: list[int] = []
        self.lines: list[str] = []
        self.scores: list[int] = []

    def tell(self, state: State, events: Sequence[ev.Event]) -> None:
        following: Sequence[ev.Event | None] = [*events[1:], None]
        for event, then in zip(events, following, strict=True):
            self.lines += self.line(event, then)
        if state.effect is None:
            self.lines += self.lost()

    def lost(self) -> list[str]:
        """Draws that an effect still owed when it ended."""
        due, self.due = self.due, []
        return [f"no_card:{seat}" for seat in due]

    def line(self, event: ev.Event, then: ev.Event | None) -> Iterator[str]:
        match event:
            case ev.Reshuffled():
                yield "reshuffle"
            case ev.CardDrawn(seat, number):
                if seat in self.due:
                    self.due.remove(seat)
                yield f"draw:{seat}:{text(number)}"
                yield from landed(seat, number, then)
            case ev.ActionResolved():
                yield from self.lost()
                yield from self.resolved(event)
            case ev.Crossroads(seat, shown, taken) if taken:
                yield f"choose:{seat}:{text(taken)}"
                yield from landed(seat, taken, then)
            case ev.Crossroads(seat, shown):
                yield ":".join(["show", str(seat), *map(text, shown)])
            case ev.RoundScored(seats):
                yield from self.lost()
                self.scores = [one.score.points for one in seats]
                yield "round_end"
            case _:
                yield from self.told_of_seat(event)

    def resolved(self, event: ev.ActionResolved) -> Iterator[str]:
        owner, number, target = event.action.owner, event.action.card, event.target
        if number == STORM:
            first = owner + self.next_first
            around = [(first + step) % self.players for step in range(self.players)]
            self.due = [seat for seat in around if seat not in self.out]
            yield f"storm:{owner}"
        elif number != CROSSROADS:
            assert target is not None
            self.due = [target] * 3 if number == DRAW_THREE else []
            yield f"target:{owner}:{text(number)}:{target}"

    def told_of_seat(self, event: ev.Event) -> Iterator[str]:
        match event:
            case ev.Busted(seat, number):
                self.out.add(seat)
                self.due = [one for one in self.due if one != seat]
                yield f"bust:{seat}:{text(number)}"
            case ev.Stopped(seat, frozen):
                self.out.add(seat)
                yield f"{'frozen' if frozen else 'stopped'}:{seat}"
            case ev.ActionDiscarded(action):
                yield f"cancel:{action.owner}:{text(action.card)}"
            case ev.SecondChanceMoved(from_, to):
                yield f"give_second:{from_}:{to}"
            case ev.Sevn(seat):
                self.due = []
                yield f"sevn:{seat}"


def landed(seat: int, number: int, then: ev.Event | None) -> Iterator[str]:
    """Where a card went that nothing else tells: into the row, or into the queue."""
    repeat = isinstance(then, ev.Busted | ev.SecondChanceUsed)
    if is_number(number) and not repeat:
        yield f"row:{seat}:{text(number)}"
    if number > SECOND_CHANCE or number == FREEZE:
        yield f"queue:{seat}:{text(number)}"


KINDS: dict[str, Callable[[Given], Answer]] = {
    "deck": deck,
    "score": score,
    "end": end,
    "play": play,
}
