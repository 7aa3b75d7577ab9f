"""Records: what holds is replayed, and each kind of tampering is found."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from random import Random

import pytest

from carteado.rules.eu_faco import Bid, Options, Play
from carteado.rules.game import Awaiting, InvalidMatch, Placement
from carteado.rules.match import RoundOpened
from carteado.rules.record import (
    RESULT_MISMATCH,
    SECRET_MISMATCH,
    Deal,
    Move,
    Record,
    Verdict,
    replay,
)
from carteado.rules.shuffle import Chain
from tests.rules.eu_faco.table import GAME, opened

SEED = 13
ENTROPY = (b"ana", b"", b"caio", b"d" * 64)


@dataclass
class Told:
    """A record and, for each move, what it made happen and how many rounds were opened by then."""

    record: Record
    views: list[object]
    events: list[list[object]]
    opened: list[int]

    def shows(self, verdict: Verdict, after: int) -> bool:
        """Whether a verdict shows the match after so many moves, and what the last of them made happen."""
        events = list(verdict.events)
        return (verdict.match.view(None), events) == (self.views[after], self.events[after])


@cache
def told(seed: int = SEED, seats: int = 4) -> Told:
    """A whole random match."""
    match = opened(seed, seats)
    rng = Random(seed)
    moves: list[Move] = []
    secrets: list[bytes] = []
    views: list[object] = [match.view(None)]
    happened: list[list[object]] = [[]]
    rounds = [0]
    while match.game.awaiting(match.state) is not Awaiting.NOTHING:
        seat = match.game.to_act(match.state)
        if seat is None:
            entropy = ENTROPY[:seats] if not moves else ()
            move = Move(None, Deal(entropy))
            events = match.deal(entropy)
        else:
            move = Move(seat, rng.choice(match.game.legal_actions(match.state, seat)))
            events = match.act(seat, move.action)
        moves.append(move)
        secrets += [event.secret for event in events if isinstance(event, RoundOpened)]
        views.append(match.view(None))
        happened.append(events)
        rounds.append(len(secrets))
    record = Record(
        GAME,
        match.options,
        seats,
        match.secrets.anchor,
        moves,
        secrets,
        match.game.placements(match.state),
    )
    return Told(record, views, happened, rounds)


def judged(record: Record) -> tuple[int | None, str]:
    verdict = replay(record)
    return verdict.divergence, verdict.reason


def with_move(record: Record, at: int, move: Move) -> Record:
    return replace(record, moves=[*record.moves[:at], move, *record.moves[at + 1 :]])


def first(record: Record, kind: type) -> int:
    return next(at for at, move in enumerate(record.moves) if isinstance(move.action, kind))


@pytest.mark.parametrize("seed", range(12))
def test_a_record_that_was_played_holds(seed: int) -> None:
    assert judged(told(seed, 2 + seed % 3).record) == (None, "")


def test_a_record_of_rounds_up_to_any_count_holds() -> None:
    whole = told()
    for at, rounds in enumerate(whole.opened):
        if at and rounds > whole.opened[at - 1] and at < len(whole.record.moves):
            part = replace(
                whole.record,
                moves=whole.record.moves[:at],
                secrets=whole.record.secrets[:rounds],
                placements=[],
            )
            assert judged(part) == (None, "")


def test_a_record_that_has_not_begun_holds() -> None:
    record = replace(told().record, moves=[], secrets=[], placements=[])
    assert judged(record) == (None, "")


def test_the_match_shown_after_so_many_moves_is_the_one_that_was_played() -> None:
    whole = told()
    for after in (0, 1, 7, len(whole.record.moves)):
        verdict = replay(whole.record, after)
        assert whole.shows(verdict, after)
        assert (verdict.divergence, verdict.reason) == (None, "")


def test_a_record_that_holds_shows_its_end() -> None:
    whole = told()
    assert whole.shows(replay(whole.record), len(whole.record.moves))
    begun = replace(whole.record, moves=[], secrets=[], placements=[])
    assert whole.shows(replay(begun), 0)


@pytest.mark.parametrize("places", [[], [Placement(0, 1, 3)]])
def test_the_match_shown_with_a_wrong_result_is_the_end(places: list[Placement]) -> None:
    whole = told()
    verdict = replay(replace(whole.record, placements=places))
    assert verdict.reason == RESULT_MISMATCH
    assert whole.shows(verdict, len(whole.record.moves))


def test_the_match_shown_with_a_secret_too_many_is_the_end() -> None:
    whole = told()
    forged, _, reason = one_secret_too_many(whole.record)
    verdict = replay(forged)
    assert verdict.reason == reason
    assert whole.shows(verdict, len(whole.record.moves))


def test_nothing_is_played_with_secrets_that_do_not_lead_to_the_anchor() -> None:
    whole = told()
    forged, _, reason = another_anchor(whole.record)
    verdict = replay(forged)
    assert verdict.reason == reason
    assert whole.shows(verdict, 0)


def test_the_whole_record_is_judged_whatever_is_shown() -> None:
    record = replace(told().record, placements=[])
    verdict = replay(record, 1)
    assert (verdict.divergence, verdict.reason) == (len(record.moves), RESULT_MISMATCH)


Tampering = Callable[[Record], tuple[Record, int, str]]
END = -1
"""Stands for the number of moves, where only a secret or the result is wrong."""


def a_promise_out_of_range(record: Record) -> tuple[Record, int, str]:
    at = first(record, Bid)
    return with_move(record, at, Move(record.moves[at].seat, Bid(9))), at, "BID_RANGE"


def a_locked_promise(record: Record) -> tuple[Record, int, str]:
    bids: list[int] = []
    size = 0
    for at, move in enumerate(record.moves):
        if isinstance(move.action, Deal):
            bids, size = [], size + 1
        elif isinstance(move.action, Bid):
            bids.append(move.action.tricks)
            closing = size - sum(bids[:3])
            if size > 1 and len(bids) == 4 and closing >= 0:
                return with_move(record, at, Move(move.seat, Bid(closing))), at, "BID_LOCKED"
    raise AssertionError("nothing was locked")


def a_card_that_was_not_held(record: Record) -> tuple[Record, int, str]:
    at = first(record, Play)
    own = {m.action.card for m in record.moves if isinstance(m.action, Play)}
    other = next(one for one in range(1, 41) if one not in own)
    return with_move(record, at, Move(record.moves[at].seat, Play(other))), at, "CARD_NOT_IN_HAND"


def another_seats_move(record: Record) -> tuple[Record, int, str]:
    at = first(record, Bid) + 2
    seat = record.moves[at].seat
    assert seat is not None
    stolen = Move((seat + 1) % 4, record.moves[at].action)
    return with_move(record, at, stolen), at, "NOT_YOUR_TURN"


def a_seat_that_does_not_exist(record: Record) -> tuple[Record, int, str]:
    at = first(record, Bid)
    return with_move(record, at, Move(17, record.moves[at].action)), at, "NOT_YOUR_TURN"


def two_moves_swapped(record: Record) -> tuple[Record, int, str]:
    at = first(record, Bid)
    moves = list(record.moves)
    moves[at], moves[at + 1] = moves[at + 1], moves[at]
    return replace(record, moves=moves), at, "NOT_YOUR_TURN"


def a_move_twice(record: Record) -> tuple[Record, int, str]:
    at = first(record, Bid)
    moves = [*record.moves[: at + 1], *record.moves[at:]]
    return replace(record, moves=moves), at + 1, "NOT_YOUR_TURN"


def a_move_dropped(record: Record) -> tuple[Record, int, str]:
    at = first(record, Bid)
    moves = [*record.moves[:at], *record.moves[at + 1 :]]
    return replace(record, moves=moves), at, "NOT_YOUR_TURN"


def a_card_before_the_promises(record: Record) -> tuple[Record, int, str]:
    at = first(record, Bid)
    return with_move(record, at, Move(record.moves[at].seat, Play(1))), at, "WRONG_PHASE"


def no_first_deal(record: Record) -> tuple[Record, int, str]:
    return replace(record, moves=record.moves[1:]), 0, "WRONG_PHASE"


def a_deal_too_many(record: Record) -> tuple[Record, int, str]:
    moves = [record.moves[0], Move(None, Deal()), *record.moves[1:]]
    return replace(record, moves=moves), 1, "WRONG_PHASE"


def a_move_after_the_end(record: Record) -> tuple[Record, int, str]:
    moves = [*record.moves, Move(0, Bid(0))]
    return replace(record, moves=moves), len(record.moves), "ROUND_OVER"


def a_deal_after_the_end(record: Record) -> tuple[Record, int, str]:
    moves = [*record.moves, Move(None, Deal())]
    return replace(record, moves=moves), len(record.moves), "ROUND_OVER"


def a_deal_by_a_seat(record: Record) -> tuple[Record, int, str]:
    return with_move(record, 0, Move(2, record.moves[0].action)), 0, "WRONG_PHASE"


def a_promise_by_nobody(record: Record) -> tuple[Record, int, str]:
    return with_move(record, 1, Move(None, record.moves[1].action)), 1, "WRONG_PHASE"


def entropy_of_too_few(record: Record) -> tuple[Record, int, str]:
    return with_move(record, 0, Move(None, Deal(ENTROPY[:3]))), 0, "ENTROPY_COUNT"


def entropy_too_late(record: Record) -> tuple[Record, int, str]:
    at = 1 + next(i for i, move in enumerate(record.moves[1:]) if isinstance(move.action, Deal))
    return with_move(record, at, Move(None, Deal(ENTROPY))), at, "ENTROPY_TOO_LATE"


def one_seat_less(record: Record) -> tuple[Record, int, str]:
    return replace(record, seats=3), 0, "ENTROPY_COUNT"


def one_seat_more(record: Record) -> tuple[Record, int, str]:
    return replace(record, seats=5), 0, "ENTROPY_COUNT"


def another_anchor(record: Record) -> tuple[Record, int, str]:
    return replace(record, anchor=Chain(bytes(32)).anchor), END, SECRET_MISMATCH


def a_secret_changed(record: Record) -> tuple[Record, int, str]:
    changed = [bytes(32), *record.secrets[1:]]
    return replace(record, secrets=changed), END, SECRET_MISMATCH


def the_last_secret_changed(record: Record) -> tuple[Record, int, str]:
    changed = [*record.secrets[:-1], bytes(32)]
    return replace(record, secrets=changed), END, SECRET_MISMATCH


def two_secrets_swapped(record: Record) -> tuple[Record, int, str]:
    swapped = [record.secrets[1], record.secrets[0], *record.secrets[2:]]
    return replace(record, secrets=swapped), END, SECRET_MISMATCH


def the_last_secret_missing(record: Record) -> tuple[Record, int, str]:
    return replace(record, secrets=record.secrets[:-1]), END, SECRET_MISMATCH


def the_first_secret_missing(record: Record) -> tuple[Record, int, str]:
    return replace(record, secrets=record.secrets[1:]), END, SECRET_MISMATCH


def no_secrets(record: Record) -> tuple[Record, int, str]:
    return replace(record, secrets=[]), END, SECRET_MISMATCH


def one_secret_too_many(record: Record) -> tuple[Record, int, str]:
    extra = opened(SEED, 4).secrets.of(len(record.secrets) + 1)
    return replace(record, secrets=[*record.secrets, extra]), END, SECRET_MISMATCH


def the_end_cut_off(record: Record) -> tuple[Record, int, str]:
    return replace(record, moves=record.moves[:-1]), END, SECRET_MISMATCH


def a_secret_of_a_round_that_goes_on(record: Record) -> tuple[Record, int, str]:
    part = replace(record, moves=record.moves[:2], secrets=record.secrets[:1], placements=[])
    return part, END, SECRET_MISMATCH


def a_round_that_goes_on_without_its_secret(record: Record) -> tuple[Record, int, str]:
    part = replace(record, moves=record.moves[:2], secrets=[], placements=[])
    return part, END, SECRET_MISMATCH


def another_winner(record: Record) -> tuple[Record, int, str]:
    places = [replace(one, place=one.place % 4 + 1) for one in record.placements]
    return replace(record, placements=places), END, RESULT_MISMATCH


def another_score(record: Record) -> tuple[Record, int, str]:
    places = [replace(record.placements[0], score=6), *record.placements[1:]]
    return replace(record, placements=places), END, RESULT_MISMATCH


def no_result(record: Record) -> tuple[Record, int, str]:
    return replace(record, placements=[]), END, RESULT_MISMATCH


def a_result_too_early(record: Record) -> tuple[Record, int, str]:
    part = replace(record, moves=[], secrets=[], placements=[Placement(0, 1, 3)])
    return part, END, RESULT_MISMATCH


TAMPERINGS: list[Tampering] = [
    a_promise_out_of_range,
    a_locked_promise,
    a_card_that_was_not_held,
    another_seats_move,
    a_seat_that_does_not_exist,
    two_moves_swapped,
    a_move_twice,
    a_move_dropped,
    a_card_before_the_promises,
    no_first_deal,
    a_deal_too_many,
    a_move_after_the_end,
    a_deal_after_the_end,
    a_deal_by_a_seat,
    a_promise_by_nobody,
    entropy_of_too_few,
    entropy_too_late,
    one_seat_less,
    one_seat_more,
    another_anchor,
    a_secret_changed,
    the_last_secret_changed,
    two_secrets_swapped,
    the_last_secret_missing,
    the_first_secret_missing,
    no_secrets,
    one_secret_too_many,
    the_end_cut_off,
    a_secret_of_a_round_that_goes_on,
    a_round_that_goes_on_without_its_secret,
    another_winner,
    another_score,
    no_result,
    a_result_too_early,
]


@pytest.mark.parametrize("tampering", TAMPERINGS, ids=lambda one: one.__name__)
def test_tampering_is_found_where_it_was_done_and_with_its_reason(tampering: Tampering) -> None:
    forged, at, reason = tampering(told().record)
    assert judged(forged) == (len(forged.moves) if at == END else at, reason)


@pytest.mark.parametrize("seat", range(4))
def test_other_entropy_is_found_by_the_moves_that_other_cards_contradict(seat: int) -> None:
    entropy = list(ENTROPY)
    entropy[seat] = b"forged"
    forged = with_move(told().record, 0, Move(None, Deal(tuple(entropy))))
    divergence, reason = judged(forged)
    assert divergence is not None
    assert divergence > 0
    assert reason in {"NOT_YOUR_TURN", "CARD_NOT_IN_HAND", "BID_LOCKED"}


def test_entropy_left_out_is_found() -> None:
    divergence, reason = judged(with_move(told().record, 0, Move(None, Deal())))
    assert divergence is not None
    assert reason in {"NOT_YOUR_TURN", "CARD_NOT_IN_HAND", "BID_LOCKED"}


def test_other_lives_are_found_where_the_match_would_not_have_ended() -> None:
    forged = replace(told().record, options=Options(lives=7))
    divergence, reason = judged(forged)
    assert divergence is not None
    assert reason in {RESULT_MISMATCH, "NOT_YOUR_TURN", "WRONG_PHASE", "CARD_NOT_IN_HAND"}


def test_other_options_are_found_from_the_first_move_that_they_forbid() -> None:
    assert judged(replace(told().record, options=Options(fixed_rounds=(1, 2, 3, 4, 5))))[0]
    locked = 0
    for seed in range(8):
        record = told(seed, 4).record
        bids = [move.action.tricks for move in record.moves[1:5]]
        forged = replace(record, options=replace(record.options, lock_in_one_card=True))
        if sum(bids) == 1:
            assert judged(forged) == (4, "BID_LOCKED")
            locked += 1
    assert locked


def test_a_record_of_a_match_that_cannot_be_is_refused_outright() -> None:
    for seats, options in ((1, Options()), (9, Options()), (4, Options(lives=4))):
        with pytest.raises(InvalidMatch):
            replay(replace(told().record, seats=seats, options=options))


def test_the_match_shown_with_a_divergence_stands_before_the_move_that_is_contradicted() -> None:
    whole = told()
    forged, at, _ = another_seats_move(whole.record)
    assert whole.shows(replay(forged), at)


def test_a_deal_whose_secret_is_missing_leaves_the_match_as_it_was() -> None:
    whole = told()
    deals = [at for at, move in enumerate(whole.record.moves) if isinstance(move.action, Deal)]
    verdict = replay(replace(whole.record, secrets=whole.record.secrets[:-1]))
    assert whole.shows(verdict, deals[-1])
