"""The house rival: legal, the same for the same view, blind to what the seat cannot see, and better than chance."""

from random import Random

import pytest

from carteado.rules.estou_por_uma import (
    Action,
    Declare,
    Draw,
    Enforcement,
    Options,
    Play,
    RankSet,
)
from carteado.rules.game import Awaiting
from carteado.rules.match import Match
from carteado.rules.rivals import Advice, advise
from tests.rules.estou_por_uma.table import (
    GAME,
    SUITS,
    Table,
    card,
    effects,
    laid,
    opened,
    steps,
)

CATCH = Options(enforcement=Enforcement.CATCH)
OTHERS = {1: "2H 2S 3H 4H", 2: "2H 2S 3H 4H"}


def advised(table: Table, seat: int | None = None) -> Advice:
    """What a seat, or the one to act, is advised."""
    match = Match.open(GAME, table.state.options, table.seats, opened(1, 2).secrets)
    match.state = table.state
    return advise(GAME, match.view(table.state.to_act if seat is None else seat))


def advice(hand: str, top: str, options: Options | None = None) -> Action:
    action: Action = advised(laid({0: hand, **OTHERS}, top, options=options)).action
    return action


OPTIONS = [
    Options(limit=30),
    Options(limit=30, enforcement=Enforcement.CATCH, voluntary_draw=True, may_keep_drawn=True),
    Options(limit=30, effects=effects("3:draw_stack 7:draw_stack J:wild Q:reverse 2:skip")),
    Options(limit=30, effects=effects("A:none"), zero_ranks=RankSet((1, 2, 3))),
    Options(limit=30, last_card_draws=True, upcard_takes_effect=True, identical_self=True),
]


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("seats", [2, 5])
def test_advice_is_legal_and_has_a_reason(options: Options, seats: int) -> None:
    match = opened(seats, seats, options)
    for _ in steps(match, seats):
        for seat in range(seats):
            view = match.view(seat)
            if view.legal:
                one = advise(GAME, view)
                assert one.action in view.legal
                assert one.reason == one.reason.upper() != ""
                assert advise(GAME, view) == one


@pytest.mark.parametrize("seed", range(3))
def test_g_10_advice_does_not_depend_on_cards_that_the_seat_cannot_see(seed: int) -> None:
    rng = Random(seed)
    match = opened(seed, 2 + seed, Options(limit=20))
    for _ in steps(match, seed):
        seat = match.game.to_act(match.state)
        if seat is None:
            continue
        one = advise(GAME, match.view(seat))
        real = match.state
        match.state = real.copy()
        hidden = [other for other in real.playing() if other != seat]
        unseen = [*real.stock, *(number for other in hidden for number in real.hands[other])]
        rng.shuffle(unseen)
        for other in hidden:
            match.state.hands[other] = sorted(unseen.pop() for _ in real.hands[other])
        match.state.stock = unseen
        assert advise(GAME, match.view(seat)) == one
        match.state = real


def test_epu_9_it_always_calls() -> None:
    assert advice("5D 2S", "KD") == Play(card("5D"), 0, call=True)
    assert advice("8C 2S", "KD") == Play(card("8C"), SUITS.index("S"), call=True)


def test_epu_r27_it_catches_whoever_forgets_and_calls_late_when_it_forgot_itself() -> None:
    table = laid({0: "5D 2S", **OTHERS}, "KD", options=CATCH)
    table.play("5D")
    for seat in (1, 2):
        assert advised(table, seat) == Advice(Declare(0), "CATCHES_THE_FORGETFUL")
    assert advised(table, 0) == Advice(Declare(), "CALLS_LATE")


def test_epu_8_it_draws_for_want_of_a_card_and_never_at_will() -> None:
    assert advised(laid({0: "2S 3S", **OTHERS}, "KD")) == Advice(Draw(), "NOTHING_FITS")
    assert isinstance(advice("5D 2S 3S", "KD", Options(voluntary_draw=True)), Play)


