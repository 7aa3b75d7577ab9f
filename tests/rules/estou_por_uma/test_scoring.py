"""What a round costs, and totals against the limit."""

import pytest

from carteado.rules.estou_por_uma import Options, RankSet
from carteado.rules.estou_por_uma.events import SeatScore
from carteado.rules.game import Awaiting
from tests.rules.estou_por_uma.table import Table, cards, count_of, effects, laid, scored

COURT = Options(court_cards_count_ten=True)


def points(hand: str, options: Options | None = None) -> int:
    """What a hand costs that is left when seat 0 goes out."""
    table = laid({0: "KD", 1: hand}, "KS", options=options)
    return scored(table.play("KD"))[1].points


@pytest.mark.parametrize(
    ("rank", "worth"),
    [("A", 1), *((str(n), n) for n in (2, 3, 4, 5, 6, 7)), ("8", 0), ("9", 9), ("10", 10)],
)
def test_epu_12_each_card_is_worth_its_own_number_and_the_8_zero(rank: str, worth: int) -> None:
    for suit in "CDHS":
        assert points(f"{rank}{suit}") == worth
        assert points(f"{rank}{suit}", COURT) == worth


@pytest.mark.parametrize(("rank", "worth"), [("J", 11), ("Q", 12), ("K", 13)])
def test_epu_r31_court_cards_are_worth_11_12_and_13_or_by_option_10(rank: str, worth: int) -> None:
    assert points(f"{rank}S") == worth
    assert points(f"{rank}S", COURT) == 10


def test_epu_12_the_cards_left_in_a_hand_add_up() -> None:
    assert points("AH 2D 10S JC QH KD") == 49
    assert points("7S 9C AD 8C") == 17


@pytest.mark.parametrize(
    ("zero", "worth"), [((), 19), ((8,), 11), ((11,), 8), ((8, 11), 0), ((1,), 19)]
)
def test_epu_r33_which_ranks_count_nothing_is_an_option(zero: tuple[int, ...], worth: int) -> None:
    assert points("8H JS", Options(zero_ranks=RankSet(zero))) == worth


def test_epu_r33_moving_the_wild_card_leaves_the_8_at_zero() -> None:
    assert points("8H JS", Options(effects=effects("J:wild"))) == 11


def test_epu_r33_a_court_card_that_counts_nothing_counts_nothing() -> None:
    chosen = Options(zero_ranks=RankSet((12,)), court_cards_count_ten=True)
    assert points("QH KS", chosen) == 10


def counted(*totals: int, hands: tuple[str, ...], options: Options | None = None) -> Table:
    """Seat 0 goes out; the others are left with these hands."""
    held = {0: "KD", **dict(enumerate(hands, start=1))}
    table = laid(held, "KS", points=dict(enumerate(totals)), options=options)
    table.play("KD")
    return table


def test_epu_r38_points_add_up_over_rounds() -> None:
    table = laid({0: "KD", 1: "5H 6C", 2: "AD"}, "KS", points={0: 30, 1: 40, 2: 7})
    events = table.play("KD")
    assert count_of(events).winner == 0
    assert count_of(events).seats == (
        SeatScore(0, (), 0, 30, reset=False, eliminated=False),
        SeatScore(1, tuple(cards("6C 5H")), 11, 51, reset=False, eliminated=False),
        SeatScore(2, tuple(cards("AD")), 1, 8, reset=False, eliminated=False),
    )
    assert table.state.points == [30, 51, 8]


def test_epu_16_who_makes_exactly_the_limit_goes_back_to_zero() -> None:
    table = laid({0: "KD", 1: "5H", 2: "AD"}, "KS", points={1: 95})
    score = scored(table.play("KD"))[1]
    assert score == SeatScore(1, tuple(cards("5H")), 5, 0, reset=True, eliminated=False)
    assert table.state.points[1] == 0
    assert table.state.out_round == [0, 0, 0]


def test_epu_15_who_passes_the_limit_leaves() -> None:
    table = laid({0: "KD", 1: "6H", 2: "AD"}, "KS", points={1: 95})
    score = scored(table.play("KD"))[1]
    assert score == SeatScore(1, tuple(cards("6H")), 6, 101, reset=False, eliminated=True)
    assert table.state.points[1] == 101
    assert table.state.out_round == [0, 2, 0]


def test_epu_15_who_stays_below_the_limit_stays() -> None:
    table = counted(0, 95, 0, hands=("4H", "AD"))
    assert (table.state.points, table.state.out_round) == ([0, 99, 1], [0, 0, 0])


@pytest.mark.parametrize("limit", [20, 101, 500])
def test_epu_r34_the_limit_is_an_option(limit: int) -> None:
    options = Options(limit=limit)
    table = counted(0, limit - 6, limit - 5, limit - 4, hands=("5H", "5C", "5S"), options=options)
    assert table.state.points == [0, limit - 1, 0, limit + 1]
    assert table.state.out_round == [0, 0, 0, 2]


def test_epu_r43_who_is_out_is_not_counted() -> None:
    table = laid({0: "KD", 2: "5H", 3: "AD"}, "KS", seats=5)
    assert [one.seat for one in count_of(table.play("KD")).seats] == [0, 2, 3]
    assert table.state.points == [0, 101, 5, 1, 101]


def test_epu_r36_several_who_pass_together_all_leave() -> None:
    table = counted(20, 90, 91, 0, hands=("JH", "KC", "AD"))
    assert table.state.out_round == [0, 2, 2, 0]
    assert table.awaiting() is Awaiting.DEAL
