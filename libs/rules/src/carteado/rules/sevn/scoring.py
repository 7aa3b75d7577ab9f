"""What a row is worth, what a round gives, and who finished where."""

from collections.abc import Sequence
from dataclasses import replace

from carteado.rules.game import Placement, Seat, competition_ranking
from carteado.rules.sevn.cards import (
    ADDS,
    FEATHERWEIGHT,
    HEAVYWEIGHT,
    STRAIGHT,
    TIMES_2,
    WORTH,
    Card,
    is_number,
)
from carteado.rules.sevn.events import RoundScored, Score, SeatScore
from carteado.rules.sevn.state import NOBODY, Decision, Phase, Standing, State
from carteado.rules.shuffle import ROUNDS

SEVN_VALUES = 7
"""Distinct values that make SEVN (SV-8)."""


def score(state: State, seat: Seat) -> Score:
    """What a seat would score if the round ended now; a bust scores zero, whatever its row is worth (SV-18, SV-34, G-34)."""
    worth = score_of(state.rows[seat], state.extras[seat], state.options.points_for_sevn)
    bust = state.standings[seat] is Standing.BUST
    return replace(worth, points=0) if bust else worth


def score_of(row: Sequence[Card], extras: Sequence[Card], sevn_bonus: int) -> Score:
    """Values, then x2 on them alone, then modifiers, bonuses and SEVN; never below zero (SV-34, SV-39)."""
    sum_ = sum(WORTH[card] for card in row)
    doubled = sum_ << extras.count(TIMES_2)
    steps = (
        sum(ADDS.get(card, 0) for card in extras),
        featherweight(row) if FEATHERWEIGHT in extras else 0,
        heavyweight(row) if HEAVYWEIGHT in extras else 0,
        straight(row) if STRAIGHT in extras else 0,
        sevn_bonus if len(row) == SEVN_VALUES else 0,
    )
    return Score(sum_, doubled, *steps, max(0, doubled + sum(steps)))


def featherweight(row: Sequence[Card]) -> int:
    """At least four values, ballast included, all of 6 or less: 15 (SV-30, SV-38)."""
    return 15 if len(row) >= 4 and all(WORTH[card] <= 6 for card in row) else 0


def heavyweight(row: Sequence[Card]) -> int:
    """At least three values of 10 or more: 12 (SV-31)."""
    return 12 if sum(WORTH[card] >= 10 for card in row) >= 3 else 0


def straight(row: Sequence[Card]) -> int:
    """Four for each number of the longest run, from three numbers on; ballast never joins one (SV-32, SV-R27)."""
    runs: dict[Card, int] = {}
    for card in sorted(filter(is_number, row)):
        runs[card] = runs.get(card - 1, 0) + 1
    return max((4 * run for run in runs.values() if run >= 3), default=0)


def count_round(state: State) -> RoundScored:
    """Whoever is not bust scores the row that it has; who was still in the round stands safe (SV-5, SV-R30, G-21)."""
    scores = [score(state, seat) for seat in range(len(state.totals))]
    for seat, one in enumerate(scores):
        state.totals[seat] += one.points
        if state.standings[seat] is Standing.ACTIVE:
            state.standings[seat] = Standing.SAFE
    state.turn = NOBODY
    state.ask(Decision.NONE, NOBODY)
    state.phase = Phase.FINISHED if is_over(state) else Phase.AWAITING_DEAL
    told = [SeatScore(seat, one, state.totals[seat]) for seat, one in enumerate(scores)]
    return RoundScored(tuple(told))


def is_over(state: State) -> bool:
    """The match ends with a winner, and after 1,024 rounds at the latest (SV-19, G-12)."""
    return has_winner(state) or state.round_number == ROUNDS


def has_winner(state: State) -> bool:
    """One seat alone leads with the target or more; a tied lead plays on (SV-19, SV-R32)."""
    lead = max(state.totals)
    return lead >= state.options.points_to_win and state.totals.count(lead) == 1


def placements(state: State) -> list[Placement]:
    """The places, by seat, once the match is over: by points, equal points share; all share the first where nobody won (SV-R34, G-12)."""
    if state.phase is not Phase.FINISHED:
        return []
    won = has_winner(state)
    places = competition_ranking([(-total if won else 0,) for total in state.totals])
    return [Placement(seat, place, state.totals[seat]) for seat, place in enumerate(places)]
