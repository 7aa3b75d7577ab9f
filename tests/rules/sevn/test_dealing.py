"""Who starts, from what the cards come, and what the deal leaves open."""

from collections.abc import Sequence

import pytest

from carteado.rules import sevn
from carteado.rules.game import Awaiting
from carteado.rules.sevn import Options
from carteado.rules.sevn.events import (
    ActionResolved,
    BallastDecided,
    CardDrawn,
    QueuedAction,
    Reshuffled,
    RoundStarted,
    Stopped,
)
from carteado.rules.sevn.options import full_deck
from carteado.rules.sevn.state import Decision
from carteado.rules.shuffle import UnknownSecret
from tests.rules.sevn.table import (
    Laid,
    Table,
    card,
    cards,
    conserved,
    dealt,
    everything,
    names_of,
    opened,
    running_out,
)


@pytest.mark.parametrize("starter", range(5))
def test_g_2_the_first_starter_is_drawn_among_all_seats(starter: int) -> None:
    table = Table(5, starter=starter)
    events = table.deal("1 2 3 4 5")
    assert table.laid.asked == [(1, "dealer"), (1, "deck")]
    assert events[0] == RoundStarted(1, starter)
    assert table.state.starter == starter


def test_g_2_every_seat_is_drawn_as_first_starter_sometimes() -> None:
    first = {opened(seed, 12).deal()[0].starter for seed in range(200)}
    assert first == set(range(12))


def test_sv_r6_the_starter_moves_one_seat_clockwise_every_round() -> None:
    table = Table(3, starter=1)
    starters = []
    for number in range(1, 6):
        (started, *_) = table.deal()
        assert isinstance(started, RoundStarted)
        assert started.round_number == number == table.state.round_number
        starters.append(started.starter)
        table.stop_all()
    assert starters == [1, 2, 0, 1, 2]


@pytest.mark.parametrize("starter", range(3))
def test_sv_10_sv_r7_everybody_gets_one_card_face_up_clockwise_from_the_starter(
    starter: int,
) -> None:
    table = Table(3, starter=starter)
    events = table.deal("7 8 9")
    seats = [(starter + step) % 3 for step in range(3)]
    assert events[1:] == [
        CardDrawn(seat, card(name)) for seat, name in zip(seats, ("7", "8", "9"), strict=True)
    ]
    assert [names_of(table.state.rows[seat]) for seat in seats] == ["7", "8", "9"]
    assert len(table.state.deck) == 117


def test_sv_11_after_the_deal_the_starter_chooses() -> None:
    table = Table(4, starter=2)
    table.deal("1 2 3 4")
    assert table.open() == (Decision.TURN, 2)
    assert table.state.turn == 2
    assert table.awaiting() is Awaiting.SEAT


def test_g_3_the_whole_deck_is_shuffled_for_the_first_round_in_ascending_order() -> None:
    table = Table(2)
    table.deal()
    assert table.laid.given == full_deck(table.state.options)


def test_sv_r3_the_deck_goes_on_from_round_to_round_and_the_table_goes_to_the_discards() -> None:
    table = Table(2)
    table.deal("5 9")
    table.draw("2 3")
    table.stop_all()
    left = list(table.state.deck)
    assert table.discards() == ""
    table.deal()
    assert table.laid.asked == [(1, "dealer"), (1, "deck")]
    assert table.discards() == "5 2 9"
    assert left[2:] == table.state.deck
    conserved(table.state)


def test_sv_r45_all_cards_of_the_table_leave_it_with_the_next_deal_seat_by_seat() -> None:
    table = dealt(
        {0: "5 12", 1: "9 3", 2: ""},
        safe=[2],
        bust={1: "9"},
        extras={0: "x2 heavy", 2: "+4"},
        second=[0],
    )
    table.state.discards = [table.state.deck.pop()]
    table.stop()
    assert table.discards() == "storm"
    table.deal("1 2 4")
    assert table.discards() == "storm 5 12 x2 heavy second 9 3 9 +4"
    assert table.rows() == ["4", "1", "2"]
    assert table.standings() == "III"
    assert table.state.extras == [[], [], []]
    assert table.state.second_chances == [False] * 3
    assert table.state.bust_cards == [0, 0, 0]
    conserved(table.state)


def test_sv_r3_by_option_all_cards_are_shuffled_together_before_each_round() -> None:
    table = Table(2, Options(reshuffle_each_round=True))
    table.deal("5 9")
    table.draw("2 3")
    table.stop_all()
    events = table.deal("1 7")
    assert table.laid.asked == [(1, "dealer"), (1, "deck"), (2, "deck")]
    assert table.laid.given == full_deck(table.state.options)
    assert events == [RoundStarted(2, 1), CardDrawn(1, card("1")), CardDrawn(0, card("7"))]
    assert table.discards() == ""
    assert len(table.state.deck) == 118


def test_sv_40_the_deal_reshuffles_where_the_deck_runs_out_and_the_last_cards_come_first() -> None:
    table = dealt({0: "5 12", 1: "9", 2: "4"}, safe=[1, 2])
    table.stop()
    running_out(table, "1", "13 2 storm")
    table.laid.top = cards("2 4")
    events = sevn.deal(table.state, table.laid)
    assert events == [
        RoundStarted(2, 1),
        CardDrawn(1, card("1")),
        Reshuffled(7),
        CardDrawn(2, card("2")),
        CardDrawn(0, card("4")),
    ]
    assert table.laid.asked == [(2, "stock/1")]
    assert names_of(table.laid.given) == "2 4 5 9 12 13 storm"
    assert len(table.state.deck) == 5
    assert table.discards() == ""


