"""What one match does to ratings."""

import math
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carteado.ranking.rating import Rating, rated

NEW = Rating()

ratings = st.builds(
    Rating,
    mean=st.floats(0, 50),
    deviation=st.floats(0.5, 9),
    matches=st.integers(0, 1000),
)
tables = st.integers(2, 8).flatmap(
    lambda seats: st.tuples(
        st.lists(ratings, min_size=seats, max_size=seats),
        st.lists(st.integers(1, seats), min_size=seats, max_size=seats),
    )
)


def test_the_winner_goes_up_and_the_last_goes_down() -> None:
    first, second, third, last = rated([NEW] * 4, [1, 2, 3, 4])
    assert first.mean > second.mean > NEW.mean > third.mean > last.mean
    assert first.points > NEW.points > last.points


def test_two_who_tie_from_equal_ratings_stay_equal_and_are_known_better() -> None:
    one, other = rated([NEW] * 2, [1, 1])
    assert one == other
    assert one.mean == NEW.mean
    assert one.deviation < NEW.deviation


def test_a_newcomer_has_eight_hundred_points_and_a_well_known_average_player_fifteen_hundred() -> (
    None
):
    assert NEW.points == 800
    assert Rating(25, 2.5, 50).points == 1500


def test_points_never_fall_below_zero() -> None:
    assert Rating(-40, 5, 300).points == 0


def test_points_stand_three_deviations_below_what_is_estimated() -> None:
    assert Rating(30, 2.5).points == 1500 + 40 * 5
    assert Rating(30, 3.5).points == 1500 + 40 * (5 - 3)


@pytest.mark.parametrize(("deviation", "matches"), [(8, 0), (3.5, 14), (3.51, 15)])
def test_a_rating_is_provisional_while_either_matches_or_deviation_do_not_suffice(
    deviation: float, matches: int
) -> None:
    assert Rating(25, deviation, matches).is_provisional


@pytest.mark.parametrize(("deviation", "matches"), [(3.5, 15), (2, 100)])
def test_a_rating_is_settled_once_both_suffice(deviation: float, matches: int) -> None:
    assert not Rating(25, deviation, matches).is_provisional


@given(st.integers(2, 8).flatmap(lambda n: st.lists(st.integers(1, n), min_size=n, max_size=n)))
def test_from_equal_ratings_changes_follow_places_and_are_equal_for_equal_places(
    places: list[int],
) -> None:
    after = rated([NEW] * len(places), places)
    means: dict[int, set[float]] = {}
    for place, rating in zip(places, after, strict=True):
        means.setdefault(place, set()).add(rating.mean)
    assert all(len(equal) == 1 for equal in means.values())
    ordered = [means[place].pop() for place in sorted(means)]
    assert ordered == sorted(ordered, reverse=True)
    assert len(set(ordered)) == len(ordered)


@given(tables)
def test_what_a_match_gives_is_finite_and_counted_once_for_each(
    table: tuple[list[Rating], list[int]],
) -> None:
    before, places = table
    after = rated(before, places)
    assert [one.matches for one in after] == [one.matches + 1 for one in before]
    assert all(math.isfinite(one.mean) and one.deviation > 0 for one in after)


@given(tables, st.randoms(use_true_random=False))
def test_who_sits_where_makes_no_difference_to_the_last_bit(
    table: tuple[list[Rating], list[int]], random: object
) -> None:
    before, places = table
    order = list(range(len(before)))
    random.shuffle(order)  # type: ignore[attr-defined]
    straight = rated(before, places)
    shuffled = rated([before[i] for i in order], [places[i] for i in order])
    assert [straight[i] for i in order] == shuffled


def test_every_order_of_four_different_ratings_gives_the_same() -> None:
    before = [Rating(20 + index, 3 + index / 7) for index in range(4)]
    places = [2, 1, 2, 4]
    straight = rated(before, places)
    for order in permutations(range(4)):
        again = rated([before[i] for i in order], [places[i] for i in order])
        assert again == [straight[i] for i in order]


def test_only_the_order_of_places_counts() -> None:
    before = [NEW, Rating(30, 4), Rating(22, 6)]
    assert rated(before, [1, 2, 3]) == rated(before, [1, 5, 9])
