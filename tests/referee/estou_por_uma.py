"""A second referee of Estou-por-uma, plain and slow, written from the rules page alone.

It shares nothing with the rules that it judges. Each function names the clause that it follows.
Cards are their numbers on the wire, 13 * (suit - 1) + rank; suits, effects and reasons too.
"""

from typing import Any

from tests.referee.fair import Fair

Event = tuple[str, dict[str, Any]]
Action = tuple[Any, ...]

CLUBS, DIAMONDS, HEARTS, SPADES = 1, 2, 3, 4
SKIP, DRAW_STACK, WILD, PREVIOUS_DRAWS, REVERSE = 1, 2, 3, 4, 5
FOR_TURN, FOR_STACK, FOR_PREVIOUS, FOR_IDENTICAL, FOR_FORGOTTEN = 1, 2, 3, 4, 5
FIRST_OUT = 1
CATCH = 1
LAST_ROUND = 1024
LAST_ACTION = 30_000

SUIT_ORDER = (HEARTS, DIAMONDS, SPADES, CLUBS)
USUAL_EFFECTS = [
    {"rank": 1, "effect": SKIP},
    {"rank": 7, "effect": DRAW_STACK},
    {"rank": 8, "effect": WILD},
    {"rank": 9, "effect": PREVIOUS_DRAWS},
    {"rank": 13, "effect": REVERSE},
]


def rank_of(card: int) -> int:
    """Ace = 1 to king = 13 (contract, `Card`)."""
    return (card - 1) % 13 + 1


def suit_of(card: int) -> int:
    """The printed suit (contract, `Card`)."""
    return (card - 1) // 13 + 1


def preference(card: int) -> tuple[int, int]:
    """The order of EPU-R40: the highest number, then copas, ouros, espadas, paus."""
    return rank_of(card), -SUIT_ORDER.index(suit_of(card))


