"""The house rival of SEVN."""

from collections import Counter
from random import Random

import pytest

from carteado.rules.game import Awaiting, Seat
from carteado.rules.match import Match
from carteado.rules.rivals import Advice, advise
from carteado.rules.rivals import sevn as rival
from carteado.rules.sevn import Choose, Draw, Options, Pass
from tests.rules.sevn.table import (
    GAME,
    PLENTY,
    Table,
    card,
    dealt,
    opened,
    running_out,
    steps,
)

OPTIONS = [
    Options(target=80),
    Options(target=60, duplicate_ballast_busts=True, storm_starts_next=True),
    Options(target=60, reshuffle_each_round=True, sevn_bonus=50, deck=PLENTY.deck),
]


def advised(match: Match) -> tuple[Seat, Advice] | None:
    """What the seat to act is advised, if one must act."""
    seat = match.game.to_act(match.state)
    return None if seat is None else (seat, advise(match.game, match.view(seat)))


def advice_at(table: Table) -> Advice:
    """What the seat to act of this table is advised."""
    match = opened(1, table.seats)
    match.options = table.state.options
    match.state = table.state
    return advise(GAME, match.view(table.state.to_act))


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("seats", [2, 5, 12])
def test_advice_is_legal_and_has_a_reason(options: Options, seats: int) -> None:
    match = opened(seats, seats, options)
    for _ in steps(match, seats):
        one = advised(match)
        if one is not None:
            seat, advice = one
            assert advice.action in match.game.legal_actions(match.state, seat)
            assert advice.reason == advice.reason.upper() != ""


def test_the_same_view_gives_the_same_advice() -> None:
    match, twin = opened(2, 4, OPTIONS[0]), opened(2, 4, OPTIONS[0])
    for _, _ in zip(steps(match, 2), steps(twin, 2), strict=True):
        assert advised(match) == advised(match) == advised(twin)


@pytest.mark.parametrize("seed", range(3))
def test_g_10_advice_does_not_depend_on_the_order_of_the_deck(seed: int) -> None:
    rng = Random(seed)
    match = opened(seed, 2 + 2 * seed, OPTIONS[seed])
    for _ in steps(match, seed):
        one = advised(match)
        if one is not None:
            real = match.state
            match.state = real.copy()
            rng.shuffle(match.state.deck)
            assert advised(match) == one
            match.state = real


def test_sv_r35_it_counts_the_cards_that_may_still_come() -> None:
    match = opened(3, 5, Options(target=80))
    for _ in steps(match, 3):
        if match.game.awaiting(match.state) is Awaiting.SEAT:
            state = match.state
            counted = Counter(
                {
                    face: copies
                    for face, copies in enumerate(rival.unseen(match.view(0).table, match.options))
                    if copies
                }
            )
            assert counted == Counter(state.deck or state.discards)


def test_it_draws_while_nothing_can_be_lost() -> None:
    assert advice_at(dealt({0: "", 1: "9"})) == Advice(Draw(), "DRAW_PAYS")
    assert advice_at(dealt({0: "13", 1: "9"}, second=[0])) == Advice(Draw(), "DRAW_PAYS")


def test_it_keeps_its_points_once_a_card_would_cost_more_than_it_gives() -> None:
    assert advice_at(dealt({0: "13 12 11 10", 1: "9"})) == Advice(Pass(), "KEEPS_POINTS")


def test_it_goes_on_where_its_row_repeats_in_cards_that_are_gone() -> None:
    table = dealt({0: "13 12 11 10", 1: "9"})
    gone = [one for one in table.state.deck if one in table.state.rows[0]]
    table.state.discards = gone
    table.state.deck = [one for one in table.state.deck if one not in gone]
    assert advice_at(table).action == Draw()


def test_it_stops_where_that_wins_the_match() -> None:
    table = dealt({0: "5", 1: "9"}, totals=[246, 100])
    assert advice_at(table) == Advice(Pass(), "WINS_MATCH")


def test_it_plays_on_where_stopping_loses_the_match() -> None:
    table = dealt({0: "13 12 11 10", 1: "9"}, safe=[1], totals=[100, 245])
    assert advice_at(table) == Advice(Draw(), "MUST_CATCH_UP")
    ahead = dealt({0: "13 12 11 10", 1: "9"}, safe=[1], totals=[100, 240])
    assert advice_at(ahead) == Advice(Pass(), "KEEPS_POINTS")


def test_sv_r22_without_any_card_it_stops() -> None:
    table = running_out(dealt({0: "", 1: "9"}), "")
    assert advice_at(table) == Advice(Pass(), "NO_CARD_LEFT")


