"""Fair shuffles, written a second time from the page that describes them."""

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carteado.rules.eu_faco.cards import DECK
from carteado.rules.match import Match
from carteado.rules.shuffle import (
    ROUNDS,
    Chain,
    FairShuffler,
    OpenedSecrets,
    UnknownSecret,
    below,
    link,
    salt,
    shuffle_key,
    shuffled,
    words,
)
from tests.rules.eu_faco.table import GAME, law, opened

LAST = bytes(range(32))


def sha(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(parts)).digest()


def page_secret(number: int) -> bytes:
    secret = LAST
    for _ in range(1024 - number):
        secret = sha(b"carteado/chain/1", secret)
    return secret


def page_salt(entropy: Sequence[bytes]) -> bytes:
    return sha(*(part for entry in entropy for part in (bytes([len(entry)]), entry)))


def page_words(secret: bytes, salt_: bytes, info: str) -> Iterator[int]:
    extracted = hmac.new(salt_, secret, hashlib.sha256).digest()
    key = hmac.new(extracted, info.encode() + b"\x01", hashlib.sha256).digest()
    for counter in range(1000):
        block = sha(key, counter.to_bytes(8, "big"))
        yield from (int.from_bytes(block[at : at + 4], "big") for at in range(0, 32, 4))


def page_below(stream: Iterator[int], limit: int) -> int:
    return next(word % limit for word in stream if word < 2**32 - 2**32 % limit)


def page_deck(stream: Iterator[int], cards: Sequence[int]) -> list[int]:
    order = list(cards)
    for i in reversed(range(1, len(order))):
        j = page_below(stream, i + 1)
        order[i], order[j] = order[j], order[i]
    return order


def test_each_secret_is_the_hash_of_the_next_down_to_the_anchor() -> None:
    chain = Chain(LAST)
    assert chain.of(1024) == LAST
    for number in (1, 2, 32, 33, 511, 1023, 1024, 5):
        assert chain.of(number) == page_secret(number)
    for number in (2, 512, 1024):
        assert chain.of(number - 1) == sha(b"carteado/chain/1", chain.of(number))
    assert chain.anchor == page_secret(0) == sha(b"carteado/chain/1", chain.of(1))


@pytest.mark.parametrize("kept", [1, 31, 32, 33, 700])
def test_a_chain_that_is_kept_with_a_secret_on_the_way_is_the_same_chain(kept: int) -> None:
    first = Chain(LAST)
    first.of(kept)
    again = Chain(LAST, first.anchor, first.near)
    for number in (1, 31, 32, 33, 64, 700, 1024):
        assert again.of(number) == page_secret(number)
    assert again.anchor == page_secret(0)


def test_g_12_the_chain_has_1024_rounds() -> None:
    assert ROUNDS == 1024
    chain = Chain(LAST)
    assert len({chain.of(number) for number in range(1, 1025)}) == 1024
    for number in (0, 1025):
        with pytest.raises(UnknownSecret) as unknown:
            chain.of(number)
        assert unknown.value.args == (number,)


@pytest.mark.parametrize(("number", "kept"), [(1, 32), (31, 32), (32, 32), (33, 64), (993, 1024)])
def test_the_way_down_to_a_secret_is_short_once_it_was_gone(number: int, kept: int) -> None:
    chain = Chain(LAST)
    chain.of(number)
    assert chain.near == (kept, page_secret(kept))


@pytest.mark.parametrize("shown", [0, 1, 2, 7])
def test_opened_secrets_hold_when_each_leads_to_the_one_before_and_the_first_to_the_anchor(
    shown: int,
) -> None:
    chain = Chain(LAST)
    secrets = [chain.of(number) for number in range(1, shown + 1)]
    held = OpenedSecrets(chain.anchor, secrets)
    assert held.hold()
    assert [held.of(number) for number in range(1, shown + 1)] == secrets
    for number in (0, -1, shown + 1):
        with pytest.raises(UnknownSecret) as unknown:
            held.of(number)
        assert unknown.value.args == (number,)


def test_opened_secrets_do_not_hold_when_one_is_wrong_missing_swapped_or_of_another_length() -> (
    None
):
    chain = Chain(LAST)
    good = [chain.of(number) for number in range(1, 5)]
    for bad in (
        [*good[:2], bytes(32), good[3]],
        [bytes(32), *good[1:]],
        [*good[:3], bytes(32)],
        [good[0], good[2], good[3]],
        good[1:],
        [good[1], good[0], *good[2:]],
        [*good[:3], good[3] + b"\0"],
        [*good[:3], good[3][:31]],
        [*good[:3], b""],
    ):
        assert not OpenedSecrets(chain.anchor, bad).hold()
    assert not OpenedSecrets(bytes(32), good).hold()


def test_a_secret_of_another_length_does_not_hold_even_if_it_leads_to_the_anchor() -> None:
    long = b"a secret of more than thirty-two bytes"
    assert not OpenedSecrets(link(long), [long]).hold()


@law
@given(entropy=st.lists(st.binary(max_size=64), min_size=2, max_size=8))
def test_the_salt_is_the_hash_of_what_the_seats_add_each_after_its_length(
    entropy: list[bytes],
) -> None:
    assert salt(entropy) == page_salt(entropy)


def test_the_salt_knows_which_seat_added_what() -> None:
    salts = [salt(e) for e in ([b"ab", b""], [b"", b"ab"], [b"a", b"b"], [b"", b""], [b"b", b"a"])]
    assert len(set(salts)) == 5


