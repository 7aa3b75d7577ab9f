"""Answers the vectors of eu_faco.json with the rules: each kind of position is set up in a real state and asked."""

from collections.abc import Callable, Sequence
from typing import Any

from carteado.rules import eu_faco
from carteado.rules.eu_faco import options as opt
from carteado.rules.eu_faco import rules, scoring
from carteado.rules.eu_faco.actions import Bid, Play
from carteado.rules.eu_faco.cards import DECK, is_manilha, medal, rank
from carteado.rules.eu_faco.state import NOBODY, Phase, State
from carteado.rules.game import Awaiting, competition_ranking

MEDALS = "BPOD"
Given = Any
Answer = dict[str, Any]

CEILING = {"alive": opt.CeilingPolicy.ALIVE, "initial": opt.CeilingPolicy.INITIAL}
CANCEL = {"group": opt.CancelMode.GROUP, "pairs": opt.CancelMode.PAIRS}
RANK = {"shared": opt.SameRoundRank.SHARED, "deficit": opt.SameRoundRank.DEFICIT}


def card(text: str) -> int:
    return 10 * MEDALS.index(text[-1]) + int(text[:-1])


def text(number: int) -> str:
    return f"{rank(number)}{MEDALS[medal(number)]}" if number else "?"


def options(given: Given) -> opt.Options:
    named = given.get("options", {})
    fixed = named.get("fixed_rounds", named.get("daily_sizes", ()))
    return opt.Options(
        lives=0 if fixed else named.get("lives", given.get("lives_at_start", 3)),
        fixed_rounds=tuple(fixed),
        ceiling_policy=CEILING[named.get("ceiling_policy", "alive")],
        cancel_mode=CANCEL[named.get("cancel_mode", "group")],
        lock_in_one_card=named.get("lock_in_one_card", False),
        same_round_rank=RANK[named.get("same_round_rank", "shared")],
    )


def position(
    given: Given, seats: Sequence[int], dealer: int, size: int, hands: dict[int, list[int]]
) -> State:
    """A round whose hands are dealt and whose first promise is awaited; seats not named are out."""
    state = State(options(given), max(2, *(seat + 1 for seat in (*seats, dealer))))
    state.round_number = 2
    state.out_round = [int(seat not in seats) for seat in range(len(state.lives))]
    state.dealer = dealer
    state.order = rules.seats_after(dealer, list(seats), len(state.lives))
    state.hand_size = size
    state.hands = [sorted(hands.get(seat, [])) for seat in range(len(state.lives))]
    rules.begin_round(state)
    return state


def by_seat(values: dict[str, Any]) -> dict[int, Any]:
    return {int(seat): value for seat, value in values.items()}


class Scripted:
    """A shuffler that deals what the vector says."""

    def __init__(self, dealer: int) -> None:
        self.dealer = dealer
        self.hands: dict[int, list[int]] = {}
        self.state: State

    def below(self, round_number: int, purpose: str, limit: int) -> int:
        assert (round_number, purpose) == (1, "dealer")
        assert self.dealer < limit
        return self.dealer

    def _order(self) -> list[int]:
        """The seats of the round being dealt, first to be dealt first."""
        state, seats = self.state, len(self.state.lives)
        dealer = self.dealer
        if state.round_number:
            dealer = rules.seats_after(state.dealer, state.playing(), seats)[0]
        return rules.seats_after(dealer, state.playing(), seats)

    def shuffled(self, round_number: int, purpose: str, cards: Sequence[int]) -> list[int]:  # noqa: ARG002
        hands = [self.hands[seat] for seat in self._order()]
        top = [hand[at] for at in range(len(hands[0])) for hand in hands]
        return top + [number for number in cards if number not in top]


def deck(_given: Given) -> Answer:
    return {
        "count": len(DECK),
        "distinct": len(set(DECK)),
        "manilhas": [text(number) for number in DECK if is_manilha(number)],
    }


def ceiling(given: Given) -> Answer:
    return {"ceiling": opt.ceiling(given["alive"])}


def schedule(given: Given) -> Answer:
    alive = given["alive_at_round"]
    initial = options(given).ceiling_policy is opt.CeilingPolicy.INITIAL
    size, rising = 0, True
    sizes = []
    for seats in alive:
        highest = opt.ceiling(alive[0] if initial else seats)
        size, rising = rules.next_size(size, rising=rising, highest=highest)
        sizes.append(size)
    return {"sizes": sizes}


def order(given: Given) -> Answer:
    state = position(given, given["alive"], given["dealer"], 2, {})
    return {
        "bid_order": state.order,
        "lead": state.trick.leader,
        "first_bidder": state.to_act,
        "last_bidder": state.order[-1],
    }


def next_dealer(given: Given) -> Answer:
    alive, dealer = given["alive_after"], given["dealer"]
    return {"next_dealer": rules.seats_after(dealer, alive, max(*alive, dealer) + 1)[0]}


