"""The ranking of a group, or of everybody."""

from carteado.api.ranking.v1.ranking_pb2 import LeaderboardLine, ListLeaderboardResponse, Rating
from carteado.api.tables.v1.tables_pb2 import Player
from carteado.telegram_gateway.message import Message
from carteado.telegram_gateway.render import names
from carteado.telegram_gateway.render.scene import paragraphs
from carteado.words import Words

MOST_LINES = 30
PROVISIONAL = "?"


def standings(response: ListLeaderboardResponse, words: Words, *, game: str, title: str) -> Message:
    """A leaderboard, best first, up to thirty lines.

    Args:
        response: The leaderboard.
        words: The language.
        game: The game, as it is called in that language.
        title: Whose it is: the group.
    """
    head = words("ranking_head", game=game, title=names.title(title))
    if not response.lines:
        return Message(paragraphs(head, words("ranking_empty")))
    shown = response.lines[:MOST_LINES]
    more = max(0, response.total - len(shown))
    return Message(
        paragraphs(
            head,
            "\n".join(_line(each, words) for each in shown),
            words.count("ranking_more", more) if more else "",
            words("ranking_provisional") if any(each.rating.provisional for each in shown) else "",
        )
    )


def points(rating: Rating) -> str:
    """A rating as whole points, with a question mark until enough matches were played."""
    return f"{round(rating.points)}{PROVISIONAL if rating.provisional else ''}"


def _line(line: LeaderboardLine, words: Words) -> str:
    player = Player(id=line.player.id, name=line.player.name)
    return words.count(
        "ranking_line",
        line.rating.matches,
        place=line.place,
        name=names.shown(player, words),
        points=points(line.rating),
    )