@law
@given(
    secret=st.binary(min_size=32, max_size=32),
    entropy=st.lists(st.binary(max_size=64), min_size=2, max_size=8),
    number=st.integers(1, 1024),
    purpose=st.sampled_from(["deck", "tiebreak", "stock/1", "stock/12"]),
)
def test_a_shuffle_is_the_one_of_the_page(
    secret: bytes, entropy: list[bytes], number: int, purpose: str
) -> None:
    shuffler = FairShuffler(lambda _: secret, salt(entropy), "eu_faco/1")
    stream = page_words(
        secret, page_salt(entropy), f"carteado/shuffle/1|eu_faco/1|{number}|{purpose}"
    )
    assert shuffler.shuffled(number, purpose, DECK) == page_deck(stream, DECK)


@pytest.mark.parametrize("seats", range(2, 9))
def test_the_first_dealer_is_a_number_below_the_seats_by_the_page(seats: int) -> None:
    salt_ = salt([b""] * seats)
    stream = page_words(LAST, salt_, "carteado/shuffle/1|eu_faco/1|1|dealer")
    shuffler = FairShuffler(lambda _: LAST, salt_, "eu_faco/1")
    assert shuffler.below(1, "dealer", seats) == page_below(stream, seats)


def test_a_shuffle_uses_the_secret_of_its_round() -> None:
    asked: list[int] = []

    def secret_of(number: int) -> bytes:
        asked.append(number)
        return LAST

    shuffler = FairShuffler(secret_of, b"", "eu_faco/1")
    shuffler.shuffled(7, "deck", DECK)
    shuffler.below(3, "dealer", 4)
    assert asked == [7, 3]


def test_everything_that_keys_a_shuffle_changes_it() -> None:
    keys = {
        shuffle_key(LAST, b"s", "eu_faco/1", 1, "deck"),
        shuffle_key(sha(LAST), b"s", "eu_faco/1", 1, "deck"),
        shuffle_key(LAST, b"t", "eu_faco/1", 1, "deck"),
        shuffle_key(LAST, b"s", "sevn/1", 1, "deck"),
        shuffle_key(LAST, b"s", "eu_faco/1", 2, "deck"),
        shuffle_key(LAST, b"s", "eu_faco/1", 1, "tiebreak"),
    }
    assert len(keys) == 6
    assert {len(key) for key in keys} == {32}


def test_the_key_is_hkdf_with_sha_256() -> None:
    """RFC 5869 with the page's info, one block of 32 bytes."""
    extracted = hmac.new(b"salt", LAST, hashlib.sha256).digest()
    info = b"carteado/shuffle/1|eu_faco/1|10|deck"
    expanded = hmac.new(extracted, info + b"\x01", hashlib.sha256).digest()
    assert shuffle_key(LAST, b"salt", "eu_faco/1", 10, "deck") == expanded


def test_the_stream_is_blocks_counted_in_8_bytes_cut_into_words_of_4() -> None:
    key = bytes(32)
    expected = [
        int.from_bytes(sha(key, counter.to_bytes(8, "big"))[at : at + 4], "big")
        for counter in range(3)
        for at in range(0, 32, 4)
    ]
    assert list(islice(words(key), 24)) == expected


@pytest.mark.parametrize(
    ("limit", "stream", "answer"),
    [
        (3, [2**32 - 1, 5], 2),
        (3, [2**32 - 2], 2),
        (40, [2**32 - 16, 41], 1),
        (40, [2**32 - 17], 39),
        (2, [2**32 - 1], 1),
        (1, [2**32 - 1], 0),
        (7, [2**32 - 4, 2**32 - 1, 13], 6),
        (7, [2**32 - 5], 6),
    ],
)
def test_words_beyond_the_last_whole_multiple_are_passed_over(
    limit: int, stream: list[int], answer: int
) -> None:
    assert below(iter(stream), limit) == answer


def test_a_number_that_is_not_passed_over_takes_one_word() -> None:
    stream = iter([9, 8, 7])
    assert below(stream, 4) == 1
    assert next(stream) == 8


def test_cards_are_swapped_from_the_last_down() -> None:
    assert shuffled(iter([0, 0, 0]), [1, 2, 3, 4]) == [2, 3, 4, 1]
    assert shuffled(iter([3, 2, 1]), [1, 2, 3, 4]) == [1, 2, 3, 4]
    assert shuffled(iter([1, 1, 0]), [1, 2, 3, 4]) == [3, 1, 4, 2]


@law
@given(stream=st.lists(st.integers(0, 2**31), min_size=40, max_size=40))
def test_a_shuffle_keeps_every_card(stream: list[int]) -> None:
    assert sorted(shuffled(iter(stream), DECK)) == list(DECK)


def test_the_first_card_of_many_shuffles_is_every_card_about_as_often() -> None:
    counts = dict.fromkeys(DECK, 0)
    for number in range(1, 1025):
        shuffler = FairShuffler(lambda _: LAST, b"", "x")
        counts[shuffler.shuffled(number, "deck", DECK)[0]] += 1
    assert max(counts.values()) < 2 * 1024 / 40
    assert min(counts.values()) > 1024 / 40 / 3


def test_a_deal_of_eu_faco_is_the_one_of_the_page() -> None:
    entropy = [b"one", b"", b"three"]
    match = Match.open(GAME, opened(0, 3).options, 3, Chain(LAST))
    match.deal(entropy)
    salt_ = page_salt(entropy)
    secret = page_secret(1)
    dealer = page_below(page_words(secret, salt_, "carteado/shuffle/1|eu_faco/1|1|dealer"), 3)
    deck = page_deck(page_words(secret, salt_, "carteado/shuffle/1|eu_faco/1|1|deck"), range(1, 41))
    assert match.state.dealer == dealer
    assert [match.state.hands[(dealer + step) % 3] for step in (1, 2, 3)] == [
        [one] for one in deck[:3]
    ]