def test_it_freezes_whoever_has_most_to_gain_and_itself_where_it_has_most_to_lose() -> None:
    table = dealt({0: "5", 1: "13 12 11 10", 2: "1"}, second=[2])
    table.draw("freeze")
    assert advice_at(table) == Advice(Choose(seat=2), "STOPS_RIVAL")
    full = dealt({0: "13 12 11 10 9", 1: "12 11 10", 2: "13 12 10"})
    full.draw("freeze")
    assert advice_at(full) == Advice(Choose(seat=0), "HELPS_ITSELF")


def test_it_makes_whoever_has_most_to_lose_draw_three() -> None:
    table = dealt({0: "", 1: "13 12 11 10", 2: "1"})
    table.draw("three")
    assert advice_at(table) == Advice(Choose(seat=1), "ENDANGERS_RIVAL")
    shielded = dealt({0: "5", 1: "1"}, second=[0])
    shielded.draw("three")
    assert advice_at(shielded) == Advice(Choose(seat=0), "HELPS_ITSELF")


@pytest.mark.parametrize(
    ("row", "extras", "keep", "reason"),
    [
        ("5 9", "", False, "BALLAST_COSTS"),
        ("1 3 5", "feather", True, "BALLAST_PAYS"),
        ("5 9 1 2 3 4", "", True, "BALLAST_PAYS"),
        ("5 9 1 2 3", "", True, "NEAR_SEVN"),
        ("5 9 1 2", "", False, "BALLAST_COSTS"),
        ("", "", False, "BALLAST_COSTS"),
    ],
)
def test_it_keeps_a_ballast_that_pays_or_that_comes_near_to_sevn(
    row: str,
    extras: str,
    keep: bool,  # noqa: FBT001 - a column of the table above
    reason: str,
) -> None:
    table = dealt({0: row, 1: "8"}, extras={0: extras})
    table.draw("-4")
    assert advice_at(table) == Advice(Choose(keep=keep), reason)


def test_it_gives_a_second_chance_to_whoever_is_furthest_from_winning() -> None:
    table = dealt(
        {0: "5", 1: "9", 2: "8", 3: "1"}, second=[0], options=PLENTY, totals=[0, 50, 50, 60]
    )
    table.draw("second")
    assert advice_at(table) == Advice(Choose(seat=2), "HELPS_LEAST")


@pytest.mark.parametrize(
    ("row", "shown", "option"),
    [
        ("5", "5 1", 1),
        ("5", "1 12", 1),
        ("5", "x2 1", 0),
        ("5 12", "12 5", 0),
        ("13 12 11 10", "second 1", 0),
        ("5", "13 second", 0),
        ("5", "5 storm", 1),
        ("5", "-4 5", 0),
    ],
)
def test_at_a_crossroads_it_takes_what_leaves_most_points(
    row: str, shown: str, option: int
) -> None:
    table = dealt({0: row, 1: "9"})
    table.draw(f"crossroads {shown}")
    assert advice_at(table) == Advice(Choose(option=option), "LEAVES_MOST_POINTS")


def test_advising_changes_nothing() -> None:
    match = opened(9, 4, Options(target=50))
    for _ in steps(match, 9):
        before = match.view(None)
        advised(match)
        assert match.view(None) == before


def places_of_the_sound_player(seats: int, matches: int) -> list[int]:
    """Where the one sound player finishes among players at random."""
    places = []
    for seed in range(matches):
        rng = Random(f"{seats}/{seed}")
        match = opened(seed, seats, Options(target=100))
        sound = seed % seats
        while match.game.awaiting(match.state) is not Awaiting.NOTHING:
            seat = match.game.to_act(match.state)
            if seat is None:
                match.deal()
            elif seat == sound:
                match.act(seat, advise(match.game, match.view(seat)).action)
            else:
                match.act(seat, rng.choice(match.game.legal_actions(match.state, seat)))
        places.append(match.game.placements(match.state)[sound].place)
    return places


@pytest.mark.parametrize(("seats", "at_most"), [(2, 1.15), (4, 1.4), (8, 1.8)])
def test_the_sound_player_beats_players_at_random_clearly(seats: int, at_most: float) -> None:
    places = places_of_the_sound_player(seats, 30)
    assert sum(places) / len(places) <= at_most


def test_a_table_of_sound_players_comes_to_an_end() -> None:
    match = opened(7, 4)
    moves = 0
    while match.game.awaiting(match.state) is not Awaiting.NOTHING:
        seat = match.game.to_act(match.state)
        if seat is None:
            match.deal()
        else:
            match.act(seat, advise(match.game, match.view(seat)).action)
        moves += 1
    assert moves < 600
    assert match.state.round_number < 20


def test_an_unknown_face_is_never_counted() -> None:
    table = dealt({0: "5", 1: "9"}, bust={1: "9"})
    assert rival.unseen(table.view(0), table.state.options)[0] == 0
    assert card("9") in rival.face_up(table.view(0))
