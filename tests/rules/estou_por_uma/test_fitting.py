"""Which cards may be played."""

import pytest

from carteado.rules.estou_por_uma import Declare, Draw, Enforcement, Options, Pass, Play
from carteado.rules.estou_por_uma.cards import PACK, RANK, SUIT
from carteado.rules.game import Refusal
from tests.rules.estou_por_uma.table import Table, card, cards, effects, laid, name_of, names_of

OTHER = {1: "2H 2S"}


def playable(hand: str, top: str, **position: object) -> str:
    table = laid({0: hand, **OTHER}, top, **position)  # type: ignore[arg-type]
    return table.playable()


def test_epu_5_a_card_of_the_same_suit_or_the_same_number_fits() -> None:
    assert playable("5H 9D 10C KS", "5D") == "9D 5H"


def test_epu_5_epu_22_every_card_fits_by_suit_by_number_or_by_being_wild_and_no_other() -> None:
    for top in PACK:
        table = laid({0: names_of(PACK), **OTHER}, name_of(top))
        expected = [
            number
            for number in PACK
            if SUIT[number] == SUIT[top] or RANK[number] == RANK[top] or RANK[number] == 8
        ]
        assert table.playable() == names_of(expected)


@pytest.mark.parametrize("rank", ["A", "J", "Q", "K"])
def test_epu_r9_letters_are_numbers_too(rank: str) -> None:
    assert playable(f"{rank}S 2C", f"{rank}D") == f"{rank}S"


def test_epu_r9_after_an_8_the_called_suit_or_another_8_fits() -> None:
    assert playable("5S 3H 8D", "8S", suit="H", top_seat=1) == "8D 3H"


def test_epu_r9_after_an_8_its_own_suit_fits_only_when_called() -> None:
    assert playable("5S 3H", "8S", suit="S") == "5S"


def test_epu_6_the_card_of_the_previous_player_is_followed() -> None:
    table = laid({0: "5D 2S 3S", 1: "5H 6D 4C"}, "KD")
    table.play("5D")
    assert table.playable() == "6D 5H"
    table.play("5H")
    assert table.top() == "5H"
    assert table.state.discards == cards("KD 5D 5H")


def test_epu_22_an_8_goes_on_anything() -> None:
    assert playable("8C 8D 8H 8S 2C", "KD") == "8C 8D 8H 8S"


def test_epu_r16_only_a_7_answers_a_7() -> None:
    assert playable("7C 8C 8D AD 9D KD 2D", "7D", pending=2) == "7C"


def test_epu_r33_of_several_penalty_ranks_any_answers_that_matches_rank_or_suit() -> None:
    options = Options(effects=effects("3:draw_stack 7:draw_stack 8:wild"))
    assert playable("3C 3D 7S 8D 2D", "7D", pending=2, options=options) == "3D 7S"


def test_epu_r15_without_stacking_nothing_answers() -> None:
    table = laid({0: "7C 7D", **OTHER}, "7D", pending=2, options=Options(no_stacking=True))
    assert table.legal() == [Draw()]
    assert table.refusal(Play(card("7C"))) is Refusal.CARD_NOT_PLAYABLE


def test_epu_r15_without_stacking_a_7_is_still_played_where_nothing_is_pending() -> None:
    options = Options(no_stacking=True)
    assert playable("7C 2D 3S", "7D", options=options) == "7C 2D"


def test_epu_r17_after_the_penalty_the_next_plays_on_the_7_by_suit_or_number() -> None:
    table = laid({0: "2S 3S", 1: "7C 5D 6H"}, "7D", pending=2)
    table.draw()
    assert table.playable() == "7C 5D"


def test_epu_r33_a_wild_rank_of_another_kind_goes_on_anything_and_the_8_no_longer_does() -> None:
    options = Options(effects=effects("J:wild"))
    assert playable("8S JC 2H", "5D", options=options) == "JC"


def test_epu_r42_one_card_a_turn() -> None:
    table = laid({0: "5D 5H 5S", 1: "5C 2C"}, "KD")
    table.play("5D")
    assert table.refusal(Play(card("5H")), seat=0) is Refusal.NOT_YOUR_TURN


def test_epu_r20_there_is_no_jumping_in_even_with_the_identical_card() -> None:
    table = laid({0: "5H 2S", 1: "5D 3D", 2: "4C JS"}, "5D", top_seat=2)
    assert table.refusal(Play(card("5D")), seat=1) is Refusal.NOT_YOUR_TURN
    assert table.legal(1) == []


# The list of legal actions


def test_each_face_is_listed_once_in_ascending_order_and_drawing_comes_last() -> None:
    table = laid({0: "7S 7C 7C 2S", 1: "2C"}, "7D", pending=2)
    assert table.legal() == [Play(card("7C")), Play(card("7S")), Draw()]


def test_epu_r18_a_wild_card_is_listed_with_each_suit() -> None:
    table = laid({0: "8D 2S 3S", **OTHER}, "KC")
    assert table.legal() == [Play(card("8D"), suit) for suit in (1, 2, 3, 4)]


def test_a_play_with_which_one_may_call_is_listed_twice_first_with_the_call() -> None:
    table = laid({0: "5D 8H", **OTHER}, "KD")
    assert table.legal() == [
        Play(card("5D"), 0, call=True),
        Play(card("5D"), 0, call=False),
        *(Play(card("8H"), suit, call) for suit in (1, 2, 3, 4) for call in (True, False)),
    ]


def test_g_28_a_wild_card_that_goes_out_is_listed_once_without_a_suit() -> None:
    assert laid({0: "8D", **OTHER}, "KC").legal() == [Play(card("8D"))]


def test_a_drawn_card_that_may_be_kept_is_listed_before_passing() -> None:
    table = laid({0: "2S 3S", **OTHER}, "KD", stock="8D", options=Options(may_keep_drawn=True))
    table.draw()
    assert table.legal() == [*(Play(card("8D"), suit) for suit in (1, 2, 3, 4)), Pass()]


def test_what_may_be_declared_comes_last() -> None:
    options = Options(enforcement=Enforcement.CATCH)
    table = laid({0: "5D 2S", 1: "6D KS 3S", 2: "2C 3C"}, "KD", options=options)
    table.play("5D")
    assert table.legal(1) == [Play(card("6D")), Declare(0)]
    assert table.legal(0) == [Declare()]
    assert table.legal(2) == [Declare(0)]


EVERY_PLAY = [
    Play(number, suit, call)
    for number in (0, *PACK, 53)
    for suit in range(5)
    for call in (True, False)
]
EVERYTHING = [*EVERY_PLAY, Draw(), Pass(), *map(Declare, (None, -1, 0, 1, 2, 3))]


@pytest.mark.parametrize(
    "table",
    [
        laid({0: "5D 8H 9S", **OTHER}, "KD"),
        laid({0: "5D 8H", **OTHER}, "KD"),
        laid({0: "8H", **OTHER}, "KD"),
        laid({0: "7C 8H", **OTHER}, "7D", pending=4),
        laid({0: "2C", **OTHER}, "7D"),
        laid({0: "5D 8H 9S", **OTHER}, "KD", options=Options(voluntary_draw=True)),
    ],
)
def test_a_legal_action_is_never_refused_and_every_other_one_is(table: Table) -> None:
    for seat in (0, 1):
        accepted = [one for one in EVERYTHING if table.refusal(one, seat=seat) is None]
        assert set(accepted) == set(table.legal(seat))
        assert len(accepted) == len(table.legal(seat))
