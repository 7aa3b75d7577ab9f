"""What each observer may see."""

from random import Random

import pytest

from carteado.rules import estou_por_uma
from carteado.rules.estou_por_uma import Enforcement, Options, Play, TableView
from carteado.rules.estou_por_uma.events import (
    Called,
    CardsDrawn,
    Caught,
    DrawReason,
    Event,
    Passed,
    Reshuffled,
    Reversed,
    RoundDealt,
    RoundScored,
    SeatScore,
    Skipped,
)
from carteado.rules.estou_por_uma.state import Phase
from carteado.rules.estou_por_uma.view import SeatView
from carteado.rules.game import Awaiting
from carteado.rules.match import Match
from carteado.rules.shuffle import Chain
from tests.rules.estou_por_uma.table import (
    GAME,
    Table,
    card,
    cards,
    drawn,
    laid,
    opened,
    played,
    steps,
)

HANDS = {0: "5D 2S", 1: "6D 3D 4C", 2: "JS 6C QC KC"}
CATCH = Options(enforcement=Enforcement.CATCH)


def four() -> Table:
    """Seats 0, 1 and 2 of four play; seat 3 is out."""
    return laid(HANDS, "KD", under="9H 10H", points={0: 7, 2: 30}, seats=4, top_seat=2)


def test_epu_r39_a_seat_sees_its_hand_and_what_is_public() -> None:
    assert four().view(1) == TableView(
        round_number=2,
        dealer=2,
        direction=1,
        seats=(
            SeatView(7, 2, playing=True, called=False, catchable=False),
            SeatView(0, 3, playing=True, called=False, catchable=False),
            SeatView(30, 4, playing=True, called=False, catchable=False),
            SeatView(101, 0, playing=False, called=False, catchable=False),
        ),
        top=card("KD"),
        top_seat=2,
        suit=2,
        pending_draw=0,
        stock=10,
        discards=tuple(cards("9H 10H KD")),
        hand=tuple(cards("4C 3D 6D")),
        drawn=0,
        packs=2,
        limit=100,
    )


def test_epu_r39_a_spectator_and_a_seat_that_is_out_see_the_same_and_no_hand() -> None:
    table = four()
    table.state.hands[3] = cards("2C")
    assert table.view(3) == table.view(None)
    assert table.view(3).hand == ()


def test_epu_r39_the_bought_card_is_seen_by_its_owner_alone() -> None:
    table = laid({**HANDS, 0: "2S 3S"}, "KD", stock="KH 3C")
    table.draw()
    assert [table.view(observer).drawn for observer in (0, 1, 2, None)] == [card("KH"), 0, 0, 0]
    assert table.view(0).hand == tuple(cards("KH 2S 3S"))
    table.play("KH")
    assert table.view(0).drawn == 0


def test_epu_r39_suit_stack_and_direction_are_those_in_force() -> None:
    table = laid(HANDS, "8D", suit="H", direction=-1)
    assert (table.view(None).suit, table.view(None).direction) == (3, -1)
    stack = laid(HANDS, "7D", pending=6)
    assert stack.view(None).pending_draw == 6
    assert stack.view(None).top_seat is None


def test_epu_r39_who_called_and_who_owes_a_call_is_seen_by_everybody() -> None:
    table = laid(HANDS, "KD", options=CATCH)
    table.play("5D")
    for observer in (0, 1, 2, None):
        assert [seat.catchable for seat in table.view(observer).seats] == [True, False, False]
        assert [seat.called for seat in table.view(observer).seats] == [False] * 3
    table.declare(0)
    for observer in (0, 1, 2, None):
        assert [seat.catchable for seat in table.view(observer).seats] == [False] * 3
        assert [seat.called for seat in table.view(observer).seats] == [True, False, False]


def test_epu_r7_an_upcard_that_takes_effect_is_the_dealers() -> None:
    plain = Table(3, dealer=1)
    plain.deal()
    assert plain.view(None).top_seat is None
    effect = Table(3, Options(upcard_takes_effect=True), dealer=1)
    effect.deal()
    assert effect.view(None).top_seat == 1


def test_g_21_before_the_first_deal_everything_is_zero_or_empty() -> None:
    assert Table(3, Options(limit=70)).view(0) == TableView(
        round_number=0,
        dealer=None,
        direction=0,
        seats=(SeatView(0, 0, playing=True, called=False, catchable=False),) * 3,
        top=0,
        top_seat=None,
        suit=0,
        pending_draw=0,
        stock=0,
        discards=(),
        hand=(),
        drawn=0,
        packs=0,
        limit=70,
    )


