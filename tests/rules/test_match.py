"""Matches of any game: plies, entropy, opened secrets and views."""

from types import SimpleNamespace
from typing import Any

import pytest

from carteado.rules import eu_faco
from carteado.rules.eu_faco import Bid, Options, Play
from carteado.rules.eu_faco.cards import DECK
from carteado.rules.eu_faco.events import RoundDealt, RoundScored
from carteado.rules.game import Awaiting, Fault, IllegalAction, InvalidMatch, Refusal, Shuffler
from carteado.rules.match import Match, MatchEnded, RoundOpened
from carteado.rules.shuffle import Chain, FairShuffler, salt
from tests.rules.eu_faco.table import GAME, opened, steps

LAST = bytes(32)


def refused(match: Match, entropy: tuple[bytes, ...]) -> Refusal:
    with pytest.raises(IllegalAction) as illegal:
        match.deal(entropy)
    return illegal.value.refusal


def everything(match: Match) -> list[Any]:
    views: list[Any] = [match.view(observer) for observer in (None, *range(match.seats))]
    return [*views, match.salt]


def test_g_11_a_match_with_impossible_seats_or_options_is_not_opened() -> None:
    for options, seats, fault in (
        (Options(), 9, Fault.PLAYER_COUNT),
        (Options(lives=4), 4, Fault.OPTION_RANGE),
        (Options(lives=3, fixed_rounds=(1,)), 4, Fault.OPTIONS_CONTRADICT),
    ):
        with pytest.raises(InvalidMatch) as invalid:
            Match.open(GAME, options, seats, Chain(LAST))
        assert invalid.value.fault is fault


def test_g_11_the_options_are_visible_to_everybody_with_the_defaults_written_out() -> None:
    match = opened(1, 3)
    for observer in (None, 0, 1, 2):
        assert match.view(observer).options == Options(lives=3)


def test_each_action_and_each_deal_is_one_ply() -> None:
    match = opened(2, 4)
    assert match.view(None).ply == 0
    for ply, _ in enumerate(steps(match, 2), start=1):
        assert match.view(None).ply == match.ply == ply


def test_g_5_a_refused_action_is_no_ply_and_changes_nothing() -> None:
    match = opened(2, 3)
    match.deal()
    before = everything(match)
    seat = match.game.to_act(match.state)
    assert seat is not None
    for who, action in (((seat + 1) % 3, Bid(0)), (seat, Bid(5)), (seat, Play(1))):
        with pytest.raises(IllegalAction):
            match.act(who, action)
        assert everything(match) == before
    refused(match, ())
    assert everything(match) == before


def test_what_the_seats_add_is_the_salt_of_every_shuffle() -> None:
    match = opened(2, 2)
    match.deal((b"x", b"y" * 64))
    assert match.salt == salt([b"x", b"y" * 64])
    for _ in steps(match, 1):
        assert match.salt == salt([b"x", b"y" * 64])


def test_before_the_first_deal_there_is_no_salt() -> None:
    assert opened(2, 2).salt == b""


def test_g_3_chance_in_the_middle_of_a_round_follows_from_its_secret_and_what_the_seats_added() -> (
    None
):
    drawn: list[list[int]] = []

    def apply(state: Any, seat: int, action: Any, shuffler: Shuffler) -> list[Any]:
        drawn.append(shuffler.shuffled(state.round_number, "stock/1", DECK))
        return eu_faco.apply(state, seat, action, shuffler)

    drawing: Any = SimpleNamespace(**{**vars(eu_faco), "apply": apply})
    match = Match.open(drawing, Options(), 2, Chain(LAST))
    match.deal((b"x", b"y"))
    match.act(match.state.to_act, Bid(0))
    fair = FairShuffler(Chain(LAST).of, salt([b"x", b"y"]), "eu_faco/1")
    assert drawn == [fair.shuffled(1, "stock/1", DECK)]


def test_what_the_seats_add_changes_the_cards() -> None:
    decks = set()
    for entropy in ((), (b"x", b"", b"", b""), (b"", b"x", b"", b""), (b"", b"", b"", b"x")):
        match = opened(2, 4)
        match.deal(entropy)
        decks.add(str((match.state.dealer, match.state.hands)))
    assert len(decks) == 4


def test_a_first_deal_without_entropy_counts_as_an_empty_entry_for_each_seat() -> None:
    silent, empty = opened(2, 3), opened(2, 3)
    silent.deal()
    empty.deal((b"", b"", b""))
    assert everything(silent) == everything(empty)
    assert silent.salt == salt([b"", b"", b""])


