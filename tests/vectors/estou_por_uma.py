"""Answers the vectors of estou_por_uma.json with the rules: each kind of position is set up in a real state and asked."""

from collections.abc import Callable, Sequence
from typing import Any

from carteado.rules import estou_por_uma
from carteado.rules.estou_por_uma import events as ev
from carteado.rules.estou_por_uma import options as opt
from carteado.rules.estou_por_uma import rules, scoring
from carteado.rules.estou_por_uma.actions import Action, Declare, Draw, Pass, Play
from carteado.rules.estou_por_uma.cards import CLUBS, DIAMONDS, HEARTS, RANK, SPADES, SUIT
from carteado.rules.estou_por_uma.events import DrawReason
from carteado.rules.estou_por_uma.state import IN_PLAY, NOBODY, Phase, State

Given = Any
Answer = dict[str, Any]

RANKS = ("A", *map(str, range(2, 11)), "J", "Q", "K")
SUITS = {"P": CLUBS, "O": DIAMONDS, "C": HEARTS, "E": SPADES}
LETTERS = {number: letter for letter, number in SUITS.items()}
EFFECTS = {
    "skip": opt.Effect.SKIP,
    "draw_stack": opt.Effect.DRAW_STACK,
    "wild": opt.Effect.WILD,
    "prev_draws": opt.Effect.PREVIOUS_DRAWS,
    "reverse": opt.Effect.REVERSE,
}
REASONS = {
    DrawReason.TURN: "compra",
    DrawReason.STACK: "sete",
    DrawReason.PREVIOUS: "nove",
    DrawReason.IDENTICAL: "igual",
    DrawReason.FORGOTTEN: "esqueceu",
}
NUMBERS = {
    "packs": "packs",
    "hand_size": "hand_size",
    "limit": "limit",
    "draw_cards": "draw_cards",
    "prev_cards": "previous_cards",
    "identical_cards": "identical_cards",
    "forget_penalty": "forgotten_cards",
    "identical_self": "identical_self",
    "voluntary_draw": "voluntary_draw",
    "last_card_draws": "last_card_draws",
}
"""Options that go over as they are, by the names of the rules."""


def card(text: str) -> int:
    return 13 * (SUITS[text[-1]] - 1) + rank(text[:-1])


def rank(text: str) -> int:
    return RANKS.index(text) + 1


def name_of(number: int) -> str:
    return f"{RANKS[RANK[number] - 1]}{LETTERS[SUIT[number]]}"


def cards(texts: Sequence[str]) -> list[int]:
    return [card(text) for text in texts]


def options(given: Given) -> opt.Options:
    named = given.get("options", {})
    zero = named.get("zero_ranks")
    effects = named.get("effects", {}).items()
    return opt.Options(
        **{ours: named[theirs] for theirs, ours in NUMBERS.items() if theirs in named},
        end_mode=opt.EndMode(named.get("end_mode") == "first_out"),
        effects=tuple(opt.EffectRule(rank(text), EFFECTS[effect]) for text, effect in effects),
        zero_ranks=None if zero is None else opt.RankSet(tuple(map(rank, zero))),
        court_cards_count_ten=named.get("face_value") == 10,
        no_stacking=not named.get("stacking", True),
        enforcement=opt.Enforcement(named.get("enforcement") == "catch"),
        may_keep_drawn=not named.get("must_play_drawn", True),
        reverse_skips_for_two=named.get("king_two_players") == "skip",
        upcard_takes_effect=named.get("upcard_effect") == "apply",
    )


def match(given: Given, seats: int) -> State:
    return State(opt.checked(options(given), seats), seats)


class Upcard:
    """A shuffler that lets the first cards fall anyhow and turns the card wanted after them."""

    def __init__(self, upcard: int = 1, dealt: int = 0) -> None:
        self.upcard = upcard
        self.dealt = dealt

    def below(self, round_number: int, purpose: str, limit: int) -> int:  # noqa: ARG002
        return 0

    def shuffled(self, round_number: int, purpose: str, cards: Sequence[int]) -> list[int]:  # noqa: ARG002
        left = list(cards)
        left.remove(self.upcard)
        return [*left[: self.dealt], self.upcard, *left[self.dealt :]]


