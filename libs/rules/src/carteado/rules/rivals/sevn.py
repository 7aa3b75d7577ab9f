"""A sound player of SEVN.

It counts the cards: all are public but the order of the deck, so it knows exactly what may come. It draws while one more card is worth more on average
than what it would lose, chases whoever has already won without it, and stops when that wins the match. It freezes who has most to gain, lets those draw
three who have most to lose, and gives a second chance where it helps least. Everything is an integer, so that every machine decides alike.
"""

from collections.abc import Callable
from dataclasses import dataclass

from carteado.rules.game import Seat
from carteado.rules.match import View
from carteado.rules.sevn.actions import Action, Choose, Draw, Pass
from carteado.rules.sevn.cards import (
    EXTRAS,
    FACES,
    FREEZE,
    NO_CARD,
    SECOND_CHANCE,
    Card,
    is_ballast,
    is_number,
)
from carteado.rules.sevn.effects import DRAWS
from carteado.rules.sevn.options import Options, full_deck
from carteado.rules.sevn.scoring import SEVN_VALUES, score_of
from carteado.rules.sevn.state import Decision, Standing
from carteado.rules.sevn.view import SeatView, TableView

SURE = 10_000
"""Odds of 1."""

NEAR_SEVN = SEVN_VALUES - 2
"""From so many values on, a ballast is kept for the seventh."""


def normal(view: View) -> tuple[Action, str]:
    """What a sound player does in the seat that sees this, and why."""
    assert view.observer is not None
    return ANSWERS[view.table.decision](view.table, view.observer, view.options)


# What may come


@dataclass(frozen=True, slots=True)
class Outlook:
    """What one more card means for a seat.

    Attributes:
        change: By how much its points change on average, a bust included, in ten-thousandths.
        gain: By how much they change on average if it does not bust, in ten-thousandths.
        bust: Odds that it busts, in ten-thousandths.
    """

    change: int
    gain: int
    bust: int


def unseen(table: TableView, options: Options) -> list[int]:
    """How many copies of each face may be drawn: what lies nowhere on the table, or, once the deck is empty, the discards (SV-40, SV-R35)."""
    copies = [0] * (FACES[-1] + 1)
    if not table.deck:
        for card in table.discards:
            copies[card] += 1
        return copies
    for card in full_deck(options):
        copies[card] += 1
    for card in face_up(table):
        copies[card] -= 1
    return copies


def face_up(table: TableView) -> list[Card]:
    """Every card that is not in the deck."""
    cards = [*table.discards, *table.options, *(waiting.card for waiting in table.queue)]
    for seat in table.seats:
        cards += [*seat.row, *seat.extras]
        cards += [SECOND_CHANCE] * seat.second_chance
        cards += [seat.bust_card] * (seat.bust_card != NO_CARD)
    if table.current is not None:
        cards.append(table.current.action.card)
    if table.decision in (Decision.BALLAST, Decision.GIVE_SECOND_CHANCE):
        cards.append(table.card)
    return cards


def repeats(seat: SeatView, card: Card, options: Options) -> bool:
    """Whether a card would bust the seat, or cost it its second chance (SV-18, SV-R19)."""
    return card in seat.row and (is_number(card) or options.duplicate_ballast_busts)


def points_with(seat: SeatView, card: Card, options: Options) -> int:
    """Points of a seat that gets a card which does not bust it; a ballast only if it likes."""
    points = seat.score.points
    if is_number(card) and card not in seat.row:
        return score_of([*seat.row, card], seat.extras, options.points_for_sevn).points
    if is_ballast(card) and card not in seat.row:
        kept = score_of([*seat.row, card], seat.extras, options.points_for_sevn).points
        return max(points, kept)
    if card in EXTRAS:
        return score_of(seat.row, [*seat.extras, card], options.points_for_sevn).points
    return points


