"""Eu Faço! a second time, from the text of the rules alone: slow, plain, and judge of the first.

Cards are the contract's numbers, 10 * medal + rank. Events, views and actions are plain tuples and dicts
that carry the contract's field names; `round` is written `round_number`.
"""

from typing import Any

from tests.referee.fair import ROUNDS, Fair

Event = tuple[str, dict[str, Any]]
Action = tuple[Any, ...]
Trick = list[tuple[int, int]]  # who played what, in the order played

DECK = list(range(1, 41))
LIFELESS = 0  # lives shown in a match without lives


def rank(card: int) -> int:
    """The number of a card, 1 to 10 (EF-1)."""
    return (card - 1) % 10 + 1


def medal(card: int) -> int:
    """The suit of a card: bronze 0, silver 1, gold 2, diamond 3, weakest first (EF-2)."""
    return (card - 1) // 10


def ceiling(players: int) -> int:
    """Most cards of a round with so many at the table (EF-11, EF-R6)."""
    return {2: 10, 3: 10, 4: 9, 5: 7, 6: 6, 7: 5, 8: 4}[players]


def outcome(trick: Trick, *, pairs: bool) -> tuple[int | None, set[int]]:
    """Who takes the trick if it ends now, and whose cards are cancelled (EF-28, EF-31 to EF-34, EF-R13).

    With `pairs` the last card of an odd group stays (EF-R15).
    """
    ones = [(medal(card), seat) for seat, card in trick if rank(card) == 1]
    if ones:
        return max(ones)[1], set()
    cancelled: set[int] = set()
    for number in range(10, 1, -1):
        group = [seat for seat, card in trick if rank(card) == number]
        if len(group) == 1 or (pairs and len(group) % 2 == 1):
            return group[-1], cancelled | set(group[:-1])
        cancelled |= set(group)
    return None, cancelled


def weakness(card: int) -> tuple[bool, int, int]:
    """The order in which a default plays: the lowest number, 1s last, then the lower suit (EF-R35)."""
    return rank(card) == 1, rank(card), medal(card)


