"""How a demonstration player decides."""

import pytest

from carteado.api.eu_faco.v1 import eu_faco_pb2
from carteado.api.eu_faco.v1.eu_faco_pb2 import SeatView
from carteado.api.game.v1.game_pb2 import Action, Bid, Observer, Play, View
from carteado.cli.strategy import choose, expected_tricks, takes

BRONZE, SILVER, GOLD, DIAMOND = range(0, 40, 10)


def card(medal: int, rank: int) -> eu_faco_pb2.Card.ValueType:
    return eu_faco_pb2.Card.ValueType(medal + rank)


def playing(
    hand: list[eu_faco_pb2.Card.ValueType],
    trick: list[eu_faco_pb2.Card.ValueType],
    *,
    bid: int,
    taken: int = 0,
) -> View:
    """Seat 3 of four has the turn or, with three cards out, the last word."""
    seats = [SeatView(playing=True, bid=1) for _ in range(3)]
    seats.append(SeatView(playing=True, bid=bid, taken=taken))
    out = [eu_faco_pb2.PlayedCard(seat=seat, card=each) for seat, each in enumerate(trick)]
    legal = [Action(play=Play(eu_faco=each)) for each in hand]
    table = eu_faco_pb2.View(seats=seats, trick=out, hand=hand)
    return View(observer=Observer(seat=3), legal=legal, eu_faco=table)


def bidding(hand: list[eu_faco_pb2.Card.ValueType], legal: list[int], *foreheads: int) -> View:
    seats = [SeatView(playing=True) for _ in range(3)]
    for seat, shown in zip(seats, foreheads, strict=False):
        seat.forehead = card(0, shown)
    table = eu_faco_pb2.View(
        seats=[*seats, SeatView(playing=True)], hand=hand, forehead=bool(foreheads)
    )
    actions = [Action(bid=Bid(tricks=tricks)) for tricks in legal]
    return View(observer=Observer(seat=3), legal=actions, eu_faco=table)


@pytest.mark.parametrize(
    ("table", "one", "expected"),
    [
        ([], 9, True),
        ([9], 9, False),
        ([9, 19], 4, True),
        ([10, 20, 7], 17, False),
        ([10], 1, True),
        ([11], 1, False),
        ([1], 31, True),
    ],
)
def test_a_card_takes_what_is_weaker_and_not_cancelled(
    table: list[int],
    one: int,
    expected: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    assert takes(table, one) is expected


def test_strong_hands_promise_much_and_weak_ones_nothing() -> None:
    strong = [card(DIAMOND, 1), card(GOLD, 1), card(SILVER, 1)]
    weak = [card(DIAMOND, 2), card(GOLD, 3), card(SILVER, 4)]
    assert choose(bidding(strong, [0, 1, 2, 3])).bid.tricks == 3
    assert choose(bidding(weak, [0, 1, 2, 3])).bid.tricks == 0


def test_a_locked_promise_gives_way_to_the_nearest() -> None:
    strong = [card(DIAMOND, 1), card(GOLD, 1), card(SILVER, 1)]
    assert choose(bidding(strong, [0, 1, 2])).bid.tricks == 2


def test_on_the_forehead_one_promises_by_what_the_others_hold() -> None:
    hidden = [card(0, 0)]
    assert choose(bidding(hidden, [0, 1], 2, 3, 4)).bid.tricks == 1
    assert choose(bidding(hidden, [0, 1], 1, 9, 8)).bid.tricks == 0
    assert expected_tricks(bidding(hidden, [0, 1], 31, 9, 8).eu_faco, 3) == 0


def test_who_needs_tricks_takes_the_last_word_as_cheaply_as_it_can() -> None:
    hand = [card(BRONZE, 4), card(GOLD, 8), card(GOLD, 10), card(DIAMOND, 1)]
    table = [card(SILVER, 7), card(SILVER, 2), card(SILVER, 3)]
    assert choose(playing(hand, table, bid=1)).play.eu_faco == card(GOLD, 8)


def test_who_needs_tricks_and_does_not_speak_last_plays_its_strongest() -> None:
    hand = [card(BRONZE, 4), card(GOLD, 8), card(DIAMOND, 1)]
    assert choose(playing(hand, [card(SILVER, 7)], bid=1)).play.eu_faco == card(DIAMOND, 1)


def test_who_cannot_take_a_trick_it_needs_keeps_what_is_strong() -> None:
    hand = [card(BRONZE, 4), card(GOLD, 8)]
    assert choose(playing(hand, [card(SILVER, 1)], bid=1)).play.eu_faco == card(BRONZE, 4)


def test_who_has_enough_gets_rid_of_the_strongest_that_does_not_take() -> None:
    hand = [card(BRONZE, 4), card(GOLD, 6), card(DIAMOND, 1)]
    assert choose(playing(hand, [card(SILVER, 7)], bid=0)).play.eu_faco == card(GOLD, 6)


def test_who_must_take_more_than_enough_spends_its_strongest_or_risks_its_weakest() -> None:
    hand = [card(BRONZE, 8), card(DIAMOND, 1)]
    last = [card(SILVER, 7), card(SILVER, 2), card(SILVER, 3)]
    assert choose(playing(hand, last, bid=0)).play.eu_faco == card(DIAMOND, 1)
    assert choose(playing(hand, last[:1], bid=0)).play.eu_faco == card(BRONZE, 8)
