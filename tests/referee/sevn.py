"""SEVN, written a second time from section 3 of the rules alone, plain before fast.

A round is one generator, told in the order of algorithm 3.4: it stops wherever a seat has to decide
and goes on with the answer. Views read the bookkeeping beside it. Cards are the contract's numbers.
"""

from collections.abc import Generator, Iterable
from typing import Any

from tests.referee.fair import ROUNDS, Fair

Event = tuple[str, dict[str, Any]]
Action = tuple[Any, ...]
Play = Generator[None, Action, None]

ZERO, THIRTEEN = 1, 14
BALLASTS = (15, 16, 17)
TIMES_2 = 18
PLUS = {19: 2, 20: 4, 21: 6, 22: 8, 23: 10}
FEATHERWEIGHT, HEAVYWEIGHT, STRAIGHT = 24, 25, 26
FREEZE, SECOND_CHANCE, DRAW_THREE, CROSSROADS, STORM = 27, 28, 29, 30, 31
VALUES = {ZERO + number: number for number in range(14)} | {15: -2, 16: -4, 17: -6}

UNDEALT, ACTIVE, SAFE, BUST = range(4)
TURN, TARGET, BALLAST, GIVE, CROSSING = range(1, 6)
ANSWERS = {TARGET: "seat", BALLAST: "keep", GIVE: "seat", CROSSING: "option"}

# Table 3.2 by the contract's numbers: zeros, each ballast, each bonus, and the actions, in the
# order freeze, second chance, draw of three, crossroads, storm.
COMPOSITIONS = {
    0: (1, 2, 2, (2, 2, 2, 2, 2)),
    1: (1, 1, 2, (3, 3, 3, 2, 2)),
    2: (1, 2, 1, (3, 3, 3, 2, 2)),
    3: (1, 3, 1, (2, 2, 2, 2, 2)),
    4: (1, 1, 3, (2, 2, 2, 2, 2)),
    5: (2, 1, 1, (3, 3, 3, 3, 3)),
}


def composed(composition: int) -> list[int]:
    """The 120 cards of a composition, ascending: n copies of n, one of each modifier (3.2)."""
    zeros, ballast, bonus, actions = COMPOSITIONS[composition]
    copies = {ZERO: zeros} | {ZERO + number: number for number in range(1, 14)}
    copies |= dict.fromkeys(BALLASTS, ballast) | dict.fromkeys((TIMES_2, *PLUS), 1)
    copies |= dict.fromkeys((FEATHERWEIGHT, HEAVYWEIGHT, STRAIGHT), bonus)
    action_cards = (FREEZE, SECOND_CHANCE, DRAW_THREE, CROSSROADS, STORM)
    copies |= dict(zip(action_cards, actions, strict=True))
    return [card for card in sorted(copies) for _ in range(copies[card])]


def longest_run(row: list[int]) -> int:
    """The longest run of consecutive numbers; ballast forms none, 13 to 0 does not wrap (SV-R27)."""
    longest = run = 0
    for card in range(ZERO, THIRTEEN + 1):
        run = run + 1 if card in row else 0
        longest = max(longest, run)
    return longest


def score(row: list[int], extras: list[int], sevn_bonus: int, *, bust: bool) -> dict[str, int]:
    """The steps of SV-34: values, x2, modifiers, bonuses (SV-30 to SV-32), SEVN, limit to zero."""
    values = [VALUES[card] for card in row]
    low = len(values) >= 4 and max(values) <= 6
    heavy = len([value for value in values if value >= 10]) >= 3
    run = longest_run(row)
    steps = {
        "doubled": sum(values) * 2 ** extras.count(TIMES_2),
        "modifiers": sum(PLUS.get(card, 0) for card in extras),
        "featherweight": 15 if FEATHERWEIGHT in extras and low else 0,
        "heavyweight": 12 if HEAVYWEIGHT in extras and heavy else 0,
        "straight": 4 * run if STRAIGHT in extras and run >= 3 else 0,
        "sevn": sevn_bonus if len(row) == 7 else 0,
    }
    points = 0 if bust else max(0, sum(steps.values()))
    return {"sum": sum(values), **steps, "points": points}


