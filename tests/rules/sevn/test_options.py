"""What a table may choose."""

import pytest

from carteado.rules.game import Fault, InvalidMatch
from carteado.rules.sevn import CardCount, Composition, Options, checked
from carteado.rules.sevn.cards import VALUES
from tests.rules.sevn.table import GAME, Table, card

SEATS = (Fault.PLAYER_COUNT, "SEVN is for 2 to 12 seats")
POINTS = (Fault.OPTION_RANGE, "target is 50 to 1000")
BONUS = (Fault.OPTION_RANGE, "sevn_bonus is 0 to 50")
FACES = (Fault.OPTION_RANGE, "a deck counts each face once")
SIZE = (Fault.OPTION_RANGE, "a deck has 120 cards")
MISSING = (Fault.OPTION_RANGE, "each of the 17 values is in a deck")
COPIES = (Fault.OPTION_RANGE, "a deck has n copies of each n from 1 to 13")
BOTH = (Fault.OPTIONS_CONTRADICT, "a deck stands instead of a composition")


def fault_of(options: Options, seats: int = 4) -> tuple[Fault, str]:
    """Why no match can have these options, for machines and for developers."""
    with pytest.raises(InvalidMatch) as refused:
        checked(options, seats)
    return refused.value.fault, str(refused.value)


def own(**changed: int) -> Options:
    """The smallest values, 25 storms, and these changes: ``_13=12`` leaves a 13 out, ``storm=26`` adds one."""
    copies = {1: 1, **{one + 1: one for one in range(1, 14)}, 15: 1, 16: 1, 17: 1, 31: 25}
    copies |= {card(name.removeprefix("_")): many for name, many in changed.items()}
    return Options(deck=tuple(CardCount(one, many) for one, many in copies.items()))


@pytest.mark.parametrize("seats", range(2, 13))
def test_sv_r2_two_to_twelve_play(seats: int) -> None:
    assert checked(Options(), seats).target == 250
    assert Table(seats).state.totals == [0] * seats
    assert GAME.min_seats <= seats <= GAME.max_seats


@pytest.mark.parametrize("seats", [-1, 0, 1, 13, 40])
def test_sv_r2_no_other_number_plays(seats: int) -> None:
    assert fault_of(Options(), seats) == SEATS
    assert not GAME.min_seats <= seats <= GAME.max_seats


def test_g_11_the_defaults_are_those_of_the_table_of_options() -> None:
    assert checked(Options(), 4) == Options(
        composition=Composition.TWO_OF_EACH,
        target=250,
        sevn_bonus=17,
        duplicate_ballast_busts=False,
        storm_starts_next=False,
        reshuffle_each_round=False,
        deck=(),
    )


def test_g_11_what_was_chosen_stands() -> None:
    chosen = Options(
        composition=Composition.BONUS_3,
        target=100,
        sevn_bonus=0,
        duplicate_ballast_busts=True,
        storm_starts_next=True,
        reshuffle_each_round=True,
    )
    assert checked(chosen, 12) == chosen


def test_g_11_checking_twice_changes_nothing() -> None:
    for options in (Options(), Options(target=50, sevn_bonus=50), own()):
        once = checked(options, 4)
        assert checked(once, 4) == once


@pytest.mark.parametrize("target", [50, 51, 999, 1000])
def test_sv_r33_a_table_may_play_to_50_to_1000_points(target: int) -> None:
    assert checked(Options(target=target), 4).target == target


@pytest.mark.parametrize("target", [-250, 0, 49, 1001, 2**32 - 1])
def test_sv_r33_no_other_target_is_played_to(target: int) -> None:
    assert fault_of(Options(target=target)) == POINTS


@pytest.mark.parametrize("bonus", [0, 1, 49, 50])
def test_sv_8_by_option_sevn_gives_0_to_50_points(bonus: int) -> None:
    assert checked(Options(sevn_bonus=bonus), 4).sevn_bonus == bonus


@pytest.mark.parametrize("bonus", [-1, 51, 2**32 - 1])
def test_sv_8_sevn_gives_no_other_points(bonus: int) -> None:
    assert fault_of(Options(sevn_bonus=bonus)) == BONUS


def test_g_33_a_deck_of_ones_own_has_120_cards_and_every_value() -> None:
    assert checked(own(), 4).deck == own().deck
    assert checked(own(storm=24, _0=2), 4).deck == own(storm=24, _0=2).deck


def test_g_33_other_faces_may_be_missing_whether_counted_as_none_or_not_at_all() -> None:
    assert checked(own(freeze=0), 4).deck == own(freeze=0).deck


@pytest.mark.parametrize("storms", [0, 24, 26, 2**32 - 1])
def test_sv_20_a_deck_of_another_size_is_refused(storms: int) -> None:
    assert fault_of(own(storm=storms)) == SIZE


@pytest.mark.parametrize("value", [one for one in VALUES if not 2 <= one <= 14])
def test_g_33_a_deck_without_one_of_the_17_values_is_refused(value: int) -> None:
    counts = [one for one in own(storm=26).deck if one.card != value]
    assert fault_of(Options(deck=tuple(counts))) == MISSING
    none = [CardCount(value, 0) if one.card == value else one for one in own(storm=26).deck]
    assert fault_of(Options(deck=tuple(none))) == MISSING


@pytest.mark.parametrize("number", range(1, 14))
@pytest.mark.parametrize("more", [-1, 1])
def test_g_33_a_deck_has_n_copies_of_each_n_from_1_to_13(number: int, more: int) -> None:
    changed = {f"_{number}": number + more, "storm": 25 - more}
    assert fault_of(own(**changed)) == (MISSING if number + more == 0 else COPIES)


@pytest.mark.parametrize("face", [0, 32, -1, 2**31 - 1])
def test_g_33_a_deck_has_only_known_faces(face: int) -> None:
    unknown = CardCount(face, 1)
    assert fault_of(Options(deck=(*own(storm=24).deck, unknown))) == FACES


def test_g_33_a_deck_counts_each_face_once() -> None:
    storms = (CardCount(card("storm"), 12), CardCount(card("storm"), 13))
    assert fault_of(Options(deck=(*own().deck[:-1], *storms))) == FACES
    again = (*own().deck, CardCount(card("storm"), 25))
    assert fault_of(Options(deck=again)) == FACES


def test_g_33_no_face_has_less_than_no_copies() -> None:
    assert fault_of(own(storm=26, freeze=-1)) == SIZE


@pytest.mark.parametrize("composition", list(Composition)[1:])
def test_g_11_a_deck_contradicts_a_composition(composition: Composition) -> None:
    both = Options(composition=composition, deck=own().deck)
    assert fault_of(both) == BOTH
