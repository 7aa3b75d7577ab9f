"""What a round costs, who is out, and who finished where."""

from carteado.rules.estou_por_uma.cards import JACK, NO_CARD, RANK, Card
from carteado.rules.estou_por_uma.events import RoundScored, SeatScore
from carteado.rules.estou_por_uma.options import EndMode, Options
from carteado.rules.estou_por_uma.state import MOST_ACTIONS, NOBODY, Phase, State
from carteado.rules.game import Placement, Seat, competition_ranking
from carteado.rules.shuffle import ROUNDS

STILL_PLAYING = (-ROUNDS - 1, 0)
"""What places a seat before everybody who is out."""


def points_of(card: Card, options: Options) -> int:
    """A card is worth its number, court cards by option 10, and some ranks nothing (EPU-12, EPU-R31, EPU-R33)."""
    rank = RANK[card]
    assert options.zero_ranks is not None
    if rank in options.zero_ranks.ranks:
        return 0
    return 10 if options.court_cards_count_ten and rank >= JACK else rank


def count_round(state: State, winner: Seat | None) -> RoundScored:
    """Counts the cards left in the hands of all who played; nobody won a blocked round (EPU-12, EPU-R30)."""
    state.to_act = NOBODY
    state.drawn = NO_CARD
    state.open_call = NOBODY
    scores = tuple(_count_seat(state, seat) for seat in state.playing())
    for score in scores:
        if score.eliminated:
            state.out_round[score.seat] = state.round_number
    _settle(state)
    return RoundScored(winner, scores)


def _count_seat(state: State, seat: Seat) -> SeatScore:
    """Exactly the limit goes back to zero, more leaves the match (EPU-15, EPU-16, EPU-R38)."""
    limit = state.options.limit
    assert limit is not None
    hand = state.hands[seat]
    points = sum(points_of(card, state.options) for card in hand)
    total = state.points[seat] + points
    reset = total == limit
    state.points[seat] = 0 if reset else total
    return SeatScore(seat, tuple(hand), points, state.points[seat], reset, total > limit)


def _settle(state: State) -> None:
    """The match goes on until one seat is left, or, by option, until one is out; for 1,024 rounds or 30,000 actions at most (EPU-R35, G-12, EPU-R45)."""
    playing = len(state.playing())
    first_out = state.options.end_mode is EndMode.FIRST_OUT and playing < len(state.out_round)
    longest = state.round_number == ROUNDS or state.actions == MOST_ACTIONS
    over = playing <= 1 or first_out or longest
    state.phase = Phase.FINISHED if over else Phase.AWAITING_DEAL


def placements(state: State) -> list[Placement]:
    """The places, by seat, once the match is over; empty before."""
    if state.phase is not Phase.FINISHED:
        return []
    first_out = state.options.end_mode is EndMode.FIRST_OUT and any(state.out_round)
    keys = [(points,) for points in state.points] if first_out else _keys_by_elimination(state)
    places = enumerate(competition_ranking(keys))
    return [Placement(seat, place, state.points[seat]) for seat, place in places]


def _keys_by_elimination(state: State) -> list[tuple[int, ...]]:
    """Who still plays is first; of the others, who left later is better, and of one round who has fewer points (EPU-R37, EPU-R36)."""
    return [
        (-out, state.points[seat]) if out else STILL_PLAYING
        for seat, out in enumerate(state.out_round)
    ]
