"""Eu Faço! at the table in a terminal: promises, tricks and lives, and a card on each forehead in a round of one."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from rich.text import Text

from carteado.cli import cards
from carteado.cli.cards import CANCELLED, LIFE, LIT, MEDAL_STYLES
from carteado.cli.table.frame import Cell, listed, row, wrapped
from carteado.cli.table.game import Counted
from carteado.cli.table.scene import Happened, MisreadError, Scene
from carteado.rules import eu_faco as rules
from carteado.rules.eu_faco.actions import Action, Bid, Play
from carteado.rules.eu_faco.cards import HIDDEN, STRENGTH, Card
from carteado.rules.eu_faco.events import BidPlaced, RoundScored, SeatScore, TrickEnded
from carteado.rules.game import Placement, Seat

name = rules.name
options = rules.Options()

MARK, NAME, LIVES, BID, TAKEN, CARD = 2, 9, 7, 13, 9, 40
"""Columns of a seat."""

TURN = "►"
NUMBER = re.compile(r"\d{1,3}", re.ASCII)

__all__ = [
    "action",
    "counted",
    "name",
    "news",
    "options",
    "question",
    "rules",
    "score",
    "table",
    "title",
]


# The table


def title(scene: Scene) -> str:
    """Which round, of how many cards, and who deals it (EF-8, EF-19)."""
    table, words = scene.view.table, scene.words
    size = words("tiebreak") if table.tiebreak else words.count("cards", table.hand_size)
    parts = [words("round", n=table.round_number), size]
    if table.forehead and not table.tiebreak:
        parts.append(words("forehead"))
    return " · ".join([*parts, words("dealer", name=scene.names[table.dealer])])


def table(scene: Scene) -> Sequence[Text]:
    """A line for each seat, with its card of the trick or on its forehead, and what the promises come to (EF-R16)."""
    seats = [_seat(scene, seat) for seat in scene.clockwise]
    shown = scene.view.table
    bids = [seat.bid for seat in shown.seats if seat.bid is not None]
    tally = scene.words.count("tally", shown.hand_size, bid=sum(bids))
    return [*seats, *wrapped(tally, "dim")]


def _seat(scene: Scene, seat: Seat) -> Text:
    words, shown = scene.words, scene.view.table.seats[seat]
    if not shown.playing:
        line = row(("", MARK), (scene.names[seat], NAME), (words("seat_out"), CARD))
        line.stylize("dim")
        return line
    has_bid = shown.bid is not None
    bid = words("seat_bid", n=shown.bid) if has_bid else ""
    is_playing = has_bid and not scene.view.table.forehead
    taken = words("seat_taken", n=shown.taken) if is_playing else ""
    cells: list[Cell] = [
        (TURN if seat == scene.view.to_act else "", MARK),
        (Text(scene.names[seat], "bold" if seat == scene.seat else ""), NAME),
        (LIFE * shown.lives, LIVES),
        (bid, BID),
        (taken, TAKEN),
        (_card_of(scene, seat), CARD),
    ]
    return row(*cells)


def _card_of(scene: Scene, seat: Seat) -> Text:
    """The card of a seat that one may see: on the table, lit or cancelled, or on its forehead (EF-13, EF-36)."""
    table = scene.view.table
    for played in table.trick:
        if played.seat == seat:
            lit = LIT if seat == table.lit else CANCELLED if played.cancelled else ""
            return Text(lit).append_text(_card(played.card, scene))
    if table.seats[seat].forehead != HIDDEN:
        return _card(table.seats[seat].forehead, scene)
    return Text(scene.words("own_forehead") if table.forehead and seat == scene.seat else "")


def _card(card: Card, scene: Scene) -> Text:
    return Text(cards.name(card, scene.words), MEDAL_STYLES[cards.medal(card)])


# The question


def question(scene: Scene) -> Sequence[Text]:
    """The numbers that one may promise, the locked one among them, or the cards that one may play (EF-R16)."""
    words = scene.words
    if not isinstance(scene.view.legal[0], Bid):
        asked = words("ask_play" if scene.view.table.trick else "ask_lead")
        return [*listed(_numbered(scene)), *wrapped(asked)]
    hand = hand_of(scene)
    held = listed(_card(card, scene) for card in hand) if HIDDEN not in hand else []
    return [*held, *wrapped(f"{words('ask_bid')} {' '.join(_bids(scene))}")]


def hand_of(scene: Scene) -> list[Card]:
    """The own hand, the weakest card first, and as many hidden ones as it has in a round of one card."""
    return sorted(scene.view.table.hand, key=lambda card: (STRENGTH[card], card))


def _numbered(scene: Scene) -> Iterator[Text]:
    for number, card in enumerate(hand_of(scene), start=1):
        yield Text(f"[{number}] ").append_text(_card(card, scene))


def _bids(scene: Scene) -> Iterator[str]:
    table = scene.view.table
    for tricks in range(table.hand_size + 1):
        locked = tricks == table.locked_bid
        yield scene.words("locked", n=tricks) if locked else f"[{tricks}]"


def action(scene: Scene, typed: str) -> Action:
    """A number: so many tricks while one promises, afterwards that card of the hand.

    Raises:
        MisreadError: It is none, or the locked one (EF-20).
    """
    if not NUMBER.fullmatch(typed):
        raise MisreadError(scene.words("misread"))
    if isinstance(scene.view.legal[0], Bid):
        return _bid(scene, int(typed))
    hand = hand_of(scene)
    if not 1 <= int(typed) <= len(hand):
        raise MisreadError(scene.words.count("no_such_card", len(hand)))
    return Play(hand[int(typed) - 1])


def _bid(scene: Scene, tricks: int) -> Bid:
    table = scene.view.table
    if tricks == table.locked_bid:
        raise MisreadError(scene.words("bid_is_locked", n=tricks))
    if tricks > table.hand_size:
        raise MisreadError(scene.words("bid_too_high", n=table.hand_size))
    return Bid(tricks)


# What happened


def news(scene: Scene, moves: Sequence[Happened]) -> Sequence[str]:
    """The promises in one sentence, each trick that is over in another, and what a count or a tie-break came to."""
    events = [event for move in moves for event in move]
    bids = [_bid_told(scene, event) for event in events if isinstance(event, BidPlaced)]
    told = [scene.words("news_bids", bids=", ".join(bids))] if bids else []
    for event in events:
        if isinstance(event, TrickEnded):
            told.append(_trick_told(scene, event))
        elif isinstance(event, RoundScored):
            told += _scored(scene, event)
    return told


def _bid_told(scene: Scene, event: BidPlaced) -> str:
    return f"{scene.names[event.seat]} {event.tricks}"


def _trick_told(scene: Scene, trick: TrickEnded) -> str:
    words, told = scene.words, []
    for played in trick.cards:
        lit = LIT if played.seat == trick.winner else CANCELLED if played.cancelled else ""
        told.append(f"{scene.names[played.seat]} {lit}{cards.name(played.card, words)}")
    is_tiebreak = scene.view.table.tiebreak
    if trick.winner is None:
        key = "news_tiebreak_cancelled" if is_tiebreak else "news_cancelled"
        return words(key, cards=", ".join(told))
    key = "news_tiebreak_won" if is_tiebreak else "news_taken"
    return words(key, cards=", ".join(told), name=scene.names[trick.winner])


def _scored(scene: Scene, scored: RoundScored) -> Iterator[str]:
    """Who is out, and that all who were in it go on to a tie-break (EF-6, EF-39)."""
    words = scene.words
    out = [scene.names[each.seat] for each in scored.seats if each.eliminated]
    if out:
        yield words.count("news_out", len(out), names=words.listed(out))
    if not any(each.lives for each in scored.seats):
        yield words("news_tiebreak")


# The count


def counted(scene: Scene, event: Any) -> Sequence[Counted]:
    """What each seat promised and took, and the lives that the distance cost it (EF-24, EF-25)."""
    if not isinstance(event, RoundScored):
        return ()
    return [_counted(scene, each) for each in event.seats]


def _counted(scene: Scene, score: SeatScore) -> Counted:
    words, missed = scene.words, abs(score.bid - score.taken)
    remark = words("remark", bid=score.bid, taken=score.taken)
    if not missed:
        return Counted(score.seat, words("gained_exact"), LIFE * score.lives, remark)
    total = LIFE * score.lives or words("no_lives")
    return Counted(score.seat, words("gained_lost", n=missed), total, remark)


def score(scene: Scene, placement: Placement) -> str:
    """The lives that are left."""
    return scene.words.count("lives", placement.score)
