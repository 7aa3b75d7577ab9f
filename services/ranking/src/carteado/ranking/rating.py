"""Strength from places: Weng and Lin's Bradley-Terry model over every pair of a match, as openskill has it.

Of openskill's models it is the one that is monotone in place and gives equal changes for equal places, ties of any size included.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from openskill.models import BradleyTerryFull

START_MEAN = 25.0
START_DEVIATION = START_MEAN / 3

AVERAGE_POINTS = 1500.0
"""What an average player has once well known."""
POINTS_PER_MEAN = 40.0
CAUTION = 3.0
"""How many deviations below the mean the points stand: hardly anybody is weaker than that."""
WELL_KNOWN_DEVIATION = 2.5

SETTLED_DEVIATION = 3.5
SETTLED_MATCHES = 15

POINT = 1000
"""Scores are whole thousandths of a point, so that what is shown as equal is equal."""


@dataclass(frozen=True, slots=True)
class Rating:
    """What is known of a player's strength; a newcomer's where nothing else is said.

    Attributes:
        mean: Estimated strength.
        deviation: Its uncertainty.
        matches: Rated matches.
    """

    mean: float = START_MEAN
    deviation: float = START_DEVIATION
    matches: int = 0

    @property
    def score(self) -> int:
        """The points in thousandths, which boards sort by."""
        caution = CAUTION * (self.deviation - WELL_KNOWN_DEVIATION)
        points = AVERAGE_POINTS + POINTS_PER_MEAN * (self.mean - START_MEAN - caution)
        return max(0, round(points * POINT))

    @property
    def points(self) -> float:
        """1500 + 40 (mean - 25 - 3 (deviation - 2.5)), at least 0: a newcomer has 800, an average player that is well known 1500."""
        return self.score / POINT

    @property
    def is_provisional(self) -> bool:
        """True until the deviation is small enough, and enough matches were played."""
        return self.deviation > SETTLED_DEVIATION or self.matches < SETTLED_MATCHES


def rated(ratings: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """The ratings after one match, in the order given.

    Whoever sits where makes no difference, to the last bit: pairs are always summed in the same order.

    Args:
        ratings: Before the match, one for each player.
        places: Where each finished; 1 is best, equal places are ties.
    """
    order = sorted(
        range(len(ratings)),
        key=lambda index: (places[index], ratings[index].mean, ratings[index].deviation),
    )
    teams = [[_model().rating(ratings[i].mean, ratings[i].deviation)] for i in order]
    after = _model().rate(teams, ranks=[float(places[index]) for index in order])
    found = {
        index: Rating(float(one.mu), float(one.sigma), ratings[index].matches + 1)
        for index, [one] in zip(order, after, strict=True)
    }
    return [found[index] for index in range(len(ratings))]


@cache
def _model() -> BradleyTerryFull:
    return BradleyTerryFull(mu=START_MEAN, sigma=START_DEVIATION)