class Seat:
    """What lies before one seat in a round, and its total."""

    def __init__(self, number: int, total: int) -> None:
        """A seat with nothing before it; the total outlives the round."""
        self.number = number
        self.total = total
        self.standing = UNDEALT
        self.row: list[int] = []
        self.extras: list[int] = []
        self.second = False
        self.bust_card = 0

    def cards(self) -> list[int]:
        """All its cards, in the order of the contract's fields."""
        second = [SECOND_CHANCE] if self.second else []
        bust = [self.bust_card] if self.bust_card else []
        return self.row + self.extras + second + bust


class Referee:
    """One match of SEVN."""

    def __init__(
        self, options: dict[str, Any], seats: int, secret: bytes, entropy: list[bytes]
    ) -> None:
        """A match before its first deal; an empty entropy is one empty entry for each seat."""
        self.options = options
        self.fair = Fair(secret, entropy or [b""] * seats, "sevn/1")
        self.cards = self._all_cards()
        self.seats = [Seat(number, 0) for number in range(seats)]
        self.deck: list[int] = []  # the top is the last
        self.discards: list[int] = []
        self.round_number = 0
        self.reshuffles = 0
        self.starter: int | None = None
        self.turn: int | None = None
        self.ballasts: list[tuple[int, int]] = []  # of the deal: (card, seat)
        self.queue: list[tuple[int, int]] = []  # (card, owner)
        self.current: dict[str, Any] | None = None
        self.shown: list[int] = []
        self.events: list[Event] = []
        self.play: Play | None = None
        self.over = False
        self.decision = 0
        self.decider: int | None = None
        self.choices: list[Action] = []
        self.asking = 0  # the card that the decision is about

    def _all_cards(self) -> list[int]:
        """The deck of one's own, or else the composition's (SV-R1)."""
        own = {count["card"]: count["copies"] for count in self.options["deck"]}
        cards = [card for card in sorted(own) for _ in range(own[card])]
        return cards or composed(self.options["composition"])

    # What a table asks ------------------------------------------------------------------------

    def awaiting(self) -> str:
        """The next deal, a seat, or nothing once the match is over (SV-19)."""
        if self.over:
            return "nothing"
        return "seat" if self.decision else "deal"

    def to_act(self) -> int | None:
        """The seat that decides, who need not have the turn and may be out (SV-R11)."""
        return self.decider

    def deal(self) -> list[Event]:
        """Deals the next round and goes on to its first decision (3.4)."""
        self.play = self._round()
        return self._go_on(None)

    def act(self, seat: int, action: Action) -> list[Event]:
        """Answers the open decision and goes on to the next."""
        assert seat == self.decider
        assert action in self.choices
        self._close()
        return self._go_on(action)

    def legal(self, seat: int) -> list[Action]:
        """All that the seat to act may answer: draw first, seats clockwise from the decider's."""
        return list(self.choices) if seat == self.decider else []

    def refusal(self, seat: int, action: Action) -> str | None:
        """The code of G-5: round over, phase, turn, kind of decision, legality, in this order."""
        if self.awaiting() != "seat" and self.round_number:
            return "ROUND_OVER"
        if self.awaiting() != "seat" or action[0] not in ("draw", "pass", "choose"):
            return "WRONG_PHASE"
        if seat != self.decider:
            return "NOT_YOUR_TURN"
        asked = action[1] if action[0] == "choose" else None
        if asked != ANSWERS.get(self.decision):
            return "WRONG_DECISION"
        return None if action in self.choices else "NOT_AN_OPTION"

    def default(self) -> Action:
        """The safest answer: stop, discard, oneself or the next, no repeat (SV-R23, SV-22)."""
        if self.decision in (TURN, BALLAST):
            return self.choices[-1]
        if self.decision == CROSSING:
            repeats = [self._is_repeat(card) for card in self.shown]
            return self.choices[repeats.index(False) if False in repeats else 0]
        return self.choices[0]

    def _is_repeat(self, card: int) -> bool:
        """Whether a card shown is a repeat that busts, second chance or not (G-32)."""
        assert self.decider is not None
        busts = card not in BALLASTS or bool(self.options["duplicate_ballast_busts"])
        return busts and card in self.seats[self.decider].row

    def seen(self, event: Event, observer: int | None) -> Event:
        """Every event as it is: cards are drawn in sight of all (SV-1, SV-R35)."""
        del observer
        return event

    def seats_out(self) -> list[int]:
        """Nobody leaves a match of SEVN: all seats play every round (SV-R32)."""
        return []

    def rounds_to_open(self) -> int:
        """All at the end, for the deck goes on; each as counted where it does not (fairness)."""
        if self.over:
            return self.round_number
        counted = self.round_number - (1 if self.decision else 0)
        return max(0, counted) if self.options["reshuffle_each_round"] else 0

    def placements(self) -> list[dict[str, int]]:
        """Places by total, equal totals share (SV-R34, G-9); all the first at the bound (G-12)."""
        if not self.over:
            return []
        totals = [seat.total for seat in self.seats]
        ended = self._has_winner()
        return [
            {
                "seat": seat.number,
                "place": 1 + len([t for t in totals if t > seat.total]) if ended else 1,
                "score": seat.total,
                "tie_break": 0,
            }
            for seat in self.seats
        ]

    # What one sees ----------------------------------------------------------------------------

    def view(self, observer: int | None) -> dict[str, Any]:
        """The table, the same for everybody: all but the order of the deck (SV-R35, G-21)."""
        del observer
        return {
            "round_number": self.round_number,
            "starter": self.starter,
            "seats": [self._seat_view(seat) for seat in self.seats],
            "turn": self.turn,
            "decision": self.decision,
            "card": self.asking,
            "options": list(self.shown),
            "queue": [_queued(card, owner) for card, owner in self.ballasts + self.queue],
            "deck": len(self.deck),
            "discards": list(self.discards),
            "target": self.options["target"],
            "current": self._current_view(),
        }

    def _seat_view(self, seat: Seat) -> dict[str, Any]:
        """One seat of the view."""
        return {
            "total": seat.total,
            "standing": seat.standing,
            "row": list(seat.row),
            "extras": list(seat.extras),
            "second_chance": seat.second,
            "score": self._score(seat),
            "bust_card": seat.bust_card,
        }

    def _current_view(self) -> dict[str, Any] | None:
        """The action that a decision holds up, if any."""
        if self.current is None:
            return None
        return {**self.current, "seats_left": list(self.current["seats_left"])}

    def _score(self, seat: Seat) -> dict[str, int]:
        """What the seat would score now; a bust keeps its steps, without points (G-34)."""
        bust = seat.standing == BUST
        return score(seat.row, seat.extras, self.options["sevn_bonus"], bust=bust)

    # The generator's bookkeeping --------------------------------------------------------------

    def _go_on(self, answer: Action | None) -> list[Event]:
        """Runs the round to its next decision, or to its end, and tells what happened."""
        self.events = []
        assert self.play is not None
        try:
            # A generator that has not begun is begun by sending None.
            self.play.send(answer)  # type: ignore[arg-type]
        except StopIteration:
            self.play = None
        return self.events

    def _tell(self, name: str, **fields: Any) -> None:
        """One more event (G-22)."""
        self.events.append((name, fields))

    def _ask(
        self, decision: int, seat: int, choices: list[Action], card: int = 0
    ) -> Generator[None, Action, Action]:
        """Opens a decision and stops the round until it is answered."""
        self.decision, self.decider, self.choices, self.asking = decision, seat, choices, card
        return (yield)

    def _close(self) -> None:
        """No decision is open."""
        self.decision, self.decider, self.choices, self.asking = 0, None, [], 0

    # Seats around the table -------------------------------------------------------------------

    def _active_from(self, start: int) -> list[int]:
        """The seats still in the round, clockwise, beginning with `start` (G-1)."""
        count = len(self.seats)
        around = [(start + step) % count for step in range(count)]
        return [number for number in around if self.seats[number].standing == ACTIVE]

    # Algorithm 3.4: round ---------------------------------------------------------------------

    def _round(self) -> Play:
        """A deal, what it queued, then turns until nobody is active (3.4, SV-R8)."""
        self._begin()
        self._deal_one_each()
        yield from self._decide_dealt_ballasts()
        yield from self._resolve_queue()
        assert self.starter is not None
        active = self._active_from(self.starter)
        while active:
            self.turn = active[0]
            yield from self._take_turn(self.turn)
            active = self._active_from((self.turn + 1) % len(self.seats))
        self.turn = None
        self._count()

    def _begin(self) -> None:
        """Clears the table and names the starter: random, then the next seat (G-2, SV-R6)."""
        count = len(self.seats)
        self.round_number += 1
        self.reshuffles = 0
        if self.starter is None:
            self.starter = self.fair.below(1, "dealer", count)
        else:
            self.starter = (self.starter + 1) % count
        for seat in self.seats:
            self.discards += seat.cards()
        self.seats = [Seat(seat.number, seat.total) for seat in self.seats]
        if self.round_number == 1 or self.options["reshuffle_each_round"]:
            self.deck = self.fair.shuffle(self.round_number, "deck", self.cards)[::-1]
            self.discards = []
        self._tell("RoundStarted", round_number=self.round_number, starter=self.starter)

    def _deal_one_each(self) -> None:
        """One card each from the starter; nobody chooses yet (SV-10, SV-R5, SV-R7, SV-R20)."""
        assert self.starter is not None
        for seat in self.seats:
            seat.standing = ACTIVE
        for number in self._active_from(self.starter):
            card = self._turn_up(number)
            if card in BALLASTS:
                self.ballasts.append((card, number))
            elif card:
                for _ in self._settle(number, card):
                    raise AssertionError("nobody chooses in the deal")

    def _decide_dealt_ballasts(self) -> Play:
        """The ballasts of the deal, in the order dealt, ahead of the actions (SV-R20, G-31)."""
        while self.ballasts:
            card, number = self.ballasts.pop(0)
            yield from self._settle(number, card)

    def _take_turn(self, number: int) -> Play:
        """Draw or stop (SV-3); without a card anywhere only stop (SV-R22)."""
        cards_left = bool(self.deck or self.discards)
        choices: list[Action] = [("draw",), ("pass",)] if cards_left else [("pass",)]
        answer = yield from self._ask(TURN, number, choices)
        if answer == ("draw",):
            yield from self._draw(number)
            yield from self._resolve_queue()
        else:
            self._stop(number, frozen=False)

    def _stop(self, number: int, *, frozen: bool) -> None:
        """The seat leaves the round in safety (SV-5, SV-16)."""
        self.seats[number].standing = SAFE
        self._tell("Stopped", seat=number, frozen=frozen)

    # Algorithm 3.4: draw ----------------------------------------------------------------------

    def _next_card(self) -> int:
        """The top card, after a shuffle of the discards where needed (SV-40); 0 if none exists."""
        if not self.deck and self.discards:
            self.reshuffles += 1
            purpose = f"stock/{self.reshuffles}"
            self.deck = self.fair.shuffle(self.round_number, purpose, self.discards)[::-1]
            self.discards = []
            self._tell("Reshuffled", deck=len(self.deck))
        return self.deck.pop() if self.deck else 0

    def _turn_up(self, number: int) -> int:
        """The top card face up for a seat (SV-1); 0 if none exists: the draw is lost (SV-R22)."""
        card = self._next_card()
        if card:
            self._tell("CardDrawn", seat=number, card=card)
        return card

    def _draw(self, number: int) -> Play:
        """One card is drawn and takes its place."""
        card = self._turn_up(number)
        if card:
            yield from self._settle(number, card)

    def _settle(self, number: int, card: int) -> Play:
        """What a card does when drawn: at once, but for the four queued actions (SV-R10)."""
        seat = self.seats[number]
        if card in seat.row:
            self._repeat(seat, card)
        elif card <= THIRTEEN:
            self._enter_row(seat, card)
        elif card in BALLASTS:
            yield from self._decide_ballast(seat, card)
        elif card < FREEZE:
            seat.extras.append(card)
        elif card == SECOND_CHANCE:
            yield from self._hold_second_chance(seat)
        else:
            self.queue.append((card, number))

    def _enter_row(self, seat: Seat, card: int) -> None:
        """A new value; the seventh is SEVN, which ends the round at once (SV-6, SV-12)."""
        seat.row.append(card)
        if len(seat.row) == 7:
            self._tell("Sevn", seat=seat.number)
            for other in self._active_from(0):
                self.seats[other].standing = SAFE
            self._cancel_queue(range(len(self.seats)))

    def _repeat(self, seat: Seat, card: int) -> None:
        """A value that the row has: discarded ballast, second chance, or bust (SV-18, SV-R19)."""
        if card in BALLASTS and not self.options["duplicate_ballast_busts"]:
            self._refuse_ballast(seat, card)
        elif seat.second:
            seat.second = False
            self.discards += [card, SECOND_CHANCE]
            self._tell("SecondChanceUsed", seat=seat.number, card=card)
        else:
            seat.standing = BUST
            seat.bust_card = card
            self._tell("Busted", seat=seat.number, card=card)
            self._cancel_queue([seat.number])

    def _cancel_queue(self, owners: Iterable[int]) -> None:
        """Actions still queued by these owners are discarded (SV-R12, SV-R40)."""
        cancelled = [(card, owner) for card, owner in self.queue if owner in owners]
        self.queue = [(card, owner) for card, owner in self.queue if owner not in owners]
        for card, owner in cancelled:
            self._discard_action(card, owner)

    def _discard_action(self, card: int, owner: int) -> None:
        """An action without effect goes to the discards."""
        self.discards.append(card)
        self._tell("ActionDiscarded", action=_queued(card, owner))

    def _decide_ballast(self, seat: Seat, card: int) -> Play:
        """Keep it as a value of the row or discard it (SV-22)."""
        choices: list[Action] = [("choose", "keep", True), ("choose", "keep", False)]
        answer = yield from self._ask(BALLAST, seat.number, choices, card)
        if answer[2]:
            self._tell("BallastDecided", seat=seat.number, card=card, kept=True)
            self._enter_row(seat, card)
        else:
            self._refuse_ballast(seat, card)

    def _refuse_ballast(self, seat: Seat, card: int) -> None:
        """The ballast goes to the discards."""
        self.discards.append(card)
        self._tell("BallastDecided", seat=seat.number, card=card, kept=False)

    def _hold_second_chance(self, seat: Seat) -> Play:
        """One at most is held; a second copy is given on, or else discarded (SV-R13)."""
        if not seat.second:
            seat.second = True
            return
        active = self._active_from(seat.number)
        eligible = [number for number in active if not self.seats[number].second]
        receiver: int | None = None
        if eligible:
            receiver = yield from self._choose_seat(GIVE, seat.number, eligible, SECOND_CHANCE)
            self.seats[receiver].second = True
        else:
            self.discards.append(SECOND_CHANCE)
        self._tell("SecondChanceMoved", from_=seat.number, to=receiver)

    def _choose_seat(
        self, decision: int, chooser: int, eligible: list[int], card: int
    ) -> Generator[None, Action, int]:
        """One of several seats by choice, an only one without a question (SV-R14)."""
        if len(eligible) == 1:
            return eligible[0]
        choices: list[Action] = [("choose", "seat", number) for number in eligible]
        answer = yield from self._ask(decision, chooser, choices, card)
        return int(answer[2])

    # Algorithm 3.4: resolve -------------------------------------------------------------------

    def _resolve_queue(self) -> Play:
        """First in, first out, until the queue is empty (SV-23, SV-R10)."""
        while self.queue:
            card, owner = self.queue.pop(0)
            if self._has_effect(card, owner):
                draws = 3 if card == DRAW_THREE else 0
                action = _queued(card, owner)
                self.current = {"action": action, "target": None, "draws_left": draws}
                self.current["seats_left"] = []
                yield from self._resolve(card, owner)
                self.current = None
                self.discards.append(card)
            else:
                self._discard_action(card, owner)

    def _has_effect(self, card: int, owner: int) -> bool:
        """Somebody to hit; for crossroads the owner, and a card to show (SV-R11, R14, R18)."""
        if card == CROSSROADS:
            active = self.seats[owner].standing == ACTIVE
            return active and bool(self.deck or self.discards)
        return bool(self._active_from(owner))

    def _resolve(self, card: int, owner: int) -> Play:
        """What each action does (SV-24, SV-26 to SV-28)."""
        if card == STORM:
            yield from self._storm(owner)
        elif card == CROSSROADS:
            yield from self._crossroads(owner)
        else:
            eligible = self._active_from(owner)
            target = yield from self._choose_seat(TARGET, owner, eligible, card)
            self._take_effect(target)
            if card == FREEZE:
                self._stop(target, frozen=True)
            else:
                yield from self._draw_three(target)

    def _take_effect(self, target: int | None) -> None:
        """The action at the head begins."""
        assert self.current is not None
        self.current["target"] = target
        self._tell("ActionResolved", action=self.current["action"], target=target)

    def _draw_three(self, target: int) -> Play:
        """Up to three cards, one at a time, until a bust, SEVN or no card (SV-26, SV-R15)."""
        assert self.current is not None
        for left in (2, 1, 0):
            if self.seats[target].standing == ACTIVE:
                self.current["draws_left"] = left
                yield from self._draw(target)

    def _storm(self, owner: int) -> Play:
        """All active at its start draw once, the owner first or, by option, last (SV-R16)."""
        assert self.current is not None
        first = (owner + 1) % len(self.seats) if self.options["storm_starts_next"] else owner
        left = self.current["seats_left"] = self._active_from(first)
        self._take_effect(None)
        while left:
            number = left.pop(0)
            if self.seats[number].standing == ACTIVE:
                yield from self._draw(number)

    def _crossroads(self, owner: int) -> Play:
        """Two cards shown, one taken as if drawn, the other discarded (SV-27, SV-R17, SV-R18)."""
        self._take_effect(None)
        shown = [card for card in (self._next_card(), self._next_card()) if card]
        self._tell("Crossroads", seat=owner, options=shown, taken=0)
        choice = 0
        if len(shown) == 2:
            self.shown = shown
            choices: list[Action] = [("choose", "option", 0), ("choose", "option", 1)]
            answer = yield from self._ask(CROSSING, owner, choices, CROSSROADS)
            self.shown = []
            choice = int(answer[2])
            self.discards.append(shown[1 - choice])
        self._tell("Crossroads", seat=owner, options=shown, taken=shown[choice])
        yield from self._settle(owner, shown[choice])

    # Algorithm 3.4: match ---------------------------------------------------------------------

    def _count(self) -> None:
        """Points join the totals; the match ends at a lead of its own (SV-19, SV-R31, G-12)."""
        lines = []
        for seat in self.seats:
            points = self._score(seat)
            seat.total += points["points"]
            lines.append({"seat": seat.number, "score": points, "total": seat.total})
        self._tell("RoundScored", seats=lines)
        self.over = self._has_winner() or self.round_number == ROUNDS

    def _has_winner(self) -> bool:
        """Whether the highest total has reached the target and is nobody else's (SV-R32)."""
        totals = [seat.total for seat in self.seats]
        highest = max(totals)
        return highest >= self.options["target"] and totals.count(highest) == 1


def _queued(card: int, owner: int) -> dict[str, int]:
    """An action card, with who drew it."""
    return {"card": card, "owner": owner}
