"""House rivals: legal, the same for the same view, blind to what the seat cannot see, and better than chance."""

from random import Random

import pytest

from carteado.rules.eu_faco import Bid, CancelMode, Options, Play
from carteado.rules.eu_faco.cards import DECK
from carteado.rules.game import Awaiting, Seat
from carteado.rules.match import Match
from carteado.rules.rivals import Advice, advise
from tests.rules.eu_faco.table import GAME, card, dealt, opened, steps


def advised(match: Match) -> tuple[Seat, Advice] | None:
    """What the seat to act is advised, if one must act."""
    seat = match.game.to_act(match.state)
    return None if seat is None else (seat, advise(match.game, match.view(seat)))


OPTIONS = [
    Options(),
    Options(lives=7, cancel_mode=CancelMode.PAIRS),
    Options(lock_in_one_card=True),
    Options(fixed_rounds=(1, 2, 3, 4)),
]


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("seats", [2, 4, 8])
def test_advice_is_legal_and_has_a_reason(options: Options, seats: int) -> None:
    match = opened(seats, seats, options)
    for _ in steps(match, seats):
        one = advised(match)
        if one is not None:
            seat, advice = one
            assert advice.action in match.game.legal_actions(match.state, seat)
            assert advice.reason == advice.reason.upper() != ""


@pytest.mark.parametrize("seed", range(3))
def test_the_same_view_gives_the_same_advice(seed: int) -> None:
    match, twin = opened(seed, 4), opened(seed, 4)
    for _, _ in zip(steps(match, seed), steps(twin, seed), strict=True):
        assert advised(match) == advised(match) == advised(twin)


@pytest.mark.parametrize("seed", range(6))
def test_g_10_advice_does_not_depend_on_cards_that_the_seat_cannot_see(seed: int) -> None:
    rng = Random(seed)
    match = opened(seed, 2 + seed % 5)
    for _ in steps(match, seed):
        one = advised(match)
        if one is None:
            continue
        seat, advice = one
        real = match.state
        match.state = real.copy()
        forehead = real.hand_size == 1
        hidden = [other for other in real.order if (other == seat) == forehead]
        known = {one for trick in [*real.tricks, real.trick] for one in trick.cards}
        known |= {one for other in real.order if other not in hidden for one in real.hands[other]}
        unseen = [one for one in DECK if one not in known]
        rng.shuffle(unseen)
        for other in hidden:
            match.state.hands[other] = sorted(unseen.pop() for _ in real.hands[other])
        assert advise(match.game, match.view(seat)) == advice
        match.state = real


def test_advising_changes_nothing() -> None:
    match = opened(9, 4)
    for _ in steps(match, 9):
        before = [match.view(observer) for observer in (None, 0, 1, 2, 3)]
        advised(match)
        assert [match.view(observer) for observer in (None, 0, 1, 2, 3)] == before


@pytest.mark.parametrize(
    ("others", "tricks"), [("1D 2B", 0), ("10D 9P", 0), ("2B 3B", 1), ("2B 2P", 1)]
)
def test_ef_37_on_the_forehead_it_says_1_if_its_card_probably_wins_else_0(
    others: str, tricks: int
) -> None:
    one, other = others.split()
    table = dealt({0: "5B", 1: one, 2: other}, dealer=2)
    match = opened(1, 3)
    match.state = table.state
    assert advise(GAME, match.view(0)).action == Bid(tricks)


def test_it_plays_for_its_promise() -> None:
    table = dealt({0: "1D 2B 3B", 1: "4B 5B 6B"}, dealer=1)
    match = opened(1, 2)
    match.state = table.state
    assert advise(GAME, match.view(0)).action == Bid(1)
    table.bid(1, 0)
    assert advise(GAME, match.view(0)).action == Play(card("1D"))


def test_it_throws_its_strongest_losing_card_away_once_it_needs_no_trick() -> None:
    table = dealt({0: "10B 2P", 1: "1D 5B"}, dealer=0)
    match = opened(1, 2)
    match.state = table.state
    table.bid(1, 0)
    table.play("1D")
    assert advise(GAME, match.view(0)).action == Play(card("10B"))


def mean_place(seats: int, matches: int) -> float:
    """Where the one sound player finishes among players at random; half the seats would be the mean of chance."""
    total = 0
    for seed in range(matches):
        rng = Random(f"{seats}/{seed}")
        match = opened(seed, seats)
        sound = seed % seats
        while match.game.awaiting(match.state) is not Awaiting.NOTHING:
            seat = match.game.to_act(match.state)
            if seat is None:
                match.deal()
            elif seat == sound:
                match.act(seat, advise(match.game, match.view(seat)).action)
            else:
                match.act(seat, rng.choice(match.game.legal_actions(match.state, seat)))
        places = [one.place for one in match.game.placements(match.state)]
        total += places[sound]
    return total / matches


@pytest.mark.parametrize(("seats", "at_most"), [(2, 1.2), (4, 1.25), (6, 1.3)])
def test_the_sound_player_beats_players_at_random_clearly(seats: int, at_most: float) -> None:
    assert mean_place(seats, 60) <= at_most
