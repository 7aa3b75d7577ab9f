"""Estou-por-uma told."""

from collections.abc import Callable, Sequence
from typing import Any

from carteado.rules.estou_por_uma import (
    Declare,
    Draw,
    Effect,
    EffectRule,
    EndMode,
    Enforcement,
    Options,
    Play,
    RankSet,
    TableView,
)
from carteado.rules.estou_por_uma import events as ev
from carteado.rules.match import View
from tests.playthroughs.playthrough import Chapter, counted, listed

SUITS = ("", "clubs", "diamonds", "hearts", "spades")
RANKS = ("", "ace", *map(str, range(2, 11)), "jack", "queen", "king")
EFFECTS = {
    Effect.SKIP: "skips",
    Effect.DRAW_STACK: "makes the next seat draw",
    Effect.WILD: "is wild",
    Effect.PREVIOUS_DRAWS: "hits the previous seat",
    Effect.REVERSE: "reverses",
}
REASONS = {
    ev.DrawReason.TURN: "",
    ev.DrawReason.STACK: " for the stack",
    ev.DrawReason.PREVIOUS: " for the card that hits the previous seat",
    ev.DrawReason.IDENTICAL: " because its card was equalled",
    ev.DrawReason.FORGOTTEN: " for the forgotten call",
}


def card(number: int) -> str:
    """Such as 7 of hearts."""
    return f"{RANKS[(number - 1) % 13 + 1]} of {SUITS[(number - 1) // 13 + 1]}"


def cards(numbers: Sequence[int]) -> str:
    return listed([card(number) for number in numbers])


def drawn(event: ev.CardsDrawn) -> str:
    """How many, why, and which for whoever may know."""
    if event.reason is ev.DrawReason.TURN and event.cards:
        return f"It is the {card(event.cards[0])}."
    faces = f": {cards(event.cards)}" if event.cards else ""
    number = counted(event.count, "card") if event.count else "nothing, for there is none,"
    return f"Seat {event.seat} draws {number}{REASONS[event.reason]}{faces}."


def count(event: ev.RoundScored) -> str:
    """Who went out, and what is left in the other hands."""
    how = "Nobody can go on" if event.winner is None else f"Seat {event.winner} goes out"
    return f"{how}. Count: " + "; ".join(map(score, event.seats)) + "."


def score(line: ev.SeatScore) -> str:
    """The cards of one seat, their points and all points so far."""
    held = f" ({cards(line.hand)})" if line.hand else ""
    ends = ", back to zero" if line.reset else ", out" if line.eliminated else ""
    return f"seat {line.seat} {line.points}{held}, {line.total} in all{ends}"


WAYS = {1: "clockwise", -1: "counter-clockwise"}
SENTENCES: dict[type, Callable[[Any], str]] = {
    ev.RoundDealt: lambda event: (
        f"## Round {event.round_number}: seat {event.dealer} deals and turns the {card(event.upcard)}."
    ),
    ev.CardPlayed: lambda event: "It equals the card below." if event.identical else "",
    ev.CardsDrawn: drawn,
    ev.Passed: lambda event: f"The turn of seat {event.seat} passes.",
    ev.Skipped: lambda event: f"Seat {event.seat} loses its turn.",
    ev.Reversed: lambda event: f"Play now goes {WAYS[event.direction]}.",
    ev.Called: lambda event: f"Seat {event.seat}: estou-por-uma!",
    ev.Caught: lambda event: f"Seat {event.seat} is caught by seat {event.by}.",
    ev.Reshuffled: lambda event: f"The discards under the top, {event.stock}, become the stock.",
    ev.RoundScored: count,
}
"""What happened, as a sentence."""