def bidding(given: Given) -> State:
    players = given["players"]
    state = position(given, range(players), players - 1, given["size"], {})
    for seat, tricks in enumerate(given["prior"]):
        state.bids[seat] = tricks
    state.to_act = len(given["prior"])
    return state


def legal_bids(given: Given) -> Answer:
    state = bidding(given)
    return {
        "legal": rules.legal_bids(state),
        "locked": rules.locked_bid(state),
        "last": state.to_act == state.order[-1],
    }


def trick(given: Given) -> Answer:
    """The plays as the first of two tricks, so that it also shows who leads the second."""
    plays = [(seat, card(name)) for seat, name in given["plays"]]
    seats = [seat for seat, _ in plays]
    spare = [number for number in DECK if number not in [played for _, played in plays]]
    hands = {seat: [played, spare.pop()] for seat, played in plays}
    state = position(given, seats, seats[-1], 2, hands)
    state.phase = Phase.PLAYING
    lit = []
    for seat, played in plays:
        on_table = state.trick
        rules.apply(state, seat, Play(played), Scripted(0))
        lit.append(None if on_table.winner == NOBODY else on_table.winner)
    ended = rules.trick_ended(state, state.tricks[0])
    return {
        "winner": ended.winner,
        "next_leader": state.to_act,
        "cancelled": sorted(played.seat for played in ended.cards if played.cancelled),
        "lit": lit,
    }


STATUS = {
    Phase.FINISHED: "win",
    Phase.AWAITING_TIEBREAK: "tiebreak",
    Phase.AWAITING_DEAL: "continue",
    Phase.BIDDING: "bidding",
    Phase.PLAYING: "playing",
}


def outcome(state: State) -> Answer:
    """Where a round, or a match, stands."""
    places = {place.seat: place.place for place in scoring.placements(state)}
    first = [seat for seat, place in places.items() if place == 1]
    return {
        "status": STATUS[state.phase],
        "lives": {str(seat): state.lives[seat] for seat in state.order},
        "eliminated": sorted(seat for seat in state.order if not state.lives[seat]),
        "winner": first[0] if len(first) == 1 else None,
    }


def score(given: Given) -> Answer:
    lives = by_seat(given["lives"])
    seats = sorted(lives)
    state = position(given, seats, seats[-1], 2, {})
    for seat in seats:
        state.lives[seat] = lives[seat]
        state.bids[seat] = given["bids"][str(seat)]
        state.taken[seat] = given["won"][str(seat)]
    scoring.count_round(state)
    lost = {str(seat): lives[seat] - state.lives[seat] for seat in seats}
    return {**outcome(state), "lost": lost}


def round_(given: Given) -> Answer:
    """A whole round by its promises and plays; a round of one card plays itself, and the plays named must be those."""
    hands = {seat: [card(name) for name in hand] for seat, hand in by_seat(given["hands"]).items()}
    lives = by_seat(given["lives"])
    state = position(given, sorted(lives), given["dealer"], given["size"], hands)
    for seat, left in lives.items():
        state.lives[seat] = left
    for seat, tricks in given.get("bids", []):
        rules.apply(state, seat, Bid(tricks), Scripted(0))
    played = played_by_itself(state)
    for seat, name in given.get("plays", []):
        if played and played[0] == (seat, card(name)):
            played.pop(0)
        else:
            rules.apply(state, seat, Play(card(name)), Scripted(0))
    return round_answer(state)


def played_by_itself(state: State) -> list[tuple[int, int]]:
    """The cards that went on the table without a decision (EF-R18)."""
    if state.hand_size > 1 or not state.tricks:
        return []
    ended = rules.trick_ended(state, state.tricks[0])
    return [(played.seat, played.card) for played in ended.cards]


PHASES = {Phase.BIDDING: "bidding", Phase.PLAYING: "playing", Phase.FINISHED: "finished"}


def round_answer(state: State) -> Answer:
    winners = [None if done.winner == NOBODY else done.winner for done in state.tricks]
    return {
        **outcome(state),
        "tricks": winners,
        "won": {str(seat): state.taken[seat] for seat in state.order},
        "phase": PHASES.get(state.phase, "scored"),
        "next": rules.to_act(state),
        "lit": None if state.trick.winner == NOBODY else state.trick.winner,
        "locked": rules.locked_bid(state),
        "next_dealer": rules.seats_after(state.dealer, state.playing(), len(state.lives))[0],
    }


def tiebreak(given: Given) -> Answer:
    deals = [
        {seat: [card(name)] for seat, name in by_seat(deal).items()} for deal in given["deals"]
    ]
    seats = sorted(deals[0])
    state = position(given, seats, seats[-1], 1, {})
    state.lives = [0] * len(state.lives)
    state.phase = Phase.AWAITING_TIEBREAK
    used = deal_tiebreaks(state, deals)
    return {**outcome(state), "deals_used": used}


