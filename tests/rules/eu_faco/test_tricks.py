"""Who takes a trick, what cangou, and what is lit."""

from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carteado.rules.eu_faco import CancelMode, Options, Play
from carteado.rules.eu_faco.cards import Card, medal, rank
from carteado.rules.eu_faco.events import CardPlayed
from carteado.rules.eu_faco.rules import cancelled, winning_index
from tests.rules.eu_faco.table import (
    cards,
    dealt,
    ended,
    law,
    name_of,
    opened,
    played,
    scored,
    steps,
    taker,
    trick_of,
    tricks_of_cards,
)

PAIRS = Options(cancel_mode=CancelMode.PAIRS)


def by_the_text(trick: Sequence[Card]) -> Card | None:
    """The card that takes a trick, as the text words it: 1s by suit; else the greatest number that stands alone."""
    ones = [one for one in trick if rank(one) == 1]
    if ones:
        return max(ones, key=medal)
    copies = Counter(rank(one) for one in trick)
    alone = [one for one in trick if copies[rank(one)] == 1]
    return max(alone, key=rank) if alone else None


def taking(trick: Sequence[Card], mode: CancelMode = CancelMode.GROUP) -> Card | None:
    at = winning_index(list(trick), mode)
    return None if at is None else trick[at]


def lit(names: str, options: Options | None = None) -> list[int | None]:
    """What is lit after each card of a trick; while the last one goes down, who took it."""
    table = trick_of(names, options)
    shown = []
    for one in names.split():
        events = table.play(one)
        over = len(events) > 1
        shown.append(ended(events).winner if over else table.view(None).lit)
    return shown


def annulled(names: str, options: Options | None = None) -> list[str]:
    trick = ended(trick_of(names, options).play(names))
    return [name_of(one.card) for one in trick.cards if one.cancelled]


def test_ef_12_each_plays_one_card_in_turn_and_the_highest_takes_the_trick() -> None:
    table = dealt({0: "2B 3B", 1: "9B 5B", 2: "6B 7B"}, dealer=0)
    table.bid(0, 0, 0)
    events = table.play("9B 6B 2B")
    assert played(events) == [(1, "9B"), (2, "6B"), (0, "2B")]
    assert ended(events).winner == 1
    assert table.state.taken == [0, 1, 0]


@law
@given(trick=tricks_of_cards)
def test_ef_13_the_lit_card_is_the_one_that_takes_the_trick_as_it_stands(trick: list[Card]) -> None:
    names = [name_of(one) for one in trick]
    if len(names) < 2:
        return
    for at, seat in enumerate(lit(" ".join(names)), start=1):
        best = by_the_text(trick[:at])
        assert seat == (None if best is None else trick.index(best))


def test_ef_14_any_card_may_be_played_whatever_was_led() -> None:
    table = dealt({0: "2B 3P 10D", 1: "4O 1B 5P"}, dealer=1)
    table.bid(0, 0)
    assert table.legal(0) == [Play(one) for one in sorted(cards("2B 3P 10D"))]
    table.play("2B")
    assert table.legal(1) == [Play(one) for one in sorted(cards("4O 1B 5P"))]


@pytest.mark.parametrize(("trick", "leader"), [("2B 9B 6B", 1), ("9B 2B 6B", 0), ("2B 6B 9B", 2)])
def test_ef_15_who_takes_a_trick_starts_the_next_one(trick: str, leader: int) -> None:
    table = trick_of(trick)
    table.play(trick)
    assert table.state.to_act == leader
    assert table.view(None).leader == leader


def test_ef_15_the_others_follow_the_new_leader_round_the_table() -> None:
    table = dealt({0: "2B 3B 4B", 1: "9B 5B 6B", 2: "7B 8B 10P"}, dealer=2)
    table.bid(0, 0, 0)
    table.play("2B 9B 7B")
    assert played(table.play("5B 8B 3B")) == [(1, "5B"), (2, "8B"), (0, "3B")]
    assert table.state.to_act == 2


def test_ef_30_there_is_no_vira_the_1_is_manilha_in_every_round() -> None:
    for size in range(2, 11):
        low = " ".join(f"{number}B" for number in range(2, size + 1))
        high = " ".join(f"{number}D" for number in range(11 - size + 1, 11))
        table = dealt({0: f"1B {low}".strip(), 1: f"{high} 2P".strip()}, dealer=1)
        table.bid(0, 0)
        assert ended(table.play("1B 10D")).winner == 0


def test_ef_32_two_10s_annul_each_other_and_the_highest_left_takes_it() -> None:
    assert taker("10P 7O 10B") == 1
    assert annulled("10P 7O 10B") == ["10P", "10B"]