class Referee:
    """One match of Eu Faço!"""

    def __init__(
        self, options: dict[str, Any], seats: int, secret: bytes, entropy: list[bytes]
    ) -> None:
        """Nothing is dealt yet; everybody starts with the same lives (EF-5), in a fixed match with none (EF-40)."""
        self.options = options
        self.fixed: list[int] = options["fixed_rounds"]
        self.fair = Fair(secret, entropy or [b""] * seats, "eu_faco/1")
        self.seats = seats
        self.lives = [LIFELESS if self.fixed else options["lives"]] * seats
        self.playing = list(range(seats))
        self.exact = [0] * seats
        self.distance = [0] * seats
        self.eliminations: list[list[tuple[int, int]]] = []  # by round: deficit and seat
        self.over = False
        self.round_number = 0
        self.size = 0
        self.up = True
        self.ceiling = 0
        self.dealer: int | None = None
        self.tiebreak = False
        self.tied = False  # everybody left reached zero: the next round is a tie-break
        self.in_round = False
        self.order: list[int] = []
        self.hands: dict[int, list[int]] = {}
        self.bids: dict[int, int] = {}
        self.taken: dict[int, int] = {}
        self.leader: int | None = None
        self.trick: Trick = []
        self.tricks: list[Trick] = []

    # What the match waits for

    def awaiting(self) -> str:
        """The table deals between rounds (G-23); within one a seat acts; nothing once it is over."""
        if self.over:
            return "nothing"
        return "seat" if self.in_round else "deal"

    def bidding(self) -> bool:
        """Every seat of the round promises before anybody plays (EF-17)."""
        return len(self.bids) < len(self.order)

    def to_act(self) -> int | None:
        """Bids go round from the seat after the dealer (EF-18), cards from the leader (EF-12)."""
        if self.awaiting() != "seat":
            return None
        return self.order[len(self.bids)] if self.bidding() else self.next_to_play()

    def next_to_play(self) -> int:
        """The seats play clockwise from the leader (G-1, EF-15)."""
        assert self.leader is not None
        start = self.order.index(self.leader)
        return self.order[(start + len(self.trick)) % len(self.order)]

    # The deal

    def deal(self) -> list[Event]:
        """Starts the next round; a tie-break is resolved at once, without promises (EF-R21)."""
        self.round_number += 1
        self.tiebreak = self.tied
        self.move_dealer()
        self.set_size()
        self.deal_cards()
        dealt = {
            "round_number": self.round_number,
            "hand_size": self.size,
            "dealer": self.dealer,
            "tiebreak": self.tiebreak,
        }
        events: list[Event] = [("RoundDealt", dealt)]
        return events + self.play_foreheads() if self.tiebreak else events

    def move_dealer(self) -> None:
        """Drawn by lot for round 1 (EF-R2), or the last seat (EF-R27); then the next one playing (EF-R7)."""
        if self.dealer is not None:
            self.dealer = self.clockwise_from(self.dealer + 1)[0]
        elif self.fixed:
            self.dealer = self.seats - 1
        else:
            self.dealer = self.fair.below(1, "dealer", self.seats)

    def clockwise_from(self, first: int) -> list[int]:
        """The seats still playing, in order from this place on (G-1)."""
        around = [(first + step) % self.seats for step in range(self.seats)]
        return [seat for seat in around if seat in self.playing]

    def set_size(self) -> None:
        """Up to the ceiling, down to 1, up again (EF-8, EF-R4, EF-R5); a tie-break has one card (EF-39)."""
        initial = self.options["ceiling_policy"] == 1
        self.ceiling = ceiling(self.seats if initial else len(self.playing))
        if self.fixed:
            self.size = self.fixed[self.round_number - 1]
        elif self.tiebreak:
            self.size = 1
        elif self.round_number > 1:
            if self.up and self.size == self.ceiling:
                self.up = False
            elif not self.up and self.size == 1:
                self.up = True
            self.size += 1 if self.up else -1
        else:
            self.size = 1

    def deal_cards(self) -> None:
        """All 40 cards are shuffled (EF-R1) and dealt one at a time from the seat after the dealer (G-4)."""
        assert self.dealer is not None
        deck = self.fair.shuffle(self.round_number, "tiebreak" if self.tiebreak else "deck", DECK)
        self.order = self.clockwise_from(self.dealer + 1)
        players = len(self.order)
        self.hands = {
            seat: sorted(deck[place : players * self.size : players])
            for place, seat in enumerate(self.order)
        }
        self.bids = {}
        self.taken = dict.fromkeys(self.order, 0)
        self.leader = self.order[0]  # EF-R8
        self.trick = []
        self.tricks = []
        self.in_round = True

    # What a seat may do

    def locked_bid(self) -> int | None:
        """The number that would make the sum fit is locked to the last to speak (EF-20, EF-22, EF-R10)."""
        may_lock = self.size >= 2 or self.options["lock_in_one_card"]
        if not (self.in_round and may_lock and len(self.bids) == len(self.order) - 1):
            return None
        closing = self.size - sum(self.bids.values())
        return closing if closing >= 0 else None

    def legal(self, seat: int) -> list[Action]:
        """Every promise but the locked one (EF-R9), or any card held (EF-14), lowest first."""
        if seat != self.to_act():
            return []
        if self.bidding():
            locked = self.locked_bid()
            return [("bid", tricks) for tricks in range(self.size + 1) if tricks != locked]
        return [("play", card, 0, False) for card in self.hands[seat]]

    def refusal(self, seat: int, action: Action) -> str | None:
        """Round over, phase, turn, then possession and legality (G-5, G-20); before the first deal no round is over."""
        if not self.in_round:
            return "ROUND_OVER" if self.round_number else "WRONG_PHASE"
        if action[0] != ("bid" if self.bidding() else "play"):
            return "WRONG_PHASE"
        if seat != self.to_act():
            return "NOT_YOUR_TURN"
        if self.bidding():
            return self.bid_refusal(action[1])
        return self.play_refusal(seat, action)

    def bid_refusal(self, tricks: int) -> str | None:
        """From 0 to the size (EF-R9), and not the locked number (EF-20)."""
        if not 0 <= tricks <= self.size:
            return "BID_RANGE"
        return "BID_LOCKED" if tricks == self.locked_bid() else None

    def play_refusal(self, seat: int, action: Action) -> str | None:
        """Any card held (EF-14), and nothing said with it: suits are not named here, nothing is called (G-5)."""
        _, card, suit, call = action
        if card not in self.hands[seat]:
            return "CARD_NOT_IN_HAND"
        if suit:
            return "SUIT_NOT_ALLOWED"
        return "DECLARATION_NOT_APPLICABLE" if call else None

    def default(self) -> Action:
        """The smallest legal promise, or the weakest card (EF-R35)."""
        seat = self.to_act()
        assert seat is not None
        if self.bidding():
            return self.legal(seat)[0]
        return ("play", min(self.hands[seat], key=weakness), 0, False)

    # What it does

    def act(self, seat: int, action: Action) -> list[Event]:
        """A promise, or a card; after the last promise a forehead round plays itself (EF-R18)."""
        if action[0] == "play":
            return self.play(seat, action[1])
        self.bids[seat] = action[1]
        events: list[Event] = [("BidPlaced", {"seat": seat, "tricks": action[1]})]
        if self.size == 1 and not self.bidding():
            events += self.play_foreheads()
        return events

    def play_foreheads(self) -> list[Event]:
        """The cards of a one-card round, in order from the leader (EF-R18, EF-R21)."""
        return [event for seat in self.order for event in self.play(seat, self.hands[seat][0])]

    def play(self, seat: int, card: int) -> list[Event]:
        """A card goes on the table; the last of a trick ends it, that of the last trick the round (EF-12)."""
        self.hands[seat].remove(card)
        self.trick.append((seat, card))
        events: list[Event] = [("CardPlayed", self.shown(self.trick)[-1])]
        if len(self.trick) == len(self.order):
            events += self.end_trick()
        return events

    def end_trick(self) -> list[Event]:
        """The winner takes it and leads (EF-15); of a cancelled one nobody, and its leader leads again (EF-33)."""
        winner = self.lit(self.trick)
        if winner is not None:
            self.taken[winner] += 1
        self.tricks.append(self.trick)
        events: list[Event] = [("TrickEnded", self.shown_trick(self.trick))]
        if len(self.tricks) == self.size:
            return events + self.end_round(winner)
        self.trick = []
        self.leader = self.leader if winner is None else winner
        return events

    def lit(self, trick: Trick) -> int | None:
        """Whose card would take the trick if it ended now (EF-13, EF-R26)."""
        return outcome(trick, pairs=self.options["cancel_mode"] == 1)[0]

    # The count

    def end_round(self, winner: int | None) -> list[Event]:
        """A round is counted, a tie-break only decided (EF-24, EF-39); 1,024 rounds are the end (G-12)."""
        self.in_round = False
        events: list[Event] = []
        if not self.tiebreak:
            events = [("RoundScored", {"seats": self.count()})]
        elif winner is not None:
            self.playing = [winner]
        self.over = self.is_decided() or self.round_number == ROUNDS
        return events

    def is_decided(self) -> bool:
        """One is left standing (EF-7), or the fixed rounds are played (EF-40)."""
        if self.fixed:
            return self.round_number == len(self.fixed)
        return len(self.playing) == 1

    def count(self) -> list[dict[str, Any]]:
        """Each trick away from the promise costs a life (EF-25), down to none (EF-R19); who has none is out."""
        fallen = []
        for seat in self.order:
            missed = abs(self.bids[seat] - self.taken[seat])
            self.exact[seat] += missed == 0
            self.distance[seat] += missed
            if not self.fixed:
                if missed >= self.lives[seat]:
                    fallen.append((missed - self.lives[seat], seat))
                self.lives[seat] = max(0, self.lives[seat] - missed)
        out = self.eliminate(fallen)
        return [self.line(seat, eliminated=seat in out) for seat in sorted(self.order)]

    def eliminate(self, fallen: list[tuple[int, int]]) -> list[int]:
        """The seats now out; when the last ones fall together they have a tie-break to play (EF-39, EF-R20)."""
        if fallen:
            self.eliminations.append(fallen)
        self.tied = len(fallen) == len(self.playing)
        out = [] if self.tied else [seat for _, seat in fallen]
        self.playing = [seat for seat in self.playing if seat not in out]
        return out

    def line(self, seat: int, *, eliminated: bool) -> dict[str, Any]:
        """What the round cost one seat, as the contract's `SeatScore` says it."""
        return {
            "seat": seat,
            "bid": self.bids[seat],
            "taken": self.taken[seat],
            "lives": self.lives[seat],
            "eliminated": eliminated,
        }

    # The result

    def placements(self) -> list[dict[str, int]]:
        """Competition ranking: 1 and the number of those who did better (G-9)."""
        if not self.over:
            return []
        merits = [self.merit(seat) for seat in range(self.seats)]
        return [
            {
                "seat": seat,
                "place": 1 + sum(merit > merits[seat] for merit in merits),
                "score": self.exact[seat] if self.fixed else self.lives[seat],
                "tie_break": self.distance[seat] if self.fixed else 0,
            }
            for seat in range(self.seats)
        ]

    def merit(self, seat: int) -> tuple[int, int]:
        """More is better: exact rounds, then less distance (EF-R28), or a later elimination (EF-R23).

        By option a smaller deficit parts those of one round; whoever still plays at the end is best (G-12).
        """
        if self.fixed:
            return self.exact[seat], -self.distance[seat]
        if seat in self.playing:
            return ROUNDS + 1, 0
        for turn, fallen in enumerate(self.eliminations):
            for deficit, who in fallen:
                if who == seat:
                    return turn, -deficit if self.options["same_round_rank"] == 1 else 0
        raise AssertionError(seat)

    def rounds_to_open(self) -> int:
        """The secret of a round is opened once it is counted (fairness page)."""
        return self.round_number - self.in_round

    def seats_out(self) -> list[int]:
        """The seats with nothing more to play (EF-6, G-24)."""
        return [seat for seat in range(self.seats) if seat not in self.playing]

    # What an observer sees

    def view(self, observer: int | None) -> dict[str, Any]:
        """The contract's `View`; between rounds the picture of the round that is over (G-21, EF-R16)."""
        return {
            "round_number": self.round_number,
            "hand_size": self.size,
            "ceiling": self.ceiling,
            "dealer": self.dealer,
            "leader": self.leader,
            "seats": [self.seat_view(seat, observer) for seat in range(self.seats)],
            "trick": self.shown(self.trick),
            "lit": self.lit(self.trick),
            "hand": self.hand_view(observer),
            "locked_bid": self.locked_bid(),
            "forehead": self.size == 1,
            "tiebreak": self.tiebreak,
            "tricks": [self.shown_trick(trick) for trick in self.tricks],
        }

    def seat_view(self, seat: int, observer: int | None) -> dict[str, Any]:
        """One seat as everybody sees it, and its forehead card as the others who play do (EF-36, EF-R17)."""
        hand = self.hands.get(seat, [])
        may_see = observer in self.playing and observer != seat and self.size == 1
        return {
            "lives": self.lives[seat],
            "bid": self.bids.get(seat),
            "taken": self.taken.get(seat, 0),
            "cards_left": len(hand),
            "playing": seat in self.playing,
            "forehead": hand[0] if may_see and hand else 0,
            "exact_rounds": self.exact[seat],
        }

    def hand_view(self, observer: int | None) -> list[int]:
        """The observer's own cards, ascending; the one on its forehead it may not see (EF-36)."""
        if observer is None:
            return []
        hand = self.hands.get(observer, [])
        return [0] * len(hand) if self.size == 1 else list(hand)

    def shown(self, trick: Trick) -> list[dict[str, Any]]:
        """The cards of a trick so far, with those that cancel each other (EF-32)."""
        cancelled = outcome(trick, pairs=self.options["cancel_mode"] == 1)[1]
        return [
            {"seat": seat, "card": card, "cancelled": seat in cancelled} for seat, card in trick
        ]

    def shown_trick(self, trick: Trick) -> dict[str, Any]:
        """A trick that is over and who took it."""
        return {"cards": self.shown(trick), "winner": self.lit(trick)}

    def seen(self, event: Event, observer: int | None) -> Event:
        """Everything that happens happens face up: promises and played cards are public (EF-R9, EF-R16)."""
        del observer
        return event
