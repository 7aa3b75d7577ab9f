"""Boards and ratings as the ranking service tells them."""

from carteado.api.ranking.v1.ranking_pb2 import (
    LeaderboardLine,
    ListLeaderboardResponse,
    RatedPlayer,
    Rating,
)


def rating(points: float, matches: int = 30) -> Rating:
    return Rating(points=points, matches=matches, provisional=matches < 10)


STANDINGS = ListLeaderboardResponse(
    lines=[
        LeaderboardLine(
            place=1, player=RatedPlayer(id="telegram/2", name="Caio"), rating=rating(24.4, 12)
        ),
        LeaderboardLine(
            place=2, player=RatedPlayer(id="telegram/0", name="Ana"), rating=rating(20.2, 1)
        ),
        LeaderboardLine(
            place=2, player=RatedPlayer(id="telegram/1", name="Bia & Zé"), rating=rating(20.1, 31)
        ),
    ],
    total=5,
)
