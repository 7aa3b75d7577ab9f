"""What a match is made of: it is stored after each move and read back by others."""

from typing import Any

import pytest

from carteado.rules.eu_faco import Options
from carteado.rules.eu_faco.state import State, Trick
from carteado.rules.match import Match
from tests.rules.eu_faco.table import Table, opened, steps


def is_plain(value: Any) -> bool:
    """An integer, or lists and tricks of nothing else."""
    if isinstance(value, Trick):
        return all(is_plain(part) for part in (value.leader, value.cards, value.winner))
    return all(map(is_plain, value)) if isinstance(value, list) else isinstance(value, int)


def parts_that_are_not_plain(match: Match) -> list[str]:
    names = [name for name in State.__slots__ if name != "options"]
    return [name for name in names if not is_plain(getattr(match.state, name))]


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("options", [Options(), Options(fixed_rounds=(1, 2, 3))])
def test_a_state_is_integers_and_lists_of_integers_at_every_moment(
    seed: int, options: Options
) -> None:
    match = opened(seed, 2 + seed, options)
    assert parts_that_are_not_plain(match) == []
    for _ in steps(match, seed):
        assert parts_that_are_not_plain(match) == []


def test_nobody_has_lost_or_won_anything_before_the_first_deal() -> None:
    state = Table(4).state
    for counted in (state.taken, state.exact, state.distance, state.out_round, state.deficit):
        assert counted == [0] * 4
