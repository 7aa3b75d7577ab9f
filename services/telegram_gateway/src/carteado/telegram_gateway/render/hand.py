"""A hand, for its player alone: in an alert over the group, or in a private message."""

from collections.abc import Callable

from carteado.api.game.v1.game_pb2 import View
from carteado.api.tables.v1.tables_pb2 import TABLE_STATE_FINISHED, Table
from carteado.telegram_gateway.message import ALERT_CHARACTERS, Message
from carteado.telegram_gateway.render import board, cards, keyboard, names, result, seats, trick
from carteado.telegram_gateway.render.header import header
from carteado.telegram_gateway.render.keyboard import CARDS_IN_A_ROW, Row
from carteado.telegram_gateway.render.scene import Scene, paragraphs, scene_of
from carteado.telegram_gateway.render.turn import own_turn, tally, turn
from carteado.telegram_gateway.taps import Op
from carteado.words import Words

BRIEF_WIDTH = 10
"""Columns of a name where an alert has little room for it."""


def dealt(view: View) -> list[int | None]:
    """The cards that were dealt to the observer in this round, ascending; None for one on the own forehead.

    The n-th of them is slot n for the whole round, whatever was played since.
    """
    table, own = view.eu_faco, view.observer.seat
    played = {
        each.card
        for on_table in (table.trick, *(trick.cards for trick in table.tricks))
        for each in on_table
        if each.seat == own
    }
    if not view.observer.HasField("seat"):
        return []
    return [card or None for card in sorted({*table.hand, *played})]


def alert(table: Table, words: Words) -> str:
    """A hand in a text without marks: at most 200 characters, whoever plays and whatever was dealt."""
    view = table.view
    if not view.eu_faco.hand:
        return words("no_hand_now")
    return (_forehead_text if view.eu_faco.forehead else _hand_text)(table, words)


def hand(table: Table, words: Words, *, title: str, previous: Table | None = None) -> Message:
    """A hand in a private message, with all that one decides from, and buttons when it is one's turn.

    Args:
        table: The table as the player sees it.
        words: The player's language.
        title: The group that plays.
        previous: The table as it stood when the last round was counted, if there was one.
    """
    scene = scene_of(table, words)
    is_own_turn = bool(table.view.legal)
    text = paragraphs(
        words("hand_title", title=names.title(title)),
        header(scene),
        board.last_round(scene, previous),
        seats.lines(scene),
        trick.on_table(scene),
        _cards(scene),
        tally(scene) if scene.is_open else "",
        _whose_turn(scene),
    )
    return Message(text, _buttons(scene) if is_own_turn else ())


def watching(words: Words, *, title: str) -> Message:
    """What a player who is out gets in private in the stead of a hand.

    Args:
        words: The player's language.
        title: The group that plays.
    """
    return Message(
        paragraphs(words("hand_title", title=names.title(title)), words("hand_watching"))
    )


def over(table: Table, words: Words, *, title: str) -> Message:
    """What is left of a hand in a private message once the match is over.

    Args:
        table: The table, finished or closed.
        words: The player's language.
        title: The group that played.
    """
    is_finished = table.state == TABLE_STATE_FINISHED
    text = result.winners(scene_of(table, words)) if is_finished else words("match_closed")
    return Message(paragraphs(words("hand_title", title=names.title(title)), text))


def _whose_turn(scene: Scene) -> str:
    if not scene.is_open:
        return scene.words("round_counted")
    return own_turn(scene) if scene.table.view.legal else turn(scene)


def _cards(scene: Scene) -> str:
    """The own cards; in a forehead round those of the others; nothing for whoever watches."""
    words, view = scene.words, scene.table.view
    if not scene.round.hand:
        return ""
    if not scene.round.forehead:
        return words(
            "hand_own", cards="\n".join(cards.text(each, words) for each in scene.round.hand)
        )
    others = [
        words("card_played", name=scene.names[seat], card=cards.text(card, words))
        for seat, card in _foreheads(view)
    ]
    return words("hand_forehead", cards="\n".join(others))


def _buttons(scene: Scene) -> tuple[Row, ...]:
    if scene.is_bidding:
        return keyboard.bids(scene)
    held = [
        scene.tap(cards.short(card), Op.SLOT, slot)
        for slot, card in enumerate(dealt(scene.table.view), start=1)
        if card in scene.round.hand and card is not None
    ]
    return keyboard.rows(held, CARDS_IN_A_ROW)


def _hand_text(table: Table, words: Words) -> str:
    """A line for each card that is still in hand, with its slot."""
    held = table.view.eu_faco.hand
    lines = [
        words("alert_slot", slot=slot, card=_named(card, words))
        for slot, card in enumerate(dealt(table.view), start=1)
        if card in held and card is not None
    ]
    return "\n".join([*lines, _brief_turn(table, words)])


def _forehead_text(table: Table, words: Words) -> str:
    """The cards of the others, never the own; where they are many, by sign and with their names cut short."""
    full = _foreheads_told(table, words, names.WIDTH, _named)
    if _length(full) <= ALERT_CHARACTERS:
        return full
    return _foreheads_told(table, words, BRIEF_WIDTH, _signed)


def _foreheads_told(
    table: Table, words: Words, width: int, card_of: Callable[[int, Words], str]
) -> str:
    lines = [
        f"{names.plain(table.seats[seat].player, words, width)}: {card_of(card, words)}"
        for seat, card in _foreheads(table.view)
    ]
    return "\n".join([words("alert_forehead"), *lines, _brief_turn(table, words)])


def _named(card: int, words: Words) -> str:
    crown = cards.CROWN if cards.rank(card) == cards.MANILHA else ""
    return f"{crown}{cards.name(card, words)}"


def _signed(card: int, _words: Words) -> str:
    return cards.short(card)


def _foreheads(view: View) -> list[tuple[int, int]]:
    """The cards on the foreheads of the others, by seat."""
    seats_shown = enumerate(view.eu_faco.seats)
    return [(seat, each.forehead) for seat, each in seats_shown if each.forehead]


def _brief_turn(table: Table, words: Words) -> str:
    if table.view.legal:
        return words("alert_own_turn")
    player = table.seats[table.view.to_act].player
    return words("alert_turn", name=names.plain(player, words, BRIEF_WIDTH))


def _length(text: str) -> int:
    """Characters as Telegram's clients count them: in units of UTF-16."""
    return len(text.encode("utf-16-le")) // 2
