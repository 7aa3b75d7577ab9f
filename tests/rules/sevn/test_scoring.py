"""What a row is worth."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from carteado.rules.sevn.cards import EXTRAS, NUMBERS, VALUES, WORTH, Card
from carteado.rules.sevn.events import Score
from carteado.rules.sevn.scoring import featherweight, heavyweight, score_of, straight
from tests.rules.sevn.table import card, cards, dealt, scored, worth

law = settings(max_examples=150, deadline=None, database=None)
rows = st.lists(st.sampled_from(list(VALUES)), max_size=7, unique=True)
extras = st.lists(st.sampled_from(list(EXTRAS)), max_size=6)


def test_sv_34_the_steps_in_their_order() -> None:
    assert worth("0 1 2 3 4 5 6", "x2 +4 feather straight") == Score(
        sum=21,
        doubled=42,
        modifiers=4,
        featherweight=15,
        heavyweight=0,
        straight=28,
        sevn=17,
        points=106,
    )


@pytest.mark.parametrize(
    ("row", "sum_"),
    [("5 12 3", 20), ("", 0), ("0", 0), ("13 -6", 7), ("-2 0 1", -1), ("-6 -4 -2", -12)],
)
def test_sv_34_the_values_are_summed_ballast_included(row: str, sum_: int) -> None:
    told = worth(row)
    assert (told.sum, told.doubled, told.points) == (sum_, sum_, max(0, sum_))


@pytest.mark.parametrize(("row", "doubled"), [("5 12 3", 40), ("13 -6", 14), ("-6 -4 3", -14)])
def test_sv_39_x2_doubles_numbers_and_ballast_and_nothing_else(row: str, doubled: int) -> None:
    told = worth(row, "x2 +10")
    assert told.sum * 2 == told.doubled == doubled
    assert (told.modifiers, told.points) == (10, max(0, doubled + 10))
    assert worth("1 3 5 6", "x2 feather").points == 45


@pytest.mark.parametrize("copies", range(4))
def test_sv_r37_more_copies_of_x2_multiply_once_each(copies: int) -> None:
    told = score_of(cards("5 12"), [card("x2")] * copies, 17)
    assert told.doubled == told.points == 17 * 2**copies


@pytest.mark.parametrize(
    ("name", "adds"), [("+2", 2), ("+4", 4), ("+6", 6), ("+8", 8), ("+10", 10)]
)
def test_sv_33_each_modifier_adds_its_number(name: str, adds: int) -> None:
    assert (worth("1", name).modifiers, worth("1", name).points) == (adds, 1 + adds)
    assert worth("1", "+2 +4 +6 +8 +10").points == 31


def test_sv_r24_without_numbers_x2_doubles_nothing_and_the_others_count() -> None:
    assert worth("", "x2 +2 +6") == Score(0, 0, 8, 0, 0, 0, 0, 8)


def test_sv_34_the_limit_to_zero_comes_once_at_the_end() -> None:
    assert worth("-6 -4 3").points == 0
    assert worth("-6 -4 3", "+10").points == 3
    assert worth("-6 -4", "+10").points == 0
    assert worth("-6 -4 -2", "+10").points == 0


@pytest.mark.parametrize(
    ("row", "points"),
    [
        ("1 3 5 6", 15),
        ("6 5 4 3 2", 15),
        ("1 3 6", 0),
        ("1 3 5 7", 0),
        ("1 3 6 -2", 15),
        ("-2 -4 -6 0", 15),
        ("1 3 5 6 13", 0),
        ("", 0),
    ],
)
def test_sv_30_sv_38_four_values_of_6_or_less_give_15_to_a_featherweight(
    row: str, points: int
) -> None:
    assert worth(row, "feather").featherweight == featherweight(cards(row)) == points


def test_sv_r25_modifiers_are_no_scoring_cards_for_a_featherweight() -> None:
    assert worth("1 3 6", "+2 feather").points == 12
    assert worth("1 3 5 6", "+10 feather").featherweight == 15


@pytest.mark.parametrize(
    ("row", "points"),
    [
        ("10 11 13", 12),
        ("2 10 12 13", 12),
        ("10 11 12 13", 12),
        ("10 11", 0),
        ("9 10 11", 0),
        ("9 12 13 8", 0),
        ("", 0),
    ],
)
def test_sv_31_sv_r26_three_values_of_10_or_more_give_12_to_a_heavyweight(
    row: str, points: int
) -> None:
    assert worth(row, "heavy").heavyweight == heavyweight(cards(row)) == points


def test_sv_r25_a_modifier_of_10_is_no_card_of_10() -> None:
    assert worth("10 11", "+10 heavy").points == 31


@pytest.mark.parametrize(
    ("row", "points"),
    [
        ("3 4 5", 12),
        ("0 1 2", 12),
        ("11 12 13", 12),
        ("5 3 9 4", 12),
        ("1 2 4 5", 0),
        ("3 4", 0),
        ("1 2 3 7 8 9 10", 16),
        ("7 8 9 10 1 2 3", 16),
        ("1 2 3 5 6 7", 12),
        ("0 1 2 3 4 5 6", 28),
        ("12 13 0 1", 0),
        ("-2 0 1", 0),
        ("12 13 -2", 0),
        ("", 0),
    ],
)
def test_sv_32_sv_r27_the_longest_run_of_three_numbers_or_more_gives_4_a_number(
    row: str, points: int
) -> None:
    assert worth(row, "straight").straight == straight(cards(row)) == points


def test_sv_r28_a_bonus_needs_its_card() -> None:
    assert worth("1 2 3 4").points == 10
    assert worth("11 12 13").points == 36
    assert worth("1 2 3 4", "heavy").points == 10


def test_sv_r29_two_copies_of_a_bonus_count_once() -> None:
    assert worth("1 3 5 6", "feather feather").points == 30
    assert worth("10 12 13", "heavy heavy").points == 47
    assert worth("3 4 5", "straight straight").points == 24


def test_sv_35_the_sample_row_five_numbers_and_two_bonuses() -> None:
    told = worth("1 2 3 5 6", "feather straight")
    assert (told.sum, told.featherweight, told.straight, told.points) == (17, 15, 12, 44)


def test_sv_38_ballasts_count_for_sevn_and_their_value_enters_the_score() -> None:
    told = worth("-2 -4 -6 1 2 3 13")
    assert (told.sum, told.sevn, told.points) == (7, 17, 24)
    assert worth("-2 -4 -6 1 2 13").sevn == 0


def test_sv_34_g_34_a_bust_scores_zero_and_the_steps_of_its_row_are_told() -> None:
    table = dealt({0: "13 12 11", 1: "9"}, safe=[1], extras={0: "+10 x2 heavy"})
    events = table.draw("11")
    assert table.view().seats[0].score == Score(36, 72, 10, 0, 12, 0, 0, 0)
    assert scored(events) == [0, 9]


def test_sv_r31_a_round_is_worth_at_most_227() -> None:
    best = worth("13 12 11 10 9 8 7", "x2 +2 +4 +6 +8 +10 heavy straight")
    assert best.points == 227


def by_the_text(row: list[Card], held: list[Card]) -> int:
    """Points as the text words them, each clause on its own."""
    values = [WORTH[one] for one in row]
    numbers = {WORTH[one] for one in row if one in NUMBERS}
    runs = [
        length
        for low in numbers
        for length in range(3, 8)
        if numbers.issuperset(range(low, low + length))
    ]
    points: int = sum(values) << held.count(18)
    points += sum(2 * (one - 18) for one in held if 19 <= one <= 23)
    points += 15 * (24 in held and len(row) >= 4 and max(values) <= 6)
    points += 12 * (25 in held and sum(value >= 10 for value in values) >= 3)
    points += 4 * max(runs, default=0) * (26 in held)
    points += 17 * (len(row) == 7)
    return max(0, points)


@law
@given(row=rows, held=extras)
def test_sv_34_every_row_scores_what_the_text_says(row: list[Card], held: list[Card]) -> None:
    told = score_of(row, held, 17)
    assert told.points == by_the_text(row, held)
    parts = told.modifiers + told.featherweight + told.heavyweight + told.straight + told.sevn
    assert told.points == max(0, told.doubled + parts)


@law
@given(row=rows, held=extras, data=st.data())
def test_sv_r27_the_order_drawn_never_changes_a_score(
    row: list[Card], held: list[Card], data: st.DataObject
) -> None:
    again = score_of(data.draw(st.permutations(row)), data.draw(st.permutations(held)), 17)
    assert again == score_of(row, held, 17)
