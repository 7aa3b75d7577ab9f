"""What a round costs, who is out, and who finished where."""

from carteado.rules.eu_faco.events import RoundScored, SeatScore
from carteado.rules.eu_faco.options import SameRoundRank
from carteado.rules.eu_faco.state import Phase, State
from carteado.rules.game import Placement, competition_ranking
from carteado.rules.shuffle import ROUNDS


def count_round(state: State) -> RoundScored:
    """Counts the tricks of a round that is over: each one away from the promise, above or below, costs a life (EF-24 to EF-27)."""
    for seat in state.order:
        missed = abs(state.bids[seat] - state.taken[seat])
        state.exact[seat] += missed == 0
        state.distance[seat] += missed
        if not state.options.fixed_rounds:
            _take_lives(state, seat, missed)
    _settle(state)
    return RoundScored(tuple(_seat_score(state, seat) for seat in sorted(state.order)))


def _take_lives(state: State, seat: int, missed: int) -> None:
    """Lives stop at 0; what a seat falls short of is kept for the placing (EF-R19, EF-R23)."""
    state.deficit[seat] = max(0, missed - state.lives[seat])
    state.lives[seat] = max(0, state.lives[seat] - missed)


def _settle(state: State) -> None:
    """What comes after the count: the next round, a tie-break, or the end (EF-7, EF-39, EF-R20, EF-R24)."""
    if state.options.fixed_rounds:
        last = state.round_number == len(state.options.fixed_rounds)
        state.phase = Phase.FINISHED if last else Phase.AWAITING_DEAL
        return
    alive = [seat for seat in state.order if state.lives[seat]]
    if not alive:
        state.phase = Phase.AWAITING_TIEBREAK
    else:
        eliminate(state, [seat for seat in state.order if not state.lives[seat]])
        state.phase = Phase.AWAITING_DEAL if len(alive) > 1 else Phase.FINISHED
    end_at_the_last_round(state)


def eliminate(state: State, seats: list[int]) -> None:
    """Without lives you leave the table and watch (EF-6)."""
    for seat in seats:
        state.out_round[seat] = state.round_number


def end_at_the_last_round(state: State) -> None:
    """A match of 1,024 rounds ends where it stands (G-12)."""
    if state.round_number == ROUNDS:
        state.phase = Phase.FINISHED


def _seat_score(state: State, seat: int) -> SeatScore:
    return SeatScore(
        seat=seat,
        bid=state.bids[seat],
        taken=state.taken[seat],
        lives=state.lives[seat],
        eliminated=state.out_round[seat] > 0,
    )


def placements(state: State) -> list[Placement]:
    """The places, by seat, once the match is over; empty before."""
    if state.phase is not Phase.FINISHED:
        return []
    return _by_exact_rounds(state) if state.options.fixed_rounds else _by_elimination(state)


def _by_exact_rounds(state: State) -> list[Placement]:
    """Without lives: rounds nailed, then the smaller total distance, then a shared place (EF-40, EF-R28)."""
    keys = list(zip((-exact for exact in state.exact), state.distance, strict=True))
    scores = zip(competition_ranking(keys), state.exact, state.distance, strict=True)
    return [Placement(seat, place, exact, off) for seat, (place, exact, off) in enumerate(scores)]


def _by_elimination(state: State) -> list[Placement]:
    """Who stands is first; of the others, who was out later is better, and who was out together shares the place (EF-R23)."""
    by_deficit = state.options.same_round_rank is SameRoundRank.DEFICIT
    keys = [
        (-out if out else -ROUNDS - 1, deficit if out and by_deficit else 0)
        for out, deficit in zip(state.out_round, state.deficit, strict=True)
    ]
    return [
        Placement(seat, place, state.lives[seat])
        for seat, place in enumerate(competition_ranking(keys))
    ]