class Referee:
    """One match of Estou-por-uma."""

    def __init__(
        self, options: dict[str, Any], seats: int, secret: bytes, entropy: list[bytes]
    ) -> None:
        """No card is dealt yet; everybody starts with no points (EPU-14)."""
        self.options = options
        self.effects = {
            rule["rank"]: rule["effect"] for rule in options["effects"] or USUAL_EFFECTS
        }
        self.fair = Fair(secret, entropy or [b""] * seats, "estou_por_uma/1")
        self.seats = seats
        self.phase = "deal"
        self.events: list[Event] = []
        # The match.
        self.round_number = 0
        self.dealer: int | None = None
        self.points = [0] * seats
        self.playing = [True] * seats
        self.left_in: dict[int, int] = {}  # seat -> the round in which it passed the limit
        # The round, as it stands before the first deal (G-21).
        self.in_round: list[int] = []
        self.direction = 0
        self.packs = 0
        self.hands: list[list[int]] = [[] for _ in range(seats)]
        self.stock: list[int] = []  # stock[0] is the next card drawn
        self.discards: list[int] = []  # discards[-1] is the top
        self.top_seat: int | None = None
        self.suit = 0
        self.pending = 0
        self.drawn = 0
        self.called = [False] * seats
        self.owing: int | None = None  # catch: whose forgotten call is open
        self.turn: int | None = None
        self.passes = 0  # passes in a row without a card to buy
        self.reshuffles = 0
        self.actions = 0

    # ---------------------------------------------------------------- dealing

    def deal(self) -> list[Event]:
        """EPU-3, EPU-4: hands one card at a time from the seat after the dealer, then the upcard."""
        self.events = []
        self.round_number += 1
        self.in_round = [seat for seat in range(self.seats) if self.playing[seat]]
        self.direction = 1  # EPU-R10
        self.dealer = self._next_dealer()
        self.packs = self._packs()
        self._clear_round()
        self.stock = self.fair.shuffle(self.round_number, "deck", self._deck())
        for _ in range(self.options["hand_size"]):
            for place in range(1, len(self.in_round) + 1):  # G-4
                self.hands[self._after(self.dealer, place)].append(self.stock.pop(0))
        self._turn_upcard(self.dealer)
        return self.events

    def _next_dealer(self) -> int:
        """EPU-R4: drawn in the first round, then the next seat still in the game, clockwise."""
        if self.dealer is None:
            return self.fair.below(1, "dealer", self.seats)
        return self._after(self.dealer, 1)

    def _packs(self) -> int:
        """EPU-R1: at least two, and as many as the seats dealt in need; or as the table chose."""
        if self.options.get("packs"):
            return int(self.options["packs"])
        needed: int = (self.options["hand_size"] + 2) * len(self.in_round) + 1
        return max(2, -(-needed // 52))

    def _deck(self) -> list[int]:
        """EPU-R1, EPU-R3: packs of 52 without jokers."""
        return [card for card in range(1, 53) for _ in range(self.packs)]

    def _clear_round(self) -> None:
        """Cards leave the table with the next deal (G-21)."""
        self.hands = [[] for _ in range(self.seats)]
        self.discards = []
        self.top_seat = None
        self.pending = 0
        self.called = [False] * self.seats
        self.passes = 0
        self.reshuffles = 0

    def _turn_upcard(self, dealer: int) -> None:
        """EPU-R6 to EPU-R8: the seat after the dealer starts on the upcard, whose printed suit is in
        force; by option it works as if the dealer had played it (EPU-R7)."""
        upcard = self.stock.pop(0)
        self.discards.append(upcard)
        self.suit = suit_of(upcard)
        self._tell("RoundDealt", round_number=self.round_number, dealer=dealer, upcard=upcard)
        self.phase = "seat"
        steps = 1
        if self.options["upcard_takes_effect"]:
            self.top_seat = dealer
            steps = self._take_effect(dealer, upcard, 0)
        self.turn = self._after(dealer, steps)

    def _after(self, seat: int, steps: int) -> int:
        """EPU-7, EPU-R43: so many seats on in the rotation, counting only those in the round."""
        while steps:
            seat = (seat + self.direction) % self.seats
            steps -= self.playing[seat]
        return seat

    def _before(self, seat: int) -> int:
        """EPU-R19: the seat immediately before in the current rotation, in the round."""
        seat = (seat - self.direction) % self.seats
        while not self.playing[seat]:
            seat = (seat - self.direction) % self.seats
        return seat

    # ---------------------------------------------------------------- what may be done

    def awaiting(self) -> str:
        """What the match waits for: a "deal", a "seat", or "nothing" (G-23)."""
        return self.phase

    def to_act(self) -> int | None:
        """Exactly one seat is to act while a round is played (invariants of 2.3)."""
        return self.turn

    def _effect(self, card: int) -> int:
        """EPU-29, EPU-R33: what the card does at this table."""
        return self.effects.get(rank_of(card), 0)

    def _fits(self, card: int) -> bool:
        """`playable` of 2.3: EPU-5, EPU-22, and under a stack EPU-R15, EPU-R16, EPU-R33."""
        follows = suit_of(card) == self.suit or rank_of(card) == rank_of(self.discards[-1])
        if self.pending:
            answers = self._effect(card) == DRAW_STACK
            return answers and follows and not self.options["no_stacking"]
        return follows or self._effect(card) == WILD

    def _playable(self, seat: int) -> list[int]:
        """The faces that the seat may play; of those, after a purchase, only it (EPU-R12)."""
        if self.drawn:
            return [self.drawn]
        return [card for card in sorted(set(self.hands[seat])) if self._fits(card)]

    def _may_draw(self, seat: int) -> bool:
        """EPU-8, EPU-R11, EPU-R41: under a stack, with nothing to play, or (option) at will, if
        there is a card (G-27); one purchase per turn (EPU-R13)."""
        if self.drawn:
            return False
        if self.pending or not self._playable(seat):
            return True
        cards_to_draw = len(self.stock) + len(self.discards) - 1
        return bool(self.options["voluntary_draw"]) and cards_to_draw > 0

    def _may_pass(self) -> bool:
        """EPU-R12, EPU-R13: only by option, and only to keep a bought card that fits."""
        return bool(self.drawn and self.options["may_keep_drawn"])

    def legal(self, seat: int) -> list[Action]:
        """Plays by card, suit and call, then draw, pass, declaration (contract, `View.legal`)."""
        if self.phase != "seat":
            return []
        actions: list[Action] = []
        if seat == self.turn:
            for card in self._playable(seat):
                actions += self._plays(seat, card)
            if self._may_draw(seat):
                actions.append(("draw",))
            if self._may_pass():
                actions.append(("pass",))
        return actions + self._declarations(seat)

    def _plays(self, seat: int, card: int) -> list[Action]:
        """EPU-R18, G-28: a wild card once for each suit, unless it goes out; the last card but one
        twice, first with the call (EPU-9)."""
        held = len(self.hands[seat])
        names_suit = self._effect(card) == WILD and held > 1
        suits = (CLUBS, DIAMONDS, HEARTS, SPADES) if names_suit else (0,)
        calls = (True, False) if held == 2 else (False,)
        return [("play", card, suit, call) for suit in suits for call in calls]

    def _declarations(self, seat: int) -> list[Action]:
        """EPU-R27, G-30: while a call is owed its seat may call, the others in the round accuse."""
        if self.owing is None or seat not in self.in_round:
            return []
        return [("declare", None if seat == self.owing else self.owing)]

    # ---------------------------------------------------------------- refusals

    def refusal(self, seat: int, action: Action) -> str | None:
        """G-5, G-20: the first check that fails, or None."""
        if self.phase != "seat":
            return "ROUND_OVER" if self.round_number else "WRONG_PHASE"
        if action[0] == "declare":
            return self._declaration_refused(seat, action[1])
        if seat != self.turn:
            return "NOT_YOUR_TURN"
        if action[0] == "play":
            _, card, suit, call = action
            return self._card_refused(seat, card, suit, call=call)
        if action[0] == "draw":
            return self._draw_refused(seat)
        return None if self._may_pass() else "CANNOT_PASS"

    def _declaration_refused(self, seat: int, accused: int | None) -> str | None:
        """EPU-R27, G-30: who is not in the round has no say; else there must be something open."""
        if seat not in self.in_round:
            return "NOT_YOUR_TURN"
        if ("declare", accused) in self._declarations(seat):
            return None
        return "NOTHING_TO_DECLARE" if accused is None else "NOTHING_TO_CATCH"

    def _draw_refused(self, seat: int) -> str | None:
        """EPU-R11, EPU-R13: one purchase per turn, and not while something fits."""
        if self.drawn:
            return "ALREADY_DREW"
        return None if self._may_draw(seat) else "MUST_PLAY"

    def _card_refused(self, seat: int, card: int, suit: int, *, call: bool) -> str | None:
        """G-5: possession, legality, parameters."""
        if card not in self.hands[seat]:
            return "CARD_NOT_IN_HAND"
        if self.drawn and card != self.drawn:
            return "ONLY_DRAWN_CARD"
        if not self._fits(card):
            return "CARD_NOT_PLAYABLE"
        return self._suit_refused(seat, card, suit) or self._call_refused(seat, call=call)

    def _suit_refused(self, seat: int, card: int, suit: int) -> str | None:
        """EPU-R18, G-28: a wild card must name a suit unless it is the last; no other play has one."""
        if self._effect(card) != WILD or len(self.hands[seat]) == 1:
            return "SUIT_NOT_ALLOWED" if suit else None
        return None if suit else "SUIT_REQUIRED"

    def _call_refused(self, seat: int, *, call: bool) -> str | None:
        """EPU-R29: the call goes with the last card but one."""
        return "DECLARATION_NOT_APPLICABLE" if call and len(self.hands[seat]) != 2 else None

    # ---------------------------------------------------------------- what happens

    def act(self, seat: int, action: Action) -> list[Event]:
        """Applies a legal action; the last one of the longest match ends its round (EPU-R45)."""
        self.events = []
        self.actions += 1
        if action[0] == "play":
            _, card, suit, call = action
            self._play(seat, card, suit, call=call)
        elif action[0] == "draw":
            self._draw(seat)
        elif action[0] == "pass":
            self._pass(seat)
        elif action[1] is None:
            self._call(seat)
        else:
            self._catch(seat, action[1])
        if self.actions == LAST_ACTION and self.phase == "seat":
            self._end_round(None)
        return self.events

    def _tell(self, name: str, **fields: Any) -> None:
        """Events stand in the order in which things happen (G-22)."""
        self.events.append((name, fields))

    def _play(self, seat: int, card: int, suit: int, *, call: bool) -> None:
        """EPU-R22: card, empty hand, call, equal card, effect, next turn."""
        equalled = self.top_seat if card == self.discards[-1] else None
        self._place(seat, card, suit)
        out = not self.hands[seat]
        if out and not self.options["last_card_draws"]:
            self._end_round(seat)
            return
        if len(self.hands[seat]) == 1:
            self._check_call(seat, call=call)
        if equalled is not None and (equalled != seat or self.options["identical_self"]):
            self._charge(equalled, self.options["identical_cards"], FOR_IDENTICAL)
        steps = self._take_effect(seat, card, suit)
        if not out:
            self.turn = self._after(seat, steps)
            return
        self._charge(self._after(seat, 1), self.pending, FOR_STACK)  # EPU-R32: full, no answer
        self.pending = 0
        self._end_round(seat)

    def _place(self, seat: int, card: int, suit: int) -> None:
        """EPU-R22 (1): the card lies on the table and its suit is in force."""
        identical = card == self.discards[-1]
        self._tell("CardPlayed", seat=seat, card=card, suit=suit, identical=identical)
        self.hands[seat].remove(card)
        self.discards.append(card)
        self.top_seat = seat
        self.suit = suit_of(card)
        self.drawn = 0
        self.owing = None  # G-30: open until the next play
        self.passes = 0

    def _check_call(self, seat: int, *, call: bool) -> None:
        """EPU-9, EPU-10, EPU-R27: called, or seven cards at once, or open to be caught."""
        if call:
            self._call(seat)
        elif self.options["enforcement"] == CATCH:
            self.owing = seat
        else:
            self._charge(seat, self.options["forgotten_cards"], FOR_FORGOTTEN)

    def _take_effect(self, seat: int, card: int, suit: int) -> int:
        """EPU-17 to EPU-24: what the card does; how many seats on the next turn is."""
        effect = self._effect(card)
        if effect == SKIP:
            self._tell("Skipped", seat=self._after(seat, 1))
            return 2
        if effect == DRAW_STACK:
            self.pending += self.options["draw_cards"]
        elif effect == WILD:
            self.suit = suit or suit_of(card)
        elif effect == PREVIOUS_DRAWS:
            self._charge(self._before(seat), self.options["previous_cards"], FOR_PREVIOUS)
        elif effect == REVERSE:
            self.direction = -self.direction
            self._tell("Reversed", direction=self.direction)
            if len(self.in_round) == 2 and self.options["reverse_skips_for_two"]:  # EPU-R23
                return 2
        return 1

    def _call(self, seat: int) -> None:
        """EPU-9: estou-por-uma; late, by option (EPU-R27)."""
        self.called[seat] = True
        self.owing = None
        self._tell("Called", seat=seat)

    def _catch(self, seat: int, accused: int) -> None:
        """EPU-R27: who forgot and is accused in time takes the cards of EPU-10; the turn stays."""
        self.owing = None
        self._tell("Caught", seat=accused, by=seat)
        self._charge(accused, self.options["forgotten_cards"], FOR_FORGOTTEN)

    def _draw(self, seat: int) -> None:
        """EPU-8, EPU-R13, EPU-R17: buys one, which is played if it fits, or takes the stack."""
        self.owing = None  # G-30: open until the next draw
        if self.pending:
            taken = self._charge(seat, self.pending, FOR_STACK)
            self.pending = 0
        else:
            taken = self._charge(seat, 1, FOR_TURN)
            if taken and self._fits(taken[0]):
                self.drawn = taken[0]
                self.passes = 0
                return
            self._tell("Passed", seat=seat)
        self.passes = 0 if taken else self.passes + 1
        if self.passes == len(self.in_round):  # EPU-R30, G-27
            self._end_round(None)
        else:
            self.turn = self._after(seat, 1)

    def _pass(self, seat: int) -> None:
        """EPU-R12: a bought card that fits is kept."""
        self.drawn = 0
        self._tell("Passed", seat=seat)
        self.turn = self._after(seat, 1)

    def _charge(self, seat: int, count: int, reason: int) -> list[int]:
        """Draws that many, or what there is (EPU-R5); 0 cards make no event (G-28)."""
        if not count:
            return []
        taken: list[int] = []
        while len(taken) < count and self._has_stock():
            taken.append(self.stock.pop(0))
        if taken:
            self.hands[seat] += taken
            self.called[seat] = False  # contract, `SeatView.called`
        self._tell("CardsDrawn", seat=seat, count=len(taken), reason=reason, cards=taken)
        return taken

    def _has_stock(self) -> bool:
        """EPU-R5: an empty stock is made anew of the discards under the top."""
        if not self.stock and len(self.discards) > 1:
            self.reshuffles += 1
            purpose = f"stock/{self.reshuffles}"
            self.stock = self.fair.shuffle(self.round_number, purpose, sorted(self.discards[:-1]))
            self.discards = self.discards[-1:]
            self._tell("Reshuffled", stock=len(self.stock))
        return bool(self.stock)

    # ---------------------------------------------------------------- the count

    def _value(self, card: int) -> int:
        """EPU-12, EPU-R31: its own number, court cards 10 by option, zero ranks nothing."""
        rank = rank_of(card)
        if rank in self.options["zero_ranks"]["ranks"]:
            return 0
        return min(rank, 10) if self.options["court_cards_count_ten"] else rank

    def _end_round(self, winner: int | None) -> None:
        """EPU-11, EPU-12, EPU-R38: the cards left in hands count, and totals are judged."""
        self.turn = self.owing = None
        self.drawn = 0
        counted = {seat: sum(map(self._value, self.hands[seat])) for seat in self.in_round}
        scores = [self._judge(seat, points) for seat, points in counted.items()]
        self._tell("RoundScored", winner=winner, seats=scores)
        self.phase = "nothing" if self._is_over() else "deal"

    def _judge(self, seat: int, points: int) -> dict[str, Any]:
        """EPU-15, EPU-16: exactly the limit goes back to zero, more than it leaves."""
        total = self.points[seat] + points
        reset = total == self.options["limit"]
        eliminated = total > self.options["limit"]
        self.points[seat] = 0 if reset else total
        if eliminated:
            self.playing[seat] = False
            self.left_in[seat] = self.round_number
        return {
            "seat": seat,
            "hand": sorted(self.hands[seat]),
            "points": points,
            "total": self.points[seat],
            "reset": reset,
            "eliminated": eliminated,
        }

    def _is_over(self) -> bool:
        """EPU-R35, EPU-R36: one left or none, or (option) the first out; G-12, EPU-R45 bound it."""
        if self.options["end_mode"] == FIRST_OUT and self.left_in:
            return True
        bound = self.round_number == LAST_ROUND or self.actions == LAST_ACTION
        return sum(self.playing) <= 1 or bound

    def placements(self) -> list[dict[str, int]]:
        """G-9, EPU-R35 to EPU-R37: competition ranking, equal is shared."""
        if self.phase != "nothing":
            return []
        standing = [self._standing(seat) for seat in range(self.seats)]
        return [
            {
                "seat": seat,
                "place": 1 + sum(other < standing[seat] for other in standing),
                "score": self.points[seat],
                "tie_break": 0,
            }
            for seat in range(self.seats)
        ]

    def _standing(self, seat: int) -> tuple[int, int]:
        """EPU-R37: who stayed, then who left later, then with fewer points; with first_out the
        points alone (EPU-R35). Less is better."""
        if self.options["end_mode"] == FIRST_OUT and self.left_in:
            return 0, self.points[seat]
        if self.playing[seat]:
            return -LAST_ROUND - 1, 0  # G-12: those still playing share
        return -self.left_in[seat], self.points[seat]

    def rounds_to_open(self) -> int:
        """Fairness, the chain of secrets: a round's secret is open once it has been counted."""
        return self.round_number - 1 if self.phase == "seat" else self.round_number

    def seats_out(self) -> list[int]:
        """EPU-15, EPU-R43: who has passed the limit."""
        return [seat for seat in range(self.seats) if not self.playing[seat]]

    # ---------------------------------------------------------------- the default

    def default(self) -> Action:
        """EPU-R40: draw under a stack or with nothing that fits; else the highest card that is not
        wild, a wild one only if nothing else; the call is made."""
        assert self.turn is not None
        cards = [] if self.pending else self._playable(self.turn)
        if not cards:
            return ("draw",)
        tame = [card for card in cards if self._effect(card) != WILD]
        card = max(tame or cards, key=preference)
        hand = self.hands[self.turn]
        names_suit = not tame and len(hand) > 1
        return ("play", card, self._most_held(hand, card) if names_suit else 0, len(hand) == 2)

    def _most_held(self, hand: list[int], played: int) -> int:
        """EPU-R40, G-26: the suit held most without the wild card played; ties in suit order."""
        suits = [suit_of(card) for card in hand]
        suits.remove(suit_of(played))
        return max(SUIT_ORDER, key=suits.count)

    # ---------------------------------------------------------------- what is seen

    def _is_seated(self, observer: int | None) -> bool:
        """Contract, `Observer`: a seat that is out sees what a spectator sees."""
        return observer is not None and self.playing[observer]

    def seen(self, event: Event, observer: int | None) -> Event:
        """EPU-R39: bought cards are shown to their owner only."""
        name, fields = event
        if name != "CardsDrawn":
            return event
        if self._is_seated(observer) and fields["seat"] == observer:
            return event
        return name, {**fields, "cards": []}

    def view(self, observer: int | None) -> dict[str, Any]:
        """EPU-R39, G-21: public are the counts, the pile, suit, stack, direction, who owes a call."""
        own = observer if self._is_seated(observer) else None
        return {
            "round_number": self.round_number,
            "dealer": self.dealer,
            "direction": self.direction,
            "seats": [self._seat_view(seat) for seat in range(self.seats)],
            "top": self.discards[-1] if self.discards else 0,
            "top_seat": self.top_seat,
            "suit": self.suit,
            "pending_draw": self.pending,
            "stock": len(self.stock),
            "discards": list(self.discards),
            "hand": [] if own is None else sorted(self.hands[own]),
            "drawn": self.drawn if own is not None and own == self.turn else 0,
            "packs": self.packs,
            "limit": self.options["limit"],
        }

    def _seat_view(self, seat: int) -> dict[str, Any]:
        """One seat as everybody sees it (contract, `SeatView`)."""
        return {
            "points": self.points[seat],
            "cards_left": len(self.hands[seat]),
            "playing": self.playing[seat],
            "called": self.called[seat],
            "catchable": seat == self.owing,
        }
