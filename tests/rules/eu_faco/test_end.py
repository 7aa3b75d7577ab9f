"""How long a match may last, and training without any service."""

import subprocess
import sys
from pathlib import Path

import pytest

import carteado.rules
from carteado.rules import eu_faco
from carteado.rules.eu_faco.events import RoundDealt
from carteado.rules.eu_faco.state import Phase
from carteado.rules.game import Awaiting
from carteado.rules.match import MatchEnded
from carteado.rules.rivals import advise
from carteado.rules.shuffle import ROUNDS
from tests.rules.eu_faco.table import Table, about_to_deal, opened, steps

LEFT = [f"{number}{suit}" for suit in "BP" for number in range(2, 11)]
RIGHT = [f"{number}{suit}" for suit in "OD" for number in range(2, 11)]


def mirrored(size: int) -> dict[int, str]:
    """Two hands of the same numbers without a 1, so that every trick of the weakest cards cangou."""
    return {0: " ".join(LEFT[:size]), 1: " ".join(RIGHT[:size])}


def size_to_come(table: Table) -> int:
    """The wave of a table of two."""
    wave: list[int] = [*range(1, 11), *range(9, 1, -1)]
    at = table.state.round_number % len(wave)
    return wave[at]


def play_annulled_round(table: Table) -> None:
    """Everything cangou and everybody promised nothing."""
    table.deal(mirrored(size_to_come(table)))
    table.default_until_counted()


def test_g_12_a_match_of_1024_rounds_ends_where_it_stands_and_shares_the_best_place() -> None:
    table = Table(2)
    for number in range(1, 1025):
        assert table.awaiting() is Awaiting.DEAL
        play_annulled_round(table)
        assert table.state.round_number == number
    assert table.state.lives == [3, 3]
    assert table.awaiting() is Awaiting.NOTHING
    assert table.places() == {0: 1, 1: 1}


def near_the_limit(lives: dict[int, int]) -> Table:
    """Seats 0, 1 and 2 of four are about to be dealt round 1,024; seat 3 went out long ago."""
    table = about_to_deal(2, [0, 1, 2], dealer=2, seats=4, lives=lives)
    table.state.round_number = 1023
    return table


def test_g_12_seats_still_playing_share_the_best_place_and_the_others_keep_theirs() -> None:
    table = near_the_limit({0: 1, 1: 3, 2: 2})
    table.deal({0: "2B 3B", 1: "4B 5B", 2: "9B 8B"})
    table.bid(1, 0, 2)
    table.play("2B 4B 9B 8B 3B 5B")
    assert table.awaiting() is Awaiting.NOTHING
    assert table.places() == {0: 3, 1: 1, 2: 1, 3: 4}


def test_g_12_all_at_zero_in_round_1024_share_the_first_place_without_a_tie_break() -> None:
    table = near_the_limit({0: 1, 1: 1, 2: 1})
    table.deal({0: "2B 3B", 1: "4B 5B", 2: "9B 8B"})
    table.bid(1, 1, 1)
    table.play("2B 4B 9B 8B 3B 5B")
    assert table.state.lives == [0, 0, 0, 0]
    assert table.awaiting() is Awaiting.NOTHING
    assert table.places() == {0: 1, 1: 1, 2: 1, 3: 4}


@pytest.mark.parametrize(
    ("hands", "places"),
    [
        ({0: "7B", 1: "7P", 2: "7O"}, {0: 1, 1: 1, 2: 1, 3: 4}),
        ({0: "7B", 1: "7P", 2: "6O"}, {0: 2, 1: 2, 2: 1, 3: 4}),
    ],
)
def test_g_12_a_tie_break_in_round_1024_is_the_last_whether_it_cangou_or_not(
    hands: dict[int, str], places: dict[int, int]
) -> None:
    table = near_the_limit({0: 0, 1: 0, 2: 0})
    table.state.phase = Phase.AWAITING_TIEBREAK
    table.deal(hands)
    assert table.awaiting() is Awaiting.NOTHING
    assert table.places() == places


def test_g_12_round_1023_is_not_the_last() -> None:
    table = near_the_limit({0: 3, 1: 3, 2: 3})
    table.state.round_number = 1022
    table.deal()
    table.default_until_counted()
    assert table.awaiting() is Awaiting.DEAL
    assert ROUNDS == 1024


@pytest.mark.parametrize("seats", range(2, 9))
def test_ef_r34_random_matches_end_with_a_single_winner(seats: int) -> None:
    for seed in range(4):
        match = opened(seed, seats)
        last = list(steps(match, seed))[-1]
        assert isinstance(last[-1], MatchEnded)
        assert [one.place for one in last[-1].placements].count(1) == 1
        assert match.state.round_number < 40


def test_ef_r33_the_rivals_play_on_when_somebody_is_out() -> None:
    match = opened(3, 6)
    rounds_without = 0
    for events in steps(match, 3):
        out = set(match.game.seats_out(match.state))
        if out and isinstance(events[0], RoundDealt):
            rounds_without += 1
            assert not out & set(match.state.order)
    assert rounds_without


@pytest.mark.parametrize("rivals", range(1, 8))
def test_ef_42_training_is_against_1_to_7_house_rivals(rivals: int) -> None:
    match = opened(rivals, 1 + rivals)
    while match.game.awaiting(match.state) is not Awaiting.NOTHING:
        if match.game.awaiting(match.state) is Awaiting.DEAL:
            match.deal()
            continue
        seat = match.game.to_act(match.state)
        assert seat is not None
        seen = match.view(seat)
        match.act(seat, seen.default if seat == 0 else advise(match.game, seen).action)
    assert len(eu_faco.placements(match.state)) == 1 + rivals


OFFLINE = """
import sys
sys.path.insert(0, sys.argv[1])
from carteado.rules import GAMES, eu_faco
from carteado.rules.game import Awaiting
from carteado.rules.match import Match
from carteado.rules.rivals import advise
from carteado.rules.shuffle import Chain
match = Match.open(GAMES["eu_faco"], eu_faco.Options(), 4, Chain(bytes(32)))
while match.game.awaiting(match.state) is not Awaiting.NOTHING:
    seat = match.game.to_act(match.state)
    match.deal() if seat is None else match.act(seat, advise(match.game, match.view(seat)).action)
assert not {"socket", "ssl", "grpc", "asyncio", "sqlite3", "random"} & set(sys.modules)
print(len(match.game.placements(match.state)))
"""


def test_ef_r36_training_runs_with_no_service_no_network_and_no_other_package() -> None:
    source = Path(next(iter(carteado.rules.__path__))).parents[1]
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", OFFLINE, str(source)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout.strip(), done.stderr) == ("4", "")
