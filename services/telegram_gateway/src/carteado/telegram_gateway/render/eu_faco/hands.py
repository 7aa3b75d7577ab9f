"""A hand of Eu Faço!, for its player alone: in an alert over the group, or in a private message."""

from collections.abc import Callable

from carteado.api.game.v1.game_pb2 import View
from carteado.telegram_gateway.message import ALERT_CHARACTERS, Message, length
from carteado.telegram_gateway.render import names
from carteado.telegram_gateway.render.eu_faco import cards, keyboard, seats, trick
from carteado.telegram_gateway.render.eu_faco.boards import last_round
from carteado.telegram_gateway.render.eu_faco.header import header
from carteado.telegram_gateway.render.eu_faco.keyboard import Op
from carteado.telegram_gateway.render.eu_faco.state import is_bidding, shown
from carteado.telegram_gateway.render.eu_faco.turn import own_turn, tally, turn
from carteado.telegram_gateway.render.header import private_head
from carteado.telegram_gateway.render.keyboard import CARDS_IN_A_ROW, Row, rows
from carteado.telegram_gateway.render.scene import Scene, paragraphs
from carteado.telegram_gateway.render.turns import brief_turn
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


def alert(scene: Scene) -> str:
    """A hand in a text without marks: at most 200 characters, whoever plays and whatever was dealt."""
    if not shown(scene).hand:
        return scene.words("no_hand_now")
    return (_forehead_text if shown(scene).forehead else _hand_text)(scene)


def hand(scene: Scene, title: str) -> Message:
    """A hand in a private message, with all that one decides from, and buttons when it is one's turn."""
    text = paragraphs(
        private_head(scene, title),
        header(scene),
        last_round(scene),
        seats.lines(scene),
        trick.on_table(scene),
        _cards(scene),
        tally(scene) if scene.is_open else "",
        _whose_turn(scene),
    )
    return Message(text, _buttons(scene) if scene.table.view.legal else ())


def _whose_turn(scene: Scene) -> str:
    if not scene.is_open:
        return scene.words("round_counted")
    return own_turn(scene) if scene.table.view.legal else turn(scene)


def _cards(scene: Scene) -> str:
    """The own cards; in a forehead round those of the others; nothing for whoever watches."""
    words, held = scene.words, shown(scene).hand
    if not held:
        return ""
    if not shown(scene).forehead:
        return words("hand_own", cards="\n".join(cards.text(each, words) for each in held))
    others = [
        words("card_played", name=scene.names[seat], card=cards.text(card, words))
        for seat, card in _foreheads(scene)
    ]
    return words("hand_forehead", cards="\n".join(others))


def _buttons(scene: Scene) -> tuple[Row, ...]:
    if is_bidding(scene):
        return keyboard.bids(scene)
    held = [scene.tap(cards.short(card), Op.SLOT, slot) for slot, card in _held(scene)]
    return rows(held, CARDS_IN_A_ROW)


def _hand_text(scene: Scene) -> str:
    """A line for each card that is still in hand, with its slot."""
    words = scene.words
    lines = [
        words("alert_slot", slot=slot, card=_named(card, words)) for slot, card in _held(scene)
    ]
    return "\n".join([*lines, brief_turn(scene, BRIEF_WIDTH)])


def _held(scene: Scene) -> list[tuple[int, int]]:
    """The cards that are still in hand, each with its slot."""
    slots = enumerate(dealt(scene.table.view), start=1)
    return [(slot, card) for slot, card in slots if card and card in shown(scene).hand]


def _forehead_text(scene: Scene) -> str:
    """The cards of the others, never the own; where they are many, by sign and with their names cut short."""
    full = _foreheads_told(scene, names.WIDTH, _named)
    if length(full) <= ALERT_CHARACTERS:
        return full
    return _foreheads_told(scene, BRIEF_WIDTH, _signed)


def _foreheads_told(scene: Scene, width: int, card_of: Callable[[int, Words], str]) -> str:
    words, people = scene.words, scene.table.seats
    lines = [
        f"{names.plain(people[seat].player, words, width)}: {card_of(card, words)}"
        for seat, card in _foreheads(scene)
    ]
    return "\n".join([words("alert_forehead"), *lines, brief_turn(scene, BRIEF_WIDTH)])


def _named(card: int, words: Words) -> str:
    crown = cards.CROWN if cards.rank(card) == cards.MANILHA else ""
    return f"{crown}{cards.name(card, words)}"


def _signed(card: int, _words: Words) -> str:
    return cards.short(card)


def _foreheads(scene: Scene) -> list[tuple[int, int]]:
    """The cards on the foreheads of the others, by seat."""
    seats_shown = enumerate(shown(scene).seats)
    return [(seat, each.forehead) for seat, each in seats_shown if each.forehead]
