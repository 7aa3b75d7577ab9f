"""Why an action is refused, and in which order that is checked."""

from collections.abc import Callable

import pytest

from carteado.rules import eu_faco
from carteado.rules.eu_faco import Action, Bid, Play
from carteado.rules.game import IllegalAction, Refusal
from carteado.rules.match import Match
from tests.rules.eu_faco.table import Table, about_to_deal, card, dealt, opened


def speaking() -> Table:
    """Seat 2 of three must speak; 1 is locked."""
    table = dealt({0: "2B 3B", 1: "4B 5B", 2: "9B 8B"}, dealer=2)
    table.bid(1, 0)
    return table


def playing() -> Table:
    """Seat 0 of three must lead."""
    table = speaking()
    table.bid(2)
    return table


def between_rounds() -> Table:
    table = playing()
    table.play("2B 4B 9B 8B 3B 5B")
    return table


def over() -> Table:
    table = dealt({0: "9B 8B", 1: "2B 3B"}, dealer=1, lives={0: 1, 1: 3})
    table.bid(0, 0)
    table.play("9B 2B 8B 3B")
    return table


def undealt() -> Table:
    return Table(3)


CASES: list[tuple[Callable[[], Table], int, Action, Refusal]] = [
    (speaking, 2, Bid(1), Refusal.BID_LOCKED),
    (speaking, 2, Bid(3), Refusal.BID_RANGE),
    (speaking, 2, Bid(-1), Refusal.BID_RANGE),
    (speaking, 0, Bid(0), Refusal.NOT_YOUR_TURN),
    (speaking, 0, Bid(99), Refusal.NOT_YOUR_TURN),
    (speaking, 1, Bid(1), Refusal.NOT_YOUR_TURN),
    (speaking, 7, Bid(0), Refusal.NOT_YOUR_TURN),
    (speaking, 2, Play(card("9B")), Refusal.WRONG_PHASE),
    (speaking, 0, Play(card("2B")), Refusal.WRONG_PHASE),
    (speaking, 2, Play(card("1D")), Refusal.WRONG_PHASE),
    (playing, 0, Bid(0), Refusal.WRONG_PHASE),
    (playing, 1, Bid(0), Refusal.WRONG_PHASE),
    (playing, 1, Bid(99), Refusal.WRONG_PHASE),
    (playing, 1, Play(card("4B")), Refusal.NOT_YOUR_TURN),
    (playing, 1, Play(card("1D")), Refusal.NOT_YOUR_TURN),
    (playing, 0, Play(card("4B")), Refusal.CARD_NOT_IN_HAND),
    (playing, 0, Play(card("1D")), Refusal.CARD_NOT_IN_HAND),
    (playing, 0, Play(0), Refusal.CARD_NOT_IN_HAND),
    (playing, 0, Play(41), Refusal.CARD_NOT_IN_HAND),
    (playing, 0, Play(card("4B"), names_suit=True, calls=True), Refusal.CARD_NOT_IN_HAND),
    (playing, 0, Play(card("2B"), names_suit=True), Refusal.SUIT_NOT_ALLOWED),
    (playing, 0, Play(card("2B"), calls=True), Refusal.DECLARATION_NOT_APPLICABLE),
    (between_rounds, 0, Bid(0), Refusal.ROUND_OVER),
    (between_rounds, 2, Play(card("9B")), Refusal.ROUND_OVER),
    (over, 1, Bid(0), Refusal.ROUND_OVER),
    (over, 0, Play(card("9B")), Refusal.ROUND_OVER),
    (undealt, 0, Bid(0), Refusal.WRONG_PHASE),
    (undealt, 0, Play(card("9B")), Refusal.WRONG_PHASE),
]


@pytest.mark.parametrize(("position", "seat", "action", "refusal"), CASES)
def test_g_20_over_then_phase_then_turn_then_possession_then_legality(
    position: Callable[[], Table], seat: int, action: Action, refusal: Refusal
) -> None:
    table = position()
    assert table.refusal(seat, action) is refusal
    with pytest.raises(IllegalAction) as refused:
        eu_faco.apply(table.state, seat, action, table.laid)
    assert refused.value.refusal is refusal


def everything(table: Table) -> str:
    state = table.state
    names = [name for name in type(state).__slots__ if name not in ("trick", "tricks")]
    tricks = [(one.leader, one.cards, one.winner) for one in [*state.tricks, state.trick]]
    return repr([(name, getattr(state, name)) for name in names] + [tricks])


@pytest.mark.parametrize(("position", "seat", "action", "refusal"), CASES)
def test_g_5_an_illegal_action_changes_nothing(
    position: Callable[[], Table], seat: int, action: Action, refusal: Refusal
) -> None:
    table = position()
    before = everything(table)
    with pytest.raises(IllegalAction, match=refusal.value):
        eu_faco.apply(table.state, seat, action, table.laid)
    assert everything(table) == before


def test_a_card_that_was_played_is_no_longer_in_hand() -> None:
    table = playing()
    table.play("2B 4B 9B 8B")
    assert table.refusal(0, Play(card("2B"))) is Refusal.CARD_NOT_IN_HAND
    assert table.refusal(0, Play(card("3B"))) is None


def test_g_20_another_games_verb_is_a_wrong_phase() -> None:
    for table in (speaking(), playing(), undealt()):
        assert table.refusal(table.state.to_act, "draw") is Refusal.WRONG_PHASE


def test_g_5_when_the_round_is_over_that_is_said_first_whatever_the_verb() -> None:
    over = about_to_deal(2, [0, 1], dealer=0)
    assert over.refusal(0, "draw") is Refusal.ROUND_OVER


def test_ef_6_a_seat_that_is_out_has_no_turn() -> None:
    table = about_to_deal(2, [0, 2], dealer=0, seats=3)
    table.deal()
    assert table.refusal(1, Bid(0)) is Refusal.NOT_YOUR_TURN
    assert table.legal(1) == []


def test_g_23_nobodys_list_has_the_deal() -> None:
    for table in (undealt(), between_rounds(), over()):
        assert [table.legal(seat) for seat in range(table.seats)] == [[]] * table.seats


def refused_deal(match: Match, entropy: tuple[bytes, ...] = ()) -> Refusal:
    ply = match.ply
    with pytest.raises(IllegalAction) as refused:
        match.deal(entropy)
    assert match.ply == ply
    return refused.value.refusal


def test_g_23_the_table_deals_only_when_a_round_is_over_and_the_match_is_not() -> None:
    match = opened(1, 2)
    match.deal()
    assert refused_deal(match) is Refusal.WRONG_PHASE
    match.state = over().state
    assert refused_deal(match) is Refusal.ROUND_OVER


def test_a_legal_action_is_never_refused_and_every_other_one_is() -> None:
    for table in (speaking(), playing()):
        every: list[Action] = [*map(Bid, range(-2, 12)), *map(Play, range(42))]
        for seat in range(3):
            accepted = [action for action in every if table.refusal(seat, action) is None]
            assert accepted == table.legal(seat)
