"""A match as the terminal tells it, held against texts that people have read."""

import io
from collections.abc import Iterable
from pathlib import Path

import pytest
from rich.console import Console

from carteado.api.eu_faco.v1 import eu_faco_pb2
from carteado.api.eu_faco.v1.eu_faco_pb2 import (
    BidPlaced,
    PlayedCard,
    RoundDealt,
    RoundScored,
    SeatScore,
    SeatView,
    Trick,
)
from carteado.api.game.v1.game_pb2 import Event, MatchEnded, Placement, RoundOpened, View
from carteado.api.tables.v1.tables_pb2 import Player, Seat, Table
from carteado.cli.narration import Narrator
from carteado.cli.words import LOCALES
from carteado.words import Words

NAMES = ("Ana", "Bia", "Caio", "[red]Zé[/red]")
BRONZE, SILVER, GOLD, DIAMOND = range(0, 40, 10)
Fact = RoundDealt | BidPlaced | PlayedCard | Trick | RoundScored


def card(number: int) -> eu_faco_pb2.Card.ValueType:
    return eu_faco_pb2.Card.ValueType(number)


def table(
    *facts: Fact,
    locked: int | None = None,
    others: Iterable[Event] = (),
    places: Iterable[Placement] = (),
) -> Table:
    """The table after one change, as the public sees it."""
    events = [Event(eu_faco=happened(fact)) for fact in facts]
    cards = eu_faco_pb2.View(seats=[SeatView(lives=2) for _ in NAMES], locked_bid=locked)
    seats = [
        Seat(seat=number, player=Player(id=f"demo/{number}", name=name))
        for number, name in enumerate(NAMES)
    ]
    view = View(events=[*events, *others], eu_faco=cards)
    return Table(seats=seats, view=view, placements=places)


def happened(fact: Fact) -> eu_faco_pb2.Event:
    event = eu_faco_pb2.Event()
    for field in event.DESCRIPTOR.fields:
        if field.message_type is fact.DESCRIPTOR:
            getattr(event, field.name).CopyFrom(fact)
    return event


def bids(*tricks: int | None) -> list[BidPlaced]:
    return [
        BidPlaced(seat=seat, tricks=each) for seat, each in enumerate(tricks) if each is not None
    ]


def trick(
    cards: dict[int, int], winner: int | None = None, cancelled: tuple[int, ...] = ()
) -> list[PlayedCard | Trick]:
    played = [
        PlayedCard(seat=seat, card=card(number), cancelled=seat in cancelled)
        for seat, number in cards.items()
    ]
    return [*played, Trick(cards=played, winner=winner)]


def scored(*lines: tuple[int, int, int, int, bool]) -> RoundScored:
    return RoundScored(
        seats=[
            SeatScore(seat=seat, bid=bid, taken=taken, lives=lives, eliminated=eliminated)
            for seat, bid, taken, lives, eliminated in lines
        ]
    )


MATCH = (
    table(),
    table(RoundDealt(round=1, hand_size=1, dealer=3)),
    *(table(bid) for bid in bids(0, 1, 0, None)),
    table(
        BidPlaced(seat=3, tricks=1),
        *trick({0: GOLD + 9, 1: SILVER + 6, 2: BRONZE + 9, 3: SILVER + 5}, 1, (0, 2)),
        scored((0, 0, 0, 2, False), (1, 1, 1, 2, False), (2, 0, 0, 2, False), (3, 1, 0, 1, False)),
        others=[Event(round_opened=RoundOpened(round=1, secret=b"s"))],
    ),
    table(RoundDealt(round=2, hand_size=2, dealer=0)),
    *(table(bid) for bid in bids(None, 1, 0, None)),
    table(BidPlaced(seat=3, tricks=0), locked=1),
    table(BidPlaced(seat=0, tricks=2)),
    table(
        *trick({1: DIAMOND + 10, 2: GOLD + 10, 3: BRONZE + 4, 0: SILVER + 4}, None, (0, 1, 2, 3))
    ),
    table(
        *trick({1: DIAMOND + 1, 2: BRONZE + 1, 3: GOLD + 2, 0: SILVER + 10}, 1),
        scored((0, 2, 0, 0, True), (1, 1, 1, 2, False), (2, 0, 0, 2, False), (3, 0, 1, 0, True)),
    ),
    table(RoundDealt(round=3, hand_size=3, dealer=1)),
    *(table(bid) for bid in bids(None, 3, 3)),
    table(
        *trick({2: GOLD + 3, 1: SILVER + 3}, None, (1, 2)),
        scored((1, 3, 0, 0, False), (2, 3, 0, 0, False)),
    ),
    table(
        RoundDealt(round=4, hand_size=1, dealer=2, tiebreak=True),
        *trick({1: GOLD + 3, 2: SILVER + 3}, None, (1, 2)),
    ),
    table(
        RoundDealt(round=5, hand_size=1, dealer=1, tiebreak=True),
        *trick({2: GOLD + 3, 1: SILVER + 1}, 1),
        others=[Event(match_ended=MatchEnded())],
        places=[
            Placement(seat=0, place=3),
            Placement(seat=1, place=1),
            Placement(seat=2, place=2),
            Placement(seat=3, place=3),
        ],
    ),
)


def told(language: str, tables: Iterable[Table]) -> str:
    console = Console(file=io.StringIO(), width=80, highlight=False)
    narrator = Narrator(Words(LOCALES, language))
    for each in tables:
        for line in narrator.tell(each):
            console.print(line)
    assert isinstance(console.file, io.StringIO)
    lines = console.file.getvalue().splitlines()
    return "\n".join(line.rstrip() for line in lines) + "\n"


@pytest.mark.parametrize("language", ["pt_BR", "en"])
def test_a_match_is_told_as_people_read_it(language: str) -> None:
    golden = Path(__file__).with_name(f"narration.{language}.txt")
    assert told(language, MATCH) == golden.read_text()


def test_every_line_fits_on_eighty_columns() -> None:
    assert max(map(len, told("pt_BR", MATCH).splitlines())) <= 80


def test_a_match_without_lives_counts_distances_and_may_have_two_winners() -> None:
    first = table(RoundDealt(round=1, hand_size=2, dealer=0))
    for seat in first.view.eu_faco.seats:
        seat.lives = 0
    places = [Placement(seat=seat, place=1, score=0) for seat in (0, 1)]
    last = table(
        scored((0, 2, 0, 0, False), (1, 0, 1, 0, False)),
        places=places,
    )
    text = told("pt_BR", [first, last])
    assert "perde 2 vidas" not in text
    assert "erra por 2" in text
    assert "erra por 1" in text
    assert "Ana e Bia vencem a partida" in text