class EstouPorUma:
    """The words of Estou-por-uma."""

    def options(self, options: Options) -> list[str]:
        effects = [
            f"the {RANKS[rule.rank]} {EFFECTS[rule.effect]}"
            for rule in options.effects
            if rule.effect
        ]
        zero = options.zero_ranks or RankSet()
        costs = (
            f"A drawing card costs {options.draw_cards}, one that hits the previous seat {options.previous_cards}, "
            f"an equalled one {options.identical_cards}, a forgotten call {options.forgotten_cards}."
        )
        switches = {
            "The match ends when the first one is out.": options.end_mode is EndMode.FIRST_OUT,
            "Court cards count 10.": options.court_cards_count_ten,
            "A drawing card may not be answered.": options.no_stacking,
            "Equalling one's own card costs too.": options.identical_self,
            "Forgotten calls are caught by the players.": options.enforcement is Enforcement.CATCH,
            "Who could play may draw instead.": options.voluntary_draw,
            "A drawn card that fits may be kept.": options.may_keep_drawn,
            "Between two a reversing card also skips.": options.reverse_skips_for_two,
            "The first upcard takes effect.": options.upcard_takes_effect,
            "What a last card makes others draw is drawn.": options.last_card_draws,
        }
        return [
            f"{options.hand_size} cards each, {options.packs or 'as many packs as needed'}; limit {options.limit}.",
            f"Effects: {listed(effects)}. Worth nothing: {listed([RANKS[rank] for rank in zero.ranks])}.",
            costs,
            *(sentence for sentence, is_so in switches.items() if is_so),
        ]

    def event(self, event: Any) -> str:
        return SENTENCES[type(event)](event)

    def turn(self, view: View) -> str:
        table: TableView = view.table
        drawn = f", the {card(table.drawn)} just drawn" if table.drawn else ""
        pending = f", with {table.pending_draw} cards to draw" if table.pending_draw else ""
        return f"holds {cards(table.hand)}{drawn}; {self.top(table)}{pending}"

    def top(self, table: TableView) -> str:
        """The card to follow, and the suit where it is another one."""
        named = table.suit != (table.top - 1) // 13 + 1
        suit = f", {SUITS[table.suit]} named" if named else ""
        return f"the {card(table.top)} on top{suit}"

    def sight(self, view: View) -> str:
        table: TableView = view.table
        held = [
            f"{seat.cards_left}{' (called)' if seat.called else ' (owing a call)' if seat.catchable else ''}"
            for seat in table.seats
            if seat.playing
        ]
        own = f"; it holds {cards(table.hand)}" if table.hand else ""
        return f"{self.top(table)}, hands of {listed(held)} cards, {table.stock} in the stock{own}"

    def choices(self, view: View) -> str:
        plays = [action for action in view.legal if isinstance(action, Play)]
        faces = list(dict.fromkeys(action.card for action in plays))
        said = []
        if faces:
            played = listed([self.with_suit(face, plays) for face in faces], "or")
            calls = " with or without the call" if any(action.call for action in plays) else ""
            said.append(f"play the {played}{calls}")
        said += [self.infinitive(one) for one in view.legal if not isinstance(one, Play)]
        return ", or ".join(said)

    def with_suit(self, face: int, plays: Sequence[Play]) -> str:
        names = any(action.suit for action in plays if action.card == face)
        return card(face) + (" naming a suit" if names else "")

    def infinitive(self, action: Any) -> str:
        if isinstance(action, Declare):
            if action.accused is None:
                return "call late"
            return f"accuse seat {action.accused}"
        return "draw" if isinstance(action, Draw) else "keep the card and pass"

    def action(self, action: Any) -> str:
        if isinstance(action, Play):
            suit = f", naming {SUITS[action.suit]}" if action.suit else ""
            return f"plays the {card(action.card)}{suit}"
        if isinstance(action, Declare):
            return "calls late" if action.accused is None else f"accuses seat {action.accused}"
        return "draws" if isinstance(action, Draw) else "keeps the card and passes"


TELLER = EstouPorUma()

CHAPTERS = [
    Chapter(
        game="estou_por_uma",
        name="default",
        about="The usual match, its first round told card by card: every special card, an equalled one, a call and a forgotten one.",
        seats=3,
        options=Options(),
        seed=375,
        rounds=(1,),
        whim=0.4,
    ),
    Chapter(
        game="estou_por_uma",
        name="cursed_seven",
        about="The cursed seven: a 7 on the very same 7, which costs whoever played that one three cards and the next seat four.",
        seats=4,
        options=Options(),
        seed=1664,
        rounds=(6,),
        whim=0.4,
    ),
    Chapter(
        game="estou_por_uma",
        name="catch",
        about="The players watch over the calls: one that was forgotten is made late, another is caught.",
        seats=3,
        options=Options(enforcement=Enforcement.CATCH),
        seed=39,
        rounds=(7,),
        whim=0.6,
    ),
    Chapter(
        game="estou_por_uma",
        name="variations",
        about="Other cards have the effects, several share one, and the numbers of cards are others.",
        seats=4,
        options=Options(
            limit=60,
            hand_size=6,
            effects=(
                EffectRule(1, Effect.SKIP),
                EffectRule(2, Effect.PREVIOUS_DRAWS),
                EffectRule(3, Effect.DRAW_STACK),
                EffectRule(7, Effect.DRAW_STACK),
                EffectRule(11, Effect.WILD),
                EffectRule(12, Effect.REVERSE),
                EffectRule(13, Effect.REVERSE),
            ),
            zero_ranks=RankSet((1, 11)),
            court_cards_count_ten=True,
            draw_cards=3,
            previous_cards=2,
            identical_cards=1,
            forgotten_cards=2,
        ),
        seed=243,
        rounds=(1,),
        whim=0.4,
    ),
    Chapter(
        game="estou_por_uma",
        name="house_rules",
        about="Two seats with every switch on: drawing at will and keeping the card, no answers to a drawing card, the upcard and the last card take effect.",
        seats=2,
        options=Options(
            hand_size=5,
            limit=30,
            no_stacking=True,
            identical_self=True,
            voluntary_draw=True,
            may_keep_drawn=True,
            reverse_skips_for_two=True,
            upcard_takes_effect=True,
            last_card_draws=True,
        ),
        seed=873,
        rounds=(1,),
        whim=0.4,
    ),
    Chapter(
        game="estou_por_uma",
        name="limit",
        about="To the last one standing: who passes the limit leaves, who hits it exactly starts again from zero. One round is told card by card.",
        seats=4,
        options=Options(hand_size=5, limit=40),
        seed=218,
        rounds=(4,),
        whim=0.4,
    ),
    Chapter(
        game="estou_por_uma",
        name="first_out",
        about="The match ends as soon as somebody passes the limit, and the fewest points win.",
        seats=4,
        options=Options(hand_size=5, limit=30, end_mode=EndMode.FIRST_OUT),
        seed=165,
        rounds=(1,),
        whim=0.4,
    ),
    Chapter(
        game="estou_por_uma",
        name="reshuffle",
        about="Ten at the table with two packs: the stock runs out in the first round, and the discards are shuffled.",
        seats=10,
        options=Options(),
        seed=105,
        rounds=(1,),
        from_ply=44,
        whim=0.4,
    ),
]
