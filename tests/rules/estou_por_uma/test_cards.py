"""The cards."""

from collections import Counter

from carteado.rules.estou_por_uma.cards import (
    CLUBS,
    DIAMONDS,
    HEARTS,
    RANK,
    SPADES,
    SUIT,
    card,
    deck,
)


def test_the_number_of_a_card_is_13_for_each_suit_before_its_own_and_its_rank() -> None:
    assert (CLUBS, DIAMONDS, HEARTS, SPADES) == (1, 2, 3, 4)
    numbers = [card(rank, suit) for suit in range(1, 5) for rank in range(1, 14)]
    assert numbers == list(range(1, 53))
    assert [RANK[number] for number in numbers] == list(range(1, 14)) * 4
    assert [SUIT[number] for number in numbers] == [1] * 13 + [2] * 13 + [3] * 13 + [4] * 13


def test_epu_r3_a_pack_has_52_faces_and_no_joker() -> None:
    assert deck(1) == list(range(1, 53))


def test_epu_r1_every_face_lies_there_once_in_each_pack_equal_faces_together() -> None:
    for packs in (2, 3, 4):
        assert deck(packs) == sorted(deck(packs))
        assert Counter(deck(packs)) == dict.fromkeys(range(1, 53), packs)