@pytest.mark.parametrize(
    ("trick", "options", "annulled_as_it_goes_down"),
    [
        ("10P 7O 10B", None, [False, False, True]),
        ("10P 10B 7O", None, [False, True, False]),
        ("7B 7D", None, [False, True]),
        ("9B 4B 2B", None, [False, False, False]),
        ("1B 1D", None, [False, False]),
        ("9B 9P 9O", None, [False, True, True]),
        ("9B 9P 9O", PAIRS, [False, True, False]),
    ],
)
def test_ef_32_a_card_that_annuls_another_is_told_as_annulled_when_it_goes_down(
    trick: str, options: Options | None, annulled_as_it_goes_down: list[bool]
) -> None:
    told = trick_of(trick, options).play(trick)
    shown = [one.cancelled for one in told if isinstance(one, CardPlayed)]
    assert shown == annulled_as_it_goes_down


def test_ef_33_when_all_annul_nobody_takes_it_and_who_started_starts_again() -> None:
    table = trick_of("7B 7D")
    trick = ended(table.play("7B 7D"))
    assert trick.winner is None
    assert [one.cancelled for one in trick.cards] == [True, True]
    assert table.state.taken == [0, 0]
    assert table.state.to_act == 0


def test_ef_33_after_a_later_leader_cangou_that_leader_starts_again() -> None:
    table = dealt({0: "2B 7B 3B", 1: "9B 7D 3D"}, dealer=1)
    table.bid(0, 0)
    table.play("2B 9B")
    assert ended(table.play("7D 7B")).winner is None
    assert table.state.to_act == 1


@law
@given(trick=tricks_of_cards, one=st.sampled_from(cards("1B 1P 1O 1D")))
def test_ef_34_a_trick_with_a_1_never_cangou(trick: list[Card], one: Card) -> None:
    with_it = [*[other for other in trick if other != one][:7], one]
    for mode in CancelMode:
        won = taking(with_it, mode)
        assert won is not None
        assert rank(won) == 1
        assert medal(won) == max(medal(other) for other in with_it if rank(other) == 1)


def test_ef_34_four_1s_do_not_annul_each_other() -> None:
    assert taker("1B 1D 1P 1O") == 1
    assert annulled("1B 1D 1P 1O") == []


def test_ef_35_the_examples_of_the_text() -> None:
    assert taker("10P 10B 7O") == 2
    assert taker("7O 7P") is None


def test_ef_r11_a_cangada_trick_is_not_replayed_and_the_same_leader_leads() -> None:
    table = trick_of("7B 7D")
    table.play("7B 7D")
    assert [len(hand) for hand in table.state.hands] == [1, 1]
    events = table.play(" ".join(name_of(table.state.hands[seat][0]) for seat in (0, 1)))
    assert len(table.state.tricks) == 2
    assert scored(events)


def test_ef_r11_after_a_cangada_everybody_may_nail_in_spite_of_the_lock() -> None:
    table = dealt({0: "7B 3B", 1: "7D 2P"}, dealer=1)
    table.bid(1, 0)
    score = scored(table.play("7B 7D 3B 2P"))
    assert [(one.bid, one.taken, one.lives) for one in score.values()] == [(1, 1, 3), (0, 0, 3)]


def test_ef_r12_the_last_trick_that_cangou_is_nobodys_and_the_dealer_sets_the_next_leader() -> None:
    table = dealt({0: "9B 7B", 1: "2P 7D", 2: "3B 7O"}, dealer=2)
    table.bid(1, 0, 0)
    table.play("9B 2P 3B")
    events = table.play("7B 7D 7O")
    assert ended(events).winner is None
    assert [one.taken for one in scored(events).values()] == [1, 0, 0]
    table.deal()
    assert table.state.dealer == 0
    assert table.state.to_act == 1


def test_ef_r12_who_takes_the_last_trick_does_not_lead_the_next_round() -> None:
    table = dealt({0: "2B 3B", 1: "4B 5B", 2: "6B 9B"}, dealer=2)
    table.bid(0, 0, 1)
    table.play("2B 4B 6B")
    assert ended(table.play("9B 3B 5B")).winner == 2
    table.deal()
    assert table.state.to_act == 1


@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        ("10B 10P 7B 7P 4B", 4),
        ("4B 7B 10B 7P 10P", 0),
        ("10B 10P 7B 7P", None),
        ("10B 10P 9B 9P 8B 8P 2B 3B", 7),
        ("10B 10P 9B 9P 8B 8P 2B 2P", None),
        ("10B 10P 1B 7B 7P", 2),
    ],
)
def test_ef_r13_several_equal_groups_leave_from_the_top_down(
    trick: str, winner: int | None
) -> None:
    assert taker(trick) == winner