class Forgetful(Laid):
    """A shuffler that does not know the secret of any round from one on."""

    def __init__(self, unknown: int) -> None:
        super().__init__()
        self.unknown = unknown

    def below(self, round_number: int, purpose: str, limit: int) -> int:
        self.know(round_number)
        return super().below(round_number, purpose, limit)

    def shuffled(self, round_number: int, purpose: str, cards: Sequence[int]) -> list[int]:
        self.know(round_number)
        return super().shuffled(round_number, purpose, cards)

    def know(self, round_number: int) -> None:
        if round_number >= self.unknown:
            raise UnknownSecret(round_number)


@pytest.mark.parametrize("options", [Options(), Options(reshuffle_each_round=True)])
@pytest.mark.parametrize("rounds", [1, 2])
def test_sv_r48_a_deal_whose_secret_is_not_known_changes_nothing(
    options: Options, rounds: int
) -> None:
    table = Table(3, options)
    table.laid = Forgetful(rounds)
    for _ in range(1, rounds):
        table.deal()
        table.stop_all()
    before = everything(table.state)
    with pytest.raises(UnknownSecret):
        sevn.deal(table.state, table.laid)
    assert everything(table.state) == before


def test_sv_r48_the_secret_of_a_round_is_asked_for_even_where_the_deck_goes_on() -> None:
    table = dealt({0: "5", 1: "9"}, safe=[1])
    table.stop()
    assert len(table.state.deck) > 100
    with pytest.raises(UnknownSecret):
        sevn.deal(table.state, Forgetful(2))


# What the deal leaves open


def test_sv_r5_an_action_in_the_deal_waits_until_everybody_has_a_card() -> None:
    table = Table(3)
    events = table.deal("freeze 4 6")
    assert events[1:] == [CardDrawn(seat, one) for seat, one in enumerate(cards("freeze 4 6"))]
    assert table.open() == (Decision.TARGET, 0)
    assert table.choices() == [0, 1, 2]
    assert table.state.turn == -1
    assert table.choose(2) == [
        ActionResolved(QueuedAction(card("freeze"), 0), 2),
        Stopped(2, frozen=True),
    ]
    assert table.rows() == ["", "4", "6"]
    assert table.standings() == "IIS"
    assert table.open() == (Decision.TURN, 0)


def test_sv_r5_actions_of_the_deal_are_resolved_in_the_order_dealt_starter_first() -> None:
    table = Table(3, starter=1)
    table.deal("freeze three 6 7 8 10")
    assert table.open() == (Decision.TARGET, 1)
    table.choose(0)
    assert table.open() == (Decision.TARGET, 2)
    assert table.choices() == [2, 1]
    table.choose(1)
    assert table.rows() == ["6", "7 8 10", ""]
    assert table.open() == (Decision.TURN, 1)


def test_sv_r8_a_starter_frozen_by_the_deal_has_no_first_turn() -> None:
    table = Table(3, starter=2)
    table.deal("freeze 4 6")
    table.choose(2)
    assert table.open() == (Decision.TURN, 0)


def test_sv_r5_a_storm_in_the_deal_follows_by_itself() -> None:
    table = Table(2)
    events = table.deal("storm 4 +2 6")
    assert events[1:] == [
        CardDrawn(0, card("storm")),
        CardDrawn(1, card("4")),
        ActionResolved(QueuedAction(card("storm"), 0), None),
        CardDrawn(0, card("+2")),
        CardDrawn(1, card("6")),
    ]
    assert table.open() == (Decision.TURN, 0)


def test_sv_25_a_second_chance_modifiers_and_bonuses_are_held_from_the_deal_on() -> None:
    table = Table(4)
    table.deal("second x2 feather 0")
    assert table.state.second_chances == [True, False, False, False]
    assert table.rows() == ["", "", "", "0"]
    assert [names_of(extras) for extras in table.state.extras] == ["", "x2", "feather", ""]
    assert table.open() == (Decision.TURN, 0)


def test_sv_r20_a_ballast_of_the_deal_lies_open_until_everybody_has_a_card() -> None:
    table = Table(3)
    events = table.deal("-2 4 6")
    assert events[-1] == CardDrawn(2, card("6"))
    assert table.open() == (Decision.BALLAST, 0)
    assert table.state.card == card("-2")
    assert table.keep() == [BallastDecided(0, card("-2"), kept=True)]
    assert table.rows() == ["-2", "4", "6"]
    assert table.open() == (Decision.TURN, 0)


def test_g_31_sv_r46_ballasts_of_the_deal_are_decided_in_the_order_dealt_before_the_actions() -> (
    None
):
    table = Table(4, starter=3)
    table.deal("freeze -2 storm -6 7")
    waiting = [(one.card, one.owner) for one in table.view().queue]
    assert table.open() == (Decision.BALLAST, 0)
    assert waiting == [(card("-6"), 2), (card("freeze"), 3), (card("storm"), 1)]
    table.discard()
    assert table.open() == (Decision.BALLAST, 2)
    assert [one.card for one in table.view().queue] == cards("freeze storm")
    table.keep()
    assert table.open() == (Decision.TARGET, 3)
    assert table.rows() == ["", "", "-6", ""]
    assert table.discards() == "-2"
    conserved(table.state)