def test_epu_20_it_answers_a_stack_when_it_can() -> None:
    stack = laid({0: "7C 2S 3S", **OTHERS}, "7D", pending=2)
    assert advised(stack) == Advice(Play(card("7C")), "ANSWERS_THE_STACK")
    helpless = laid({0: "9C 2S 3S", **OTHERS}, "7D", pending=2)
    assert advised(helpless) == Advice(Draw(), "TAKES_THE_STACK")


def test_epu_12_it_puts_down_the_highest_points_first() -> None:
    table = laid({0: "2D QD 5D 4C", **OTHERS}, "JD")
    assert advised(table) == Advice(Play(card("QD")), "PUTS_DOWN_POINTS")


def test_it_keeps_a_wild_card_while_anything_else_fits() -> None:
    assert advice("8D 2D 3S", "KD") == Play(card("2D"))
    table = laid({0: "8D 2S 3S", **OTHERS}, "KC")
    assert advised(table) == Advice(Play(card("8D"), SUITS.index("S")), "ONLY_A_WILD_FITS")


def test_it_goes_out_when_it_can() -> None:
    assert advised(laid({0: "8D", **OTHERS}, "KC")) == Advice(Play(card("8D")), "GOES_OUT")


@pytest.mark.parametrize("name", ["AD", "7D"])
def test_it_hits_the_next_seat_when_that_is_about_to_go_out(name: str) -> None:
    table = laid({0: f"{name} JD 2S 3C", 1: "2H", 2: "2H 2S 3H 4H"}, "KD")
    assert advised(table) == Advice(Play(card(name)), "HITS_A_NEIGHBOUR")


def test_it_hits_the_seat_before_when_that_is_about_to_go_out() -> None:
    table = laid({0: "9D 10D 2S 3C", 1: "2H 2S 3H 4H", 2: "2H"}, "KD")
    assert advised(table) == Advice(Play(card("9D")), "HITS_A_NEIGHBOUR")


def test_it_turns_the_direction_away_from_whoever_is_about_to_go_out() -> None:
    towards = laid({0: "KD JD 2S 3C", 1: "2H 2S 3H 4H", 2: "2H"}, "QD")
    assert advised(towards).action == Play(card("JD"))
    away = laid({0: "KD JD 2S 3C", 1: "2H", 2: "2H 2S 3H 4H"}, "QD")
    assert advised(away).action == Play(card("KD"))


def test_epu_25_it_equals_the_top_of_whoever_is_about_to_go_out() -> None:
    table = laid({0: "4D JD 2S 3C", 1: "2H 2S 3H 4H", 2: "2H"}, "4D", top_seat=2)
    assert advised(table) == Advice(Play(card("4D")), "EQUALS_THE_TOP")


def test_it_plays_what_it_drew() -> None:
    table = laid({0: "2S 3S", **OTHERS}, "KD", stock="KH")
    table.draw()
    assert advised(table) == Advice(Play(card("KH")), "PLAYS_WHAT_IT_DREW")


def mean_place(seats: int, matches: int) -> float:
    """Where the one sound player finishes among players at random."""
    total = 0
    for seed in range(matches):
        rng = Random(f"{seats}/{seed}")
        match = opened(seed, seats, Options(limit=40))
        sound = seed % seats
        while match.game.awaiting(match.state) is not Awaiting.NOTHING:
            seat = match.game.to_act(match.state)
            if seat is None:
                match.deal()
            elif seat == sound:
                match.act(seat, advise(match.game, match.view(seat)).action)
            else:
                match.act(seat, rng.choice(match.game.legal_actions(match.state, seat)))
        total += match.game.placements(match.state)[sound].place
    return total / matches


@pytest.mark.parametrize(("seats", "at_most"), [(2, 1.1), (4, 1.4)])
def test_the_sound_player_beats_players_at_random_clearly(seats: int, at_most: float) -> None:
    assert mean_place(seats, 20) <= at_most
