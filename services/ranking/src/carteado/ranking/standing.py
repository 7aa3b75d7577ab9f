"""Where a player stands on a ladder: the rating, and what is counted beside it."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from carteado.ranking.rating import Rating, rated


@dataclass(frozen=True, slots=True)
class Standing:
    """A fold over the player's matches of one ladder; a newcomer's where nothing else is said.

    Attributes:
        rating: The rating.
        wins: Matches won; a shared first place is one too.
        streak: The current run of wins.
        best_streak: The best one.
    """

    rating: Rating = field(default_factory=Rating)
    wins: int = 0
    streak: int = 0
    best_streak: int = 0

    def after(self, rating: Rating, place: int) -> "Standing":
        """The standing after a match that gave this rating and this place."""
        has_won = place == 1
        streak = self.streak + 1 if has_won else 0
        return Standing(rating, self.wins + has_won, streak, max(self.best_streak, streak))


def advanced(standings: Sequence[Standing], places: Sequence[int]) -> list[Standing]:
    """The standings after one match, in the order given."""
    ratings = rated([standing.rating for standing in standings], places)
    return [
        standing.after(rating, place)
        for standing, rating, place in zip(standings, ratings, places, strict=True)
    ]
