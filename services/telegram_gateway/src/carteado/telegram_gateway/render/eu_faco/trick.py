"""Tricks: the one on the table, and the one before it."""

from collections.abc import Iterable

from carteado.api.eu_faco.v1.eu_faco_pb2 import PlayedCard, Trick
from carteado.telegram_gateway.render.eu_faco import cards
from carteado.telegram_gateway.render.eu_faco.state import shown
from carteado.telegram_gateway.render.scene import Scene


def on_table(scene: Scene) -> str:
    """The cards on the table; before the first of a trick, those of the trick that has just ended."""
    table = shown(scene)
    if not table.trick or not scene.is_open:
        return ended(scene, table.tricks[-1]) if table.tricks else ""
    lit = table.lit if table.HasField("lit") else None
    lines = [_head(scene, len(table.tricks) + 1), *_cards(scene, table.trick, lit, "card_lit")]
    if lit is None:
        lines.append(scene.words("trick_nobody_yet"))
    if table.tricks:
        lines.append(scene.words("trick_before", outcome=outcome(scene, table.tricks[-1])))
    return "\n".join(lines)


def ended(scene: Scene, trick: Trick) -> str:
    """The last trick that ended, card by card."""
    winner = trick.winner if trick.HasField("winner") else None
    lines = [_head(scene, len(shown(scene).tricks))]
    lines += _cards(scene, trick.cards, winner, "card_won")
    if winner is None:
        lines.append(scene.words("trick_nobody"))
    return "\n".join(lines)


def outcome(scene: Scene, trick: Trick) -> str:
    """Who took a trick, and with what, in a few words."""
    for played in trick.cards:
        if trick.HasField("winner") and played.seat == trick.winner:
            card = cards.text(played.card, scene.words)
            return scene.words("trick_taken", name=scene.names[played.seat], card=card)
    return scene.words("trick_cancelled")


def _head(scene: Scene, number: int) -> str:
    """Which trick it is, where there is more than one."""
    tricks = shown(scene).hand_size
    if tricks == 1:
        return scene.words("trick_only")
    return scene.words("trick_head", number=number, tricks=tricks)


def _cards(
    scene: Scene, played: Iterable[PlayedCard], winner: int | None, winning: str
) -> list[str]:
    """A line for each card: the one that wins is marked, those that cancelled are struck."""
    return [
        scene.words(
            winning
            if each.seat == winner
            else "card_cancelled"
            if each.cancelled
            else "card_played",
            name=scene.names[each.seat],
            card=cards.text(each.card, scene.words),
        )
        for each in played
    ]
