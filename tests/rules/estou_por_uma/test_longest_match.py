"""A match that nobody ends."""

from carteado.rules import estou_por_uma
from carteado.rules.estou_por_uma import Enforcement, Options
from carteado.rules.estou_por_uma.events import CardPlayed, CardsDrawn, DrawReason, RoundScored
from carteado.rules.estou_por_uma.state import MOST_ACTIONS, Phase
from carteado.rules.game import Awaiting
from tests.rules.estou_por_uma.table import Table, card, count_of, laid


def nearly_endless(options: Options | None = None) -> Table:
    """One action is left; seat 1 is out, seat 0 has more points than seat 2."""
    table = laid({0: "KD 2S", 2: "9H 4C"}, "KS", seats=3, points={0: 40, 2: 10}, options=options)
    table.state.actions = MOST_ACTIONS - 1
    return table


def test_epu_r45_with_30_000_actions_the_round_counts_as_a_blocked_one() -> None:
    assert MOST_ACTIONS == 30_000
    table = nearly_endless()
    events = table.play("KD", call=True)
    assert isinstance(events[0], CardPlayed)
    count = count_of(events)
    assert count.winner is None
    assert [(one.seat, one.points, one.total) for one in count.seats] == [(0, 2, 42), (2, 13, 23)]
    assert table.awaiting() is Awaiting.NOTHING
    assert estou_por_uma.to_act(table.state) is None


def test_epu_r45_the_seats_still_playing_share_the_best_place_left() -> None:
    table = nearly_endless()
    table.play("KD", call=True)
    assert table.places() == {0: 1, 1: 3, 2: 1}


def test_epu_r45_what_the_last_action_left_open_is_closed() -> None:
    table = nearly_endless(Options(enforcement=Enforcement.CATCH))
    table.play("KD")
    assert not any(seat.catchable for seat in table.view(None).seats)
    fitting = laid({0: "2S 3S", 1: "9H"}, "KD", stock="5D 6C")
    fitting.state.actions = MOST_ACTIONS - 1
    drawn, count = fitting.draw()
    assert drawn == CardsDrawn(0, 1, DrawReason.TURN, (card("5D"),))
    assert isinstance(count, RoundScored)
    assert fitting.view(0).drawn == 0


def test_epu_r45_a_round_that_its_last_action_ends_by_itself_has_its_winner() -> None:
    table = laid({0: "KD", 1: "9H 4C"}, "KS")
    table.state.actions = MOST_ACTIONS - 1
    events = table.play("KD")
    assert [type(event) for event in events] == [CardPlayed, RoundScored]
    assert count_of(events).winner == 0
    assert table.awaiting() is Awaiting.NOTHING


def test_epu_r45_one_action_less_ends_nothing_and_a_call_counts_as_one() -> None:
    table = nearly_endless(Options(enforcement=Enforcement.CATCH))
    table.state.actions -= 1
    table.play("KD")
    assert table.state.phase is Phase.TURN
    assert count_of(table.declare(0)).winner is None
    assert table.awaiting() is Awaiting.NOTHING
