"""The result of a match: the places, and what they did to the ratings."""

from collections.abc import Sequence

from carteado.api.game.v1.game_pb2 import Placement
from carteado.api.ranking.v1.ranking_pb2 import RatingChange
from carteado.api.tables.v1.tables_pb2 import Player, Table
from carteado.telegram_gateway.message import Message
from carteado.telegram_gateway.render import names
from carteado.telegram_gateway.render.games import game_of
from carteado.telegram_gateway.render.scene import Scene, paragraphs, scene_of
from carteado.telegram_gateway.render.standings import points
from carteado.telegram_gateway.taps import Op
from carteado.words import Words


def result(
    table: Table, words: Words, *, changes: Sequence[RatingChange] = (), pending: bool = False
) -> Message:
    """A finished match. Ratings are shown as whole points; a question mark stands beside those of whoever has played too little.

    Args:
        table: The table as the public sees it.
        words: The language.
        changes: What the match did to the ratings, once it is known.
        pending: True while that is still to come.
    """
    scene = scene_of(table, words)
    ratings = words("rating_pending") if pending else _ratings(changes, words)
    buttons = (
        scene.tap(words("button_rematch"), Op.REMATCH),
        scene.tap(words("button_proof"), Op.PROOF),
        scene.tap(words("button_ranking"), Op.STANDINGS),
    )
    return Message(paragraphs(winners(scene), _places(scene), ratings), (buttons,))


def winners(scene: Scene) -> str:
    """Who won; more than one where the first place is shared."""
    first = [scene.names[each.seat] for each in scene.table.placements if each.place == 1]
    return scene.words.count("match_won", len(first), names=scene.words.listed(first))


def _places(scene: Scene) -> str:
    """The places, best first; equal ones are real ties."""
    ranking = sorted(scene.table.placements, key=lambda each: each.place)
    return "\n".join(_place(scene, each) for each in ranking)


def _place(scene: Scene, placed: Placement) -> str:
    words, seat = scene.words, placed.seat
    line = words("place", place=placed.place, name=scene.names[seat])
    score = game_of(scene.table).score(scene, placed)
    left = words("place_left") if scene.table.seats[seat].left else ""
    return " ".join(part for part in (line, score, left) if part)


def _ratings(changes: Sequence[RatingChange], words: Words) -> str:
    if not changes:
        return ""
    lines = [_change(each, words) for each in sorted(changes, key=lambda each: each.place)]
    return "\n".join([words("rating_head"), *lines])


def _change(change: RatingChange, words: Words) -> str:
    before, after = round(change.before.points), round(change.after.points)
    player = Player(id=change.player.id, name=change.player.name)
    return words(
        "rating_change",
        name=names.shown(player, words),
        before=before,
        after=points(change.after),
        change=f"{after - before:+}".replace("-", "\N{MINUS SIGN}"),
    )