class Unshuffled:
    """A shuffler that leaves the discards as they lie: the vectors name them in the order that a reshuffle gives."""

    def __init__(self, state: State) -> None:
        self.state = state

    def below(self, round_number: int, purpose: str, limit: int) -> int:
        raise NotImplementedError

    def shuffled(self, round_number: int, purpose: str, cards: Sequence[int]) -> list[int]:  # noqa: ARG002
        under = self.state.discards[:-1]
        assert sorted(under) == list(cards)
        return under


def decks(given: Given) -> Answer:
    state = match(given, given["players"])
    rules.deal(state, Upcard())
    return {
        "decks": state.packs,
        "cards": 52 * state.packs,
        "stock_after_deal": len(state.stock),
    }


def points(given: Given) -> Answer:
    chosen = opt.checked(options(given), 2)
    return {"points": sum(scoring.points_of(number, chosen) for number in cards(given["cards"]))}


def start(given: Given) -> Answer:
    """A later round of a match whose other seats are out, dealt by the seat named."""
    seats = given["seats"]
    state = match(given, max(seats) + 1)
    state.round_number = 1
    state.out_round = [int(seat not in seats) for seat in range(max(seats) + 1)]
    state.dealer = state.seat_from(given["dealer"], -1)
    events = rules.deal(
        state, Upcard(card(given["upcard"]), (state.options.hand_size or 0) * len(seats))
    )
    drawn = [event for event in events if isinstance(event, ev.CardsDrawn)]
    return {**standing(state), "draws": {str(event.seat): event.count for event in drawn}}


def totals(given: Given) -> Answer:
    """Hands of queens, and one card for the rest, that are worth the points of each seat."""
    before = by_seat(given["totals"])
    state = match(given, max(before) + 1)
    state.round_number = 1
    state.points = [before[seat] for seat in sorted(before)]
    for seat, worth in by_seat(given["points"]).items():
        state.hands[seat] = [*[12] * (worth // 12), *([worth % 12] if worth % 12 else [])]
    state.hands = [without_zeros(hand) for hand in state.hands]
    scored = scoring.count_round(state, None)
    places = scoring.placements(state)
    return {
        "totals": {str(seat): state.points[seat] for seat in sorted(before)},
        "reset": [score.seat for score in scored.seats if score.reset],
        "out": [score.seat for score in scored.seats if score.eliminated],
        "over": state.phase is Phase.FINISHED,
        "winners": [place.seat for place in places if place.place == 1],
    }


def without_zeros(hand: Sequence[int]) -> list[int]:
    """The same worth without an 8, which counts nothing."""
    return [number for one in hand for number in ([4, 4] if one == 8 else [one])]


def placements(given: Given) -> Answer:
    groups = [by_seat(group) for group in given["eliminated"]]
    winners = [] if given["winner"] is None else [given["winner"]]
    state = match(given, 1 + max([*winners, *(seat for group in groups for seat in group)]))
    for number, group in enumerate(groups, start=1):
        for seat, total in group.items():
            state.out_round[seat] = number
            state.points[seat] = total
    state.phase = Phase.FINISHED
    return {"place": {str(place.seat): place.place for place in scoring.placements(state)}}


def by_seat(values: dict[str, Any]) -> dict[int, Any]:
    return {int(seat): value for seat, value in values.items()}


def position(given: Given) -> State:
    """A round in play, as the vector lays it."""
    hands = by_seat(given["hands"])
    seats = max(hands) + 1
    state = match(given, seats)
    state.round_number = 1
    state.packs = 2
    state.dealer = seats - 1
    state.direction = given.get("direction", 1)
    state.hands = [sorted(cards(hands.get(seat, []))) for seat in range(seats)]
    state.stock = cards(given["stock"])[::-1]
    state.discards = cards([*given.get("under", []), given["top"]])
    state.top_seat = given.get("top_by", NOBODY)
    state.suit = SUITS[given["suit"]] if "suit" in given else SUIT[state.discards[-1]]
    state.pending = given.get("pending", 0)
    state.to_act = given["turn"]
    state.phase = Phase.STACK if state.pending else Phase.TURN
    return state


class Cards(list[str]):
    """Cards whose order is no rule: a hand, or what may be played."""

    __hash__ = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, list) and sorted(self) == sorted(other)


class Choices(dict[str, Any]):
    """What a seat may do, as far as a vector asks for it."""

    __hash__ = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, dict) and all(self[key] == value for key, value in other.items())