@pytest.mark.parametrize("trick", ["10B 7B 7P", "7B 10B 7P", "7B 7P 10B"])
def test_ef_r14_equal_cards_below_the_top_are_irrelevant(trick: str) -> None:
    assert taker(trick) == trick.split().index("10B")
    assert annulled(trick) == []


@pytest.mark.parametrize(
    ("trick", "winner"),
    [("9B 9P 9O", None), ("9B 9P 9O 9D", None), ("9B 9P 4B 9O", 2), ("9B 9P 4B 9O 9D", 2)],
)
def test_ef_r15_three_or_four_equal_all_leave(trick: str, winner: int | None) -> None:
    assert taker(trick) == winner
    assert len(annulled(trick)) == trick.count("9")


@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        ("9B 9P 9O", 2),
        ("9B 9P 4B 9O", 3),
        ("9B 4B 9P 9O 2B", 3),
        ("9B 9P 9O 9D", None),
        ("9B 9P 4B", 2),
        ("9B 9P 9O 9D 4B", 4),
        ("10B 10P 9B 9P 9O 4B", 4),
        ("9B 9P 9O 10B", 3),
        ("9B 9P 9O 1B", 3),
    ],
)
def test_ef_r15_by_option_equal_cards_leave_in_pairs_and_the_odd_last_one_survives(
    trick: str, winner: int | None
) -> None:
    assert taker(trick, PAIRS) == winner


def test_ef_r15_by_option_what_is_annulled_is_all_but_the_survivor() -> None:
    assert annulled("9B 9P 4B 9O", PAIRS) == ["9B", "9P"]
    assert annulled("10B 10P 9B 4B", PAIRS) == ["10B", "10P"]


@pytest.mark.parametrize(
    ("trick", "shown"),
    [
        ("9B 4B 9P", [0, 0, 1]),
        ("9B 9P 4B 9O", [0, None, 2, 2]),
        ("7B 7P", [0, None]),
        ("4B 9B 10B", [0, 1, 2]),
        ("9B 1B 1D", [0, 1, 2]),
        ("10B 10P 9B 9P 2B", [0, None, 2, None, 4]),
    ],
)
def test_ef_r26_lit_is_what_would_win_if_the_trick_stopped_now(
    trick: str, shown: list[int | None]
) -> None:
    assert lit(trick) == shown


def test_ef_r26_by_option_pairs_a_third_equal_card_is_lit() -> None:
    assert lit("9B 9P 9O", PAIRS) == [0, None, 2]


@pytest.mark.parametrize(
    ("options", "marks"), [(None, [True, True, True]), (PAIRS, [True, True, False])]
)
def test_ef_r26_what_is_annulled_so_far_is_marked_on_the_table(
    options: Options | None, marks: list[bool]
) -> None:
    table = trick_of("9B 9P 9O 4B", options)
    table.play("9B 9P 9O")
    assert [one.cancelled for one in table.view(None).trick] == marks


@law
@given(trick=tricks_of_cards)
def test_ef_32_the_taker_is_the_highest_number_that_stands_alone(trick: list[Card]) -> None:
    assert taking(trick) == by_the_text(trick)


@law
@given(data=st.data(), trick=tricks_of_cards)
def test_ef_r31_the_order_of_play_never_changes_who_takes_a_trick(
    data: st.DataObject, trick: list[Card]
) -> None:
    assert taking(trick) == taking(data.draw(st.permutations(trick)))


@law
@given(trick=tricks_of_cards)
def test_ef_32_what_is_annulled_is_never_taken_and_lies_above_what_takes(trick: list[Card]) -> None:
    won = by_the_text(trick)
    marks = cancelled(list(trick), winning_index(list(trick), CancelMode.GROUP))
    for one, mark in zip(trick, marks, strict=True):
        if won is None:
            assert mark
        elif rank(won) == 1:
            assert not mark
        else:
            assert mark == (rank(one) > rank(won))


@law
@given(trick=tricks_of_cards)
def test_ef_31_the_medals_of_other_numbers_are_decoration(trick: list[Card]) -> None:
    mirrored = [one if rank(one) == 1 else 10 * (3 - medal(one)) + rank(one) for one in trick]
    assert winning_index(list(trick), CancelMode.GROUP) == winning_index(mirrored, CancelMode.GROUP)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("mode", list(CancelMode))
def test_ef_r11_tricks_taken_and_cangadas_make_up_the_size_of_the_round(
    seed: int, mode: CancelMode
) -> None:
    match = opened(seed, 2 + seed % 7, Options(cancel_mode=mode))
    counted = 0
    for _ in steps(match, seed):
        state = match.state
        if state.round_number and len(state.tricks) == state.hand_size:
            cangadas = sum(trick.winner is None for trick in match.view(None).table.tricks)
            assert sum(state.taken) + cangadas == state.hand_size
            counted += 1
    assert counted