def deal_tiebreaks(state: State, deals: list[dict[int, list[int]]]) -> int:
    shuffler = Scripted(0)
    shuffler.state = state
    for used, hands in enumerate(deals, start=1):
        shuffler.hands = hands
        rules.deal(state, shuffler)
        if state.phase is Phase.FINISHED:
            return used
    return len(deals)


def placements(given: Given) -> Answer:
    groups = given["eliminated"]
    seats = sorted({given["winner"], *(seat for group in groups for seat in group)})
    state = State(options(given), max(seats) + 1)
    for number, group in enumerate(groups, start=1):
        state.round_number = number
        scoring.eliminate(state, [seat for seat in group if seat != given["winner"]])
    for seat, short in by_seat(given.get("overshoot", {})).items():
        state.deficit[seat] = short
    state.phase = Phase.FINISHED
    return {"place": {str(place.seat): place.place for place in scoring.placements(state)}}


def view(given: Given) -> Answer:
    hands = {seat: [card(name) for name in hand] for seat, hand in by_seat(given["hands"]).items()}
    viewer = given["viewer"]
    everybody = sorted({*hands, *([] if viewer is None else [viewer])})
    state = position(given, everybody, everybody[-1], given["size"], hands)
    state.out_round = [int(not hand) for hand in state.hands]
    state.order = rules.seats_after(state.dealer, sorted(hands), len(state.lives))
    state.tiebreak = given.get("tiebreak", False)
    seen = eu_faco.view(state, viewer)
    sees = {
        str(seat): [text(seen.seats[seat].forehead)] * seen.seats[seat].cards_left for seat in hands
    }
    if viewer in hands:
        sees[str(viewer)] = [text(number) for number in seen.hand]
    return {"sees": sees}


def daily(given: Given) -> Answer:
    """The board of a day: each entry's rounds are counted as those of a match without lives."""
    counted = {name: entry(rounds) for name, rounds in given["entries"].items()}
    names = sorted(counted)
    keys = [(-counted[name][0], counted[name][1]) for name in names]
    board = zip(competition_ranking(keys), names, strict=True)
    return {"board": [[place, name, *counted[name]] for place, name in sorted(board)]}


def entry(rounds: Sequence[tuple[int, int]]) -> tuple[int, int]:
    state = State(opt.Options(fixed_rounds=(1,) * len(rounds)), 2)
    state.order = [0]
    for tricks, taken in rounds:
        state.bids[0], state.taken[0] = tricks, taken
        scoring.count_round(state)
    return state.exact[0], state.distance[0]


def default(given: Given) -> Answer:
    if "hand" in given:
        return {"card": text(rules.weakest([card(name) for name in given["hand"]]))}
    action = rules.default_action(bidding(given))
    assert isinstance(action, Bid)
    return {"bid": action.tricks}


def match(given: Given) -> Answer:
    """A whole match from its first deal, with hands that are dealt as the vector says."""
    chosen = opt.checked(options(given | {"lives_at_start": given["lives"]}), given["players"])
    state = State(chosen, given["players"])
    shuffler = Scripted(given["dealer"])
    shuffler.state = state
    lines = []
    for one in given["rounds"]:
        shuffler.hands = {
            seat: [card(name) for name in hand] for seat, hand in by_seat(one["hands"]).items()
        }
        rules.deal(state, shuffler)
        assert sorted(shuffler.hands) == sorted(state.order)
        play_round(state, one, shuffler)
        lines.append([state.hand_size, state.dealer, list(state.lives)])
    deals = [
        {seat: [card(name)] for seat, name in by_seat(deal).items()}
        for deal in given.get("tiebreak", [])
    ]
    deal_tiebreaks(state, deals)
    over = rules.awaiting(state) is Awaiting.NOTHING
    return {
        **outcome(state),
        "over": over,
        "rounds": lines,
        "place": {str(place.seat): place.place for place in scoring.placements(state)},
    }


def play_round(state: State, one: Given, shuffler: Scripted) -> None:
    for seat, tricks in one["bids"]:
        rules.apply(state, seat, Bid(tricks), shuffler)
    played = played_by_itself(state)
    for seat, name in one["plays"]:
        if played:
            assert played.pop(0) == (seat, card(name))
        else:
            rules.apply(state, seat, Play(card(name)), shuffler)


KINDS: dict[str, Callable[[Given], Answer]] = {
    "deck": deck,
    "ceiling": ceiling,
    "schedule": schedule,
    "order": order,
    "next_dealer": next_dealer,
    "legal_bids": legal_bids,
    "trick": trick,
    "score": score,
    "round": round_,
    "tiebreak": tiebreak,
    "placements": placements,
    "view": view,
    "daily": daily,
    "default": default,
    "match": match,
}