def outlook(seat: SeatView, copies: list[int], options: Options) -> Outlook:
    """One more card, taken from so many copies of each face."""
    total = sum(copies) or 1
    busts = gains = 0
    for card in FACES:
        if not copies[card]:
            continue
        if repeats(seat, card, options) and not seat.second_chance:
            busts += copies[card]
        else:
            gains += copies[card] * (points_with(seat, card, options) - seat.score.points)
    change = (gains - busts * seat.score.points) * SURE // total
    return Outlook(change, gains * SURE // max(1, total - busts), busts * SURE // total)


def change_by_three(seat: SeatView, copies: list[int], options: Options) -> int:
    """By how much a draw of three changes a seat's points on average, roughly, in ten-thousandths."""
    one = outlook(seat, copies, options)
    survives = SURE
    for _ in range(DRAWS):
        survives = survives * (SURE - one.bust) // SURE
    gained = survives * DRAWS * one.gain // SURE
    return gained - (SURE - survives) * seat.score.points


# The turn


def _turn(table: TableView, me: Seat, options: Options) -> tuple[Action, str]:
    """Draws while that pays; the end of the match comes before the points of a round."""
    mine = table.seats[me]
    reached = mine.total + mine.score.points
    others = [seat for at, seat in enumerate(table.seats) if at != me]
    if not (table.deck or table.discards):
        return Pass(), "NO_CARD_LEFT"
    if reached >= table.target and reached > max(_reached(seat) for seat in others):
        return Pass(), "WINS_MATCH"
    safe = [_reached(seat) for seat in others if seat.standing is not Standing.ACTIVE]
    if max(safe, default=0) >= max(table.target, reached):
        return Draw(), "MUST_CATCH_UP"
    if outlook(mine, unseen(table, options), options).change > 0:
        return Draw(), "DRAW_PAYS"
    return Pass(), "KEEPS_POINTS"


def _reached(seat: SeatView) -> int:
    """Points in the match if the round ended now."""
    return seat.total + seat.score.points


# The questions that cards put


def _target(table: TableView, me: Seat, options: Options) -> tuple[Action, str]:
    """Whoever the action serves best: oneself if it helps, else the seat that it hurts most; between equals the leader."""
    copies = unseen(table, options)

    def worth(at: Seat) -> tuple[int, int, int]:
        seat = table.seats[at]
        helped = _help(table.card, seat, copies, options)
        return helped if at == me else -helped, _reached(seat), -at

    active = [at for at, seat in enumerate(table.seats) if seat.standing is Standing.ACTIVE]
    best = max(active, key=worth)
    if best == me:
        return Choose(seat=me), "HELPS_ITSELF"
    return Choose(seat=best), "STOPS_RIVAL" if table.card == FREEZE else "ENDANGERS_RIVAL"


def _help(action: Card, seat: SeatView, copies: list[int], options: Options) -> int:
    """How much an action helps whom it hits: a freeze saves from what a seat would lose, and takes what it would gain."""
    if action == FREEZE:
        return -outlook(seat, copies, options).change
    return change_by_three(seat, copies, options)


def _ballast(table: TableView, me: Seat, options: Options) -> tuple[Action, str]:
    """A ballast is kept where it costs nothing, or where the seventh value is near."""
    mine = table.seats[me]
    kept = score_of([*mine.row, table.card], mine.extras, options.points_for_sevn).points
    if kept >= mine.score.points > 0:
        return Choose(keep=True), "BALLAST_PAYS"
    if len(mine.row) >= NEAR_SEVN:
        return Choose(keep=True), "NEAR_SEVN"
    return Choose(keep=False), "BALLAST_COSTS"


def _give(table: TableView, me: Seat, options: Options) -> tuple[Action, str]:  # noqa: ARG001 - as the others
    """The second chance goes to whoever is furthest from winning."""
    free = [
        (_reached(seat), at)
        for at, seat in enumerate(table.seats)
        if seat.standing is Standing.ACTIVE and not seat.second_chance
    ]
    return Choose(seat=min(free)[1]), "HELPS_LEAST"


def _crossroads(table: TableView, me: Seat, options: Options) -> tuple[Action, str]:
    """The card that leaves most points; a second chance counts for what it would save."""
    mine = table.seats[me]
    risk = outlook(mine, unseen(table, options), options).bust

    def left(option: int) -> tuple[int, int]:
        card = table.options[option]
        if repeats(mine, card, options):
            return (mine.score.points - 1 if mine.second_chance else -1) * SURE, -option
        shield = card == SECOND_CHANCE and not mine.second_chance
        saved = risk * mine.score.points if shield else 0
        return points_with(mine, card, options) * SURE + saved, -option

    best = max(range(len(table.options)), key=left)
    return Choose(option=best), "LEAVES_MOST_POINTS"


ANSWERS: dict[Decision, Callable[[TableView, Seat, Options], tuple[Action, str]]] = {
    Decision.TURN: _turn,
    Decision.TARGET: _target,
    Decision.BALLAST: _ballast,
    Decision.GIVE_SECOND_CHANCE: _give,
    Decision.CROSSROADS: _crossroads,
}
"""How each question is answered."""
