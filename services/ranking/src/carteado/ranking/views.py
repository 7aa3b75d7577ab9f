"""What callers are shown."""

from datetime import datetime

from google.protobuf.timestamp_pb2 import Timestamp

from carteado.api.game.v1 import game_pb2
from carteado.api.ranking.v1 import ranking_pb2
from carteado.ranking.match import Player
from carteado.ranking.rating import Rating
from carteado.ranking.store import Change, GameStanding, Line


def player(one: Player) -> ranking_pb2.RatedPlayer:
    """Somebody."""
    return ranking_pb2.RatedPlayer(id=one.id, name=one.name)


def rating(one: Rating) -> ranking_pb2.Rating:
    """A rating."""
    return ranking_pb2.Rating(
        mean=one.mean,
        deviation=one.deviation,
        points=one.points,
        matches=one.matches,
        provisional=one.is_provisional,
    )


def change(one: Change) -> ranking_pb2.RatingChange:
    """What a match did to a player."""
    return ranking_pb2.RatingChange(
        player=player(one.player),
        match_id=one.match_id,
        game=game_pb2.Game.Value(one.game),
        place=one.place,
        before=rating(one.before),
        after=rating(one.after),
        time=_moment(one.end),
    )


def game(one: GameStanding) -> ranking_pb2.PlayerGame:
    """A player in one game."""
    standing = one.standing
    return ranking_pb2.PlayerGame(
        game=game_pb2.Game.Value(one.game),
        rating=rating(standing.rating),
        place=one.place,
        wins=standing.wins,
        best_streak=standing.best_streak,
        streak=standing.streak,
    )


def line(one: Line) -> ranking_pb2.LeaderboardLine:
    """A line of a board."""
    return ranking_pb2.LeaderboardLine(
        place=one.place, player=player(one.player), rating=rating(one.rating)
    )


def _moment(moment: datetime) -> Timestamp:
    stamp = Timestamp()
    stamp.FromDatetime(moment)
    return stamp