def test_g_21_between_rounds_the_round_that_is_over_stands_with_its_points_counted() -> None:
    table = laid({0: "7D", 1: "6D 3D", 2: "JS"}, "7C", pending=2, direction=-1, stock="2C")
    table.play("7D")
    assert table.awaiting() is Awaiting.DEAL
    seen = table.view(1)
    assert (seen.round_number, seen.dealer, seen.direction) == (2, 2, -1)
    assert (seen.pending_draw, seen.suit, seen.top, seen.top_seat) == (2, 2, card("7D"), 0)
    assert (seen.stock, seen.discards, seen.packs) == (1, tuple(cards("7C 7D")), 2)
    assert [seat.points for seat in seen.seats] == [0, 9, 11]
    assert [seat.cards_left for seat in seen.seats] == [0, 2, 1]
    assert seen.hand == tuple(cards("3D 6D"))


def test_g_21_cards_leave_the_table_with_the_next_deal() -> None:
    table = laid({0: "5D", 1: "6D 3D", 2: "JS"}, "KD")
    table.play("5D")
    table.deal()
    assert [seat.cards_left for seat in table.view(None).seats] == [8, 8, 8]
    assert len(table.view(None).discards) == 1


def test_a_seat_that_went_out_watches_from_then_on() -> None:
    table = laid({0: "5D", 1: "6D 3D", 2: "JS"}, "KD", points={1: 95})
    table.play("5D")
    assert table.view(1) == table.view(None)


def test_epu_r39_the_faces_of_drawn_cards_are_told_to_who_drew_them_alone() -> None:
    for reason in DrawReason:
        event = drawn(1, "2C 3C", reason)
        hidden = CardsDrawn(1, 2, reason, ())
        assert estou_por_uma.seen(event, 1) == event
        assert [estou_por_uma.seen(event, other) for other in (0, 2, None)] == [hidden] * 3


@pytest.mark.parametrize(
    "event",
    [
        RoundDealt(1, 0, card("5D")),
        played(0, "8D", "H"),
        Passed(0),
        Skipped(0),
        Reversed(-1),
        Called(0),
        Caught(0, 1),
        Reshuffled(9),
        RoundScored(0, (SeatScore(1, (card("5D"),), 5, 5, reset=False, eliminated=False),)),
    ],
)
def test_every_other_event_is_public(event: Event) -> None:
    for observer in (0, 1, None):
        assert estou_por_uma.seen(event, observer) == event


def test_g_10_only_who_has_something_to_decide_has_legal_actions_and_only_the_seat_to_act_a_default() -> (
    None
):
    match = opened(4, 3, Options(enforcement=Enforcement.CATCH, limit=20))
    for _ in steps(match, 4):
        acting = match.game.to_act(match.state)
        owing = match.state.open_call >= 0
        for observer in (None, 0, 1, 2):
            seen = match.view(observer)
            mine = acting is not None and observer == acting
            out = observer is not None and match.state.out_round[observer] > 0
            assert bool(seen.legal) == (mine or (owing and observer is not None and not out))
            assert (seen.default is not None) == mine


@pytest.mark.parametrize("seed", range(4))
def test_g_10_what_an_observer_may_not_see_changes_nothing_in_its_view(seed: int) -> None:
    seats = 2 + seed
    rng = Random(seed)
    match = opened(seed, seats, Options(enforcement=Enforcement(seed % 2), limit=20))
    for _ in steps(match, seed):
        real = match.state
        for observer in (None, *range(seats)):
            before = match.view(observer)
            match.state = real.copy()
            hidden = [seat for seat in real.playing() if seat != observer]
            unseen = [*real.stock, *(one for seat in hidden for one in real.hands[seat])]
            rng.shuffle(unseen)
            for seat in hidden:
                match.state.hands[seat] = sorted(unseen.pop() for _ in real.hands[seat])
            match.state.stock = unseen
            if real.phase is Phase.DRAWN and real.to_act in hidden:
                match.state.drawn = match.state.hands[real.to_act][0]
            assert match.view(observer) == before
            match.state = real


@pytest.mark.parametrize(("points", "own"), [(80, (card("KH"),)), (90, ())])
def test_g_10_whoever_went_out_with_an_action_sees_of_it_what_a_spectator_sees(
    points: int, own: tuple[int, ...]
) -> None:
    """The last 9 makes seat 2 draw a king before the count; with 90 points that puts it over the limit."""
    options = Options(last_card_draws=True)
    hands = {0: "9D", 1: "KS", 2: "2S"}
    match = Match.open(GAME, options, 3, Chain(bytes(32)))
    match.state = laid(hands, "9S", stock="KH 5C", points={2: points}, options=options).state
    [drew] = [one for one in match.act(0, Play(card("9D"))) if isinstance(one, CardsDrawn)]
    assert [match.seen(drew, observer).cards for observer in (None, 0, 1, 2)] == [(), (), (), own]