@pytest.mark.parametrize(
    "entropy", [(b"a",), (b"a", b"b"), (b"",) * 4, (b"x" * 65, b"", b""), (b"", b"", b"x" * 255)]
)
def test_entropy_is_one_entry_a_seat_of_at_most_64_bytes(entropy: tuple[bytes, ...]) -> None:
    match = opened(2, 3)
    before = everything(match)
    assert refused(match, entropy) is Refusal.ENTROPY_COUNT
    assert everything(match) == before
    match.deal((b"x" * 64, b"", b""))


def test_entropy_comes_with_the_first_deal_or_not_at_all() -> None:
    match = opened(2, 2)
    for _ in steps(match, 1):
        if match.game.awaiting(match.state) is Awaiting.DEAL:
            assert refused(match, (b"", b"")) is Refusal.ENTROPY_TOO_LATE
            assert refused(match, (b"a",)) is Refusal.ENTROPY_TOO_LATE


def test_nobody_deals_while_a_round_goes_on_or_when_the_match_is_over() -> None:
    match = opened(2, 2)
    for _ in steps(match, 1):
        if match.game.awaiting(match.state) is Awaiting.SEAT:
            assert refused(match, ()) is Refusal.WRONG_PHASE
            assert refused(match, (b"a", b"b")) is Refusal.WRONG_PHASE
    assert refused(match, ()) is Refusal.ROUND_OVER


def secrets_of(events: list[Any]) -> list[RoundOpened]:
    return [event for event in events if isinstance(event, RoundOpened)]


@pytest.mark.parametrize("seed", range(10))
def test_each_rounds_secret_is_opened_once_right_after_its_count_and_never_before(
    seed: int,
) -> None:
    match = opened(seed, 2 + seed % 7)
    number = 0
    for events in steps(match, seed):
        dealt = [event for event in events if isinstance(event, RoundDealt)]
        tiebreak = bool(dealt) and dealt[0].tiebreak
        counted = tiebreak or any(isinstance(event, RoundScored) for event in events)
        opens = secrets_of(events)
        assert len(opens) == counted
        if opens:
            number += 1
            assert opens == [RoundOpened(number, match.secrets.of(number))]
            assert isinstance(events[-1], MatchEnded | RoundOpened)
    assert number == match.state.round_number


def test_the_tie_break_is_opened_too() -> None:
    for seed in range(60):
        match = opened(seed, 2)
        last = list(steps(match, seed))[-1]
        if match.state.tiebreak:
            assert secrets_of(last)[0].round_number == match.state.round_number
            return
    pytest.fail("no tie-break in sixty matches")


def test_secrets_are_opened_where_nobody_else_plays_the_same_cards() -> None:
    for match in (opened(2, 2), Match(GAME, Options(lives=3), 2, Chain(LAST))):
        told = [event for events in steps(match, 1) for event in events]
        assert len(secrets_of(told)) == match.state.round_number


def test_secrets_are_kept_where_others_still_play_the_same_cards() -> None:
    daily = Options(fixed_rounds=(1, 2, 3, 4, 5))
    match = Match.open(GAME, daily, 4, Chain(LAST), keep_secrets=True)
    told = [event for events in steps(match, 1) for event in events]
    assert secrets_of(told) == []
    assert isinstance(told[-1], MatchEnded)


def test_the_end_is_told_once_last_and_with_the_places() -> None:
    match = opened(6, 5)
    told = [event for events in steps(match, 6) for event in events]
    ends = [event for event in told if isinstance(event, MatchEnded)]
    assert ends == [told[-1]]
    assert ends[0].placements == tuple(match.game.placements(match.state))
    assert match.view(None).placements == ends[0].placements
    assert match.view(None).awaiting is Awaiting.NOTHING


def test_a_view_has_no_places_before_the_end() -> None:
    match = opened(6, 5)
    for _ in steps(match, 6):
        if match.game.awaiting(match.state) is not Awaiting.NOTHING:
            assert match.view(0).placements == ()


def test_the_seats_that_are_out_are_public() -> None:
    match = opened(6, 5)
    for _ in steps(match, 6):
        out = [seat for seat in range(5) if match.state.out_round[seat]]
        assert {match.view(observer).seats_out for observer in (None, 0, 4)} == {tuple(out)}


def test_a_view_holds_no_secret() -> None:
    match = opened(6, 4)
    for _ in steps(match, 6):
        told = repr([match.view(observer) for observer in (None, 0)])
        assert repr(match.secrets.of(match.state.round_number))[2:-1] not in told