def legal(given: Given) -> Answer:
    return choices(position(given))


def choices(state: State) -> Answer:
    """What the seat to act may do."""
    actions = estou_por_uma.legal_actions(state, state.to_act)
    play = dict.fromkeys(action.card for action in actions if isinstance(action, Play))
    return Choices(
        {
            "play": Cards(map(name_of, play)),
            "draw": Draw() in actions,
            "pass": Pass() in actions,
        }
    )


def action_of(one: Given) -> Action:
    if one["type"] == "play":
        suit = SUITS[one["suit"]] if "suit" in one else 0
        return Play(card(one["card"]), suit, one.get("declare", False))
    if one["type"] == "catch":
        return Declare(one["target"])
    plain: dict[str, Action] = {"draw": Draw(), "pass": Pass(), "declare": Declare()}
    return plain[one["type"]]


def told(events: Sequence[ev.Event]) -> list[str]:
    """The events of one action in the notation of the vectors, which names the suit after all other effects of a wild card."""
    suits = [event.suit for event in events if isinstance(event, ev.CardPlayed) and event.suit]
    lines = [NOTED[type(event)](event) for event in events if type(event) in NOTED]
    return [*lines, *(f"suit:{LETTERS[suit]}" for suit in suits)]


NOTED: dict[type, Callable[[Any], str]] = {
    ev.CardPlayed: lambda event: f"play:{event.seat}:{name_of(event.card)}",
    ev.CardsDrawn: lambda event: f"draw:{event.seat}:{event.count}:{REASONS[event.reason]}",
    ev.Passed: lambda event: f"pass:{event.seat}",
    ev.Skipped: lambda event: f"skip:{event.seat}",
    ev.Reversed: lambda _: "reverse",
    ev.Called: lambda event: f"declare:{event.seat}",
    ev.Reshuffled: lambda _: "reshuffle",
    ev.RoundScored: lambda event: "blocked" if event.winner is None else f"out:{event.winner}",
}
"""How the vectors write down an event; they have no word for an accusation."""


def seat_or_none(seat: int) -> int | None:
    return None if seat == NOBODY else seat


def standing(state: State) -> Answer:
    return {
        "turn": rules.to_act(state),
        "suit": LETTERS[state.suit],
        "pending": state.pending,
        "direction": state.direction,
        "top_by": seat_or_none(state.top_seat),
        "top": name_of(state.discards[-1]),
        "stock": len(state.stock),
        "undeclared": seat_or_none(state.open_call),
        "over": state.phase not in IN_PLAY,
    }


def play(given: Given) -> Answer:
    state = position(given)
    shuffler = Unshuffled(state)
    happened: list[ev.Event] = []
    lines: list[str] = []
    for one in given["actions"]:
        events = rules.apply(state, one["seat"], action_of(one), shuffler)
        happened += events
        lines += told(events)
    seats = range(len(state.hands))
    return {
        **standing(state),
        **(outcome(happened[-1]) if state.phase not in IN_PLAY else {"legal": choices(state)}),
        "events": lines,
        "counts": {str(seat): len(state.hands[seat]) for seat in seats},
        "hands": {str(seat): Cards(map(name_of, state.hands[seat])) for seat in seats},
    }


def outcome(event: ev.Event) -> Answer:
    assert isinstance(event, ev.RoundScored)
    return {
        "winner": event.winner,
        "points": {str(score.seat): score.points for score in event.seats},
    }


def default(given: Given) -> Answer:
    action = estou_por_uma.default_action(position(given))
    if not isinstance(action, Play):
        return {"type": "draw"}
    suit = {"suit": LETTERS[action.suit]} if action.suit else {}
    return {"type": "play", "card": name_of(action.card), "declare": action.call, **suit}


KINDS: dict[str, Callable[[Given], Answer]] = {
    "decks": decks,
    "points": points,
    "start": start,
    "totals": totals,
    "placements": placements,
    "legal": legal,
    "play": play,
    "default": default,
}
